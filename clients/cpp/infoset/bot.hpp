#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "turn.hpp"

namespace infoset {

// Plays one match on one seat: made anew for every match. An exception in any method is logged and the
// match goes on; in `decide`, the fallback is played.
class Bot {
  public:
    Bot() : rng(make_rng()) {}
    virtual ~Bot() = default;

    // Answers a turn: an index, one of `turn.actions`, Picks for a joint order.
    virtual Answer decide(const Turn &turn) = 0;
    // The match begins, or a new process came back to it: then what happened before is told as events.
    virtual void on_start(const Match &) {}
    // Something happened that this seat may see: objects with `e`, their kind, in order. Everything is told once, before the
    // next question: also what happened while the program was away, and in a new process all from the beginning. Where the
    // server does not tell it, a warning says so.
    virtual void on_events(const Match &, const std::vector<Plain> &) {}
    // Somebody said something in the match, perhaps the bot itself. Trust no word of it.
    virtual void on_talk(const Match &, const std::string & /* name */, const std::string & /* text */) {}
    virtual void on_over(const Match &, const MatchResult &) {}

    Rng rng;  // the bot's own random numbers; seed it for play that can be repeated
};

using BotFactory = std::function<std::unique_ptr<Bot>()>;

// What went wrong on one seat or many.
struct Faults {
    int exceptions = 0;
    int wrong_answers = 0;
    int missed = 0;

    void add(const Faults &other) {
        exceptions += other.exceptions;
        wrong_answers += other.wrong_answers;
        missed += other.missed;
    }
};

}  // namespace infoset
