#include "assistant.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>

#include <unistd.h>

#include "link.hpp"
#include "program.hpp"
#include "seat.hpp"

namespace infoset {

void Canvas::text(const std::string &at, const std::string &words, const std::string &color) {
    add(wire::DrawingK::text, {at}, color).t = words.substr(0, 120);
}

void Canvas::badge(const std::string &at, Badge badge, const std::string &color) {
    add(wire::DrawingK::badge, {at}, color).n = std::int64_t(badge);
}

void Canvas::heat(const std::string &at, double value) {
    add(wire::DrawingK::heat, {at}, "").v = std::clamp(value, 0.0, 1.0);
}

void Canvas::ghost(const std::string &at, const std::string &piece, const std::string &color) {
    add(wire::DrawingK::ghost, {at}, color).t = piece.substr(0, 120);
}

void Canvas::table(const Rows &rows, const std::string &at) {
    auto &cells = add(wire::DrawingK::table, {at}, "").rows.emplace();
    for (const auto &[name, value] : rows) cells.push_back({name.substr(0, 64), value.substr(0, 64)});
}

wire::Drawing &Canvas::add(wire::DrawingK kind, std::vector<std::string> at, const std::string &color) {
    wire::Drawing drawing;
    drawing.k = kind;
    drawing.at = std::move(at);
    if (!color.empty()) drawing.c = color;
    items_.push_back(std::move(drawing));
    return items_.back();
}

std::optional<double> Assistant::left_s() const {
    if (!turn || !turn->deadline_ms) return std::nullopt;
    return std::max(0.0, double(*turn->deadline_ms) / 1000 - Seconds(Clock::now() - asked_).count());
}

void Assistant::log(const std::string &text, const std::string &level) {
    send(Json().set("type", "assist_log").set("level", level).set("text", text.substr(0, 2000)));
}

void Assistant::suggest(const std::vector<Answer> &answers, const std::string &text) {
    wire::Suggest message;
    message.decision = open_turn().decision;
    for (const Answer &answer : answers) {
        wire::Proposal proposal;
        message.top.push_back(open_turn().read_answer(answer).put(proposal));
    }
    if (!text.empty()) message.text = text.substr(0, 500);
    send_about_match(write(message));
}

void Assistant::stage(const std::map<std::string, std::int64_t> &orders) {
    wire::Stage message;
    message.decision = open_turn().decision;
    message.orders = orders;
    send_about_match(write(message));
}

void Assistant::commit() {
    wire::Commit message;
    message.decision = open_turn().decision;
    send_about_match(write(message));
}

void Assistant::act(const Answer &answer) {
    wire::Act message;
    message.decision = open_turn().decision;
    send_about_match(write(open_turn().read_answer(answer).put(message)));
}

void Assistant::serve(Link &link) {
    link_ = &link;
    while (true) {
        try {
            const auto message = link.receive(3600);
            if (message && !message->is_null()) take(*message);
        } catch (const LinkClosed &) {
            return;
        } catch (const ProtocolError &) {
            continue;  // no message: passed over
        }
    }
}

void Assistant::take(const Json &plain) {
    const std::string type = text_of(plain["type"]);
    if (type == "tick") {
        seconds = plain["seconds"].as_int();
        if (match) hook("second", "removed", [&] { every_second(seconds); });
    } else if (type == "assist_start") {
        rights = read<std::vector<std::string>>(plain["rights"]);
    } else if (type == "error") {
        hook("", "", [&] { refused(text_of(plain["code"]), text_of(plain["msg"])); });
    } else if (!type.empty()) {
        follow({plain});
    }
}

void Assistant::follow(const Incoming &incoming) {
    if (const auto begun = incoming.as<wire::MatchStart>()) {
        match = read_match(*begun);
        tracker_.emplace(match);
        turn = nullptr;
        events.clear();
        state = Json();
        shown_.clear();
        if (begun->ver == 0) hook("", "", [&] { start(); });
        return;
    }
    if (!tracker_) return;
    if (incoming.plain["obs"].is_object()) state = incoming.plain["obs"];
    if (incoming.is<wire::Snapshot>()) hook("", "", [&] { start(); });
    if (const auto changed = incoming.as<wire::Events>()) {
        turn = nullptr;
        events = changed->items;
        hook("change", "removed", [&] { every_change(); });
    }
    for (const Happening &happening : tracker_->take(incoming)) {
        if (const auto *asked = std::get_if<Asked>(&happening)) {
            turn = asked->turn;
            asked_ = Clock::now();
            shown_.erase("turn");  // the owner's screen has dropped it by itself
            hook("turn", "turn", [&] { every_turn(*turn); });
        } else if (std::holds_alternative<Missed>(happening)) {
            turn = nullptr;
        } else if (const auto *ended = std::get_if<Over>(&happening)) {
            turn = nullptr;
            hook("", "", [&] { over(ended->result); });
            match = nullptr;
        }
    }
}

template <class Work>
void Assistant::hook(const std::string &layer, const std::string &until, Work work) {
    draw.take();
    try {
        work();
    } catch (const LinkClosed &) {
        throw;
    } catch (...) {
        draw.take();
        log("an exception: " + current_exception_text(), "error");
        return;
    }
    const Json items = write(draw.take());
    if (layer.empty() || items == shown_[layer] || (items.size() == 0 && shown_[layer].is_null())) return;
    shown_[layer] = items;
    send_about_match(Json().set("type", "overlay").set("layer", layer).set("items", items).set("until", until));
}

const Turn &Assistant::open_turn() const {
    if (!turn) throw WrongChoiceError("nothing is asked now");
    return *turn;
}

void Assistant::send_about_match(Json plain) {
    if (match) plain.set("match_id", match->match_id);
    send(plain);
}

void Assistant::send(const Json &plain) {
    if (link_ == nullptr) throw LinkClosed{"not running", {}, 0};
    link_->send(plain);
}

int run_assistant(int argc, char **argv, const AssistantFactory &make) {
    if (argc > 1) {
        std::vector<char *> words;
        for (const char *word : {"infoset", "assist"}) words.push_back(const_cast<char *>(word));
        for (int i = 1; i < argc; ++i) words.push_back(argv[i]);
        for (const char *word : {"--", static_cast<const char *>(argv[0])}) words.push_back(const_cast<char *>(word));
        words.push_back(nullptr);
        ::execvp("infoset", words.data());
        std::cerr << "infoset: cannot start `infoset assist`: " << std::strerror(errno) << std::endl;
        return 1;
    }
    return run_guarded([&] {
        const auto link = Link::stdio();
        make()->serve(*link);
        return 0;
    });
}

}  // namespace infoset
