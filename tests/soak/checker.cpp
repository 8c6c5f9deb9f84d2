#include "checker.h"

#include <algorithm>
#include <stdexcept>

namespace checker {

namespace {

constexpr int LINE_LENGTH = 8;
constexpr Colors EMPTY{' ', ' ', ' ', ' '};
const char* const LETTER = "WR";

// Which sides a character joins: pairs[0] with each other, and pairs[1].
struct Shape {
    char symbol;
    Side pairs[2][2];
};

constexpr Shape SHAPES[] = {
    {'+', {{EAST, WEST}, {NORTH, SOUTH}}},
    {'/', {{NORTH, WEST}, {SOUTH, EAST}}},
    {'\\', {{NORTH, EAST}, {SOUTH, WEST}}},
};

Colors tile_of(const Shape& shape, int white_pair) {
    Colors colors;
    for (int pair = 0; pair < 2; ++pair)
        for (Side side : shape.pairs[pair])
            colors[side] = LETTER[pair == white_pair ? WHITE : RED];
    return colors;
}

bool fits(const Colors& colors, const Colors& entering) {
    for (int side = 0; side < SIDES; ++side)
        if (entering[side] != ' ' && entering[side] != colors[side])
            return false;
    return true;
}

int count(const Colors& colors, int color) { return int(std::count(colors.begin(), colors.end(), LETTER[color])); }

Side exit_of(const Colors& tile, Side entrance) {
    for (int side = 0; side < SIDES; ++side)
        if (side != entrance && tile[side] == tile[entrance])
            return Side(side);
    throw std::logic_error("a tile has two sides of each colour");
}

}  // namespace

Place beside(Place place, int side) {
    switch (side) {
    case EAST:
        return {place.x + 1, place.y};
    case NORTH:
        return {place.x, place.y - 1};
    case WEST:
        return {place.x - 1, place.y};
    default:
        return {place.x, place.y + 1};
    }
}

const char* name_of(Verdict verdict) {
    switch (verdict) {
    case Verdict::LEGAL:
        return "legal";
    case Verdict::OCCUPIED:
        return "occupied";
    case Verdict::ALONE:
        return "alone";
    case Verdict::MISFIT:
        return "misfit";
    case Verdict::NOT_FIRST:
        return "not a first move";
    default:
        return "third of a colour";
    }
}

Board::Board() : cells_(4 * HALF * HALF, EMPTY) {}

void Board::put(const Tile& tile) {
    extents_.push_back({left_, top_, right_, bottom_});
    const Place place = tile.place;
    if (std::max(std::abs(place.x), std::abs(place.y)) > HALF - 3)
        throw std::out_of_range("the board of the checker is too small");
    left_ = tiles_ ? std::min(left_, place.x) : place.x;
    right_ = tiles_ ? std::max(right_, place.x) : place.x;
    top_ = tiles_ ? std::min(top_, place.y) : place.y;
    bottom_ = tiles_ ? std::max(bottom_, place.y) : place.y;
    cells_[index(place)] = tile.colors;
    ++tiles_;
}

void Board::lift(const std::vector<Tile>& laid) {
    for (auto tile = laid.rbegin(); tile != laid.rend(); ++tile) {
        cells_[index(tile->place)] = EMPTY;
        --tiles_;
        left_ = extents_.back()[0];
        top_ = extents_.back()[1];
        right_ = extents_.back()[2];
        bottom_ = extents_.back()[3];
        extents_.pop_back();
    }
}

Colors Board::entering(Place place) const {
    Colors colors = EMPTY;
    for (int side = 0; side < SIDES; ++side)
        colors[side] = at(beside(place, side))[opposite(side)];
    return colors;
}

Verdict Board::play(const Move& move, std::vector<Tile>& laid) {
    laid.clear();
    if (tiles_ == 0) {
        if (!(move.place == Place{0, 0}))
            return Verdict::ALONE;
        if (move.symbol == '\\')
            return Verdict::NOT_FIRST;
        // white vertical, or white at the top and left
        laid.push_back({move.place, tile_of(SHAPES[move.symbol == '+' ? 0 : 1], move.symbol == '+' ? 1 : 0)});
        put(laid.back());
        return Verdict::LEGAL;
    }
    if (occupied(move.place))
        return Verdict::OCCUPIED;
    const Colors entered = entering(move.place);
    if (entered == EMPTY)
        return Verdict::ALONE;
    for (const Shape& shape : SHAPES)
        for (int pair = 0; pair < 2 && shape.symbol == move.symbol; ++pair)
            if (const Colors tile = tile_of(shape, pair); fits(tile, entered))
                laid.push_back({move.place, tile});
    if (laid.empty())
        return Verdict::MISFIT;
    if (laid.size() > 1)
        throw std::logic_error("one known side fixes the tile");
    put(laid.back());
    // Spaces beside new tiles are looked at, the latest first: any order will do.
    std::vector<Place> open;
    for (size_t next = 0; next < laid.size() || !open.empty();) {
        if (next < laid.size()) {
            for (int side = 0; side < SIDES; ++side)
                open.push_back(beside(laid[next].place, side));
            ++next;
            continue;
        }
        const Place place = open.back();
        open.pop_back();
        if (occupied(place))
            continue;
        const Colors colors = entering(place);
        if (count(colors, WHITE) > 2 || count(colors, RED) > 2) {
            lift(laid);
            return Verdict::THIRD;
        }
        for (int color = 0; color < COLORS; ++color) {
            if (count(colors, color) != 2)
                continue;
            Colors tile;
            for (int side = 0; side < SIDES; ++side)
                tile[side] = colors[side] == LETTER[color] ? LETTER[color] : LETTER[other(color)];
            laid.push_back({place, tile});
            put(laid.back());
            break;
        }
    }
    return Verdict::LEGAL;
}

Outcome Board::outcome() const {
    Outcome outcome;
    for (int y = top(); y <= bottom(); ++y) {
        for (int x = left(); x <= right(); ++x) {
            const Place start{x, y};
            if (!occupied(start))
                continue;
            for (int color = 0; color < COLORS; ++color) {
                // follow the track both ways
                bool outside[SIDES] = {};
                bool loop = false;
                for (int first = 0; first < SIDES && !loop; ++first) {
                    if (at(start)[first] != LETTER[color])
                        continue;
                    Place place = start;
                    Side side = Side(first);
                    while (occupied(beside(place, side))) {
                        place = beside(place, side);
                        side = exit_of(at(place), opposite(side));
                        if (place == start) {
                            loop = true;
                            break;
                        }
                    }
                    outside[side] |= (side == EAST && place.x == right()) || (side == NORTH && place.y == top()) ||
                                     (side == WEST && place.x == left()) || (side == SOUTH && place.y == bottom());
                }
                outcome.loop[color] |= loop;
                outcome.across[color] |= !loop && outside[EAST] && outside[WEST] && columns() >= LINE_LENGTH;
                outcome.down[color] |= !loop && outside[NORTH] && outside[SOUTH] && rows() >= LINE_LENGTH;
            }
        }
    }
    return outcome;
}

std::vector<Place> Board::spaces() const {
    std::vector<Place> found;
    for (int y = top() - 1; y <= bottom() + 1; ++y)
        for (int x = left() - 1; x <= right() + 1; ++x)
            if (!occupied({x, y}) && entering({x, y}) != EMPTY)
                found.push_back({x, y});
    return found;
}

std::vector<Move> Board::legal_moves() {
    std::vector<Move> moves;
    std::vector<Tile> laid;
    for (Place place : tiles_ ? spaces() : std::vector<Place>{{0, 0}}) {
        for (const Shape& shape : SHAPES) {
            const Move move{place, shape.symbol};
            if (play(move, laid) == Verdict::LEGAL) {
                lift(laid);
                moves.push_back(move);
            }
        }
    }
    return moves;
}

End Board::far_end(Place space, Side side) const {
    Place place = space;
    while (true) {
        place = beside(place, side);
        if (!occupied(place))
            return {place, opposite(side)};
        side = exit_of(at(place), opposite(side));
    }
}

std::string Board::name_of(const Move& move) const {
    int column = tiles_ ? move.place.x - left() + 1 : move.place.x;
    const int row = tiles_ ? move.place.y - top() + 1 : move.place.y;
    std::string letters = column == 0 ? "@" : "";
    for (; column > 0; column = (column - 1) / 26)
        letters.insert(letters.begin(), char('A' + (column - 1) % 26));
    return letters + std::to_string(row) + move.symbol;
}

uint64_t perft(Board& board, unsigned depth) {
    if (depth == 0)
        return 1;
    if (board.tiles() && board.outcome().over())
        return 0;
    const std::vector<Move> moves = board.legal_moves();
    if (depth == 1)
        return moves.size();
    uint64_t total = 0;
    std::vector<Tile> laid;
    for (const Move& move : moves) {
        board.play(move, laid);
        const std::vector<Tile> mine = laid;
        total += perft(board, depth - 1);
        board.lift(mine);
    }
    return total;
}

}  // namespace checker
