// Runs the compiled hardware: its clock, its serial line, and what there is to observe.

#include <cerrno>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <limits>
#include <string>
#include <unistd.h>
#include <vector>

#include "endpoint.h"
#include "hardware.h"
#include "link.h"
#include "model.h"

namespace {

constexpr uint64_t NEVER = std::numeric_limits<uint64_t>::max();

// Cycles between two looks at the world outside.
constexpr unsigned CHUNK = 1024;

// Cycles for which nothing must have moved before the clock is stopped.
constexpr unsigned QUIET = 2048;

// Bytes read ahead of the serial line.
constexpr size_t READ_AHEAD = 4096;

enum ExitStatus { OK = 0, FAILED = 1, USAGE = 2, CYCLE_LIMIT = 3 };

constexpr const char* HELP =
    "usage: icetrax-sim (--stdio | --pty | --tcp PORT) [options]\n"
    "\n"
    "  --stdio               serial line on standard input and output; ends after the end of input\n"
    "  --pty                 serial line on a new pseudo terminal; prints \"pty DEVICE\" first\n"
    "  --tcp PORT            serial line on a port of 127.0.0.1 (0: any); prints \"tcp PORT\" first\n"
    "  --link bit|byte       bit: 8N1 on the hardware's pins (default); byte: whole bytes into its queues\n"
    "  --baud N              bits a second with --link bit\n"
    "  --noise N             with --link bit: every Nth byte goes in without its stop bit\n"
    "  --cycles N            stop after N clock cycles, with exit status 3\n"
    "  --trace F[:FROM[:TO]] write the cycles from FROM up to TO to the VCD file F\n"
    "  --stamps FILE         write \"rx CYCLE\" for each line taken in, \"tx CYCLE\" for each line sent\n"
    "  --stamps-fd FD        the same, to an open file\n"
    "  --stats               at the end, print cycles and speed to standard error\n"
    "  --lifeline            with --pty and --tcp: end when standard input is closed\n";

struct UsageError {
    std::string message;
};

struct Options {
    enum { NONE, STDIO, PTY, TCP } endpoint = NONE;
    uint16_t port = 0;
    bool byte_link = false;
    unsigned divisor = hardware::DIVISOR;
    uint64_t noise = 0;
    uint64_t cycles = NEVER;
    std::string trace;
    uint64_t trace_from = 0, trace_to = NEVER;
    std::string stamps;
    int stamps_fd = -1;
    bool stats = false;
    bool lifeline = false;
};

uint64_t number(const std::string& option, const std::string& text, uint64_t least, uint64_t most) {
    char* end;
    errno = 0;
    const uint64_t value = std::strtoull(text.c_str(), &end, 10);
    if (text.empty() || text[0] < '0' || text[0] > '9' || *end || errno || value < least || value > most)
        throw UsageError{option + " needs a number from " + std::to_string(least) + " to " + std::to_string(most) +
                         ", not '" + text + "'"};
    return value;
}

void parse_trace(Options& options, std::string text) {
    std::vector<std::string> window;
    for (size_t colon; window.size() < 2 && (colon = text.rfind(':')) != std::string::npos;) {
        const std::string tail = text.substr(colon + 1);
        if (tail.empty() || tail.find_first_not_of("0123456789") != std::string::npos)
            break;
        window.insert(window.begin(), tail);
        text.resize(colon);
    }
    if (text.empty())
        throw UsageError{"--trace needs the name of a file"};
    options.trace = text;
    if (window.size() > 0)
        options.trace_from = number("--trace FROM", window[0], 0, NEVER);
    if (window.size() > 1)
        options.trace_to = number("--trace TO", window[1], options.trace_from, NEVER);
    if (!TRACE)
        throw UsageError{"this program was built without tracing"};
}

unsigned divisor_for(uint64_t baud) {
    const double divisor = double(hardware::CLOCK_HZ) / double(baud);
    const unsigned rounded = unsigned(divisor + 0.5);
    if (rounded < hardware::MIN_DIVISOR || rounded > 0xffff)
        throw UsageError{"--baud " + std::to_string(baud) + " cannot be made from a clock of " +
                         std::to_string(hardware::CLOCK_HZ) + " Hz"};
    return rounded;
}

Options parse(int argc, char** argv) {
    Options options;
    for (int k = 1; k < argc; ++k) {
        const std::string option = argv[k];
        const auto value = [&]() -> std::string {
            if (++k == argc)
                throw UsageError{option + " needs a value"};
            return argv[k];
        };
        const auto select = [&](decltype(options.endpoint) endpoint) {
            if (options.endpoint != Options::NONE)
                throw UsageError{"only one of --stdio, --pty and --tcp can be given"};
            options.endpoint = endpoint;
        };
        if (option == "--stdio") {
            select(Options::STDIO);
        } else if (option == "--pty") {
            select(Options::PTY);
        } else if (option == "--tcp") {
            select(Options::TCP);
            options.port = uint16_t(number(option, value(), 0, 0xffff));
        } else if (option == "--link") {
            const std::string link = value();
            if (link != "bit" && link != "byte")
                throw UsageError{"--link must be bit or byte, not '" + link + "'"};
            options.byte_link = link == "byte";
        } else if (option == "--baud") {
            options.divisor = divisor_for(number(option, value(), 1, hardware::CLOCK_HZ));
        } else if (option == "--noise") {
            options.noise = number(option, value(), 1, NEVER);
        } else if (option == "--cycles") {
            options.cycles = number(option, value(), 1, NEVER);
        } else if (option == "--trace") {
            parse_trace(options, value());
        } else if (option == "--stamps") {
            options.stamps = value();
        } else if (option == "--stamps-fd") {
            options.stamps_fd = int(number(option, value(), 0, std::numeric_limits<int>::max()));
        } else if (option == "--stats") {
            options.stats = true;
        } else if (option == "--lifeline") {
            options.lifeline = true;
        } else if (option == "--help") {
            std::fputs(HELP, stdout);
            std::exit(OK);
        } else {
            throw UsageError{"unknown option '" + option + "'"};
        }
    }
    if (options.endpoint == Options::NONE)
        throw UsageError{"one of --stdio, --pty and --tcp is needed"};
    if (options.noise && options.byte_link)
        throw UsageError{"--noise does not go with --link byte"};
    if (options.lifeline && options.endpoint == Options::STDIO)
        throw UsageError{"--lifeline does not go with --stdio"};
    return options;
}

std::unique_ptr<Endpoint> open_endpoint(const Options& options) {
    switch (options.endpoint) {
    case Options::PTY:
        return make_pty();
    case Options::TCP:
        return make_tcp(options.port);
    default:
        return make_stdio();
    }
}

// When lines went in and came out. Each is written as a whole and at once, so that a reader never sees a part of one.
class Stamps {
public:
    explicit Stamps(const Options& options) : fd_(options.stamps_fd) {
        if (options.stamps.empty())
            return;
        fd_ = open(options.stamps.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (fd_ < 0)
            throw UsageError{"cannot write " + options.stamps + ": " + std::strerror(errno)};
    }

    void write(const char* kind, uint64_t cycle) {
        if (fd_ < 0)
            return;
        char line[40];
        const int size = std::snprintf(line, sizeof line, "%s %" PRIu64 "\n", kind, cycle);
        if (::write(fd_, line, size_t(size)) != size)
            throw std::runtime_error(std::string("cannot write a stamp: ") + std::strerror(errno));
    }

private:
    int fd_;
};

class Stopwatch {
public:
    void start() {
        running_ = true;
        begun_ = Clock::now();
    }

    void stop() {
        if (running_)
            seconds_ += std::chrono::duration<double>(Clock::now() - begun_).count();
        running_ = false;
    }

    double seconds() const { return seconds_; }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point begun_;
    bool running_ = false;
    double seconds_ = 0;
};

// Runs the clock until there will be no more input, or the limit is reached, or the program is told to end.
template <class Link>
ExitStatus serve(const Options& options, Model& model, Link& link, Endpoint& endpoint, Stamps& stamps,
                 Stopwatch& awake) {
    Feed feed([&](uint64_t cycle) { stamps.write("rx", cycle); });
    std::vector<uint8_t> sent;
    unsigned quiet = 0;  // cycles since something moved
    awake.start();
    while (!stop_requested()) {
        if (feed.bytes.empty()) {
            uint8_t data[READ_AHEAD];
            const size_t size = endpoint.read(data, sizeof data);
            feed.bytes.insert(feed.bytes.end(), data, data + size);
            if (size > 0)
                quiet = 0;
        }
        if (quiet >= QUIET || endpoint.congested()) {
            awake.stop();
            if (!endpoint.rest())
                return OK;
            awake.start();
            continue;
        }
        for (unsigned k = 0; k < CHUNK; ++k) {
            if (model.cycle() == options.cycles) {
                endpoint.write(sent.data(), sent.size());
                std::fprintf(stderr, "icetrax-sim: stopped at the limit of %" PRIu64 " cycles\n", options.cycles);
                return CYCLE_LIMIT;
            }
            link.drive(feed);
            model.settle();
            if (link.sample()) {
                sent.push_back(link.received);
                if (link.received == '\n') {
                    stamps.write("tx", model.cycle());
                    endpoint.write(sent.data(), sent.size());
                    sent.clear();
                }
            }
            quiet = model.top.busy || link.active() ? 0 : quiet + 1;
            model.edge();
        }
        if (!sent.empty()) {
            endpoint.write(sent.data(), sent.size());
            sent.clear();
        }
    }
    return OK;
}

ExitStatus run(const Options& options) {
    watch_for_stop(options.lifeline);
    Stamps stamps(options);
    Model model(options.trace, options.trace_from, options.trace_to);
    const std::unique_ptr<Endpoint> endpoint = open_endpoint(options);
    Stopwatch awake;
    ExitStatus status;
    if (options.byte_link) {
        ByteLink link(model);
        status = serve(options, model, link, *endpoint, stamps, awake);
    } else {
        BitLink link(model, options.divisor, options.noise);
        status = serve(options, model, link, *endpoint, stamps, awake);
    }
    if (options.stats) {
        awake.stop();
        std::fprintf(stderr, "%" PRIu64 " cycles, %.3f s awake, %.3f M cycles/s\n", model.cycle(), awake.seconds(),
                     double(model.cycle()) / awake.seconds() / 1e6);
    }
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(parse(argc, argv));
    } catch (const UsageError& error) {
        std::fprintf(stderr, "icetrax-sim: %s\n", error.message.c_str());
        return USAGE;
    } catch (const PortInUse& error) {
        std::fprintf(stderr, "icetrax-sim: port %u is in use: choose another, or 0 for any free one\n", error.port);
        return USAGE;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "icetrax-sim: %s\n", error.what());
        return FAILED;
    }
}
