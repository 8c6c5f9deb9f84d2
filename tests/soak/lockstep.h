// Hardware and checker play the same game; after every turn all that can be known of the position is compared.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "checker.h"
#include "coverage.h"
#include "machine.h"

// They differ.
struct Difference : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Lockstep {
public:
    explicit Lockstep(Coverage& coverage) : coverage_(coverage) {}

    // Empties the board.
    void begin();

    // Has a move played; false if it is refused, by both. The hardware may refuse a legal one for which it has no room.
    bool play(const checker::Move& move);

    // Sends a name that names no place of the board, or no first move.
    void play_nonsense(const std::string& name);

    void undo();
    void count(unsigned depth);

    // Asks for advice, which must be a legal move and change nothing.
    void advise();

    // All of the position.
    void compare();

    // All the board's moves, which are compared with the hardware's.
    std::vector<checker::Move> moves();

    checker::Board& board() { return board_; }
    bool over() const { return turns_.empty() ? false : turns_.back().outcome.over(); }
    unsigned plies() const { return unsigned(turns_.size()); }

    // The moves that led here, by name.
    std::string game() const;

    // Lines that were answered in total.
    uint64_t lines() const { return lines_; }

private:
    struct Turn {
        std::string name;
        std::vector<checker::Tile> laid;
        checker::Outcome outcome;
    };

    std::string ask(const std::string& line);
    std::string state() const;
    void expect(const std::string& line, const std::string& expected, const std::string& answer) const;

    // Whether the hardware may lack the room for a move; counts which.
    std::string lacks_room(const checker::Move& move);

    Coverage& coverage_;
    Machine machine_;
    checker::Board board_;
    std::vector<Turn> turns_;
    uint64_t lines_ = 0;
};
