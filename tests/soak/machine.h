// The compiled player on the end of a line of bytes, and its memories laid open.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>

#include "Vtop___024root.h"
#include "layouts.h"
#include "link.h"
#include "model.h"

// It does not answer.
struct Silence : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// What the map says of a place.
struct Cell {
    unsigned ref, white, red;
};

struct SlotRow {
    unsigned x, y, filled;
};

struct EndRow {
    unsigned x, y, side;
};

class Machine {
public:
    static constexpr unsigned PLANE = 1u << layouts::AXIS_BITS;
    static constexpr unsigned TILE = layouts::TILE;

    Machine() : model_("", 0, 0), link_(model_), feed_([](uint64_t) {}) {}

    // The one line that answers a line. Throws Silence if none is complete after `limit` cycles.
    std::string ask(const std::string& line, uint64_t limit = 40'000'000);

    // Sends a line that gets no answer, and lets the player do with it what there is to do.
    void tell(const std::string& line);

    // Sends bytes; returns what the player says until it is idle. Throws Silence if it is not after `limit` cycles.
    std::string exchange(const std::string& bytes, uint64_t limit);

    // Lets it work until nothing moves any more.
    void rest(uint64_t limit = 1'000'000);

    uint64_t cycle() const { return model_.cycle(); }

    Cell cell(unsigned x, unsigned y);
    SlotRow slot(unsigned number);
    unsigned mate(int color, unsigned slot);
    EndRow end(int color, unsigned slot);
    unsigned slots();
    unsigned columns();
    unsigned rows();
    unsigned tiles();
    unsigned west();
    unsigned north();

private:
    bool tick();  // true when a byte was sent: link_.received

    Model model_;
    ByteLink link_;
    Feed<void (*)(uint64_t)> feed_;
};
