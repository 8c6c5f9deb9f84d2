// A position with the turns that led to it; never changed, so that many may share what lies before.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker.h"

enum class Variant { TRAX, LOOP, LIMITED };

class Position;
using PositionRef = std::shared_ptr<const Position>;

class Position {
public:
    // An empty board.
    explicit Position(Variant variant) : variant_(variant) {}

    // The position after the move with a canonical name; null if it is illegal. The game must not be over.
    static PositionRef after(const PositionRef& position, const std::string& name);

    // The position before the last turn; null if there is none.
    const PositionRef& before() const { return before_; }

    // What -S says of it.
    std::string state() const;

    // Names of the legal moves, sorted; none after the end of the game.
    const std::vector<std::string>& moves() const;

    // Some legal move may not fit the hardware's memories.
    bool crowded() const;

    bool over() const { return winner_ != '-'; }
    unsigned plies() const { return plies_; }
    const checker::Board& board() const { return board_; }

    // Whether text is the name of a move, if not a legal one.
    static bool is_name(const std::string& text);

private:
    std::optional<checker::Move> find(const std::string& name) const;
    bool fits_limit(const checker::Move& move) const;
    void judge();

    Variant variant_;
    PositionRef before_;
    checker::Board board_;
    unsigned plies_ = 0;
    char winner_ = '-';
    const char* reason_ = "-";
    mutable std::optional<std::vector<std::string>> moves_;
};
