#include "tracker.hpp"

#include <algorithm>

namespace infoset {

std::shared_ptr<const Match> read_match(const wire::MatchStart &start) {
    auto match = std::make_shared<Match>();
    match->match_id = start.match_id;
    match->game = start.game;
    match->rules = start.rules;
    match->seat = start.seat.value_or(-1);
    for (const auto &seat : start.players) {
        match->players.push_back({seat.seat, seat.name.value_or(""), seat.kind == wire::SeatInfoKind::bot});
    }
    match->options = start.options;
    match->consts = start.consts;
    match->compute = start.compute;
    match->clock = start.clock;
    return match;
}

std::vector<Happening> MatchTracker::take(const Incoming &message) {
    number_ = message.number;
    if (const auto turn = message.as<wire::YourTurn>()) {
        told_ = std::max(told_, turn->ver);
        return ask(*turn, turn->obs, turn->clock, turn->tick, turn->ver);
    }
    if (const auto snapshot = message.as<wire::Snapshot>()) return take_snapshot(*snapshot);
    if (const auto events = message.as<wire::Events>()) {
        told_ = events->ver;
        if (!events->items.empty()) return {Happened{events->items, events->ver}};
    } else if (const auto said = message.as<wire::ChatMsg>()) {
        return {Talked{said->name, said->text}};
    } else if (const auto closed = message.as<wire::TurnClosed>()) {
        return miss(closed->decision, closed->why, false);
    } else if (const auto timeout = message.as<wire::Timeout>()) {
        if (timeout->seat == match->seat) {
            return miss(timeout->decision, "timeout, " + timeout->applied + " played", false);
        }
    } else if (const auto over = message.as<wire::MatchOver>()) {
        open_.clear();
        return {Over{{over->reason, over->places, over->scores, over->returns, match->seat}}};
    }
    return {};
}

std::vector<Happening> MatchTracker::take_snapshot(const wire::Snapshot &snapshot) {
    std::vector<Happening> happenings;
    if (snapshot.ver > told_) happenings.push_back(Behind{told_, snapshot.ver});
    told_ = std::max(told_, snapshot.ver);
    for (const std::int64_t number : std::set<std::int64_t>(open_)) {
        const auto is_it = [&](const auto &pending) { return pending.decision == number; };
        if (std::none_of(snapshot.pending.begin(), snapshot.pending.end(), is_it)) {
            for (auto &missed : miss(number, "away", true)) happenings.push_back(missed);
        }
    }
    for (const auto &pending : snapshot.pending) {
        for (auto &asked : ask(pending, snapshot.obs, snapshot.clock, std::nullopt, snapshot.ver)) {
            happenings.push_back(asked);
        }
    }
    return happenings;
}

template <class Question>
std::vector<Happening> MatchTracker::ask(const Question &asked, const Json &obs,
                                         const std::optional<std::vector<std::int64_t>> &clock,
                                         std::optional<std::int64_t> tick, std::int64_t ver) {
    const auto accepted = accepted_.find(asked.decision);
    if (accepted != accepted_.end() && number_ <= accepted->second) return {};
    auto turn = std::make_shared<Turn>();
    turn->match = match;
    turn->decision = asked.decision;
    turn->kind = asked.kind;
    turn->n = asked.n;
    if (asked.legal.actions) turn->actions = *asked.legal.actions;
    if (asked.legal.slots) {
        for (const auto &slot : *asked.legal.slots) turn->slots.push_back({slot.slot, slot.options});
    }
    if (asked.legal.params) turn->params = *asked.legal.params;
    turn->fallback = asked.fallback;
    turn->observation = obs;
    turn->deadline_ms = asked.deadline_ms;
    if (clock) turn->clock_ms = *clock;
    turn->optional = asked.optional.value_or(false);
    turn->tick = tick;
    turn->ver = ver;
    open_.insert(turn->decision);
    return {Asked{turn}};
}

std::vector<Happening> MatchTracker::miss(std::int64_t decision, const std::string &why, bool is_away) {
    if (open_.erase(decision) == 0) return {};
    return {Missed{decision, why, is_away}};
}

}  // namespace infoset
