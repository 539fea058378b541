// An assistant over standard input and output: the clock, for every game. C++17, standard library only.
//
//     g++ -std=c++17 -O2 -o clock_assistant clients/cpp/clock_assistant.cpp
//     infoset assist --code ac_... -- ./clock_assistant
//
// Every message is one JSON object on a line. This program needs a few plain fields of it, and finds them
// by their names; a program that needs more should take a JSON library.

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>

using Clock = std::chrono::steady_clock;

// What stands behind `"name":`, up to the next comma or bracket; nothing if the name is not there.
static std::optional<std::string> field(const std::string &line, const std::string &name) {
    const std::string key = "\"" + name + "\":";
    const auto found = line.find(key);
    if (found == std::string::npos) return std::nullopt;
    const auto begin = found + key.size();
    if (line[begin] == '"') {
        const auto end = line.find('"', begin + 1);
        return line.substr(begin + 1, end - begin - 1);
    }
    return line.substr(begin, line.find_first_of(",}]", begin) - begin);
}

static std::string row(const std::string &name, const std::string &value) {
    return "[\"" + name + "\",\"" + value + "\"]";
}

int main() {
    std::string asked = "nobody asks you", round = "-", reduction;
    Clock::time_point ends{};
    bool has_deadline = false;
    for (std::string line; std::getline(std::cin, line);) {
        const std::string type = field(line, "type").value_or("");
        const bool is_question = type == "your_turn" || (type == "snapshot" && field(line, "pending"));
        if (const auto value = field(line, "round")) round = *value;
        if (const auto value = field(line, "reduction_in")) reduction = *value;
        if (is_question) {
            asked = field(line, "kind").value_or("?");
            const auto left = field(line, "deadline_ms");
            has_deadline = left.has_value();
            if (left) ends = Clock::now() + std::chrono::milliseconds(std::atoll(left->c_str()));
        } else if (type == "events" || type == "turn_closed") {
            asked = "nobody asks you";
            has_deadline = false;
        } else if (type == "tick") {
            std::string rows = row("asked", asked) + "," + row("round", round);
            if (!reduction.empty()) rows += "," + row("reduction in", reduction);
            if (has_deadline) {
                const auto left = std::chrono::duration_cast<std::chrono::seconds>(ends - Clock::now());
                rows += "," + row("time left", std::to_string(left.count()) + " s");
            }
            rows += "," + row("played", field(line, "seconds").value_or("0") + " s");
            std::cout << "{\"type\":\"overlay\",\"layer\":\"clock\",\"until\":\"removed\",\"items\":"
                         "[{\"k\":\"table\",\"at\":[\"screen:top_right\"],\"rows\":["
                      << rows << "]}]}" << std::endl;
        }
    }
}
