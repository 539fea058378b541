#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bot.hpp"

namespace infoset {

// What a bot decides is not what a test of it expects.
class DecisionError : public Error {
  public:
    using Error::Error;
};

// What an answer stands for, as text. Raises WrongChoiceError.
std::string spell_answer(const Turn &turn, const Answer &answer);

// The messages of a trace, as `infoset replay --trace` and `infoset bot --trace` write it.
std::vector<Incoming> read_trace(const std::string &path);

// Asserts that a bot, on the seat of a trace, decides on `action` where `ver` is `ply`: for tests. The bot is made
// anew, and told and asked everything that came before, whatever it answers; so it knows what it knew then. `action`
// is whatever `decide` may return. Raises DecisionError, which says what the bot decides instead, or where near
// that ply something is asked.
void assert_decision(const BotFactory &make, const std::string &path, std::int64_t ply, const Answer &action);

}  // namespace infoset
