#include "trace.hpp"

#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstring>

#include <sys/stat.h>

namespace infoset {

static std::string file_name(const std::string &match_id, std::int64_t seat) {
    std::string name = match_id + "-seat" + std::to_string(seat) + ".ndjson";
    for (char &letter : name) {
        const bool is_plain = std::isalnum(static_cast<unsigned char>(letter)) != 0 || std::strchr("_.-", letter) != nullptr;
        if (!is_plain) letter = '_';
    }
    return name;
}

// Makes the folder and those around it that are missing. Where it cannot be made, no file can be opened in it.
static void make_folder(const std::string &folder) {
    for (std::size_t end = 0; end != folder.npos;) {
        end = folder.find('/', end + 1);
        if (::mkdir(folder.substr(0, end).c_str(), 0777) != 0 && errno != EEXIST) return;
    }
}

// A question as the message that asks it.
static Json write_turn(const Turn &turn) {
    Json legal;
    legal.set("kind", turn.is_product() ? "product" : "list");
    if (turn.is_product()) {
        Json::Array slots;
        for (const Slot &slot : turn.slots) {
            slots.push_back(Json(Json::Object{{"slot", slot.name}, {"options", slot.options}}));
        }
        legal.set("slots", slots);
    } else {
        legal.set("actions", turn.actions);
    }
    if (!turn.params.empty()) {
        Json::Array params;
        for (const auto &param : turn.params) params.push_back(write(param));
        legal.set("params", params);
    }
    Json plain(Json::Object{{"type", wire::YourTurn::TYPE},
                            {"match_id", turn.match->match_id},
                            {"seat", turn.seat()},
                            {"ver", turn.ver},
                            {"decision", turn.decision},
                            {"kind", turn.kind}});
    if (turn.n) plain.set("n", *turn.n);
    plain.set("legal", legal).set("fallback", turn.fallback);
    plain.set("obs", turn.observation.is_null() ? Json(Json::Object()) : turn.observation);
    if (turn.deadline_ms) plain.set("deadline_ms", *turn.deadline_ms);
    if (!turn.clock_ms.empty()) plain.set("clock", turn.clock_ms);
    if (turn.optional) plain.set("optional", true);
    if (turn.tick) plain.set("tick", *turn.tick);
    return plain;
}

// What a bot made of a question: the line behind it, which is no message.
static Json write_thought(const Turn &turn, const std::optional<Choice> &choice, double took_s) {
    Json plain(Json::Object{{"type", "thought"}, {"decision", turn.decision}});
    if (!turn.values.empty()) {
        Json::Array values;
        for (const auto &value : turn.values) {
            values.push_back(value && std::isfinite(*value) ? Json(*value) : Json());
        }
        plain.set("values", values);
    }
    if (choice) {
        if (choice->index) plain.set("index", *choice->index);
        if (!choice->picks.empty()) plain.set("picks", choice->picks);
        if (!choice->action.is_null()) plain.set("action", choice->action);
        if (choice->note) plain.set("note", *choice->note);
    }
    plain.set("ms", std::round(took_s * 1e6) / 1e3);
    return plain;
}

Trace::Trace(const std::string &folder, const Json &start) : folder_(folder), match_id_(text_of(start["match_id"])) {
    make_folder(folder);
    const std::int64_t seat = start["seat"].is_integer() ? start["seat"].as_int() : 0;
    file_ = std::fopen((folder + "/" + file_name(match_id_, seat)).c_str(), "w");
    if (file_ == nullptr) throw failed();
    Json begun;
    for (const auto &[name, value] : start.as_object()) {
        if (name != "seq" && name != "re" && !value.is_null()) begun.set(name, value);
    }
    try {
        put(Json(Json::Object{{"form", "infoset-trace/1"}}));
        put(begun);
    } catch (...) {
        std::fclose(file_);
        throw;
    }
}

Trace::~Trace() { std::fclose(file_); }

void Trace::events(const std::vector<Plain> &items, std::int64_t ver) {
    put(Json(Json::Object{{"type", wire::Events::TYPE}, {"match_id", match_id_}, {"ver", ver}, {"items", items}}));
}

void Trace::decided(const Turn &turn, const std::optional<Choice> &choice, double took_s) {
    put(write_turn(turn));
    put(write_thought(turn, choice, took_s));
}

void Trace::over(const MatchResult &result) {
    put(Json(Json::Object{{"type", wire::MatchOver::TYPE},
                          {"match_id", match_id_},
                          {"reason", result.reason},
                          {"places", result.places},
                          {"scores", result.scores},
                          {"returns", result.returns}}));
}

void Trace::put(const Json &line) {
    const std::string text = line.dump() + "\n";
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() || std::fflush(file_) != 0) throw failed();
}

CommandError Trace::failed() const { return CommandError("--trace " + folder_ + ": " + std::strerror(errno)); }

}  // namespace infoset
