// Plays any game at random.

#include "infoset.hpp"

class RandomBot : public infoset::Bot {
  public:
    infoset::Answer decide(const infoset::Turn &turn) override { return turn.random_answer(rng); }
};

int main(int argc, char **argv) { return infoset::run<RandomBot>(argc, argv, "random-cpp"); }
