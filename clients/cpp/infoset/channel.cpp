#include "channel.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iostream>

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "errors.hpp"
#include "secure.hpp"

namespace infoset {

Clock::time_point in_s(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(seconds));
}

bool wait_for(int socket, short events, Clock::time_point until) {
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
        pollfd waiting{socket, events, 0};
        const int ready = ::poll(&waiting, 1, int(std::clamp<long long>(left + 1, 0, 1 << 30)));
        if (ready > 0) return true;
        if (ready == 0 || errno != EINTR) return false;
    }
}

// A connected socket. Raises ConnectError.
static int connect_to(const Address &address, double timeout_s) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *found = nullptr;
    const int status = ::getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found);
    if (status != 0) throw ConnectError(address.text() + ": " + ::gai_strerror(status));
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> guard(found, ::freeaddrinfo);
    std::string reason = "no address";
    for (const addrinfo *one = found; one != nullptr; one = one->ai_next) {
        const int socket = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
        if (socket < 0) continue;
        const timeval patience{time_t(timeout_s), 0};
        const int on = 1;
        ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);  // bounds connect(), too
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (::connect(socket, one->ai_addr, one->ai_addrlen) == 0) return socket;
        reason = errno == EINPROGRESS ? "no answer" : std::strerror(errno);
        ::close(socket);
    }
    throw ConnectError(address.text() + ": " + reason);
}

Channel::Channel(int reads, int writes) : reads_(reads), writes_(writes), room_(new char[ROOM]) {}

Channel::~Channel() {
    ::close(reads_);
    if (writes_ != reads_) ::close(writes_);
}

std::unique_ptr<Channel> Channel::dial(const Address &address, double timeout_s, const std::string &ca_file) {
    const int socket = connect_to(address, timeout_s);
    auto channel = std::make_unique<Channel>(socket, socket);
    if (!address.is_tls) return channel;
    try {
        channel->secure_ = std::make_unique<Secure>(socket, address.host, ca_file, timeout_s);
    } catch (const LinkClosed &closed) {
        throw ConnectError(address.text() + ": " + closed.reason);
    }
    return channel;
}

std::unique_ptr<Channel> Channel::stdio() {
    std::cout.flush();
    std::fflush(stdout);
    const int input = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    const int output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (input < 0 || output < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        throw ConnectError(std::string("standard input and output: ") + std::strerror(errno));
    }
    return std::make_unique<Channel>(input, output);
}

void Channel::write(std::string_view bytes) {
    if (secure_ && !bytes.empty()) return secure_->write(bytes);
    while (!bytes.empty()) {
        ssize_t count = ::send(writes_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count < 0 && errno == ENOTSOCK) count = ::write(writes_, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) throw LinkClosed{std::strerror(errno), {}, 0};
        if (count > 0) bytes.remove_prefix(std::size_t(count));
    }
}

std::string_view Channel::read(Clock::time_point until) {
    if (secure_) return secure_->read(room_.get(), ROOM, until);
    while (wait_for(reads_, POLLIN, until)) {
        const ssize_t count = ::read(reads_, room_.get(), ROOM);
        if (count == 0) throw LinkClosed{"the connection was closed", {}, 0};
        if (count > 0) return {room_.get(), std::size_t(count)};
        if (errno != EINTR) throw LinkClosed{std::strerror(errno), {}, 0};
    }
    return {};
}

}  // namespace infoset
