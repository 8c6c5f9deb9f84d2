// One session: a player fresh from power-on, things that are done to it, and what it says.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "conversation.h"
#include "wire.h"

// Something that is done to the player.
struct Event {
    enum Kind {
        SERIAL,   // use the pins from here on; only as the first event
        SEND,     // bytes
        DAMAGE,   // bytes without stop bits
        RATE,     // send `number` parts per million too fast
        BREAK,    // hold the line low for `number` bits, at least ten
        GLITCH,   // hold it low for `number` hundredths of a bit, less than half of one
        PAUSE,    // leave the line alone for `number` cycles after what was sent before
        RUN,      // run for `number` cycles, whatever is being sent
        RESET,    // reset it
        SETTLE,   // wait until it has said all that is due, then ask for the state
        LIST,     // after a SETTLE: ask for the legal moves
        GARBAGE,  // levels of random length, from the seed `number`
        FLOOD,    // ask for the state `number` times without a pause, more than there is room for
        KINDS
    };
    Kind kind;
    std::string bytes;
    int64_t number = 0;
};

const char* name_of(Event::Kind kind);

// The player has done what it should not, or has not done what it should.
struct Fault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Session {
public:
    explicit Session(bool serial);

    // Throws Fault. Events of the serial line do nothing without one.
    void perform(const Event& event);

    const PositionRef& position() const { return conversation_.position(); }

    // Lines that were taken in, without those by which the session asked for the state.
    uint64_t lines() const { return lines_; }

    uint64_t cycles() const { return model_.cycle(); }

private:
    void send(Heard byte);
    void ask(const std::string& line);  // a line of the session's own
    void tick();
    bool resting();  // Nothing more will be said until the next byte. A player that thinks between lines would never rest.
    void wait(uint64_t limit);
    void digest();                       // hands to the conversation what was said
    void settle();
    void garbage(uint64_t seed);
    void flood(unsigned count);
    std::vector<std::string> take_said();
    std::vector<std::string> drain();    // all that is said until nothing moves
    [[noreturn]] void fail(const std::string& what) const;

    Model model_;
    std::unique_ptr<Wire> wire_;
    SerialWire* serial_ = nullptr;
    Conversation conversation_;
    Reader reader_;
    std::string partial_;
    std::vector<std::string> said_;
    unsigned quiet_ = 0;
    uint64_t lines_ = 0, sent_ = 0;
};
