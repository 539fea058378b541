// Keeps and builds the most valuable module it can get; collects Omnium for it.

#pragma once

#include "infoset.hpp"

namespace greedy::colonizers {

namespace game = infoset::colonizers;

class Player : public infoset::Bot {
  public:
    void on_start(const infoset::Match &match) override { consts = infoset::read<game::Consts>(match.consts); }

    infoset::Answer decide(const infoset::Turn &turn) override {
        const auto known = turn.known<game::Observation>();
        if (known.phase == game::ObservationPhase::draw) {
            if (known.players.at(std::size_t(turn.seat())).hand.size() < 2) return game::DrawAction{};
            return game::OmniumAction{};
        }
        if (const auto best = most_valuable(turn.actions_as<game::KeepAction>())) return *best;
        if (const auto best = most_valuable(turn.actions_as<game::BuildAction>())) return *best;
        return turn.fallback;
    }

  private:
    template <class Action>
    std::optional<Action> most_valuable(const std::vector<Action> &actions) const {
        const auto value = [this](const Action &action) { return consts.modules.at(std::size_t(action.module)).value; };
        const auto best = std::max_element(actions.begin(), actions.end(),
                                           [&](const Action &a, const Action &b) { return value(a) < value(b); });
        return best == actions.end() ? std::nullopt : std::optional(*best);
    }

    game::Consts consts;
};

}  // namespace greedy::colonizers
