// Throws faults at the player's line, and shortens the session in which it errs.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "generator.h"
#include "session.h"

namespace {

constexpr const char* HELP =
    "usage: fuzz [--lines N] [--resets N] [--moments N] [--seed S] [--shorten T]\n"
    "       fuzz --replay FILE [--shorten T]\n"
    "\n"
    "  --lines N      lines in sessions of anything (20000)\n"
    "  --resets N     resets within a short game, each at some cycle of it (200)\n"
    "  --moments N    console lines within a short game, each after one of its lines, at some cycle (360)\n"
    "  --seed S       seed of all that is random (1)\n"
    "  --shorten T    seconds for shortening a session that shows a fault (300)\n"
    "  --replay FILE  does what the file says instead, one event a line, as printed for a failure\n";

using Events = std::vector<Event>;

void print(const Events& events) {
    for (const Event& event : events) {
        std::printf("%s", name_of(event.kind));
        if (event.kind == Event::SEND || event.kind == Event::DAMAGE) {
            std::putchar(' ');
            for (const char byte : event.bytes)
                std::printf("%02x", uint8_t(byte));
            std::printf("  ; ");
            for (const char byte : event.bytes)
                std::putchar(byte >= ' ' && byte < 0x7f ? byte : '?');
        } else if (event.number) {
            std::printf(" %lld", static_cast<long long>(event.number));
        }
        std::putchar('\n');
    }
}

Events read(std::istream& file) {
    Events events;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line.substr(0, line.find(';')));
        std::string kind, value;
        if (!(words >> kind))
            continue;
        words >> value;
        Event event{Event::KINDS, "", 0};
        for (int k = 0; k < Event::KINDS; ++k)
            if (kind == name_of(Event::Kind(k)))
                event.kind = Event::Kind(k);
        if (event.kind == Event::KINDS)
            throw std::runtime_error("unknown event '" + kind + "'");
        if (event.kind == Event::SEND || event.kind == Event::DAMAGE)
            for (size_t k = 0; k + 1 < value.size(); k += 2)
                event.bytes += char(std::stoi(value.substr(k, 2), nullptr, 16));
        else if (!value.empty())
            event.number = std::stoll(value);
        events.push_back(event);
    }
    return events;
}

// What goes wrong, or nothing.
std::string replay(const Events& events) {
    try {
        Session session(!events.empty() && events[0].kind == Event::SERIAL);
        for (const Event& event : events)
            session.perform(event);
        session.perform({Event::SETTLE, "", 0});
        session.perform({Event::LIST, "", 0});
    } catch (const Fault& fault) {
        return fault.what();
    }
    return "";
}

// Leaves out events, then bytes, as long as something goes wrong, and for no longer than so many seconds.
Events shortened(Events events, uint64_t seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    const auto fails = [&](const Events& fewer) {
        return std::chrono::steady_clock::now() < end && !replay(fewer).empty();
    };
    const size_t first = !events.empty() && events[0].kind == Event::SERIAL;
    for (size_t chunk = std::max<size_t>(events.size() / 2, 1);; chunk = std::max<size_t>(chunk / 2, 1)) {
        bool smaller = false;
        for (size_t from = first; from < events.size();) {
            Events fewer(events);
            fewer.erase(fewer.begin() + long(from), fewer.begin() + long(std::min(from + chunk, events.size())));
            if (fails(fewer)) {
                events = fewer;
                smaller = true;
            } else {
                from += chunk;
            }
        }
        if (chunk == 1 && !smaller)
            break;
    }
    for (size_t k = 0; k < events.size(); ++k) {
        for (size_t at = 0; at < events[k].bytes.size();) {
            Events fewer(events);
            fewer[k].bytes.erase(at, 1);
            if (fails(fewer))
                events = fewer;
            else
                ++at;
        }
    }
    return events;
}

int explain(const Events& events, const std::string& fault, uint64_t seconds) {
    std::printf("FAULT: %s\n", fault.c_str());
    if (replay(events).empty()) {
        std::printf("the events alone do not show it: repeat with this seed\n");
        return 1;
    }
    const Events few = shortened(events, seconds);
    std::printf("shortest, for --replay:\n");
    print(few);
    std::printf("%s\n", replay(few).c_str());
    return 1;
}

struct Totals {
    uint64_t lines = 0, cycles = 0, sessions = 0, kinds[Event::KINDS] = {};
};

// Runs a session to its end or to a fault, which is told and explained: false.
bool run(Generator& generator, Totals& totals, uint64_t seconds) {
    Events done;
    try {
        const bool serial = generator.serial();
        Session session(serial);
        if (serial)
            done.push_back({Event::SERIAL, "", 0});
        while (generator.more()) {
            for (const Event& event : generator.next(*session.position())) {
                done.push_back(event);
                ++totals.kinds[event.kind];
                session.perform(event);
            }
        }
        totals.lines += session.lines();
        totals.cycles += session.cycles();
        ++totals.sessions;
        return true;
    } catch (const Fault& fault) {
        explain(done, fault.what(), seconds);
        return false;
    }
}

struct Options {
    uint64_t lines = 20'000, resets = 200, moments = 360, seed = 1, shorten = 300;
};

int fuzz(const Options& options) {
    const auto begun = std::chrono::steady_clock::now();
    Totals totals;
    std::printf("seed %llu\n", static_cast<unsigned long long>(options.seed));
    const auto report = [&](const char* end) {
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        std::printf("%llu lines in %llu sessions, %llu cycles, %.0f s%s\n",
                    static_cast<unsigned long long>(totals.lines), static_cast<unsigned long long>(totals.sessions),
                    static_cast<unsigned long long>(totals.cycles), seconds, end);
    };
    // Sessions of one plan, until there are enough of them or of lines.
    const auto run_all = [&](Generator::Plan plan, const char* name, uint64_t sessions, uint64_t lines) {
        const uint64_t before = totals.lines;
        for (uint64_t k = 0; k < sessions && totals.lines - before < lines; ++k) {
            Generator generator(options.seed * 1'000'003 + k, plan, k);
            if (!run(generator, totals, options.shorten)) {
                std::printf("in %s %llu of seed %llu\n", name, static_cast<unsigned long long>(k),
                            static_cast<unsigned long long>(options.seed));
                return false;
            }
            if (k % 1000 == 999)
                report("");
        }
        return true;
    };
    if (!run_all(Generator::RESET_GAME, "reset", options.resets, UINT64_MAX) ||
        !run_all(Generator::MOMENT, "moment", options.moments, UINT64_MAX) ||
        !run_all(Generator::ANYTHING, "session", UINT64_MAX, options.lines))
        return 1;
    report(", no fault");
    std::printf("events:");
    for (int k = 0; k < Event::KINDS; ++k)
        if (totals.kinds[k])
            std::printf(" %s %llu", name_of(Event::Kind(k)), static_cast<unsigned long long>(totals.kinds[k]));
    std::putchar('\n');
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    Options options;
    std::string file;
    for (int k = 1; k < argc; ++k) {
        const std::string option = argv[k];
        if (option == "--help") {
            std::fputs(HELP, stdout);
            return 0;
        }
        uint64_t* number = option == "--lines"     ? &options.lines
                           : option == "--resets"  ? &options.resets
                           : option == "--moments" ? &options.moments
                           : option == "--seed"    ? &options.seed
                           : option == "--shorten" ? &options.shorten
                                                   : nullptr;
        if (k + 1 == argc || (!number && option != "--replay")) {
            std::fprintf(stderr, "fuzz: unknown option, or no value for it: '%s'\n", option.c_str());
            return 2;
        }
        const std::string value = argv[++k];
        if (!number) {
            file = value;
            continue;
        }
        char* end;
        *number = std::strtoull(value.c_str(), &end, 10);
        if (value.empty() || *end) {
            std::fprintf(stderr, "fuzz: %s needs a number, not '%s'\n", option.c_str(), value.c_str());
            return 2;
        }
    }
    if (file.empty())
        return fuzz(options);
    std::ifstream stream(file);
    if (!stream) {
        std::fprintf(stderr, "fuzz: cannot read %s\n", file.c_str());
        return 2;
    }
    try {
        const Events events = read(stream);
        const std::string fault = replay(events);
        if (fault.empty()) {
            std::puts("no fault");
            return 0;
        }
        return explain(events, fault, options.shorten);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fuzz: %s: %s\n", file.c_str(), error.what());
        return 2;
    }
}
