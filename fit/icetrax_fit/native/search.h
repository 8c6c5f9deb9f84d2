// The hardware's search: at a fixed depth, the same moves, scores and numbers of nodes.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "position.h"

constexpr int WIN = 30'000;     // less the turns that it takes
constexpr int ATTACK = 20'000;  // score of an attack that is left to the side to move, less the turns to it
constexpr int DEEPEST = 27;     // turns of the deepest iteration

struct Thought {
    Spot best;  // space -1: there is no legal move
    int score = 0, depth = 0;
    int64_t nodes = 0;
};

// Picks one of the quiet positions whose score a search takes for good, all with the same probability.
class LeafPicker {
public:
    explicit LeafPicker(std::mt19937_64& random) : random_(random) {}

    // The moves that lead there; none if there was no such position.
    const std::vector<Spot>& line() const { return line_; }

    void offer(const std::vector<Spot>& line) {
        if (random_() % ++offered_ == 0) line_ = line;
    }

private:
    std::mt19937_64& random_;
    uint64_t offered_ = 0;
    std::vector<Spot> line_;
};

// Looks some turns ahead, and ends before if so many turns have been played, once there is a move. All turns of the
// position must have been made permanent; it is as before when done.
Thought think(Position& position, Color turn, const Values& values, int depth, int64_t nodes,
              LeafPicker* leaves = nullptr);
