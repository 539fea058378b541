#include "client.hpp"

#include <algorithm>
#include <set>
#include <thread>
#include <utility>

#include "link.hpp"
#include "log.hpp"

namespace infoset {

static const std::set<std::string> THINKING{"determinize", "simulate", "rollout"};
static const std::set<std::string> MAY_PASS{"rate_limited", "busy", "shutting_down"};

static double now_s() { return Seconds(Clock::now().time_since_epoch()).count(); }

static void sleep_s(double seconds) { std::this_thread::sleep_for(Seconds(seconds)); }

// How long a message asks to wait.
static double wait_s(const Json &plain) {
    return plain["retry_ms"].is_integer() ? double(plain["retry_ms"].as_int()) / 1000 : 0;
}

template <class Codes>
static bool is_among(const Codes &codes, std::int64_t code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

Client::Client(const std::string &url, Login login)
    : address_(Address::parse(url)), login_(std::move(login)), rng_(make_rng()) {
    if (!login_.key && !login_.token.empty() && !address_.can_carry_token()) {
        throw AddressError(address_.text() + ": a token may only be sent under TLS; use infosets:// or wss://, or a key");
    }
    if (login_.encoding) address_.encoding = *login_.encoding;
    std::uniform_int_distribution<std::uint64_t> any;
    secret_ = std::to_string(any(rng_)) + "-" + std::to_string(any(rng_));
}

Client::~Client() { close(); }

void Client::connect() {
    if (address_.is_stdio) {
        link_ = Link::stdio();
        return;
    }
    dial(login_.timing.connect_s, Json());
}

void Client::close() {
    if (!link_) return;
    try {
        if (!address_.is_stdio) {
            link_->send(Json().set("type", "bye"));
            link_->close();
        }
    } catch (const LinkClosed &) {
    }
    link_.reset();
    over_ = ConnectionLostError("closed", 1000);
}

std::int64_t Client::begin_plain(Json plain) {
    const bool is_thinking = THINKING.count(plain["type"].as_string()) > 0;
    keep_pace(is_thinking ? thinking_ : throttle_);
    const auto limit = welcome_.limits.max_inflight;
    while (limit > 0 && std::int64_t(open_.size()) >= limit) pump(Clock::now() + std::chrono::hours(1));
    const std::int64_t number = ++last_id_;
    plain.set("id", number);
    open_[number] = Open{plain, {}, nullptr};
    transmit(plain);
    return number;
}

Json Client::finish(std::int64_t number) {
    const Json answer = next_answer(number);
    open_.erase(number);
    return answer;
}

void Client::cancel(std::int64_t number) {
    wire::Cancel cancel;
    cancel.target = number;
    request(cancel);
}

void Client::stream(const wire::Replay &message, const std::function<void(const wire::ReplayPart &)> &take) {
    const std::int64_t number = begin(message);
    std::int64_t expected = 0;
    while (true) {
        const Json answer = next_answer(number);
        expect_type(answer, wire::ReplayPart::TYPE);
        const auto part = read<wire::ReplayPart>(answer);
        if (part.i != expected) continue;  // it came again, after a resume
        ++expected;
        if (!part.more) open_.erase(number);
        take(part);
        if (!part.more) return;
    }
}

Incoming Client::receive() {
    while (true) {
        if (auto incoming = poll(3600)) return *incoming;
    }
}

std::optional<Incoming> Client::poll(double timeout_s) {
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(timeout_s));
    do {
        if (!inbox_.empty()) {
            Incoming incoming = std::move(inbox_.front());
            inbox_.pop_front();
            return incoming;
        }
        pump(until);
    } while (!inbox_.empty() || Clock::now() < until);
    return std::nullopt;
}

void Client::expect_type(const Json &answer, const char *type) {
    if (!(answer["type"] == Json(type))) {
        throw ProtocolError("bad_message", "type", std::string(type) + " as the answer, got " + answer["type"].dump());
    }
}

void Client::keep_pace(Throttle &throttle) {
    const double wait = throttle.take(now_s());
    if (wait > 0) sleep_s(wait);
}

void Client::transmit(const Json &plain) {
    if (!link_) throw over_.value_or(ConnectionLostError("call connect() first"));
    try {
        link_->send(plain);
    } catch (const LinkClosed &closed) {
        const LinkClosed lost = last_words(closed);
        come_back(lost);
        if (!plain.has("id")) throw ConnectionLostError("not sent: " + lost.reason, lost.code);
    }
}

LinkClosed Client::last_words(const LinkClosed &closed) {
    try {
        while (auto message = link_->receive(0.1)) {
            if (!message->is_null()) take(std::move(*message));
        }
    } catch (const LinkClosed &found) {
        return found.code ? found : closed;
    } catch (const ProtocolError &) {
    }
    return closed;
}

Json Client::next_answer(std::int64_t number) {
    const auto until =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(login_.timing.reply_s));
    while (true) {
        Open &open = open_.at(number);
        if (open.lost) {
            const auto lost = open.lost;
            open_.erase(number);
            throw ConnectionLostError(lost->what());
        }
        if (!open.answers.empty()) {
            Json answer = std::move(open.answers.front());
            open.answers.pop_front();
            if (!(answer["type"] == Json("error"))) return answer;
            open_.erase(number);
            throw RequestError(read<wire::Error>(answer));
        }
        if (Clock::now() >= until) {
            const std::string type = open.plain["type"].as_string();
            open_.erase(number);
            throw ReplyTimeoutError("no answer to `" + type + "` in time");
        }
        pump(until);
    }
}

void Client::pump(Clock::time_point until) {
    if (!link_) throw over_.value_or(ConnectionLostError("call connect() first"));
    try {
        const double left_s = std::max(0.0, Seconds(until - Clock::now()).count());
        const double silent_s = login_.timing.silence_s;
        auto message = link_->receive(address_.is_stdio ? left_s : std::min(left_s, silent_s));
        if (message) {
            has_asked_ = false;
            heard_ = Clock::now();
            if (!message->is_null()) take(std::move(*message));
        } else if (!address_.is_stdio && Seconds(Clock::now() - heard_).count() >= silent_s) {
            if (has_asked_) throw LinkClosed{"no sign of life", {}, 0};
            has_asked_ = true;
            heard_ = Clock::now();
            link_->send(Json().set("type", "ping").set("id", ++last_id_));
        }
    } catch (const LinkClosed &lost) {
        come_back(lost);
    } catch (const ProtocolError &error) {
        come_back(LinkClosed{std::string("the server sent a bad message: ") + error.what(), {}, 0});
    }
}

void Client::take(Json plain) {
    const Json &type = plain["type"];
    if (!type.is_string()) throw ProtocolError("bad_message", "type", "text");
    if (type == Json("bye")) {
        const auto bye = read<wire::Farewell>(plain);
        throw LinkClosed{bye.reason, bye.code, wait_s(plain)};
    }
    const bool is_answer = plain["re"].is_integer();
    const bool is_progress = type == Json("progress");
    const std::optional<std::int64_t> seq =
        plain["seq"].is_integer() ? std::optional(plain["seq"].as_int()) : std::nullopt;
    const auto open = is_answer ? open_.find(plain["re"].as_int()) : open_.end();
    if (open != open_.end() && !is_progress) {
        open->second.answers.push_back(std::move(plain));
    } else if (is_progress || !(is_answer || type == Json("pong"))) {
        deliver(std::move(plain));
    }  // Else nobody waits for it: an answer that came too late, or twice after a resume.
    if (seq) count(*seq);
}

void Client::deliver(Json plain) {
    if (inbox_.size() >= login_.timing.max_inbox) {
        end(ConnectionLostError("more messages than anybody reads"));
    }
    inbox_.push_back({std::move(plain), ++arrived_});
}

void Client::count(std::int64_t seq) {
    seq_ = seq;
    if (seq - acked_ >= login_.timing.ack_every && !address_.is_stdio) {
        acked_ = seq;
        link_->send(Json().set("type", "ack").set("seq", seq));
    }
}

void Client::end(const ConnectionLostError &error) {
    link_.reset();
    over_ = error;
    throw error;
}

void Client::come_back(const LinkClosed &lost) {
    const bool is_final = lost.code && is_among(wire::NO_RECONNECT, *lost.code);
    if (address_.is_stdio || is_final || login_.timing.reconnect_s <= 0) {
        end(ConnectionLostError(lost.reason.empty() ? "the server closed the connection" : lost.reason, lost.code));
    }
    Json resume;
    if (!lost.code || !is_among(wire::NO_RESUME, *lost.code)) {
        resume.set("session", welcome_.session).set("token", welcome_.resume_token).set("seq", seq_);
    }
    link_.reset();
    Log::get().warn("connection lost (" + clean(lost.reason) + "); reconnecting");
    sleep_s(backoff_.next_wait_s(rng_, lost.wait_s));
    try {
        dial(login_.timing.reconnect_s, resume);
    } catch (const Error &error) {
        over_ = ConnectionLostError(error.what());
        throw;
    }
    Log::get().warn(welcome_.resumed ? "reconnected: resumed" : "reconnected: new session");
    inbox_.push_back({write(welcome_), ++arrived_});
    settle_open_requests();
}

void Client::settle_open_requests() {
    for (auto &[number, open] : open_) {
        if (welcome_.resumed) {
            try {
                link_->send(open.plain);
            } catch (const LinkClosed &) {
                return;  // the next read finds out
            }
        } else {
            open.lost = std::make_shared<Error>("the connection was lost before the answer came");
        }
    }
}

void Client::dial(double patience_s, const Json &resume) {
    const double give_up_s = now_s() + patience_s;
    while (true) {
        try {
            link_ = Link::dial(address_, login_.timing.welcome_s, login_.ca_file);
            log_in(resume);
            backoff_.reset();
            return;
        } catch (const ConnectError &error) {
            retry(TryAgain{std::current_exception(), 0}, give_up_s);
        } catch (const TryAgain &failed) {
            retry(failed, give_up_s);
        }
    }
}

void Client::retry(const TryAgain &failed, double give_up_s) {
    link_.reset();
    const double wait = backoff_.next_wait_s(rng_, failed.wait_s);
    if (now_s() + wait > give_up_s) std::rethrow_exception(failed.error);
    sleep_s(wait);
}

void Client::log_in(const Json &resume) {
    try {
        link_->send(hello(resume));
        const double give_up_s = now_s() + login_.timing.welcome_s;
        Json answer = next_message(give_up_s);
        if (answer["type"] == Json("challenge")) {
            link_->send(proof(answer));
            answer = next_message(give_up_s);
        }
        open(read_welcome(answer));
    } catch (const ProtocolError &error) {
        throw ConnectError(address_.text() + ": what answers there does not speak the Infoset protocol (" +
                           error.what() + ")");
    } catch (const LinkClosed &closed) {
        throw ConnectError(address_.text() + ": closed during the login: " + closed.reason);
    }
}

Json Client::next_message(double give_up_s) {
    while (true) {
        auto message = link_->receive(std::max(0.0, give_up_s - now_s()));
        if (message && !message->is_null()) return std::move(*message);
        if (!message && now_s() >= give_up_s) throw ConnectError(address_.text() + ": no welcome in time");
    }
}

Json Client::proof(const Json &asked) const {
    const auto challenge = read<wire::Challenge>(asked);
    if (!login_.key) throw LoginError(wire::code::UNSUPPORTED, "it asks for a key, and there is none");
    if (!challenge.address.value_or(false)) throw LoginError(wire::code::UNSUPPORTED, OLD_KEY_LOGIN);
    const std::string where = address_.dialled();
    std::string text = "infoset key login\n";
    for (const std::string &line : {challenge.nonce, challenge.server, std::to_string(PROTOCOL_MAJOR), where}) {
        text += line + "\n";
    }
    return Json().set("type", "auth").set("sig", login_.key->sign(text)).set("address", where);
}

Json Client::hello(const Json &resume) const {
    Json auth;
    if (login_.key) {
        auth.set("kind", "key").set("pub", login_.key->pub());
    } else if (login_.token.empty()) {
        // The secret makes a guest the same one again, even where the session is gone.
        auth.set("kind", "guest").set("name", login_.name).set("token", secret_);
    } else {
        auth.set("kind", "token").set("token", login_.token);
    }
    Json hello;
    hello.set("type", "hello").set("proto", Json::list(PROTOCOL_MAJOR)).set("minor", wire::MINOR).set("auth", auth);
    hello.set("client", Json().set("name", login_.program).set("lang", "c++"));
    hello.set("features", login_.features).set("max_frame", MAX_FRAME_BYTES);
    if (!resume.is_null()) hello.set("resume", resume);
    return hello;
}

wire::Welcome Client::read_welcome(const Json &plain) {
    if (plain["type"] == Json("welcome")) return read<wire::Welcome>(plain);
    const bool is_bye = plain["type"] == Json("bye");
    const Json &code = plain["code"], &text = plain[is_bye ? "reason" : "msg"];
    const std::string name = code.is_string() ? code.as_string() : code.dump();
    const LoginError refused(name, text.is_string() ? text.as_string() : "it answered " + plain["type"].dump());
    const bool is_final = is_bye ? code.is_integer() && is_among(wire::NO_RECONNECT, code.as_int()) : MAY_PASS.count(name) == 0;
    if (is_final) throw refused;
    throw TryAgain{std::make_exception_ptr(refused), wait_s(plain)};
}

void Client::open(wire::Welcome welcome) {
    if (!welcome.resumed) seq_ = acked_ = 0;
    throttle_.allow(welcome.limits.msgs_per_s, now_s());
    thinking_.allow(welcome.limits.computes_per_s.value_or(0), now_s());
    welcome_ = std::move(welcome);
    has_asked_ = false;
    heard_ = Clock::now();
}

}  // namespace infoset
