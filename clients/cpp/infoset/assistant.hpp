// Assistants: programs that sit beside a player. `infoset assist -- ./program` runs them.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tracker.hpp"

namespace infoset {

// The 16 signs, which look the same in every game and every client.
enum class Badge { cross, ring, skull, diamond, shield, eye, up, right, down, left, flag, star, question, bolt, lock, coin };

// Collects the drawings of one hook; what it draws replaces what it drew the time before. Anchors are names
// such as `cell:4,7` or `screen:side`; colours are names from the palette (`good`, `danger`, ...) or `#rrggbb`.
class Canvas {
  public:
    using Rows = std::vector<std::pair<std::string, std::string>>;

    void text(const std::string &at, const std::string &words, const std::string &color = "");
    void badge(const std::string &at, Badge badge, const std::string &color = "");
    // A tint, from 0 (cold) to 1 (hot).
    void heat(const std::string &at, double value);
    void arrow(std::vector<std::string> at, const std::string &color = "") { add(wire::DrawingK::arrow, std::move(at), color); }
    void path(std::vector<std::string> at, const std::string &color = "") { add(wire::DrawingK::path, std::move(at), color); }
    void mark(const std::string &at, const std::string &color = "") { add(wire::DrawingK::mark, {at}, color); }
    void ghost(const std::string &at, const std::string &piece, const std::string &color = "");
    // Lines of name and value in a panel.
    void table(const Rows &rows, const std::string &at = "screen:side");
    // What was drawn since this was asked last.
    std::vector<wire::Drawing> take() { return std::exchange(items_, {}); }

  private:
    wire::Drawing &add(wire::DrawingK kind, std::vector<std::string> at, const std::string &color);

    std::vector<wire::Drawing> items_;
};

// Subclass it and fill in hooks. Each hook's drawings replace those of its call before. An exception in a
// hook goes to the owner's log; the others go on.
class Assistant {
  public:
    virtual ~Assistant() = default;

    // A match begins, or is joined; also after a restart of this program.
    virtual void start() {}
    // The owner is asked for a decision. Drawings stay until the next one.
    virtual void every_turn(const Turn &) {}
    // A second has passed; so many since the match was joined.
    virtual void every_second(std::int64_t) {}
    // Something has happened: `events` and `state` are new. Drawings stay until they are replaced.
    virtual void every_change() {}
    virtual void over(const MatchResult &) {}
    // The server has refused what this program asked for; the owner's log says so already.
    virtual void refused(const std::string & /*code*/, const std::string & /*why*/) {}

    // What hooks may look at.
    Canvas draw;
    std::shared_ptr<const Match> match;  // null: none is played
    std::shared_ptr<const Turn> turn;    // null: nothing is asked
    std::vector<Plain> events;           // of the last change
    Json state;                          // everything the seat knows
    std::int64_t seconds = 0;
    std::vector<std::string> rights;

    // Seconds until the deadline of the open decision; nothing where there is none.
    std::optional<double> left_s() const;

    // What hooks may do. They raise WrongChoiceError for an answer that is not legal, or where nothing is asked.

    // A line for the owner's log.
    void log(const std::string &text, const std::string &level = "info");
    // Proposes answers to the open decision, best first; none takes the last suggestion back.
    void suggest(const std::vector<Answer> &answers, const std::string &text = "");
    // Lays orders ready for some slots: slot -> position among its options.
    void stage(const std::map<std::string, std::int64_t> &orders);
    // Plays what is laid ready; needs the right `act`.
    void commit();
    // Answers the open decision; needs the right `act`.
    void act(const Answer &answer);

    // Takes what the supervisor tells, until it goes. Called by run_assistant.
    void serve(Link &link);

  private:
    void take(const Json &plain);

    void follow(const Incoming &incoming);

    // Runs a hook and shows what it draws as a layer, if it has changed; or logs what went wrong in it.
    template <class Work>
    void hook(const std::string &layer, const std::string &until, Work work);

    const Turn &open_turn() const;
    void send_about_match(Json plain);
    void send(const Json &plain);

    Link *link_ = nullptr;
    std::optional<MatchTracker> tracker_;
    std::map<std::string, Json> shown_;  // by layer
    Clock::time_point asked_{};
};

using AssistantFactory = std::function<std::unique_ptr<Assistant>()>;

// The main() of an assistant. Without options it is under a supervisor and talks with it over standard input
// and output. With those of `infoset assist` (`--code ac_...`, `--try crossfire`) it starts that around itself.
int run_assistant(int argc, char **argv, const AssistantFactory &make);

template <class MyAssistant>
int run_assistant(int argc, char **argv) {
    return run_assistant(argc, argv, [] { return std::make_unique<MyAssistant>(); });
}

}  // namespace infoset
