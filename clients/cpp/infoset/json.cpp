#include "json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

namespace infoset {

bool Json::is_number() const {
    return std::holds_alternative<std::int64_t>(value_) || std::holds_alternative<double>(value_);
}

bool Json::is_integer() const {
    const auto *number = std::get_if<double>(&value_);
    return std::holds_alternative<std::int64_t>(value_) ||
           (number && std::floor(*number) == *number && std::abs(*number) <= double(MAX_INTEGER));
}

std::int64_t Json::as_int() const {
    if (!is_integer()) throw ProtocolError("bad_message", "", "an integer");
    const auto *number = std::get_if<double>(&value_);
    return number ? static_cast<std::int64_t>(*number) : std::get<std::int64_t>(value_);
}

double Json::as_double() const {
    if (const auto *number = std::get_if<std::int64_t>(&value_)) return double(*number);
    return get<double>("a number");
}

const Json &Json::operator[](std::string_view name) const {
    static const Json absent;
    if (const auto *object = std::get_if<Object>(&value_)) {
        for (const auto &[key, value] : *object) {
            if (key == name) return value;
        }
    }
    return absent;
}

const Json &Json::at(std::size_t position) const {
    if (position >= size()) throw ProtocolError("bad_message", std::to_string(position), "an item");
    return as_array()[position];
}

std::size_t Json::size() const {
    if (const auto *object = std::get_if<Object>(&value_)) return object->size();
    if (const auto *array = std::get_if<Array>(&value_)) return array->size();
    return 0;
}

Json &Json::set(const std::string &name, Json value) {
    if (is_null()) value_ = Object();
    auto &object = std::get<Object>(value_);
    for (auto &[key, old] : object) {
        if (key == name) {
            old = std::move(value);
            return *this;
        }
    }
    object.emplace_back(name, std::move(value));
    return *this;
}

void Json::remove(std::string_view name) {
    auto &object = std::get<Object>(value_);
    object.erase(std::remove_if(object.begin(), object.end(), [&](auto &pair) { return pair.first == name; }),
                 object.end());
}

void Json::push(Json value) {
    if (is_null()) value_ = Array();
    std::get<Array>(value_).push_back(std::move(value));
}

bool Json::has(std::string_view name) const {
    const auto &object = as_object();
    return std::any_of(object.begin(), object.end(), [&](const auto &pair) { return pair.first == name; });
}

std::string Json::dump() const {
    std::string text;
    write(text);
    return text;
}

void Json::write(std::string &text) const {
    if (is_null()) {
        text += "null";
    } else if (const auto *flag = std::get_if<bool>(&value_)) {
        text += *flag ? "true" : "false";
    } else if (const auto *integer = std::get_if<std::int64_t>(&value_)) {
        text += std::to_string(*integer);
    } else if (const auto *number = std::get_if<double>(&value_)) {
        write_double(text, *number);
    } else if (const auto *string = std::get_if<std::string>(&value_)) {
        write_string(text, *string);
    } else if (const auto *array = std::get_if<Array>(&value_)) {
        text += '[';
        for (const auto &item : *array) {
            if (&item != &array->front()) text += ',';
            item.write(text);
        }
        text += ']';
    } else {
        text += '{';
        const auto &object = std::get<Object>(value_);
        for (const auto &pair : object) {
            if (&pair != &object.front()) text += ',';
            write_string(text, pair.first);
            text += ':';
            pair.second.write(text);
        }
        text += '}';
    }
}

void Json::write_double(std::string &text, double value) {
    if (!std::isfinite(value)) throw ProtocolError("bad_frame", "", "a finite number");
    std::array<char, 32> digits{};
    std::snprintf(digits.data(), digits.size(), "%.17g", value);
    std::string written = digits.data();
    std::replace(written.begin(), written.end(), ',', '.');  // some locales
    text += written;
}

void Json::write_string(std::string &text, std::string_view value) {
    text += '"';
    for (const char character : value) {
        const auto byte = static_cast<unsigned char>(character);
        if (character == '"' || character == '\\') {
            text += '\\';
            text += character;
        } else if (byte < 0x20) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", byte);
            text += escape.data();
        } else {
            text += character;
        }
    }
    text += '"';
}

// How many bytes the first character has: no overlong forms, no surrogates, nothing above U+10FFFF; 0 where it is none.
static std::size_t utf8_length(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        unsigned lowest = 0x80, highest = 0xBF;
        if (i == 1 && first == 0xE0) lowest = 0xA0;
        if (i == 1 && first == 0xED) highest = 0x9F;
        if (i == 1 && first == 0xF0) lowest = 0x90;
        if (i == 1 && first == 0xF4) highest = 0x8F;
        if (next < lowest || next > highest) return 0;
    }
    return length;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

// One pass over one text. Every rule that is broken ends in ProtocolError.
class JsonReader {
  public:
    JsonReader(std::string_view text, int max_depth) : text_(text), max_depth_(max_depth) {}

    Json read_all() {
        Json value = read_value(0);
        skip_space();
        if (at_ != text_.size()) fail("nothing behind the value");
        return value;
    }

  private:
    [[noreturn]] static void fail(const std::string &want) { throw ProtocolError("bad_frame", "", want); }

    void skip_space() {
        while (at_ < text_.size() && std::strchr(" \t\r\n", text_[at_]) != nullptr && text_[at_] != '\0') ++at_;
    }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void expect(char wanted) {
        if (peek() != wanted || at_ >= text_.size()) fail(std::string("JSON with a ") + wanted);
        ++at_;
    }
    bool take(std::string_view word) {
        if (text_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }

    Json read_value(int depth) {
        skip_space();
        switch (peek()) {
        case '{': return read_object(depth + 1);
        case '[': return read_array(depth + 1);
        case '"': return read_string();
        default: break;
        }
        if (take("true")) return true;
        if (take("false")) return false;
        if (take("null")) return nullptr;
        return read_number();
    }

    Json read_object(int depth) {
        if (depth > max_depth_) fail("at most 16 levels below the message");
        Json::Object object;
        std::set<std::string> names;
        expect('{');
        skip_space();
        if (peek() == '}') return ++at_, Json(std::move(object));
        while (true) {
            skip_space();
            std::string name = read_string();
            skip_space();
            expect(':');
            Json value = read_value(depth);
            if (names.insert(name).second) object.emplace_back(std::move(name), std::move(value));
            if (object.size() > MAX_ENTRIES) fail("at most 4096 fields in an object");
            skip_space();
            if (peek() == '}') return ++at_, Json(std::move(object));
            expect(',');
        }
    }

    Json read_array(int depth) {
        if (depth > max_depth_) fail("at most 16 levels below the message");
        Json::Array array;
        expect('[');
        skip_space();
        if (peek() == ']') return ++at_, Json(std::move(array));
        while (true) {
            array.push_back(read_value(depth));
            if (array.size() > MAX_ENTRIES) fail("at most 4096 items in a list");
            skip_space();
            if (peek() == ']') return ++at_, Json(std::move(array));
            expect(',');
        }
    }

    Json read_number() {
        const std::size_t begin = at_;
        if (peek() == '-') ++at_;
        read_digits(peek() != '0');
        bool is_integer = true;
        if (peek() == '.') {
            is_integer = false;
            ++at_;
            read_digits(true);
        }
        if (peek() == 'e' || peek() == 'E') {
            is_integer = false;
            ++at_;
            if (peek() == '+' || peek() == '-') ++at_;
            read_digits(true);
        }
        const std::string digits(text_.substr(begin, at_ - begin));
        const double number = std::strtod(digits.c_str(), nullptr);
        if (!std::isfinite(number)) fail("a finite number");
        if (std::floor(number) == number && std::abs(number) > double(MAX_INTEGER)) fail("integers within 2^53-1");
        return is_integer ? Json(std::int64_t(std::strtoll(digits.c_str(), nullptr, 10))) : Json(number);
    }

    void read_digits(bool is_many) {
        const auto is_digit = [this] { return peek() >= '0' && peek() <= '9'; };
        if (!is_digit()) fail("JSON");
        ++at_;
        while (is_many && is_digit()) ++at_;
    }

    std::string read_string() {
        expect('"');
        std::string value;
        while (true) {
            if (at_ >= text_.size()) fail("a text that ends");
            const auto byte = static_cast<unsigned char>(text_[at_]);
            if (byte == '"') return ++at_, value;
            if (byte < 0x20) fail("control characters as escapes");
            if (byte == '\\') {
                ++at_;
                read_escape(value);
            } else {
                read_character(value);
            }
        }
    }

    void read_escape(std::string &value) {
        static constexpr std::string_view NAMES = "\"\\/bfnrt", MEANT = "\"\\/\b\f\n\r\t";
        const char kind = peek();
        ++at_;
        if (kind == 'u') {
            unsigned code = read_hex();
            if (code >= 0xDC00 && code < 0xE000) fail("surrogates in pairs");
            if (code >= 0xD800 && code < 0xDC00) {
                if (!take("\\u")) fail("surrogates in pairs");
                const unsigned low = read_hex();
                if (low < 0xDC00 || low >= 0xE000) fail("surrogates in pairs");
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            }
            append(value, code);
            return;
        }
        const auto found = NAMES.find(kind);
        if (kind == '\0' || found == std::string_view::npos) fail("a known escape");
        value += MEANT[found];
    }

    unsigned read_hex() {
        unsigned code = 0;
        for (int i = 0; i < 4; ++i, ++at_) {
            const char digit = peek();
            const bool is_letter = (digit >= 'a' && digit <= 'f') || (digit >= 'A' && digit <= 'F');
            if (!is_letter && !(digit >= '0' && digit <= '9')) fail("four hexadecimal digits");
            code = code * 16 + unsigned(is_letter ? (digit | 0x20) - 'a' + 10 : digit - '0');
        }
        return code;
    }

    static void append(std::string &value, unsigned code) {
        if (code < 0x80) {
            value += char(code);
        } else if (code < 0x800) {
            value += char(0xC0 | code >> 6);
            value += char(0x80 | (code & 0x3F));
        } else if (code < 0x10000) {
            value += char(0xE0 | code >> 12);
            value += char(0x80 | (code >> 6 & 0x3F));
            value += char(0x80 | (code & 0x3F));
        } else {
            value += char(0xF0 | code >> 18);
            value += char(0x80 | (code >> 12 & 0x3F));
            value += char(0x80 | (code >> 6 & 0x3F));
            value += char(0x80 | (code & 0x3F));
        }
    }

    void read_character(std::string &value) {
        const std::size_t length = utf8_length(text_.substr(at_));
        if (length == 0) fail("UTF-8");
        value.append(text_.substr(at_, length));
        at_ += length;
    }

    std::string_view text_;
    int max_depth_;
    std::size_t at_ = 0;
};

Json Json::parse(std::string_view text, int max_depth) { return JsonReader(text, max_depth).read_all(); }

}  // namespace infoset
