#include "host.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "log.hpp"

namespace infoset {

void Tally::add(const MatchResult &result) {
    ++matches;
    if (result.place()) {
        places.push_back(*result.place());
    } else {
        ++without_result;
    }
}

std::string Tally::text() const {
    std::string text = "played " + count(matches, "match", "matches");
    if (!places.empty()) {
        double sum = 0;
        for (const auto place : places) sum += double(place);
        std::array<char, 32> average{};
        std::snprintf(average.data(), average.size(), "%.2f", sum / double(places.size()));
        const auto first = int(std::count(places.begin(), places.end(), 1));
        text += ": " + count(first, "first place", "first places") + ", average place " + average.data();
    }
    if (without_result > 0) text += (places.empty() ? ": " : ", ") + std::to_string(without_result) + " without a result";
    return text;
}

std::string Tally::count(int number, const std::string &one, const std::string &many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

std::string Tally::faults_text(const Faults &faults) {
    std::string text;
    const auto add = [&text](int number, const char *one, const char *many) {
        if (number > 0) text += (text.empty() ? "; " : ", ") + count(number, one, many);
    };
    add(faults.exceptions, "exception", "exceptions");
    add(faults.wrong_answers, "wrong answer", "wrong answers");
    add(faults.missed, "missed decision", "missed decisions");
    return text;
}

std::string result_text(const Match &match, const MatchResult &result) {
    std::string text = match.game + " " + match.match_id + " seat " + std::to_string(match.seat);
    if (!result.place()) return text + ": no result (" + result.reason + ")";
    std::array<char, 32> score{};
    std::snprintf(score.data(), score.size(), "%g", result.score().value_or(0));
    return text + ": place " + std::to_string(*result.place()) + " of " + std::to_string(result.places.size()) +
           ", score " + score.data() + " (" + result.reason + ")";
}

Host::Host(Client &client, BotFactory make, Plan plan, std::function<void(const BotSeat &)> on_result)
    : client_(client), make_(std::move(make)), plan_(std::move(plan)), on_result_(std::move(on_result)) {}

void Host::run() {
    take_seat();
    while (!is_fulfilled()) {
        try {
            route(client_.receive());
        } catch (const ProtocolError &error) {
            Log::get().warn(std::string("a message of the server was passed over: ") + error.what());
        }
        if (refusal_ && seats_.empty() && !is_fulfilled()) throw *refusal_;
    }
}

void Host::take_seat() {
    if (!plan_.room.empty()) {
        join();
    } else if (!plan_.ladder.empty()) {
        enter();
    } else {
        seek_more();
    }
}

void Host::enter() {
    wire::LadderRegister entry;
    entry.ladder = plan_.ladder;
    entry.name = client_.welcome().name;
    if (!plan_.version.empty()) entry.version = plan_.version;
    entry.kind = wire::PlayerKind::bot;
    wire::LadderQueue queue;
    queue.ladder = plan_.ladder;
    queue.parallel = std::clamp(plan_.tables, 1, MAX_TABLES);
    if (plan_.matches != 0) queue.games = plan_.matches - done_;
    try {
        queue.entry = client_.request(entry).data["entry"].as_string();
    } catch (const ConnectionLostError &) {
        if (!client_.is_connected()) throw;
        return;  // the next welcome enters anew
    }
    insist(queue);
}

void Host::queue_again() {
    try {
        enter();
    } catch (const RequestError &refused) {
        refusal_ = refused;
    }
}

void Host::seek_more() {
    if (plan_.game.empty()) return;
    wire::Seek seek;
    seek.game = plan_.game;
    seek.seats = plan_.seats;
    seek.fill_ms = plan_.fill_ms;
    try {
        while (is_wanted() && insist(seek)) {
            seeks_ = sought() + 1;
            sought_in_ = client_.welcome().session;
        }
    } catch (const RequestError &error) {
        const bool is_enough = error.is(wire::code::BUSY) && sought() + int(seats_.size()) > 0;
        if (!is_enough) throw;  // else more when one of them is over
    }
}

bool Host::is_wanted() const {
    const int at_once = sought() + int(seats_.size());
    const bool is_left = plan_.matches == 0 || done_ + at_once < plan_.matches;
    return is_left && at_once < std::clamp(plan_.tables, 1, MAX_TABLES);
}

template <class Request>
bool Host::insist(const Request &message) {
    try {
        client_.request(message);
        return true;
    } catch (const ConnectionLostError &) {
        if (!client_.is_connected()) throw;
        return false;
    }
}

void Host::join() {
    wire::Join join;
    join.room = plan_.room;
    if (!plan_.code.empty()) join.code = plan_.code;
    join.seat = plan_.seat;
    if (!plan_.seat) join.any_seat = true;
    join.ready = true;
    insist(join);
}

void Host::route(const Incoming &incoming) {
    if (const auto start = incoming.as<wire::MatchStart>()) {
        open(*start, incoming.plain);
    } else if (incoming.is<wire::Welcome>()) {
        if (!client_.welcome().resumed) look_after_seats();
    } else if (const auto error = incoming.as<wire::Error>()) {
        // What becomes of our entry names the match by which that came, which may be over.
        const bool is_of_entry = !error->re && error->code == wire::code::WRONG_STATE && !plan_.ladder.empty();
        if (!error->match_id || is_of_entry) Log::get().warn("the server says: " + clean(error->msg) + " (" + error->code + ")");
        if (is_of_entry) queue_again();
    }
    const auto found = seats_.find(incoming.match_id());
    if (found == seats_.end()) return;
    found->second->take(incoming);
    if (found->second->result) finish(found->first);
}

void Host::open(const wire::MatchStart &start, const Json &plain) {
    if (start.role != wire::MatchStartRole::player || seats_.count(start.match_id) > 0) return;
    auto trace = plan_.trace.empty() ? nullptr : std::make_unique<Trace>(plan_.trace, plain);
    seats_[start.match_id] = std::make_unique<BotSeat>(read_match(start), make_, client_, std::move(trace));
    seeks_ = std::max(0, sought() - 1);
    seek_more();
}

void Host::finish(const std::string &match_id) {
    const auto seat = std::move(seats_.at(match_id));
    seats_.erase(match_id);
    ++done_;
    on_result_(*seat);
    if (is_played()) return;
    if (plan_.room.empty()) {
        seek_more();
    } else {
        wire::Ready ready;
        ready.room = plan_.room;
        insist(ready);
    }
}

void Host::look_after_seats() {
    std::vector<std::string> gone;
    for (const auto &[match_id, seat] : seats_) {
        wire::Sync sync;
        sync.match_id = match_id;
        try {
            client_.request(sync);
        } catch (const RequestError &refused) {
            // The next hall of a cluster may be there before it has all matches of the last one.
            if (!refused.may_pass()) gone.push_back(match_id);
        }
    }
    for (const auto &match_id : gone) {
        Log::get().warn("match " + match_id + " went on without us");
        finish_without_result(match_id);
    }
    const bool is_seated = !plan_.room.empty() && !seats_.empty();
    if (!is_seated && !is_played()) take_seat();
}

void Host::finish_without_result(const std::string &match_id) {
    const auto seat = std::move(seats_.at(match_id));
    seats_.erase(match_id);
    seat->result = MatchResult{"went on without us", {}, {}, {}, seat->match->seat};
    ++done_;
    on_result_(*seat);
}

}  // namespace infoset
