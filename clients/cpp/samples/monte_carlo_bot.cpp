// Plays any game whose actions can be listed, without knowing its rules: the server tries them out.

#include "infoset.hpp"

constexpr std::int64_t most_worlds = 16;  // to try every action in
constexpr std::int64_t decisions = 200;   // of a long match: each may spend this share of the units that are left for it

class MonteCarloBot : public infoset::Bot {
  public:
    infoset::Answer decide(const infoset::Turn &turn) override {
        if (turn.n == 1 || !turn.n || !turn.remote) return turn.random_answer(rng);
        infoset::wire::Rollout asked;
        asked.k = worlds_;
        asked.n = 2;  // playouts for each
        asked.first = "all";
        asked.max_ms = 1000;
        const auto tried = turn.remote->rollout(asked);
        pace(tried.budget);
        const auto mean = [&](const infoset::wire::RollRow &row) { return row.mean.at(std::size_t(turn.seat())); };
        std::vector<std::optional<double>> values(turn.actions.size());
        for (const auto &row : tried.rows) {
            if (!row.first || !row.first->index) continue;
            if (const auto index = std::size_t(*row.first->index); index < values.size()) values[index] = mean(row);
        }
        turn.weigh(values);  // for --trace
        const auto best = std::max_element(tried.rows.begin(), tried.rows.end(),
                                           [&](const auto &a, const auto &b) { return mean(a) < mean(b); });
        const bool is_found = best != tried.rows.end() && best->first && best->first->index;
        return is_found ? *best->first->index : turn.fallback;
    }

  private:
    // Tries fewer worlds where decisions cost more than the match has units for, and more again.
    void pace(const infoset::wire::Budget &budget) {
        if (!budget.left_game) return;
        const auto share = *budget.left_game / decisions;
        if (budget.used > share) {
            worlds_ = std::max<std::int64_t>(1, worlds_ / 2);
        } else if (budget.used < share / 4) {
            worlds_ = std::min(most_worlds, worlds_ * 2);
        }
    }

    std::int64_t worlds_ = most_worlds;
};

int main(int argc, char **argv) { return infoset::run<MonteCarloBot>(argc, argv, "monte-carlo-cpp"); }
