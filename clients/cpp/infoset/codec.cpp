#include "codec.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <set>
#include <utility>

namespace infoset {

// Writes msgpack in its shortest form.
class MsgpackWriter {
  public:
    void write(const Json &value) {
        if (value.is_null()) {
            put(0xC0);
        } else if (value.is_bool()) {
            put(value.as_bool() ? 0xC3 : 0xC2);
        } else if (value.is_integer()) {
            write_integer(value.as_int());
        } else if (value.is_number()) {
            write_double(value.as_double());
        } else if (value.is_string()) {
            const std::string &text = value.as_string();
            write_head(text.size(), 0xA0, 32, 0xD9);
            bytes.append(text);
        } else if (value.is_array()) {
            write_head(value.size(), 0x90, 16, 0xDB);
            for (const Json &item : value.as_array()) write(item);
        } else {
            write_head(value.size(), 0x80, 16, 0xDD);
            for (const auto &[name, item] : value.as_object()) {
                write(name);
                write(item);
            }
        }
    }

    std::string bytes;

  private:
    void put(unsigned byte) { bytes += char(byte); }
    void put(std::uint64_t number, int size) {
        for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) put(unsigned(number >> shift & 0xFF));
    }

    // A length: within the first byte where it is below `few`, else behind `wide` (for one byte, which only texts have),
    // `wide + 1` (two) or `wide + 2` (four).
    void write_head(std::size_t length, unsigned narrow, std::size_t few, unsigned wide) {
        const bool is_text = narrow == 0xA0;
        if (length < few) {
            put(narrow | unsigned(length));
        } else if (is_text && length < 1 << 8) {
            put(wide);
            put(length, 1);
        } else if (length < 1 << 16) {
            put(wide + 1);
            put(length, 2);
        } else {
            put(wide + 2);
            put(length, 4);
        }
    }

    void write_integer(std::int64_t number) {
        if (number >= -32 && number < 128) return put(unsigned(number) & 0xFF);
        for (int power = 0; power < 4; ++power) {
            const int bits = 8 << power;
            if (bits < 64 && (number < 0 ? number < -(std::int64_t{1} << (bits - 1)) : number >> bits > 0)) continue;
            put((number < 0 ? 0xD0u : 0xCCu) + unsigned(power));
            return put(std::uint64_t(number), bits / 8);
        }
    }

    void write_double(double number) {
        if (!std::isfinite(number)) throw ProtocolError("bad_frame", "", "a finite number");
        std::uint64_t bits = 0;
        std::memcpy(&bits, &number, sizeof bits);
        put(0xCB);
        put(bits, 8);
    }
};

// Reads msgpack of every width, and refuses what JSON could not say.
class MsgpackReader {
  public:
    explicit MsgpackReader(std::string_view bytes) : bytes_(bytes) {}

    Json read_all() {
        Json value = read_value(0);
        if (!bytes_.empty()) fail("nothing behind the value");
        return value;
    }

  private:
    [[noreturn]] static void fail(const std::string &want) { throw ProtocolError("bad_frame", "", want); }

    std::uint64_t number(std::size_t size) {
        if (bytes_.size() < size) fail("msgpack that ends");
        std::uint64_t value = 0;
        for (const char byte : bytes_.substr(0, size)) value = value << 8 | static_cast<unsigned char>(byte);
        bytes_.remove_prefix(size);
        return value;
    }

    Json read_value(int depth) {
        const auto first = unsigned(number(1));
        if (first < 0x80) return std::int64_t(first);
        if (first < 0x90) return read_map(first & 0x0F, depth + 1);
        if (first < 0xA0) return read_array(first & 0x0F, depth + 1);
        if (first < 0xC0) return read_text(first & 0x1F);
        if (first >= 0xE0) return std::int64_t(first) - 256;
        if (first == 0xC0) return nullptr;
        if (first == 0xC2 || first == 0xC3) return first == 0xC3;
        if (first == 0xCB) return read_double();
        if (first >= 0xCC && first <= 0xCF) return read_unsigned(std::size_t{1} << (first - 0xCC));
        if (first >= 0xD0 && first <= 0xD3) return read_signed(std::size_t{1} << (first - 0xD0));
        if (first >= 0xD9 && first <= 0xDB) return read_text(number(std::size_t{1} << (first - 0xD9)));
        if (first == 0xDC || first == 0xDD) return read_array(number(first == 0xDC ? 2 : 4), depth + 1);
        if (first == 0xDE || first == 0xDF) return read_map(number(first == 0xDE ? 2 : 4), depth + 1);
        fail("nil, booleans, integers, float64, text, lists and objects");
    }

    Json read_unsigned(std::size_t size) {
        const std::uint64_t value = number(size);
        if (value > std::uint64_t(MAX_INTEGER)) fail("integers within 2^53-1");
        return std::int64_t(value);
    }

    Json read_signed(std::size_t size) {
        const std::uint64_t sign = std::uint64_t{1} << (8 * size - 1);
        const std::uint64_t value = number(size);
        const auto whole = std::int64_t((value ^ sign) - sign);
        if (whole > MAX_INTEGER || whole < -MAX_INTEGER) fail("integers within 2^53-1");
        return whole;
    }

    Json read_double() {
        const std::uint64_t bits = number(8);
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        if (!std::isfinite(value)) fail("a finite number");
        if (std::floor(value) == value && std::abs(value) > double(MAX_INTEGER)) fail("integers within 2^53-1");
        return value;
    }

    std::string read_text(std::uint64_t length) {
        if (length > bytes_.size()) fail("a text that ends");
        std::string text(bytes_.substr(0, length));
        bytes_.remove_prefix(length);
        if (!is_utf8(text)) fail("UTF-8");
        return text;
    }

    // Refuses a length at once where so much cannot be in the frame.
    void check(std::uint64_t count, std::size_t bytes_each, int depth) const {
        if (depth > MAX_DEPTH) fail("at most 16 levels below the message");
        if (count > MAX_ENTRIES) fail("at most 4096 entries in a list or object");
        if (count * bytes_each > bytes_.size()) fail("msgpack that ends");
    }

    Json read_array(std::uint64_t count, int depth) {
        check(count, 1, depth);
        Json::Array array;
        array.reserve(count);
        while (array.size() < count) array.push_back(read_value(depth));
        return array;
    }

    Json read_map(std::uint64_t count, int depth) {
        check(count, 2, depth);
        Json::Object object;
        std::set<std::string> names;
        for (std::uint64_t i = 0; i < count; ++i) {
            const Json name = read_value(depth);
            if (!name.is_string()) fail("texts as names");
            Json value = read_value(depth);
            if (names.insert(name.as_string()).second) object.emplace_back(name.as_string(), std::move(value));
        }
        return object;
    }

    std::string_view bytes_;
};

std::string encode(const Json &message, Encoding encoding) {
    if (encoding == Encoding::json) return message.dump();
    MsgpackWriter writer;
    writer.write(message);
    return std::move(writer.bytes);
}

Json decode(std::string_view payload, Encoding encoding) {
    return encoding == Encoding::json ? Json::parse(payload) : MsgpackReader(payload).read_all();
}

}  // namespace infoset
