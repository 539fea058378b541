// Fires at enemies in view that stand in line, and moves everybody else towards the centre.

#pragma once

#include "infoset.hpp"

namespace greedy::crossfire {

namespace game = infoset::crossfire;

class Player : public infoset::Bot {
  public:
    infoset::Answer decide(const infoset::Turn &turn) override {
        const auto known = turn.known<game::Observation>();
        if (known.phase != game::ObservationPhase::orders) return turn.random_answer(rng);
        infoset::Picks picks;
        for (const infoset::Slot &slot : turn.slots) picks.of.push_back(order(slot, known));
        return picks;
    }

  private:
    // The position of the best option for one unit; its number stands behind the word in the slot's name.
    std::int64_t order(const infoset::Slot &slot, const game::Observation &known) {
        const auto size = std::int64_t(known.map.size()) - 1;  // the first line names the symmetry
        const auto number = std::size_t(std::stoul(slot.name.substr(slot.name.find_last_not_of("0123456789") + 1)));
        const std::int64_t here = known.units.at(number).square;
        if (!known.seen.empty()) {
            for (const std::int64_t enemy : known.seen.back()) {
                const bool is_in_line = enemy / size == here / size || enemy % size == here % size;
                const auto shot = option(slot, "fire", towards(here, enemy, size));
                if (is_in_line && shot) return *shot;
            }
        }
        return option(slot, "move", towards(here, size * size / 2, size)).value_or(0);
    }

    static std::optional<std::int64_t> option(const infoset::Slot &slot, const char *verb, const char *direction) {
        const auto found = std::find(slot.options.begin(), slot.options.end(), infoset::Json::list(verb, direction));
        return found == slot.options.end() ? std::nullopt : std::optional<std::int64_t>(found - slot.options.begin());
    }

    // The direction in which more squares lie between the two.
    static const char *towards(std::int64_t from, std::int64_t to, std::int64_t size) {
        const std::int64_t rows = to / size - from / size, columns = to % size - from % size;
        if (std::abs(rows) >= std::abs(columns)) return rows < 0 ? "up" : "down";
        return columns < 0 ? "left" : "right";
    }
};

}  // namespace greedy::crossfire
