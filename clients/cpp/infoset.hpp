// Infoset for C++: bots, watchers and assistants for an Infoset server. C++17 and POSIX.
//
// This header declares everything; what it declares is compiled once, from infoset/infoset.cpp:
//
//     g++ -std=c++17 -O2 -c infoset/infoset.cpp
//     g++ -std=c++17 -O2 -o my_bot my_bot.cpp infoset.o
//
// With OpenSSL at hand it speaks TLS (infosets://) and logs in with keys, with wslay it speaks WebSocket, too:
//
//     g++ -std=c++17 -O2 -DINFOSET_TLS -DINFOSET_WEBSOCKET -c infoset/infoset.cpp
//     g++ -std=c++17 -O2 -o my_bot my_bot.cpp infoset.o -lwslay -lssl -lcrypto
//
// Everything is single-threaded: a Client reads while you wait for something and not otherwise. What goes
// wrong on purpose is an Error; the whole family stands in infoset/errors.hpp. README.md has the way in.

#pragma once

#include "infoset/assistant.hpp"
#include "infoset/bot.hpp"
#include "infoset/catan.hpp"
#include "infoset/client.hpp"
#include "infoset/colonizers.hpp"
#include "infoset/crossfire.hpp"
#include "infoset/decisions.hpp"
#include "infoset/host.hpp"
#include "infoset/log.hpp"
#include "infoset/program.hpp"
#include "infoset/turn.hpp"
