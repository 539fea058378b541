#include "turn.hpp"

#include <iterator>
#include <stdexcept>

namespace infoset {

static constexpr std::size_t MAX_NOTE = 500;  // bytes
static constexpr std::size_t MAX_SAID = 300;  // bytes of a line to the table

// How many bytes, `most` at the most, end with a whole character of UTF-8.
static std::size_t whole_characters(const std::string &text, std::size_t most) {
    std::size_t end = std::min(text.size(), most);
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return end;
}

bool Choice::is_same_move(const Choice &other) const {
    return index == other.index && picks == other.picks && action == other.action;
}

Choice Choice::instead_of(const std::string &why) const {
    Choice choice = *this;
    choice.note = "fallback: " + why;
    choice.value.clear();
    return choice;
}

Remote::Remote(Client &client, std::string match_id, std::int64_t decision)
    : client_(client), match_id_(std::move(match_id)), decision_(decision) {}

wire::Worlds Remote::determinize(std::int64_t k, std::optional<std::int64_t> seed) {
    wire::Determinize message;
    message.match_id = match_id_;
    message.decision = decision_;
    message.k = k;
    message.seed = seed;
    return client_.request(message);
}

wire::Sims Remote::simulate(wire::Simulate message) {
    message.match_id = match_id_;
    return client_.request(message);
}

void Remote::release(std::vector<std::string> worlds) {
    wire::Release message;
    message.match_id = match_id_;
    if (!worlds.empty()) message.worlds = std::move(worlds);
    client_.request(message);
}

wire::Rollout Remote::about_this(wire::Rollout message) const {
    message.match_id = match_id_;
    if (message.worlds.empty()) message.decision = decision_;
    return message;
}

std::vector<Json> Turn::actions_with(std::string_view verb) const {
    std::vector<Json> found;
    std::copy_if(actions.begin(), actions.end(), std::back_inserter(found),
                 [&](const Json &action) { return action.size() > 0 && action.at(0) == Json(verb); });
    return found;
}

std::int64_t Turn::index_of(const Json &action) const {
    const auto found = std::find(actions.begin(), actions.end(), action);
    if (found == actions.end()) throw WrongChoiceError(action.dump() + " is not legal now; " + legal_text());
    return found - actions.begin();
}

Answer Turn::random_answer(Rng &rng) const {
    const auto below = [&rng](std::int64_t count) {
        return std::uniform_int_distribution<std::int64_t>(0, count - 1)(rng);
    };
    if (n) return below(*n);
    Picks picks;
    for (const Slot &slot : slots) picks.of.push_back(below(std::int64_t(slot.options.size())));
    return picks;
}

void Turn::remark(const std::string &note, std::vector<double> value) const {
    const bool is_value = value.size() == match->seats() &&
                          std::all_of(value.begin(), value.end(), [](double one) { return one >= -1 && one <= 1; });
    if (!value.empty() && !is_value) {
        throw std::invalid_argument("value: expected a number from -1 to 1 for each of " +
                                    std::to_string(match->seats()) + " seats");
    }
    if (!value.empty()) remark_made.value = std::move(value);
    if (!note.empty()) remark_made.note = note.substr(0, whole_characters(note, MAX_NOTE));
}

void Turn::say(std::string_view text) const {
    constexpr std::string_view BLANKS = " \t\r\n\v\f";
    const auto begin = text.find_first_not_of(BLANKS);
    if (begin == text.npos) return;
    const std::string line(text.substr(begin, text.find_last_not_of(BLANKS) - begin + 1));
    said.push_back(line.substr(0, whole_characters(line, MAX_SAID)));
}

void Turn::weigh(std::vector<std::optional<double>> of_actions) const {
    if (is_product() && !of_actions.empty()) {
        throw std::invalid_argument("values: a joint order lists no actions to weigh, got " +
                                    std::to_string(of_actions.size()));
    }
    if (of_actions.size() != actions.size()) {
        throw std::invalid_argument("values: expected a number or nothing for each of " + std::to_string(actions.size()) +
                                    " listed actions, got " + std::to_string(of_actions.size()));
    }
    values = std::move(of_actions);
}

Choice Turn::fallback_choice() const {
    Choice choice;
    if (n) {
        choice.index = fallback;
    } else {
        choice.picks.assign(slots.size(), 0);
    }
    return choice;
}

Choice Turn::read_answer(const Answer &answer) const {
    Choice choice;
    if (const auto *index = answer.index()) {
        if (!n || *index < 0 || *index >= *n) {
            throw WrongChoiceError("expected " + answer_text() + ", got " + std::to_string(*index));
        }
        choice.index = *index;
    } else if (const auto *picks = answer.picks()) {
        choice.picks = read_picks(*picks);
    } else if (const auto *action = answer.action()) {
        read_action(*action, choice);
    } else {
        throw WrongChoiceError("expected " + answer_text() + ", got nothing");
    }
    return choice;
}

std::vector<std::int64_t> Turn::read_picks(const Picks &picks) const {
    if (slots.empty() || picks.of.size() != slots.size()) {
        throw WrongChoiceError("expected " + answer_text() + ", got " + std::to_string(picks.of.size()) + " picks");
    }
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const auto count = std::int64_t(slots[i].options.size());
        if (picks.of[i] < 0 || picks.of[i] >= count) {
            throw WrongChoiceError("slot " + slots[i].name + ": expected 0 to " + std::to_string(count - 1) +
                                   ", got " + std::to_string(picks.of[i]));
        }
    }
    return picks.of;
}

void Turn::read_action(const Json &action, Choice &choice) const {
    const auto found = std::find(actions.begin(), actions.end(), action);
    const std::string verb = action.size() > 0 && action.is_array() ? text_of(action.at(0)) : "";
    const bool is_free = std::any_of(params.begin(), params.end(), [&](const auto &p) { return p.kind == verb; });
    if (found != actions.end()) {
        choice.index = found - actions.begin();
    } else if (is_free) {
        choice.action = action;
    } else {
        throw WrongChoiceError(action.dump() + " is not legal now; " + legal_text());
    }
}

std::string Turn::answer_text() const {
    const std::string range = "an index from 0 to " + std::to_string(n.value_or(1) - 1);
    if (!is_product()) return range + " or one of the legal actions";
    std::string names;
    for (const Slot &slot : slots) names += (names.empty() ? "" : ", ") + slot.name;
    return (n ? range + " or " : "") + "one option per slot (" + names + ")";
}

std::string Turn::legal_text() const {
    constexpr std::size_t MOST = 12;
    if (is_product()) return "this is a joint order: expected " + answer_text();
    std::string text = "legal: ";
    for (std::size_t i = 0; i < std::min(MOST, actions.size()); ++i) text += (i ? ", " : "") + actions[i].dump();
    return actions.size() > MOST ? text + " and " + std::to_string(actions.size() - MOST) + " more" : text;
}

}  // namespace infoset
