// Follows one match through its messages and says what they mean for its player. Pure.
//
//     absent --your_turn, snapshot--> open --turn_closed, timeout, match_over--> closed
//                                       |
//                                       +--answered, accepted--> closed

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "turn.hpp"

namespace infoset {

struct Asked {
    std::shared_ptr<const Turn> turn;  // the same one may be asked again after a reconnect
};
struct Happened {
    std::vector<Plain> events;
    std::int64_t ver = 0;  // of the view afterwards
};
// What changed in the versions behind `told`, up to `ver`, was told to nobody here: the program was away, or is new.
struct Behind {
    std::int64_t told;
    std::int64_t ver;
};
// Somebody said something in the match.
struct Talked {
    std::string name;
    std::string text;
};
// A decision of this seat closed without an answer we know of. `is_away`: while there was no connection.
struct Missed {
    std::int64_t decision;
    std::string why;
    bool is_away;
};
struct Over {
    MatchResult result;
};
using Happening = std::variant<Asked, Happened, Behind, Talked, Missed, Over>;

std::shared_ptr<const Match> read_match(const wire::MatchStart &start);

class MatchTracker {
  public:
    explicit MatchTracker(std::shared_ptr<const Match> followed) : match(std::move(followed)) {}

    bool is_open(std::int64_t decision) const { return open_.count(decision) > 0; }
    // `decision` is closed: it was answered and taken, or it is too late for that.
    void close(std::int64_t decision) { open_.erase(decision); }
    // The server has accepted an answer, by when `arrived` messages had come: what they ask is old.
    void note_accepted(std::int64_t decision, std::uint64_t arrived) { accepted_[decision] = arrived; }

    // Takes in one message about this match. What it does not know it skips.
    std::vector<Happening> take(const Incoming &message);

    const std::shared_ptr<const Match> match;

  private:
    // A snapshot lists all open decisions: others are closed, missed while nobody looked.
    std::vector<Happening> take_snapshot(const wire::Snapshot &snapshot);

    template <class Question>
    std::vector<Happening> ask(const Question &asked, const Json &obs,
                               const std::optional<std::vector<std::int64_t>> &clock, std::optional<std::int64_t> tick,
                               std::int64_t ver);

    std::vector<Happening> miss(std::int64_t decision, const std::string &why, bool is_away);

    std::set<std::int64_t> open_;
    std::map<std::int64_t, std::uint64_t> accepted_;  // how many messages had arrived then
    std::int64_t told_ = 0;                           // the version up to which it is known what happened
    std::uint64_t number_ = 0;                        // of the message that is taken in
};

}  // namespace infoset
