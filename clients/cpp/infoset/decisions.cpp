#include "decisions.hpp"

#include <algorithm>
#include <fstream>
#include <optional>

#include "tracker.hpp"

namespace infoset {

std::string spell_answer(const Turn &turn, const Answer &answer) {
    const Choice choice = turn.read_answer(answer);
    if (choice.index) {
        const auto index = std::size_t(*choice.index);
        return index < turn.actions.size() ? turn.actions[index].dump() : std::to_string(index);
    }
    if (choice.picks.empty()) return choice.action.dump();
    std::string text;
    for (std::size_t slot = 0; slot < choice.picks.size(); ++slot) {
        text += (slot == 0 ? "" : ",") + turn.slots[slot].options[std::size_t(choice.picks[slot])].dump();
    }
    return "[" + text + "]";
}

std::vector<Incoming> read_trace(const std::string &path) {
    std::ifstream file(path);
    if (!file) throw DecisionError(path + ": cannot be read");
    std::vector<Incoming> messages;
    std::string line;
    for (bool is_first = true; std::getline(file, line); is_first = false) {
        Json plain = Json::parse(line);
        if (is_first && !(plain["form"] == Json("infoset-trace/1"))) {
            throw DecisionError(path + ": expected the form infoset-trace/1");
        }
        if (!is_first && !(plain["type"] == Json("thought"))) messages.push_back({std::move(plain), 0});
    }
    return messages;
}

// Decisions on each side of a ply that are named where nothing is asked at it.
constexpr std::ptrdiff_t nearby = 3;

static std::vector<std::int64_t> asked_plies(const std::vector<Incoming> &messages) {
    std::vector<std::int64_t> plies;
    for (const Incoming &message : messages) {
        if (const auto turn = message.as<wire::YourTurn>()) plies.push_back(turn->ver);
    }
    return plies;
}

// Where near a ply something is asked; `asked` is in order.
static std::string elsewhere(const std::vector<std::int64_t> &asked, std::int64_t ply) {
    if (asked.empty()) return "nor at any other";
    const auto at = std::lower_bound(asked.begin(), asked.end(), ply);
    const auto first = at - std::min(nearby, at - asked.begin()), last = at + std::min(nearby, asked.end() - at);
    std::string text;
    for (auto ver = first; ver != last; ++ver) text += (text.empty() ? "" : ", ") + std::to_string(*ver);
    return "but near it at " + text;
}

void assert_decision(const BotFactory &make, const std::string &path, std::int64_t ply, const Answer &action) {
    const std::vector<Incoming> messages = read_trace(path);
    const std::vector<std::int64_t> asked = asked_plies(messages);
    if (std::find(asked.begin(), asked.end(), ply) == asked.end()) {
        throw DecisionError(path + ": nothing is asked at ply " + std::to_string(ply) + ", " + elsewhere(asked, ply));
    }
    const auto bot = make();
    std::optional<MatchTracker> tracker;
    for (const Incoming &message : messages) {
        if (const auto start = message.as<wire::MatchStart>()) {
            tracker.emplace(read_match(*start));
            bot->on_start(*tracker->match);
        }
        if (!tracker) throw DecisionError(path + ": no match begins in it");
        for (const Happening &happening : tracker->take(message)) {
            if (const auto *happened = std::get_if<Happened>(&happening)) bot->on_events(*tracker->match, happened->events);
            const auto *question = std::get_if<Asked>(&happening);
            if (question == nullptr) continue;
            const Turn &turn = *question->turn;
            const Answer answer = bot->decide(turn);
            const std::string ver = message.plain["ver"].dump();
            if (ver != std::to_string(ply)) continue;
            const std::string place = "ply " + ver + ", decision " + std::to_string(turn.decision) + " (" + turn.kind + ")";
            std::string expected, found;
            try {
                expected = spell_answer(turn, action);
                found = spell_answer(turn, answer);
            } catch (const WrongChoiceError &wrong) {
                throw DecisionError(place + ": " + wrong.what());
            }
            if (found == expected) return;
            throw DecisionError(place + ": expected " + expected + ", the bot answers " + found);
        }
    }
    throw DecisionError(path + ": the question at ply " + std::to_string(ply) + " cannot be asked");
}

}  // namespace infoset
