#include "lockstep.h"

#include <algorithm>
#include <set>
#include <sstream>

using namespace checker;

namespace {

constexpr unsigned CENTRE = Machine::PLANE / 2;
// With more slots or more tiles of a turn than this no tile may be laid.
constexpr unsigned SLOT_ROOM = layouts::SLOTS - 1 - 3, TURN_ROOM = layouts::SLOTS - 1 - 4;

unsigned on_plane(int coordinate) { return unsigned(coordinate + int(CENTRE)) % Machine::PLANE; }

unsigned count(const Colors& colors, char color) { return unsigned(std::count(colors.begin(), colors.end(), color)); }

std::string at(Place place) { return " at " + std::to_string(place.x) + "," + std::to_string(place.y); }

}  // namespace

std::string Lockstep::ask(const std::string& line) {
    ++lines_;
    try {
        return machine_.ask(line);
    } catch (const Silence& silence) {
        throw Difference(silence.what());
    }
}

void Lockstep::expect(const std::string& line, const std::string& expected, const std::string& answer) const {
    if (answer != expected)
        throw Difference(line + " is answered by '" + answer + "' instead of '" + expected + "'");
}

void Lockstep::begin() {
    for (const char* line : {"-I", "-L 0", "-D 1"})  // advice by depth, not by time
        expect(line, "=", ask(line));
    board_ = Board();
    turns_.clear();
    compare();
}

std::string Lockstep::state() const {
    std::string winner = "-", reason = "-";
    if (over()) {
        const Outcome& outcome = turns_.back().outcome;
        const int mover = (plies() - 1) % 2;
        const int won = outcome.completed(mover) ? mover : other(mover);
        winner = won == WHITE ? "W" : "R";
        reason = outcome.loop[won] ? "loop" : "line";
    }
    std::ostringstream text;
    text << "= " << plies() << (plies() % 2 ? " R " : " W ") << winner << ' ' << reason << ' ' << board_.tiles() << ' '
         << board_.columns() << ' ' << board_.rows();
    return text.str();
}

std::string Lockstep::lacks_room(const Move& move) {
    if (plies() == layouts::MAX_PLIES)
        return "plies";
    const bool wider = board_.tiles() && (move.place.x < board_.left() || move.place.x > board_.right());
    const bool taller = board_.tiles() && (move.place.y < board_.top() || move.place.y > board_.bottom());
    if (wider && board_.columns() == int(layouts::MAX_EXTENT))
        return "columns";
    if (taller && board_.rows() == int(layouts::MAX_EXTENT))
        return "rows";
    // slots are not given back within a turn
    const std::vector<Place> before = board_.spaces();
    std::vector<Tile> laid;
    if (board_.play(move, laid) != Verdict::LEGAL)
        return before.size() > SLOT_ROOM / 2 ? "unknown" : "";  // its chain may have come to a limit before its end
    const std::vector<Place> after = board_.spaces();
    const size_t tiles = laid.size();
    board_.lift(laid);
    // every space that was there before or is now, and those that came and were filled
    const size_t used = after.size() + tiles;
    if (used > SLOT_ROOM)
        return "slots";
    return tiles > TURN_ROOM ? "tiles of a turn" : "";
}

bool Lockstep::play(const Move& move) {
    const std::string name = board_.name_of(move);
    const std::string line = "-M " + name;
    const std::string answer = ask(line);
    if (over()) {
        expect(line, "? over " + name, answer);
        coverage_.hit("illegal over");
        compare();
        return false;
    }
    if (answer == "? full " + name) {
        const std::string reason = lacks_room(move);
        if (reason.empty())
            throw Difference(line + " is answered by '" + answer + "' where there is room");
        coverage_.hit("full " + reason);
        compare();
        return false;
    }
    Turn turn;
    turn.name = name;
    const int columns = board_.columns(), rows = board_.rows();
    const int left = board_.left(), top = board_.top();
    const Verdict verdict = board_.play(move, turn.laid);
    if (verdict != Verdict::LEGAL) {
        expect(line, "? illegal " + name, answer);
        coverage_.illegal(verdict);
        compare();
        return false;
    }
    turn.outcome = board_.outcome();
    turns_.push_back(turn);
    expect(line, state(), answer);
    coverage_.turn(board_, turn.laid, turn.outcome, (plies() - 1) % 2);
    if (plies() > 1) {
        if (board_.columns() > columns)
            coverage_.hit(board_.left() < left ? "growth west" : "growth east");
        if (board_.rows() > rows)
            coverage_.hit(board_.top() < top ? "growth north" : "growth south");
    }
    // where the plane wraps around
    const int half = int(CENTRE);
    if (move.place.x >= half)
        coverage_.hit("wrap east");
    if (move.place.x < -half)
        coverage_.hit("wrap west");
    if (move.place.y >= half)
        coverage_.hit("wrap south");
    if (move.place.y < -half)
        coverage_.hit("wrap north");
    compare();
    return true;
}

void Lockstep::play_nonsense(const std::string& name) {
    const std::string line = "-M " + name;
    expect(line, (over() ? "? over " : "? illegal ") + name, ask(line));
    coverage_.hit("illegal outside");
    compare();
}

void Lockstep::undo() {
    if (turns_.empty()) {
        expect("-U", "? nothing to undo", ask("-U"));
        coverage_.hit("undo nothing");
        compare();
        return;
    }
    const Turn last = turns_.back();
    const int columns = board_.columns(), rows = board_.rows();
    board_.lift(last.laid);
    turns_.pop_back();
    coverage_.undone(last.laid, last.outcome);
    if (board_.columns() < columns || board_.rows() < rows)
        coverage_.hit("undo growth");
    expect("-U", state(), ask("-U"));
    compare();
}

void Lockstep::count(unsigned depth) {
    const std::string line = "-P " + std::to_string(depth);
    const std::string answer = ask(line);
    if (answer.rfind("? full", 0) == 0 && board_.spaces().size() > SLOT_ROOM / 2)
        return;
    const std::string expected = "= " + std::to_string(perft(board_, depth)) + " ";
    if (answer.rfind(expected, 0) != 0)
        throw Difference(line + " is answered by '" + answer + "' instead of '" + expected + "..'");
    compare();
}

void Lockstep::advise() {
    if (over()) {
        expect("-G", "? over -G", ask("-G"));
        return;
    }
    const std::string answer = ask("-G");
    std::istringstream words(answer);
    std::string sign, move;
    words >> sign >> move;
    bool legal = false;
    for (const Move& candidate : board_.legal_moves())
        legal |= board_.name_of(candidate) == move;
    if (!(sign == "=" && legal) && !(answer == "? full" && board_.spaces().size() > SLOT_ROOM / 2))
        throw Difference("-G is answered by '" + answer + "', which is no legal move");
    compare();
}

std::vector<Move> Lockstep::moves() {
    if (over()) {
        expect("-A", "=", ask("-A"));
        return {};
    }
    const std::vector<Move> legal = board_.legal_moves();
    std::istringstream words(ask("-A"));
    std::string word;
    words >> word;
    std::multiset<std::string> told;
    while (words >> word)
        told.insert(word);
    std::string missing;
    for (const Move& move : legal) {
        const std::string name = board_.name_of(move);
        const auto found = told.find(name);
        if (found != told.end())
            told.erase(found);
        else if (lacks_room(move).empty())
            missing += ' ' + name;
    }
    std::string unknown;
    for (const std::string& name : told)
        unknown += ' ' + name;
    if (!missing.empty() || !unknown.empty())
        throw Difference("-A leaves out" + (missing.empty() ? " nothing" : missing) + " and adds" +
                         (unknown.empty() ? " nothing" : unknown));
    return legal;
}

void Lockstep::compare() {
    if (machine_.tiles() != unsigned(board_.tiles()))
        throw Difference("tiles: " + std::to_string(machine_.tiles()));
    if (machine_.columns() != unsigned(board_.columns()) || machine_.rows() != unsigned(board_.rows()))
        throw Difference("columns and rows: " + std::to_string(machine_.columns()) + ", " +
                         std::to_string(machine_.rows()));
    if (board_.tiles() == 0)
        return;  // the empty board's only space has no tile beside it
    if (machine_.west() != on_plane(board_.left() - 1) || machine_.north() != on_plane(board_.top() - 1))
        throw Difference("the extent lies elsewhere");
    unsigned spaces = 0;
    // the whole plane, with the board where it lies on it
    for (int y = board_.top() - 1; y < board_.top() - 1 + int(Machine::PLANE); ++y) {
        for (int x = board_.left() - 1; x < board_.left() - 1 + int(Machine::PLANE); ++x) {
            const Place place{x, y};
            const Cell cell = machine_.cell(on_plane(x), on_plane(y));
            if (x > board_.right() + 1 || y > board_.bottom() + 1) {
                if (cell.white || cell.red)
                    throw Difference("something far away" + at(place));
                continue;
            }
            if (board_.occupied(place)) {
                unsigned face = 0;
                for (int side = 0; side < SIDES; ++side)
                    face |= unsigned(board_.at(place)[side] == 'W') << side;
                if (cell.white != Machine::TILE || cell.ref != face)
                    throw Difference("another tile" + at(place));
                continue;
            }
            const Colors colors = board_.entering(place);
            if (cell.white != ::count(colors, 'W') || cell.red != ::count(colors, 'R'))
                throw Difference("other tracks enter" + at(place));
            if (!cell.white && !cell.red)
                continue;
            ++spaces;
            const unsigned slot = cell.ref;
            const SlotRow row = machine_.slot(slot);
            if (slot >= machine_.slots() || row.filled || row.x != on_plane(x) || row.y != on_plane(y))
                throw Difference("another slot" + at(place));
            for (int side = 0; side < SIDES; ++side) {
                if (colors[side] == ' ')
                    continue;
                const int color = colors[side] == 'W' ? WHITE : RED;
                const EndRow end = machine_.end(color, slot);
                if (end.x != on_plane(x) || end.y != on_plane(y) || end.side != unsigned(side))
                    throw Difference("another end" + at(place));
                const Place far = board_.far_end(place, Side(side)).space;
                if (machine_.mate(color, slot) != machine_.cell(on_plane(far.x), on_plane(far.y)).ref)
                    throw Difference("another end of the path that ends" + at(place));
            }
        }
    }
    if (machine_.slots() != spaces)
        throw Difference(std::to_string(machine_.slots()) + " slots for " + std::to_string(spaces) + " spaces");
}

std::string Lockstep::game() const {
    std::string text;
    for (const Turn& turn : turns_)
        text += (text.empty() ? "" : " ") + turn.name;
    return text;
}
