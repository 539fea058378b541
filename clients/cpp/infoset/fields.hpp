// How typed values are read from plain ones and written to them. A type of the protocol has a static
// `each`, which names every field once for both ways.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "json.hpp"

namespace infoset {

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

}  // namespace infoset
