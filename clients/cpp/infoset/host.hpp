#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "seat.hpp"

namespace infoset {

// Which seats to take, and what is kept of the matches. With neither `game` nor `room`, those that the server gives, or
// the one on stdio.
struct Plan {
    std::string game;
    std::optional<std::int64_t> seats;
    std::optional<std::int64_t> fill_ms;
    int tables = 1;  // matches of the game or the ladder that are sought or played at the same time
    std::string room;
    std::optional<std::int64_t> seat;
    std::string code;
    std::string ladder;   // is entered with an entry under the name of its user, for rated matches
    std::string version;  // of that entry: another one begins anew
    int matches = 1;      // in all; 0: until stopped
    std::string trace;    // the folder for a trace of what the bot sees, thinks and does, a file for each match
};

// Counts results and says them in words.
struct Tally {
    int matches = 0;
    int without_result = 0;
    std::vector<std::int64_t> places;

    void add(const MatchResult &result);
    // `played 10 matches: 4 first places, average place 1.90`
    std::string text() const;
    static std::string count(int number, const std::string &one, const std::string &many);
    // `; 3 exceptions, 1 wrong answer`, nothing if all went well.
    static std::string faults_text(const Faults &faults);
};

// `colonizers m_5xT2 seat 2: place 1 of 4, score 38 (finished)`
std::string result_text(const Match &match, const MatchResult &result);

// Plays by a plan, one bot object per match: Host(client, make, plan).run().
class Host {
  public:
    Host(Client &client, BotFactory make, Plan plan, std::function<void(const BotSeat &)> on_result);

    static constexpr int MAX_TABLES = 64;

    // Plays until the plan is fulfilled. Raises RequestError if the server refuses a seat,
    // ConnectionLostError and its like if the connection ends before that, CommandError where a trace cannot be
    // written. Several matches take turns on this one thread: while a bot thinks, the others wait.
    void run();

  private:
    // Are as many matches over as the plan wants?
    bool is_played() const { return plan_.matches != 0 && done_ >= plan_.matches; }
    // Others may run then, from before the program was started: they are seen through.
    bool is_fulfilled() const { return is_played() && seats_.empty(); }

    void take_seat();

    // Makes the entry of the plan, and queues it for the matches that are left.
    void enter();

    // Our entry may be off the queue; one that is benched ends the plan, behind the matches that it still plays.
    void queue_again();

    // Seeks until as many matches are played or sought as the plan wants.
    void seek_more();

    bool is_wanted() const;

    // Matches that are sought and have not begun; a new session knows nothing of earlier ones.
    int sought() const { return sought_in_ == client_.welcome().session ? seeks_ : 0; }

    // A request that is made anew at the next welcome where it got lost; was it answered?
    template <class Request>
    bool insist(const Request &message);

    void join();

    void route(const Incoming &incoming);

    void open(const wire::MatchStart &start, const Json &plain);

    void finish(const std::string &match_id);

    // A new session: what was sought is forgotten, and matches may have ended while nobody listened.
    void look_after_seats();

    void finish_without_result(const std::string &match_id);

    Client &client_;
    BotFactory make_;
    Plan plan_;
    std::function<void(const BotSeat &)> on_result_;
    std::map<std::string, std::unique_ptr<BotSeat>> seats_;
    int seeks_ = 0;
    std::string sought_in_;  // the session that knows of them
    int done_ = 0;
    std::optional<RequestError> refusal_;  // why our entry plays no more
};

}  // namespace infoset
