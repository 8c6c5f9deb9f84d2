// What the games have met: named points and how often. Points that have to be met are there from the beginning, with 0.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "checker.h"

class Coverage {
public:
    Coverage();

    // A legal turn, seen on the board after it.
    void turn(const checker::Board& after, const std::vector<checker::Tile>& laid, const checker::Outcome& outcome,
              int mover);
    void undone(const std::vector<checker::Tile>& laid, const checker::Outcome& outcome);
    void illegal(checker::Verdict verdict);
    void hit(const std::string& point) { ++points_[point]; }

    // One JSON object, points by name.
    std::string json() const;

private:
    void tile(const checker::Board& after, const std::vector<checker::Tile>& laid, size_t number);

    std::map<std::string, uint64_t> points_;
};
