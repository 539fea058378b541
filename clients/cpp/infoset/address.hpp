#pragma once

#include <string>

#include "codec.hpp"

namespace infoset {

// Where a server is, and how to talk to it:
//
//     infoset://host:port   TCP; port 7421 unless given; also without the scheme; infosets:// under TLS
//     ws://host:port/path   WebSocket; ports 80 and 443 and the path /v1 unless given; wss:// under TLS
//     ...+msgpack://        the same in that encoding; +json, which is the usual one, may be said, too
//     stdio:                the messages of one match on standard input and output, behind `infoset bridge --mode json`
struct Address {
    std::string host;
    std::string port;
    std::string path;  // of a WebSocket
    bool is_tls = false;
    bool is_stdio = false;
    bool is_websocket = false;
    Encoding encoding = Encoding::json;

    // Host and port.
    std::string place() const;
    // What was dialled, as a key signs it, whatever it goes over.
    std::string dialled() const;
    std::string text() const;
    // May a secret token go this way: under TLS, or without leaving this machine?
    bool can_carry_token() const;

    // Raises AddressError, which says what was expected.
    static Address parse(const std::string &text);
};

// By its name, `json` or `msgpack`. Raises AddressError.
Encoding read_encoding(const std::string &name);

}  // namespace infoset
