// The worth of open paths: what the hardware's table says, and the codes by which paths are told to whoever fits it.
#pragma once

#include <array>
#include <cstdint>
#include <string>

// Index of a value of the table, and for each axis how much the span is short of the reach: 1 to 3, else 0.
struct PathCode {
    uint8_t index;
    uint8_t short_columns, short_rows;

    // All in one number, 0 to 4095.
    int number() const { return index << 4 | short_columns << 2 | short_rows; }
};

// Of a path, or by how much that changes.
struct Worth {
    int16_t value = 0;
    int8_t closing = 0, across = 0, down = 0;  // attacks

    bool is_attack() const { return closing || across || down; }
    void operator+=(const Worth& other) { add(other, 1); }
    void operator-=(const Worth& other) { add(other, -1); }

private:
    void add(const Worth& other, int sign) {
        value += sign * other.value;
        closing += sign * other.closing;
        across += sign * other.across;
        down += sign * other.down;
    }
};

struct Values {
    std::array<int, 256> paths{};
    std::array<int, 3> spans{};
    int tempo = 0, attack = 0;

    // From a file of 261 numbers in this order. Throws std::runtime_error if it does not hold them.
    static Values read(const std::string& file);
};

// From one end to the other: dx columns to the right, dy rows down; the sides are those by which the track enters the
// two spaces, 0 to 3 counterclockwise from the east. The reach is what a line has to span, in columns and rows.
struct Ends {
    int dx, dy, side, other_side, reach_columns, reach_rows;
};

PathCode code_of(const Ends& ends);
Worth worth_of(const Ends& ends, const Values& values);
