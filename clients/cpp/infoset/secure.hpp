#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "pace.hpp"

struct ssl_ctx_st;  // OpenSSL's SSL_CTX and SSL
struct ssl_st;

namespace infoset {

// Waits until a socket can be read from (POLLIN) or written to (POLLOUT); false where it takes too long.
bool wait_for(int socket, short events, Clock::time_point until);

// TLS over a connected socket, which it does not close. The certificate must be trusted, and be for the host.
// Without INFOSET_TLS there is none, and the constructor says what is missing.
class Secure {
  public:
    // Shakes hands. `ca_file` (or nothing) is trusted beside the usual authorities. Raises CommandError for a bad
    // one, LinkClosed where the server is not trusted.
    Secure(int socket, const std::string &host, const std::string &ca_file, double timeout_s);

    // Sends all. Raises LinkClosed.
    void write(std::string_view data);
    // Some bytes, nothing where the time is over. Raises LinkClosed.
    std::string_view read(char *data, std::size_t size, Clock::time_point until);

  private:
    void shake_hands(Clock::time_point until);
    bool is_worth_waiting(int done, Clock::time_point until);

    int socket_;
    double timeout_s_;
    std::shared_ptr<ssl_ctx_st> context_;
    std::shared_ptr<ssl_st> session_;
};

}  // namespace infoset
