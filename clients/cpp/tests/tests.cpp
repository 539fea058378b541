// Tests of the C++ SDK against the golden vectors, and against a small scripted server. Needs no framework.
//
//     tests FOLDER      the folder is protocol/vectors/v1

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "infoset.hpp"
#include "infoset/framing.hpp"
#include "infoset/link.hpp"

using namespace infoset;

static int failures = 0;
static std::string vectors;

static void check(bool is_right, const std::string &what) {
    if (is_right) return;
    ++failures;
    std::cerr << "FAILED: " << what << std::endl;
}

static std::vector<Json> lines_of(const std::string &name) {
    std::ifstream file(vectors + "/" + name + ".ndjson");
    std::vector<Json> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(Json::parse(line, MAX_DEPTH + 1));  // the deepest message stands inside the line
    }
    check(!lines.empty(), name + ": the vectors are there");
    return lines;
}

static std::string unhex(const std::string &digits) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) bytes += char(std::stoi(digits.substr(i, 2), nullptr, 16));
    return bytes;
}

// Reads text as a typed message and says in plain values what it has understood.
static Json understood(const std::string &dir, const Json &plain) {
    return dir == "c2s" ? write(read<wire::ClientMessage>(plain)) : write(read<wire::ServerMessage>(plain));
}

// Absent lists and empty ones mean the same, and so do absent fields and their defaults: a second reading decides.
static bool means_the_same(const std::string &dir, const Json &a, const Json &b) {
    return understood(dir, a) == understood(dir, b);
}

static bool is_refused(const std::function<void()> &work) {
    try {
        work();
        return false;
    } catch (const ProtocolError &) {
        return true;
    }
}

// The vectors.

static void every_message_is_read_and_written() {
    for (const Json &line : lines_of("messages")) {
        const std::string name = line["name"].as_string(), dir = line["dir"].as_string();
        const Json value = Json::parse(line["json"].as_string());
        check(value == line["value"], name + ": the text means the value");
        check(Json::parse(value.dump()) == value, name + ": plain values survive being written");
        for (const Json &form : line["msgpack"].as_array()) {
            check(decode(unhex(form.as_string()), Encoding::msgpack) == value, name + ": msgpack means the value");
        }
        check(decode(encode(value, Encoding::msgpack), Encoding::msgpack) == value, name + ": and survives being written");
        const Json written = understood(dir, value);
        check(written["type"] == value["type"], name + ": the type is kept");
        for (const auto &[field, content] : value.as_object()) {
            const bool is_kept = written.has(field) || content.size() == 0;
            check(is_kept, name + ": the field " + field + " is kept");
        }
        check(means_the_same(dir, written, value), name + ": the typed message survives being written");
    }
}

static void unusual_messages_are_understood() {
    for (const Json &line : lines_of("tolerate")) {
        if (line["dir"] != Json("s2c")) continue;
        for (const Json &text : line["json"].is_array() ? line["json"].as_array() : Json::Array()) {
            const Json plain = Json::parse(text.as_string());
            const auto message = read<wire::ServerMessage>(plain);
            const bool is_unknown = std::holds_alternative<Unknown>(message);
            check(is_unknown == line["means"].is_null(), line["name"].as_string() + ": known or not");
            if (!is_unknown) check(means_the_same("s2c", plain, line["means"]), line["name"].as_string());
        }
    }
}

static void what_is_wrong_is_refused() {
    for (const Json &line : lines_of("reject")) {
        const bool is_ours = line["dir"] == Json("s2c") || line["code"] == Json("bad_frame");
        if (!is_ours) continue;
        const Encoding encoding = read_encoding(line["encoding"].as_string());
        const std::string text = line["text"].is_string() ? line["text"].as_string() : unhex(line["hex"].as_string());
        const auto take = [&] {
            const Json plain = decode(text, encoding);
            plain.as_object();
            plain["type"].as_string();
            read<wire::ServerMessage>(plain);
        };
        check(is_refused(take), line["name"].as_string() + ": " + text);
    }
}

static void frames_are_cut_wherever_the_bytes_end() {
    for (const Json &line : lines_of("frames")) {
        if (line["encoding"].is_null()) continue;  // a first byte: what a server looks at
        const Encoding encoding = read_encoding(line["encoding"].as_string());
        const auto cutter = make_framing(encoding, std::size_t(line["max_frame"].as_int()));
        std::vector<std::string> found;
        const bool is_ended = is_refused([&] {
            for (const Json &chunk : line["chunks"].as_array()) {
                cutter->feed(unhex(chunk.as_string()));
                while (const auto one = cutter->next()) {
                    if (!one->empty()) found.push_back(*one);
                }
            }
        });
        std::vector<std::string> wanted;
        for (const Json &payload : line["payloads"].as_array()) wanted.push_back(unhex(payload.as_string()));
        check(found == wanted, line["name"].as_string() + ": the payloads");
        check(is_ended == !line["error"].is_null(), line["name"].as_string() + ": the end");
    }
}

static Turn turn_of(const Json &line) {
    const auto legal = read<wire::Legal>(line["legal"]);
    Turn turn;
    turn.match = std::make_shared<Match>();
    if (line["n"].is_integer()) turn.n = line["n"].as_int();
    if (legal.actions) turn.actions = *legal.actions;
    if (legal.slots) {
        for (const auto &slot : *legal.slots) turn.slots.push_back({slot.slot, slot.options});
    }
    if (legal.params) turn.params = *legal.params;
    return turn;
}

static void every_way_to_answer_is_checked() {
    for (const Json &line : lines_of("index")) {
        const Turn turn = turn_of(line);
        for (const Json &one : line["cases"].as_array()) {
            const std::string name = line["name"].as_string() + ": " + one.dump();
            if (!one["index"].is_null()) check(turn.read_answer(one["index"].as_int()).index == one["index"].as_int(), name);
            if (!one["action"].is_null() && !turn.actions.empty()) {
                const Json &listed = turn.actions.at(std::size_t(turn.index_of(one["action"])));
                check(listed == one["action"], name);
            }
            if (!one["picks"].is_null()) {
                const auto picks = read<std::vector<std::int64_t>>(one["picks"]);
                check(turn.read_answer(Picks{picks}).picks == picks, name);
            }
        }
    }
    const Turn turn = turn_of(Json::parse(R"({"legal":{"actions":[["build",10],["skip"]],"params":[{"kind":"offer","fields":{}}]},"n":2})"));
    const auto is_wrong = [&](const Answer &answer) {
        try {
            turn.read_answer(answer);
            return false;
        } catch (const WrongChoiceError &) {
            return true;
        }
    };
    check(is_wrong(2) && is_wrong(-1) && is_wrong(Json::list("build", 9)) && is_wrong(std::nullopt) && is_wrong(Picks{{0}}),
          "what is no answer is refused");
    check(turn.read_answer(colonizers::SkipAction{}).index == 1, "a typed action is found");
    check(turn.read_answer(Json::list("offer", 1)).action == Json::list("offer", 1), "a free action is sent as it is");
}

// The pure parts.

static void waits_grow_up_to_a_bound_and_start_over() {
    Rng rng(1);
    Backoff backoff;
    double longest = 0;
    for (int i = 0; i < 200; ++i) longest = std::max(longest, backoff.next_wait_s(rng));
    check(longest > 5 && longest <= backoff.longest_s, "waits stay below their bound");
    check(backoff.next_wait_s(rng, 60) >= 60, "what the server asks for comes on top");
    backoff.reset();
    check(backoff.next_wait_s(rng) <= backoff.first_s, "a working connection starts over");
}

static void a_throttle_keeps_below_the_rate() {
    Throttle throttle;
    check(throttle.take(0) == 0, "no rate is no limit");
    throttle.allow(10, 0);
    double waited = 0;
    for (int i = 0; i < 100; ++i) waited = throttle.take(0);
    check(waited > 8 && waited < 12, "100 messages at 10 a second take a while");
}

static void an_address_says_what_it_expects() {
    check(Address::parse("[::1]:80").host == "::1" && Address::parse("localhost").port == "7421", "hosts and ports");
    check(Address::parse("stdio:").is_stdio, "standard input and output");
    const Address web = Address::parse("wss+msgpack://Play.Example.org");
    check(web.is_websocket && web.is_tls && web.port == "443" && web.path == "/v1", "a WebSocket");
    check(web.encoding == Encoding::msgpack && web.dialled() == "infosets://play.example.org:443", "its encoding, and what is dialled");
    check(Address::parse("ws://[::1]:80/there").text() == "ws://[::1]:80/there", "an address as text");
    for (const char *bad : {"infoset://", "host:port", "https://example.org", "infoset+xml://host", "host:0"}) {
        try {
            Address::parse(bad);
            check(false, std::string(bad) + " is refused");
        } catch (const AddressError &) {
        }
    }
}

// A client against a script: a server that says and expects one line after the other.

class ScriptedServer {
  public:
    explicit ScriptedServer(std::function<void(ScriptedServer &)> script) {
        listening_ = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(listening_, reinterpret_cast<sockaddr *>(&address), size);
        ::listen(listening_, 4);
        ::getsockname(listening_, reinterpret_cast<sockaddr *>(&address), &size);
        url = "infoset://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
        thread_ = std::thread([this, script] {
            try {
                script(*this);
            } catch (const LinkClosed &closed) {
                check(false, "the script was cut: " + closed.reason);
            } catch (const std::exception &error) {
                check(false, std::string("the script failed: ") + error.what());
            }
            link.reset();
        });
    }
    ~ScriptedServer() {
        thread_.join();
        ::close(listening_);
    }
    // Takes the next connection and its hello, and lets it in.
    Json greet(bool is_resumed) {
        const int socket = ::accept(listening_, nullptr, nullptr);
        link = std::make_unique<Link>(socket, socket);
        const Json hello = hear("hello");
        Json limits = Json::parse(R"({"max_frame_in":262144,"max_inflight":16,"msgs_per_s":5000,"queue_bytes":1,"resume_ttl_ms":1})");
        Json welcome;
        welcome.set("type", "welcome").set("proto", 1).set("minor", 0).set("session", "s_1").set("resume_token", "rt");
        welcome.set("resumed", is_resumed).set("user", "u_1").set("name", "x").set("scopes", Json::list());
        welcome.set("features", Json::list()).set("limits", limits).set("server", "script").set("now_ms", 0);
        link->send(welcome);
        return hello;
    }
    Json hear(const std::string &type) {
        while (true) {
            const Json plain = hear();
            if (plain["type"] == Json(type)) return plain;
        }
    }
    Json hear() {
        const auto plain = link->receive(10);
        if (!plain) throw LinkClosed{"nothing came", {}, 0};
        return *plain;
    }
    void say(const std::string &text) { link->send(Json::parse(text)); }
    void answer(const Json &request, const std::string &text) { link->send(Json::parse(text).set("re", request["id"])); }
    void start_match() {
        say(R"({"type":"match_start","seq":1,"match_id":"m_1","game":"colonizers","rules":"colonizers/1.0","role":"player",
                "seat":0,"players":[{"seat":0,"kind":"bot"}],"clock":{"kind":"none"},"consts_hash":"c"})");
    }
    void ask(int decision, int seq) {
        say(R"({"type":"your_turn","match_id":"m_1","seat":0,"ver":1,"kind":"build","n":3,"fallback":2,"obs":{},
                "legal":{"actions":[["build",10],["build",9],["skip"]]},"decision":)" +
            std::to_string(decision) + R"(,"seq":)" + std::to_string(seq) + "}");
    }
    void end_match() {
        say(R"({"type":"match_over","match_id":"m_1","reason":"finished","places":[1],"scores":[3],"returns":[1]})");
    }

    std::string url;
    std::unique_ptr<Link> link;

  private:
    int listening_;
    std::thread thread_;
};

class Throwing : public Bot {
  public:
    Answer decide(const Turn &turn) override {
        if (turn.decision == 2) return 7;
        throw std::runtime_error("no idea");
    }
};
class First : public Bot {
  public:
    Answer decide(const Turn &) override { return 0; }
};

class Remarking : public Bot {
  public:
    Answer decide(const Turn &turn) override {
        for (const std::vector<double> &value : {std::vector{0.5, -0.5}, std::vector{1.5}}) {
            try {
                turn.remark("", value);
                check(false, "a value that is none is refused");
            } catch (const std::invalid_argument &) {
            }
        }
        std::string note = "x";
        for (int i = 0; i < 300; ++i) note += "\u00e4";
        turn.remark(note, {0.5});
        return turn.decision == 1 ? 0 : 7;
    }
};

class Talking : public Bot {
  public:
    void on_talk(const Match &, const std::string &name, const std::string &text) override { heard += name + ": " + text; }
    Answer decide(const Turn &turn) override {
        std::string line = "  " + heard;
        for (int i = 0; i < 200; ++i) line += "\u00e4";
        turn.say(line + " ");
        turn.say("   ");
        return 0;
    }

    std::string heard;
};

static Faults play(const std::string &url, const BotFactory &make) {
    Client client(url);
    client.connect();
    Faults faults;
    Plan plan;
    plan.game = "colonizers";
    Host(client, make, plan, [&](const BotSeat &seat) { faults = seat.faults; }).run();
    return faults;
}

static void an_exception_and_a_wrong_answer_play_the_fallback() {
    ScriptedServer server([](ScriptedServer &script) {
        script.greet(false);
        script.answer(script.hear("seek"), R"({"type":"ok"})");
        script.start_match();
        for (int decision = 1; decision <= 2; ++decision) {
            script.ask(decision, decision + 1);
            const Json act = script.hear("act");
            check(act["index"] == Json(2), "the fallback is played");
            const std::string why = decision == 1 ? "decide raised an exception" : "wrong answer";
            check(act["note"] == Json("fallback: " + why), "the server is told why");
            script.answer(act, R"({"type":"act_ok","match_id":"m_1","decision":1,"elapsed_ms":0})");
        }
        script.end_match();
        script.hear("bye");
    });
    const Faults faults = play(server.url, [] { return std::make_unique<Throwing>(); });
    check(faults.exceptions == 1 && faults.wrong_answers == 1, "both are counted");
}

static void a_remark_goes_along_with_the_act_and_with_no_fallback() {
    ScriptedServer server([](ScriptedServer &script) {
        script.greet(false);
        script.answer(script.hear("seek"), R"({"type":"ok"})");
        script.start_match();
        script.ask(1, 2);
        const Json act = script.hear("act");
        check(act["note"].as_string().size() == 499, "the note ends with a whole character");
        check(act["value"] == Json::list(0.5), "the value goes along");
        script.answer(act, R"({"type":"act_ok","match_id":"m_1","decision":1,"elapsed_ms":0})");
        script.ask(2, 3);
        const Json fallback = script.hear("act");
        check(fallback["note"] == Json("fallback: wrong answer"), "a fallback says why");
        check(fallback["value"].is_null(), "and expects nothing");
        script.answer(fallback, R"({"type":"act_ok","match_id":"m_1","decision":2,"elapsed_ms":0})");
        script.end_match();
        script.hear("bye");
    });
    check(play(server.url, [] { return std::make_unique<Remarking>(); }).wrong_answers == 1, "it is counted");
}

static void what_a_bot_says_goes_before_its_act_and_a_refusal_changes_nothing() {
    ScriptedServer server([](ScriptedServer &script) {
        script.greet(false);
        script.answer(script.hear("seek"), R"({"type":"ok"})");
        script.start_match();
        script.say(R"({"type":"chat_msg","match_id":"m_1","user":"u_2","name":"ann","to":"all","text":"hi"})");
        for (int decision = 1; decision <= 2; ++decision) {
            script.ask(decision, decision + 1);
            const Json said = script.hear();
            check(said["type"] == Json("chat") && said["match_id"] == Json("m_1"), "the line comes first");
            const std::string text = said["text"].as_string();
            check(text.substr(0, 9) == "ann: hi\u00e4" && text.size() == 299, "it is cut behind a whole character");
            script.answer(said, decision == 1 ? R"({"type":"ok"})" : R"({"type":"error","code":"forbidden","msg":"silence"})");
            const Json act = script.hear();
            check(act["type"] == Json("act") && act["index"] == Json(0), "then the act, whatever became of the line");
            script.answer(act, R"({"type":"act_ok","match_id":"m_1","decision":1,"elapsed_ms":0})");
        }
        script.end_match();
        script.hear("bye");
    });
    const Faults faults = play(server.url, [] { return std::make_unique<Talking>(); });
    check(faults.exceptions + faults.wrong_answers + faults.missed == 0, "nothing went wrong");
}

static void an_illegal_action_is_followed_by_the_fallback() {
    ScriptedServer server([](ScriptedServer &script) {
        script.greet(false);
        script.answer(script.hear("seek"), R"({"type":"ok"})");
        script.start_match();
        script.ask(1, 2);
        script.answer(script.hear("act"), R"({"type":"error","code":"illegal_action","msg":"no","data":{"why":"too dear","left":2}})");
        const Json act = script.hear("act");
        check(act["index"] == Json(2), "the second try is the fallback");
        check(act["note"] == Json("fallback: illegal"), "the server is told why");
        script.answer(act, R"({"type":"act_ok","match_id":"m_1","decision":1,"elapsed_ms":0})");
        script.end_match();
        script.hear("bye");
    });
    const Faults faults = play(server.url, [] { return std::make_unique<First>(); });
    check(faults.wrong_answers == 1, "it is counted");
}

static void a_cut_connection_is_resumed_and_the_request_sent_again() {
    ScriptedServer server([](ScriptedServer &script) {
        script.greet(false);
        script.answer(script.hear("seek"), R"({"type":"ok"})");
        script.start_match();
        script.ask(1, 2);
        const Json act = script.hear("act");
        script.link.reset();  // without a word
        const Json hello = script.greet(true);
        check(hello["resume"]["session"] == Json("s_1") && hello["resume"]["seq"] == Json(2), "it goes on behind what it had");
        const Json again = script.hear("act");
        check(again == act, "the same request comes again, number and all");
        script.answer(again, R"({"type":"act_ok","match_id":"m_1","decision":1,"elapsed_ms":0})");
        script.end_match();
        script.hear("bye");
    });
    const Faults faults = play(server.url, [] { return std::make_unique<First>(); });
    check(faults.missed == 0 && faults.exceptions == 0, "nothing was missed");
}

static void a_new_session_is_played_on_from_its_snapshot() {
    ScriptedServer server([](ScriptedServer &script) {
        const Json first = script.greet(false);
        script.answer(script.hear("seek"), R"({"type":"ok"})");
        script.start_match();
        script.ask(1, 2);
        script.hear("act");
        script.link.reset();
        const Json hello = script.greet(false);
        check(hello["auth"] == first["auth"] && !first["auth"]["token"].is_null(), "a guest comes back as the same one");
        script.answer(script.hear("sync"), R"({"type":"snapshot","match_id":"m_1","ver":1,"obs":{},"pending":[]})");
        script.start_match();
        script.say(R"({"type":"snapshot","match_id":"m_1","ver":1,"obs":{},"pending":[{"decision":1,"kind":"build","n":3,
                       "legal":{"actions":[["build",10],["build",9],["skip"]]},"fallback":2}]})");
        const Json act = script.hear("act");
        check(act["index"] == Json(0), "the choice that may have got lost is sent again");
        script.answer(act, R"({"type":"act_ok","match_id":"m_1","decision":1,"elapsed_ms":0})");
        script.end_match();
        script.hear("bye");
    });
    const Faults faults = play(server.url, [] { return std::make_unique<First>(); });
    check(faults.missed == 0, "nothing was missed");
}

static void a_refusal_is_an_error_with_its_reason() {
    ScriptedServer server([](ScriptedServer &script) {
        script.greet(false);
        script.answer(script.hear("seek"), R"({"type":"error","code":"bad_option","msg":"no","retry_ms":5,"data":{"path":"seats","want":"2 to 4"}})");
        script.hear("bye");
    });
    Client client(server.url);
    client.connect();
    wire::Seek seek;
    seek.game = "catan";
    try {
        client.request(seek);
        check(false, "a refusal raises");
    } catch (const RequestError &error) {
        check(error.is(wire::code::BAD_OPTION) && error.path() == "seats" && error.want() == "2 to 4", "its parts");
        check(error.retry_ms == 5, "its wait");
    }
}

// Takes the last action, and notes how much it had been told when it was asked.
class Last : public Bot {
  public:
    explicit Last(std::vector<std::size_t> &seen) : seen_(seen) {}
    void on_events(const Match &, const std::vector<Plain> &events) override { told_ += events.size(); }
    Answer decide(const Turn &turn) override {
        seen_.push_back(told_);
        return *turn.n - 1;
    }

  private:
    std::size_t told_ = 0;
    std::vector<std::size_t> &seen_;
};

static void a_decision_on_a_recorded_seat_is_asserted() {
    const std::string trace = vectors + "/../../../tests/golden/trace.ndjson";
    std::vector<std::size_t> seen;
    const BotFactory make = [&] { return std::make_unique<Last>(seen); };
    assert_decision(make, trace, 10, Json::list(Json("skip")));
    check(seen.size() == 4 && std::is_sorted(seen.begin(), seen.end()) && seen[3] > seen[0], "it knows what it knew");
    assert_decision(make, trace, 10, 5);
    const auto told = [&](const std::string &path, int ply, int index, const std::string &why) {
        try {
            assert_decision(make, path, ply, index);
            check(false, "it raises");
        } catch (const DecisionError &error) {
            check(std::string(error.what()).find(why) != std::string::npos, error.what());
        }
    };
    told(trace, 1, 0, R"(ply 1, decision 1 (pick): expected ["pick",5], the bot answers ["pick",3])");
    told(trace, 1, 99, "expected an index from 0 to 3");
    told(trace, 999, 0, "nothing is asked at ply 999, but near it at 10, 11, 21");
    told(trace, 3, 0, "nothing is asked at ply 3, but near it at 1, 8, 9, 10");
    told(vectors + "/messages.ndjson", 1, 0, "expected the form infoset-trace/1");
}

// Answers decision 1 with a value for each action, 2 with too few, 3 with nothing, 4 with a written offer, 5 with picks.
class Thinker : public Bot {
  public:
    Answer decide(const Turn &turn) override {
        if (turn.decision == 1) {
            turn.remark("the dearest");
            turn.weigh({0.5, std::nullopt, -1});
            return 1;
        }
        if (turn.decision == 2) turn.weigh({1, 2});
        if (turn.decision == 3) return std::nullopt;
        if (turn.decision == 4) {
            turn.weigh({1, -INFINITY, 3});
            return Json::list("offer", 7);
        }
        return Picks{{1}};
    }
};

// A folder of its own for a test, which goes with it.
struct Folder {
    Folder() {
        if (::mkdtemp(path.data()) == nullptr) throw std::runtime_error("no folder can be made");
    }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
    ~Folder() { std::filesystem::remove_all(path); }

    std::string path = std::filesystem::temp_directory_path() / "infoset-tests-XXXXXX";
};

static const std::string begun =
    R"({"type":"match_start","seq":4,"match_id":"m/1","game":"colonizers","rules":"colonizers/1.0","role":"player","seat":0,)"
    R"("players":[{"seat":0,"kind":"bot"}],"options":{"later":[1]},"clock":{"kind":"none"},"consts_hash":"c"})";

static std::string asked_in_trace(int decision, int ver, const std::string &more) {
    return R"({"type":"your_turn","match_id":"m/1","seat":0,"ver":)" + std::to_string(ver) + R"(,"decision":)" +
           std::to_string(decision) + R"(,"kind":"build",)" + more + "}";
}

static void play_traced(const std::string &folder, const std::vector<std::string> &lines) {
    ScriptedServer server([&](ScriptedServer &script) {
        script.greet(false);
        script.answer(script.hear("seek"), R"({"type":"ok"})");
        for (const std::string &line : lines) {
            script.say(line);
            const Json said = Json::parse(line);
            if (said["type"] != Json("your_turn") || said["optional"] == Json(true)) continue;
            script.answer(script.hear("act"), R"({"type":"act_ok","match_id":"m/1","decision":1,"elapsed_ms":0})");
        }
        script.hear("bye");
    });
    Client client(server.url);
    client.connect();
    Plan plan;
    plan.game = "colonizers";
    plan.trace = folder;
    Host(client, [] { return std::make_unique<Thinker>(); }, plan, [](const BotSeat &) {}).run();
}

static void a_trace_has_what_a_bot_saw_thought_and_did() {
    const std::string listed =
        R"("n":3,"legal":{"kind":"list","actions":[["build",10],["build",9],["skip"]],"params":[{"kind":"offer","fields":{}}]},"fallback":2,)";
    const std::string joint = R"("legal":{"kind":"product","slots":[{"slot":"a","options":[["x"],["y"]]}]},"fallback":0,"obs":{})";
    const std::string events = R"({"type":"events","match_id":"m/1","ver":3,"items":[{"e":"x"}]})";
    const std::string over =
        R"({"type":"match_over","match_id":"m/1","reason":"finished","places":[1],"scores":[3.5],"returns":[1]})";
    const std::string first =
        asked_in_trace(1, 3, listed + R"("obs":{"seen":1},"deadline_ms":900,"clock":[5,6],"tick":4)");
    const std::string second = asked_in_trace(2, 5, listed + R"("obs":{})");
    const std::string third = asked_in_trace(3, 6, listed + R"("obs":{},"optional":true)");
    const std::string fourth = asked_in_trace(4, 7, listed + R"("obs":{})");
    const std::string fifth = asked_in_trace(5, 9, joint);
    // After a cut a question is asked again, and traced once.
    const std::string again = R"({"type":"snapshot","match_id":"m/1","ver":6,"obs":{},"pending":[)" + third + "]}";
    const Folder made;
    const std::string folder = made.path + "/new/traces";
    play_traced(folder, {begun, events, first, second, third, again, fourth, fifth, over});
    Json start = Json::parse(begun);
    start.remove("seq");
    const std::vector<std::string> wanted{
        R"({"form":"infoset-trace/1"})",
        start.dump(),
        events,
        first,
        R"({"type":"thought","decision":1,"values":[0.5,null,-1],"index":1,"note":"the dearest"})",
        second,
        R"({"type":"thought","decision":2,"index":2,"note":"fallback: decide raised an exception"})",
        third,
        R"({"type":"thought","decision":3})",
        fourth,
        R"({"type":"thought","decision":4,"values":[1,null,3],"action":["offer",7]})",
        fifth,
        R"({"type":"thought","decision":5,"picks":[1]})",
        over,
    };
    const std::string path = folder + "/m_1-seat0.ndjson";
    std::vector<std::string> found;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        Json plain = Json::parse(line);
        if (plain["type"] == Json("thought")) check(plain["ms"].as_double() >= 0, "it takes time");
        plain.remove("ms");
        found.push_back(plain.dump());
    }
    check(found.size() == wanted.size(), "as many lines as there should be, not " + std::to_string(found.size()));
    for (std::size_t i = 0; i < std::min(found.size(), wanted.size()); ++i) {
        check(found[i] == wanted[i], "expected " + wanted[i] + ", got " + found[i]);
    }
    assert_decision([] { return std::make_unique<Thinker>(); }, path, 3, Json::list("build", 9));
}

static void a_trace_that_cannot_be_written_ends_the_program() {
    const Folder made;
    const std::string taken = made.path + "/taken", full = made.path + "/full";
    std::ofstream(taken) << "";
    std::filesystem::create_directory(full);
    std::vector<std::string> folders{taken};
    if (::access("/dev/full", W_OK) == 0 && ::symlink("/dev/full", (full + "/m_1-seat0.ndjson").c_str()) == 0) {
        folders.push_back(full);
    }
    for (const std::string &folder : folders) {
        try {
            play_traced(folder, {begun});
            check(false, "it raises");
        } catch (const CommandError &error) {
            check(std::string(error.what()).find("--trace " + folder + ": ") == 0, error.what());
        }
    }
}

static void every_action_is_weighed_or_none() {
    Turn turn;
    turn.actions = {Json::list(Json("skip")), Json::list("build", 1)};
    turn.weigh({1, 2});
    check(turn.values == std::vector<std::optional<double>>{1, 2}, "the values are kept");
    try {
        turn.weigh({1});
        check(false, "it raises");
    } catch (const std::invalid_argument &error) {
        const std::string why = "values: expected a number or nothing for each of 2 listed actions, got 1";
        check(error.what() == why, error.what());
    }
    Turn order;
    order.slots = {{"a", {Json::list("x"), Json::list("y")}}};
    try {
        order.weigh({1, 2});
        check(false, "it raises");
    } catch (const std::invalid_argument &error) {
        const std::string why = "values: a joint order lists no actions to weigh, got 2";
        check(error.what() == why, error.what());
    }
}

int main(int argc, char **argv) {
    if (argc != 2) {
        std::cerr << "tests FOLDER: expected the folder with the vectors" << std::endl;
        return 2;
    }
    vectors = argv[1];
    const std::vector<std::pair<const char *, void (*)()>> tests{
        {"every message is read and written", every_message_is_read_and_written},
        {"unusual messages are understood", unusual_messages_are_understood},
        {"what is wrong is refused", what_is_wrong_is_refused},
        {"frames are cut wherever the bytes end", frames_are_cut_wherever_the_bytes_end},
        {"every way to answer is checked", every_way_to_answer_is_checked},
        {"waits grow up to a bound and start over", waits_grow_up_to_a_bound_and_start_over},
        {"a throttle keeps below the rate", a_throttle_keeps_below_the_rate},
        {"an address says what it expects", an_address_says_what_it_expects},
        {"an exception and a wrong answer play the fallback", an_exception_and_a_wrong_answer_play_the_fallback},
        {"a remark goes along with the act and with no fallback", a_remark_goes_along_with_the_act_and_with_no_fallback},
        {"what a bot says goes before its act and a refusal changes nothing", what_a_bot_says_goes_before_its_act_and_a_refusal_changes_nothing},
        {"an illegal action is followed by the fallback", an_illegal_action_is_followed_by_the_fallback},
        {"a cut connection is resumed and the request sent again", a_cut_connection_is_resumed_and_the_request_sent_again},
        {"a new session is played on from its snapshot", a_new_session_is_played_on_from_its_snapshot},
        {"a refusal is an error with its reason", a_refusal_is_an_error_with_its_reason},
        {"a decision on a recorded seat is asserted", a_decision_on_a_recorded_seat_is_asserted},
        {"a trace has what a bot saw, thought and did", a_trace_has_what_a_bot_saw_thought_and_did},
        {"a trace that cannot be written ends the program", a_trace_that_cannot_be_written_ends_the_program},
        {"every action is weighed, or none", every_action_is_weighed_or_none},
    };
    for (const auto &[name, test] : tests) {
        const int before = failures;
        try {
            test();
        } catch (...) {
            check(false, current_exception_text());
        }
        std::cout << (failures == before ? "ok    " : "FAILED") << " " << name << std::endl;
    }
    return failures == 0 ? 0 : 1;
}
