#include "generator.h"

#include <algorithm>

#include "hardware.h"

namespace {

// Bytes of one round: what the player's queue takes, with the session's own line behind them.
constexpr size_t ROUND_BYTES = hardware::QUEUE_DEPTH - 64;

// Cycles of the short game that is reset, on the queues and on the pins.
constexpr uint64_t RESET_WITHIN = 15'000, RESET_WITHIN_SERIAL = 60'000;

// Cycles after a line of the short game, on the queues and on the pins: as long as it thinks, or as it sends a state.
constexpr uint64_t MOMENT_WITHIN = 2'000, MOMENT_WITHIN_SERIAL = 5'000;

using Lines = std::vector<std::string>;

const Lines GAME{"-L 1", "-W", "-S", "-M @0+", "-B", "@0/", "-U", "-A", "-P 2", "-G"};

// The console's lines: those that leave the game alone, those that begin another, and those with an argument.
const Lines GENTLE{"-T", "-N", "-S", "-U", "-A", "-G"};
const Lines BEGINNINGS{"-I", "-W", "-B"};
const Lines SETTINGS{"-X trax", "-X loop", "-X 8x8", "-X mini", "-V 0", "-V 1", "-V 2", "-D 0",
                     "-D 1",    "-D 2",    "-D 31",  "-D 32",   "-P 0", "-P 1", "-P 2", "-P 5",
                     "-P 32",   "-L 0",    "-L 1",   "-L 2",    "-L 3", "-L 1000", "-L 1048576"};

Lines console() {
    Lines lines{"@0/", "@1+", "-M @0/", "-M @1+"};
    for (const Lines& more : {GENTLE, BEGINNINGS, SETTINGS})
        lines.insert(lines.end(), more.begin(), more.end());
    return lines;
}

std::string text_of(const Lines& lines, size_t from, size_t to) {
    std::string text;
    for (size_t k = from; k < to; ++k)
        text += lines[k] + "\n";
    return text;
}

size_t bytes_of(const std::vector<Event>& events) {
    size_t total = 0;
    for (const Event& event : events)
        total += event.bytes.size() + 1;
    return total;
}

}  // namespace

Generator::Generator(uint64_t seed, Plan plan, uint64_t number) : random_(seed), plan_(plan), number_(number) {
    serial_ = chance(8);
    grows_ = chance(3);
    rounds_ = plan != ANYTHING ? 1 : serial_ ? 20 : 60;
}

std::string Generator::move(const Position& position) {
    if (!position.moves().empty() && !chance(6))
        return any(position.moves());
    std::string name;
    const auto columns = unsigned(position.board().columns()), rows = unsigned(position.board().rows());
    for (uint64_t column = chance(10) ? below(2000) : below(columns + 3); column > 0; column = (column - 1) / 26)
        name.insert(name.begin(), char('A' + (column - 1) % 26));
    return (name.empty() ? "@" : name) + std::to_string(chance(10) ? below(1u << below(40)) : below(rows + 3)) +
           "+/\\"[below(3)];
}

std::string Generator::command(const Position& position) {
    switch (below(grows_ ? 16 : 8)) {
    case 0:
        return any(SETTINGS);
    case 1:
    case 2:
        return any(grows_ || chance(2) ? GENTLE : BEGINNINGS);
    case 3:
    case 4:
        return move(position);
    default:
        return "-M " + move(position);
    }
}

std::string Generator::noise(size_t most) {
    std::string text;
    for (size_t left = below(most + 1); left > 0; --left)
        text += char(below(256));
    return text;
}

std::string Generator::mutated(std::string text) {
    for (uint64_t times = 1 + below(3); times > 0; --times) {
        const size_t at = below(text.size() + 1);
        switch (below(5)) {
        case 0:
            text.insert(at, 1, char(below(256)));
            break;
        case 1:
            text.insert(at, 1, " -+/\\@AZ019\r"[below(12)]);
            break;
        case 2:
            if (at < text.size())
                text[at] = char(text[at] ^ 1 << below(8));
            break;
        case 3:
            if (at < text.size())
                text.erase(at, 1);
            break;
        default:
            text.insert(at, text.substr(below(text.size() + 1), below(4)));
        }
    }
    return text;
}

std::string Generator::line(const Position& position) {
    switch (below(12)) {
    case 0:
        return noise(20) + "\n";
    case 1:
        return mutated(command(position)) + "\n";
    case 2: {
        const std::string command = this->command(position);
        // around the most characters that a line may have, and far beyond
        const size_t length = chance(2) ? hardware::LINE_CAPACITY - 2 + below(5) : below(200);
        return command + std::string(length > command.size() ? length - command.size() : 0, " 0A-"[below(4)]) + "\n";
    }
    case 3:
        return std::string("\n\n\r\n\r\r\n").substr(below(7));
    case 4:
        return command(position) + "\r\n";
    default:
        return command(position) + "\n";
    }
}

void Generator::say(std::vector<Event>& events, const std::string& text) {
    if (!serial_ || chance(3)) {
        events.push_back({Event::SEND, text, 0});
        return;
    }
    const size_t at = below(text.size() + 1);
    events.push_back({Event::SEND, text.substr(0, at), 0});
    switch (below(6)) {
    case 0:
        events.push_back({Event::DAMAGE, chance(2) ? noise(3) : text.substr(at, 1), 0});
        break;
    case 1:
        events.push_back({Event::BREAK, "", int64_t(10 + below(60))});
        break;
    case 2:
        events.push_back({Event::GLITCH, "", int64_t(1 + below(35))});
        break;
    case 3:
        events.push_back({Event::RATE, "", int64_t(below(40'001)) - 20'000});
        break;
    case 4:
        events.push_back({Event::RATE, "", chance(2) ? 20'000 : -20'000});
        break;
    default:
        events.push_back({Event::PAUSE, "", int64_t(below(3'000))});
    }
    events.push_back({Event::SEND, text.substr(at), 0});
}

void Generator::settings(std::vector<Event>& events) {
    std::string text = "-L " + std::to_string(1 + below(3)) + "\n";
    if (chance(4))
        text += "-V 1\n";
    if (chance(4))
        text += "-D " + std::to_string(1 + below(3)) + "\n";
    if (chance(4))
        text += any(std::vector<std::string>{"-X loop\n", "-X 8x8\n"});
    events.push_back({Event::SEND, text, 0});
    events.push_back({Event::SETTLE, "", 0});
}

void Generator::reset_game(std::vector<Event>& events) {
    const std::string game = text_of(GAME, 0, GAME.size());
    events.push_back({Event::SEND, game, 0});
    events.push_back({Event::RUN, "", int64_t(below(serial_ ? RESET_WITHIN_SERIAL : RESET_WITHIN))});
    events.push_back({Event::RESET, "", 0});
    events.push_back({Event::SETTLE, "", 0});
    events.push_back({Event::LIST, "", 0});
    events.push_back({Event::SEND, game, 0});
    events.push_back({Event::SETTLE, "", 0});
    events.push_back({Event::LIST, "", 0});
}

void Generator::moment(std::vector<Event>& events) {
    static const Lines CONSOLE = console();
    const size_t step = number_ / CONSOLE.size() % GAME.size();
    events.push_back({Event::SEND, text_of(GAME, 0, step), 0});
    events.push_back({Event::SETTLE, "", 0});
    events.push_back({Event::SEND, text_of(GAME, step, step + 1), 0});
    events.push_back({Event::PAUSE, "", int64_t(below(serial_ ? MOMENT_WITHIN_SERIAL : MOMENT_WITHIN))});
    events.push_back({Event::SEND, CONSOLE[number_ % CONSOLE.size()] + "\n", 0});
    events.push_back({Event::SETTLE, "", 0});
    events.push_back({Event::LIST, "", 0});
    events.push_back({Event::SEND, text_of(GAME, step + 1, GAME.size()), 0});
    events.push_back({Event::SETTLE, "", 0});
    events.push_back({Event::LIST, "", 0});
}

std::vector<Event> Generator::next(const Position& position) {
    --rounds_;
    std::vector<Event> events;
    if (plan_ != ANYTHING) {
        plan_ == MOMENT ? moment(events) : reset_game(events);
        return events;
    }
    if (first_)
        settings(events);
    first_ = false;
    static const std::vector<std::string> SEARCHES{"-W\n", "-G\n", "-P 2\n", "-P 6\n"};
    switch (below(10)) {
    case 0:
    case 1:
    case 2: {  // something while it thinks
        const std::string& legal = position.moves().empty() ? "-W" : any(position.moves());
        say(events, chance(2) ? legal + "\n" : any(SEARCHES));
        for (uint64_t times = 1 + below(4); times > 0; --times) {
            const uint64_t wait = chance(2) ? below(300) : below(3 * hardware::CYCLES_PER_MS);
            events.push_back({Event::PAUSE, "", int64_t(wait)});
            say(events, chance(4) ? any(std::vector<std::string>{"-W\n", "-B\n", "-T\n"}) : line(position));
        }
        break;
    }
    case 3:
    case 4:
    case 5:  // without a pause
        for (uint64_t times = 2 + below(20); times > 0; --times) {
            const std::string text = line(position);
            if (bytes_of(events) + text.size() < ROUND_BYTES)
                say(events, text);
        }
        break;
    default:
        say(events, line(position));
    }
    if (chance(100)) {
        events.push_back({Event::RUN, "", int64_t(below(3'000))});
        events.push_back({Event::RESET, "", 0});
        settings(events);
    }
    events.push_back({Event::SETTLE, "", 0});
    if (chance(20))
        events.push_back({Event::LIST, "", 0});
    if (serial_ && chance(20)) {
        events.push_back({Event::GARBAGE, "", int64_t(below(1u << 30))});
        events.push_back({Event::SETTLE, "", 0});
    }
    if (serial_ && chance(200)) {
        events.push_back({Event::FLOOD, "", int64_t(300 + below(300))});
        events.push_back({Event::SETTLE, "", 0});
    }
    return events;
}
