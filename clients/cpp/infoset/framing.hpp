#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "codec.hpp"
#include "errors.hpp"

namespace infoset {

// Where payloads begin and end in a stream of bytes.
class Framing {
  public:
    virtual ~Framing() = default;

    // The bytes that carry a payload.
    virtual std::string wrap(std::string_view payload) = 0;
    // Takes in bytes of the other side, cut anywhere.
    virtual void feed(std::string_view bytes) = 0;
    // The next complete payload, an empty one for a keep-alive; nothing if there is none yet. Raises ProtocolError
    // (`frame_too_big`) for one that is too long, complete or not.
    virtual std::optional<std::string> next() = 0;
    // What the other side is owed for what it has sent: answers to pings.
    virtual std::string owed() { return {}; }
    // The bytes of a goodbye that is answered; none where there is no such thing.
    virtual std::string goodbye() { return {}; }
};

// Lines, for JSON. An empty line is a keep-alive.
class LineCutter : public Framing {
  public:
    explicit LineCutter(std::size_t max_bytes = MAX_FRAME_BYTES) : max_bytes_(max_bytes) {}

    std::string wrap(std::string_view payload) override { return std::string(payload) + "\n"; }
    void feed(std::string_view bytes) override { begun_.append(bytes); }
    std::optional<std::string> next() override;

  private:
    [[noreturn]] void fail() const;

    std::size_t max_bytes_;
    std::string begun_;
    std::size_t searched_ = 0;
};

// Four bytes of length in front, for msgpack. A length of zero is a keep-alive.
class LengthCutter : public Framing {
  public:
    explicit LengthCutter(std::size_t max_bytes = MAX_FRAME_BYTES) : max_bytes_(max_bytes) {}

    std::string wrap(std::string_view payload) override;
    void feed(std::string_view bytes) override { begun_.append(bytes); }
    std::optional<std::string> next() override;

  private:
    std::size_t max_bytes_;
    std::string begun_;
};

// What a connection over TCP is cut by.
std::unique_ptr<Framing> make_framing(Encoding encoding, std::size_t max_bytes = MAX_FRAME_BYTES);

}  // namespace infoset
