// Infoset for C++: bots, watchers and assistants for an Infoset server, in one header.
//
// C++17 and POSIX, nothing else. Put this file beside your program, include it, and compile:
//
//     g++ -std=c++17 -O2 -o my_bot my_bot.cpp
//
// With OpenSSL at hand it speaks TLS (infosets://) and logs in with keys, too:
//
//     g++ -std=c++17 -O2 -DINFOSET_TLS -o my_bot my_bot.cpp -lssl -lcrypto
//
// Everything is single-threaded: a Client reads while you wait for something and not otherwise. What goes
// wrong on purpose is an Error; the whole family stands below. README.md has the way in.

#ifndef INFOSET_HPP
#define INFOSET_HPP

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef INFOSET_TLS
#include <csignal>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#endif

namespace infoset {

constexpr int PROTOCOL_MAJOR = 1;
constexpr const char *OLD_KEY_LOGIN =
    "it speaks protocol 1.0, which has a key sign what could be used at other servers: use a token";
constexpr int DEFAULT_PORT = 7421;
constexpr std::int64_t MAX_INTEGER = 9007199254740991;  // 2^53 - 1: what every language can hold
constexpr std::size_t MAX_FRAME_BYTES = 1 << 20;        // of one message, either way
constexpr int MAX_DEPTH = 17;                           // of objects and lists, the message included
constexpr std::size_t MAX_ENTRIES = 4096;               // of one list or object

// ---------------------------------------------------------------------------------------------------
// What goes wrong on purpose. what() is a sentence for the person at the terminal.
//
//   Error                  root of the family
//     AddressError         the server's address cannot be read, or not be used from here
//     ConnectError         the server cannot be reached, or does not speak the protocol
//     LoginError           the server was reached and said no
//     ConnectionLostError  the connection is gone for good
//     RequestError         the server answered a request with `error`
//     ReplyTimeoutError    the server did not answer a request in time
//     WrongChoiceError     what a bot returned is no answer to its turn
//     ProtocolError        bytes that are no message, or a message with a wrong field
//     CommandError         the command line or a file named there cannot be used
// ---------------------------------------------------------------------------------------------------

class Error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

class AddressError : public Error {
    using Error::Error;
};

class ConnectError : public Error {
    using Error::Error;
};

class LoginError : public Error {
  public:
    LoginError(std::string code, const std::string &msg)
        : Error("the server refused the login: " + msg + " (" + code + ")"), code(std::move(code)) {}

    std::string code;  // of the server's error
};

class ConnectionLostError : public Error {
  public:
    explicit ConnectionLostError(const std::string &msg, std::optional<std::int64_t> code = std::nullopt)
        : Error(msg), code(code) {}

    std::optional<std::int64_t> code;  // the close code, where there was one
};

class ReplyTimeoutError : public Error {
    using Error::Error;
};

class WrongChoiceError : public Error {
    using Error::Error;
};

class CommandError : public Error {
    using Error::Error;
};

// `path` names the field to blame, with dots between names and positions; empty where no field is.
class ProtocolError : public Error {
  public:
    ProtocolError(std::string code, std::string path, std::string want)
        : Error(code + ": " + (path.empty() ? "" : path + ": ") + "expected " + want), code(std::move(code)),
          path(std::move(path)), want(std::move(want)) {}

    ProtocolError inside(const std::string &name) const {
        return {code, path.empty() ? name : name + "." + path, want};
    }

    std::string code;
    std::string path;
    std::string want;
};

// ---------------------------------------------------------------------------------------------------
// Plain values: what JSON can say. Reads strictly, as the protocol's chapter 1 asks.
// ---------------------------------------------------------------------------------------------------

class Json {
  public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;  // in the order in which they came

    Json() = default;
    Json(std::nullptr_t) {}
    Json(double value) : value_(value) {}
    Json(const char *value) : value_(std::string(value)) {}
    Json(std::string_view value) : value_(std::string(value)) {}
    Json(std::string value) : value_(std::move(value)) {}
    Json(Array value) : value_(std::move(value)) {}
    Json(Object value) : value_(std::move(value)) {}
    template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
    Json(Number value) {
        if constexpr (std::is_same_v<Number, bool>) {
            value_ = value;
        } else {
            value_ = static_cast<std::int64_t>(value);
        }
    }
    template <class Item>
    Json(const std::vector<Item> &items) : value_(Array(items.begin(), items.end())) {}

    // A list from its items: Json::list("build", 5). (Braces alone would be ambiguous.)
    template <class... Items>
    static Json list(Items &&...items) {
        Array array;
        array.reserve(sizeof...(items));
        (array.push_back(Json(std::forward<Items>(items))), ...);
        return array;
    }

    bool is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
    bool is_bool() const { return std::holds_alternative<bool>(value_); }
    bool is_string() const { return std::holds_alternative<std::string>(value_); }
    bool is_array() const { return std::holds_alternative<Array>(value_); }
    bool is_object() const { return std::holds_alternative<Object>(value_); }
    bool is_number() const {
        return std::holds_alternative<std::int64_t>(value_) || std::holds_alternative<double>(value_);
    }
    // A float without a fractional part counts: 3.0 is 3.
    bool is_integer() const {
        const auto *number = std::get_if<double>(&value_);
        return std::holds_alternative<std::int64_t>(value_) ||
               (number && std::floor(*number) == *number && std::abs(*number) <= double(MAX_INTEGER));
    }

    // These raise ProtocolError where the value is another one.
    bool as_bool() const { return get<bool>("true or false"); }
    const std::string &as_string() const { return get<std::string>("text"); }
    const Array &as_array() const { return get<Array>("a list"); }
    const Object &as_object() const { return get<Object>("an object"); }
    std::int64_t as_int() const {
        if (!is_integer()) throw ProtocolError("bad_message", "", "an integer");
        const auto *number = std::get_if<double>(&value_);
        return number ? static_cast<std::int64_t>(*number) : std::get<std::int64_t>(value_);
    }
    double as_double() const {
        if (const auto *number = std::get_if<std::int64_t>(&value_)) return double(*number);
        return get<double>("a number");
    }

    // A field of an object; null where it is absent, or where this is no object.
    const Json &operator[](std::string_view name) const {
        static const Json absent;
        if (const auto *object = std::get_if<Object>(&value_)) {
            for (const auto &[key, value] : *object) {
                if (key == name) return value;
            }
        }
        return absent;
    }
    const Json &operator[](const char *name) const { return (*this)[std::string_view(name)]; }
    // An item of a list. Raises ProtocolError where there is none.
    const Json &at(std::size_t position) const {
        if (position >= size()) throw ProtocolError("bad_message", std::to_string(position), "an item");
        return as_array()[position];
    }
    std::size_t size() const {
        if (const auto *object = std::get_if<Object>(&value_)) return object->size();
        if (const auto *array = std::get_if<Array>(&value_)) return array->size();
        return 0;
    }

    // Sets a field; what is null becomes an object first.
    Json &set(const std::string &name, Json value) {
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
    void remove(std::string_view name) {
        auto &object = std::get<Object>(value_);
        object.erase(std::remove_if(object.begin(), object.end(), [&](auto &pair) { return pair.first == name; }),
                     object.end());
    }
    void push(Json value) {
        if (is_null()) value_ = Array();
        std::get<Array>(value_).push_back(std::move(value));
    }

    // Numbers compare as numbers, objects without regard to order.
    bool operator==(const Json &other) const {
        if (is_number() && other.is_number()) return as_double() == other.as_double();
        if (!is_object() || !other.is_object()) return value_ == other.value_;
        if (size() != other.size()) return false;
        for (const auto &[name, value] : as_object()) {
            const auto &match = other[name];
            if (!(match == value) || (match.is_null() && !other.has(name))) return false;
        }
        return true;
    }
    bool operator!=(const Json &other) const { return !(*this == other); }
    bool has(std::string_view name) const {
        const auto &object = as_object();
        return std::any_of(object.begin(), object.end(), [&](const auto &pair) { return pair.first == name; });
    }

    // Compact text, without line feeds.
    std::string dump() const {
        std::string text;
        write(text);
        return text;
    }
    // Raises ProtocolError with the code `bad_frame` for everything the protocol does not allow.
    static Json parse(std::string_view text, int max_depth = MAX_DEPTH);

  private:
    using Value = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>;

    template <class T>
    const T &get(const char *want) const {
        const T *value = std::get_if<T>(&value_);
        if (value == nullptr) throw ProtocolError("bad_message", "", want);
        return *value;
    }
    void write(std::string &text) const;
    static void write_string(std::string &text, std::string_view value);
    static void write_double(std::string &text, double value);

    Value value_ = nullptr;
};

inline void Json::write(std::string &text) const {
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

inline void Json::write_double(std::string &text, double value) {
    if (!std::isfinite(value)) throw ProtocolError("bad_frame", "", "a finite number");
    std::array<char, 32> digits{};
    std::snprintf(digits.data(), digits.size(), "%.17g", value);
    std::string written = digits.data();
    std::replace(written.begin(), written.end(), ',', '.');  // some locales
    text += written;
}

inline void Json::write_string(std::string &text, std::string_view value) {
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

    // One character of UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
    void read_character(std::string &value) {
        const auto first = static_cast<unsigned char>(text_[at_]);
        const std::size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || at_ + length > text_.size()) fail("UTF-8");
        for (std::size_t i = 1; i < length; ++i) {
            const auto next = static_cast<unsigned char>(text_[at_ + i]);
            unsigned lowest = 0x80, highest = 0xBF;
            if (i == 1 && first == 0xE0) lowest = 0xA0;
            if (i == 1 && first == 0xED) highest = 0x9F;
            if (i == 1 && first == 0xF0) lowest = 0x90;
            if (i == 1 && first == 0xF4) highest = 0x8F;
            if (next < lowest || next > highest) fail("UTF-8");
        }
        value.append(text_.substr(at_, length));
        at_ += length;
    }

    std::string_view text_;
    int max_depth_;
    std::size_t at_ = 0;
};

inline Json Json::parse(std::string_view text, int max_depth) { return JsonReader(text, max_depth).read_all(); }

// The text in a value; empty where it is something else.
inline std::string text_of(const Json &value) { return value.is_string() ? value.as_string() : ""; }

// ---------------------------------------------------------------------------------------------------
// How typed values are read from plain ones and written to them. A type of the protocol has a static
// `each`, which names every field once for both ways.
// ---------------------------------------------------------------------------------------------------

struct Empty {};  // what is absent: an empty list, an object with nothing in it, null
constexpr Empty EMPTY{};

template <class T>
struct Names;  // of an enumeration: `all`, the words on the wire in the order of the values, `other` last

// A member of a union, or a message, that this version does not know.
struct Unknown {
    Json plain;
};

// An object whose content the game or the error code defines. Null where it is absent.
struct Plain : Json {
    Plain() = default;
    Plain(Json value) : Json(std::move(value)) {
        if (!is_object()) throw ProtocolError("bad_message", "", "an object");
    }
};

template <class T>
T read(const Json &plain);
template <class T>
Json write(const T &value);

namespace traits {

template <class T, template <class...> class Of>
struct Is : std::false_type {};
template <class... Arguments, template <class...> class Of>
struct Is<Of<Arguments...>, Of> : std::true_type {};

template <class T>
constexpr bool is_optional = Is<T, std::optional>::value;
template <class T>
constexpr bool is_list = Is<T, std::vector>::value;
template <class T>
constexpr bool is_map = Is<T, std::map>::value;
template <class T>
constexpr bool is_union = Is<T, std::variant>::value;

template <class T, class = void>
struct HasTag : std::false_type {};  // a record told by a field: `TAG` and `TYPE`
template <class T>
struct HasTag<T, std::void_t<decltype(T::TAG)>> : std::true_type {};
template <class T, class = void>
struct IsRow : std::false_type {};  // a list whose entries have names
template <class T>
struct IsRow<T, std::void_t<decltype(T::IS_ROW)>> : std::true_type {};
template <class T, class = void>
struct HasVerb : std::false_type {};  // a row that begins with a word, `TYPE`
template <class T>
struct HasVerb<T, std::void_t<decltype(T::IS_ROW), decltype(T::TYPE)>> : std::true_type {};

}  // namespace traits

template <class T>
T read_named(const std::string &name, const Json &plain) {
    try {
        return read<T>(plain);
    } catch (const ProtocolError &error) {
        throw error.inside(name);
    }
}

// Reads the fields of an object, and names the one that is wrong.
class FieldReader {
  public:
    explicit FieldReader(const Json &object) : object_(object) { object.as_object(); }

    template <class T>
    void operator()(const char *name, T &into) const {
        const Json &plain = object_[name];
        if constexpr (traits::is_optional<T>) {
            if (!plain.is_null()) into = read_named<typename T::value_type>(name, plain);
        } else {
            if (plain.is_null()) throw ProtocolError("bad_message", name, "this field");
            into = read_named<T>(name, plain);
        }
    }
    // The struct's own initial value is the default.
    template <class T, class Default>
    void operator()(const char *name, T &into, const Default &) const {
        const Json &plain = object_[name];
        if (!plain.is_null()) into = read_named<T>(name, plain);
    }

  private:
    const Json &object_;
};

// Reads the entries of a row.
class RowReader {
  public:
    RowReader(const Json &row, std::size_t first) : entries_(row.as_array()), next_(first) {}

    template <class T>
    void operator()(const char *name, T &into) {
        if constexpr (traits::is_optional<T>) {
            if (next_ < entries_.size()) into = read_named<typename T::value_type>(name, entries_[next_++]);
        } else {
            if (next_ >= entries_.size()) throw ProtocolError("bad_message", name, "this entry");
            into = read_named<T>(name, entries_[next_++]);
        }
    }
    template <class T>
    void operator()(const char *name, T &into, Empty) {
        if (next_ < entries_.size()) into = read_named<T>(name, entries_[next_++]);
    }
    template <class T>
    void rest(const char *name, std::vector<T> &into) {
        while (next_ < entries_.size()) into.push_back(read_named<T>(name, entries_[next_++]));
    }

  private:
    const Json::Array &entries_;
    std::size_t next_;
};

// Writes fields; leaves out what is absent.
class FieldWriter {
  public:
    template <class T>
    void operator()(const char *name, const T &value) {
        if constexpr (traits::is_optional<T>) {
            if (value) put(name, write(*value));
        } else {
            put(name, write(value));
        }
    }
    template <class T, class Default>
    void operator()(const char *name, const T &value, const Default &) {
        if constexpr (!std::is_same_v<Default, Empty>) {
            put(name, write(value));
        } else if constexpr (std::is_base_of_v<Json, T>) {
            if (!value.is_null()) put(name, value);
        } else {
            if (!value.empty()) put(name, write(value));
        }
    }
    void put(const char *name, Json value) { object_.emplace_back(name, std::move(value)); }
    Json take() { return std::move(object_); }

  private:
    Json::Object object_;
};

// Writes the entries of a row; those at the end may be absent.
class RowWriter {
  public:
    template <class T>
    void operator()(const char *, const T &value) {
        if constexpr (traits::is_optional<T>) {
            if (value) put(write(*value));
        } else {
            put(write(value));
        }
    }
    template <class T>
    void operator()(const char *, const T &value, Empty) {
        if (!value.empty()) put(write(value));
    }
    template <class T>
    void rest(const char *, const std::vector<T> &values) {
        for (const auto &value : values) put(write(value));
    }
    void put(Json value) { row_.push_back(std::move(value)); }
    Json take() { return std::move(row_); }

  private:
    Json::Array row_;
};

// Is `plain` what the struct T stands for, going by its tag or verb?
template <class T>
bool is_told(const Json &plain) {
    if constexpr (traits::HasTag<T>::value) {
        return plain[T::TAG] == Json(T::TYPE);
    } else if constexpr (traits::HasVerb<T>::value) {
        return plain.size() > 0 && plain.at(0) == Json(T::TYPE);
    } else {
        return false;
    }
}

template <class Union, std::size_t I = 0>
Union read_union(const Json &plain) {
    if constexpr (I + 1 == std::variant_size_v<Union>) {
        return Unknown{plain};
    } else {
        using Member = std::variant_alternative_t<I, Union>;
        return is_told<Member>(plain) ? Union(read<Member>(plain)) : read_union<Union, I + 1>(plain);
    }
}

template <class T>
T read(const Json &plain) {
    if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, Plain>) {
        return T(plain);
    } else if constexpr (std::is_same_v<T, bool>) {
        return plain.as_bool();
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        return plain.as_int();
    } else if constexpr (std::is_same_v<T, double>) {
        return plain.as_double();
    } else if constexpr (std::is_same_v<T, std::string>) {
        return plain.as_string();
    } else if constexpr (std::is_enum_v<T>) {
        const auto &word = plain.as_string();
        for (std::size_t i = 0; i + 1 < Names<T>::all.size(); ++i) {
            if (word == Names<T>::all[i]) return static_cast<T>(i);
        }
        return T::other;
    } else if constexpr (traits::is_list<T>) {
        T items;
        for (const auto &item : plain.as_array()) {
            items.push_back(read_named<typename T::value_type>(std::to_string(items.size()), item));
        }
        return items;
    } else if constexpr (traits::is_map<T>) {
        T items;
        for (const auto &[name, item] : plain.as_object()) items[name] = read_named<typename T::mapped_type>(name, item);
        return items;
    } else if constexpr (traits::is_union<T>) {
        return read_union<T>(plain);
    } else if constexpr (traits::IsRow<T>::value) {
        T value;
        T::each(value, RowReader(plain, traits::HasVerb<T>::value ? 1 : 0));
        return value;
    } else {
        T value;
        T::each(value, FieldReader(plain));
        return value;
    }
}

template <class T>
Json write(const T &value) {
    if constexpr (std::is_enum_v<T>) {
        return Names<T>::all[static_cast<std::size_t>(value)];
    } else if constexpr (traits::is_list<T>) {
        Json::Array items;
        for (const auto &item : value) items.push_back(write(item));
        return items;
    } else if constexpr (traits::is_map<T>) {
        Json::Object items;
        for (const auto &[name, item] : value) items.emplace_back(name, write(item));
        return items;
    } else if constexpr (traits::is_union<T>) {
        return std::visit([](const auto &member) { return write(member); }, value);
    } else if constexpr (std::is_same_v<T, Unknown>) {
        return value.plain;
    } else if constexpr (traits::IsRow<T>::value) {
        RowWriter row;
        if constexpr (traits::HasVerb<T>::value) row.put(T::TYPE);
        T::each(value, row);
        return row.take();
    } else if constexpr (std::is_class_v<T> && !std::is_base_of_v<Json, T> && !std::is_same_v<T, std::string>) {
        FieldWriter fields;
        if constexpr (traits::HasTag<T>::value) fields.put(T::TAG, T::TYPE);
        T::each(value, fields);
        return fields.take();
    } else {
        return Json(value);
    }
}

// ---------------------------------------------------------------------------------------------------
// Messages and the games' payloads, one type each.
// ---------------------------------------------------------------------------------------------------

// BEGIN: Generated by `make sdk`. Do not edit.

namespace wire {

enum class Right { view, draw, suggest, compute, act, other };

// How serious it is.
enum class Level { info, warning, error, other };

// How it stands; `ended`: an entry in it has been replaced.
enum class BatchInfoState { playing, done, cancelled, ended, other };

// Audience.
enum class ChatTo { all, players, watchers, other };

// Family of the time control.
enum class ClockSpecKind { none, per_move, bank, correspondence, other };

// What assistants may do here.
enum class Assist { off, advice, confirm, auto_, other };

// Who may watch.
enum class Watching { off, public_, delayed, other };

// What a missed deadline does.
enum class OnTimeout { fallback, random, forfeit, other };

// What becomes of an absent seat: a house bot plays on, or it forfeits.
enum class Absent { takeover, forfeit, other };

// `guest` no account; `token` long-lived secret of a bot or person; `ticket` one-shot browser ticket; `key`
// ed25519 challenge.
enum class CredentialsKind { guest, token, ticket, key, other };

// What it is.
enum class DrawingK { text, badge, heat, arrow, path, mark, ghost, table, other };

// What it takes and plays now.
enum class LadderInfoState { open, paused, frozen, closing, closed, other };

// Who plays.
enum class PlayerKind { human, bot, other };

// `list`: one list; `product`: one option per slot, all combinations valid.
enum class LegalKind { list, product, other };

// Why you get this stream.
enum class MatchStartRole { player, watcher, assist, other };

// `turn`: gone when the seat is asked next; `removed`: stays until it is replaced.
enum class Until { turn, removed, other };

// `actions`: the record, only with view `all`; `events`: as seen; `frames`: with observation; `assist`: what
// the assistants of your seat said, only with view `seat:N`.
enum class ReplayForm { actions, events, frames, assist, other };

// `done`, or why it ended earlier.
enum class RolloutsStatus { done, cancelled, budget, deadline, stale, other };

// `open` before, `playing` during, `over` after a match.
enum class RoomInfoStatus { open, playing, over, other };

// Who may sit or sits here.
enum class SeatInfoKind { open, human, bot, closed, other };

// Draw at chance nodes; or stop before them, unless the next act writes out one of their outcomes.
enum class SimJobChance { sample, stop, other };

// `ok`; `over`: the play ended; `illegal`: the action behind the `applied` ones is; `chance`: stopped at a
// chance node; `budget`: spent; `gone`: no such world.
enum class SimOutStatus { ok, over, illegal, chance, budget, gone, other };

enum class SimulateWant { legal, keys, obs, events, returns, hash, other };

// Whether it plays now.
enum class StandingRowState { idle, queued, draining, benched, retired, other };

// `open` before it begins, `paused` while nobody is called to a table, `gone` = deleted.
enum class TournamentInfoState { open, running, paused, over, gone, other };

// How far it has come.
enum class TournamentTableStatus { drawn, called, playing, decided, bye, other };

}  // namespace wire

template <>
struct Names<wire::Right> {
    static constexpr std::array<const char *, 6> all{"view", "draw", "suggest", "compute", "act", "other"};
};
template <>
struct Names<wire::Level> {
    static constexpr std::array<const char *, 4> all{"info", "warning", "error", "other"};
};
template <>
struct Names<wire::BatchInfoState> {
    static constexpr std::array<const char *, 5> all{"playing", "done", "cancelled", "ended", "other"};
};
template <>
struct Names<wire::ChatTo> {
    static constexpr std::array<const char *, 4> all{"all", "players", "watchers", "other"};
};
template <>
struct Names<wire::ClockSpecKind> {
    static constexpr std::array<const char *, 5> all{"none", "per_move", "bank", "correspondence", "other"};
};
template <>
struct Names<wire::Assist> {
    static constexpr std::array<const char *, 5> all{"off", "advice", "confirm", "auto", "other"};
};
template <>
struct Names<wire::Watching> {
    static constexpr std::array<const char *, 4> all{"off", "public", "delayed", "other"};
};
template <>
struct Names<wire::OnTimeout> {
    static constexpr std::array<const char *, 4> all{"fallback", "random", "forfeit", "other"};
};
template <>
struct Names<wire::Absent> {
    static constexpr std::array<const char *, 3> all{"takeover", "forfeit", "other"};
};
template <>
struct Names<wire::CredentialsKind> {
    static constexpr std::array<const char *, 5> all{"guest", "token", "ticket", "key", "other"};
};
template <>
struct Names<wire::DrawingK> {
    static constexpr std::array<const char *, 9> all{"text", "badge", "heat", "arrow", "path", "mark", "ghost", "table", "other"};
};
template <>
struct Names<wire::LadderInfoState> {
    static constexpr std::array<const char *, 6> all{"open", "paused", "frozen", "closing", "closed", "other"};
};
template <>
struct Names<wire::PlayerKind> {
    static constexpr std::array<const char *, 3> all{"human", "bot", "other"};
};
template <>
struct Names<wire::LegalKind> {
    static constexpr std::array<const char *, 3> all{"list", "product", "other"};
};
template <>
struct Names<wire::MatchStartRole> {
    static constexpr std::array<const char *, 4> all{"player", "watcher", "assist", "other"};
};
template <>
struct Names<wire::Until> {
    static constexpr std::array<const char *, 3> all{"turn", "removed", "other"};
};
template <>
struct Names<wire::ReplayForm> {
    static constexpr std::array<const char *, 5> all{"actions", "events", "frames", "assist", "other"};
};
template <>
struct Names<wire::RolloutsStatus> {
    static constexpr std::array<const char *, 6> all{"done", "cancelled", "budget", "deadline", "stale", "other"};
};
template <>
struct Names<wire::RoomInfoStatus> {
    static constexpr std::array<const char *, 4> all{"open", "playing", "over", "other"};
};
template <>
struct Names<wire::SeatInfoKind> {
    static constexpr std::array<const char *, 5> all{"open", "human", "bot", "closed", "other"};
};
template <>
struct Names<wire::SimJobChance> {
    static constexpr std::array<const char *, 3> all{"sample", "stop", "other"};
};
template <>
struct Names<wire::SimOutStatus> {
    static constexpr std::array<const char *, 7> all{"ok", "over", "illegal", "chance", "budget", "gone", "other"};
};
template <>
struct Names<wire::SimulateWant> {
    static constexpr std::array<const char *, 7> all{"legal", "keys", "obs", "events", "returns", "hash", "other"};
};
template <>
struct Names<wire::StandingRowState> {
    static constexpr std::array<const char *, 6> all{"idle", "queued", "draining", "benched", "retired", "other"};
};
template <>
struct Names<wire::TournamentInfoState> {
    static constexpr std::array<const char *, 6> all{"open", "running", "paused", "over", "gone", "other"};
};
template <>
struct Names<wire::TournamentTableStatus> {
    static constexpr std::array<const char *, 6> all{"drawn", "called", "playing", "decided", "bye", "other"};
};

namespace wire {

struct Accept;
struct Ack;
struct Act;
struct ActOk;
struct ActRef;
struct AddBot;
struct AssistGrant;
struct AssistInvite;
struct AssistJoin;
struct AssistLog;
struct AssistNote;
struct AssistRevoke;
struct AssistStatus;
struct AuthAnswer;
struct BatchInfo;
struct Block;
struct BotInfo;
struct BotLevel;
struct Budget;
struct Bye;
struct Cancel;
struct Challenge;
struct Chat;
struct ChatMsg;
struct ClientInfo;
struct ClockSpec;
struct Commit;
struct Configure;
struct Consent;
struct CreateRoom;
struct Credentials;
struct Decision;
struct Delta;
struct Describe;
struct Determinize;
struct Drawing;
struct Error;
struct Events;
struct Farewell;
struct GameInfo;
struct Games;
struct Hello;
struct Join;
struct Kick;
struct LadderAlert;
struct LadderAlertList;
struct LadderAlerts;
struct LadderBatch;
struct LadderBatchCancel;
struct LadderBatchList;
struct LadderBatches;
struct LadderInfo;
struct LadderList;
struct LadderQueue;
struct LadderRegister;
struct Ladders;
struct Lagged;
struct Leave;
struct Legal;
struct Limits;
struct Lobby;
struct MatchOver;
struct MatchStart;
struct Ok;
struct Overlay;
struct OverlayShow;
struct Param;
struct Ping;
struct Pong;
struct Progress;
struct Proposal;
struct Rating;
struct Ready;
struct Release;
struct Replay;
struct ReplayList;
struct ReplayPart;
struct Replays;
struct Resign;
struct Resume;
struct RollRow;
struct Rollout;
struct Rollouts;
struct Room;
struct RoomChanges;
struct RoomInfo;
struct SeatInfo;
struct SeatStatus;
struct Seek;
struct SeriesInfo;
struct SimJob;
struct SimOut;
struct Sims;
struct Simulate;
struct Sit;
struct Slot;
struct Snapshot;
struct Stage;
struct Staged;
struct Standing;
struct StandingRow;
struct Standings;
struct Start;
struct Suggest;
struct Suggestion;
struct Sync;
struct Timeout;
struct Tournament;
struct TournamentBerserk;
struct TournamentEnter;
struct TournamentEntry;
struct TournamentInfo;
struct TournamentLeave;
struct TournamentList;
struct TournamentTable;
struct Tournaments;
struct TurnClosed;
struct Unseek;
struct Unwatch;
struct Watch;
struct WatchDelay;
struct WatchLobby;
struct Welcome;
struct WorldRef;
struct Worlds;
struct YourTurn;

// Anything a client may send.
using ClientMessage = std::variant<Hello, AuthAnswer, Ping, Ack, Cancel, Bye, Describe, Seek, Unseek, Block,
WatchLobby, CreateRoom, Join, Leave, Sit, Ready, Configure, AddBot, Kick, Start, Chat, Act, Sync, Resign,
Watch, Unwatch, Consent, Replays, Replay, Determinize, Simulate, Rollout, Release, AssistInvite, AssistJoin,
AssistGrant, AssistRevoke, Overlay, Suggest, Accept, Stage, Commit, AssistLog, Ladders, LadderRegister,
LadderQueue, Standings, LadderBatch, LadderBatchCancel, LadderBatches, LadderAlerts, Tournaments,
TournamentEnter, TournamentLeave, TournamentBerserk, Unknown>;

// Anything a server may send, in this minor of the protocol.
using ServerMessage = std::variant<Challenge, Welcome, Pong, Ok, Error, Progress, Lagged, Farewell, Games,
Lobby, Room, ChatMsg, MatchStart, Events, YourTurn, ActOk, TurnClosed, Timeout, Snapshot, SeatStatus,
MatchOver, ReplayList, ReplayPart, Worlds, Sims, Rollouts, OverlayShow, Suggestion, Staged, AssistNote,
AssistStatus, LadderList, Standing, Rating, LadderBatchList, LadderAlertList, TournamentList, Tournament,
TournamentTable, Unknown>;

// Plays what was suggested; a proposal of `orders` is staged instead.
struct Accept {
    static constexpr const char *TAG = "type", *TYPE = "accept";
    using Reply = ServerMessage;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // Number of the suggestion.
    std::int64_t suggestion{};
    // Position among its proposals (absent: 0).
    std::int64_t choice = std::int64_t{0};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("suggestion", self.suggestion);
        at("choice", self.choice, std::int64_t{0});
    }
};

// Everything up to `seq` has been processed; the server may forget it. Never answered.
struct Ack {
    static constexpr const char *TAG = "type", *TYPE = "ack";
    using Reply = void;
    std::optional<std::int64_t> id;  // envelope
    // Highest processed `seq`.
    std::int64_t seq{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("seq", self.seq);
    }
};

// Decides. Exactly one of index, picks, action.
struct Act {
    static constexpr const char *TAG = "type", *TYPE = "act";
    using Reply = ActOk;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // From `your_turn`.
    std::int64_t decision{};
    // Position in the list, or mixed-radix number over the slots.
    std::optional<std::int64_t> index;
    // One option per slot.
    std::vector<std::int64_t> picks;
    // The action itself, `[verb, arg...]`.
    Json action;
    // Overwrite an earlier sealed choice of this decision.
    std::optional<bool> replace;
    // Debug text, kept in the owner's replay only.
    std::optional<std::string> note;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("decision", self.decision); at("index", self.index);
        at("picks", self.picks, EMPTY); at("action", self.action, EMPTY); at("replace", self.replace);
        at("note", self.note);
    }
};

// The action was accepted; only when `act` had an `id`.
struct ActOk {
    static constexpr const char *TAG = "type", *TYPE = "act_ok";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // The decision.
    std::int64_t decision{};
    // Time charged.
    std::int64_t elapsed_ms{};
    // From the question to the answer, where more than what was charged.
    std::optional<std::int64_t> received_ms;
    // Of that, put down to the network; absent where it is 0.
    std::optional<std::int64_t> forgiven_ms;
    // Held back until the other seats have decided.
    std::optional<bool> sealed;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("decision", self.decision); at("elapsed_ms", self.elapsed_ms); at("received_ms", self.received_ms);
        at("forgiven_ms", self.forgiven_ms); at("sealed", self.sealed);
    }
};

// Names one action. Exactly one of index, picks, action, as in `act`.
struct ActRef {
    // Whose action, where several decide at once; absent = the only seat to act, or your own.
    std::optional<std::int64_t> seat;
    // Position in the list, or mixed-radix number over the slots.
    std::optional<std::int64_t> index;
    // One option per slot.
    std::vector<std::int64_t> picks;
    // The action itself, `[verb, arg...]`.
    Json action;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("seat", self.seat); at("index", self.index); at("picks", self.picks, EMPTY);
        at("action", self.action, EMPTY);
    }
};

// Puts a house bot on a seat; host only.
struct AddBot {
    static constexpr const char *TAG = "type", *TYPE = "add_bot";
    using Reply = Room;
    std::optional<std::int64_t> id;  // envelope
    // Room id.
    std::string room;
    // Absent = first open seat.
    std::optional<std::int64_t> seat;
    // Name of the house bot.
    std::string bot;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("room", self.room); at("seat", self.seat); at("bot", self.bot);
    }
};

// Sets what one of your assistants may do from now on.
struct AssistGrant {
    static constexpr const char *TAG = "type", *TYPE = "assist_grant";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Id of the assistant, as long as it is attached.
    std::string assistant;
    // What the assistant may do; `view` is always among it.
    std::vector<Right> rights;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("assistant", self.assistant); at("rights", self.rights);
    }
};

// Makes a code with which one program joins your seat. Exactly one of match_id, room.
struct AssistInvite {
    static constexpr const char *TAG = "type", *TYPE = "assist_invite";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // For this match.
    std::optional<std::string> match_id;
    // For every match that you play in this room, from now on.
    std::optional<std::string> room;
    // What the assistant may do; `view` is always among it.
    std::optional<std::vector<Right>> rights;
    // How long the code may wait to be used (absent: 120000).
    std::int64_t ttl_ms = std::int64_t{120000};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("room", self.room); at("rights", self.rights);
        at("ttl_ms", self.ttl_ms, std::int64_t{120000});
    }
};

// Attaches to a seat. Answered by `ok` with `assistant`, `rights`, and a `key` to come back with.
struct AssistJoin {
    static constexpr const char *TAG = "type", *TYPE = "assist_join";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Code of an invitation, or the `key` of an earlier `assist_join`.
    std::string code;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("code", self.code);
    }
};

// A line for the owner's log; `warning` and `error` light up a sign on the owner's screen.
struct AssistLog {
    static constexpr const char *TAG = "type", *TYPE = "assist_log";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // How serious it is (absent: "info").
    Level level = Level::info;
    // The line; of a traceback, its end.
    std::string text;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("level", self.level, Level::info);
        at("text", self.text);
    }
};

// Something an assistant has logged, or that the server has to say about one.
struct AssistNote {
    static constexpr const char *TAG = "type", *TYPE = "assist_note";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // How serious it is.
    Level level{};
    // Plain words.
    std::string text;
    // Id of the assistant, as long as it is attached.
    std::optional<std::string> assistant;
    // Name of the assistant; absent = the server.
    std::optional<std::string> by;
    // Version of the view at that moment.
    std::optional<std::int64_t> ver;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("level", self.level); at("text", self.text); at("assistant", self.assistant); at("by", self.by);
        at("ver", self.ver);
    }
};

// Sends an assistant away, or all of yours; open invitations go with them.
struct AssistRevoke {
    static constexpr const char *TAG = "type", *TYPE = "assist_revoke";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Absent = all of yours.
    std::optional<std::string> assistant;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("assistant", self.assistant);
    }
};

// An assistant came, went, or may do other things now. Everybody hears only of the seat.
struct AssistStatus {
    static constexpr const char *TAG = "type", *TYPE = "assist_status";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Attached; to everybody: at least one is.
    bool on{};
    // Match id.
    std::optional<std::string> match_id;
    // The seat that is assisted.
    std::optional<std::int64_t> seat;
    // Room whose matches it is attached for.
    std::optional<std::string> room;
    // Id of the assistant, as long as it is attached; owner and assistant only.
    std::optional<std::string> assistant;
    // Name of the assistant; owner only.
    std::optional<std::string> name;
    // Its user; owner only.
    std::optional<std::string> user;
    // What it may do; owner and assistant only.
    std::optional<std::vector<std::string>> rights;
    // Policy of the room: `advice`, `confirm` or `auto`.
    std::optional<std::string> mode;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("on", self.on);
        at("match_id", self.match_id); at("seat", self.seat); at("room", self.room);
        at("assistant", self.assistant); at("name", self.name); at("user", self.user); at("rights", self.rights);
        at("mode", self.mode);
    }
};

// Answer to `challenge`; decides as `hello` would have.
struct AuthAnswer {
    static constexpr const char *TAG = "type", *TYPE = "auth";
    using Reply = Welcome;
    std::optional<std::int64_t> id;  // envelope
    // Ed25519 signature over the text, base64url.
    std::string sig;
    // The address dialled, as it stands in the text; absent: signed over the text of 1.0.
    std::optional<std::string> address;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("sig", self.sig); at("address", self.address);
    }
};

// Matches that somebody has asked for.
struct BatchInfo {
    // Its id.
    std::string batch;
    // Id of the entry.
    std::string entry;
    // Name of the entry.
    std::string name;
    // Entries that sit at each table.
    std::vector<std::string> against;
    // How many were asked for.
    std::int64_t matches{};
    // How many have a result.
    std::int64_t played{};
    // How many are played now (absent: 0).
    std::int64_t running = std::int64_t{0};
    // They count like others.
    bool rated{};
    // How it stands; `ended`: an entry in it has been replaced.
    BatchInfoState state{};
    // When it was asked for, in ms since 1970.
    std::int64_t asked_ms{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("batch", self.batch); at("entry", self.entry); at("name", self.name);
        at("against", self.against, std::vector<std::string>{}); at("matches", self.matches);
        at("played", self.played); at("running", self.running, std::int64_t{0}); at("rated", self.rated);
        at("state", self.state); at("asked_ms", self.asked_ms);
    }
};

// Keeps somebody away, or no longer. Answered by `ok{blocked}`: whom you keep away now.
struct Block {
    static constexpr const char *TAG = "type", *TYPE = "block";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // User id, as in seats and chat; absent = only tell whom.
    std::optional<std::string> user;
    // False = no longer (absent: true).
    bool on = true;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("user", self.user); at("on", self.on, true);
    }
};

// How strong a house bot is at a game, beside the other house bots of the server.
struct BotLevel {
    // Name of the game.
    std::string game;
    // From 1, the weakest.
    std::int64_t level{};
    // How many levels there are.
    std::int64_t of{};
    // Rating points; the mean of those measured together is 1500.
    std::int64_t rating{};
    // Half the interval of 95 % of `rating`.
    std::int64_t margin{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("game", self.game); at("level", self.level); at("of", self.of); at("rating", self.rating);
        at("margin", self.margin);
    }
};

// A house bot that `add_bot` can put on a seat.
struct BotInfo {
    // Name for `add_bot`.
    std::string bot;
    // Games it plays.
    std::vector<std::string> games;
    // One line about it.
    std::optional<std::string> about;
    // Measured strengths; absent for other games.
    std::vector<BotLevel> levels;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("bot", self.bot); at("games", self.games); at("about", self.about);
        at("levels", self.levels, std::vector<BotLevel>{});
    }
};

// What a request has cost and what is left. The unit is one transition of the game's engine.
struct Budget {
    // Units charged for this request.
    std::int64_t used{};
    // Units left until your seat's next decision is closed.
    std::int64_t left{};
    // Units left for the whole match.
    std::optional<std::int64_t> left_game;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("used", self.used); at("left", self.left); at("left_game", self.left_game);
    }
};

// Leaves on purpose: the server closes, the session cannot be resumed. Never answered.
struct Bye {
    static constexpr const char *TAG = "type", *TYPE = "bye";
    using Reply = void;
    std::optional<std::int64_t> id;  // envelope

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id);
    }
};

// Stops a running request. Its one final reply still comes, with what it has.
struct Cancel {
    static constexpr const char *TAG = "type", *TYPE = "cancel";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Request id; absent = all compute of this connection.
    std::optional<std::int64_t> target;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("target", self.target);
    }
};

// The server's nonce for key authentication; wants `auth`.
struct Challenge {
    static constexpr const char *TAG = "type", *TYPE = "challenge";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // 32 random bytes, base64url.
    std::string nonce;
    // Server identity to sign over.
    std::string server;
    // True = the text names the address dialled; absent = a server of 1.0.
    std::optional<bool> address;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("nonce", self.nonce);
        at("server", self.server); at("address", self.address);
    }
};

// Says something in a room or a match. Exactly one of room, match_id.
struct Chat {
    static constexpr const char *TAG = "type", *TYPE = "chat";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // To this room.
    std::optional<std::string> room;
    // To this match.
    std::optional<std::string> match_id;
    // Audience (absent: "all").
    ChatTo to = ChatTo::all;
    // Plain text, no markup.
    std::string text;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("room", self.room); at("match_id", self.match_id); at("to", self.to, ChatTo::all);
        at("text", self.text);
    }
};

// Somebody said something.
struct ChatMsg {
    static constexpr const char *TAG = "type", *TYPE = "chat_msg";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // In this room.
    std::optional<std::string> room;
    // In this match.
    std::optional<std::string> match_id;
    // Author.
    std::string user;
    // Name of the author.
    std::string name;
    // Audience.
    std::string to;
    // Plain text, no markup.
    std::string text;
    // Said so long ago, and told again to a client that has come back.
    std::optional<std::int64_t> ago_ms;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("room", self.room);
        at("match_id", self.match_id); at("user", self.user); at("name", self.name); at("to", self.to);
        at("text", self.text); at("ago_ms", self.ago_ms);
    }
};

// The client program, shown in logs and replays.
struct ClientInfo {
    // Program name.
    std::string name;
    // Program version.
    std::optional<std::string> version;
    // Implementation language.
    std::optional<std::string> lang;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("name", self.name); at("version", self.version); at("lang", self.lang);
    }
};

// A time control. Times are per seat.
struct ClockSpec {
    // Family of the time control.
    ClockSpecKind kind{};
    // Per_move: time for each decision.
    std::optional<std::int64_t> move_ms;
    // Bank: what each seat starts with.
    std::optional<std::int64_t> main_ms;
    // Bank: added after each own decision.
    std::optional<std::int64_t> inc_ms;
    // Bank: time of each decision before the bank is touched.
    std::optional<std::int64_t> delay_ms;
    // Extra time for the seat's first decision (warm-up).
    std::optional<std::int64_t> first_ms;
    // Allowance per decision, not charged.
    std::optional<std::int64_t> grace_ms;
    // Correspondence: days for each decision.
    std::optional<std::int64_t> move_days;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("kind", self.kind); at("move_ms", self.move_ms); at("main_ms", self.main_ms);
        at("inc_ms", self.inc_ms); at("delay_ms", self.delay_ms); at("first_ms", self.first_ms);
        at("grace_ms", self.grace_ms); at("move_days", self.move_days);
    }
};

// Plays what is laid ready.
struct Commit {
    static constexpr const char *TAG = "type", *TYPE = "commit";
    using Reply = ActOk;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // From `your_turn`.
    std::int64_t decision{};
    // Slots without an order take their first option; absent = refused.
    std::optional<std::string> rest;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("decision", self.decision); at("rest", self.rest);
    }
};

// How far spectators are behind the match. Exactly one of versions, ms.
struct WatchDelay {
    // Shown when the match is so many versions further.
    std::optional<std::int64_t> versions;
    // Shown this long after it happened.
    std::optional<std::int64_t> ms;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("versions", self.versions); at("ms", self.ms);
    }
};

// Settings of a room to change. A setting the server does not know is refused, not ignored.
struct RoomChanges {
    // Title; with `#` in front it names a test room.
    std::optional<std::string> title;
    // Game options, all of them.
    Plain options;
    // Number of seats.
    std::optional<std::int64_t> seats;
    // Time control.
    std::optional<ClockSpec> clock;
    // Not in the lobby; its code is needed to enter.
    std::optional<bool> unlisted;
    // Counts for a ladder.
    std::optional<bool> rated;
    // What assistants may do here.
    std::optional<Assist> assist;
    // Server compute is allowed.
    std::optional<bool> compute;
    // Who may watch.
    std::optional<Watching> watch;
    // How far spectators are behind, where `watch` is `delayed`.
    std::optional<WatchDelay> watch_delay;
    // What a missed deadline does.
    std::optional<OnTimeout> on_timeout;
    // Misses in a row after which the seat is treated as absent.
    std::optional<std::int64_t> max_timeouts;
    // What becomes of an absent seat: a house bot plays on, or it forfeits.
    std::optional<Absent> absent;
    // A named pace of the game; it decides `clock`, `on_timeout`, `max_timeouts` and `absent` where those are not
    // given.
    std::optional<std::string> pace;
    // Play a series of so many matches; for two seats.
    std::optional<std::int64_t> best_of;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("title", self.title); at("options", self.options, EMPTY); at("seats", self.seats);
        at("clock", self.clock); at("unlisted", self.unlisted); at("rated", self.rated);
        at("assist", self.assist); at("compute", self.compute); at("watch", self.watch);
        at("watch_delay", self.watch_delay); at("on_timeout", self.on_timeout);
        at("max_timeouts", self.max_timeouts); at("absent", self.absent); at("pace", self.pace);
        at("best_of", self.best_of);
    }
};

// Changes settings of an open room; host only. Clears all ready flags.
struct Configure {
    static constexpr const char *TAG = "type", *TYPE = "configure";
    using Reply = Room;
    std::optional<std::int64_t> id;  // envelope
    // Room id.
    std::string room;
    // The settings to change; the others stay.
    RoomChanges changes;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("room", self.room); at("changes", self.changes);
    }
};

// Lets others watch your seat of a running match, or stops that. Not in rated matches.
struct Consent {
    static constexpr const char *TAG = "type", *TYPE = "consent";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // False = nobody may any longer (absent: true).
    bool on = true;
    // Only this user; absent = whoever may watch.
    std::optional<std::string> user;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("on", self.on, true); at("user", self.user);
    }
};

// Opens a room. The creator becomes its host, not yet seated.
struct CreateRoom {
    static constexpr const char *TAG = "type", *TYPE = "create_room";
    using Reply = Room;
    std::optional<std::int64_t> id;  // envelope
    // Name of the game.
    std::string game;
    // Rules version; absent = newest.
    std::optional<std::string> rules;
    // Title; with `#` in front it names a test room.
    std::optional<std::string> title;
    // Game options.
    Plain options;
    // Number of seats.
    std::optional<std::int64_t> seats;
    // Time control.
    std::optional<ClockSpec> clock;
    // Not in the lobby; its code is needed to enter.
    std::optional<bool> unlisted;
    // Counts for a ladder.
    std::optional<bool> rated;
    // What assistants may do here (absent: "off").
    Assist assist = Assist::off;
    // Server compute is allowed (absent: true).
    bool compute = true;
    // Who may watch (absent: "public").
    Watching watch = Watching::public_;
    // How far spectators are behind, where `watch` is `delayed`.
    std::optional<WatchDelay> watch_delay;
    // What a missed deadline does.
    std::optional<OnTimeout> on_timeout;
    // Misses in a row after which the seat is treated as absent.
    std::optional<std::int64_t> max_timeouts;
    // What becomes of an absent seat: a house bot plays on, or it forfeits.
    std::optional<Absent> absent;
    // A named pace of the game; it decides `clock`, `on_timeout`, `max_timeouts` and `absent` where those are not
    // given.
    std::optional<std::string> pace;
    // Play a series of so many matches; for two seats.
    std::optional<std::int64_t> best_of;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("game", self.game); at("rules", self.rules); at("title", self.title);
        at("options", self.options, EMPTY); at("seats", self.seats); at("clock", self.clock);
        at("unlisted", self.unlisted); at("rated", self.rated); at("assist", self.assist, Assist::off);
        at("compute", self.compute, true); at("watch", self.watch, Watching::public_);
        at("watch_delay", self.watch_delay); at("on_timeout", self.on_timeout);
        at("max_timeouts", self.max_timeouts); at("absent", self.absent); at("pace", self.pace);
        at("best_of", self.best_of);
    }
};

// Who is connecting, inside `hello`. `token` and `ticket` need `token`, `key` needs `pub`.
struct Credentials {
    // `guest` no account; `token` long-lived secret of a bot or person; `ticket` one-shot browser ticket; `key`
    // ed25519 challenge.
    CredentialsKind kind{};
    // Display name (guest).
    std::optional<std::string> name;
    // The secret (token, ticket); for a guest one of its own choice, or none.
    std::optional<std::string> token;
    // Public key, base64url (key).
    std::optional<std::string> pub;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("kind", self.kind); at("name", self.name); at("token", self.token); at("pub", self.pub);
    }
};

// One factor of a product decision.
struct Slot {
    // Name of the factor, e.g. `u3`.
    std::string slot;
    // Its actions; index 0 is the safe default.
    std::vector<Json> options;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("slot", self.slot); at("options", self.options);
    }
};

// A family of actions too many to list, to be sent back as `action`.
struct Param {
    // Verb of the actions.
    std::string kind;
    // Argument -> {min, max, len, enum, sum}.
    Plain fields;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("kind", self.kind); at("fields", self.fields);
    }
};

// The legal actions of one decision.
struct Legal {
    // `list`: one list; `product`: one option per slot, all combinations valid (absent: "list").
    LegalKind kind = LegalKind::list;
    // List: the actions `[verb, arg...]`; the position is the `index`.
    std::optional<std::vector<Json>> actions;
    // Product: the factors.
    std::optional<std::vector<Slot>> slots;
    // Further actions, not listed.
    std::optional<std::vector<Param>> params;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("kind", self.kind, LegalKind::list); at("actions", self.actions); at("slots", self.slots);
        at("params", self.params);
    }
};

// One open decision inside a `snapshot`.
struct Decision {
    // Its number; one more each time, per match and seat.
    std::int64_t decision{};
    // What is decided, e.g. `main`, `discard`, `orders`.
    std::string kind;
    // Indexable actions: 0 <= index < n; absent above 2^53-1.
    std::optional<std::int64_t> n;
    // The legal actions.
    Legal legal;
    // Index applied when the deadline passes; always legal (absent: 0).
    std::int64_t fallback = std::int64_t{0};
    // Time left when the server wrote this, grace excluded; absent = untimed.
    std::optional<std::int64_t> deadline_ms;
    // Silence is a normal choice and means the fallback.
    std::optional<bool> optional;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("decision", self.decision); at("kind", self.kind); at("n", self.n); at("legal", self.legal);
        at("fallback", self.fallback, std::int64_t{0}); at("deadline_ms", self.deadline_ms);
        at("optional", self.optional);
    }
};

// What has changed in the observation since the question before.
struct Delta {
    // `ver` of the last question of the match before this one.
    std::int64_t base{};
    // JSON merge patch (RFC 7396); `null` removes a field.
    Plain patch;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("base", self.base); at("patch", self.patch);
    }
};

// Asks for games, rules, schemas and policies.
struct Describe {
    static constexpr const char *TAG = "type", *TYPE = "describe";
    using Reply = Games;
    std::optional<std::int64_t> id;  // envelope
    // Only this game.
    std::optional<std::string> game;
    // Include JSON Schemas of observation, action and event.
    std::optional<bool> schemas;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("game", self.game); at("schemas", self.schemas);
    }
};

// Samples worlds: complete positions that agree with all your seat knows.
struct Determinize {
    static constexpr const char *TAG = "type", *TYPE = "determinize";
    using Reply = Worlds;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // Number of worlds (absent: 1).
    std::int64_t k = std::int64_t{1};
    // Open decision of yours that this is for; refused once it is closed.
    std::optional<std::int64_t> decision;
    // Same seed and same knowledge give the same worlds.
    std::optional<std::int64_t> seed;
    // Number of the first one among the worlds of the seed (absent: 0).
    std::int64_t start = std::int64_t{0};
    // Also return the positions (scope `compute_export`).
    std::optional<bool> export_;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("k", self.k, std::int64_t{1});
        at("decision", self.decision); at("seed", self.seed); at("start", self.start, std::int64_t{0});
        at("export", self.export_);
    }
};

// Something on the owner's screen, on places that the game names.
struct Drawing {
    // Your name for it, unique in the layer; absent = its position.
    std::optional<std::string> id;
    // What it is.
    DrawingK k{};
    // Anchors; where an arrow or path goes, in order.
    std::vector<std::string> at;
    // Name from the palette, or `#rrggbb`; absent = `accent`.
    std::optional<std::string> c;
    // Text or label; plain, no markup.
    std::optional<std::string> t;
    // Value of a heat, 0 to 1.
    std::optional<double> v;
    // Number of a badge.
    std::optional<std::int64_t> n;
    // Scale; absent = 1.
    std::optional<double> size;
    // Lines of a table, `[name, value]`.
    std::optional<std::vector<std::vector<std::string>>> rows;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("k", self.k); at("at", self.at, std::vector<std::string>{}); at("c", self.c);
        at("t", self.t); at("v", self.v); at("n", self.n); at("size", self.size); at("rows", self.rows);
    }
};

// Failure of a request (`re`), of a frame (no `re`), or of the connection (`fatal`).
struct Error {
    static constexpr const char *TAG = "type", *TYPE = "error";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Stable code, see the table of error codes.
    std::string code;
    // English, for developers; never parse it.
    std::string msg;
    // The connection closes after this.
    std::optional<bool> fatal;
    // Try again not before.
    std::optional<std::int64_t> retry_ms;
    // Match concerned.
    std::optional<std::string> match_id;
    // Decision concerned.
    std::optional<std::int64_t> decision;
    // Code-specific details.
    Plain data;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("code", self.code); at("msg", self.msg);
        at("fatal", self.fatal); at("retry_ms", self.retry_ms); at("match_id", self.match_id);
        at("decision", self.decision); at("data", self.data, EMPTY);
    }
};

// What happened, as this viewer may see it. One message per change of state.
struct Events {
    static constexpr const char *TAG = "type", *TYPE = "events";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // Version of this view after this message; one more each time.
    std::int64_t ver{};
    // `{e: kind, by?: seat, ...}` in order; may be empty.
    std::vector<Plain> items;
    // Observation afterwards (feature `obs`).
    Plain obs;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("ver", self.ver); at("items", self.items); at("obs", self.obs, EMPTY);
    }
};

// Last message before the server closes; tells TCP clients the close code too.
struct Farewell {
    static constexpr const char *TAG = "type", *TYPE = "bye";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Close code.
    std::int64_t code{};
    // Short text.
    std::string reason;
    // Resuming makes sense.
    bool resume{};
    // Suggested wait, already jittered.
    std::optional<std::int64_t> retry_ms;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("code", self.code);
        at("reason", self.reason); at("resume", self.resume); at("retry_ms", self.retry_ms);
    }
};

// One game as this server offers it.
struct GameInfo {
    // Name of the game.
    std::string game;
    // Rules version, `name/major.minor`.
    std::string rules;
    // [least, most].
    std::vector<std::int64_t> seats;
    // Several seats may decide at the same time.
    std::optional<bool> simultaneous;
    // Option name -> {type, default, ...}.
    Plain options;
    // Rollout policies on offer.
    std::vector<std::string> policies;
    // Named paces, for `create_room`.
    std::vector<std::string> paces;
    // Test rooms: titles for `create_room`, without the `#`.
    std::vector<std::string> tests;
    // Hash of `consts`.
    std::string consts_hash;
    // Constant data (cards, costs).
    Plain consts;
    // JSON Schemas.
    Plain schemas;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("game", self.game); at("rules", self.rules); at("seats", self.seats);
        at("simultaneous", self.simultaneous); at("options", self.options);
        at("policies", self.policies, std::vector<std::string>{});
        at("paces", self.paces, std::vector<std::string>{}); at("tests", self.tests, std::vector<std::string>{});
        at("consts_hash", self.consts_hash); at("consts", self.consts, EMPTY); at("schemas", self.schemas, EMPTY);
    }
};

// What can be played here, and with which house bots.
struct Games {
    static constexpr const char *TAG = "type", *TYPE = "games";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Games on this server.
    std::vector<GameInfo> games;
    // House bots on this server.
    std::vector<BotInfo> bots;
    // Time control of rooms and seeks that name none.
    std::optional<ClockSpec> clock;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("games", self.games);
        at("bots", self.bots, std::vector<BotInfo>{}); at("clock", self.clock);
    }
};

// The wish to continue an earlier session.
struct Resume {
    // Session id from the last `welcome`.
    std::string session;
    // Resume token from the last `welcome`.
    std::string token;
    // Last `seq` fully processed, 0 for none.
    std::int64_t seq{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("session", self.session); at("token", self.token); at("seq", self.seq);
    }
};

// First frame of every connection.
struct Hello {
    static constexpr const char *TAG = "type", *TYPE = "hello";
    using Reply = ServerMessage;
    std::optional<std::int64_t> id;  // envelope
    // Major versions the client speaks.
    std::vector<std::int64_t> proto;
    // Highest minor the client was written against (absent: 0).
    std::int64_t minor = std::int64_t{0};
    // Who is connecting.
    Credentials auth;
    // The client program.
    std::optional<ClientInfo> client;
    // Optional behaviours wanted: `obs`, `compute`, `assist`, `chat`, `pong`, `strict`, `delta`.
    std::vector<std::string> features;
    // Largest frame the client can take, bytes (absent: 65535).
    std::int64_t max_frame = std::int64_t{65535};
    // Try to continue this session first.
    std::optional<Resume> resume;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("proto", self.proto); at("minor", self.minor, std::int64_t{0});
        at("auth", self.auth); at("client", self.client);
        at("features", self.features, std::vector<std::string>{});
        at("max_frame", self.max_frame, std::int64_t{65535}); at("resume", self.resume);
    }
};

// Enters a room, and sits down if asked to.
struct Join {
    static constexpr const char *TAG = "type", *TYPE = "join";
    using Reply = Room;
    std::optional<std::int64_t> id;  // envelope
    // Room id, or the title that its host gave it.
    std::string room;
    // Code of an unlisted room.
    std::optional<std::string> code;
    // Sit here.
    std::optional<std::int64_t> seat;
    // Sit on the first open seat.
    std::optional<bool> any_seat;
    // Ready at once.
    std::optional<bool> ready;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("room", self.room); at("code", self.code); at("seat", self.seat);
        at("any_seat", self.any_seat); at("ready", self.ready);
    }
};

// Removes a user or a house bot; host only. Exactly one of user, seat.
struct Kick {
    static constexpr const char *TAG = "type", *TYPE = "kick";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Room id.
    std::string room;
    // This user.
    std::optional<std::string> user;
    // Whoever sits here (house bot).
    std::optional<std::int64_t> seat;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("room", self.room); at("user", self.user); at("seat", self.seat);
    }
};

// A match in which an entry of yours did not play as it should.
struct LadderAlert {
    // Name of the ladder.
    std::string ladder;
    // Your entry.
    std::string entry;
    // Its name.
    std::string name;
    // Its version.
    std::string version;
    // When the match ended, in ms since 1970.
    std::int64_t at_ms{};
    // The match.
    std::string match_id;
    // What was wrong, for people.
    std::string what;
    // The end of what the program wrote, where the server runs it (absent: "").
    std::string log = "";

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("ladder", self.ladder); at("entry", self.entry); at("name", self.name); at("version", self.version);
        at("at_ms", self.at_ms); at("match_id", self.match_id); at("what", self.what); at("log", self.log, "");
    }
};

// The newest alerts of each of your entries.
struct LadderAlertList {
    static constexpr const char *TAG = "type", *TYPE = "ladder_alert_list";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Oldest first.
    std::vector<LadderAlert> items;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("items", self.items);
    }
};

// Asks what went wrong with entries of yours: crashes, missed deadlines, trial matches that were failed.
struct LadderAlerts {
    static constexpr const char *TAG = "type", *TYPE = "ladder_alerts";
    using Reply = LadderAlertList;
    std::optional<std::int64_t> id;  // envelope
    // Only there; absent: on all ladders.
    std::optional<std::string> ladder;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("ladder", self.ladder);
    }
};

// Asks for matches of an entry of yours, one after the other. Answered by `ok{batch}`.
struct LadderBatch {
    static constexpr const char *TAG = "type", *TYPE = "ladder_batch";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Name of the ladder.
    std::string ladder;
    // Your entry.
    std::string entry;
    // Entries that sit at each table; the ladder chooses who else does.
    std::vector<std::string> against;
    // How many; where the ladder plays series, so many of these.
    std::int64_t matches{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("ladder", self.ladder); at("entry", self.entry);
        at("against", self.against, std::vector<std::string>{}); at("matches", self.matches);
    }
};

// No match of a batch begins any more; what runs is played to its end. Answered by `ok`.
struct LadderBatchCancel {
    static constexpr const char *TAG = "type", *TYPE = "ladder_batch_cancel";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Name of the ladder.
    std::string ladder;
    // From the answer to `ladder_batch`.
    std::string batch;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("ladder", self.ladder); at("batch", self.batch);
    }
};

// The batches of your entries on a ladder.
struct LadderBatchList {
    static constexpr const char *TAG = "type", *TYPE = "ladder_batch_list";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Name of the ladder.
    std::string ladder;
    // Oldest first.
    std::vector<BatchInfo> items;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("ladder", self.ladder);
        at("items", self.items);
    }
};

// Asks how the batches of your entries stand.
struct LadderBatches {
    static constexpr const char *TAG = "type", *TYPE = "ladder_batches";
    using Reply = LadderBatchList;
    std::optional<std::int64_t> id;  // envelope
    // Name of the ladder.
    std::string ladder;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("ladder", self.ladder);
    }
};

// One ladder: what is played on it, under which conditions, and who may enter.
struct LadderInfo {
    // Name of the ladder.
    std::string ladder;
    // Title for people.
    std::string title;
    // What it takes and plays now.
    LadderInfoState state{};
    // Name of the game.
    std::string game;
    // Rules version.
    std::string rules;
    // Game options.
    Plain options;
    // Numbers of players of its matches.
    std::vector<std::int64_t> seats;
    // Time control.
    ClockSpec clock;
    // What a missed deadline does (absent: "fallback").
    OnTimeout on_timeout = OnTimeout::fallback;
    // Misses in a row before a seat is forfeited (absent: 3).
    std::int64_t max_timeouts = std::int64_t{3};
    // Who may enter: `human`, `bot`, `hosted`, `guest`.
    std::vector<std::string> open_to;
    // Server compute is allowed (absent: false).
    bool compute = false;
    // What assistants may do (absent: "off").
    Assist assist = Assist::off;
    // How results become ratings.
    std::string system;
    // Matches of a series that count as one (absent: 1).
    std::int64_t best_of = std::int64_t{1};
    // The same deal is played once with each rotation of the seats (absent: false).
    bool same_deal = false;
    // Rows of its table.
    std::int64_t entries{};
    // Results counted.
    std::int64_t games{};
    // When it closes, in ms since 1970.
    std::optional<std::int64_t> ends_ms;
    // Number of the season that is on, from 1; absent: there are none.
    std::optional<std::int64_t> season;
    // When the season ends, in ms since 1970.
    std::optional<std::int64_t> season_ends_ms;
    // From when on no new entries and versions are taken, in ms since 1970.
    std::optional<std::int64_t> deadline_ms;
    // How many there are; 0 = everybody meets (absent: 0).
    std::int64_t divisions = std::int64_t{0};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("ladder", self.ladder); at("title", self.title); at("state", self.state); at("game", self.game);
        at("rules", self.rules); at("options", self.options, EMPTY); at("seats", self.seats);
        at("clock", self.clock); at("on_timeout", self.on_timeout, OnTimeout::fallback);
        at("max_timeouts", self.max_timeouts, std::int64_t{3}); at("open_to", self.open_to);
        at("compute", self.compute, false); at("assist", self.assist, Assist::off); at("system", self.system);
        at("best_of", self.best_of, std::int64_t{1}); at("same_deal", self.same_deal, false);
        at("entries", self.entries); at("games", self.games); at("ends_ms", self.ends_ms);
        at("season", self.season); at("season_ends_ms", self.season_ends_ms); at("deadline_ms", self.deadline_ms);
        at("divisions", self.divisions, std::int64_t{0});
    }
};

// The ladders of this server.
struct LadderList {
    static constexpr const char *TAG = "type", *TYPE = "ladder_list";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // By name.
    std::vector<LadderInfo> items;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("items", self.items);
    }
};

// Makes an entry available for matches, which then arrive as `match_start`; or ends that.
struct LadderQueue {
    static constexpr const char *TAG = "type", *TYPE = "ladder_queue";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Name of the ladder.
    std::string ladder;
    // From the answer to `ladder_register`.
    std::string entry;
    // False = nothing new; what runs is played to its end (absent: true).
    bool on = true;
    // Matches at once (absent: 1).
    std::int64_t parallel = std::int64_t{1};
    // So many more, then no longer available.
    std::optional<std::int64_t> games;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("ladder", self.ladder); at("entry", self.entry); at("on", self.on, true);
        at("parallel", self.parallel, std::int64_t{1}); at("games", self.games);
    }
};

// Makes an entry of yours, or changes what is said about it. Answered by `ok{entry}`. An entry is one version
// of one name: a new version is a new entry.
struct LadderRegister {
    static constexpr const char *TAG = "type", *TYPE = "ladder_register";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Name of the ladder.
    std::string ladder;
    // Name of the entry, the same for all its versions.
    std::string name;
    // Which program it is: a new version begins anew, as a new entry (absent: "1").
    std::string version = "1";
    // Who plays.
    PlayerKind kind{};
    // Public notes and links, up to 2 KiB.
    Plain info;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("ladder", self.ladder); at("name", self.name); at("version", self.version, "1");
        at("kind", self.kind); at("info", self.info, EMPTY);
    }
};

// Asks which ladders there are.
struct Ladders {
    static constexpr const char *TAG = "type", *TYPE = "ladders";
    using Reply = LadderList;
    std::optional<std::int64_t> id;  // envelope

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id);
    }
};

// The outbound queue overflowed: droppable messages were dropped.
struct Lagged {
    static constexpr const char *TAG = "type", *TYPE = "lagged";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Messages dropped.
    std::int64_t dropped{};
    // A `snapshot` of this match follows.
    std::optional<std::string> match_id;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("dropped", self.dropped);
        at("match_id", self.match_id);
    }
};

// Leaves a room. A match under way keeps the seat (see `resign`).
struct Leave {
    static constexpr const char *TAG = "type", *TYPE = "leave";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Room id.
    std::string room;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("room", self.room);
    }
};

// The limits in force for this connection.
struct Limits {
    // Largest frame the server accepts, bytes.
    std::int64_t max_frame_in{};
    // Open requests per connection.
    std::int64_t max_inflight{};
    // Sustained request rate; bursts may be four times that.
    std::int64_t msgs_per_s{};
    // Outbound backlog before a slow reader is dropped.
    std::int64_t queue_bytes{};
    // How long a dropped session can be resumed.
    std::int64_t resume_ttl_ms{};
    // Engine steps per second across the session; absent = no server compute.
    std::optional<std::int64_t> compute_units_s;
    // Sustained rate of `determinize`, `simulate` and `rollout`; bursts may be four times that; absent = no
    // server compute.
    std::optional<std::int64_t> computes_per_s;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("max_frame_in", self.max_frame_in); at("max_inflight", self.max_inflight);
        at("msgs_per_s", self.msgs_per_s); at("queue_bytes", self.queue_bytes);
        at("resume_ttl_ms", self.resume_ttl_ms); at("compute_units_s", self.compute_units_s);
        at("computes_per_s", self.computes_per_s);
    }
};

// One seat and who sits there.
struct SeatInfo {
    // Seat number from 0.
    std::int64_t seat{};
    // Who may sit or sits here.
    SeatInfoKind kind{};
    // User id.
    std::optional<std::string> user;
    // Display name.
    std::optional<std::string> name;
    // Ladder rating, rounded.
    std::optional<std::int64_t> rating;
    // Pressed ready.
    std::optional<bool> ready;
    // Has at least one live connection (absent: true).
    bool online = true;
    // An assistant is or was attached in this match.
    std::optional<bool> assisted;
    // House bot that plays on for the player, when the message is sent.
    std::optional<std::string> taken_by;
    // Plays this match on half the main time of `clock` and without its increment (absent: false).
    bool berserk = false;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("seat", self.seat); at("kind", self.kind); at("user", self.user); at("name", self.name);
        at("rating", self.rating); at("ready", self.ready); at("online", self.online, true);
        at("assisted", self.assisted); at("taken_by", self.taken_by); at("berserk", self.berserk, false);
    }
};

// A series of matches in a room. Seats are those of the match being played, or of the next.
struct SeriesInfo {
    // Matches, without extra ones after a tie.
    std::int64_t best_of{};
    // Matches that are over.
    std::int64_t played{};
    // By seat: 1 for a match won, 0.5 for a tie.
    std::vector<double> points;
    // Nothing more is played in this series.
    bool over{};
    // Seat of who won it; absent while it goes on, and if it was drawn.
    std::optional<std::int64_t> winner;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("best_of", self.best_of); at("played", self.played); at("points", self.points); at("over", self.over);
        at("winner", self.winner);
    }
};

// The whole state of a room.
struct RoomInfo {
    // Room id, short enough to type.
    std::string room;
    // Title; with `#` in front it names a test room.
    std::string title;
    // Name of the game.
    std::string game;
    // Rules version.
    std::string rules;
    // Game options.
    Plain options;
    // Time control.
    ClockSpec clock;
    // `open` before, `playing` during, `over` after a match.
    RoomInfoStatus status{};
    // User id of the host.
    std::string host;
    // Not in the lobby; its code is needed to enter.
    std::optional<bool> unlisted;
    // Code of an unlisted room; told to its members only.
    std::optional<std::string> code;
    // Counts for a ladder.
    std::optional<bool> rated;
    // What assistants may do here (absent: "off").
    Assist assist = Assist::off;
    // Server compute is allowed (absent: true).
    bool compute = true;
    // Who may watch (absent: "public").
    Watching watch = Watching::public_;
    // How far spectators are behind, where `watch` is `delayed`.
    std::optional<WatchDelay> watch_delay;
    // What a missed deadline does (absent: "fallback").
    OnTimeout on_timeout = OnTimeout::fallback;
    // Misses in a row after which the seat is treated as absent (absent: 3).
    std::int64_t max_timeouts = std::int64_t{3};
    // What becomes of an absent seat: a house bot plays on, or it forfeits (absent: "takeover").
    Absent absent = Absent::takeover;
    // Seats in order.
    std::vector<SeatInfo> seats;
    // Number of spectators (absent: 0).
    std::int64_t watchers = std::int64_t{0};
    // The match being played.
    std::optional<std::string> match_id;
    // The named pace that was chosen.
    std::optional<std::string> pace;
    // Where matches go in series.
    std::optional<SeriesInfo> series;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("room", self.room); at("title", self.title); at("game", self.game); at("rules", self.rules);
        at("options", self.options, EMPTY); at("clock", self.clock); at("status", self.status);
        at("host", self.host); at("unlisted", self.unlisted); at("code", self.code); at("rated", self.rated);
        at("assist", self.assist, Assist::off); at("compute", self.compute, true);
        at("watch", self.watch, Watching::public_); at("watch_delay", self.watch_delay);
        at("on_timeout", self.on_timeout, OnTimeout::fallback);
        at("max_timeouts", self.max_timeouts, std::int64_t{3}); at("absent", self.absent, Absent::takeover);
        at("seats", self.seats); at("watchers", self.watchers, std::int64_t{0}); at("match_id", self.match_id);
        at("pace", self.pace); at("series", self.series);
    }
};

// The list of rooms, or what changed in it. Changes are coalesced per room.
struct Lobby {
    static constexpr const char *TAG = "type", *TYPE = "lobby";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // True = this is the whole list.
    bool full{};
    // New or changed rooms.
    std::vector<RoomInfo> rooms;
    // Ids of removed rooms.
    std::vector<std::string> gone;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("full", self.full);
        at("rooms", self.rooms, std::vector<RoomInfo>{}); at("gone", self.gone, std::vector<std::string>{});
    }
};

// The result. Lists are by seat.
struct MatchOver {
    static constexpr const char *TAG = "type", *TYPE = "match_over";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // `finished`, `forfeit`, `resign`, `timeout`, `aborted`, `error`.
    std::string reason;
    // Place, 1 = best, ties share.
    std::vector<std::int64_t> places;
    // Score by the rules.
    std::vector<double> scores;
    // Result for algorithms, from -1 to 1.
    std::vector<double> returns;
    // Rated: `{seat, ladder, entry, before, after?}`; `after` comes in `rating` where it is absent.
    std::optional<std::vector<Plain>> rating;
    // Replay id.
    std::optional<std::string> replay;
    // What `seed_commit` committed to; absent where the deal is played again.
    std::optional<std::string> seed;
    // Missed deadlines.
    std::optional<std::vector<std::int64_t>> timeouts;
    // Illegal actions sent.
    std::optional<std::vector<std::int64_t>> illegal;
    // Seats to which an assistant was attached; absent = none.
    std::optional<std::vector<std::int64_t>> assisted;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("reason", self.reason); at("places", self.places); at("scores", self.scores);
        at("returns", self.returns); at("rating", self.rating); at("replay", self.replay); at("seed", self.seed);
        at("timeouts", self.timeouts); at("illegal", self.illegal); at("assisted", self.assisted);
    }
};

// Everything that stays constant during the match; sent once per attachment.
struct MatchStart {
    static constexpr const char *TAG = "type", *TYPE = "match_start";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // Name of the game.
    std::string game;
    // Rules version.
    std::string rules;
    // Why you get this stream.
    MatchStartRole role{};
    // Your seat (player, assistant, or the seat watched).
    std::optional<std::int64_t> seat;
    // `seat`, `public` or `all` (absent: "seat").
    std::string view = "seat";
    // Seats in order.
    std::vector<SeatInfo> players;
    // Game options in force.
    Plain options;
    // Time control.
    ClockSpec clock;
    // What a missed deadline does (absent: "fallback").
    OnTimeout on_timeout = OnTimeout::fallback;
    // Misses in a row before the seat is forfeited or given to a bot (absent: 3).
    std::int64_t max_timeouts = std::int64_t{3};
    // Hash of `consts`.
    std::string consts_hash;
    // Public constants; absent if `describe` gave you this hash.
    Plain consts;
    // SHA-256 commitment to the randomness of the match.
    std::optional<std::string> seed_commit;
    // {per_decision, per_game, per_world, max_k, max_worlds, policies} in units; absent = no server compute.
    Plain compute;
    // Counts for a ladder.
    std::optional<bool> rated;
    // Assistant policy (absent: "off").
    std::string assist = "off";
    // Version of the view at which the stream starts (absent: 0).
    std::int64_t ver = std::int64_t{0};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("game", self.game); at("rules", self.rules); at("role", self.role); at("seat", self.seat);
        at("view", self.view, "seat"); at("players", self.players); at("options", self.options, EMPTY);
        at("clock", self.clock); at("on_timeout", self.on_timeout, OnTimeout::fallback);
        at("max_timeouts", self.max_timeouts, std::int64_t{3}); at("consts_hash", self.consts_hash);
        at("consts", self.consts, EMPTY); at("seed_commit", self.seed_commit); at("compute", self.compute, EMPTY);
        at("rated", self.rated); at("assist", self.assist, "off"); at("ver", self.ver, std::int64_t{0});
    }
};

// Plain success.
struct Ok {
    static constexpr const char *TAG = "type", *TYPE = "ok";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Small request-specific result.
    Plain data;
    // E.g. unknown fields that were ignored.
    std::optional<std::vector<std::string>> warn;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("data", self.data, EMPTY);
        at("warn", self.warn);
    }
};

// Replaces one layer of drawings on the owner's screen, or with `keep` changes it.
struct Overlay {
    static constexpr const char *TAG = "type", *TYPE = "overlay";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // Name of the layer, the assistant's own choice (absent: "main").
    std::string layer = "main";
    // Drawings; none, without `keep`: clears it.
    std::vector<Drawing> items;
    // What is there stays, but for drawings of the same `id`.
    std::optional<bool> keep;
    // With `keep`: ids that go; unknown ones do not matter.
    std::vector<std::string> remove;
    // Version of the view they refer to.
    std::optional<std::int64_t> ver;
    // `turn`: gone when the seat is asked next; `removed`: stays until it is replaced (absent: "turn").
    Until until = Until::turn;
    // Gone after this time in any case.
    std::optional<std::int64_t> ttl_ms;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("layer", self.layer, "main");
        at("items", self.items, std::vector<Drawing>{}); at("keep", self.keep);
        at("remove", self.remove, std::vector<std::string>{}); at("ver", self.ver);
        at("until", self.until, Until::turn); at("ttl_ms", self.ttl_ms);
    }
};

// A layer as it is now; the latest of each layer counts. No drawings: the layer is gone.
struct OverlayShow {
    static constexpr const char *TAG = "type", *TYPE = "overlay_show";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // Your seat.
    std::int64_t seat{};
    // Id of the assistant, as long as it is attached.
    std::string assistant;
    // Name of the assistant.
    std::string by;
    // Name of the layer, the assistant's own choice.
    std::string layer;
    // Drawings, each with its `id`.
    std::vector<Drawing> items;
    // Version of the view they refer to.
    std::optional<std::int64_t> ver;
    // `turn`: gone when the seat is asked next; `removed`: stays until it is replaced (absent: "turn").
    Until until = Until::turn;
    // Time it has left.
    std::optional<std::int64_t> ttl_ms;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("seat", self.seat); at("assistant", self.assistant); at("by", self.by); at("layer", self.layer);
        at("items", self.items); at("ver", self.ver); at("until", self.until, Until::turn);
        at("ttl_ms", self.ttl_ms);
    }
};

// Asks for a `pong` at once: liveness and round-trip time.
struct Ping {
    static constexpr const char *TAG = "type", *TYPE = "ping";
    using Reply = Pong;
    std::optional<std::int64_t> id;  // envelope
    // Comes back in `pong`.
    std::optional<std::int64_t> t;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("t", self.t);
    }
};

// Answer to `ping`.
struct Pong {
    static constexpr const char *TAG = "type", *TYPE = "pong";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // As in `ping`.
    std::optional<std::int64_t> t;
    // Server wall clock.
    std::int64_t now_ms{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("t", self.t); at("now_ms", self.now_ms);
    }
};

// Partial result of a long request; may be dropped.
struct Progress {
    static constexpr const char *TAG = "type", *TYPE = "progress";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // How much is done, 0 to 1.
    double done{};
    // Shape of the final reply, so far.
    Plain data;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("done", self.done);
        at("data", self.data, EMPTY);
    }
};

// One answer to a decision, or part of one. Exactly one of index, picks, action, orders.
struct Proposal {
    // As in `act`.
    std::optional<std::int64_t> index;
    // As in `act`.
    std::vector<std::int64_t> picks;
    // As in `act`.
    Json action;
    // Slot -> position among its options; may leave slots out.
    std::optional<std::map<std::string, std::int64_t>> orders;
    // How good the assistant thinks it is.
    std::optional<double> value;
    // How much thought stands behind it.
    std::optional<std::int64_t> visits;
    // Why.
    std::optional<std::string> text;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("index", self.index); at("picks", self.picks, EMPTY); at("action", self.action, EMPTY);
        at("orders", self.orders); at("value", self.value); at("visits", self.visits); at("text", self.text);
    }
};

// A result of yours was counted. Results are counted together, so others' are in it, too.
struct Rating {
    static constexpr const char *TAG = "type", *TYPE = "rating";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Name of the ladder.
    std::string ladder;
    // Your entry.
    std::string entry;
    // Rating as told last.
    std::int64_t before{};
    // Rating now.
    std::int64_t after{};
    // Standard deviation of what is not known of `after`.
    std::int64_t rd{};
    // Results counted so far.
    std::int64_t games{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("ladder", self.ladder);
        at("entry", self.entry); at("before", self.before); at("after", self.after); at("rd", self.rd);
        at("games", self.games);
    }
};

// Says whether the match may start.
struct Ready {
    static constexpr const char *TAG = "type", *TYPE = "ready";
    using Reply = Room;
    std::optional<std::int64_t> id;  // envelope
    // Room id.
    std::string room;
    // Ready or not (absent: true).
    bool ready = true;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("room", self.room); at("ready", self.ready, true);
    }
};

// Forgets worlds. What is gone already does not matter.
struct Release {
    static constexpr const char *TAG = "type", *TYPE = "release";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // Absent = all of yours in this match.
    std::optional<std::vector<std::string>> worlds;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("worlds", self.worlds);
    }
};

// Asks for a replay; answered by a stream of `replay_part`.
struct Replay {
    static constexpr const char *TAG = "type", *TYPE = "replay";
    using Reply = ReplayPart;
    std::optional<std::int64_t> id;  // envelope
    // Replay id, which is the match id.
    std::string replay;
    // As in `watch`; `all` only once the match is over (absent: "public").
    std::string view = "public";
    // `actions`: the record, only with view `all`; `events`: as seen; `frames`: with observation; `assist`: what
    // the assistants of your seat said, only with view `seat:N` (absent: "events").
    ReplayForm form = ReplayForm::events;
    // From this version (absent: 0).
    std::int64_t first = std::int64_t{0};
    // To this version; absent = the newest.
    std::optional<std::int64_t> last;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("replay", self.replay); at("view", self.view, "public");
        at("form", self.form, ReplayForm::events); at("first", self.first, std::int64_t{0});
        at("last", self.last);
    }
};

// One page of the list of replays.
struct ReplayList {
    static constexpr const char *TAG = "type", *TYPE = "replay_list";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // `{replay, game, rules, players, users, places, reason, at_ms, moves, assisted?}`; names and user ids by
    // seat, the end in ms since 1970, changes of state, seats that had an assistant.
    std::vector<Plain> items;
    // For the next page; absent = last page.
    std::optional<std::string> cursor;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("items", self.items);
        at("cursor", self.cursor);
    }
};

// Part of a replay.
struct ReplayPart {
    static constexpr const char *TAG = "type", *TYPE = "replay_part";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Replay id.
    std::string replay;
    // Number of the part, from 0.
    std::int64_t i{};
    // Messages as a watcher gets them, or lines of the record.
    std::vector<Plain> entries;
    // Further parts follow.
    bool more{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("replay", self.replay); at("i", self.i);
        at("entries", self.entries); at("more", self.more);
    }
};

// Asks for a page of the list of finished matches, newest first.
struct Replays {
    static constexpr const char *TAG = "type", *TYPE = "replays";
    using Reply = ReplayList;
    std::optional<std::int64_t> id;  // envelope
    // Only with this user.
    std::optional<std::string> user;
    // Only of this game.
    std::optional<std::string> game;
    // `cursor` of the page before.
    std::optional<std::string> before;
    // Page size (absent: 20).
    std::int64_t count = std::int64_t{20};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("user", self.user); at("game", self.game); at("before", self.before);
        at("count", self.count, std::int64_t{20});
    }
};

// Gives the match up.
struct Resign {
    static constexpr const char *TAG = "type", *TYPE = "resign";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id);
    }
};

// The playouts that began with one action.
struct RollRow {
    // That action.
    std::optional<ActRef> first;
    // Playouts.
    std::int64_t n{};
    // Mean return of each seat.
    std::vector<double> mean;
    // Standard deviation of each seat.
    std::vector<double> sd;
    // Share of first places of each seat, shared ones included.
    std::vector<double> win;
    // Mean number of transitions, the first action included.
    double moves{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("first", self.first); at("n", self.n); at("mean", self.mean); at("sd", self.sd); at("win", self.win);
        at("moves", self.moves);
    }
};

// Plays worlds out with a policy and tells the mean results: flat Monte Carlo in one request.
struct Rollout {
    static constexpr const char *TAG = "type", *TYPE = "rollout";
    using Reply = Rollouts;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // Worlds; absent = `k` fresh ones.
    std::vector<std::string> worlds;
    // Fresh worlds when `worlds` is absent (absent: 1).
    std::int64_t k = std::int64_t{1};
    // Open decision of yours that this is for; refused once it is closed.
    std::optional<std::int64_t> decision;
    // First actions to compare, one row each: `all` indexable ones, or these; absent = the policy moves first.
    Json first;
    // Playouts per world and first action (absent: 1).
    std::int64_t n = std::int64_t{1};
    // Policy of all seats (absent: "random").
    std::string policy = "random";
    // Or one per seat.
    std::vector<std::string> policies;
    // Stop a playout after this many transitions and use the game's own valuation.
    std::optional<std::int64_t> horizon;
    // Same seed and same knowledge give the same playouts.
    std::optional<std::int64_t> seed;
    // Answer after this time with what is there.
    std::optional<std::int64_t> max_ms;
    // Send `progress` this often.
    std::optional<std::int64_t> progress_ms;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("worlds", self.worlds, EMPTY);
        at("k", self.k, std::int64_t{1}); at("decision", self.decision); at("first", self.first, EMPTY);
        at("n", self.n, std::int64_t{1}); at("policy", self.policy, "random");
        at("policies", self.policies, EMPTY); at("horizon", self.horizon); at("seed", self.seed);
        at("max_ms", self.max_ms); at("progress_ms", self.progress_ms);
    }
};

// The means of the playouts.
struct Rollouts {
    static constexpr const char *TAG = "type", *TYPE = "rollouts";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // `done`, or why it ended earlier.
    RolloutsStatus status{};
    // One per first action that was played at all.
    std::vector<RollRow> rows;
    // What it cost.
    Budget budget;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("status", self.status); at("rows", self.rows); at("budget", self.budget);
    }
};

// The whole state of a room, as an answer and as a push.
struct Room {
    static constexpr const char *TAG = "type", *TYPE = "room";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // The room.
    RoomInfo room;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("room", self.room);
    }
};

// Somebody's connection went or came back. Coalesced.
struct SeatStatus {
    static constexpr const char *TAG = "type", *TYPE = "seat_status";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // The seat.
    std::int64_t seat{};
    // Connected.
    bool online{};
    // Time left before the seat counts as absent.
    std::optional<std::int64_t> grace_ms;
    // House bot that plays on.
    std::optional<std::string> taken_by;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("seat", self.seat); at("online", self.online); at("grace_ms", self.grace_ms);
        at("taken_by", self.taken_by);
    }
};

// Asks to be paired. Answered by `ok{ticket}`; stays until paired, `unseek` or disconnect.
struct Seek {
    static constexpr const char *TAG = "type", *TYPE = "seek";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Name of the game.
    std::string game;
    // Player count wanted.
    std::optional<std::int64_t> seats;
    // Game options wanted.
    Plain options;
    // Time control wanted.
    std::optional<ClockSpec> clock;
    // Play for a ladder.
    std::optional<bool> rated;
    // Ladder to play on.
    std::optional<std::string> ladder;
    // Fill open seats with house bots after this wait.
    std::optional<std::int64_t> fill_ms;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("game", self.game); at("seats", self.seats); at("options", self.options, EMPTY);
        at("clock", self.clock); at("rated", self.rated); at("ladder", self.ladder); at("fill_ms", self.fill_ms);
    }
};

// One walk from one world.
struct SimJob {
    // Opaque handle of a world; yours alone, in this session and match.
    std::string w;
    // Actions of whoever is to act, in order.
    std::vector<ActRef> acts;
    // Draw at chance nodes; or stop before them, unless the next act writes out one of their outcomes (absent:
    // "sample").
    SimJobChance chance = SimJobChance::sample;
    // Policy of the seats that `acts` leaves out where several decide at once (absent: "random").
    std::string fill = "random";
    // Return a handle of the end position (absent: true).
    bool keep = true;
    // Number of its random stream among those of the seed; absent = its place in `jobs`.
    std::optional<std::int64_t> luck;
    // Plays all seats on from there to the end of the play; there is no handle then.
    std::optional<std::string> policy;
    // With `policy`: stop after this many more transitions and use the game's own valuation.
    std::optional<std::int64_t> horizon;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("w", self.w); at("acts", self.acts, std::vector<ActRef>{});
        at("chance", self.chance, SimJobChance::sample); at("fill", self.fill, "random");
        at("keep", self.keep, true); at("luck", self.luck); at("policy", self.policy);
        at("horizon", self.horizon);
    }
};

// How one walk ended.
struct SimOut {
    // `ok`; `over`: the play ended; `illegal`: the action behind the `applied` ones is; `chance`: stopped at a
    // chance node; `budget`: spent; `gone`: no such world.
    SimOutStatus status{};
    // Handle of the end position.
    std::optional<std::string> w;
    // Actions of `acts` applied.
    std::int64_t applied{};
    // Seats to decide; empty = chance, or over.
    std::vector<std::int64_t> to_act;
    // Indexable actions there; at a chance node, its outcomes.
    std::optional<std::int64_t> n;
    // Legal actions there.
    std::optional<Legal> legal;
    // By index, what each action means whatever is hidden: a tree over many worlds merges actions of equal key;
    // absent where there are too many to list.
    std::optional<std::vector<std::int64_t>> keys;
    // Observation there.
    Plain obs;
    // What happened on the way.
    std::optional<std::vector<Plain>> events;
    // At a chance node, with `legal`: `[[action, probability], ...]`, the first of the `n` if there is no room
    // for all; absent where the game does not list them.
    std::optional<std::vector<Json>> outcomes;
    // Final results; only when over, or as valued at the `horizon`.
    std::optional<std::vector<double>> returns;
    // With `returns`: the place of each seat, 1 is best, ties share.
    std::optional<std::vector<std::int64_t>> places;
    // Hash of the end position: equal for equal positions.
    std::optional<std::string> hash;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("status", self.status); at("w", self.w); at("applied", self.applied);
        at("to_act", self.to_act, std::vector<std::int64_t>{}); at("n", self.n); at("legal", self.legal);
        at("keys", self.keys); at("obs", self.obs, EMPTY); at("events", self.events);
        at("outcomes", self.outcomes); at("returns", self.returns); at("places", self.places);
        at("hash", self.hash);
    }
};

// The ends of the walks, in the order of the jobs.
struct Sims {
    static constexpr const char *TAG = "type", *TYPE = "sims";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // One per job.
    std::vector<SimOut> results;
    // What it cost.
    Budget budget;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("results", self.results); at("budget", self.budget);
    }
};

// Applies actions to worlds. The worlds stay as they are; each walk ends in a new one.
struct Simulate {
    static constexpr const char *TAG = "type", *TYPE = "simulate";
    using Reply = Sims;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // Independent walks.
    std::vector<SimJob> jobs;
    // What to tell of each end position.
    std::optional<std::vector<SimulateWant>> want;
    // Seat whose `obs`, `events`, `legal` are told; absent = whoever is to act there.
    std::optional<std::int64_t> view;
    // Same seed and same worlds give the same chance draws and playouts.
    std::optional<std::int64_t> seed;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("jobs", self.jobs); at("want", self.want);
        at("view", self.view); at("seed", self.seed);
    }
};

// Takes a seat, or stands up.
struct Sit {
    static constexpr const char *TAG = "type", *TYPE = "sit";
    using Reply = Room;
    std::optional<std::int64_t> id;  // envelope
    // Room id.
    std::string room;
    // Absent = stand up.
    std::optional<std::int64_t> seat;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("room", self.room); at("seat", self.seat);
    }
};

// The full view plus every open decision of the viewer.
struct Snapshot {
    static constexpr const char *TAG = "type", *TYPE = "snapshot";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // Version of the view.
    std::int64_t ver{};
    // Observation.
    Plain obs;
    // Open decisions of your seat.
    std::vector<Decision> pending;
    // Time left in the bank of each seat.
    std::optional<std::vector<std::int64_t>> clock;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("ver", self.ver); at("obs", self.obs); at("pending", self.pending, std::vector<Decision>{});
        at("clock", self.clock);
    }
};

// Lays orders ready for some slots of an open decision; nothing is played before `commit`.
struct Stage {
    static constexpr const char *TAG = "type", *TYPE = "stage";
    using Reply = Staged;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // From `your_turn`.
    std::int64_t decision{};
    // Slot -> position among its options; may leave slots out.
    std::map<std::string, std::int64_t> orders;
    // First forgets what was laid ready.
    std::optional<bool> clear;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("decision", self.decision);
        at("orders", self.orders, std::map<std::string, std::int64_t>{}); at("clear", self.clear);
    }
};

// What is laid ready now; told to the owner and to the assistants of the seat.
struct Staged {
    static constexpr const char *TAG = "type", *TYPE = "staged";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // The decision.
    std::int64_t decision{};
    // Slot -> position among its options.
    std::map<std::string, std::int64_t> orders;
    // Slots that have no order yet.
    std::vector<std::string> left;
    // Assistant that changed it; absent = the owner.
    std::optional<std::string> by;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("decision", self.decision); at("orders", self.orders); at("left", self.left); at("by", self.by);
    }
};

// One entry in the table.
struct StandingRow {
    // By `rating` - 2 `rd`, from 1.
    std::int64_t rank{};
    // Id of the entry.
    std::string entry;
    // Its name.
    std::string name;
    // Its version.
    std::string version;
    // Who plays.
    PlayerKind kind{};
    // Name of whose it is.
    std::optional<std::string> owner;
    // Strength; ahead by 400 comes in first ten times of eleven.
    std::int64_t rating{};
    // Standard deviation of what is not known of `rating`.
    std::int64_t rd{};
    // Too uncertain to compare: 2 `rd` is above 110.
    bool provisional{};
    // Results counted.
    std::int64_t games{};
    // Of them first places, shared ones included.
    std::int64_t wins{};
    // How often first, second, ...; shared ones as the better.
    std::vector<std::int64_t> places;
    // Whether it plays now.
    StandingRowState state{};
    // Why it does not, where there is more to say.
    std::optional<std::string> why;
    // In which it plays, 1 being the best; 0 = there are none (absent: 0).
    std::int64_t division = std::int64_t{0};
    // In the table of a season that is over: its division in the next.
    std::optional<std::int64_t> moves_to;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("rank", self.rank); at("entry", self.entry); at("name", self.name); at("version", self.version);
        at("kind", self.kind); at("owner", self.owner); at("rating", self.rating); at("rd", self.rd);
        at("provisional", self.provisional); at("games", self.games); at("wins", self.wins);
        at("places", self.places); at("state", self.state); at("why", self.why);
        at("division", self.division, std::int64_t{0}); at("moves_to", self.moves_to);
    }
};

// A page of a ladder's table.
struct Standing {
    static constexpr const char *TAG = "type", *TYPE = "standing";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Name of the ladder.
    std::string ladder;
    // Rows of the whole table.
    std::int64_t total{};
    // When it was calculated, in ms since 1970.
    std::int64_t as_of_ms{};
    // Best first.
    std::vector<StandingRow> rows;
    // The season that is over and ended with this table.
    std::optional<std::int64_t> season;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("ladder", self.ladder);
        at("total", self.total); at("as_of_ms", self.as_of_ms); at("rows", self.rows); at("season", self.season);
    }
};

// Asks for a page of a ladder's table.
struct Standings {
    static constexpr const char *TAG = "type", *TYPE = "standings";
    using Reply = Standing;
    std::optional<std::int64_t> id;  // envelope
    // Name of the ladder.
    std::string ladder;
    // Rows to leave out at the top (absent: 0).
    std::int64_t first = std::int64_t{0};
    // Rows at most (absent: 50).
    std::int64_t count = std::int64_t{50};
    // The page has this entry in its middle; `first` is ignored.
    std::optional<std::string> around;
    // A season that is over, from 1; absent: the table of now.
    std::optional<std::int64_t> season;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("ladder", self.ladder); at("first", self.first, std::int64_t{0});
        at("count", self.count, std::int64_t{50}); at("around", self.around); at("season", self.season);
    }
};

// Starts the match; host only. Without it a room starts when all seats are taken and ready.
struct Start {
    static constexpr const char *TAG = "type", *TYPE = "start";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Room id.
    std::string room;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("room", self.room);
    }
};

// Proposes answers to an open decision; a newer one of the same assistant replaces it.
struct Suggest {
    static constexpr const char *TAG = "type", *TYPE = "suggest";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;
    // From `your_turn`.
    std::int64_t decision{};
    // Best first; none takes the last suggestion back.
    std::vector<Proposal> top;
    // Explanation.
    std::optional<std::string> text;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("decision", self.decision); at("top", self.top);
        at("text", self.text);
    }
};

// What an assistant proposes to its owner.
struct Suggestion {
    static constexpr const char *TAG = "type", *TYPE = "suggestion";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // The decision.
    std::int64_t decision{};
    // Its number, for `accept`.
    std::int64_t suggestion{};
    // Id of the assistant, as long as it is attached.
    std::string assistant;
    // Name of the assistant.
    std::string by;
    // Best first; none: taken back.
    std::vector<Proposal> top;
    // Explanation.
    std::optional<std::string> text;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("decision", self.decision); at("suggestion", self.suggestion); at("assistant", self.assistant);
        at("by", self.by); at("top", self.top); at("text", self.text);
    }
};

// Asks for the full view again, e.g. after `lagged`.
struct Sync {
    static constexpr const char *TAG = "type", *TYPE = "sync";
    using Reply = Snapshot;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id);
    }
};

// A deadline passed, and this is what the server did.
struct Timeout {
    static constexpr const char *TAG = "type", *TYPE = "timeout";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // The seat that missed it.
    std::int64_t seat{};
    // The decision.
    std::int64_t decision{};
    // `fallback`, `random`, `forfeit`.
    std::string applied;
    // Misses of that seat in a row, this one included.
    std::int64_t misses{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("seat", self.seat); at("decision", self.decision); at("applied", self.applied);
        at("misses", self.misses);
    }
};

// An entrant that is yours: yourself, or a bot you have uploaded.
struct TournamentEntry {
    // Its number in the document of the tournament, from 0.
    std::int64_t entrant{};
    // Its name in the tables.
    std::string name;
    // Which bot; absent = you yourself.
    std::optional<std::string> bot;
    // It has left, or was absent too often (absent: false).
    bool out = false;
    // It plays its next match berserk, which nobody else is told yet (absent: false).
    bool berserk = false;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("entrant", self.entrant); at("name", self.name); at("bot", self.bot); at("out", self.out, false);
        at("berserk", self.berserk, false);
    }
};

// One tournament: what is played how, how far it has come, and who may enter.
struct TournamentInfo {
    // Id of the tournament.
    std::string tournament;
    // Title for people.
    std::string title;
    // `open` before it begins, `paused` while nobody is called to a table, `gone` = deleted.
    TournamentInfoState state{};
    // Name of the game.
    std::string game;
    // Rules version.
    std::string rules;
    // Game options.
    Plain options;
    // Players at a table.
    std::int64_t seats{};
    // Who meets whom: `swiss`, `round_robin`, ...
    std::string format;
    // Matches at each table (absent: 1).
    std::int64_t best_of = std::int64_t{1};
    // Time control.
    ClockSpec clock;
    // `tournament_berserk` is possible (absent: false).
    bool berserk = false;
    // Who may enter by themselves: `human`, `bot`, `hosted`; nobody = its organiser enters everybody.
    std::vector<std::string> open_to;
    // How many there are.
    std::int64_t entrants{};
    // How many there may be.
    std::int64_t most{};
    // When it begins by itself, in ms since 1970.
    std::optional<std::int64_t> start_ms;
    // Name of who runs it.
    std::optional<std::string> organiser;
    // Path of its document on this server: tables, standings, bracket.
    std::string page;
    // You may enter it now (absent: false).
    bool may_enter = false;
    // Entrants that are yours.
    std::vector<TournamentEntry> yours;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("tournament", self.tournament); at("title", self.title); at("state", self.state);
        at("game", self.game); at("rules", self.rules); at("options", self.options, EMPTY);
        at("seats", self.seats); at("format", self.format); at("best_of", self.best_of, std::int64_t{1});
        at("clock", self.clock); at("berserk", self.berserk, false);
        at("open_to", self.open_to, std::vector<std::string>{}); at("entrants", self.entrants);
        at("most", self.most); at("start_ms", self.start_ms); at("organiser", self.organiser);
        at("page", self.page); at("may_enter", self.may_enter, false);
        at("yours", self.yours, std::vector<TournamentEntry>{});
    }
};

// The state of a tournament, as an answer and as a push.
struct Tournament {
    static constexpr const char *TAG = "type", *TYPE = "tournament";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // The tournament.
    TournamentInfo tournament;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("tournament", self.tournament);
    }
};

// Plays the next match of yours that begins on half the main time and without increment, for one more point
// if it is won.
struct TournamentBerserk {
    static constexpr const char *TAG = "type", *TYPE = "tournament_berserk";
    using Reply = Tournament;
    std::optional<std::int64_t> id;  // envelope
    // Id of the tournament.
    std::string tournament;
    // False = not after all (absent: true).
    bool on = true;
    // A bot you have uploaded, in place of yourself: `ferris`, or one version of it as `ferris@3`.
    std::optional<std::string> bot;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("tournament", self.tournament); at("on", self.on, true); at("bot", self.bot);
    }
};

// Takes part in a tournament that has not begun. Twice changes nothing.
struct TournamentEnter {
    static constexpr const char *TAG = "type", *TYPE = "tournament_enter";
    using Reply = Tournament;
    std::optional<std::int64_t> id;  // envelope
    // Id of the tournament.
    std::string tournament;
    // A bot you have uploaded, in place of yourself: `ferris`, or one version of it as `ferris@3`.
    std::optional<std::string> bot;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("tournament", self.tournament); at("bot", self.bot);
    }
};

// Takes part no more: before it begins as if never entered, later losing all that is not decided.
struct TournamentLeave {
    static constexpr const char *TAG = "type", *TYPE = "tournament_leave";
    using Reply = Tournament;
    std::optional<std::int64_t> id;  // envelope
    // Id of the tournament.
    std::string tournament;
    // A bot you have uploaded, in place of yourself: `ferris`, or one version of it as `ferris@3`.
    std::optional<std::string> bot;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("tournament", self.tournament); at("bot", self.bot);
    }
};

// A page of the tournaments you may know of.
struct TournamentList {
    static constexpr const char *TAG = "type", *TYPE = "tournament_list";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // The newest first.
    std::vector<TournamentInfo> items;
    // For the next page; absent = last page.
    std::optional<std::string> cursor;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("items", self.items);
        at("cursor", self.cursor);
    }
};

// A table of yours in a tournament: whom you meet there, where and when, and how it ended.
struct TournamentTable {
    static constexpr const char *TAG = "type", *TYPE = "tournament_table";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Id of the tournament.
    std::string tournament;
    // Title of the tournament.
    std::string title;
    // Name of the table.
    std::string table;
    // From 1.
    std::int64_t round{};
    // How far it has come.
    TournamentTableStatus status{};
    // Names of all who meet there.
    std::vector<std::string> entrants;
    // Which of them you are, from 0.
    std::int64_t you{};
    // `called`: the room in which you are seated.
    std::optional<std::string> room;
    // `called`: who is not there and ready then has lost at this table.
    std::optional<std::int64_t> left_ms;
    // `playing`: the match.
    std::optional<std::string> match_id;
    // `decided`: places of the entrants, from 1; absent while results are hidden.
    std::optional<std::vector<std::int64_t>> places;
    // `decided`: their points, as `places`.
    std::optional<std::vector<double>> points;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("tournament", self.tournament);
        at("title", self.title); at("table", self.table); at("round", self.round); at("status", self.status);
        at("entrants", self.entrants); at("you", self.you); at("room", self.room); at("left_ms", self.left_ms);
        at("match_id", self.match_id); at("places", self.places); at("points", self.points);
    }
};

// Asks for a page of the list of tournaments, and to be told of what becomes of them.
struct Tournaments {
    static constexpr const char *TAG = "type", *TYPE = "tournaments";
    using Reply = TournamentList;
    std::optional<std::int64_t> id;  // envelope
    // True = tell me with `tournament` whenever one opens or changes, false = no more of that; absent = as
    // before.
    std::optional<bool> follow;
    // `cursor` of the page before.
    std::optional<std::string> before;
    // Page size (absent: 20).
    std::int64_t count = std::int64_t{20};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("follow", self.follow); at("before", self.before);
        at("count", self.count, std::int64_t{20});
    }
};

// An open decision ended without your answer.
struct TurnClosed {
    static constexpr const char *TAG = "type", *TYPE = "turn_closed";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // The decision.
    std::int64_t decision{};
    // `withdrawn`, `window_over`, `timeout`, `match_over`.
    std::string why;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("decision", self.decision); at("why", self.why);
    }
};

// Takes a seek back.
struct Unseek {
    static constexpr const char *TAG = "type", *TYPE = "unseek";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // From the answer to `seek`; absent = all.
    std::optional<std::string> ticket;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("ticket", self.ticket);
    }
};

// Ends watching.
struct Unwatch {
    static constexpr const char *TAG = "type", *TYPE = "unwatch";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // Match id.
    std::string match_id;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id);
    }
};

// Attaches as a spectator. Exactly one of match_id, room.
struct Watch {
    static constexpr const char *TAG = "type", *TYPE = "watch";
    using Reply = Ok;
    std::optional<std::int64_t> id;  // envelope
    // This match.
    std::optional<std::string> match_id;
    // Whatever is played in this room, by its id or title.
    std::optional<std::string> room;
    // `public`; `seat:N` if that seat consents; `all` after the end or for admins (absent: "public").
    std::string view = "public";

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("match_id", self.match_id); at("room", self.room); at("view", self.view, "public");
    }
};

// Subscribes to `lobby`, or ends the subscription.
struct WatchLobby {
    static constexpr const char *TAG = "type", *TYPE = "watch_lobby";
    using Reply = Lobby;
    std::optional<std::int64_t> id;  // envelope
    // False = unsubscribe (absent: true).
    bool on = true;
    // Only rooms of this game.
    std::optional<std::string> game;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("id", self.id); at("on", self.on, true); at("game", self.game);
    }
};

// The handshake is done, or the session resumed.
struct Welcome {
    static constexpr const char *TAG = "type", *TYPE = "welcome";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Chosen major.
    std::int64_t proto{};
    // The server's minor of that major.
    std::int64_t minor{};
    // Session id.
    std::string session;
    // For the next `hello.resume`; replaced at each resume.
    std::string resume_token;
    // True = missed messages follow; false = fresh session, everything is sent again.
    bool resumed{};
    // User id.
    std::string user;
    // Display name in effect.
    std::string name;
    // What you may do: `play`, `watch`, `chat`, `assist`, `compute`, `ladder`, `organise`, `admin`.
    std::vector<std::string> scopes;
    // Optional behaviours switched on for this connection.
    std::vector<std::string> features;
    // Limits in force.
    Limits limits;
    // Server name and version.
    std::string server;
    // Server wall clock.
    std::int64_t now_ms{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("proto", self.proto);
        at("minor", self.minor); at("session", self.session); at("resume_token", self.resume_token);
        at("resumed", self.resumed); at("user", self.user); at("name", self.name); at("scopes", self.scopes);
        at("features", self.features); at("limits", self.limits); at("server", self.server);
        at("now_ms", self.now_ms);
    }
};

// A sampled world.
struct WorldRef {
    // Opaque handle of a world; yours alone, in this session and match.
    std::string w;
    // Importance weight, mean 1 (absent: 1.0).
    double weight = 1.0;
    // The whole position, only with `export`.
    Plain state;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("w", self.w); at("weight", self.weight, 1.0); at("state", self.state, EMPTY);
    }
};

// The sampled worlds.
struct Worlds {
    static constexpr const char *TAG = "type", *TYPE = "worlds";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // Version of the view they agree with.
    std::int64_t ver{};
    // The worlds.
    std::vector<WorldRef> worlds;
    // What it cost.
    Budget budget;
    // The handles live at least this long, unless caps evict them.
    std::int64_t ttl_ms{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("ver", self.ver); at("worlds", self.worlds); at("budget", self.budget); at("ttl_ms", self.ttl_ms);
    }
};

// You must, or may, decide.
struct YourTurn {
    static constexpr const char *TAG = "type", *TYPE = "your_turn";
    std::optional<std::int64_t> re, seq, ts;  // envelope
    // Match id.
    std::string match_id;
    // The seat that decides.
    std::int64_t seat{};
    // Version of this view that `obs` describes.
    std::int64_t ver{};
    // Number of the decision; send it back in `act`.
    std::int64_t decision{};
    // What is decided, e.g. `main`, `discard`, `orders`.
    std::string kind;
    // Indexable actions: 0 <= index < n; absent above 2^53-1.
    std::optional<std::int64_t> n;
    // The legal actions.
    Legal legal;
    // Index applied when the deadline passes; always legal (absent: 0).
    std::int64_t fallback = std::int64_t{0};
    // Observation; absent only beside `delta`.
    Plain obs;
    // What has changed in the observation (feature `delta`).
    std::optional<Delta> delta;
    // Time left when the server wrote this, grace excluded; absent = untimed.
    std::optional<std::int64_t> deadline_ms;
    // Time left in the bank of each seat.
    std::optional<std::vector<std::int64_t>> clock;
    // Silence is a normal choice and means the fallback.
    std::optional<bool> optional;
    // Simultaneous games: the round that is being decided.
    std::optional<std::int64_t> tick;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("re", self.re); at("seq", self.seq); at("ts", self.ts); at("match_id", self.match_id);
        at("seat", self.seat); at("ver", self.ver); at("decision", self.decision); at("kind", self.kind);
        at("n", self.n); at("legal", self.legal); at("fallback", self.fallback, std::int64_t{0});
        at("obs", self.obs, EMPTY); at("delta", self.delta); at("deadline_ms", self.deadline_ms);
        at("clock", self.clock); at("optional", self.optional); at("tick", self.tick);
    }
};

constexpr int MINOR = 2;

// The codes of `error` that this version knows.
namespace code {
constexpr const char *BAD_FRAME = "bad_frame";
constexpr const char *FRAME_TOO_BIG = "frame_too_big";
constexpr const char *BAD_MESSAGE = "bad_message";
constexpr const char *UNKNOWN_TYPE = "unknown_type";
constexpr const char *NOT_READY = "not_ready";
constexpr const char *DUPLICATE_ID = "duplicate_id";
constexpr const char *PROTO_UNSUPPORTED = "proto_unsupported";
constexpr const char *AUTH_FAILED = "auth_failed";
constexpr const char *FORBIDDEN = "forbidden";
constexpr const char *UNSUPPORTED = "unsupported";
constexpr const char *RATE_LIMITED = "rate_limited";
constexpr const char *BUSY = "busy";
constexpr const char *TOO_MANY_INFLIGHT = "too_many_inflight";
constexpr const char *NOT_FOUND = "not_found";
constexpr const char *GAME_UNKNOWN = "game_unknown";
constexpr const char *BAD_OPTION = "bad_option";
constexpr const char *WRONG_STATE = "wrong_state";
constexpr const char *ROOM_FULL = "room_full";
constexpr const char *SEAT_TAKEN = "seat_taken";
constexpr const char *ALREADY_SEATED = "already_seated";
constexpr const char *WRONG_CODE = "wrong_code";
constexpr const char *NOT_HOST = "not_host";
constexpr const char *NOT_YOUR_SEAT = "not_your_seat";
constexpr const char *STALE_DECISION = "stale_decision";
constexpr const char *ILLEGAL_ACTION = "illegal_action";
constexpr const char *ALREADY_SEALED = "already_sealed";
constexpr const char *COMPUTE_OFF = "compute_off";
constexpr const char *BUDGET_EXHAUSTED = "budget_exhausted";
constexpr const char *WORLD_GONE = "world_gone";
constexpr const char *BAD_POLICY = "bad_policy";
constexpr const char *CANCELLED = "cancelled";
constexpr const char *ASSIST_OFF = "assist_off";
constexpr const char *RIGHT_MISSING = "right_missing";
constexpr const char *LADDER_CLOSED = "ladder_closed";
constexpr const char *ENTRY_UNKNOWN = "entry_unknown";
constexpr const char *INTERNAL = "internal";
constexpr const char *SHUTTING_DOWN = "shutting_down";
constexpr const char *STORAGE_FULL = "storage_full";
constexpr const char *UNAVAILABLE = "unavailable";
}  // namespace code

// Close codes after which a program should not come back by itself.
inline const std::set<std::int64_t> NO_RECONNECT{1000, 4400, 4401, 4403, 4406, 4409, 4413};

// Close codes after which there is no session to resume.
inline const std::set<std::int64_t> NO_RESUME{1000, 4400, 4401, 4403, 4406, 4408, 4409, 4410, 4413, 4440};

}  // namespace wire

namespace catan {

// What is decided.
enum class ObservationPhase { place_settlement, place_road, roll, dice, discard, robber, victim, theft, free_road, main, draw, answer, deal, over, other };

// Its answer so far.
enum class AnswerSaid { waiting, accept, reject, counter, other };

// Why.
enum class OverEventEnding { finished, round_limit, other };

// Offers that are listed; all others can be made as well.
enum class OptionsTradeMenu { none, n1_1, small, other };

}  // namespace catan

template <>
struct Names<catan::ObservationPhase> {
    static constexpr std::array<const char *, 15> all{"place_settlement", "place_road", "roll", "dice", "discard", "robber", "victim", "theft", "free_road", "main", "draw", "answer", "deal", "over", "other"};
};
template <>
struct Names<catan::AnswerSaid> {
    static constexpr std::array<const char *, 5> all{"waiting", "accept", "reject", "counter", "other"};
};
template <>
struct Names<catan::OverEventEnding> {
    static constexpr std::array<const char *, 3> all{"finished", "round_limit", "other"};
};
template <>
struct Names<catan::OptionsTradeMenu> {
    static constexpr std::array<const char *, 4> all{"none", "1:1", "small", "other"};
};

// The payloads of Catan: observations, actions, events, options, constants. README.md explains them.
namespace catan {

constexpr const char *RULES = "catan/1.0";

struct Observation;
struct Board;
struct Player;
struct Trade;
struct Answer;
struct PlaceSettlementAction;
struct PlaceRoadAction;
struct RollAction;
struct PlayKnightAction;
struct PlayRoadBuildingAction;
struct PlayMonopolyAction;
struct PlayPlentyAction;
struct DiscardAction;
struct MoveRobberAction;
struct StealAction;
struct FreeRoadAction;
struct EndTurnAction;
struct BuyDevAction;
struct RoadAction;
struct SettlementAction;
struct CityAction;
struct BankAction;
struct OfferAction;
struct RejectAction;
struct AcceptAction;
struct CounterAction;
struct WithdrawAction;
struct ConfirmAction;
struct DiceAction;
struct StolenAction;
struct DrawnAction;
struct SettlementEvent;
struct CityEvent;
struct RoadEvent;
struct DiceEvent;
struct YieldEvent;
struct PutAsideEvent;
struct DiscardEvent;
struct RobberEvent;
struct VictimEvent;
struct TheftEvent;
struct BuyEvent;
struct BoughtEvent;
struct PlayEvent;
struct MonopolyEvent;
struct PlentyEvent;
struct BankEvent;
struct OfferEvent;
struct AcceptEvent;
struct RejectEvent;
struct CounterEvent;
struct TradeEvent;
struct WithdrawEvent;
struct LongestRoadEvent;
struct LargestArmyEvent;
struct EndTurnEvent;
struct TurnEvent;
struct OverEvent;
struct Options;
struct Consts;
struct DevCard;
struct Prices;
struct Pieces;

// One action as it is written, its verb first.
using Action = std::variant<PlaceSettlementAction, PlaceRoadAction, RollAction, PlayKnightAction,
PlayRoadBuildingAction, PlayMonopolyAction, PlayPlentyAction, DiscardAction, MoveRobberAction, StealAction,
FreeRoadAction, EndTurnAction, BuyDevAction, RoadAction, SettlementAction, CityAction, BankAction,
OfferAction, RejectAction, AcceptAction, CounterAction, WithdrawAction, ConfirmAction, DiceAction,
StolenAction, DrawnAction, Unknown>;

// Something that happened, as one seat may see it; -1 stands for what it may not know.
using Event = std::variant<SettlementEvent, CityEvent, RoadEvent, DiceEvent, YieldEvent, PutAsideEvent,
DiscardEvent, RobberEvent, VictimEvent, TheftEvent, BuyEvent, BoughtEvent, PlayEvent, MonopolyEvent,
PlentyEvent, BankEvent, OfferEvent, AcceptEvent, RejectEvent, CounterEvent, TradeEvent, WithdrawEvent,
LongestRoadEvent, LargestArmyEvent, EndTurnEvent, TurnEvent, OverEvent, Unknown>;

// The island as it was dealt.
struct Board {
    // By hex.
    std::vector<std::int64_t> terrain;
    // By hex, 0 for the desert.
    std::vector<std::int64_t> numbers;
    // By harbour.
    std::vector<std::int64_t> harbours;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("terrain", self.terrain); at("numbers", self.numbers); at("harbours", self.harbours);
    }
};

// What a seat knows of one player.
struct Player {
    // Public points.
    std::int64_t points{};
    // Number of cards in the hand.
    std::int64_t cards{};
    // By resource where it is certain, else empty.
    std::vector<std::int64_t> hand;
    // Number of development cards.
    std::int64_t devs{};
    // Own development cards bought in earlier turns, by kind; empty for others.
    std::vector<std::int64_t> usable;
    // Development cards played, by kind.
    std::vector<std::int64_t> played;
    // Edges.
    std::vector<std::int64_t> roads;
    // Vertices.
    std::vector<std::int64_t> settlements;
    // Vertices.
    std::vector<std::int64_t> cities;
    // Length of the longest trail.
    std::int64_t road{};
    // Cards yet to be put aside.
    std::int64_t due{};
    // 0 bought a card, 1 + kind played one, 6 its turn ended, 8 + n holds at most n victory points.
    std::vector<std::int64_t> history;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("points", self.points); at("cards", self.cards); at("hand", self.hand); at("devs", self.devs);
        at("usable", self.usable); at("played", self.played); at("roads", self.roads);
        at("settlements", self.settlements); at("cities", self.cities); at("road", self.road);
        at("due", self.due); at("history", self.history);
    }
};

// What its proposer gives and takes.
struct Trade {
    static constexpr bool IS_ROW = true;
    // Five counts.
    std::optional<std::vector<std::int64_t>> give;
    // Five counts.
    std::optional<std::vector<std::int64_t>> take;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("give", self.give); at("take", self.take);
    }
};

// What a seat says to an offer; empty where it is not asked.
struct Answer {
    static constexpr bool IS_ROW = true;
    // Its answer so far.
    std::optional<AnswerSaid> said;
    // Of a counter-offer: five counts.
    std::optional<std::vector<std::int64_t>> give;
    // Of a counter-offer: five counts.
    std::optional<std::vector<std::int64_t>> take;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("said", self.said); at("give", self.give); at("take", self.take);
    }
};

// Everything a seat knows, memory included.
struct Observation {
    // Whose knowledge it is; -1 for a spectator.
    std::int64_t seat{};
    // What is decided.
    ObservationPhase phase{};
    // Whose turn it is.
    std::int64_t turn{};
    // From 1; 0 while placing.
    std::int64_t round{};
    // The last roll.
    std::vector<std::int64_t> dice;
    // Is it rolled in this turn?
    bool rolled{};
    // Was a development card played in this turn?
    bool played{};
    // Was anything done since the roll?
    bool acted{};
    // Its hex.
    std::int64_t robber{};
    // Of a theft being drawn.
    std::int64_t victim{};
    // Roads still free.
    std::int64_t free_roads{};
    // The vertex of the settlement just placed.
    std::int64_t placed{};
    // Who has the largest army, -1 for nobody.
    std::int64_t army{};
    // Who has the longest road, -1 for nobody.
    std::int64_t longest{};
    // Was the game ended by the round limit?
    bool stopped{};
    // The island.
    Board board;
    // Cards by resource.
    std::vector<std::int64_t> bank;
    // Development cards left.
    std::int64_t deck_n{};
    // By seat.
    std::vector<Player> players;
    // Own development cards bought in this turn, by kind; empty where they are not seen.
    std::vector<std::int64_t> fresh;
    // Own cards put aside, while discarding.
    std::vector<std::int64_t> pending;
    // The offer on the table, empty where there is none.
    Trade offer;
    // By seat what it says to the offer.
    std::vector<Answer> answers;
    // The offers made in this turn.
    std::vector<Trade> offers;
    // Seats whose hands are not certain.
    std::vector<std::int64_t> unsure;
    // Weight, and five counts for each unsure seat.
    std::vector<std::vector<std::int64_t>> deals;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("seat", self.seat); at("phase", self.phase); at("turn", self.turn); at("round", self.round);
        at("dice", self.dice); at("rolled", self.rolled); at("played", self.played); at("acted", self.acted);
        at("robber", self.robber); at("victim", self.victim); at("free_roads", self.free_roads);
        at("placed", self.placed); at("army", self.army); at("longest", self.longest);
        at("stopped", self.stopped); at("board", self.board); at("bank", self.bank); at("deck_n", self.deck_n);
        at("players", self.players); at("fresh", self.fresh); at("pending", self.pending);
        at("offer", self.offer); at("answers", self.answers); at("offers", self.offers);
        at("unsure", self.unsure); at("deals", self.deals);
    }
};

// Places a settlement before the first turn.
struct PlaceSettlementAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "place_settlement";
    // Where.
    std::int64_t vertex{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("vertex", self.vertex);
    }
};

// Places a road before the first turn.
struct PlaceRoadAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "place_road";
    // Where.
    std::int64_t edge{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("edge", self.edge);
    }
};

// Rolls the dice.
struct RollAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "roll";

    template <class Self, class Visit>
    static void each(Self &, Visit &&) {}
};

// Plays a knight.
struct PlayKnightAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "play_knight";

    template <class Self, class Visit>
    static void each(Self &, Visit &&) {}
};

// Plays road building.
struct PlayRoadBuildingAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "play_road_building";

    template <class Self, class Visit>
    static void each(Self &, Visit &&) {}
};

// Plays monopoly.
struct PlayMonopolyAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "play_monopoly";
    // Taken from everybody.
    std::int64_t resource{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("resource", self.resource);
    }
};

// Plays year of plenty.
struct PlayPlentyAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "play_plenty";
    // A resource.
    std::int64_t first{};
    // Another one, not lower; absent when the bank has no more.
    std::optional<std::int64_t> second;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("first", self.first); at("second", self.second);
    }
};

// Puts one card aside.
struct DiscardAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "discard";
    // No earlier one than the last.
    std::int64_t resource{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("resource", self.resource);
    }
};

// Moves the robber.
struct MoveRobberAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "move_robber";
    // Where to.
    std::int64_t hex{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("hex", self.hex);
    }
};

// Chooses whom to rob.
struct StealAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "steal";
    // The victim.
    std::int64_t seat{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("seat", self.seat);
    }
};

// Builds a free road.
struct FreeRoadAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "free_road";
    // Where.
    std::int64_t edge{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("edge", self.edge);
    }
};

// Ends the turn.
struct EndTurnAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "end_turn";

    template <class Self, class Visit>
    static void each(Self &, Visit &&) {}
};

// Buys a development card.
struct BuyDevAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "buy_dev";

    template <class Self, class Visit>
    static void each(Self &, Visit &&) {}
};

// Builds a road.
struct RoadAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "road";
    // Where.
    std::int64_t edge{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("edge", self.edge);
    }
};

// Builds a settlement.
struct SettlementAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "settlement";
    // Where.
    std::int64_t vertex{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("vertex", self.vertex);
    }
};

// Builds a city.
struct CityAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "city";
    // Where.
    std::int64_t vertex{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("vertex", self.vertex);
    }
};

// Trades with the bank at the best rate.
struct BankAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "bank";
    // Resource paid.
    std::int64_t give{};
    // Resource received.
    std::int64_t take{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("give", self.give); at("take", self.take);
    }
};

// Offers a trade.
struct OfferAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "offer";
    // Five counts.
    std::vector<std::int64_t> give;
    // Five counts.
    std::vector<std::int64_t> take;
    // The seats asked; absent: all others.
    std::optional<std::vector<std::int64_t>> to;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("give", self.give); at("take", self.take); at("to", self.to);
    }
};

// Declines the offer.
struct RejectAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "reject";

    template <class Self, class Visit>
    static void each(Self &, Visit &&) {}
};

// Accepts the offer.
struct AcceptAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "accept";

    template <class Self, class Visit>
    static void each(Self &, Visit &&) {}
};

// Makes a counter-offer.
struct CounterAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "counter";
    // Five counts, the answerer's.
    std::vector<std::int64_t> give;
    // Five counts.
    std::vector<std::int64_t> take;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("give", self.give); at("take", self.take);
    }
};

// Takes the offer back.
struct WithdrawAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "withdraw";

    template <class Self, class Visit>
    static void each(Self &, Visit &&) {}
};

// Trades with one who agreed.
struct ConfirmAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "confirm";
    // With whom.
    std::int64_t seat{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("seat", self.seat);
    }
};

// Chance: a roll.
struct DiceAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "dice";
    // 1..6.
    std::int64_t first{};
    // 1..6.
    std::int64_t second{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("first", self.first); at("second", self.second);
    }
};

// Chance: the stolen card.
struct StolenAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "stolen";
    // Which.
    std::int64_t resource{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("resource", self.resource);
    }
};

// Chance: the card bought.
struct DrawnAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "drawn";
    // Its kind.
    std::int64_t card{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("card", self.card);
    }
};

// A settlement is built.
struct SettlementEvent {
    static constexpr const char *TAG = "e", *TYPE = "settlement";
    // The seat that did it.
    std::int64_t by{};
    // Where.
    std::int64_t vertex{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("vertex", self.vertex);
    }
};

// A city is built.
struct CityEvent {
    static constexpr const char *TAG = "e", *TYPE = "city";
    // The seat that did it.
    std::int64_t by{};
    // Where.
    std::int64_t vertex{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("vertex", self.vertex);
    }
};

// A road is built.
struct RoadEvent {
    static constexpr const char *TAG = "e", *TYPE = "road";
    // The seat that did it.
    std::int64_t by{};
    // Where.
    std::int64_t edge{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("edge", self.edge);
    }
};

// The dice are rolled.
struct DiceEvent {
    static constexpr const char *TAG = "e", *TYPE = "dice";
    // The seat that did it.
    std::int64_t by{};
    // Both.
    std::vector<std::int64_t> dice;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("dice", self.dice);
    }
};

// Cards that a roll or the second settlement brings.
struct YieldEvent {
    static constexpr const char *TAG = "e", *TYPE = "yield";
    // The seat that did it.
    std::int64_t by{};
    // By resource.
    std::vector<std::int64_t> cards;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("cards", self.cards);
    }
};

// A card is put aside.
struct PutAsideEvent {
    static constexpr const char *TAG = "e", *TYPE = "put_aside";
    // The seat that did it.
    std::int64_t by{};
    // Secret: which.
    std::int64_t resource{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("resource", self.resource);
    }
};

// Cards go to the bank.
struct DiscardEvent {
    static constexpr const char *TAG = "e", *TYPE = "discard";
    // The seat that did it.
    std::int64_t by{};
    // How many.
    std::int64_t count{};
    // By resource; secret where discards are.
    std::vector<std::int64_t> cards;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("count", self.count); at("cards", self.cards);
    }
};

// The robber moves.
struct RobberEvent {
    static constexpr const char *TAG = "e", *TYPE = "robber";
    // The seat that did it.
    std::int64_t by{};
    // Where to.
    std::int64_t hex{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("hex", self.hex);
    }
};

// Somebody is chosen to be robbed.
struct VictimEvent {
    static constexpr const char *TAG = "e", *TYPE = "victim";
    // The seat that did it.
    std::int64_t by{};
    // Who.
    std::int64_t from{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("from", self.from);
    }
};

// A card is stolen.
struct TheftEvent {
    static constexpr const char *TAG = "e", *TYPE = "theft";
    // The seat that did it.
    std::int64_t by{};
    // The victim.
    std::int64_t from{};
    // Secret: which.
    std::int64_t resource{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("from", self.from); at("resource", self.resource);
    }
};

// A development card is bought.
struct BuyEvent {
    static constexpr const char *TAG = "e", *TYPE = "buy";
    // The seat that did it.
    std::int64_t by{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by);
    }
};

// Which card it is.
struct BoughtEvent {
    static constexpr const char *TAG = "e", *TYPE = "bought";
    // The seat that did it.
    std::int64_t by{};
    // Secret: its kind.
    std::int64_t card{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("card", self.card);
    }
};

// A development card is played.
struct PlayEvent {
    static constexpr const char *TAG = "e", *TYPE = "play";
    // The seat that did it.
    std::int64_t by{};
    // Its kind.
    std::int64_t card{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("card", self.card);
    }
};

// Cards that everybody gives.
struct MonopolyEvent {
    static constexpr const char *TAG = "e", *TYPE = "monopoly";
    // The seat that did it.
    std::int64_t by{};
    // Which.
    std::int64_t resource{};
    // Cards lost by seat.
    std::vector<std::int64_t> from;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("resource", self.resource); at("from", self.from);
    }
};

// Cards from the bank.
struct PlentyEvent {
    static constexpr const char *TAG = "e", *TYPE = "plenty";
    // The seat that did it.
    std::int64_t by{};
    // By resource.
    std::vector<std::int64_t> cards;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("cards", self.cards);
    }
};

// A trade with the bank.
struct BankEvent {
    static constexpr const char *TAG = "e", *TYPE = "bank";
    // The seat that did it.
    std::int64_t by{};
    // Five counts.
    std::vector<std::int64_t> give;
    // Five counts.
    std::vector<std::int64_t> take;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("give", self.give); at("take", self.take);
    }
};

// An offer is made.
struct OfferEvent {
    static constexpr const char *TAG = "e", *TYPE = "offer";
    // The seat that did it.
    std::int64_t by{};
    // Five counts.
    std::vector<std::int64_t> give;
    // Five counts.
    std::vector<std::int64_t> take;
    // The seats asked.
    std::vector<std::int64_t> to;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("give", self.give); at("take", self.take); at("to", self.to);
    }
};

// An offer is accepted.
struct AcceptEvent {
    static constexpr const char *TAG = "e", *TYPE = "accept";
    // The seat that did it.
    std::int64_t by{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by);
    }
};

// An offer is declined.
struct RejectEvent {
    static constexpr const char *TAG = "e", *TYPE = "reject";
    // The seat that did it.
    std::int64_t by{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by);
    }
};

// A counter-offer is made.
struct CounterEvent {
    static constexpr const char *TAG = "e", *TYPE = "counter";
    // The seat that did it.
    std::int64_t by{};
    // Five counts.
    std::vector<std::int64_t> give;
    // Five counts.
    std::vector<std::int64_t> take;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("give", self.give); at("take", self.take);
    }
};

// Two seats trade.
struct TradeEvent {
    static constexpr const char *TAG = "e", *TYPE = "trade";
    // The seat that did it.
    std::int64_t by{};
    // The other seat.
    std::int64_t with{};
    // Five counts.
    std::vector<std::int64_t> give;
    // Five counts.
    std::vector<std::int64_t> take;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("with", self.with); at("give", self.give); at("take", self.take);
    }
};

// The offer is taken back.
struct WithdrawEvent {
    static constexpr const char *TAG = "e", *TYPE = "withdraw";
    // The seat that did it.
    std::int64_t by{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by);
    }
};

// The longest road changes hands.
struct LongestRoadEvent {
    static constexpr const char *TAG = "e", *TYPE = "longest_road";
    // Who has it now, -1 for nobody.
    std::int64_t by{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by);
    }
};

// The largest army changes hands.
struct LargestArmyEvent {
    static constexpr const char *TAG = "e", *TYPE = "largest_army";
    // Who has it now, -1 for nobody.
    std::int64_t by{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by);
    }
};

// A turn ends.
struct EndTurnEvent {
    static constexpr const char *TAG = "e", *TYPE = "end_turn";
    // The seat that did it.
    std::int64_t by{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by);
    }
};

// A turn begins.
struct TurnEvent {
    static constexpr const char *TAG = "e", *TYPE = "turn";
    // The seat that did it.
    std::int64_t by{};
    // From 1.
    std::int64_t round{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("round", self.round);
    }
};

// The game is over.
struct OverEvent {
    static constexpr const char *TAG = "e", *TYPE = "over";
    // Why.
    OverEventEnding ending{};
    // By seat.
    std::vector<double> scores;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("ending", self.ending); at("scores", self.scores);
    }
};

// What can be agreed on before a match.
struct Options {
    // Seats that play, 2..4.
    std::optional<std::int64_t> seats;
    // Points that win, 3..99.
    std::optional<std::int64_t> target;
    // `beginner`, `thesis`, `random`, `fully_random`, or an object with hexes and harbours.
    Json layout;
    // Rounds after which the most points win.
    std::optional<std::int64_t> round_limit;
    // Everybody sees what a seven costs others.
    std::optional<bool> public_discards;
    // Everybody sees how much the bank holds.
    std::optional<bool> bank_public;
    // Offers that are listed; all others can be made as well.
    std::optional<OptionsTradeMenu> trade_menu;
    // Offers to other seats in one turn, 0..10; 0: no trade.
    std::optional<std::int64_t> max_offers;
    // The robber spares whoever has less than 3 public points.
    std::optional<bool> friendly_robber;
    // Seats without cards can be chosen as victims.
    std::optional<bool> rob_empty;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("seats", self.seats); at("target", self.target); at("layout", self.layout, EMPTY);
        at("round_limit", self.round_limit); at("public_discards", self.public_discards);
        at("bank_public", self.bank_public); at("trade_menu", self.trade_menu); at("max_offers", self.max_offers);
        at("friendly_robber", self.friendly_robber); at("rob_empty", self.rob_empty);
    }
};

// A kind of development card.
struct DevCard {
    // In English.
    std::string name;
    // Cards of this kind.
    std::int64_t count{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("name", self.name); at("count", self.count);
    }
};

// What is paid, by resource.
struct Prices {
    // Five counts.
    std::vector<std::int64_t> road;
    // Five counts.
    std::vector<std::int64_t> settlement;
    // Five counts.
    std::vector<std::int64_t> city;
    // Five counts.
    std::vector<std::int64_t> dev;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("road", self.road); at("settlement", self.settlement); at("city", self.city); at("dev", self.dev);
    }
};

// How many pieces a seat has.
struct Pieces {
    // Roads.
    std::int64_t road{};
    // Settlements.
    std::int64_t settlement{};
    // Cities.
    std::int64_t city{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("road", self.road); at("settlement", self.settlement); at("city", self.city);
    }
};

// What never changes in a match and everybody may know.
struct Consts {
    // Names by number.
    std::vector<std::string> resources;
    // Names by number.
    std::vector<std::string> terrain;
    // Names by number.
    std::vector<std::string> harbours;
    // Cards of each resource.
    std::int64_t resource_cards{};
    // By kind.
    std::vector<DevCard> dev_cards;
    // Five counts each.
    Prices prices;
    // Of each seat.
    Pieces pieces;
    // The least length that earns the card.
    std::int64_t longest_road{};
    // The least number of knights that earns the card.
    std::int64_t largest_army{};
    // Axial coordinates by hex.
    std::vector<std::vector<std::int64_t>> hexes;
    // By hex, clockwise from the north.
    std::vector<std::vector<std::int64_t>> hex_vertices;
    // By edge its two vertices.
    std::vector<std::vector<std::int64_t>> edges;
    // By harbour its edge.
    std::vector<std::int64_t> harbour_edges;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("resources", self.resources); at("terrain", self.terrain); at("harbours", self.harbours);
        at("resource_cards", self.resource_cards); at("dev_cards", self.dev_cards); at("prices", self.prices);
        at("pieces", self.pieces); at("longest_road", self.longest_road); at("largest_army", self.largest_army);
        at("hexes", self.hexes); at("hex_vertices", self.hex_vertices); at("edges", self.edges);
        at("harbour_edges", self.harbour_edges);
    }
};
}  // namespace catan

namespace colonizers {

// What is decided.
enum class ObservationPhase { shuffle, pick, draw, discard, power, build, over, other };

// What is left out.
enum class SkipEventPhase { power, build, other };

// Why.
enum class OverEventEnding { finished, draw, other };

// Whose income it raises.
enum class ModuleColour { green, red, blue, none, other };

}  // namespace colonizers

template <>
struct Names<colonizers::ObservationPhase> {
    static constexpr std::array<const char *, 8> all{"shuffle", "pick", "draw", "discard", "power", "build", "over", "other"};
};
template <>
struct Names<colonizers::SkipEventPhase> {
    static constexpr std::array<const char *, 3> all{"power", "build", "other"};
};
template <>
struct Names<colonizers::OverEventEnding> {
    static constexpr std::array<const char *, 3> all{"finished", "draw", "other"};
};
template <>
struct Names<colonizers::ModuleColour> {
    static constexpr std::array<const char *, 5> all{"green", "red", "blue", "none", "other"};
};

// The payloads of Colonizers: observations, actions, events, options, constants. README.md explains them.
namespace colonizers {

constexpr const char *RULES = "colonizers/1.0";

struct Observation;
struct Player;
struct Card;
struct SeenCard;
struct PickAction;
struct OmniumAction;
struct DrawAction;
struct KeepAction;
struct StealAction;
struct SwapAction;
struct BuildAction;
struct SkipAction;
struct ShuffleAction;
struct ShuffleEvent;
struct PickEvent;
struct TurnEvent;
struct IncomeEvent;
struct BonusEvent;
struct OmniumEvent;
struct DrawEvent;
struct KeepEvent;
struct GoneEvent;
struct StealEvent;
struct SwapEvent;
struct BuildEvent;
struct SkipEvent;
struct RoundEvent;
struct OverEvent;
struct Options;
struct Consts;
struct Module;
struct Colonist;

// One action as it is written, its verb first.
using Action = std::variant<PickAction, OmniumAction, DrawAction, KeepAction, StealAction, SwapAction,
BuildAction, SkipAction, ShuffleAction, Unknown>;

// Something that happened, as one seat may see it; -1 stands for what it may not know.
using Event = std::variant<ShuffleEvent, PickEvent, TurnEvent, IncomeEvent, BonusEvent, OmniumEvent,
DrawEvent, KeepEvent, GoneEvent, StealEvent, SwapEvent, BuildEvent, SkipEvent, RoundEvent, OverEvent,
Unknown>;

// A card of a hand that somebody else has seen.
struct SeenCard {
    static constexpr bool IS_ROW = true;
    // Position in the hand.
    std::int64_t slot{};
    // Sum of `1 << seat` over those who have seen it.
    std::int64_t mask{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("slot", self.slot); at("mask", self.mask);
    }
};

// What a seat knows of one player.
struct Player {
    // Money.
    std::int64_t omnium{};
    // With the bonus for a full colony.
    std::int64_t points{};
    // Its colonist, -1 where unknown.
    std::int64_t role{};
    // The colonists it may have; empty before it picks.
    std::vector<std::int64_t> possible;
    // Modules by slot, -1 where the face is unknown.
    std::vector<std::int64_t> hand;
    // Cards in the hand that not only their owner has seen.
    std::vector<SeenCard> seen;
    // Modules in the order they were built.
    std::vector<std::int64_t> colony;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("omnium", self.omnium); at("points", self.points); at("role", self.role);
        at("possible", self.possible); at("hand", self.hand); at("seen", self.seen); at("colony", self.colony);
    }
};

// A card and who has seen its face.
struct Card {
    static constexpr bool IS_ROW = true;
    // -1 where unknown.
    std::int64_t module{};
    // Sum of `1 << seat` over those who have seen it.
    std::int64_t mask{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("module", self.module); at("mask", self.mask);
    }
};

// Everything a seat knows, memory included.
struct Observation {
    // Whose knowledge it is; -1 for a spectator.
    std::int64_t seat{};
    // From 1.
    std::int64_t round{};
    // What is decided.
    ObservationPhase phase{};
    // The seat that picks or plays.
    std::int64_t turn{};
    // By seat.
    std::vector<Player> players;
    // Cards in the deck.
    std::int64_t deck_n{};
    // The end of the deck from the first card that anybody has seen.
    std::vector<Card> bottom;
    // In the `discard` phase the two cards.
    std::vector<Card> drawn;
    // Cards out of the game, in the order they went.
    std::vector<Card> gone;
    // The colonists this seat was offered this round, in order; empty before.
    std::vector<std::int64_t> offered;
    // Colonists publicly out of play this round, ascending.
    std::vector<std::int64_t> out;
    // Seats whose colonist is public, ascending.
    std::vector<std::int64_t> revealed;
    // 1 when the game has ended as a draw.
    std::int64_t draw{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("seat", self.seat); at("round", self.round); at("phase", self.phase); at("turn", self.turn);
        at("players", self.players); at("deck_n", self.deck_n); at("bottom", self.bottom);
        at("drawn", self.drawn); at("gone", self.gone); at("offered", self.offered); at("out", self.out);
        at("revealed", self.revealed); at("draw", self.draw);
    }
};

// Takes a colonist of the offered list.
struct PickAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "pick";
    // Its number.
    std::int64_t colonist{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("colonist", self.colonist);
    }
};

// Takes 2 omnium.
struct OmniumAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "omnium";

    template <class Self, class Visit>
    static void each(Self &, Visit &&) {}
};

// Draws two cards, one of which is kept.
struct DrawAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "draw";

    template <class Self, class Visit>
    static void each(Self &, Visit &&) {}
};

// Keeps one of the two drawn cards.
struct KeepAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "keep";
    // The card.
    std::int64_t module{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("module", self.module);
    }
};

// The opportunist takes up to 2 omnium.
struct StealAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "steal";
    // From whoever has it.
    std::int64_t colonist{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("colonist", self.colonist);
    }
};

// The spy exchanges whole hands.
struct SwapAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "swap";
    // With whoever has it.
    std::int64_t colonist{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("colonist", self.colonist);
    }
};

// Builds a card of the hand.
struct BuildAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "build";
    // The card.
    std::int64_t module{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("module", self.module);
    }
};

// Uses no power, or builds nothing.
struct SkipAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "skip";

    template <class Self, class Visit>
    static void each(Self &, Visit &&) {}
};

// Chance: the colonists of a round.
struct ShuffleAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "shuffle";
    // The colonist face down.
    std::int64_t removed{};
    // The offered list, in order.
    std::vector<std::int64_t> offered;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("removed", self.removed); at.rest("offered", self.offered);
    }
};

// A round opens.
struct ShuffleEvent {
    static constexpr const char *TAG = "e", *TYPE = "shuffle";
    // Its number.
    std::int64_t round{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("round", self.round);
    }
};

// A seat has picked.
struct PickEvent {
    static constexpr const char *TAG = "e", *TYPE = "pick";
    // The seat that did it.
    std::int64_t by{};
    // Secret: the colonist.
    std::int64_t role{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("role", self.role);
    }
};

// A turn starts, its colonist is revealed.
struct TurnEvent {
    static constexpr const char *TAG = "e", *TYPE = "turn";
    // The seat that did it.
    std::int64_t by{};
    // The colonist.
    std::int64_t role{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("role", self.role);
    }
};

// Omnium from the colonist.
struct IncomeEvent {
    static constexpr const char *TAG = "e", *TYPE = "income";
    // The seat that did it.
    std::int64_t by{};
    // How much.
    std::int64_t amount{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("amount", self.amount);
    }
};

// The visionary's extra card.
struct BonusEvent {
    static constexpr const char *TAG = "e", *TYPE = "bonus";
    // The seat that did it.
    std::int64_t by{};
    // Secret: the card.
    std::int64_t module{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("module", self.module);
    }
};

// Omnium is taken.
struct OmniumEvent {
    static constexpr const char *TAG = "e", *TYPE = "omnium";
    // The seat that did it.
    std::int64_t by{};
    // How much.
    std::int64_t amount{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("amount", self.amount);
    }
};

// One of the two drawn cards.
struct DrawEvent {
    static constexpr const char *TAG = "e", *TYPE = "draw";
    // The seat that did it.
    std::int64_t by{};
    // 0 or 1.
    std::int64_t pos{};
    // Secret: the card.
    std::int64_t module{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("pos", self.pos); at("module", self.module);
    }
};

// The card joins the hand, the other one goes under the deck.
struct KeepEvent {
    static constexpr const char *TAG = "e", *TYPE = "keep";
    // The seat that did it.
    std::int64_t by{};
    // 0 or 1.
    std::int64_t pos{};
    // Secret: the card.
    std::int64_t module{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("pos", self.pos); at("module", self.module);
    }
};

// As `keep` with a full hand: the card leaves the game.
struct GoneEvent {
    static constexpr const char *TAG = "e", *TYPE = "gone";
    // The seat that did it.
    std::int64_t by{};
    // 0 or 1.
    std::int64_t pos{};
    // Secret: the card.
    std::int64_t module{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("pos", self.pos); at("module", self.module);
    }
};

// Omnium is stolen.
struct StealEvent {
    static constexpr const char *TAG = "e", *TYPE = "steal";
    // The seat that did it.
    std::int64_t by{};
    // The named colonist.
    std::int64_t role{};
    // Who had it, -1 for nobody.
    std::int64_t from{};
    // How much.
    std::int64_t amount{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("role", self.role); at("from", self.from); at("amount", self.amount);
    }
};

// Hands are exchanged.
struct SwapEvent {
    static constexpr const char *TAG = "e", *TYPE = "swap";
    // The seat that did it.
    std::int64_t by{};
    // The named colonist.
    std::int64_t role{};
    // Who had it, -1 for nobody.
    std::int64_t with{};
    // Secret: the modules of the own hand before; absent where nobody had it.
    std::optional<std::vector<std::int64_t>> given;
    // Secret: the modules of the other hand before.
    std::optional<std::vector<std::int64_t>> taken;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("role", self.role); at("with", self.with); at("given", self.given);
        at("taken", self.taken);
    }
};

// A module is built.
struct BuildEvent {
    static constexpr const char *TAG = "e", *TYPE = "build";
    // The seat that did it.
    std::int64_t by{};
    // Where it was in the hand.
    std::int64_t slot{};
    // The card.
    std::int64_t module{};
    // Omnium paid.
    std::int64_t cost{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("slot", self.slot); at("module", self.module); at("cost", self.cost);
    }
};

// No power used, or nothing built.
struct SkipEvent {
    static constexpr const char *TAG = "e", *TYPE = "skip";
    // The seat that did it.
    std::int64_t by{};
    // What is left out.
    SkipEventPhase phase{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("phase", self.phase);
    }
};

// A round is over.
struct RoundEvent {
    static constexpr const char *TAG = "e", *TYPE = "round";
    // Its number.
    std::int64_t round{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("round", self.round);
    }
};

// The game is over.
struct OverEvent {
    static constexpr const char *TAG = "e", *TYPE = "over";
    // Why.
    OverEventEnding ending{};
    // By seat.
    std::vector<double> scores;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("ending", self.ending); at("scores", self.scores);
    }
};

// What can be agreed on before a match.
struct Options {
    // Every full colony earns 4 points, not only the first.
    std::optional<bool> legacy;
    // Modules that fill a colony, 1..8.
    std::optional<std::int64_t> colony;
    // Cards of each module, 1..52 in all.
    std::optional<std::vector<std::int64_t>> copies;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("legacy", self.legacy); at("colony", self.colony); at("copies", self.copies);
    }
};

// A kind of card.
struct Module {
    // How text forms write it.
    std::string letter;
    // In English.
    std::string name;
    // Omnium.
    std::int64_t cost{};
    // Points.
    std::int64_t value{};
    // Whose income it raises.
    ModuleColour colour{};
    // Cards of this kind.
    std::int64_t copies{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("letter", self.letter); at("name", self.name); at("cost", self.cost); at("value", self.value);
        at("colour", self.colour); at("copies", self.copies);
    }
};

// One of the six roles.
struct Colonist {
    // In English.
    std::string name;
    // What it does.
    std::string about;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("name", self.name); at("about", self.about);
    }
};

// What never changes in a match and everybody may know.
struct Consts {
    // Cards a hand holds.
    std::int64_t hand_limit{};
    // Modules that fill a colony.
    std::int64_t colony{};
    // Points for a full colony, in the order they are earned.
    std::vector<std::int64_t> bonus;
    // By number.
    std::vector<Module> modules;
    // By number.
    std::vector<Colonist> colonists;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("hand_limit", self.hand_limit); at("colony", self.colony); at("bonus", self.bonus);
        at("modules", self.modules); at("colonists", self.colonists);
    }
};
}  // namespace colonizers

namespace crossfire {

// What is decided.
enum class ObservationPhase { setup, orders, over, other };

// What it does.
enum class CommandVerb { move, fire, other };

// Where to.
enum class Direction { up, right, down, left, other };

// Why.
enum class OverEventEnding { king, tie, other };

// Board and units: 11x11 with 3, 15x15 with 5, 21x21 with 8.
enum class OptionsPreset { mini, standard, large, other };

// What ends a beam: mountain and water, or mountain only.
enum class LaserStop { obstructed, mountain, other };

// Of random maps.
enum class OptionsSymmetry { any, half_turn, left_right, top_bottom, diagonal, antidiagonal, other };

}  // namespace crossfire

template <>
struct Names<crossfire::ObservationPhase> {
    static constexpr std::array<const char *, 4> all{"setup", "orders", "over", "other"};
};
template <>
struct Names<crossfire::CommandVerb> {
    static constexpr std::array<const char *, 3> all{"move", "fire", "other"};
};
template <>
struct Names<crossfire::Direction> {
    static constexpr std::array<const char *, 5> all{"up", "right", "down", "left", "other"};
};
template <>
struct Names<crossfire::OverEventEnding> {
    static constexpr std::array<const char *, 3> all{"king", "tie", "other"};
};
template <>
struct Names<crossfire::OptionsPreset> {
    static constexpr std::array<const char *, 4> all{"mini", "standard", "large", "other"};
};
template <>
struct Names<crossfire::LaserStop> {
    static constexpr std::array<const char *, 3> all{"obstructed", "mountain", "other"};
};
template <>
struct Names<crossfire::OptionsSymmetry> {
    static constexpr std::array<const char *, 7> all{"any", "half_turn", "left_right", "top_bottom", "diagonal", "antidiagonal", "other"};
};

// The payloads of Crossfire: observations, actions, events, options, constants. README.md explains them.
namespace crossfire {

constexpr const char *RULES = "crossfire/1.0";

struct Observation;
struct Unit;
struct RevealedUnit;
struct Fallen;
struct Light;
struct Command;
struct NthAction;
struct KingAction;
struct MoveAction;
struct FireAction;
struct SetupAction;
struct OrdersAction;
struct SetupEvent;
struct OrdersEvent;
struct RoundEvent;
struct UnitsEvent;
struct SightEvent;
struct OverEvent;
struct Options;
struct Consts;
struct Sight;
struct Terrain;

// One action, or one option of a slot, as it is written, its verb first.
using Action = std::variant<NthAction, KingAction, MoveAction, FireAction, SetupAction, OrdersAction,
Unknown>;

// Something that happened, as one seat may see it; -1 stands for what it may not know.
using Event = std::variant<SetupEvent, OrdersEvent, RoundEvent, UnitsEvent, SightEvent, OverEvent, Unknown>;

// One of the own units.
struct Unit {
    static constexpr bool IS_ROW = true;
    // Where.
    std::int64_t square{};
    // A direction, or -1.
    std::int64_t motion{};
    // Rounds until it can fire.
    std::int64_t wait{};
    // 1 or 0.
    std::int64_t alive{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("square", self.square); at("motion", self.motion); at("wait", self.wait); at("alive", self.alive);
    }
};

// Enemies destroyed in one round.
struct Fallen {
    static constexpr bool IS_ROW = true;
    // When.
    std::int64_t round{};
    // Where.
    std::vector<std::int64_t> squares;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("round", self.round); at.rest("squares", self.squares);
    }
};

// Enemy beams seen in one round along one axis.
struct Light {
    static constexpr bool IS_ROW = true;
    // When.
    std::int64_t round{};
    // 0 along the row, 1 along the column.
    std::int64_t axis{};
    // Where.
    std::vector<std::int64_t> squares;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("round", self.round); at("axis", self.axis); at.rest("squares", self.squares);
    }
};

// A unit with all its secrets.
struct RevealedUnit {
    static constexpr bool IS_ROW = true;
    // Where.
    std::int64_t square{};
    // A direction, or -1.
    std::int64_t motion{};
    // Its recharge time.
    std::int64_t recharge{};
    // Rounds until it can fire.
    std::int64_t wait{};
    // 1 or 0.
    std::int64_t alive{};
    // 1 or 0.
    std::int64_t king{};
    // The last one, -1 for none.
    std::int64_t command{};
    // 1 or 0.
    std::int64_t moved{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("square", self.square); at("motion", self.motion); at("recharge", self.recharge);
        at("wait", self.wait); at("alive", self.alive); at("king", self.king); at("command", self.command);
        at("moved", self.moved);
    }
};

// Everything a seat knows, memory included. A set of squares is a hexadecimal number with bit `square` set.
struct Observation {
    // Whose knowledge it is; -1 for a spectator.
    std::int64_t seat{};
    // The round to be commanded, from 1.
    std::int64_t round{};
    // What is decided.
    ObservationPhase phase{};
    // The seats that must decide now.
    std::vector<std::int64_t> asked;
    // The map as drawn, by lines.
    std::vector<std::string> map;
    // The terrain now, a letter for each square.
    std::string terrain;
    // Rounds up to and with the next reduction.
    std::int64_t reduction_in{};
    // The numbers in the game, ascending.
    std::vector<std::int64_t> recharge;
    // The own number for missing commands, another one each round.
    std::int64_t fill{};
    // The recharge times of the own units.
    std::vector<std::int64_t> numbers;
    // The number of the king, -1 before the setup.
    std::int64_t king{};
    // The own units.
    std::vector<Unit> units;
    // A character for each round and own unit: the digit (0-9, a-z) of `4 * (command + 1) + 2 * moved +
    // destroyed`.
    std::string past;
    // The set of squares in view.
    std::string visible;
    // By round from 0 the squares in view with an enemy.
    std::vector<std::vector<std::int64_t>> seen;
    // Where enemies were destroyed in view.
    std::vector<Fallen> fallen;
    // Enemy beams in view.
    std::vector<Light> light;
    // By round from 0 a character, 1 if the enemy had to command somebody in the next.
    std::string enemy_asked;
    // By enemy unit the set of squares where it may be.
    std::vector<std::string> reach;
    // 0 until it is over, then a mask of the seats whose king is dead (+4: by a reduction).
    std::int64_t ending{};
    // At the end all units, by seat and unit.
    std::vector<std::vector<RevealedUnit>> reveal;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("seat", self.seat); at("round", self.round); at("phase", self.phase); at("asked", self.asked);
        at("map", self.map); at("terrain", self.terrain); at("reduction_in", self.reduction_in);
        at("recharge", self.recharge); at("fill", self.fill); at("numbers", self.numbers); at("king", self.king);
        at("units", self.units); at("past", self.past); at("visible", self.visible); at("seen", self.seen);
        at("fallen", self.fallen); at("light", self.light); at("enemy_asked", self.enemy_asked);
        at("reach", self.reach); at("ending", self.ending); at("reveal", self.reveal);
    }
};

// The command of one unit.
struct Command {
    static constexpr bool IS_ROW = true;
    // Its number.
    std::int64_t unit{};
    // What it does.
    CommandVerb verb{};
    // Where to.
    Direction direction{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("unit", self.unit); at("verb", self.verb); at("direction", self.direction);
    }
};

// Option of a setup slot: a recharge time.
struct NthAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "nth";
    // Among those not yet given out, ascending.
    std::int64_t position{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("position", self.position);
    }
};

// Option of the king's slot.
struct KingAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "king";
    // The king.
    std::int64_t unit{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("unit", self.unit);
    }
};

// Option of an orders slot: a move.
struct MoveAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "move";
    // Where to.
    Direction direction{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("direction", self.direction);
    }
};

// Option of an orders slot: a shot.
struct FireAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "fire";
    // Where to.
    Direction direction{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("direction", self.direction);
    }
};

// A whole setup.
struct SetupAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "setup";
    // The recharge time of each unit.
    std::vector<std::int64_t> numbers;
    // The number of the king.
    std::int64_t king{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("numbers", self.numbers); at("king", self.king);
    }
};

// A whole set of orders.
struct OrdersAction {
    static constexpr bool IS_ROW = true;
    static constexpr const char *TYPE = "orders";
    // One for each idle unit, ascending.
    std::vector<Command> commands;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at.rest("commands", self.commands);
    }
};

// A seat has set up.
struct SetupEvent {
    static constexpr const char *TAG = "e", *TYPE = "setup";
    // The seat that did it.
    std::int64_t by{};
    // Secret: the recharge times by unit.
    std::vector<std::int64_t> numbers;
    // Secret: the number of the king.
    std::int64_t king{};
    // Secret: the number of the next round for missing commands.
    std::optional<std::int64_t> fill;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("numbers", self.numbers); at("king", self.king); at("fill", self.fill);
    }
};

// A round begins.
struct OrdersEvent {
    static constexpr const char *TAG = "e", *TYPE = "orders";
    // From 1.
    std::int64_t round{};
    // Who must decide; nobody: it is played at once.
    std::vector<std::int64_t> seats;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("round", self.round); at("seats", self.seats);
    }
};

// A round is over.
struct RoundEvent {
    static constexpr const char *TAG = "e", *TYPE = "round";
    // From 1.
    std::int64_t round{};
    // 1 if the board has shrunk.
    std::int64_t reduction{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("round", self.round); at("reduction", self.reduction);
    }
};

// The own units after a round.
struct UnitsEvent {
    static constexpr const char *TAG = "e", *TYPE = "units";
    // Whose.
    std::int64_t by{};
    // Secret: commands by unit, -1 where unknown.
    std::vector<std::int64_t> orders;
    // Secret: squares by unit.
    std::vector<std::int64_t> squares;
    // Secret: 1 or 0 by unit.
    std::vector<std::int64_t> moved;
    // Secret: 1 or 0 by unit.
    std::vector<std::int64_t> alive;
    // Secret: the number of the next round for missing commands.
    std::optional<std::int64_t> fill;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("orders", self.orders); at("squares", self.squares); at("moved", self.moved);
        at("alive", self.alive); at("fill", self.fill);
    }
};

// What a seat saw in a round.
struct SightEvent {
    static constexpr const char *TAG = "e", *TYPE = "sight";
    // Who.
    std::int64_t by{};
    // Secret: squares of enemies in view, padded with -1.
    std::vector<std::int64_t> enemies;
    // Secret: squares of destroyed enemies, padded with -1.
    std::vector<std::int64_t> fallen;
    // Secret: the set of squares lit along rows.
    Json across;
    // Secret: the set of squares lit along columns.
    Json along;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("by", self.by); at("enemies", self.enemies); at("fallen", self.fallen); at("across", self.across);
        at("along", self.along);
    }
};

// The game is over.
struct OverEvent {
    static constexpr const char *TAG = "e", *TYPE = "over";
    // Why.
    OverEventEnding ending{};
    // By seat.
    std::vector<double> scores;
    // All units, by seat and unit.
    std::vector<std::vector<RevealedUnit>> units;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("ending", self.ending); at("scores", self.scores); at("units", self.units);
    }
};

// What can be agreed on before a match.
struct Options {
    // Board and units: 11x11 with 3, 15x15 with 5, 21x21 with 8.
    std::optional<OptionsPreset> preset;
    // What ends a beam: mountain and water, or mountain only.
    std::optional<LaserStop> laser_stop;
    // The least recharge time, 1..20.
    std::optional<std::int64_t> recharge_min;
    // The greatest recharge time, 1..20.
    std::optional<std::int64_t> recharge_max;
    // Of random maps.
    std::optional<OptionsSymmetry> symmetry;
    // A drawn map in text form; empty for random ones.
    std::optional<std::string> map;
    // A test room for one seat.
    std::optional<bool> mirror;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("preset", self.preset); at("laser_stop", self.laser_stop); at("recharge_min", self.recharge_min);
        at("recharge_max", self.recharge_max); at("symmetry", self.symmetry); at("map", self.map);
        at("mirror", self.mirror);
    }
};

// From how far a square is seen, in steps.
struct Sight {
    // If it is transparent.
    std::int64_t transparent{};
    // If it is not.
    std::int64_t opaque{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("transparent", self.transparent); at("opaque", self.opaque);
    }
};

// A kind of square.
struct Terrain {
    // How maps write it.
    std::string letter;
    // In English.
    std::string name;
    // 1 if units can enter, else 0.
    std::int64_t passable{};
    // 1 if it is seen from afar, else 0.
    std::int64_t transparent{};
    // 1 if units slide on, else 0.
    std::int64_t slippery{};

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("letter", self.letter); at("name", self.name); at("passable", self.passable);
        at("transparent", self.transparent); at("slippery", self.slippery);
    }
};

// What never changes in a match and everybody may know.
struct Consts {
    // Rows and columns of the board.
    std::int64_t size{};
    // Units of a seat.
    std::int64_t units{};
    // What ends a beam.
    LaserStop laser_stop{};
    // Rounds from one reduction to the next.
    std::int64_t period{};
    // The last one possible.
    std::int64_t last_round{};
    // How far squares are seen.
    Sight sight;
    // Names by number.
    std::vector<std::string> directions;
    // By kind.
    std::vector<Terrain> terrain;

    template <class Self, class Visit>
    static void each(Self &self, Visit &&at) {
        at("size", self.size); at("units", self.units); at("laser_stop", self.laser_stop);
        at("period", self.period); at("last_round", self.last_round); at("sight", self.sight);
        at("directions", self.directions); at("terrain", self.terrain);
    }
};
}  // namespace crossfire

// END of what is generated.

// A message from the server as it came. What nobody asks for is not even looked at, so that new kinds of
// messages do no harm; read<wire::ServerMessage>(plain) reads whichever it is.
struct Incoming {
    Json plain;
    std::uint64_t number = 0;  // its place among all that this client was told

    template <class T>
    bool is() const {
        return is_told<T>(plain);
    }
    // The message as a T; nothing if it is another one. Raises ProtocolError for a wrong field.
    template <class T>
    std::optional<T> as() const {
        return is<T>() ? std::optional<T>(read<T>(plain)) : std::nullopt;
    }
    // The match it is about, empty for none.
    std::string match_id() const { return text_of(plain["match_id"]); }
};

// The server refused a request: `code` is stable, `msg` for people, `data` has the details.
class RequestError : public Error {
  public:
    explicit RequestError(const wire::Error &error)
        : Error(sentence(error)), code(error.code), msg(error.msg), data(error.data),
          retry_ms(error.retry_ms) {}

    bool is(std::string_view wanted) const { return code == wanted; }
    // Why an action is illegal, from what the seat knows; empty for other errors.
    std::string why() const { return text_of(data["why"]); }
    // The field that is wrong and what belongs there, of `bad_message` and `bad_option`.
    std::string path() const { return text_of(data["path"]); }
    std::string want() const { return text_of(data["want"]); }

    std::string code;
    std::string msg;
    Json data;
    std::optional<std::int64_t> retry_ms;

  private:
    static std::string sentence(const wire::Error &error) {
        std::string text = error.msg + " (" + error.code + ")";
        for (const char *name : {"why", "path", "want"}) {
            if (!text_of(error.data[name]).empty()) text += ": " + text_of(error.data[name]);
        }
        return text;
    }
};

// ---------------------------------------------------------------------------------------------------
// The log: warnings on stderr, and everything in a file of your own where one is named.
// ---------------------------------------------------------------------------------------------------

class Log {
  public:
    static Log &get() {
        static Log log;
        return log;
    }
    // Adds a file; raises CommandError where it cannot be written.
    void open(const std::string &path) {
        file_.open(path, std::ios::app);
        if (!file_) throw CommandError("log file " + path + ": " + std::strerror(errno));
    }
    void warn(const std::string &text) { write(text, true); }
    void info(const std::string &text) { write(text, is_verbose); }

    bool is_verbose = false;

  private:
    void write(const std::string &text, bool is_shown) {
        const std::time_t now = std::time(nullptr);
        std::tm parts{};
        localtime_r(&now, &parts);
        std::array<char, 32> stamp{};
        std::strftime(stamp.data(), stamp.size(), "%H:%M:%S ", &parts);
        if (is_shown) std::cerr << stamp.data() << text << std::endl;
        if (file_.is_open()) file_ << stamp.data() << text << std::endl;
    }

    std::ofstream file_;
};

// Untrusted text as one line without control characters, fit for a terminal.
inline std::string clean(std::string text) {
    for (char &character : text) {
        if (static_cast<unsigned char>(character) < 0x20 || character == 0x7F) character = ' ';
    }
    return text;
}

// ---------------------------------------------------------------------------------------------------
// Pure parts of a connection: how long to wait, how fast to send, where to go, where a line ends.
// ---------------------------------------------------------------------------------------------------

using Rng = std::mt19937_64;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

inline Rng make_rng() {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    return Rng(seed);
}

// Chance picks each wait between nothing and a bound that doubles from `first_s` to `longest_s`, so that
// a hall full of clients does not come back all at the same moment.
struct Backoff {
    double first_s = 0.25;
    double longest_s = 10.0;
    int attempts = 0;

    // The wait before the next attempt; what the server has asked for comes on top.
    double next_wait_s(Rng &rng, double asked_s = 0.0) {
        const double full = std::min(longest_s, std::ldexp(first_s, std::min(attempts, 16)));
        ++attempts;
        return asked_s + full * std::uniform_real_distribution<double>()(rng);
    }
    void reset() { attempts = 0; }
};

// Keeps a client below the rate the server allows: a bucket of tokens. A rate of 0 is no limit.
struct Throttle {
    double rate = 0, burst = 0, tokens = 0, filled_s = 0;

    // Starts anew for what a server announced, a little below it: acknowledgements count too.
    void allow(std::int64_t msgs_per_s, double now_s) {
        rate = double(msgs_per_s) * 0.9;
        burst = tokens = 2 * rate;
        filled_s = now_s;
    }
    // Takes one message out; returns how many seconds to wait before sending it.
    double take(double now_s) {
        if (rate <= 0) return 0;
        tokens = std::min(burst, tokens + (now_s - filled_s) * rate);
        filled_s = now_s;
        tokens -= 1;
        return std::max(0.0, -tokens / rate);
    }
};

// Where a server is: `infoset://host:port` (or without the scheme) over TCP, `infosets://` under TLS, `stdio:`
// for the messages of one match on standard input and output, as `infoset bridge --mode json` gives them.
struct Address {
    std::string host;
    std::string port;
    bool is_tls = false;
    bool is_stdio = false;

    // What was dialled, as a key signs it.
    std::string dialled() const {
        std::string shown = host.find(':') == std::string::npos ? host : "[" + host + "]";
        for (char &letter : shown) letter = char(std::tolower(static_cast<unsigned char>(letter)));
        return (is_tls ? "infosets://" : "infoset://") + shown + ":" + port;
    }

    std::string text() const { return is_stdio ? "stdio:" : (is_tls ? "infosets://" : "infoset://") + host + ":" + port; }
    // May a secret token go this way: under TLS, or without leaving this machine?
    bool can_carry_token() const {
        return is_stdio || is_tls || host == "localhost" || host == "::1" || host.rfind("127.", 0) == 0;
    }

    // Raises AddressError, which says what was expected.
    static Address parse(const std::string &text) {
        Address address;
        if (text == "stdio:" || text == "stdio") {
            address.is_stdio = true;
            return address;
        }
        std::string rest = text;
        const auto scheme_end = text.find("://");
        if (scheme_end != std::string::npos) {
            const std::string scheme = text.substr(0, scheme_end);
            address.is_tls = scheme == "infosets" || scheme == "infosets+json";
            if (!address.is_tls && scheme != "infoset" && scheme != "infoset+json") {
                throw AddressError("'" + text + "': expected infoset://HOST:PORT, infosets:// or stdio: (for " + scheme +
                                   " let `infoset bridge --mode json --url " + text + "` connect)");
            }
            rest = text.substr(scheme_end + 3);
        }
        while (!rest.empty() && rest.back() == '/') rest.pop_back();
        const auto colon = rest.rfind(':');
        const bool is_v6 = !rest.empty() && rest.front() == '[';
        const bool has_port = colon != std::string::npos && (!is_v6 || rest[colon - 1] == ']');
        address.host = has_port ? rest.substr(0, colon) : rest;
        address.port = has_port ? rest.substr(colon + 1) : std::to_string(DEFAULT_PORT);
        if (is_v6) address.host = address.host.substr(1, address.host.size() - 2);
        const bool is_number = !address.port.empty() && address.port.size() <= 5 &&
                               address.port.find_first_not_of("0123456789") == std::string::npos;
        if (!is_number || std::stoi(address.port) < 1 || std::stoi(address.port) > 65535) {
            throw AddressError("'" + text + "': the port must be a number from 1 to 65535");
        }
        if (address.host.empty()) throw AddressError("'" + text + "': the host is missing");
        return address;
    }
};

// Cuts a stream into JSON lines of bounded length. An empty line is a keep-alive.
class LineCutter {
  public:
    explicit LineCutter(std::size_t max_bytes = MAX_FRAME_BYTES) : max_bytes_(max_bytes) {}

    void feed(std::string_view data) { begun_.append(data); }
    // The next complete line without its end, nothing if there is none yet. Raises ProtocolError
    // (`frame_too_big`) for a line that is too long, complete or not.
    std::optional<std::string> next() {
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

  private:
    [[noreturn]] void fail() const {
        throw ProtocolError("frame_too_big", "", "lines of at most " + std::to_string(max_bytes_) + " bytes");
    }

    std::size_t max_bytes_;
    std::string begun_;
    std::size_t searched_ = 0;
};

// ---------------------------------------------------------------------------------------------------
// What needs OpenSSL: keys to log in with, and TLS. Without INFOSET_TLS both say what is missing.
// ---------------------------------------------------------------------------------------------------

// Waits until a socket can be read from (POLLIN) or written to (POLLOUT); false where it takes too long.
inline bool wait_for(int socket, short events, Clock::time_point until) {
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
        pollfd waiting{socket, events, 0};
        const int ready = ::poll(&waiting, 1, int(std::clamp<long long>(left + 1, 0, 1 << 30)));
        if (ready > 0) return true;
        if (ready == 0 || errno != EINTR) return false;
    }
}

inline Clock::time_point in_s(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(seconds));
}

// A link has ended; `code` is the close code where the server gave one. The client sees to it.
struct LinkClosed {
    std::string reason;
    std::optional<std::int64_t> code;
    double wait_s = 0;
};

#ifdef INFOSET_TLS

// What OpenSSL has to say about its last failure.
inline std::string openssl_reason(const char *otherwise) {
    const char *reason = ::ERR_reason_error_string(::ERR_get_error());
    ::ERR_clear_error();
    return reason == nullptr ? otherwise : reason;
}

// A private key that logs in without sending a secret: ed25519 in a PEM file, as `infoset token key` writes it.
class LoginKey {
  public:
    // Raises CommandError.
    static LoginKey load(const std::string &path) {
        const std::unique_ptr<BIO, decltype(&::BIO_free)> file(::BIO_new_file(path.c_str(), "r"), ::BIO_free);
        if (!file) throw CommandError("key file " + path + ": " + std::strerror(errno));
        char no_password[] = "";
        const std::shared_ptr<EVP_PKEY> key(::PEM_read_bio_PrivateKey(file.get(), nullptr, nullptr, no_password),
                                            ::EVP_PKEY_free);
        ::ERR_clear_error();
        if (!key) throw CommandError("key file " + path + ": expected a private key in PEM form, without a password");
        if (::EVP_PKEY_base_id(key.get()) != EVP_PKEY_ED25519) {
            throw CommandError("key file " + path + ": expected an ed25519 key");
        }
        return LoginKey(key);
    }

    // The public half, in base64url: what a server must know.
    std::string pub() const {
        std::array<unsigned char, 32> bytes{};
        std::size_t size = bytes.size();
        if (::EVP_PKEY_get_raw_public_key(key_.get(), bytes.data(), &size) != 1) throw std::bad_alloc();
        return base64url(bytes.data(), size);
    }
    // The signature over a text in UTF-8, in base64url.
    std::string sign(const std::string &text) const {
        const std::unique_ptr<EVP_MD_CTX, decltype(&::EVP_MD_CTX_free)> context(::EVP_MD_CTX_new(), ::EVP_MD_CTX_free);
        std::array<unsigned char, 64> bytes{};
        std::size_t size = bytes.size();
        const auto *data = reinterpret_cast<const unsigned char *>(text.data());
        const bool is_signed = context && ::EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
                               ::EVP_DigestSign(context.get(), bytes.data(), &size, data, text.size()) == 1;
        if (!is_signed) throw std::bad_alloc();  // with a key that was read nothing else can fail
        return base64url(bytes.data(), size);
    }

  private:
    explicit LoginKey(std::shared_ptr<EVP_PKEY> key) : key_(std::move(key)) {}

    static std::string base64url(const unsigned char *bytes, std::size_t size) {
        std::string text(4 * ((size + 2) / 3) + 1, '\0');
        text.resize(std::size_t(::EVP_EncodeBlock(reinterpret_cast<unsigned char *>(text.data()), bytes, int(size))));
        std::replace(text.begin(), text.end(), '+', '-');
        std::replace(text.begin(), text.end(), '/', '_');
        while (!text.empty() && text.back() == '=') text.pop_back();
        return text;
    }

    std::shared_ptr<EVP_PKEY> key_;
};

// TLS over a connected socket, which it does not close. The certificate must be trusted, and be for the host.
class Secure {
  public:
    // Shakes hands. `ca_file` (or nothing) is trusted beside the usual authorities. Raises CommandError for a bad
    // one, LinkClosed where the server is not trusted.
    Secure(int socket, const std::string &host, const std::string &ca_file, double timeout_s)
        : socket_(socket), timeout_s_(timeout_s), context_(::SSL_CTX_new(::TLS_client_method()), ::SSL_CTX_free) {
        if (!context_) throw std::bad_alloc();
        ::SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION);
        ::SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
        ::SSL_CTX_set_default_verify_paths(context_.get());
        if (!ca_file.empty() && ::SSL_CTX_load_verify_locations(context_.get(), ca_file.c_str(), nullptr) != 1) {
            throw CommandError("certificate file " + ca_file + ": " + openssl_reason("expected certificates in PEM form"));
        }
        session_.reset(::SSL_new(context_.get()));
        if (!session_) throw std::bad_alloc();
        if (::X509_VERIFY_PARAM_set1_ip_asc(::SSL_get0_param(session_.get()), host.c_str()) != 1) {
            ::SSL_set1_host(session_.get(), host.c_str());
            ::SSL_set_tlsext_host_name(session_.get(), host.c_str());
        }
        ::ERR_clear_error();
        std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes without MSG_NOSIGNAL
        ::SSL_set_fd(session_.get(), socket);
        ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK);
        shake_hands(in_s(timeout_s));
    }

    // Sends all. Raises LinkClosed.
    void write(std::string_view data) {
        const auto until = in_s(timeout_s_);
        while (true) {
            const int count = ::SSL_write(session_.get(), data.data(), int(data.size()));
            if (count > 0) return;  // by default it takes all or nothing
            if (!is_worth_waiting(count, until)) throw LinkClosed{openssl_reason("the connection broke"), {}, 0};
        }
    }
    // Some bytes, nothing where the time is over. Raises LinkClosed.
    std::string_view read(char *data, std::size_t size, Clock::time_point until) {
        while (true) {
            const int count = ::SSL_read(session_.get(), data, int(size));
            if (count > 0) return {data, std::size_t(count)};
            const int why = ::SSL_get_error(session_.get(), count);
            if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) {
                throw LinkClosed{openssl_reason("the connection was closed"), {}, 0};
            }
            if (!wait_for(socket_, why == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, until)) return {};
        }
    }

  private:
    void shake_hands(Clock::time_point until) {
        int done = 0;
        while ((done = ::SSL_connect(session_.get())) != 1) {
            if (is_worth_waiting(done, until)) continue;
            const long verdict = ::SSL_get_verify_result(session_.get());
            if (verdict != X509_V_OK) throw LinkClosed{std::string("certificate: ") + ::X509_verify_cert_error_string(verdict), {}, 0};
            throw LinkClosed{openssl_reason("no TLS in time"), {}, 0};
        }
    }
    bool is_worth_waiting(int done, Clock::time_point until) {
        const int why = ::SSL_get_error(session_.get(), done);
        if (why == SSL_ERROR_WANT_READ) return wait_for(socket_, POLLIN, until);
        return why == SSL_ERROR_WANT_WRITE && wait_for(socket_, POLLOUT, until);
    }

    int socket_;
    double timeout_s_;
    std::unique_ptr<SSL_CTX, decltype(&::SSL_CTX_free)> context_;
    std::unique_ptr<SSL, decltype(&::SSL_free)> session_{nullptr, ::SSL_free};
};

#else

class LoginKey {
  public:
    [[noreturn]] static LoginKey load(const std::string &path) {
        throw CommandError("key file " + path + ": keys need OpenSSL; compile with -DINFOSET_TLS, and -lssl -lcrypto");
    }
    std::string pub() const { return ""; }
    std::string sign(const std::string &) const { return ""; }

  private:
    LoginKey() = default;
};

class Secure {
  public:
    Secure(int, const std::string &, const std::string &, double) {
        throw AddressError("TLS needs OpenSSL: compile with -DINFOSET_TLS, and -lssl -lcrypto, or let `infoset bridge` connect");
    }
    void write(std::string_view) {}
    std::string_view read(char *, std::size_t, Clock::time_point) { return {}; }
};

#endif

// ---------------------------------------------------------------------------------------------------
// Links: move JSON lines over TCP, plain or under TLS, or over standard input and output.
// ---------------------------------------------------------------------------------------------------

class Link {
  public:
    Link(int reads, int writes) : reads_(reads), writes_(writes) {}
    Link(const Link &) = delete;
    Link &operator=(const Link &) = delete;
    ~Link() {
        ::close(reads_);
        if (writes_ != reads_) ::close(writes_);
    }

    // Connects over TCP, under TLS where the address says so; `ca_file` (or nothing) is trusted beside the usual
    // authorities. Raises ConnectError.
    static std::unique_ptr<Link> dial(const Address &address, double timeout_s, const std::string &ca_file = "") {
        auto link = connect(address, timeout_s);
        if (!address.is_tls) return link;
        try {
            link->secure_ = std::make_unique<Secure>(link->reads_, address.host, ca_file, timeout_s);
        } catch (const LinkClosed &closed) {
            throw ConnectError(address.text() + ": " + closed.reason);
        }
        return link;
    }

    // Takes standard input and output for messages; what is printed from now on goes to standard error.
    static std::unique_ptr<Link> stdio() {
        std::cout.flush();
        std::fflush(stdout);
        const int input = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
        const int output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
        if (input < 0 || output < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
            throw ConnectError(std::string("standard input and output: ") + std::strerror(errno));
        }
        return std::make_unique<Link>(input, output);
    }

    // Sends one message. Raises LinkClosed.
    void send(const Json &plain) {
        const std::string line = plain.dump() + "\n";
        if (secure_) return secure_->write(line);
        std::size_t sent = 0;
        while (sent < line.size()) {
            ssize_t count = ::send(writes_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
            if (count < 0 && errno == ENOTSOCK) count = ::write(writes_, line.data() + sent, line.size() - sent);
            if (count < 0 && errno != EINTR) throw LinkClosed{std::strerror(errno), {}, 0};
            if (count > 0) sent += std::size_t(count);
        }
    }

    // The next line, an empty one for a keep-alive; nothing where none came in time. Raises LinkClosed.
    std::optional<std::string> receive(double timeout_s) {
        const auto until = in_s(timeout_s);
        while (true) {
            try {
                if (auto line = lines_.next()) return line;
                std::array<char, 65536> data;
                const auto found = secure_ ? secure_->read(data.data(), data.size(), until) : read(data, until);
                if (found.empty()) return std::nullopt;
                lines_.feed(found);
            } catch (const ProtocolError &error) {
                throw LinkClosed{error.what(), {}, 0};
            }
        }
    }

  private:
    static std::unique_ptr<Link> connect(const Address &address, double timeout_s) {
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        addrinfo *found = nullptr;
        const int status = ::getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found);
        if (status != 0) throw ConnectError(address.text() + ": " + ::gai_strerror(status));
        const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> guard(found, ::freeaddrinfo);
        std::string reason = "no address";
        for (const addrinfo *one = found; one != nullptr; one = one->ai_next) {
            const int socket = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
            if (socket < 0) continue;
            const timeval patience{time_t(timeout_s), 0};
            const int on = 1;
            ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);  // bounds connect(), too
            ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            if (::connect(socket, one->ai_addr, one->ai_addrlen) == 0) return std::make_unique<Link>(socket, socket);
            reason = errno == EINPROGRESS ? "no answer" : std::strerror(errno);
            ::close(socket);
        }
        throw ConnectError(address.text() + ": " + reason);
    }

    // Some bytes, nothing where the time is over. Raises LinkClosed.
    std::string_view read(std::array<char, 65536> &data, Clock::time_point until) const {
        while (wait_for(reads_, POLLIN, until)) {
            const ssize_t count = ::read(reads_, data.data(), data.size());
            if (count == 0) throw LinkClosed{"the connection was closed", {}, 0};
            if (count > 0) return {data.data(), std::size_t(count)};
            if (errno != EINTR) throw LinkClosed{std::strerror(errno), {}, 0};
        }
        return {};
    }

    int reads_;
    int writes_;
    LineCutter lines_;
    std::unique_ptr<Secure> secure_;  // nothing: the bytes go as they are
};

// ---------------------------------------------------------------------------------------------------
// The client: a connection that lasts.
//
//     connecting --welcome--> open --link lost--> reconnecting --welcome--> open
//          |                   |                       |
//          +------- refused, or lost for good ---------+----> over
//
// After a reconnect the server either resumes the session (missed messages follow, open requests are sent
// again with their numbers) or opens a new one (it sends match_start and snapshot again, open requests
// fail with ConnectionLostError). Either way a Welcome stands in the stream.
// ---------------------------------------------------------------------------------------------------

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
    Timing timing;
};

class Client {
  public:
    // Opens nothing yet. Raises AddressError for a bad `url`, or a token that would travel in the clear.
    explicit Client(const std::string &url, Login login = {})
        : address_(Address::parse(url)), login_(std::move(login)), rng_(make_rng()) {
        if (!login_.key && !login_.token.empty() && !address_.can_carry_token()) {
            throw AddressError(address_.text() + ": a token may only be sent under TLS; use infosets://, or a key");
        }
        std::uniform_int_distribution<std::uint64_t> any;
        secret_ = std::to_string(any(rng_)) + "-" + std::to_string(any(rng_));
    }
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;
    ~Client() { close(); }

    // Connects and logs in. Raises ConnectError or LoginError. Over stdio there is no login.
    void connect() {
        if (address_.is_stdio) {
            link_ = Link::stdio();
            return;
        }
        dial(login_.timing.connect_s, Json());
    }

    // Leaves on purpose: the session ends. May be called twice.
    void close() {
        if (!link_) return;
        try {
            if (!address_.is_stdio) link_->send(Json().set("type", "bye"));
        } catch (const LinkClosed &) {
        }
        link_.reset();
        over_ = ConnectionLostError("closed", 1000);
    }

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
    std::int64_t begin_plain(Json plain) {
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
    // The answer to a request that was begun. Raises as `request`.
    Json finish(std::int64_t number) {
        const Json answer = next_answer(number);
        open_.erase(number);
        return answer;
    }
    // Stops a request that was begun; its one answer still comes, with what there is.
    void cancel(std::int64_t number) {
        wire::Cancel cancel;
        cancel.target = number;
        request(cancel);
    }

    // Asks for a replay and hands its parts on in order, the last one included. Raises as `request`.
    void stream(const wire::Replay &message, const std::function<void(const wire::ReplayPart &)> &take) {
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
    Incoming receive() {
        while (true) {
            if (auto incoming = poll(3600)) return *incoming;
        }
    }
    // The same, but nothing if none comes within `timeout_s`.
    std::optional<Incoming> poll(double timeout_s) {
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

    static inline const std::set<std::string> THINKING{"determinize", "simulate", "rollout"};
    static inline const std::set<std::string> MAY_PASS{"rate_limited", "busy", "shutting_down"};

    static double now_s() { return Seconds(Clock::now().time_since_epoch()).count(); }
    static void sleep_s(double seconds) { std::this_thread::sleep_for(Seconds(seconds)); }
    static double wait_s(const Json &plain) {
        return plain["retry_ms"].is_integer() ? double(plain["retry_ms"].as_int()) / 1000 : 0;
    }
    static void expect_type(const Json &answer, const char *type) {
        if (!(answer["type"] == Json(type))) {
            throw ProtocolError("bad_message", "type", std::string(type) + " as the answer, got " + answer["type"].dump());
        }
    }

    void keep_pace(Throttle &throttle) {
        const double wait = throttle.take(now_s());
        if (wait > 0) sleep_s(wait);
    }

    // Sends a message over a link that may turn out to be lost: then we come back first, and what was
    // a request with a number is sent again by that.
    void transmit(const Json &plain) {
        if (!link_) throw over_.value_or(ConnectionLostError("call connect() first"));
        try {
            link_->send(plain);
        } catch (const LinkClosed &closed) {
            const LinkClosed lost = last_words(closed);
            come_back(lost);
            if (!plain.has("id")) throw ConnectionLostError("not sent: " + lost.reason, lost.code);
        }
    }

    // Why a link that takes nothing more was closed: the server has said so before, if it could.
    LinkClosed last_words(const LinkClosed &closed) {
        try {
            while (const auto line = link_->receive(0.1)) {
                if (!line->empty()) take(Json::parse(*line));
            }
        } catch (const LinkClosed &found) {
            return found.code ? found : closed;
        } catch (const ProtocolError &) {
        }
        return closed;
    }

    Json next_answer(std::int64_t number) {
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

    // Takes in one frame, or returns when the time is over. Comes back where the link is lost.
    void pump(Clock::time_point until) {
        if (!link_) throw over_.value_or(ConnectionLostError("call connect() first"));
        try {
            const double left_s = std::max(0.0, Seconds(until - Clock::now()).count());
            const double silent_s = login_.timing.silence_s;
            const auto line = link_->receive(address_.is_stdio ? left_s : std::min(left_s, silent_s));
            if (line) {
                has_asked_ = false;
                heard_ = Clock::now();
                if (!line->empty()) take(Json::parse(*line));
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

    void take(Json plain) {
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

    void deliver(Json plain) {
        if (inbox_.size() >= login_.timing.max_inbox) {
            end(ConnectionLostError("more messages than anybody reads"));
        }
        inbox_.push_back({std::move(plain), ++arrived_});
    }

    // Notes what was taken in: a link that breaks before that sends it again.
    void count(std::int64_t seq) {
        seq_ = seq;
        if (seq - acked_ >= login_.timing.ack_every && !address_.is_stdio) {
            acked_ = seq;
            link_->send(Json().set("type", "ack").set("seq", seq));
        }
    }

    [[noreturn]] void end(const ConnectionLostError &error) {
        link_.reset();
        over_ = error;
        throw error;
    }

    void come_back(const LinkClosed &lost) {
        const bool is_final = lost.code && wire::NO_RECONNECT.count(*lost.code) > 0;
        if (address_.is_stdio || is_final || login_.timing.reconnect_s <= 0) {
            end(ConnectionLostError(lost.reason.empty() ? "the server closed the connection" : lost.reason, lost.code));
        }
        Json resume;
        if (!lost.code || wire::NO_RESUME.count(*lost.code) == 0) {
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

    // Open requests after a reconnect: asked again in a resumed session, failed in a new one.
    void settle_open_requests() {
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

    // Connects and logs in, trying for `patience_s`.
    void dial(double patience_s, const Json &resume) {
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

    void retry(const TryAgain &failed, double give_up_s) {
        link_.reset();
        const double wait = backoff_.next_wait_s(rng_, failed.wait_s);
        if (now_s() + wait > give_up_s) std::rethrow_exception(failed.error);
        sleep_s(wait);
    }

    void log_in(const Json &resume) {
        try {
            link_->send(hello(resume));
            const double give_up_s = now_s() + login_.timing.welcome_s;
            Json answer = next_line(give_up_s);
            if (answer["type"] == Json("challenge")) {
                link_->send(proof(answer));
                answer = next_line(give_up_s);
            }
            open(read_welcome(answer));
        } catch (const ProtocolError &error) {
            throw ConnectError(address_.text() + ": what answers there does not speak the Infoset protocol (" +
                               error.what() + ")");
        } catch (const LinkClosed &closed) {
            throw ConnectError(address_.text() + ": closed during the login: " + closed.reason);
        }
    }

    Json next_line(double give_up_s) {
        while (true) {
            const auto line = link_->receive(std::max(0.0, give_up_s - now_s()));
            if (line && !line->empty()) return Json::parse(*line);
            if (!line && now_s() >= give_up_s) throw ConnectError(address_.text() + ": no welcome in time");
        }
    }

    // Signs where we are, so that nobody can use it elsewhere. A server that does not want that might.
    Json proof(const Json &asked) const {
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

    Json hello(const Json &resume) const {
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

    static wire::Welcome read_welcome(const Json &plain) {
        if (plain["type"] == Json("welcome")) return read<wire::Welcome>(plain);
        const bool is_bye = plain["type"] == Json("bye");
        const Json &code = plain["code"], &text = plain[is_bye ? "reason" : "msg"];
        const std::string name = code.is_string() ? code.as_string() : code.dump();
        const LoginError refused(name, text.is_string() ? text.as_string() : "it answered " + plain["type"].dump());
        const bool is_final = is_bye ? code.is_integer() && wire::NO_RECONNECT.count(code.as_int()) > 0 : MAY_PASS.count(name) == 0;
        if (is_final) throw refused;
        throw TryAgain{std::make_exception_ptr(refused), wait_s(plain)};
    }

    void open(wire::Welcome welcome) {
        if (!welcome.resumed) seq_ = acked_ = 0;
        throttle_.allow(welcome.limits.msgs_per_s, now_s());
        thinking_.allow(welcome.limits.computes_per_s.value_or(0), now_s());
        welcome_ = std::move(welcome);
        has_asked_ = false;
        heard_ = Clock::now();
    }

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

// ---------------------------------------------------------------------------------------------------
// What a bot is shown: the match it plays and the question it must answer. No network in here.
// ---------------------------------------------------------------------------------------------------

struct Player {
    std::int64_t seat = 0;
    std::string name;
    bool is_bot = false;
};

// One play of a game as its player knows it: all that stays the same from start to end.
struct Match {
    std::string match_id;
    std::string game;
    std::string rules;
    std::int64_t seat = -1;
    std::vector<Player> players;
    Json options;
    Json consts;
    Json compute;  // what thinking on the server may use; null where there is none
    wire::ClockSpec clock;

    std::size_t seats() const { return players.size(); }
};

// How a match ended. `places` (1 is best, ties share), `scores` and `returns` go by seat.
struct MatchResult {
    std::string reason;
    std::vector<std::int64_t> places;
    std::vector<double> scores;
    std::vector<double> returns;
    std::int64_t seat = -1;

    // The player's own; nothing if the match had none.
    std::optional<std::int64_t> place() const { return own(places); }
    std::optional<double> score() const { return own(scores); }

  private:
    template <class T>
    std::optional<T> own(const std::vector<T> &by_seat) const {
        const auto at = std::size_t(seat);
        return seat >= 0 && at < by_seat.size() ? std::optional(by_seat[at]) : std::nullopt;
    }
};

// One factor of a joint order: every combination of one option per slot is legal.
struct Slot {
    std::string name;
    std::vector<Json> options;
};

// One option per slot of a joint order.
struct Picks {
    std::vector<std::int64_t> of;
};

// What `decide` may return: an index, an action such as Json::list("build", 5) or a typed one, Picks, or
// nothing, which leaves an optional turn unanswered. Checked by Turn::read_answer.
class Answer {
  public:
    template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
    Answer(Number index) : value_(std::int64_t(index)) {}
    Answer(Json action) : value_(std::move(action)) {}
    Answer(Picks picks) : value_(std::move(picks)) {}
    Answer(std::nullopt_t) {}
    // A typed action, such as colonizers::BuildAction.
    template <class Action, std::enable_if_t<traits::HasVerb<Action>::value, int> = 0>
    Answer(const Action &action) : value_(write(action)) {}

    const std::int64_t *index() const { return std::get_if<std::int64_t>(&value_); }
    const Json *action() const { return std::get_if<Json>(&value_); }
    const Picks *picks() const { return std::get_if<Picks>(&value_); }
    bool is_none() const { return value_.index() == 0; }

  private:
    std::variant<std::monostate, std::int64_t, Json, Picks> value_;
};

// A checked answer: exactly one of an index, one option per slot, or a written action.
struct Choice {
    std::optional<std::int64_t> index;
    std::vector<std::int64_t> picks;
    Json action;
    std::optional<std::string> note;  // "fallback: ..." tells the server that the bot has not decided itself

    bool is_same_move(const Choice &other) const {
        return index == other.index && picks == other.picks && action == other.action;
    }
    bool operator==(const Choice &other) const { return is_same_move(other) && note == other.note; }
    // The choice, played for a bot that has not decided itself: the server is told why.
    Choice instead_of(const std::string &why) const {
        Choice choice = *this;
        choice.note = "fallback: " + why;
        return choice;
    }
    // Sets the fields of an Act, an ActRef or a Proposal.
    template <class Message>
    Message &put(Message &message) const {
        message.index = index;
        message.picks = picks;
        message.action = action;
        return message;
    }
};

// The server's compute for one decision. Its methods wait, so they take time from your clock. They raise
// RequestError: `budget_exhausted`, `stale_decision`, `compute_off`, ...
class Remote {
  public:
    Remote(Client &client, std::string match_id, std::int64_t decision)
        : client_(client), match_id_(std::move(match_id)), decision_(decision) {}

    // Samples `k` worlds; equal seeds give equal worlds.
    wire::Worlds determinize(std::int64_t k = 1, std::optional<std::int64_t> seed = std::nullopt) {
        wire::Determinize message;
        message.match_id = match_id_;
        message.decision = decision_;
        message.k = k;
        message.seed = seed;
        return client_.request(message);
    }
    // Walks worlds. `match_id` is filled in.
    wire::Sims simulate(wire::Simulate message) {
        message.match_id = match_id_;
        return client_.request(message);
    }
    // Plays worlds out, fresh ones if none are named. `match_id` and `decision` are filled in.
    wire::Rollouts rollout(wire::Rollout message) { return client_.request(about_this(std::move(message))); }
    // The same, begun: returns a number for `finish` and `cancel` of the client.
    std::int64_t begin_rollout(wire::Rollout message) { return client_.begin(about_this(std::move(message))); }
    wire::Rollouts finish_rollout(std::int64_t number) { return read<wire::Rollouts>(client_.finish(number)); }
    void cancel(std::int64_t number) { client_.cancel(number); }
    // Forgets worlds, all of them if none are named.
    void release(std::vector<std::string> worlds = {}) {
        wire::Release message;
        message.match_id = match_id_;
        if (!worlds.empty()) message.worlds = std::move(worlds);
        client_.request(message);
    }

  private:
    wire::Rollout about_this(wire::Rollout message) const {
        message.match_id = match_id_;
        if (message.worlds.empty()) message.decision = decision_;
        return message;
    }

    Client &client_;
    std::string match_id_;
    std::int64_t decision_;
};

// One open decision of one seat.
struct Turn {
    std::shared_ptr<const Match> match;
    std::int64_t decision = 0;
    std::string kind;
    std::optional<std::int64_t> n;  // actions an index can name; nothing: too many, answer with Picks
    std::vector<Json> actions;      // the actions by index, where they can be listed
    std::vector<Slot> slots;        // of a joint order
    std::vector<wire::Param> params;  // further actions, answered in written form
    std::int64_t fallback = 0;        // the index that a missed deadline plays
    Json observation;                 // everything the seat knows now
    std::optional<std::int64_t> deadline_ms;  // time left when the turn arrived; nothing: untimed
    std::vector<std::int64_t> clock_ms;       // the time banks by seat
    bool optional = false;                    // may be left unanswered
    std::optional<std::int64_t> tick;         // simultaneous games: the round being decided
    std::shared_ptr<Remote> remote;           // thinking on the server; null where that is not offered

    std::int64_t seat() const { return match->seat; }
    const std::string &game() const { return match->game; }
    bool is_product() const { return !slots.empty(); }

    // The observation in the game's own type: turn.read<colonizers::Observation>(). Raises ProtocolError.
    template <class T>
    T known() const {
        return infoset::read<T>(observation);
    }
    // The legal actions of one type, such as colonizers::BuildAction.
    template <class Action>
    std::vector<Action> actions_as() const {
        std::vector<Action> found;
        for (const Json &action : actions) {
            if (is_told<Action>(action)) found.push_back(infoset::read<Action>(action));
        }
        return found;
    }
    // The legal actions that begin with `verb`.
    std::vector<Json> actions_with(std::string_view verb) const {
        std::vector<Json> found;
        std::copy_if(actions.begin(), actions.end(), std::back_inserter(found),
                     [&](const Json &action) { return action.size() > 0 && action.at(0) == Json(verb); });
        return found;
    }
    // The position of an action, the first of equals. Raises WrongChoiceError.
    std::int64_t index_of(const Json &action) const {
        const auto found = std::find(actions.begin(), actions.end(), action);
        if (found == actions.end()) throw WrongChoiceError(action.dump() + " is not legal now; " + legal_text());
        return found - actions.begin();
    }
    // A legal answer drawn uniformly: an index, or Picks where there are too many for an index.
    Answer random_answer(Rng &rng) const {
        const auto below = [&rng](std::int64_t count) {
            return std::uniform_int_distribution<std::int64_t>(0, count - 1)(rng);
        };
        if (n) return below(*n);
        Picks picks;
        for (const Slot &slot : slots) picks.of.push_back(below(std::int64_t(slot.options.size())));
        return picks;
    }
    // What a missed deadline would play.
    Choice fallback_choice() const {
        Choice choice;
        if (n) {
            choice.index = fallback;
        } else {
            choice.picks.assign(slots.size(), 0);
        }
        return choice;
    }

    // Checks what a bot returned. Raises WrongChoiceError, which says what was expected.
    Choice read_answer(const Answer &answer) const {
        Choice choice;
        if (const auto *index = answer.index()) {
            if (!n || *index < 0 || *index >= *n) {
                throw WrongChoiceError("expected " + answer_text() + ", got " + std::to_string(*index));
            }
            choice.index = *index;
        } else if (const auto *picks = answer.picks()) {
            choice.picks = read_picks(*picks);
        } else if (const auto *action = answer.action()) {
            read_action(*action, choice);
        } else {
            throw WrongChoiceError("expected " + answer_text() + ", got nothing");
        }
        return choice;
    }

  private:
    std::vector<std::int64_t> read_picks(const Picks &picks) const {
        if (slots.empty() || picks.of.size() != slots.size()) {
            throw WrongChoiceError("expected " + answer_text() + ", got " + std::to_string(picks.of.size()) + " picks");
        }
        for (std::size_t i = 0; i < slots.size(); ++i) {
            const auto count = std::int64_t(slots[i].options.size());
            if (picks.of[i] < 0 || picks.of[i] >= count) {
                throw WrongChoiceError("slot " + slots[i].name + ": expected 0 to " + std::to_string(count - 1) +
                                       ", got " + std::to_string(picks.of[i]));
            }
        }
        return picks.of;
    }
    void read_action(const Json &action, Choice &choice) const {
        const auto found = std::find(actions.begin(), actions.end(), action);
        const std::string verb = action.size() > 0 && action.is_array() ? text_of(action.at(0)) : "";
        const bool is_free = std::any_of(params.begin(), params.end(), [&](const auto &p) { return p.kind == verb; });
        if (found != actions.end()) {
            choice.index = found - actions.begin();
        } else if (is_free) {
            choice.action = action;
        } else {
            throw WrongChoiceError(action.dump() + " is not legal now; " + legal_text());
        }
    }
    std::string answer_text() const {
        const std::string range = "an index from 0 to " + std::to_string(n.value_or(1) - 1);
        if (!is_product()) return range + " or one of the legal actions";
        std::string names;
        for (const Slot &slot : slots) names += (names.empty() ? "" : ", ") + slot.name;
        return (n ? range + " or " : "") + "one option per slot (" + names + ")";
    }
    std::string legal_text() const {
        constexpr std::size_t MOST = 12;
        if (is_product()) return "this is a joint order: expected " + answer_text();
        std::string text = "legal: ";
        for (std::size_t i = 0; i < std::min(MOST, actions.size()); ++i) text += (i ? ", " : "") + actions[i].dump();
        return actions.size() > MOST ? text + " and " + std::to_string(actions.size() - MOST) + " more" : text;
    }
};

// ---------------------------------------------------------------------------------------------------
// Follows one match through its messages and says what they mean for its player. Pure.
//
//     absent --your_turn, snapshot--> open --turn_closed, timeout, match_over--> closed
//                                       |
//                                       +--answered, accepted--> closed
// ---------------------------------------------------------------------------------------------------

struct Asked {
    std::shared_ptr<const Turn> turn;  // the same one may be asked again after a reconnect
};
struct Happened {
    std::vector<Plain> events;
};
// A decision of this seat closed without an answer we know of. `is_away`: while there was no connection.
struct Missed {
    std::int64_t decision;
    std::string why;
    bool is_away;
};
struct Over {
    MatchResult result;
};
using Happening = std::variant<Asked, Happened, Missed, Over>;

inline std::shared_ptr<const Match> read_match(const wire::MatchStart &start) {
    auto match = std::make_shared<Match>();
    match->match_id = start.match_id;
    match->game = start.game;
    match->rules = start.rules;
    match->seat = start.seat.value_or(-1);
    for (const auto &seat : start.players) {
        match->players.push_back({seat.seat, seat.name.value_or(""), seat.kind == wire::SeatInfoKind::bot});
    }
    match->options = start.options;
    match->consts = start.consts;
    match->compute = start.compute;
    match->clock = start.clock;
    return match;
}

class MatchTracker {
  public:
    explicit MatchTracker(std::shared_ptr<const Match> match) : match(std::move(match)) {}

    bool is_open(std::int64_t decision) const { return open_.count(decision) > 0; }
    // `decision` is closed: it was answered and taken, or it is too late for that.
    void close(std::int64_t decision) { open_.erase(decision); }
    // The server has accepted an answer, by when `arrived` messages had come: what they ask is old.
    void note_accepted(std::int64_t decision, std::uint64_t arrived) { accepted_[decision] = arrived; }

    // Takes in one message about this match. What it does not know it skips.
    std::vector<Happening> take(const Incoming &message) {
        number_ = message.number;
        if (const auto turn = message.as<wire::YourTurn>()) return ask(*turn, turn->obs, turn->clock, turn->tick);
        if (const auto snapshot = message.as<wire::Snapshot>()) return take_snapshot(*snapshot);
        if (const auto events = message.as<wire::Events>()) {
            if (!events->items.empty()) return {Happened{events->items}};
        } else if (const auto closed = message.as<wire::TurnClosed>()) {
            return miss(closed->decision, closed->why, false);
        } else if (const auto timeout = message.as<wire::Timeout>()) {
            if (timeout->seat == match->seat) {
                return miss(timeout->decision, "timeout, " + timeout->applied + " played", false);
            }
        } else if (const auto over = message.as<wire::MatchOver>()) {
            open_.clear();
            return {Over{{over->reason, over->places, over->scores, over->returns, match->seat}}};
        }
        return {};
    }

    const std::shared_ptr<const Match> match;

  private:
    // A snapshot lists all open decisions: others are closed, missed while nobody looked.
    std::vector<Happening> take_snapshot(const wire::Snapshot &snapshot) {
        std::vector<Happening> happenings;
        for (const std::int64_t number : std::set<std::int64_t>(open_)) {
            const auto is_it = [&](const auto &pending) { return pending.decision == number; };
            if (std::none_of(snapshot.pending.begin(), snapshot.pending.end(), is_it)) {
                for (auto &missed : miss(number, "away", true)) happenings.push_back(missed);
            }
        }
        for (const auto &pending : snapshot.pending) {
            for (auto &asked : ask(pending, snapshot.obs, snapshot.clock, std::nullopt)) happenings.push_back(asked);
        }
        return happenings;
    }

    template <class Question>
    std::vector<Happening> ask(const Question &asked, const Json &obs,
                               const std::optional<std::vector<std::int64_t>> &clock, std::optional<std::int64_t> tick) {
        const auto accepted = accepted_.find(asked.decision);
        if (accepted != accepted_.end() && number_ <= accepted->second) return {};
        auto turn = std::make_shared<Turn>();
        turn->match = match;
        turn->decision = asked.decision;
        turn->kind = asked.kind;
        turn->n = asked.n;
        if (asked.legal.actions) turn->actions = *asked.legal.actions;
        if (asked.legal.slots) {
            for (const auto &slot : *asked.legal.slots) turn->slots.push_back({slot.slot, slot.options});
        }
        if (asked.legal.params) turn->params = *asked.legal.params;
        turn->fallback = asked.fallback;
        turn->observation = obs;
        turn->deadline_ms = asked.deadline_ms;
        if (clock) turn->clock_ms = *clock;
        turn->optional = asked.optional.value_or(false);
        turn->tick = tick;
        open_.insert(turn->decision);
        return {Asked{turn}};
    }

    std::vector<Happening> miss(std::int64_t decision, const std::string &why, bool is_away) {
        if (open_.erase(decision) == 0) return {};
        return {Missed{decision, why, is_away}};
    }

    std::set<std::int64_t> open_;
    std::map<std::int64_t, std::uint64_t> accepted_;  // how many messages had arrived then
    std::uint64_t number_ = 0;                        // of the message that is taken in
};

// ---------------------------------------------------------------------------------------------------
// Bots.
// ---------------------------------------------------------------------------------------------------

// Plays one match on one seat: made anew for every match. An exception in any method is logged and the
// match goes on; in `decide`, the fallback is played.
class Bot {
  public:
    Bot() : rng(make_rng()) {}
    virtual ~Bot() = default;

    // Answers a turn: an index, one of `turn.actions`, Picks for a joint order.
    virtual Answer decide(const Turn &turn) = 0;
    // The match begins (or was rejoined by a new process).
    virtual void on_start(const Match &) {}
    // Something happened that this seat may see: objects with `e`, their kind, in order.
    virtual void on_events(const Match &, const std::vector<Plain> &) {}
    virtual void on_over(const Match &, const MatchResult &) {}

    Rng rng;  // the bot's own random numbers; seed it for play that can be repeated
};

using BotFactory = std::function<std::unique_ptr<Bot>()>;

// What went wrong on one seat or many.
struct Faults {
    int exceptions = 0;
    int wrong_answers = 0;
    int missed = 0;

    void add(const Faults &other) {
        exceptions += other.exceptions;
        wrong_answers += other.wrong_answers;
        missed += other.missed;
    }
};

// What is being thrown, as a sentence. Call it in a `catch`.
inline std::string current_exception_text() {
    try {
        throw;
    } catch (const std::exception &error) {
        return error.what();
    } catch (...) {
        return "something that is no std::exception";
    }
}

// One bot on one seat of one match: shows it every turn, checks its answers, survives its mistakes.
class BotSeat {
  public:
    BotSeat(std::shared_ptr<const Match> match, const BotFactory &make, Client &client)
        : match(match), tracker_(match), client_(client) {
        guard("the bot's constructor", [&] { bot_ = make(); });
        call("on_start", [&] { bot_->on_start(*this->match); });
    }

    // Takes one message about the match and calls the bot. Raises what ends the connection for good.
    void take(const Incoming &incoming) {
        for (const Happening &happening : tracker_.take(incoming)) {
            if (const auto *asked = std::get_if<Asked>(&happening)) {
                answer(*asked->turn);
            } else if (const auto *happened = std::get_if<Happened>(&happening)) {
                call("on_events", [&] { bot_->on_events(*match, happened->events); });
            } else if (const auto *missed = std::get_if<Missed>(&happening)) {
                note_missed(*missed);
            } else if (const auto *over = std::get_if<Over>(&happening)) {
                result = over->result;
                call("on_over", [&] { bot_->on_over(*match, *result); });
            }
        }
    }

    const std::shared_ptr<const Match> match;
    std::optional<MatchResult> result;
    Faults faults;

  private:
    static constexpr int MAX_TRIES = 5;  // of one request that the server is too busy for

    // Runs the bot's code; false where it raised.
    template <class Work>
    bool guard(const std::string &what, Work work) {
        try {
            work();
            return true;
        } catch (const ConnectionLostError &) {
            throw;
        } catch (...) {
            ++faults.exceptions;
            Log::get().warn(name() + ": " + what + " raised: " + clean(current_exception_text()));
            return false;
        }
    }
    template <class Work>
    void call(const std::string &hook, Work work) {
        if (bot_) guard(hook, work);
    }

    void note_missed(const Missed &missed) {
        const bool was_answered = choices_.erase(missed.decision) > 0;
        if (was_answered && missed.is_away) return;  // it was taken, only the word of it was lost
        ++faults.missed;
        Log::get().warn(name() + ": decision " + std::to_string(missed.decision) + " was missed (" + missed.why + ")");
    }

    void answer(const Turn &asked) {
        if (!tracker_.is_open(asked.decision)) return;
        auto found = choices_.find(asked.decision);
        if (found == choices_.end()) {
            Turn turn = asked;
            if (!match->compute.is_null()) {
                turn.remote = std::make_shared<Remote>(client_, match->match_id, turn.decision);
            }
            found = choices_.emplace(asked.decision, decide(turn)).first;
        }
        const std::optional<Choice> choice = found->second;
        if (choice) act(asked, *choice);
    }

    // The bot's choice, or the fallback if it has none; nothing leaves an optional turn open.
    std::optional<Choice> decide(const Turn &turn) {
        std::optional<Answer> answer;
        const std::string what = "decide in decision " + std::to_string(turn.decision) + " (" + turn.kind + ")";
        if (!bot_) return turn.fallback_choice().instead_of("the bot could not be made");
        if (!guard(what, [&] { answer = bot_->decide(turn); })) {
            return turn.fallback_choice().instead_of("decide raised an exception");
        }
        if (answer->is_none() && turn.optional) return std::nullopt;
        try {
            return turn.read_answer(*answer);
        } catch (const WrongChoiceError &error) {
            ++faults.wrong_answers;
            Log::get().warn(name() + ": " + what + ": the fallback is played: " + error.what());
            return turn.fallback_choice().instead_of("wrong answer");
        }
    }

    void act(const Turn &turn, const Choice &choice) {
        wire::Act act;
        act.match_id = match->match_id;
        act.decision = turn.decision;
        choice.put(act);
        act.note = choice.note;
        try {
            const auto taken = patiently(act);
            tracker_.note_accepted(turn.decision, client_.arrived());
            if (!taken.sealed.value_or(false)) close(turn);  // else the server, started anew, may ask again
        } catch (const RequestError &error) {
            refused(turn, choice, error);
        } catch (const ReplyTimeoutError &error) {
            Log::get().info(name() + ": " + error.what());
        } catch (const ConnectionLostError &error) {
            if (!client_.is_connected()) throw;
            Log::get().info(name() + ": " + error.what());  // a snapshot will ask again; the choice is kept
        }
    }

    void refused(const Turn &turn, const Choice &choice, const RequestError &error) {
        static const std::set<std::string> CLOSED{"stale_decision", "wrong_state", "not_found", "not_your_seat"};
        if (error.is(wire::code::ILLEGAL_ACTION) && !choice.is_same_move(turn.fallback_choice())) {
            ++faults.wrong_answers;
            Log::get().warn(name() + ": illegal, the fallback is played: " + clean(error.what()));
            act(turn, turn.fallback_choice().instead_of("illegal"));
        } else if (CLOSED.count(error.code) > 0) {
            Log::get().info(name() + ": too late: " + clean(error.what()));
            close(turn);
        } else {
            Log::get().warn(name() + ": not accepted: " + clean(error.what()));
        }
    }

    // Sends an act, again and again where the server is too busy for it.
    wire::ActOk patiently(const wire::Act &act) {
        static const std::set<std::string> BUSY{"rate_limited", "busy", "too_many_inflight", "unavailable", "storage_full"};
        for (int tries = 1;; ++tries) {
            try {
                return client_.request(act);
            } catch (const RequestError &error) {
                // An unknown code is judged by its wait alone.
                const bool may_pass = BUSY.count(error.code) > 0 || error.retry_ms;
                if (!may_pass || tries == MAX_TRIES) throw;
                std::this_thread::sleep_for(std::chrono::milliseconds(error.retry_ms.value_or(200)));
            }
        }
    }

    void close(const Turn &turn) {
        tracker_.close(turn.decision);
        choices_.erase(turn.decision);
    }
    std::string name() const {
        return match->game + " " + match->match_id + " seat " + std::to_string(match->seat);
    }

    MatchTracker tracker_;
    Client &client_;
    std::unique_ptr<Bot> bot_;
    std::map<std::int64_t, std::optional<Choice>> choices_;  // not known to be accepted yet
};

// What a bot decides is not what a test of it expects.
class DecisionError : public Error {
  public:
    using Error::Error;
};

// What an answer stands for, as text. Raises WrongChoiceError.
inline std::string spell_answer(const Turn &turn, const Answer &answer) {
    const Choice choice = turn.read_answer(answer);
    if (choice.index) {
        const auto index = std::size_t(*choice.index);
        return index < turn.actions.size() ? turn.actions[index].dump() : std::to_string(index);
    }
    if (choice.picks.empty()) return choice.action.dump();
    std::string text;
    for (std::size_t slot = 0; slot < choice.picks.size(); ++slot) {
        text += (slot == 0 ? "" : ",") + turn.slots[slot].options[std::size_t(choice.picks[slot])].dump();
    }
    return "[" + text + "]";
}

// The messages of a trace, as `infoset replay --trace` and `infoset bot --trace` write it.
inline std::vector<Incoming> read_trace(const std::string &path) {
    std::ifstream file(path);
    if (!file) throw DecisionError(path + ": cannot be read");
    std::vector<Incoming> messages;
    std::string line;
    for (bool is_first = true; std::getline(file, line); is_first = false) {
        Json plain = Json::parse(line);
        if (is_first && !(plain["form"] == Json("infoset-trace/1"))) {
            throw DecisionError(path + ": expected the form infoset-trace/1");
        }
        if (!is_first && !(plain["type"] == Json("thought"))) messages.push_back({std::move(plain), 0});
    }
    return messages;
}

// Asserts that a bot, on the seat of a trace, decides on `action` where `ver` is `ply`: for tests. The bot is made
// anew, and told and asked everything that came before, whatever it answers; so it knows what it knew then. `action`
// is whatever `decide` may return. Raises DecisionError, which says what the bot decides instead, or where something
// is asked.
inline void assert_decision(const BotFactory &make, const std::string &path, std::int64_t ply, const Answer &action) {
    const auto bot = make();
    std::optional<MatchTracker> tracker;
    std::string asked;
    for (const Incoming &message : read_trace(path)) {
        if (const auto start = message.as<wire::MatchStart>()) {
            tracker.emplace(read_match(*start));
            bot->on_start(*tracker->match);
        }
        if (!tracker) throw DecisionError(path + ": no match begins in it");
        for (const Happening &happening : tracker->take(message)) {
            if (const auto *happened = std::get_if<Happened>(&happening)) bot->on_events(*tracker->match, happened->events);
            const auto *question = std::get_if<Asked>(&happening);
            if (question == nullptr) continue;
            const Turn &turn = *question->turn;
            const Answer answer = bot->decide(turn);
            const std::string ver = message.plain["ver"].dump();
            if (ver != std::to_string(ply)) {
                asked += (asked.empty() ? "" : ", ") + ver;
                continue;
            }
            const std::string place = "ply " + ver + ", decision " + std::to_string(turn.decision) + " (" + turn.kind + ")";
            std::string expected, found;
            try {
                expected = spell_answer(turn, action);
                found = spell_answer(turn, answer);
            } catch (const WrongChoiceError &wrong) {
                throw DecisionError(place + ": " + wrong.what());
            }
            if (found == expected) return;
            throw DecisionError(place + ": expected " + expected + ", the bot answers " + found);
        }
    }
    throw DecisionError(path + ": nothing is asked at ply " + std::to_string(ply) + ", but at " + asked);
}

// Which seats to take. With neither `game` nor `room`, those that the server gives, or the one on stdio.
struct Plan {
    std::string game;
    std::optional<std::int64_t> seats;
    std::optional<std::int64_t> fill_ms;
    int tables = 1;  // matches of the game or the ladder that are sought or played at the same time
    std::string room;
    std::optional<std::int64_t> seat;
    std::string code;
    std::string ladder;   // is entered with an entry under the name of its user, for rated matches
    std::string version;  // of that entry: another one begins anew
    int matches = 1;      // in all; 0: until stopped
};

// Counts results and says them in words.
struct Tally {
    int matches = 0;
    int without_result = 0;
    std::vector<std::int64_t> places;

    void add(const MatchResult &result) {
        ++matches;
        if (result.place()) {
            places.push_back(*result.place());
        } else {
            ++without_result;
        }
    }
    // `played 10 matches: 4 first places, average place 1.90`
    std::string text() const {
        std::string text = "played " + count(matches, "match", "matches");
        if (!places.empty()) {
            double sum = 0;
            for (const auto place : places) sum += double(place);
            std::array<char, 32> average{};
            std::snprintf(average.data(), average.size(), "%.2f", sum / double(places.size()));
            const auto first = int(std::count(places.begin(), places.end(), 1));
            text += ": " + count(first, "first place", "first places") + ", average place " + average.data();
        }
        if (without_result > 0) text += (places.empty() ? ": " : ", ") + std::to_string(without_result) + " without a result";
        return text;
    }
    static std::string count(int number, const std::string &one, const std::string &many) {
        return std::to_string(number) + " " + (number == 1 ? one : many);
    }
    // `; 3 exceptions, 1 wrong answer`, nothing if all went well.
    static std::string faults_text(const Faults &faults) {
        std::string text;
        const auto add = [&text](int number, const char *one, const char *many) {
            if (number > 0) text += (text.empty() ? "; " : ", ") + count(number, one, many);
        };
        add(faults.exceptions, "exception", "exceptions");
        add(faults.wrong_answers, "wrong answer", "wrong answers");
        add(faults.missed, "missed decision", "missed decisions");
        return text;
    }
};

// `colonizers m_5xT2 seat 2: place 1 of 4, score 38 (finished)`
inline std::string result_text(const Match &match, const MatchResult &result) {
    std::string text = match.game + " " + match.match_id + " seat " + std::to_string(match.seat);
    if (!result.place()) return text + ": no result (" + result.reason + ")";
    std::array<char, 32> score{};
    std::snprintf(score.data(), score.size(), "%g", result.score().value_or(0));
    return text + ": place " + std::to_string(*result.place()) + " of " + std::to_string(result.places.size()) +
           ", score " + score.data() + " (" + result.reason + ")";
}

// Plays by a plan, one bot object per match: Host(client, make, plan).run().
class Host {
  public:
    Host(Client &client, BotFactory make, Plan plan, std::function<void(const BotSeat &)> on_result)
        : client_(client), make_(std::move(make)), plan_(std::move(plan)), on_result_(std::move(on_result)) {}

    static constexpr int MAX_TABLES = 64;

    // Plays until the plan is fulfilled. Raises RequestError if the server refuses a seat,
    // ConnectionLostError and its like if the connection ends before that. Several matches take turns on this
    // one thread: while a bot thinks, the others wait.
    void run() {
        take_seat();
        while (!is_fulfilled()) {
            try {
                route(client_.receive());
            } catch (const ProtocolError &error) {
                Log::get().warn(std::string("a message of the server was passed over: ") + error.what());
            }
        }
    }

  private:
    bool is_fulfilled() const { return plan_.matches != 0 && done_ >= plan_.matches; }

    void take_seat() {
        if (!plan_.room.empty()) {
            join();
        } else if (!plan_.ladder.empty()) {
            enter();
        } else {
            seek_more();
        }
    }

    // Makes the entry of the plan, and queues it for the matches that are left.
    void enter() {
        wire::LadderRegister entry;
        entry.ladder = plan_.ladder;
        entry.name = client_.welcome().name;
        if (!plan_.version.empty()) entry.version = plan_.version;
        entry.kind = wire::PlayerKind::bot;
        wire::LadderQueue queue;
        queue.ladder = plan_.ladder;
        queue.parallel = std::clamp(plan_.tables, 1, MAX_TABLES);
        if (plan_.matches != 0) queue.games = plan_.matches - done_;
        try {
            queue.entry = client_.request(entry).data["entry"].as_string();
        } catch (const ConnectionLostError &) {
            if (!client_.is_connected()) throw;
            return;  // the next welcome enters anew
        }
        insist(queue);
    }

    // Seeks until as many matches are played or sought as the plan wants.
    void seek_more() {
        if (plan_.game.empty()) return;
        wire::Seek seek;
        seek.game = plan_.game;
        seek.seats = plan_.seats;
        seek.fill_ms = plan_.fill_ms;
        try {
            while (is_wanted() && insist(seek)) {
                seeks_ = sought() + 1;
                sought_in_ = client_.welcome().session;
            }
        } catch (const RequestError &error) {
            const bool is_enough = error.is(wire::code::BUSY) && sought() + int(seats_.size()) > 0;
            if (!is_enough) throw;  // else more when one of them is over
        }
    }

    bool is_wanted() const {
        const int at_once = sought() + int(seats_.size());
        const bool is_left = plan_.matches == 0 || done_ + at_once < plan_.matches;
        return is_left && at_once < std::clamp(plan_.tables, 1, MAX_TABLES);
    }

    // Matches that are sought and have not begun; a new session knows nothing of earlier ones.
    int sought() const { return sought_in_ == client_.welcome().session ? seeks_ : 0; }

    // A request that is made anew at the next welcome where it got lost; was it answered?
    template <class Request>
    bool insist(const Request &message) {
        try {
            client_.request(message);
            return true;
        } catch (const ConnectionLostError &) {
            if (!client_.is_connected()) throw;
            return false;
        }
    }

    void join() {
        wire::Join join;
        join.room = plan_.room;
        if (!plan_.code.empty()) join.code = plan_.code;
        join.seat = plan_.seat;
        if (!plan_.seat) join.any_seat = true;
        join.ready = true;
        insist(join);
    }

    void route(const Incoming &incoming) {
        if (const auto start = incoming.as<wire::MatchStart>()) {
            open(*start);
        } else if (incoming.is<wire::Welcome>()) {
            if (!client_.welcome().resumed) look_after_seats();
        } else if (const auto error = incoming.as<wire::Error>()) {
            if (!error->match_id) Log::get().warn("the server says: " + clean(error->msg) + " (" + error->code + ")");
        }
        const auto found = seats_.find(incoming.match_id());
        if (found == seats_.end()) return;
        found->second->take(incoming);
        if (found->second->result) finish(found->first);
    }

    void open(const wire::MatchStart &start) {
        if (start.role != wire::MatchStartRole::player || seats_.count(start.match_id) > 0) return;
        seats_[start.match_id] = std::make_unique<BotSeat>(read_match(start), make_, client_);
        seeks_ = std::max(0, sought() - 1);
        seek_more();
    }

    void finish(const std::string &match_id) {
        const auto seat = std::move(seats_.at(match_id));
        seats_.erase(match_id);
        ++done_;
        on_result_(*seat);
        if (is_fulfilled()) return;
        if (plan_.room.empty()) {
            seek_more();
        } else {
            wire::Ready ready;
            ready.room = plan_.room;
            insist(ready);
        }
    }

    // A new session: what was sought is forgotten, and matches may have ended while nobody listened.
    void look_after_seats() {
        std::vector<std::string> gone;
        for (const auto &[match_id, seat] : seats_) {
            wire::Sync sync;
            sync.match_id = match_id;
            try {
                client_.request(sync);
            } catch (const RequestError &) {
                gone.push_back(match_id);
            }
        }
        for (const auto &match_id : gone) {
            Log::get().warn("match " + match_id + " went on without us");
            finish_without_result(match_id);
        }
        const bool is_seated = !plan_.room.empty() && !seats_.empty();
        if (!is_seated && !is_fulfilled()) take_seat();
    }

    void finish_without_result(const std::string &match_id) {
        const auto seat = std::move(seats_.at(match_id));
        seats_.erase(match_id);
        seat->result = MatchResult{"went on without us", {}, {}, {}, seat->match->seat};
        ++done_;
        on_result_(*seat);
    }

    Client &client_;
    BotFactory make_;
    Plan plan_;
    std::function<void(const BotSeat &)> on_result_;
    std::map<std::string, std::unique_ptr<BotSeat>> seats_;
    int seeks_ = 0;
    std::string sought_in_;  // the session that knows of them
    int done_ = 0;
};

// ---------------------------------------------------------------------------------------------------
// Programs: the options of a command line, and main() of a bot.
// ---------------------------------------------------------------------------------------------------

// Where to connect and what to play, from the command line and the environment. Raises CommandError.
struct Options {
    std::string url;
    std::string name;
    std::string token;
    std::optional<LoginKey> key;
    std::string ca_file;
    std::string log;
    double wait_s = 0;
    bool is_verbose = false;
    bool is_help = false;
    bool has_given_seats = false;  // a server has started us, and knows what we play
    Plan plan;
    std::vector<std::string> others;  // what no option takes; for programs with words of their own

    static constexpr const char *HELP =
        "  --url URL         infoset://HOST:PORT, infosets:// or stdio: (default: $INFOSET_URL or this machine)\n"
        "  --stdio           play one match on standard input and output, behind `infoset bridge --mode json`\n"
        "  --name NAME       name to play under (default: $INFOSET_NAME)\n"
        "  --token-file F    file with the secret token (default: the token in $INFOSET_TOKEN, else a guest)\n"
        "  --key-file F      file with the private key to log in with instead (needs -DINFOSET_TLS)\n"
        "  --ca-file F       certificates to trust beside the usual authorities, under TLS\n"
        "  --encoding NAME   json: this program speaks no other\n"
        "  --wait SECONDS    keep trying this long while the server cannot be reached\n"
        "  --seek GAME       be paired with whoever seeks the same game\n"
        "  --seats N         with --seek: number of seats\n"
        "  --fill SECONDS    with --seek: wait before house bots fill the empty seats\n"
        "  --tables N        with --seek and --ladder: matches at the same time (default: 1)\n"
        "  --room ROOM       take a seat in this room\n"
        "  --ladder LADDER   play rated matches on this ladder\n"
        "  --seat N          with --room: seat, from 0\n"
        "  --code CODE       with --room: code of an unlisted room\n"
        "  --version TEXT    with --ladder: which program this is; another version begins anew (default: 1)\n"
        "  --games N         matches to play in all (default: 1 with --seek and --room, else no end)\n"
        "  --log FILE        write the log into this file, too (default: $INFOSET_LOG)\n"
        "  --verbose         tell more on stderr\n";

    static Options parse(int argc, char **argv, const std::string &seek = "") {
        Options options;
        options.name = environment("INFOSET_NAME");
        options.token = environment("INFOSET_TOKEN");
        options.log = environment("INFOSET_LOG");
        options.has_given_seats = !options.token.empty();
        const bool is_stdio_asked = environment("INFOSET_STDIO") == "1";
        int games = 0;
        for (int i = 1; i < argc; ++i) {
            const std::string option = argv[i];
            const auto value = [&] {
                if (i + 1 >= argc) throw CommandError(option + ": a value is missing");
                return std::string(argv[++i]);
            };
            if (option == "--url") {
                options.url = value();
            } else if (option == "--stdio") {
                options.url = "stdio:";
            } else if (option == "--name") {
                options.name = value();
            } else if (option == "--token-file") {
                options.token = read_token(value());
            } else if (option == "--key-file") {
                options.key = LoginKey::load(value());
            } else if (option == "--ca-file") {
                options.ca_file = value();
            } else if (option == "--encoding") {
                if (value() != "json") throw CommandError("--encoding: this program speaks json only; the bridge speaks both");
            } else if (option == "--wait") {
                options.wait_s = number(option, value(), 0, 86400);
            } else if (option == "--seek") {
                options.plan.game = value();
            } else if (option == "--seats") {
                options.plan.seats = int(number(option, value(), 1, 16));
            } else if (option == "--fill") {
                options.plan.fill_ms = int(1000 * number(option, value(), 0, 86400));
            } else if (option == "--tables") {
                options.plan.tables = int(number(option, value(), 1, Host::MAX_TABLES));
            } else if (option == "--room") {
                options.plan.room = value();
            } else if (option == "--seat") {
                options.plan.seat = int(number(option, value(), 0, 15));
            } else if (option == "--code") {
                options.plan.code = value();
            } else if (option == "--ladder") {
                options.plan.ladder = value();
            } else if (option == "--version") {
                options.plan.version = value();
            } else if (option == "--games") {
                games = int(number(option, value(), 1, 1e9));
            } else if (option == "--log") {
                options.log = value();
            } else if (option == "--verbose" || option == "-v") {
                options.is_verbose = true;
            } else if (option == "--help" || option == "-h") {
                options.is_help = true;
            } else if (option.rfind("--", 0) == 0) {
                throw CommandError(option + ": no such option; --help lists them");
            } else {
                options.others.push_back(option);
            }
        }
        Plan &plan = options.plan;
        const int ways = !plan.game.empty() + !plan.room.empty() + !plan.ladder.empty();
        if (ways > 1) throw CommandError("expected one of --seek, --room and --ladder");
        const bool is_sought_by_name = ways == 1;
        // Behind a bridge nobody says where to go; from a terminal, or under a server that gives seats, we connect.
        const bool is_left_open = options.url.empty() && !is_sought_by_name && !options.has_given_seats;
        if (is_stdio_asked || (is_left_open && ::isatty(STDIN_FILENO) == 0)) options.url = "stdio:";
        const bool is_stdio = options.url.rfind("stdio", 0) == 0;
        if (!is_stdio && !options.has_given_seats && !is_sought_by_name) plan.game = seek;
        const bool is_sought = !plan.game.empty() || !plan.room.empty();
        plan.matches = games > 0 ? games : is_sought || is_stdio ? 1 : 0;
        if (options.url.empty()) options.url = environment("INFOSET_URL");
        if (options.url.empty()) options.url = "infoset://127.0.0.1:" + std::to_string(DEFAULT_PORT);
        return options;
    }

    Login login(const std::string &default_name, std::vector<std::string> features) const {
        Login login;
        login.name = name.empty() ? default_name : name;
        login.token = token;
        login.key = key;
        login.ca_file = ca_file;
        login.features = std::move(features);
        login.timing.connect_s = wait_s;
        return login;
    }

  private:
    static std::string environment(const char *name) {
        const char *value = std::getenv(name);
        return value == nullptr ? "" : value;
    }
    static double number(const std::string &option, const std::string &text, double least, double most) {
        char *end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (text.empty() || *end != '\0' || !(value >= least && value <= most)) {
            throw CommandError(option + ": expected a number from " + std::to_string(std::int64_t(least)) + " to " +
                               std::to_string(std::int64_t(most)) + ", got " + text);
        }
        return value;
    }
    static std::string read_token(const std::string &path) {
        std::ifstream file(path);
        std::string token, more;
        if (!(file >> token) || file >> more) {
            throw CommandError("token file " + path + ": expected one token and nothing else");
        }
        return token;
    }
};

// Does a program's work; what goes wrong on purpose becomes one sentence. Returns the exit code.
inline int run_guarded(const std::function<int()> &work) {
    try {
        return work();
    } catch (const Error &error) {
        std::cerr << "infoset: " << clean(error.what()) << std::endl;
        return 1;
    }
}

// The main() of a bot: reads the options, plays, writes a line for each match and a summary. `seek` is the
// game that is sought where the command line names none.
inline int run(int argc, char **argv, const BotFactory &make, const std::string &name = "cpp-bot",
               const std::string &seek = "") {
    return run_guarded([&] {
        const Options options = Options::parse(argc, argv, seek);
        if (options.is_help) {
            std::cout << Options::HELP;
            return 0;
        }
        if (!options.others.empty()) throw CommandError(options.others.front() + ": what is this? --help lists the options");
        Log::get().is_verbose = options.is_verbose;
        if (!options.log.empty()) Log::get().open(options.log);
        Client client(options.url, options.login(name, {"compute"}));
        const Plan &plan = options.plan;
        const bool is_named = !plan.game.empty() || !plan.room.empty() || !plan.ladder.empty();
        const bool is_told = is_named || options.has_given_seats;
        if (!client.is_stdio() && !is_told) {
            throw CommandError("what shall be played? Add --seek GAME to be paired, --room ROOM to take a seat, or --ladder LADDER");
        }
        client.connect();
        Tally tally;
        Faults faults;
        const auto finish = [&] { std::cout << tally.text() << Tally::faults_text(faults) << std::endl; };
        try {
            Host(client, make, options.plan, [&](const BotSeat &seat) {
                tally.add(*seat.result);
                faults.add(seat.faults);
                std::cout << result_text(*seat.match, *seat.result) << std::endl;
            }).run();
        } catch (const Error &) {
            finish();
            throw;
        }
        finish();
        return 0;
    });
}

template <class MyBot>
int run(int argc, char **argv, const std::string &name = "cpp-bot", const std::string &seek = "") {
    return run(argc, argv, [] { return std::make_unique<MyBot>(); }, name, seek);
}

// ---------------------------------------------------------------------------------------------------
// Assistants: programs that sit beside a player. `infoset assist -- ./program` runs them.
// ---------------------------------------------------------------------------------------------------

// The 16 signs, which look the same in every game and every client.
enum class Badge { cross, ring, skull, diamond, shield, eye, up, right, down, left, flag, star, question, bolt, lock, coin };

// Collects the drawings of one hook; what it draws replaces what it drew the time before. Anchors are names
// such as `cell:4,7` or `screen:side`; colours are names from the palette (`good`, `danger`, ...) or `#rrggbb`.
class Canvas {
  public:
    using Rows = std::vector<std::pair<std::string, std::string>>;

    void text(const std::string &at, const std::string &words, const std::string &color = "") {
        add(wire::DrawingK::text, {at}, color).t = words.substr(0, 120);
    }
    void badge(const std::string &at, Badge badge, const std::string &color = "") {
        add(wire::DrawingK::badge, {at}, color).n = std::int64_t(badge);
    }
    // A tint, from 0 (cold) to 1 (hot).
    void heat(const std::string &at, double value) {
        add(wire::DrawingK::heat, {at}, "").v = std::clamp(value, 0.0, 1.0);
    }
    void arrow(std::vector<std::string> at, const std::string &color = "") { add(wire::DrawingK::arrow, std::move(at), color); }
    void path(std::vector<std::string> at, const std::string &color = "") { add(wire::DrawingK::path, std::move(at), color); }
    void mark(const std::string &at, const std::string &color = "") { add(wire::DrawingK::mark, {at}, color); }
    void ghost(const std::string &at, const std::string &piece, const std::string &color = "") {
        add(wire::DrawingK::ghost, {at}, color).t = piece.substr(0, 120);
    }
    // Lines of name and value in a panel.
    void table(const Rows &rows, const std::string &at = "screen:side") {
        auto &cells = add(wire::DrawingK::table, {at}, "").rows.emplace();
        for (const auto &[name, value] : rows) cells.push_back({name.substr(0, 64), value.substr(0, 64)});
    }
    // What was drawn since this was asked last.
    std::vector<wire::Drawing> take() { return std::exchange(items_, {}); }

  private:
    wire::Drawing &add(wire::DrawingK kind, std::vector<std::string> at, const std::string &color) {
        wire::Drawing drawing;
        drawing.k = kind;
        drawing.at = std::move(at);
        if (!color.empty()) drawing.c = color;
        items_.push_back(std::move(drawing));
        return items_.back();
    }

    std::vector<wire::Drawing> items_;
};

// Subclass it and fill in hooks. Each hook's drawings replace those of its call before. An exception in a
// hook goes to the owner's log; the others go on.
class Assistant {
  public:
    virtual ~Assistant() = default;

    // A match begins, or is joined; also after a restart of this program.
    virtual void start() {}
    // The owner is asked for a decision. Drawings stay until the next one.
    virtual void every_turn(const Turn &) {}
    // A second has passed; so many since the match was joined.
    virtual void every_second(std::int64_t) {}
    // Something has happened: `events` and `state` are new. Drawings stay until they are replaced.
    virtual void every_change() {}
    virtual void over(const MatchResult &) {}
    // The server has refused what this program asked for; the owner's log says so already.
    virtual void refused(const std::string & /*code*/, const std::string & /*why*/) {}

    // What hooks may look at.
    Canvas draw;
    std::shared_ptr<const Match> match;  // null: none is played
    std::shared_ptr<const Turn> turn;    // null: nothing is asked
    std::vector<Plain> events;           // of the last change
    Json state;                          // everything the seat knows
    std::int64_t seconds = 0;
    std::vector<std::string> rights;

    // Seconds until the deadline of the open decision; nothing where there is none.
    std::optional<double> left_s() const {
        if (!turn || !turn->deadline_ms) return std::nullopt;
        return std::max(0.0, double(*turn->deadline_ms) / 1000 - Seconds(Clock::now() - asked_).count());
    }

    // What hooks may do. They raise WrongChoiceError for an answer that is not legal, or where nothing is asked.

    // A line for the owner's log.
    void log(const std::string &text, const std::string &level = "info") {
        send(Json().set("type", "assist_log").set("level", level).set("text", text.substr(0, 2000)));
    }
    // Proposes answers to the open decision, best first; none takes the last suggestion back.
    void suggest(const std::vector<Answer> &answers, const std::string &text = "") {
        wire::Suggest message;
        message.decision = open_turn().decision;
        for (const Answer &answer : answers) {
            wire::Proposal proposal;
            message.top.push_back(open_turn().read_answer(answer).put(proposal));
        }
        if (!text.empty()) message.text = text.substr(0, 500);
        send_about_match(write(message));
    }
    // Lays orders ready for some slots: slot -> position among its options.
    void stage(const std::map<std::string, std::int64_t> &orders) {
        wire::Stage message;
        message.decision = open_turn().decision;
        message.orders = orders;
        send_about_match(write(message));
    }
    // Plays what is laid ready; needs the right `act`.
    void commit() {
        wire::Commit message;
        message.decision = open_turn().decision;
        send_about_match(write(message));
    }
    // Answers the open decision; needs the right `act`.
    void act(const Answer &answer) {
        wire::Act message;
        message.decision = open_turn().decision;
        send_about_match(write(open_turn().read_answer(answer).put(message)));
    }

    // Takes what the supervisor tells, until it goes. Called by run_assistant.
    void serve(Link &link) {
        link_ = &link;
        while (true) {
            try {
                const auto line = link.receive(3600);
                if (line && !line->empty()) take(Json::parse(*line));
            } catch (const LinkClosed &) {
                return;
            } catch (const ProtocolError &) {
                continue;  // no message: passed over
            }
        }
    }

  private:
    void take(const Json &plain) {
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

    void follow(const Incoming &incoming) {
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

    // Runs a hook and shows what it draws as a layer, if it has changed; or logs what went wrong in it.
    template <class Work>
    void hook(const std::string &layer, const std::string &until, Work work) {
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

    const Turn &open_turn() const {
        if (!turn) throw WrongChoiceError("nothing is asked now");
        return *turn;
    }
    void send_about_match(Json plain) {
        if (match) plain.set("match_id", match->match_id);
        send(plain);
    }
    void send(const Json &plain) {
        if (link_ == nullptr) throw LinkClosed{"not running", {}, 0};
        link_->send(plain);
    }

    Link *link_ = nullptr;
    std::optional<MatchTracker> tracker_;
    std::map<std::string, Json> shown_;  // by layer
    Clock::time_point asked_{};
};

// The main() of an assistant. Without options it is under a supervisor and talks with it over standard input
// and output. With those of `infoset assist` (`--code ac_...`, `--try crossfire`) it starts that around itself.
template <class MyAssistant>
int run_assistant(int argc, char **argv) {
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
    return run_guarded([] {
        const auto link = Link::stdio();
        MyAssistant assistant;
        assistant.serve(*link);
        return 0;
    });
}

}  // namespace infoset

#endif
