// Plain values: what JSON can say. Reads strictly, as the protocol's chapter 1 asks.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "errors.hpp"

namespace infoset {

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
    bool is_number() const;
    // A float without a fractional part counts: 3.0 is 3.
    bool is_integer() const;

    // These raise ProtocolError where the value is another one.
    bool as_bool() const { return get<bool>("true or false"); }
    const std::string &as_string() const { return get<std::string>("text"); }
    const Array &as_array() const { return get<Array>("a list"); }
    const Object &as_object() const { return get<Object>("an object"); }
    std::int64_t as_int() const;
    double as_double() const;

    // A field of an object; null where it is absent, or where this is no object.
    const Json &operator[](std::string_view name) const;
    const Json &operator[](const char *name) const { return (*this)[std::string_view(name)]; }
    // An item of a list. Raises ProtocolError where there is none.
    const Json &at(std::size_t position) const;
    std::size_t size() const;

    // Sets a field; what is null becomes an object first.
    Json &set(const std::string &name, Json value);
    void remove(std::string_view name);
    void push(Json value);

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
    bool has(std::string_view name) const;

    // Compact text, without line feeds.
    std::string dump() const;
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

bool is_utf8(std::string_view text);

// The text in a value; empty where it is something else.
inline std::string text_of(const Json &value) { return value.is_string() ? value.as_string() : ""; }

}  // namespace infoset
