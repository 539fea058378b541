#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "address.hpp"
#include "pace.hpp"

namespace infoset {

// A link has ended; `code` is the close code where the server gave one. The client sees to it.
struct LinkClosed {
    std::string reason;
    std::optional<std::int64_t> code;
    double wait_s = 0;
};

class Secure;

// Moves bytes: over TCP, plain or under TLS, or over standard input and output.
class Channel {
  public:
    // Owns both descriptors, which may be the same.
    Channel(int reads, int writes);
    Channel(const Channel &) = delete;
    Channel &operator=(const Channel &) = delete;
    ~Channel();

    // Connects over TCP, under TLS where the address says so; `ca_file` (or nothing) is trusted beside the usual
    // authorities. Raises ConnectError.
    static std::unique_ptr<Channel> dial(const Address &address, double timeout_s, const std::string &ca_file);
    // Takes standard input and output; what is printed from now on goes to standard error. Raises ConnectError.
    static std::unique_ptr<Channel> stdio();

    // Sends all. Raises LinkClosed.
    void write(std::string_view bytes);
    // Some bytes, nothing where none came in time. Raises LinkClosed.
    std::string_view read(Clock::time_point until);

  private:
    static constexpr std::size_t ROOM = 65536;

    int reads_;
    int writes_;
    std::unique_ptr<char[]> room_;    // what was read last
    std::unique_ptr<Secure> secure_;  // nothing: the bytes go as they are
};

Clock::time_point in_s(double seconds);

}  // namespace infoset
