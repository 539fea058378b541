#pragma once

#include <chrono>
#include <cstdint>
#include <random>

namespace infoset {

using Rng = std::mt19937_64;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

Rng make_rng();

// Chance picks each wait between nothing and a bound that doubles from `first_s` to `longest_s`, so that
// a hall full of clients does not come back all at the same moment.
struct Backoff {
    double first_s = 0.25;
    double longest_s = 10.0;
    int attempts = 0;

    // The wait before the next attempt; what the server has asked for comes on top.
    double next_wait_s(Rng &rng, double asked_s = 0.0);
    void reset() { attempts = 0; }
};

// Keeps a client below the rate the server allows: a bucket of tokens. A rate of 0 is no limit.
struct Throttle {
    double rate = 0, burst = 0, tokens = 0, filled_s = 0;

    // Starts anew for what a server announced, a little below it: acknowledgements count too.
    void allow(std::int64_t msgs_per_s, double now_s);
    // Takes one message out; returns how many seconds to wait before sending it.
    double take(double now_s);
};

}  // namespace infoset
