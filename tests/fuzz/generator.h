// What is done to the player in a session.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "position.h"
#include "session.h"

class Generator {
public:
    enum Plan {
        ANYTHING,
        RESET_GAME,  // a short game, reset at some cycle of it
        MOMENT,      // a short game, with a console line at some cycle after one of its lines
    };

    // The number says which line it is in a MOMENT, and where: all are met in turn.
    Generator(uint64_t seed, Plan plan, uint64_t number);

    bool serial() const { return serial_; }
    bool more() const { return rounds_ > 0; }

    // The next events, with the position known before them. They end settled.
    std::vector<Event> next(const Position& position);

private:
    uint64_t below(uint64_t bound) { return random_() % bound; }
    bool chance(unsigned in) { return below(in) == 0; }
    template <class Items>
    const auto& any(const Items& items) {
        return items[below(items.size())];
    }

    std::string move(const Position& position);
    std::string command(const Position& position);
    std::string line(const Position& position);
    std::string mutated(std::string text);
    std::string noise(size_t most);
    void settings(std::vector<Event>& events);
    void say(std::vector<Event>& events, const std::string& text);
    void reset_game(std::vector<Event>& events);
    void moment(std::vector<Event>& events);

    std::mt19937_64 random_;
    Plan plan_;
    uint64_t number_;
    bool serial_;
    bool grows_;  // it plays on rather than begins anew
    unsigned rounds_;
    bool first_ = true;
};
