#include "link.hpp"

#include <utility>

#include "errors.hpp"
#include "websocket.hpp"

namespace infoset {

static constexpr double GOODBYE_S = 1;

Link::Link(int reads, int writes)
    : Link(std::make_unique<Channel>(reads, writes), make_framing(Encoding::json), Encoding::json) {}

Link::Link(std::unique_ptr<Channel> channel, std::unique_ptr<Framing> framing, Encoding encoding)
    : channel_(std::move(channel)), framing_(std::move(framing)), encoding_(encoding) {}

std::unique_ptr<Link> Link::dial(const Address &address, double timeout_s, const std::string &ca_file) {
    auto channel = Channel::dial(address, timeout_s, ca_file);
    auto framing = address.is_websocket ? open_websocket(*channel, address, timeout_s) : make_framing(address.encoding);
    return std::make_unique<Link>(std::move(channel), std::move(framing), address.encoding);
}

std::unique_ptr<Link> Link::stdio() {
    return std::make_unique<Link>(Channel::stdio(), make_framing(Encoding::json), Encoding::json);
}

void Link::send(const Json &message) { channel_->write(framing_->wrap(encode(message, encoding_))); }

std::optional<Json> Link::receive(double timeout_s) {
    const auto until = in_s(timeout_s);
    std::optional<std::string> payload;
    try {
        while (!(payload = framing_->next())) {
            const auto bytes = channel_->read(until);
            if (bytes.empty()) return std::nullopt;
            framing_->feed(bytes);
            try {
                channel_->write(framing_->owed());
            } catch (const LinkClosed &) {
                // Whoever takes no answers any more may have said why: that is read first.
            }
        }
    } catch (const ProtocolError &error) {
        throw LinkClosed{error.what(), {}, 0};
    }
    return payload->empty() ? Json() : decode(*payload, encoding_);
}

void Link::close() {
    const std::string goodbye = framing_->goodbye();
    if (goodbye.empty()) return;
    channel_->write(goodbye);
    const auto until = in_s(GOODBYE_S);
    while (Clock::now() < until) {
        try {
            receive(Seconds(until - Clock::now()).count());
        } catch (const ProtocolError &) {
            // Nobody reads it any more.
        } catch (const LinkClosed &) {
            return;
        }
    }
}

}  // namespace infoset
