#include "session.h"

#include <random>

#include "hardware.h"

namespace {

// Cycles after which nothing more can be expected when nothing has moved.
constexpr unsigned QUIET = 16;

// Cycles that anything may take but a search or a list; and a list with its probes.
constexpr uint64_t PATIENCE = 60'000;

// Time limits, in milliseconds, that are waited for.
constexpr unsigned SHORT_MS = 4;

constexpr uint64_t BYTE_CYCLES = 12 * hardware::DIVISOR;

bool is_error(const std::string& line) { return line.rfind("? ", 0) == 0; }

}  // namespace

const char* name_of(Event::Kind kind) {
    static const char* const NAMES[Event::KINDS] = {"serial", "send",  "damage", "rate",   "break",   "glitch", "pause",
                                                    "run",    "reset", "settle", "list", "garbage", "flood"};
    return NAMES[kind];
}

Session::Session(bool serial) : model_("", 0, 0) {
    model_.top.divisor = hardware::DIVISOR;
    model_.top.reset = 0;
    if (serial) {
        auto wire = std::make_unique<SerialWire>(model_);
        serial_ = wire.get();
        wire_ = std::move(wire);
    } else {
        wire_ = std::make_unique<QueueWire>(model_);
    }
}

void Session::fail(const std::string& what) const { throw Fault(what); }

void Session::tick() {
    wire_->drive();
    model_.settle();
    if (wire_->sample()) {
        if (wire_->received == '\n') {
            said_.push_back(partial_);
            partial_.clear();
        } else {
            partial_ += char(wire_->received);
        }
    }
    quiet_ = resting() ? quiet_ + 1 : 0;
    model_.edge();
}

bool Session::resting() { return !model_.top.busy && wire_->idle(); }

void Session::wait(uint64_t limit) {
    quiet_ = 0;
    for (const uint64_t end = model_.cycle() + limit; quiet_ < QUIET && model_.cycle() < end;)
        tick();
}

void Session::send(Heard byte) {
    wire_->send(byte);
    ++sent_;
    if (reader_.take(byte)) {
        conversation_.hear(reader_.line);
        ++lines_;
    }
}

void Session::ask(const std::string& line) {
    for (const char byte : line + "\n")
        send({uint8_t(byte), false});
    --lines_;
}

std::vector<std::string> Session::take_said() {
    std::vector<std::string> said;
    said.swap(said_);
    return said;
}

void Session::digest() {
    for (const std::string& line : take_said())
        if (!conversation_.say(line))
            fail("it says '" + line + "' in place of " + conversation_.expected());
}

void Session::settle() {
    const uint64_t begun = model_.cycle();
    // The bytes that wait, and the replies to them, have to pass; a search may take its time for every line.
    const uint64_t patience = PATIENCE + sent_ * (SHORT_MS * hardware::CYCLES_PER_MS + 8 * BYTE_CYCLES);
    bool stopped = false;
    for (wait(PATIENCE); quiet_ < QUIET; wait(PATIENCE)) {
        digest();
        if (wire_->idle() && !stopped && conversation_.may_think_beyond(SHORT_MS)) {
            ask("-T");
            stopped = true;
        } else if (model_.cycle() - begun > patience) {
            fail("it is busy for ever; was due: " + conversation_.expected());
        }
    }
    digest();
    if (!partial_.empty())
        fail("it says '" + partial_ + "' without the end of the line");
    if (!conversation_.settle())
        fail("it says nothing more; was due: " + conversation_.expected());
    sent_ = 0;
}

std::vector<std::string> Session::drain() {
    // The end of the last line may have been lost, so that it is busy until it hears another.
    std::vector<std::string> said;
    for (bool more = true; more;) {
        wait(PATIENCE);
        more = quiet_ < QUIET && (!said_.empty() || !wire_->idle());
        for (const std::string& line : take_said())
            said.push_back(line);
    }
    return said;
}

void Session::garbage(uint64_t seed) {
    std::mt19937_64 random(seed);
    double bits = 0;
    for (int level = 0; bits < 80; level = !level) {
        const double length = double(random() % 1000) / 250;
        serial_->hold(level, length);
        bits += length;
    }
    serial_->hold(1, 12);
    wire_->send({'\n', false});
    for (const std::string& line : drain())
        if (!is_error(line))
            fail("it says '" + line + "' to noise");
}

void Session::flood(unsigned count) {
    const std::string state = conversation_.position()->state();
    for (unsigned k = 0; k < count; ++k)
        for (const char byte : {'-', 'S', '\n'})
            wire_->send({uint8_t(byte), false});
    std::vector<std::string> said = drain();
    wire_->send({'\n', false});  // tells of what was lost last
    for (const std::string& line : drain())
        said.push_back(line);
    unsigned answers = 0;
    for (const std::string& line : said) {
        answers += line == state;
        if (line != state && line.rfind("? noise ", 0) != 0)
            fail("it says '" + line + "' to one question too many");
    }
    if (answers < hardware::QUEUE_DEPTH / 3 || answers > count)
        fail("it answers " + std::to_string(answers) + " of " + std::to_string(count) + " questions");
    lines_ += count;
}

void Session::perform(const Event& event) {
    switch (event.kind) {
    case Event::SEND:
        for (const char byte : event.bytes)
            send({uint8_t(byte), false});
        break;
    case Event::DAMAGE:
        for (const char byte : event.bytes)
            if (serial_)
                send({uint8_t(byte), true});
        break;
    case Event::RATE:
        if (serial_)
            serial_->set_error(int(event.number));
        break;
    case Event::BREAK:
        if (serial_) {
            serial_->hold(0, double(std::max<int64_t>(event.number, 10)));
            serial_->hold(1, 1);
            if (reader_.take({0, true}))
                fail("a break ends no line");
        }
        break;
    case Event::GLITCH:
        if (serial_) {
            serial_->hold(0, double(event.number) / 100);
            serial_->hold(1, 1);
        }
        break;
    case Event::PAUSE:
        while (!wire_->idle() && model_.top.busy)
            tick();
        [[fallthrough]];
    case Event::RUN:
        for (int64_t k = 0; k < event.number; ++k)
            tick();
        break;
    case Event::RESET:
        digest();
        model_.top.reset = 1;
        wire_->reset();
        for (unsigned k = 0; k < 4; ++k)
            tick();
        model_.top.reset = 0;
        wire_->reset();  // the rest of a byte that was cut off
        said_.clear();
        partial_.clear();
        reader_.clear();
        conversation_.reset();
        sent_ = 0;
        break;
    case Event::SETTLE:
        if (reader_.pending())  // a line that was begun has to end some time
            send({'\n', false});
        settle();
        ask("-S");
        settle();
        break;
    case Event::LIST:
        ask("-A");
        settle();
        break;
    case Event::GARBAGE:
        if (serial_)
            garbage(uint64_t(event.number));
        break;
    case Event::FLOOD:
        if (serial_)
            flood(unsigned(event.number));
        break;
    default:
        break;
    }
}
