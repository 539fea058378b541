#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "wire.hpp"

namespace infoset {

// A message from the server as it came. What nobody asks for is not even looked at, so that new kinds of
// messages do no harm; read<wire::ServerMessage>(plain) reads whichever it is.
struct Incoming {
    Json plain;
    std::uint64_t number = 0;  // its place among all that this client was told

    template <class T>
    bool is() const {
        return is_told<T>(plain);
    }
    // The message as a T; nothing if it is another one. Raises ProtocolError for a wrong field.
    template <class T>
    std::optional<T> as() const {
        return is<T>() ? std::optional<T>(read<T>(plain)) : std::nullopt;
    }
    // The match it is about, empty for none.
    std::string match_id() const { return text_of(plain["match_id"]); }
};

// The server refused a request: `code` is stable, `msg` for people, `data` has the details.
class RequestError : public Error {
  public:
    explicit RequestError(const wire::Error &error);

    bool is(std::string_view wanted) const { return code == wanted; }
    // Is the same request worth another try? An unknown code is judged by its wait alone.
    bool may_pass() const;
    // Why an action is illegal, from what the seat knows; empty for other errors.
    std::string why() const { return text_of(data["why"]); }
    // The field that is wrong and what belongs there, of `bad_message` and `bad_option`.
    std::string path() const { return text_of(data["path"]); }
    std::string want() const { return text_of(data["want"]); }

    std::string code;
    std::string msg;
    Json data;
    std::optional<std::int64_t> retry_ms;

  private:
    static std::string sentence(const wire::Error &error);
};

}  // namespace infoset
