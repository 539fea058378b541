// The whole library in one piece, for those who build it by hand:
//
//     g++ -std=c++17 -O2 -c infoset/infoset.cpp
//
// A program of one file may include this instead of infoset.hpp, and links nothing.

#include "../infoset.hpp"

#include "address.cpp"
#include "assistant.cpp"
#include "channel.cpp"
#include "client.cpp"
#include "codec.cpp"
#include "decisions.cpp"
#include "framing.cpp"
#include "host.cpp"
#include "json.cpp"
#include "key.cpp"
#include "link.cpp"
#include "log.cpp"
#include "message.cpp"
#include "pace.cpp"
#include "program.cpp"
#include "seat.cpp"
#include "secure.cpp"
#include "trace.cpp"
#include "tracker.cpp"
#include "turn.cpp"
#include "websocket.cpp"
