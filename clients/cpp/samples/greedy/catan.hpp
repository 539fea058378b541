// Builds what it can pay, the best first, and says yes to a trade that brings what it lacks.

#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <random>
#include <vector>

#include "infoset.hpp"

namespace greedy::catan {

namespace game = infoset::catan;

class Player : public infoset::Bot {
  public:
    infoset::Answer decide(const infoset::Turn &turn) override {
        const auto known = turn.known<game::Observation>();
        if (known.phase == game::ObservationPhase::answer) return answer(turn, known);
        if (const auto best = richest(turn.actions_as<game::PlaceSettlementAction>(), known)) return *best;
        if (const auto best = richest(turn.actions_as<game::CityAction>(), known)) return *best;
        if (const auto best = richest(turn.actions_as<game::SettlementAction>(), known)) return *best;
        for (const char *verb : {"buy_dev", "road", "play_knight", "bank", "end_turn"}) {
            const auto actions = turn.actions_with(verb);
            if (actions.empty()) continue;
            return actions.at(std::uniform_int_distribution<std::size_t>(0, actions.size() - 1)(rng));
        }
        return turn.random_answer(rng);
    }

    void on_start(const infoset::Match &match) override { consts = infoset::read<game::Consts>(match.consts); }

  private:
    // How often of 36 rolls the hexes around a vertex yield.
    std::int64_t yield_of(std::int64_t vertex, const game::Observation &known) const {
        std::int64_t chances = 0;
        for (std::size_t hex = 0; hex < consts.hex_vertices.size(); ++hex) {
            const auto &around = consts.hex_vertices[hex];
            const std::int64_t number = known.board.numbers.at(hex);
            const bool is_beside = std::find(around.begin(), around.end(), vertex) != around.end();
            if (is_beside && number > 0) chances += 6 - std::abs(7 - number);
        }
        return chances;
    }

    template <class Action>
    std::optional<Action> richest(const std::vector<Action> &actions, const game::Observation &known) const {
        const auto best = std::max_element(actions.begin(), actions.end(), [&](const Action &a, const Action &b) {
            return yield_of(a.vertex, known) < yield_of(b.vertex, known);
        });
        return best == actions.end() ? std::nullopt : std::optional(*best);
    }

    // The proposer gives `give`: we get that.
    static infoset::Answer answer(const infoset::Turn &turn, const game::Observation &known) {
        const auto &hand = known.players.at(std::size_t(turn.seat())).hand;
        const auto give = known.offer.give.value_or(std::vector<std::int64_t>{});
        bool is_needed = false;
        for (std::size_t i = 0; i < hand.size() && i < give.size(); ++i) {
            is_needed = is_needed || (give[i] > 0 && hand[i] == 0);
        }
        const auto accept = turn.actions_with("accept");
        if (is_needed && !accept.empty()) return accept.front();
        return game::RejectAction{};
    }

    game::Consts consts;
};

}  // namespace greedy::catan
