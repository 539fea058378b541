#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace infoset {

constexpr int PROTOCOL_MAJOR = 1;
constexpr const char *OLD_KEY_LOGIN =
    "it speaks protocol 1.0, which has a key sign what could be used at other servers: use a token";
constexpr int DEFAULT_PORT = 7421;
constexpr std::int64_t MAX_INTEGER = 9007199254740991;  // 2^53 - 1: what every language can hold
constexpr std::size_t MAX_FRAME_BYTES = 1 << 20;        // of one message, either way
constexpr int MAX_DEPTH = 17;                           // of objects and lists, the message included
constexpr std::size_t MAX_ENTRIES = 4096;               // of one list or object

// What goes wrong on purpose. what() is a sentence for the person at the terminal.
//
//   Error                  root of the family
//     AddressError         the server's address cannot be read, or not be used from here
//     ConnectError         the server cannot be reached, or does not speak the protocol
//     LoginError           the server was reached and said no
//     ConnectionLostError  the connection is gone for good
//     RequestError         the server answered a request with `error`
//     ReplyTimeoutError    the server did not answer a request in time
//     WrongChoiceError     what a bot returned is no answer to its turn
//     ProtocolError        bytes that are no message, or a message with a wrong field
//     CommandError         the command line or a file named there cannot be used

class Error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

class AddressError : public Error {
    using Error::Error;
};

class ConnectError : public Error {
    using Error::Error;
};

class LoginError : public Error {
  public:
    LoginError(const std::string &error, const std::string &msg)
        : Error("the server refused the login: " + msg + " (" + error + ")"), code(error) {}

    std::string code;  // of the server's error
};

class ConnectionLostError : public Error {
  public:
    explicit ConnectionLostError(const std::string &msg, std::optional<std::int64_t> closed = std::nullopt)
        : Error(msg), code(closed) {}

    std::optional<std::int64_t> code;  // the close code, where there was one
};

class ReplyTimeoutError : public Error {
    using Error::Error;
};

class WrongChoiceError : public Error {
    using Error::Error;
};

class CommandError : public Error {
    using Error::Error;
};

// `path` names the field to blame, with dots between names and positions; empty where no field is.
class ProtocolError : public Error {
  public:
    ProtocolError(const std::string &error, const std::string &field, const std::string &wanted)
        : Error(error + ": " + (field.empty() ? "" : field + ": ") + "expected " + wanted), code(error), path(field),
          want(wanted) {}

    ProtocolError inside(const std::string &name) const {
        return {code, path.empty() ? name : name + "." + path, want};
    }

    std::string code;
    std::string path;
    std::string want;
};

}  // namespace infoset
