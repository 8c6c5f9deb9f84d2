// Where the bytes of the serial line come from and go to outside the simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

// File descriptor that becomes readable when the program has been told to end, and whether it has been.
extern int stop_fd;
bool stop_requested();

// Catches SIGINT and SIGTERM, and ignores SIGPIPE. With `lifeline`, the end of standard input also tells it to end.
void watch_for_stop(bool lifeline);

class Endpoint {
public:
    virtual ~Endpoint() = default;

    // Takes up to `room` bytes that have come; never waits.
    virtual size_t read(uint8_t* data, size_t room) = 0;

    // Sends bytes, at once if the peer takes them. What it does not take is kept.
    virtual void write(const uint8_t* data, size_t size) = 0;

    // The peer is so slow that the simulation has to wait for it: `rest` sleeps until it has caught up.
    virtual bool congested() const = 0;

    // The simulated hardware has nothing to do, or has to wait. Sleeps until there is something to read, or until the
    // peer has taken more, or until the program has been told to end. Returns false if no input can ever come any more.
    virtual bool rest() = 0;
};

// Standard input and output. After the end of input `rest` returns false.
std::unique_ptr<Endpoint> make_stdio();

// A new pseudo terminal; prints "pty DEVICE". Clients may come and go. Bytes that nobody reads are lost at last, as on
// any serial line.
std::unique_ptr<Endpoint> make_pty();

// A TCP server on the loopback interface; prints "tcp PORT". One client at a time, the next one when it has gone.
// Port 0 takes any free one. Throws PortInUse.
std::unique_ptr<Endpoint> make_tcp(uint16_t port);

struct PortInUse {
    uint16_t port;
};
