#include "websocket.hpp"

#include "errors.hpp"

#ifdef INFOSET_WEBSOCKET

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <deque>
#include <new>
#include <utility>

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <wslay/wslay.h>

namespace infoset {

static constexpr std::size_t MAX_HEAD_BYTES = 16384;  // of the answer to the handshake
static constexpr std::uint16_t NORMAL_CLOSURE = 1000;

// Bytes that nobody can foretell, as keys and masks have to be.
static void fill_randomly(unsigned char *bytes, std::size_t size) {
    if (::RAND_bytes(bytes, int(size)) != 1) throw std::bad_alloc();  // there is no entropy: nothing can go on
}

static std::string base64(const unsigned char *bytes, std::size_t size) {
    std::string text(4 * ((size + 2) / 3) + 1, '\0');
    text.resize(std::size_t(::EVP_EncodeBlock(reinterpret_cast<unsigned char *>(text.data()), bytes, int(size))));
    return text;
}

static std::string lower(std::string_view text) {
    std::string small(text);
    for (char &letter : small) letter = char(std::tolower(static_cast<unsigned char>(letter)));
    return small;
}

// What the server must make of our key (RFC 6455, section 4.2.2).
static std::string accept_of(const std::string &key) {
    const std::string text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (::EVP_Digest(text.data(), text.size(), digest.data(), &size, ::EVP_sha1(), nullptr) != 1) throw std::bad_alloc();
    return base64(digest.data(), size);
}

// The value of a header, empty where it is absent.
static std::string header(std::string_view head, const std::string &name) {
    std::size_t at = head.find("\r\n");
    while (at != std::string_view::npos) {
        const std::size_t begin = at + 2, end = std::min(head.find("\r\n", begin), head.size());
        const std::string_view line = head.substr(begin, end - begin);
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos && lower(line.substr(0, colon)) == name) {
            const std::string_view value = line.substr(colon + 1);
            const std::size_t first = value.find_first_not_of(" \t"), last = value.find_last_not_of(" \t");
            return first == std::string_view::npos ? "" : std::string(value.substr(first, last - first + 1));
        }
        at = end == head.size() ? std::string_view::npos : end;
    }
    return "";
}

// One side of a WebSocket, without any reading or writing: wslay takes from `coming_` and puts into `going_`.
class WebSocket : public Framing {
  public:
    explicit WebSocket(Encoding encoding) : opcode_(encoding == Encoding::json ? WSLAY_TEXT_FRAME : WSLAY_BINARY_FRAME) {
        wslay_event_callbacks callbacks{};
        callbacks.recv_callback = take_bytes;
        callbacks.send_callback = put_bytes;
        callbacks.genmask_callback = make_mask;
        callbacks.on_msg_recv_callback = take_message;
        wslay_event_context_ptr context = nullptr;
        if (::wslay_event_context_client_init(&context, &callbacks, this) != 0) throw std::bad_alloc();
        context_.reset(context);
        ::wslay_event_config_set_max_recv_msg_length(context, MAX_FRAME_BYTES);
    }

    std::string wrap(std::string_view payload) override {
        const wslay_event_msg message{opcode_, reinterpret_cast<const std::uint8_t *>(payload.data()), payload.size()};
        if (::wslay_event_queue_msg(context_.get(), &message) != 0) throw closed();
        return owed();
    }
    void feed(std::string_view bytes) override {
        coming_ = bytes;
        if (::wslay_event_recv(context_.get()) != 0) throw std::bad_alloc();
    }
    std::optional<std::string> next() override {
        if (payloads_.empty()) {
            if (::wslay_event_get_read_enabled(context_.get()) == 0) throw closed();
            return std::nullopt;
        }
        std::string payload = std::move(payloads_.front());
        payloads_.pop_front();
        return payload;
    }
    std::string owed() override {
        if (::wslay_event_send(context_.get()) != 0) throw std::bad_alloc();
        return std::exchange(going_, {});
    }
    std::string goodbye() override {
        ::wslay_event_queue_close(context_.get(), NORMAL_CLOSURE, nullptr, 0);
        return owed();
    }

  private:
    static ssize_t take_bytes(wslay_event_context_ptr context, std::uint8_t *room, std::size_t size, int, void *self) {
        auto &coming = static_cast<WebSocket *>(self)->coming_;
        const std::size_t count = std::min(size, coming.size());
        if (count == 0) {
            ::wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
            return -1;
        }
        std::memcpy(room, coming.data(), count);
        coming.remove_prefix(count);
        return ssize_t(count);
    }
    static ssize_t put_bytes(wslay_event_context_ptr, const std::uint8_t *bytes, std::size_t size, int, void *self) {
        static_cast<WebSocket *>(self)->going_.append(reinterpret_cast<const char *>(bytes), size);
        return ssize_t(size);
    }
    static int make_mask(wslay_event_context_ptr, std::uint8_t *bytes, std::size_t size, void *) {
        return ::RAND_bytes(bytes, int(size)) == 1 ? 0 : -1;
    }
    static void take_message(wslay_event_context_ptr, const wslay_event_on_msg_recv_arg *message, void *self) {
        static_cast<WebSocket *>(self)->take(*message);
    }

    void take(const wslay_event_on_msg_recv_arg &message) {
        const std::string_view bytes(reinterpret_cast<const char *>(message.msg), message.msg_length);
        if (message.opcode == WSLAY_CONNECTION_CLOSE) {
            reason_ = bytes.substr(std::min<std::size_t>(2, bytes.size()));  // behind the code
            if (message.status_code != 0) code_ = message.status_code;
        } else if (wslay_is_ctrl_frame(message.opcode)) {
            payloads_.emplace_back();  // a sign of life
        } else if (message.opcode == opcode_) {
            payloads_.emplace_back(bytes);
        } else {
            reason_ = opcode_ == WSLAY_TEXT_FRAME ? "expected text messages" : "expected binary messages";
            ::wslay_event_shutdown_read(context_.get());
        }
    }

    // Why nothing more comes: the server has said so, or wslay has found a fault and tells the server.
    LinkClosed closed() const {
        if (code_) return {reason_.empty() ? "the server closed the connection" : reason_, code_, 0};
        if (!reason_.empty()) return {reason_, {}, 0};
        if (::wslay_event_get_close_received(context_.get()) != 0) return {"the server closed the connection", {}, 0};
        const auto fault = ::wslay_event_get_status_code_sent(context_.get());
        return {"the server sent what is no WebSocket message, or too long a one (" + std::to_string(fault) + ")", {}, 0};
    }

    struct Free {
        void operator()(wslay_event_context_ptr context) const { ::wslay_event_context_free(context); }
    };

    std::uint8_t opcode_;
    std::unique_ptr<wslay_event_context, Free> context_;
    std::string_view coming_;
    std::string going_;
    std::deque<std::string> payloads_;
    std::string reason_;
    std::optional<std::int64_t> code_;
};

// The server's answer up to the empty line; what came behind it is fed to the framing. Raises LinkClosed.
static std::string read_head(Channel &channel, Framing &framing, Clock::time_point until) {
    std::string head;
    while (true) {
        const auto bytes = channel.read(until);
        if (bytes.empty()) throw LinkClosed{"no answer to the WebSocket handshake in time", {}, 0};
        head += bytes;
        const auto end = head.find("\r\n\r\n");
        if (end != std::string::npos) {
            framing.feed(std::string_view(head).substr(end + 4));
            return head.substr(0, end);
        }
        if (head.size() > MAX_HEAD_BYTES) throw LinkClosed{"the answer to the WebSocket handshake does not end", {}, 0};
    }
}

// What is wrong with the answer to a handshake; empty where nothing is.
static std::string fault_of(const std::string &head, const std::string &key, const std::string &protocol) {
    const std::string status = head.substr(0, head.find("\r\n"));
    if (status.rfind("HTTP/1.1 101", 0) != 0) return "expected HTTP/1.1 101 for a WebSocket, got " + status;
    if (lower(header(head, "upgrade")) != "websocket") return "expected `Upgrade: websocket`";
    if (lower(header(head, "connection")).find("upgrade") == std::string::npos) return "expected `Connection: Upgrade`";
    if (header(head, "sec-websocket-accept") != accept_of(key)) return "expected the answer to the WebSocket key";
    if (!header(head, "sec-websocket-extensions").empty()) return "expected no WebSocket extensions";
    if (header(head, "sec-websocket-protocol") != protocol) return "expected the subprotocol " + protocol;
    return "";
}

std::unique_ptr<Framing> open_websocket(Channel &channel, const Address &address, double timeout_s) {
    const auto until = in_s(timeout_s);
    std::array<unsigned char, 16> nonce{};
    fill_randomly(nonce.data(), nonce.size());
    const std::string key = base64(nonce.data(), nonce.size());
    const std::string protocol = address.encoding == Encoding::json ? "infoset.1.json" : "infoset.1.msgpack";
    auto framing = std::make_unique<WebSocket>(address.encoding);
    std::string fault;
    try {
        channel.write("GET " + address.path + " HTTP/1.1\r\nHost: " + address.place() +
                      "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key +
                      "\r\nSec-WebSocket-Protocol: " + protocol + "\r\n\r\n");
        fault = fault_of(read_head(channel, *framing, until), key, protocol);
    } catch (const LinkClosed &closed) {
        fault = closed.reason;
    }
    if (!fault.empty()) throw ConnectError(address.text() + ": " + fault);
    return framing;
}

}  // namespace infoset

#else

namespace infoset {

std::unique_ptr<Framing> open_websocket(Channel &, const Address &address, double) {
    throw AddressError(address.text() + ": WebSocket needs wslay and OpenSSL: compile with -DINFOSET_WEBSOCKET, and -lwslay " +
                       "-lcrypto, or let `infoset bridge --mode json --url " + address.text() + "` connect");
}

}  // namespace infoset

#endif
