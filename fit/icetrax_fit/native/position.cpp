#include "position.h"

#include <algorithm>
#include <cstdlib>

namespace {

constexpr int WIDTH = 512;  // of the plane; the first tile lies in the middle
constexpr int MIDDLE = WIDTH / 2;
constexpr int32_t ORIGIN = MIDDLE * WIDTH + MIDDLE;
constexpr int CROSSING_LIMIT = 3;  // attacks on lines along one axis are counted up to this

// Sides are counted counterclockwise from the east.
constexpr int32_t STEP[4] = {1, -WIDTH, -1, WIDTH};

// A face is the set of its white sides.
constexpr int FACES[3][2] = {{0b0011, 0b1100}, {0b0101, 0b1010}, {0b0110, 0b1001}};  // by symbol
constexpr int FIRST_FACES[3] = {0, 0b1010, 0b0110};

int x_of(int32_t space) { return space % WIDTH; }
int y_of(int32_t space) { return space / WIDTH; }
int of_color(Color color) { return color == WHITE ? 0b1111 : 0b1111 << 4; }
int entry(Color color, int side) { return 1 << (4 * color + side); }
int count_of(int bits) { return __builtin_popcount(bits); }
Color color_at(int face, int side) { return face >> side & 1 ? WHITE : RED; }
int side_in(int entered, Color color) { return __builtin_ctz(entered >> 4 * color); }

}  // namespace

Position::Position(const Values& values) : values_(values), cells_(WIDTH * WIDTH), spaces_{ORIGIN} {}

int Position::face_of(Spot spot) const {
    const Cell& cell = cells_[spot.space];
    if (cell.tile) return 0;
    if (!cell.entered) return spot.space == ORIGIN ? FIRST_FACES[spot.symbol] : 0;
    for (int face : FACES[spot.symbol]) {
        if (!(cell.entered & 15 & ~face) && !(cell.entered >> 4 & face)) return face;
    }
    return 0;
}

bool Position::is_quiet(Spot spot) const {
    const int face = face_of(spot);
    for (int side = 0; side < 4; side++) {
        const Cell& there = cells_[spot.space + STEP[side]];
        if (!there.tile && there.entered & of_color(color_at(face, side))) return false;
    }
    return true;
}

bool Position::answers(int32_t space, Color attacker) const {
    const Cell& cell = cells_[space];
    if (cell.entered & of_color(attacker) && cell.worth[attacker].is_attack()) return true;
    return standing_.crosses(attacker) && !extent_.contains(x_of(space), y_of(space));
}

std::optional<Completed> Position::play(Spot spot) {
    const int face = face_of(spot);
    const size_t first = filled_.size();
    turns_.push_back({spaces_.size(), first, trail_.size(), extent_, standing_});
    filled_.push_back(spot.space);
    widen(x_of(spot.space), y_of(spot.space));
    Completed completed;
    for (size_t number = first; number < filled_.size(); number++) {  // grows meanwhile
        const int32_t space = filled_[number];
        if (!lay(space, space == spot.space ? face : forced_face(space), completed)) {
            take_back();
            return std::nullopt;
        }
    }
    return completed;
}

void Position::take_back() {
    const Turn& turn = turns_.back();
    while (trail_.size() > turn.trail) {
        cells_[trail_.back().space] = trail_.back().before;
        trail_.pop_back();
    }
    spaces_.resize(turn.spaces);
    filled_.resize(turn.filled);
    extent_ = turn.extent;
    standing_ = turn.standing;
    turns_.pop_back();
}

void Position::settle() {
    // The last open spaces move up into the places of the filled ones, in the order of filling.
    auto last = static_cast<int>(spaces_.size()) - 1;
    for (int32_t space : filled_) {
        while (cells_[spaces_[last]].tile) last--;
        const auto place = static_cast<int>(std::find(spaces_.begin(), spaces_.end(), space) - spaces_.begin());
        if (place < last) std::swap(spaces_[place], spaces_[last--]);
    }
    spaces_.resize(last + 1);
    filled_.clear();
    turns_.clear();
    standing_ = Standing();
    for (int32_t space : spaces_) {
        for (Color color : {WHITE, RED}) {
            const int32_t mate = cells_[space].mate[color];
            if (space < mate) count(color, join(color, space, mate));
        }
    }
    trail_.clear();
}

std::vector<OpenPath> Position::open_paths() const {
    std::vector<OpenPath> paths;
    for (int32_t space : spaces_) {
        for (Color color : {WHITE, RED}) {
            const int32_t mate = cells_[space].mate[color];
            if (!cells_[space].tile && space < mate) paths.push_back({color, code_of(ends_of(color, space, mate))});
        }
    }
    return paths;
}

std::pair<int, int> Position::name(int32_t space) const {
    if (extent_.columns() == 0) return {0, 0};
    return {x_of(space) - extent_.left + 1, y_of(space) - extent_.top + 1};
}

int32_t Position::space_at(int column, int row) const {
    if (extent_.columns() == 0) return column == 0 && row == 0 ? ORIGIN : -1;
    const int x = extent_.left + column - 1, y = extent_.top + row - 1;
    return x > 0 && y > 0 && x < WIDTH - 1 && y < WIDTH - 1 ? y * WIDTH + x : -1;
}

int Position::forced_face(int32_t space) const {
    const int white = cells_[space].entered & 15, red = cells_[space].entered >> 4;
    return count_of(white) == 2 ? white : 15 ^ red;
}

Position::Cell& Position::write(int32_t space) {
    trail_.push_back({space, cells_[space]});
    return cells_[space];
}

void Position::widen(int x, int y) {
    const int columns = extent_.columns(), rows = extent_.rows();
    if (columns == 0) {
        extent_ = {x, y, x, y};
        return;
    }
    extent_ = {std::min(extent_.left, x), std::min(extent_.top, y), std::max(extent_.right, x),
               std::max(extent_.bottom, y)};
    // A longer line is wanted now.
    if (columns >= LINE_SPAN && extent_.columns() > columns) standing_.crossing[0][0] = standing_.crossing[0][1] = 0;
    if (rows >= LINE_SPAN && extent_.rows() > rows) standing_.crossing[1][0] = standing_.crossing[1][1] = 0;
}

// Lays one tile, leads the tracks on into the spaces around, and queues those that are forced by it. False if a space
// would be entered by one colour from three sides.
bool Position::lay(int32_t space, int face, Completed& completed) {
    Cell& here = write(space);
    here.tile = true;
    int32_t ends[2][2] = {{-1, -1}, {-1, -1}};  // by colour, where the track laid here begins and ends
    for (Color color : {WHITE, RED}) {
        if (here.mate[color] >= 0) ends[color][0] = space;
    }
    for (int side = 0; side < 4; side++) {
        const Color color = color_at(face, side);
        const int32_t ahead = space + STEP[side];
        const Cell& there = cells_[ahead];
        if (there.tile) continue;
        const int own = count_of(there.entered & of_color(color));
        if (own == 2) return false;
        if (!there.entered) spaces_.push_back(ahead);
        // Two sides of the other colour: it has been queued already.
        if (own && count_of(there.entered & of_color(opponent(color))) != 2) filled_.push_back(ahead);
        ends[color][ends[color][0] >= 0] = ahead;
        write(ahead).entered |= entry(color, side ^ 2);
    }
    for (Color color : {WHITE, RED}) {
        // If there are none, two paths met here, and were joined when the second one came.
        if (ends[color][0] >= 0) connect(color, ends[color][0], ends[color][1], completed);
    }
    return true;
}

// Lays a track between two spaces. Where a path ends it goes on by that track, else a path ends there now.
void Position::connect(Color color, int32_t one, int32_t other, Completed& completed) {
    int32_t ends[2] = {one, other};
    const bool closes = cells_[one].mate[color] == other;
    Worth change;
    for (int32_t& end : ends) {
        if (cells_[end].mate[color] >= 0) {
            Cell& cell = write(end);
            change -= cell.worth[color];
            end = cell.mate[color];
            cell.mate[color] = -1;
            cell.worth[color] = Worth();
        }
    }
    if (closes) {
        completed.by[color] = true;  // and the game is over, whatever it scores
        return;
    }
    change += join(color, ends[0], ends[1]);
    count(color, change);
    if (is_line(ends[0], ends[1])) completed.by[color] = true;
}

Worth Position::join(Color color, int32_t one, int32_t other) {
    const Worth worth = worth_of(ends_of(color, one, other), values_);
    for (auto [end, mate] : {std::pair(one, other), std::pair(other, one)}) {
        Cell& cell = write(end);
        cell.mate[color] = mate;
        cell.worth[color] = worth;
    }
    return worth;
}

Ends Position::ends_of(Color color, int32_t one, int32_t other) const {
    return {
        x_of(other) - x_of(one),
        y_of(other) - y_of(one),
        side_in(cells_[one].entered, color),
        side_in(cells_[other].entered, color),
        std::max(extent_.columns(), LINE_SPAN),
        std::max(extent_.rows(), LINE_SPAN),
    };
}

bool Position::is_line(int32_t one, int32_t other) const {
    const bool across =
        std::abs(x_of(one) - x_of(other)) == extent_.columns() + 1 && extent_.columns() >= LINE_SPAN;
    return across || (std::abs(y_of(one) - y_of(other)) == extent_.rows() + 1 && extent_.rows() >= LINE_SPAN);
}

void Position::count(Color color, const Worth& change) {
    standing_.balance += color == WHITE ? change.value : -change.value;
    standing_.closing[color] += change.closing;
    const int crossing[2] = {change.across, change.down};
    for (int axis = 0; axis < 2; axis++) {
        int& attacks = standing_.crossing[axis][color];
        if (crossing[axis]) attacks = std::clamp(attacks + crossing[axis], 0, CROSSING_LIMIT);
    }
}
