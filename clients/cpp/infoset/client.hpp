// The client: a connection that lasts.
//
//     connecting --welcome--> open --link lost--> reconnecting --welcome--> open
//          |                   |                       |
//          +------- refused, or lost for good ---------+----> over
//
// After a reconnect the server either resumes the session (missed messages follow, open requests are sent
// again with their numbers) or opens a new one (it sends match_start and snapshot again, open requests
// fail with ConnectionLostError). Either way a Welcome stands in the stream.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "address.hpp"
#include "key.hpp"
#include "message.hpp"
#include "pace.hpp"

namespace infoset {

// How patient a client is and how much it keeps. Seconds, unless the name says otherwise.
struct Timing {
    double connect_s = 0;      // keep trying this long for the first connection; 0 = one attempt
    double reconnect_s = 600;  // keep trying this long to come back; 0 = never
    double welcome_s = 10;
    double reply_s = 60;
    double silence_s = 30;        // without a sign of life: ask for one; twice that: the link is dead
    std::size_t max_inbox = 8192;  // messages waiting to be read
    std::int64_t ack_every = 32;   // numbered messages
};

// Who logs in. With a `token`, or a `key`, which goes before it, the server knows the name.
struct Login {
    std::string name = "guest";
    std::string token;
    std::optional<LoginKey> key;
    std::string ca_file;  // certificates in PEM form to trust beside the usual authorities
    std::string program = "infoset-cpp";
    std::vector<std::string> features;
    std::optional<Encoding> encoding;  // nothing: what the address says
    Timing timing;
};

class Link;
struct LinkClosed;

class Client {
  public:
    // Opens nothing yet. Raises AddressError for a bad `url`, or a token that would travel in the clear.
    explicit Client(const std::string &url, Login login = {});
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;
    ~Client();

    // Connects and logs in. Raises ConnectError or LoginError. Over stdio there is no login.
    void connect();

    // Leaves on purpose: the session ends. May be called twice.
    void close();

    bool is_stdio() const { return address_.is_stdio; }
    // Is there a working connection, or will it never come back?
    bool is_connected() const { return link_ != nullptr; }
    // What the server said at the last login: names, limits, features.
    const wire::Welcome &welcome() const { return welcome_; }

    // Sends a request and returns its reply. Raises RequestError where the server refuses it,
    // ConnectionLostError where the answer can no longer come, ReplyTimeoutError.
    template <class Request>
    typename Request::Reply request(const Request &message) {
        const std::int64_t number = begin(message);
        const Json answer = finish(number);
        if constexpr (std::is_same_v<typename Request::Reply, wire::ServerMessage>) {
            return read<wire::ServerMessage>(answer);
        } else {
            expect_type(answer, Request::Reply::TYPE);
            return read<typename Request::Reply>(answer);
        }
    }

    // Sends a request and returns its number at once: for `finish`, or `cancel`.
    template <class Request>
    std::int64_t begin(const Request &message) {
        return begin_plain(write(message));
    }
    std::int64_t begin_plain(Json plain);
    // The answer to a request that was begun. Raises as `request`.
    Json finish(std::int64_t number);
    // Stops a request that was begun; its one answer still comes, with what there is.
    void cancel(std::int64_t number);

    // Asks for a replay and hands its parts on in order, the last one included. Raises as `request`.
    void stream(const wire::Replay &message, const std::function<void(const wire::ReplayPart &)> &take);

    // Sends a request without asking for a reply; a refusal shows in the stream as a wire::Error.
    template <class Request>
    void send(const Request &message) {
        keep_pace(throttle_);
        transmit(write(message));
    }

    // How many messages have arrived, those that were not received yet included.
    std::uint64_t arrived() const { return arrived_; }

    // The next message that the server pushes; waits for it. Raises ConnectionLostError where there
    // will be no more, or what hindered coming back.
    Incoming receive();
    // The same, but nothing if none comes within `timeout_s`.
    std::optional<Incoming> poll(double timeout_s);

  private:
    struct Open {
        Json plain;
        std::deque<Json> answers;
        std::shared_ptr<Error> lost;
    };
    struct TryAgain {
        std::exception_ptr error;
        double wait_s;
    };

    static void expect_type(const Json &answer, const char *type);

    void keep_pace(Throttle &throttle);

    // Sends a message over a link that may turn out to be lost: then we come back first, and what was
    // a request with a number is sent again by that.
    void transmit(const Json &plain);

    // Why a link that takes nothing more was closed: the server has said so before, if it could.
    LinkClosed last_words(const LinkClosed &closed);

    Json next_answer(std::int64_t number);

    // Takes in one frame, or returns when the time is over. Comes back where the link is lost.
    void pump(Clock::time_point until);

    void take(Json plain);

    void deliver(Json plain);

    // Notes what was taken in: a link that breaks before that sends it again.
    void count(std::int64_t seq);

    [[noreturn]] void end(const ConnectionLostError &error);

    void come_back(const LinkClosed &lost);

    // Open requests after a reconnect: asked again in a resumed session, failed in a new one.
    void settle_open_requests();

    // Connects and logs in, trying for `patience_s`.
    void dial(double patience_s, const Json &resume);

    void retry(const TryAgain &failed, double give_up_s);

    void log_in(const Json &resume);

    Json next_message(double give_up_s);

    // Signs where we are, so that nobody can use it elsewhere. A server that does not want that might.
    Json proof(const Json &asked) const;

    Json hello(const Json &resume) const;

    static wire::Welcome read_welcome(const Json &plain);

    void open(wire::Welcome welcome);

    Address address_;
    Login login_;
    std::string secret_;
    Rng rng_;
    Backoff backoff_;
    Throttle throttle_;
    Throttle thinking_;  // for the requests that have a narrower limit
    wire::Welcome welcome_;
    std::unique_ptr<Link> link_;
    std::optional<ConnectionLostError> over_;
    std::map<std::int64_t, Open> open_;  // requests without a final answer, by number
    std::deque<Incoming> inbox_;
    std::uint64_t arrived_ = 0;
    std::int64_t last_id_ = 0;
    std::int64_t seq_ = 0;
    std::int64_t acked_ = 0;
    bool has_asked_ = false;  // for a sign of life
    Clock::time_point heard_{};
};

}  // namespace infoset
