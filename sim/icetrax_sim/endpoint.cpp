#include "endpoint.h"

#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <system_error>
#include <termios.h>
#include <unistd.h>

namespace {

// Unsent bytes beyond which the peer counts as too slow.
constexpr size_t CONGESTION = 1 << 16;

int stop_write_fd = -1;
int lifeline_fd = -1;
volatile sig_atomic_t stopped = 0;

void on_signal(int) {
    stopped = 1;
    const char byte = 0;
    const ssize_t written = ::write(stop_write_fd, &byte, 1);
    (void)written;  // a full pipe already says it
}

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

void set_nonblocking(int fd) {
    const int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0)
        fail("fcntl");
}

void announce(const char* kind, const std::string& name) {
    std::printf("%s %s\n", kind, name.c_str());
    std::fflush(stdout);
}

// What the kinds have in common: unsent bytes, and sleeping.
class Buffered : public Endpoint {
public:
    void write(const uint8_t* data, size_t size) override {
        unsent_.append(reinterpret_cast<const char*>(data), size);
        flush();
    }

    bool congested() const override { return unsent_.size() >= CONGESTION; }

protected:
    // Sends what the peer takes without waiting.
    void flush() {
        size_t done = 0;
        while (done < unsent_.size()) {
            const ssize_t count = send(unsent_.data() + done, unsent_.size() - done);
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0) {
                if (errno != EAGAIN && errno != EWOULDBLOCK) {
                    unsent_.clear();
                    lost();
                    return;
                }
                break;
            }
            done += size_t(count);
        }
        unsent_.erase(0, done);
    }

    // Sleeps until a descriptor is readable, or (with unsent bytes) writable, or the program is to end. -1 is none.
    void sleep(int read_fd, int write_fd) {
        pollfd fds[] = {
            {read_fd, POLLIN, 0},
            {unsent_.empty() ? -1 : write_fd, POLLOUT, 0},
            {stop_fd, POLLIN, 0},
            {lifeline_fd, POLLIN, 0},
        };
        if (poll(fds, 4, -1) < 0 && errno != EINTR)
            fail("poll");
        flush();
    }

    virtual ssize_t send(const char* data, size_t size) = 0;

    // The peer does not take bytes any more, and never will.
    virtual void lost() = 0;

    std::string unsent_;
};

// A read that says 0 for nothing now, and calls `end` at the end.
template <class End>
size_t read_some(int fd, uint8_t* data, size_t room, End end) {
    const ssize_t count = ::read(fd, data, room);
    if (count > 0)
        return size_t(count);
    if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        end();
    return 0;
}

// Standard input is polled rather than made non-blocking: that would change it for everybody who has it open.
class Stdio final : public Buffered {
public:
    size_t read(uint8_t* data, size_t room) override {
        if (ended_ || !ready(STDIN_FILENO, POLLIN))
            return 0;
        return read_some(STDIN_FILENO, data, room, [this] { ended_ = true; });
    }

    bool rest() override {
        if (gone_ || (ended_ && unsent_.empty()))
            return false;
        sleep(ended_ || congested() ? -1 : STDIN_FILENO, STDOUT_FILENO);
        return true;
    }

private:
    static bool ready(int fd, short events) {
        pollfd one = {fd, events, 0};
        return poll(&one, 1, 0) > 0;
    }

    ssize_t send(const char* data, size_t size) override {
        // A pipe that is ready takes PIPE_BUF bytes (4096 here) without waiting.
        if (!ready(STDOUT_FILENO, POLLOUT)) {
            errno = EAGAIN;
            return -1;
        }
        return ::write(STDOUT_FILENO, data, size < 4096 ? size : 4096);
    }

    void lost() override { ended_ = gone_ = true; }

    bool ended_ = false;
    bool gone_ = false;
};

class Pty final : public Buffered {
public:
    Pty() {
        master_ = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (master_ < 0 || grantpt(master_) < 0 || unlockpt(master_) < 0)
            fail("cannot make a pseudo terminal");
        char name[128];
        if (ptsname_r(master_, name, sizeof name) != 0)
            fail("ptsname_r");
        // Open for as long as the program runs, so that the line survives its clients.
        slave_ = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
        termios settings;
        if (slave_ < 0 || tcgetattr(slave_, &settings) < 0)
            fail(name);
        cfmakeraw(&settings);
        if (tcsetattr(slave_, TCSANOW, &settings) < 0)
            fail(name);
        set_nonblocking(master_);
        announce("pty", name);
    }

    ~Pty() override {
        close(slave_);
        close(master_);
    }

    size_t read(uint8_t* data, size_t room) override {
        return read_some(master_, data, room, [] { throw std::runtime_error("the pseudo terminal has gone"); });
    }

    // The old bytes are those that nobody will miss: whoever would read them has gone, or is far behind.
    void write(const uint8_t* data, size_t size) override {
        flush();
        if (Buffered::congested())
            unsent_.clear();
        Buffered::write(data, size);
    }

    bool congested() const override { return false; }

    bool rest() override {
        sleep(master_, master_);
        return true;
    }

private:
    ssize_t send(const char* data, size_t size) override { return ::write(master_, data, size); }

    void lost() override {}

    int master_, slave_;
};

class Tcp final : public Buffered {
public:
    explicit Tcp(uint16_t port) {
        listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (listener_ < 0)
            fail("socket");
        const int on = 1;
        setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) < 0 || listen(listener_, 8) < 0) {
            if (errno == EADDRINUSE)
                throw PortInUse{port};
            fail("cannot listen");
        }
        socklen_t size = sizeof address;
        getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
        announce("tcp", std::to_string(ntohs(address.sin_port)));
    }

    ~Tcp() override {
        drop();
        close(listener_);
    }

    size_t read(uint8_t* data, size_t room) override {
        if (client_ < 0 || ended_)
            accept_next();
        if (client_ < 0 || ended_)
            return 0;
        return read_some(client_, data, room, [this] { ended_ = true; });
    }

    bool congested() const override { return client_ >= 0 && Buffered::congested(); }

    bool rest() override {
        // Whoever has closed its sending half has had all its answers by now.
        if (ended_ && unsent_.empty())
            drop();
        sleep(client_ < 0 || ended_ ? listener_ : congested() ? -1 : client_, client_);
        return true;
    }

private:
    void accept_next() {
        const int next = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (next < 0)
            return;
        drop();
        client_ = next;
        const int on = 1;
        setsockopt(client_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }

    void drop() {
        if (client_ >= 0)
            close(client_);
        client_ = -1;
        ended_ = false;
        unsent_.clear();
    }

    ssize_t send(const char* data, size_t size) override {
        if (client_ < 0)
            return ssize_t(size);  // nobody listens
        return ::send(client_, data, size, MSG_NOSIGNAL);
    }

    void lost() override { drop(); }

    int listener_;
    int client_ = -1;
    bool ended_ = false;  // the client sends no more
};

}  // namespace

int stop_fd = -1;

bool stop_requested() {
    if (!stopped && lifeline_fd >= 0) {
        pollfd one = {lifeline_fd, POLLIN, 0};
        char byte;
        if (poll(&one, 1, 0) > 0 && ::read(lifeline_fd, &byte, 1) <= 0)
            stopped = 1;
    }
    return stopped;
}

void watch_for_stop(bool lifeline) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
        fail("pipe");
    stop_fd = ends[0];
    stop_write_fd = ends[1];
    if (lifeline)
        lifeline_fd = STDIN_FILENO;
    struct sigaction action{};
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
}

std::unique_ptr<Endpoint> make_stdio() { return std::make_unique<Stdio>(); }

std::unique_ptr<Endpoint> make_pty() { return std::make_unique<Pty>(); }

std::unique_ptr<Endpoint> make_tcp(uint16_t port) { return std::make_unique<Tcp>(port); }
