#include "machine.h"

namespace {

unsigned field(uint64_t word, layouts::Field field) { return unsigned(word >> field.offset & ((1u << field.width) - 1)); }

}  // namespace

#define FRONTIER(name) (model_.top.rootp->top__DOT__player__DOT__rules__DOT__frontier__DOT__##name)
#define TURN(name) (model_.top.rootp->top__DOT__player__DOT__rules__DOT__turn__DOT__##name)

bool Machine::tick() {
    link_.drive(feed_);
    model_.settle();
    const bool sent = link_.sample();
    model_.edge();
    return sent;
}

std::string Machine::ask(const std::string& line, uint64_t limit) {
    feed_.bytes.insert(feed_.bytes.end(), line.begin(), line.end());
    feed_.bytes.push_back('\n');
    std::string answer;
    for (const uint64_t deadline = cycle() + limit; cycle() < deadline;) {
        if (!tick())
            continue;
        if (link_.received == '\n')
            return answer;
        answer += char(link_.received);
    }
    throw Silence("no answer to " + line);
}

std::string Machine::exchange(const std::string& bytes, uint64_t limit) {
    feed_.bytes.insert(feed_.bytes.end(), bytes.begin(), bytes.end());
    std::string said;
    unsigned quiet = 0;
    for (const uint64_t deadline = cycle() + limit; cycle() < deadline;) {
        if (tick())
            said += char(link_.received);
        quiet = model_.top.busy || link_.active() || !feed_.bytes.empty() ? 0 : quiet + 1;
        if (quiet == 8)
            return said;
    }
    throw Silence("still busy after " + std::to_string(limit) + " cycles");
}

void Machine::tell(const std::string& line) {
    const std::string said = exchange(line + "\n", 1'000'000);
    if (!said.empty())
        throw Silence("an answer, " + said + ", to " + line);
}

void Machine::rest(uint64_t limit) {
    const std::string said = exchange("", limit);
    if (!said.empty())
        throw Silence("said unasked: " + said);
}

// The banks are those of icetrax_rtl.frontier.CellMap: (a, b) of a cell itself, and the address in it.
Cell Machine::cell(unsigned x, unsigned y) {
    const unsigned a = (x + y) >> 1 & 1, b = (x - y) >> 1 & 1;
    const unsigned address = x | (y >> 2) << layouts::AXIS_BITS;
    uint64_t word;
    if (a == 0)
        word = b == 0 ? FRONTIER(map__DOT__bank00)[address] : FRONTIER(map__DOT__bank01)[address];
    else
        word = b == 0 ? FRONTIER(map__DOT__bank10)[address] : FRONTIER(map__DOT__bank11)[address];
    return {field(word, layouts::CELL_REF), field(word, layouts::CELL_WHITE), field(word, layouts::CELL_RED)};
}

SlotRow Machine::slot(unsigned number) {
    const uint64_t word = FRONTIER(slots)[number];
    return {field(word, layouts::SPACE_X), field(word, layouts::SPACE_Y), field(word, layouts::SPACE_FILLED)};
}

unsigned Machine::mate(int color, unsigned slot) {
    return field(color ? FRONTIER(mates_red)[slot] : FRONTIER(mates_white)[slot], layouts::MATE_SLOT);
}

EndRow Machine::end(int color, unsigned slot) {
    const uint64_t word = color ? FRONTIER(ends_red)[slot] : FRONTIER(ends_white)[slot];
    return {field(word, layouts::END_X), field(word, layouts::END_Y), field(word, layouts::END_SIDE)};
}

unsigned Machine::slots() { return TURN(slots); }
unsigned Machine::tiles() { return TURN(tiles); }
unsigned Machine::columns() { return field(TURN(extent), layouts::EXTENT_COLUMNS); }
unsigned Machine::rows() { return field(TURN(extent), layouts::EXTENT_ROWS); }
unsigned Machine::west() { return field(TURN(extent), layouts::EXTENT_WEST); }
unsigned Machine::north() { return field(TURN(extent), layouts::EXTENT_NORTH); }
