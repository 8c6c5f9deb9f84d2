// Games in text: a move is what the notation calls it, in a game with a colon and the score that the search gave it.
#pragma once

#include <optional>
#include <string>

#include "position.h"

// Plays game moves one after the other.
class Game {
public:
    explicit Game(const Values& values) : position_(values) {}

    Position& position() { return position_; }
    Color turn() const { return turns_ % 2 ? RED : WHITE; }
    int turns() const { return turns_; }
    bool is_over() const { return winner_.has_value(); }
    // W, R, or - while there is none.
    char winner() const { return winner_ ? "WR"[*winner_] : '-'; }

    std::string name(Spot spot) const;
    // A move that can be tried, from its name. Throws std::runtime_error if there is none.
    Spot spot(const std::string& name) const;
    // False if the turn is illegal; all is as before then.
    bool play(Spot spot);

private:
    Position position_;
    int turns_ = 0;
    std::optional<Color> winner_;
};
