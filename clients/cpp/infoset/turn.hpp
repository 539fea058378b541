// What a bot is shown: the match it plays and the question it must answer. No network in here.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "client.hpp"

namespace infoset {

struct Player {
    std::int64_t seat = 0;
    std::string name;
    bool is_bot = false;
};

// One play of a game as its player knows it: all that stays the same from start to end.
struct Match {
    std::string match_id;
    std::string game;
    std::string rules;
    std::int64_t seat = -1;
    std::vector<Player> players;
    Json options;
    Json consts;
    Json compute;  // what thinking on the server may use; null where there is none
    wire::ClockSpec clock;

    std::size_t seats() const { return players.size(); }
};

// How a match ended. `places` (1 is best, ties share), `scores` and `returns` go by seat.
struct MatchResult {
    std::string reason;
    std::vector<std::int64_t> places;
    std::vector<double> scores;
    std::vector<double> returns;
    std::int64_t seat = -1;

    // The player's own; nothing if the match had none.
    std::optional<std::int64_t> place() const { return own(places); }
    std::optional<double> score() const { return own(scores); }

  private:
    template <class T>
    std::optional<T> own(const std::vector<T> &by_seat) const {
        const auto at = std::size_t(seat);
        return seat >= 0 && at < by_seat.size() ? std::optional(by_seat[at]) : std::nullopt;
    }
};

// One factor of a joint order: every combination of one option per slot is legal.
struct Slot {
    std::string name;
    std::vector<Json> options;
};

// One option per slot of a joint order.
struct Picks {
    std::vector<std::int64_t> of;
};

// What `decide` may return: an index, an action such as Json::list("build", 5) or a typed one, Picks, or
// nothing, which leaves an optional turn unanswered. Checked by Turn::read_answer.
class Answer {
  public:
    template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
    Answer(Number index) : value_(std::int64_t(index)) {}
    Answer(Json action) : value_(std::move(action)) {}
    Answer(Picks picks) : value_(std::move(picks)) {}
    Answer(std::nullopt_t) {}
    // A typed action, such as colonizers::BuildAction.
    template <class Action, std::enable_if_t<traits::HasVerb<Action>::value, int> = 0>
    Answer(const Action &action) : value_(write(action)) {}

    const std::int64_t *index() const { return std::get_if<std::int64_t>(&value_); }
    const Json *action() const { return std::get_if<Json>(&value_); }
    const Picks *picks() const { return std::get_if<Picks>(&value_); }
    bool is_none() const { return value_.index() == 0; }

  private:
    std::variant<std::monostate, std::int64_t, Json, Picks> value_;
};

// A checked answer: exactly one of an index, one option per slot, or a written action.
struct Choice {
    std::optional<std::int64_t> index;
    std::vector<std::int64_t> picks;
    Json action;
    std::optional<std::string> note;  // "fallback: ..." tells the server that the bot has not decided itself
    std::vector<double> value;        // what the bot expects of each seat; empty: nothing

    bool is_same_move(const Choice &other) const;
    bool operator==(const Choice &other) const { return is_same_move(other) && note == other.note && value == other.value; }
    // The choice, played for a bot that has not decided itself: the server is told why.
    Choice instead_of(const std::string &why) const;
    // Sets the fields of an Act, an ActRef or a Proposal.
    template <class Message>
    Message &put(Message &message) const {
        message.index = index;
        message.picks = picks;
        message.action = action;
        return message;
    }
};

// The server's compute for one decision. Its methods wait, so they take time from your clock. They raise
// RequestError: `budget_exhausted`, `stale_decision`, `compute_off`, ...
class Remote {
  public:
    Remote(Client &client, std::string match_id, std::int64_t decision);

    // Samples `k` worlds; equal seeds give equal worlds.
    wire::Worlds determinize(std::int64_t k = 1, std::optional<std::int64_t> seed = std::nullopt);
    // Walks worlds. `match_id` is filled in.
    wire::Sims simulate(wire::Simulate message);
    // Plays worlds out, fresh ones if none are named. `match_id` and `decision` are filled in.
    wire::Rollouts rollout(wire::Rollout message) { return client_.request(about_this(std::move(message))); }
    // The same, begun: returns a number for `finish` and `cancel` of the client.
    std::int64_t begin_rollout(wire::Rollout message) { return client_.begin(about_this(std::move(message))); }
    wire::Rollouts finish_rollout(std::int64_t number) { return read<wire::Rollouts>(client_.finish(number)); }
    void cancel(std::int64_t number) { client_.cancel(number); }
    // Forgets worlds, all of them if none are named.
    void release(std::vector<std::string> worlds = {});

  private:
    wire::Rollout about_this(wire::Rollout message) const;

    Client &client_;
    std::string match_id_;
    std::int64_t decision_;
};

// What a bot says of its act to its owner alone.
struct Remark {
    std::optional<std::string> note;
    std::vector<double> value;
};

// One open decision of one seat.
struct Turn {
    std::shared_ptr<const Match> match;
    std::int64_t decision = 0;
    std::string kind;
    std::optional<std::int64_t> n;  // actions an index can name; nothing: too many, answer with Picks
    std::vector<Json> actions;      // the actions by index, where they can be listed
    std::vector<Slot> slots;        // of a joint order
    std::vector<wire::Param> params;  // further actions, answered in written form
    std::int64_t fallback = 0;        // the index that a missed deadline plays
    Json observation;                 // everything the seat knows now
    std::optional<std::int64_t> deadline_ms;  // time left when the turn arrived; nothing: untimed
    std::vector<std::int64_t> clock_ms;       // the time banks by seat
    bool optional = false;                    // may be left unanswered
    std::optional<std::int64_t> tick;         // simultaneous games: the round being decided
    std::int64_t ver = 0;                     // the version of the position that is shown
    std::shared_ptr<Remote> remote;           // thinking on the server; null where that is not offered
    mutable Remark remark_made;               // see remark
    mutable std::vector<std::string> said;    // see say
    mutable std::vector<std::optional<double>> values;  // of the actions; see weigh

    std::int64_t seat() const { return match->seat; }
    const std::string &game() const { return match->game; }
    bool is_product() const { return !slots.empty(); }

    // The observation in the game's own type: turn.read<colonizers::Observation>(). Raises ProtocolError.
    template <class T>
    T known() const {
        return infoset::read<T>(observation);
    }
    // The legal actions of one type, such as colonizers::BuildAction.
    template <class Action>
    std::vector<Action> actions_as() const {
        std::vector<Action> found;
        for (const Json &action : actions) {
            if (is_told<Action>(action)) found.push_back(infoset::read<Action>(action));
        }
        return found;
    }
    // The legal actions that begin with `verb`.
    std::vector<Json> actions_with(std::string_view verb) const;
    // The position of an action, the first of equals. Raises WrongChoiceError.
    std::int64_t index_of(const Json &action) const;
    // A legal answer drawn uniformly: an index, or Picks where there are too many for an index.
    Answer random_answer(Rng &rng) const;
    // Says something of the act that will answer this turn, to be read in the replay by the bot's owner alone. A note
    // is cut at 500 bytes; `value`, unless it is empty, is the result that the bot expects of each seat, from -1 to 1.
    // Raises std::invalid_argument for any other.
    void remark(const std::string &note, std::vector<double> value = {}) const;
    // Says something to the table just before the act is sent, where the room lets programs talk. It is cut at 300
    // bytes. What the server refuses is logged; the act is sent all the same.
    void say(std::string_view text) const;
    // Notes what the bot thinks of the actions, for whoever looks at its trace (docs/traces.md): a value for each, in
    // their order, nothing where it has none; what is not finite is none. Plays nothing. Raises std::invalid_argument for
    // any other number of values.
    void weigh(std::vector<std::optional<double>> of_actions) const;
    // What a missed deadline would play.
    Choice fallback_choice() const;

    // Checks what a bot returned. Raises WrongChoiceError, which says what was expected.
    Choice read_answer(const Answer &answer) const;

  private:
    std::vector<std::int64_t> read_picks(const Picks &picks) const;
    void read_action(const Json &action, Choice &choice) const;
    std::string answer_text() const;
    std::string legal_text() const;
};

}  // namespace infoset
