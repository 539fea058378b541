#pragma once

#include <memory>

#include "address.hpp"
#include "channel.hpp"
#include "framing.hpp"

namespace infoset {

// Shakes hands over a fresh channel, and frames what comes then by RFC 6455: wslay does that, pings, fragments and
// goodbyes included. Raises ConnectError where the server does not want to, AddressError in a library that was built
// without INFOSET_WEBSOCKET.
std::unique_ptr<Framing> open_websocket(Channel &channel, const Address &address, double timeout_s);

}  // namespace infoset
