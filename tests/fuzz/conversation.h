// What the player may say: a model of the conversation, written from docs/protocol.md.
//
// What is said while the player thinks depends on when it is heard, so the model keeps every state of the conversation in
// which the player may be, its *readings*, and drops those that what it has said rules out.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "position.h"

// A byte on the line, and whether it came without its stop bit.
struct Heard {
    uint8_t byte;
    bool damaged;
};

// A line as the player takes it in.
struct Line {
    std::string text;  // what an error quotes
    bool noise = false, too_long = false;
};

// Makes lines of bytes.
class Reader {
public:
    // Takes a byte; true if it ends a line: `line`.
    bool take(Heard heard);

    // What comes after this begins a line.
    void clear() { *this = Reader(); }

    // A line has been begun.
    bool pending() const { return !text_.empty() || noise_ || carriage_return_; }

    Line line;

private:
    std::string text_;
    bool noise_ = false, too_long_ = false, carriage_return_ = false;
};

class Conversation {
public:
    Conversation();

    // A line that has been sent.
    void hear(const Line& line) { lines_.push_back(line); }

    // A line that the player has said. False if it should not have.
    bool say(const std::string& answer);

    // Nothing moves any more. False if an answer is missing.
    bool settle();

    // After reset.
    void reset();

    // May it think for longer than so many milliseconds?
    bool may_think_beyond(unsigned ms);

    // One of the positions in which the player may be; the only one if it has just been asked for the state.
    const PositionRef& position() const { return readings_.front().position; }

    // Ways in which the conversation can be read.
    size_t readings() const { return readings_.size(); }

    // What would have been right instead of what it has said last.
    std::string expected() const;

private:
    enum class Task { NONE, ANSWER, ADVISE, COUNT, LIST };

    struct Reading {
        PositionRef position;
        Variant variant = Variant::TRAX;
        uint64_t budget, depth = 0;
        bool verbose = false;
        Task task = Task::NONE;
        unsigned counted = 0;  // depth of a COUNT
        size_t next = 0;       // line that is to be obeyed next

        bool operator==(const Reading& that) const;
    };

    // All that can follow from a reading without a word from the player.
    void follow(std::vector<Reading>& readings) const;

    // Obeys the next line. Either the reply is known, or there is none: empty.
    std::string obey(Reading& reading) const;
    std::string set(Reading& reading, char letter, const std::string& argument, const std::string& text) const;
    std::string move(Reading& reading, const std::string& name, bool answered, const std::string& text) const;

    // Whether the player may say this in this reading; then goes on to what it is in afterwards.
    bool accept(Reading& reading, const std::string& answer) const;
    bool finish(Reading& reading, const std::string& answer) const;

    std::vector<Reading> readings_, lost_;
    std::deque<Line> lines_;
};
