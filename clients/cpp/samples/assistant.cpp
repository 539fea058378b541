// Sits beside a player of any game: shows the clock and counts what happens, by kind of event.
//
//     infoset assist --try crossfire -- ./build/assistant

#include "infoset.hpp"

class Counters : public infoset::Assistant {
  public:
    void every_change() override {
        for (const auto &event : events) ++happened[infoset::text_of(event["e"])];
    }

    void every_turn(const infoset::Turn &asked) override {
        log("you have " + (asked.n ? std::to_string(*asked.n) : std::string("many")) + " actions");
        suggest({infoset::Answer(asked.fallback)}, "what a missed deadline would play");
    }

    void every_second(std::int64_t passed) override {
        infoset::Canvas::Rows rows{{"played", std::to_string(passed) + " s"}};
        if (const auto left = left_s()) rows.emplace_back("time left", std::to_string(int(*left)) + " s");
        for (const auto &[kind, count] : happened) rows.emplace_back(kind, std::to_string(count) + " times");
        draw.table(rows, "screen:top_right");
    }

  private:
    std::map<std::string, int> happened;
};

int main(int argc, char **argv) { return infoset::run_assistant<Counters>(argc, argv); }
