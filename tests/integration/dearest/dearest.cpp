// Takes the last action, says what it thinks of each, and gives one wrong answer. Told to, it asserts a decision instead.

#include <iostream>

#include <infoset.hpp>

class Dearest : public infoset::Bot {
  public:
    infoset::Answer decide(const infoset::Turn &turn) override {
        if (turn.is_product()) {
            infoset::Picks picks;
            for (const auto &slot : turn.slots) picks.of.push_back(std::int64_t(slot.options.size()) - 1);
            return picks;
        }
        std::vector<std::optional<double>> values{std::nullopt};
        for (std::size_t at = 1; at < turn.actions.size(); ++at) values.emplace_back(at);
        turn.weigh(values);
        return turn.decision == 3 ? 999 : *turn.n - 1;
    }
};

int main(int argc, char **argv) {
    if (argc < 5 || std::string(argv[1]) != "assert") return infoset::run<Dearest>(argc, argv, "dearest");
    const auto make = [] { return std::make_unique<Dearest>(); };
    return infoset::run_guarded([&] {
        infoset::assert_decision(make, argv[2], std::stoll(argv[3]), std::stoll(argv[4]));
        return 0;
    });
}
