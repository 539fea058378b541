// Plays any game whose actions can be listed, without knowing its rules: the server tries them out.

#include "infoset.hpp"

class MonteCarloBot : public infoset::Bot {
  public:
    infoset::Answer decide(const infoset::Turn &turn) override {
        if (turn.n == 1 || !turn.n || !turn.remote) return turn.random_answer(rng);
        infoset::wire::Rollout asked;
        asked.k = 16;  // worlds to try every action in
        asked.n = 2;   // playouts for each
        asked.first = "all";
        asked.max_ms = 1000;
        const auto tried = turn.remote->rollout(asked);
        const auto mean = [&](const infoset::wire::RollRow &row) { return row.mean.at(std::size_t(turn.seat())); };
        const auto best = std::max_element(tried.rows.begin(), tried.rows.end(),
                                           [&](const auto &a, const auto &b) { return mean(a) < mean(b); });
        const bool is_found = best != tried.rows.end() && best->first && best->first->index;
        return is_found ? *best->first->index : turn.fallback;
    }
};

int main(int argc, char **argv) { return infoset::run<MonteCarloBot>(argc, argv, "monte-carlo-cpp"); }
