#include "seat.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>
#include <utility>

#include "log.hpp"

namespace infoset {

std::string current_exception_text() {
    try {
        throw;
    } catch (const std::exception &error) {
        return error.what();
    } catch (...) {
        return "something that is no std::exception";
    }
}

BotSeat::BotSeat(const std::shared_ptr<const Match> &played, const BotFactory &make, Client &client,
                 std::unique_ptr<Trace> trace)
    : match(played), tracker_(played), client_(client), trace_(std::move(trace)) {
    guard("the bot's constructor", [&] { bot_ = make(); });
    call("on_start", [&] { bot_->on_start(*match); });
}

void BotSeat::take(const Incoming &incoming) {
    for (const Happening &happening : tracker_.take(incoming)) {
        if (const auto *asked = std::get_if<Asked>(&happening)) {
            answer(*asked->turn);
        } else if (const auto *happened = std::get_if<Happened>(&happening)) {
            tell(*happened);
        } else if (const auto *behind = std::get_if<Behind>(&happening)) {
            catch_up(*behind);
        } else if (const auto *talked = std::get_if<Talked>(&happening)) {
            call("on_talk", [&] { bot_->on_talk(*match, talked->name, talked->text); });
        } else if (const auto *missed = std::get_if<Missed>(&happening)) {
            note_missed(*missed);
        } else if (const auto *over = std::get_if<Over>(&happening)) {
            result = over->result;
            call("on_over", [&] { bot_->on_over(*match, *result); });
            if (trace_) trace_->over(*result);
        }
    }
}

template <class Work>
bool BotSeat::guard(const std::string &what, Work work) {
    try {
        work();
        return true;
    } catch (const ConnectionLostError &) {
        throw;
    } catch (...) {
        ++faults.exceptions;
        Log::get().warn(name() + ": " + what + " raised: " + clean(current_exception_text()));
        return false;
    }
}

template <class Work>
void BotSeat::call(const std::string &hook, Work work) {
    if (bot_) guard(hook, work);
}

void BotSeat::tell(const Happened &happened) {
    if (trace_) trace_->events(happened.events, happened.ver);
    call("on_events", [&] { bot_->on_events(*match, happened.events); });
}

void BotSeat::catch_up(const Behind &behind) {
    const std::string untold = name() + ": what happened up to version " + std::to_string(behind.ver) + " is not told: ";
    try {
        tell_all(behind);
    } catch (const RequestError &error) {
        Log::get().warn(untold + clean(error.what()));
    } catch (const ReplyTimeoutError &error) {
        Log::get().warn(untold + error.what());
    } catch (const ConnectionLostError &error) {
        if (!client_.is_connected()) throw;
        Log::get().warn(untold + error.what());
    }
}

void BotSeat::tell_all(const Behind &behind) {
    std::int64_t told = behind.told;
    while (told < behind.ver) {
        wire::Replay message;
        message.replay = match->match_id;
        message.view = "seat:" + std::to_string(match->seat);
        message.first = told;
        message.last = std::min(told + VERSIONS, behind.ver);
        for (const Plain &entry : patiently(message).entries) {
            if (!(entry["type"] == Json("events")) || entry["ver"].as_int() <= told) continue;
            told = entry["ver"].as_int();
            const auto events = read<wire::Events>(Json(entry).set("match_id", match->match_id));
            if (!events.items.empty()) tell({events.items, told});
        }
        if (told == message.first) return;
    }
}

void BotSeat::note_missed(const Missed &missed) {
    const bool was_answered = choices_.erase(missed.decision) > 0;
    if (was_answered && missed.is_away) return;  // it was taken, only the word of it was lost
    ++faults.missed;
    Log::get().warn(name() + ": decision " + std::to_string(missed.decision) + " was missed (" + missed.why + ")");
}

void BotSeat::answer(const Turn &asked) {
    if (!tracker_.is_open(asked.decision)) return;
    auto found = choices_.find(asked.decision);
    if (found == choices_.end()) {
        Turn turn = asked;
        if (!match->compute.is_null()) {
            turn.remote = std::make_shared<Remote>(client_, match->match_id, turn.decision);
        }
        const auto begun = Clock::now();
        found = choices_.emplace(asked.decision, decide(turn)).first;
        const std::chrono::duration<double> took = Clock::now() - begun;
        if (trace_) trace_->decided(turn, found->second, took.count());
        say(turn);
    }
    const std::optional<Choice> choice = found->second;
    if (choice) act(asked, *choice);
}

std::optional<Choice> BotSeat::decide(const Turn &turn) {
    std::optional<Answer> answer;
    const std::string what = "decide in decision " + std::to_string(turn.decision) + " (" + turn.kind + ")";
    if (!bot_) return turn.fallback_choice().instead_of("the bot could not be made");
    if (!guard(what, [&] { answer = bot_->decide(turn); })) {
        return turn.fallback_choice().instead_of("decide raised an exception");
    }
    if (answer->is_none() && turn.optional) return std::nullopt;
    try {
        Choice choice = turn.read_answer(*answer);
        choice.note = turn.remark_made.note;
        choice.value = turn.remark_made.value;
        return choice;
    } catch (const WrongChoiceError &error) {
        ++faults.wrong_answers;
        Log::get().warn(name() + ": " + what + ": the fallback is played: " + error.what());
        return turn.fallback_choice().instead_of("wrong answer");
    }
}

void BotSeat::say(const Turn &turn) {
    for (const std::string &text : turn.said) {
        wire::Chat line;
        line.match_id = match->match_id;
        line.text = text;
        try {
            client_.request(line);
        } catch (const RequestError &error) {
            Log::get().info(name() + ": not said: " + clean(error.what()));
        } catch (const ReplyTimeoutError &error) {
            Log::get().info(name() + ": not said: " + error.what());
        } catch (const ConnectionLostError &error) {
            if (!client_.is_connected()) throw;
            Log::get().info(name() + ": not said: " + error.what());
        }
    }
}

void BotSeat::act(const Turn &turn, const Choice &choice) {
    wire::Act act;
    act.match_id = match->match_id;
    act.decision = turn.decision;
    choice.put(act);
    act.note = choice.note;
    act.value = choice.value;
    try {
        const auto taken = patiently(act);
        tracker_.note_accepted(turn.decision, client_.arrived());
        if (!taken.sealed.value_or(false)) close(turn);  // else the server, started anew, may ask again
    } catch (const RequestError &error) {
        refused(turn, choice, error);
    } catch (const ReplyTimeoutError &error) {
        Log::get().info(name() + ": " + error.what());
    } catch (const ConnectionLostError &error) {
        if (!client_.is_connected()) throw;
        Log::get().info(name() + ": " + error.what());  // a snapshot will ask again; the choice is kept
    }
}

void BotSeat::refused(const Turn &turn, const Choice &choice, const RequestError &error) {
    static const std::set<std::string> CLOSED{"stale_decision", "wrong_state", "not_found", "not_your_seat"};
    if (error.is(wire::code::ILLEGAL_ACTION) && !choice.is_same_move(turn.fallback_choice())) {
        ++faults.wrong_answers;
        Log::get().warn(name() + ": illegal, the fallback is played: " + clean(error.what()));
        act(turn, turn.fallback_choice().instead_of("illegal"));
    } else if (CLOSED.count(error.code) > 0) {
        Log::get().info(name() + ": too late: " + clean(error.what()));
        close(turn);
    } else {
        Log::get().warn(name() + ": not accepted: " + clean(error.what()));
    }
}

template <class Request>
typename Request::Reply BotSeat::patiently(const Request &message) {
    for (int tries = 1;; ++tries) {
        try {
            return client_.request(message);
        } catch (const RequestError &error) {
            if (!error.may_pass() || tries == MAX_TRIES) throw;
            std::this_thread::sleep_for(std::chrono::milliseconds(error.retry_ms.value_or(200)));
        }
    }
}

void BotSeat::close(const Turn &turn) {
    tracker_.close(turn.decision);
    choices_.erase(turn.decision);
}

std::string BotSeat::name() const {
    return match->game + " " + match->match_id + " seat " + std::to_string(match->seat);
}

}  // namespace infoset
