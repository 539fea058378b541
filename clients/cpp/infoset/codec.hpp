#pragma once

#include <string>
#include <string_view>

#include "json.hpp"

namespace infoset {

enum class Encoding { json, msgpack };

// The bytes of a message.
std::string encode(const Json &message, Encoding encoding);

// The message in a payload. Raises ProtocolError (`bad_frame`) for everything the protocol does not allow.
Json decode(std::string_view payload, Encoding encoding);

}  // namespace infoset
