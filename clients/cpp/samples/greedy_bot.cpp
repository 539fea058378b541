// Plays every game by a rule of thumb of its own: `greedy_bot --seek catan`.

#include "infoset.hpp"

#include "greedy/catan.hpp"
#include "greedy/colonizers.hpp"
#include "greedy/crossfire.hpp"

class GreedyBot : public infoset::Bot {
  public:
    void on_start(const infoset::Match &match) override {
        if (match.game == "catan") bot = std::make_unique<greedy::catan::Player>();
        if (match.game == "colonizers") bot = std::make_unique<greedy::colonizers::Player>();
        if (match.game == "crossfire") bot = std::make_unique<greedy::crossfire::Player>();
        if (bot) bot->on_start(match);
    }

    infoset::Answer decide(const infoset::Turn &turn) override {
        return bot ? bot->decide(turn) : turn.random_answer(rng);
    }

  private:
    std::unique_ptr<infoset::Bot> bot;  // for the game that is played; none for one without a rule of thumb
};

int main(int argc, char **argv) { return infoset::run<GreedyBot>(argc, argv, "greedy-cpp"); }
