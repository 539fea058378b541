#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "bot.hpp"
#include "trace.hpp"
#include "tracker.hpp"

namespace infoset {

// What is being thrown, as a sentence. Call it in a `catch`.
std::string current_exception_text();

// One bot on one seat of one match: shows it every turn, checks its answers, survives its mistakes.
class BotSeat {
  public:
    BotSeat(const std::shared_ptr<const Match> &played, const BotFactory &make, Client &client,
            std::unique_ptr<Trace> trace = nullptr);

    // Takes one message about the match and calls the bot. Raises what ends the connection for good, CommandError where
    // the trace cannot be written.
    void take(const Incoming &incoming);

    const std::shared_ptr<const Match> match;
    std::optional<MatchResult> result;
    Faults faults;

  private:
    static constexpr int MAX_TRIES = 5;  // of one request that the server is too busy for
    static constexpr std::int64_t VERSIONS = 100;  // asked for at a time, so that usually one part holds them

    // Runs the bot's code; false where it raised.
    template <class Work>
    bool guard(const std::string &what, Work work);
    template <class Work>
    void call(const std::string &hook, Work work);

    void tell(const Happened &happened);

    // Tells what happened while nobody here was told: the server is asked for the match as its seat saw it, up to now.
    void catch_up(const Behind &behind);
    // The same where the server tells it. Only the first part of an answer is looked at, since that is all that comes
    // through a bridge; the rest is asked for anew.
    void tell_all(const Behind &behind);

    void note_missed(const Missed &missed);

    void answer(const Turn &asked);

    // The bot's choice, or the fallback if it has none; nothing leaves an optional turn open.
    std::optional<Choice> decide(const Turn &turn);

    // Sends what the bot says to the table.
    void say(const Turn &turn);

    void act(const Turn &turn, const Choice &choice);

    void refused(const Turn &turn, const Choice &choice, const RequestError &error);

    // Sends a request, again and again where the server is too busy for it.
    template <class Request>
    typename Request::Reply patiently(const Request &message);

    void close(const Turn &turn);
    std::string name() const;

    MatchTracker tracker_;
    Client &client_;
    std::unique_ptr<Trace> trace_;  // nothing: nobody wants one
    std::unique_ptr<Bot> bot_;
    std::map<std::int64_t, std::optional<Choice>> choices_;  // not known to be accepted yet
};

}  // namespace infoset
