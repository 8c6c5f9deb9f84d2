#include "coverage.h"

#include <algorithm>

using namespace checker;

namespace {

const char* const COLOR[] = {"white", "red"};
const char* const SIDE[] = {"east", "north", "west", "south"};

std::string text(const Colors& colors) {
    std::string letters(colors.begin(), colors.end());
    std::replace(letters.begin(), letters.end(), ' ', '.');
    return letters;
}

std::string bucket(size_t forced) {
    size_t least = 0;
    for (size_t bound : {1u, 2u, 3u, 6u, 11u, 21u, 51u, 101u})
        if (forced >= bound)
            least = bound;
    return std::to_string(least);
}

std::string kind_of(const std::vector<Tile>& laid, const Outcome& outcome) {
    if (outcome.loop[WHITE] || outcome.loop[RED])
        return "loop";
    if (outcome.over())
        return "line";
    return laid.size() > 1 ? "forced" : "quiet";
}

}  // namespace

Coverage::Coverage() {
    // every tile on every shape of a space: two sides of each colour, any of them already entered
    for (int white = 0; white < 16; ++white) {
        Colors tile;
        for (int side = 0; side < SIDES; ++side)
            tile[side] = white >> side & 1 ? 'W' : 'R';
        if (std::count(tile.begin(), tile.end(), 'W') != 2)
            continue;
        for (int entered = 1; entered < 16; ++entered) {
            Colors before = tile;
            int most = 0;
            for (int side = 0; side < SIDES; ++side)
                if (!(entered >> side & 1))
                    before[side] = ' ';
            for (char color : {'W', 'R'})
                most = std::max(most, int(std::count(before.begin(), before.end(), color)));
            points_["tile " + text(before) + " " + text(tile) + (most < 2 ? " chosen" : " forced")] = 0;
        }
    }
    points_["tile .... RWRW chosen"] = points_["tile .... RWWR chosen"] = 0;
    for (const char* color : COLOR) {
        for (const char* link : {"new", "new joins one", "new joins two", "extends", "extends and joins", "joined already"})
            points_[std::string("path ") + color + " " + link] = 0;
        for (const char* win : {"loop", "across", "down"})
            for (const char* who : {"mover", "opponent"})
                points_[std::string("win ") + color + " " + win + " " + who] = 0;
    }
    for (const char* both : {"loop and loop", "loop and line", "line and line"})
        points_[std::string("win both ") + both] = 0;
    for (const char* length : {"0", "1", "2", "3", "6", "11", "21", "51", "101"})
        points_[std::string("forced at least ") + length] = 0;
    for (const char* kind : {"quiet", "forced", "loop", "line", "nothing", "growth"})
        points_[std::string("undo ") + kind] = 0;
    for (Verdict verdict : {Verdict::OCCUPIED, Verdict::ALONE, Verdict::MISFIT, Verdict::NOT_FIRST,
                            Verdict::THIRD})
        points_[std::string("illegal ") + name_of(verdict)] = 0;
    points_["illegal outside"] = points_["illegal over"] = 0;
    for (const char* side : SIDE)
        points_[std::string("growth ") + side] = points_[std::string("wrap ") + side] = 0;
    for (const char* what : {"columns", "rows", "slots", "tiles of a turn", "plies"})
        points_[std::string("full ") + what] = 0;
}

void Coverage::tile(const Board& after, const std::vector<Tile>& laid, size_t number) {
    const Tile& tile = laid[number];
    // What was there when this tile came, in the order of the checker: neighbours that came later do not count.
    const auto later = [&](Place place) {
        for (size_t k = number; k < laid.size(); ++k)
            if (laid[k].place == place)
                return true;
        return false;
    };
    Colors before{' ', ' ', ' ', ' '};
    for (int side = 0; side < SIDES; ++side) {
        const Place place = beside(tile.place, side);
        if (after.occupied(place) && !later(place))
            before[side] = tile.colors[side];
    }
    hit("tile " + text(before) + " " + text(tile.colors) + (number == 0 ? " chosen" : " forced"));
    for (int color = 0; color < COLORS; ++color) {
        const char letter = "WR"[color];
        const auto entered = std::count(before.begin(), before.end(), letter);
        int joins = 0;  // spaces that this colour now enters a second time
        for (int side = 0; side < SIDES; ++side) {
            if (tile.colors[side] != letter || before[side] != ' ')
                continue;
            const Place space = beside(tile.place, side);
            for (int around = 0; around < SIDES; ++around) {
                const Place place = beside(space, around);
                joins += !(place == tile.place) && after.occupied(place) && !later(place) &&
                         after.at(place)[opposite(around)] == letter;
            }
        }
        const char* const links[3][3] = {{"new", "new joins one", "new joins two"},
                                         {"extends", "extends and joins", ""},
                                         {"joined already", "", ""}};
        hit(std::string("path ") + COLOR[color] + " " + links[entered][joins]);
    }
}

void Coverage::turn(const Board& after, const std::vector<Tile>& laid, const Outcome& outcome, int mover) {
    for (size_t number = 0; number < laid.size(); ++number)
        tile(after, laid, number);
    hit("forced at least " + bucket(laid.size() - 1));
    for (int color = 0; color < COLORS; ++color) {
        const std::string who = color == mover ? " mover" : " opponent";
        const std::string win = std::string("win ") + COLOR[color];
        if (outcome.loop[color])
            hit(win + " loop" + who);
        if (outcome.across[color])
            hit(win + " across" + who);
        if (outcome.down[color])
            hit(win + " down" + who);
    }
    if (outcome.completed(WHITE) && outcome.completed(RED)) {
        const int loops = outcome.loop[WHITE] + outcome.loop[RED];
        hit(loops == 2 ? "win both loop and loop" : loops == 1 ? "win both loop and line" : "win both line and line");
    }
}

void Coverage::undone(const std::vector<Tile>& laid, const Outcome& outcome) { hit("undo " + kind_of(laid, outcome)); }

void Coverage::illegal(Verdict verdict) { hit(std::string("illegal ") + name_of(verdict)); }

std::string Coverage::json() const {
    std::string text = "{";
    for (const auto& [point, count] : points_)
        text += (text.size() > 1 ? ",\n" : "\n") + ("  \"" + point + "\": " + std::to_string(count));
    return text + "\n}\n";
}
