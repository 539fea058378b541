#include "framing.hpp"

namespace infoset {

std::optional<std::string> LineCutter::next() {
    const auto end = begun_.find('\n', searched_);
    if (end == std::string::npos) {
        searched_ = begun_.size();
        const bool may_end = !begun_.empty() && begun_.back() == '\r';  // which does not count
        if (begun_.size() > max_bytes_ + (may_end ? 1 : 0)) fail();
        return std::nullopt;
    }
    std::string line = begun_.substr(0, end);
    begun_.erase(0, end + 1);
    searched_ = 0;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.size() > max_bytes_) fail();
    return line;
}

void LineCutter::fail() const {
    throw ProtocolError("frame_too_big", "", "lines of at most " + std::to_string(max_bytes_) + " bytes");
}

std::string LengthCutter::wrap(std::string_view payload) {
    std::string frame;
    for (int shift = 24; shift >= 0; shift -= 8) frame += char(payload.size() >> shift & 0xFF);
    return frame.append(payload);
}

std::optional<std::string> LengthCutter::next() {
    constexpr std::size_t HEAD = 4;
    if (begun_.size() < HEAD) return std::nullopt;
    std::size_t length = 0;
    for (std::size_t i = 0; i < HEAD; ++i) length = length << 8 | static_cast<unsigned char>(begun_[i]);
    if (length > max_bytes_) {
        throw ProtocolError("frame_too_big", "", "frames of at most " + std::to_string(max_bytes_) + " bytes");
    }
    if (begun_.size() < HEAD + length) return std::nullopt;
    std::string payload = begun_.substr(HEAD, length);
    begun_.erase(0, HEAD + length);
    return payload;
}

std::unique_ptr<Framing> make_framing(Encoding encoding, std::size_t max_bytes) {
    if (encoding == Encoding::msgpack) return std::make_unique<LengthCutter>(max_bytes);
    return std::make_unique<LineCutter>(max_bytes);
}

}  // namespace infoset
