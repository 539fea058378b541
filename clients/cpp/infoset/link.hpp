#pragma once

#include <memory>
#include <optional>
#include <string>

#include "address.hpp"
#include "channel.hpp"
#include "codec.hpp"
#include "framing.hpp"

namespace infoset {

// Moves messages: over TCP or WebSocket, plain or under TLS, or over standard input and output.
class Link {
  public:
    // JSON lines over two descriptors, which may be the same.
    Link(int reads, int writes);
    Link(std::unique_ptr<Channel> channel, std::unique_ptr<Framing> framing, Encoding encoding);

    // Connects as the address says; `ca_file` (or nothing) is trusted beside the usual authorities. Raises
    // ConnectError.
    static std::unique_ptr<Link> dial(const Address &address, double timeout_s, const std::string &ca_file = "");
    // Takes standard input and output for messages; what is printed from now on goes to standard error.
    static std::unique_ptr<Link> stdio();

    // Sends one message. Raises LinkClosed.
    void send(const Json &message);
    // The next message, null for a keep-alive; nothing where none came in time. Raises LinkClosed, and ProtocolError
    // for a payload that is no message.
    std::optional<Json> receive(double timeout_s);
    // Says goodbye and waits a moment for the answer, where the transport has such a thing.
    void close();

  private:
    std::unique_ptr<Channel> channel_;
    std::unique_ptr<Framing> framing_;
    Encoding encoding_;
};

}  // namespace infoset
