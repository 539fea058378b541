#include "address.hpp"

#include <cctype>

#include "errors.hpp"

namespace infoset {

std::string Address::place() const { return (host.find(':') == std::string::npos ? host : "[" + host + "]") + ":" + port; }

std::string Address::dialled() const {
    std::string shown = place();
    for (char &letter : shown) letter = char(std::tolower(static_cast<unsigned char>(letter)));
    return (is_tls ? "infosets://" : "infoset://") + shown;
}

std::string Address::text() const {
    if (is_stdio) return "stdio:";
    return std::string(is_websocket ? "ws" : "infoset") + (is_tls ? "s://" : "://") + place() + path;
}

bool Address::can_carry_token() const {
    return is_stdio || is_tls || host == "localhost" || host == "::1" || host.rfind("127.", 0) == 0;
}

// Takes in what stands before `://`: how to talk. False where nobody knows it.
static bool read_scheme(const std::string &scheme, Address &address) {
    const auto plus = scheme.find('+');
    const std::string transport = scheme.substr(0, plus);
    if (plus != std::string::npos) address.encoding = read_encoding(scheme.substr(plus + 1));
    address.is_websocket = transport == "ws" || transport == "wss";
    address.is_tls = transport == "infosets" || transport == "wss";
    return address.is_websocket || address.is_tls || transport == "infoset";
}

static std::string usual_port(const Address &address) {
    if (address.is_websocket) return address.is_tls ? "443" : "80";
    return std::to_string(DEFAULT_PORT);
}

Address Address::parse(const std::string &text) {
    Address address;
    if (text == "stdio:" || text == "stdio") {
        address.is_stdio = true;
        return address;
    }
    std::string rest = text;
    const auto scheme_end = text.find("://");
    if (scheme_end != std::string::npos) {
        if (!read_scheme(text.substr(0, scheme_end), address)) {
            throw AddressError("'" + text + "': expected infoset://HOST:PORT, infosets://, ws://, wss:// or stdio:");
        }
        rest = text.substr(scheme_end + 3);
    }
    const auto slash = rest.find('/');
    if (address.is_websocket) address.path = slash != std::string::npos && slash + 1 < rest.size() ? rest.substr(slash) : "/v1";
    rest = rest.substr(0, slash);
    const auto colon = rest.rfind(':');
    const bool is_v6 = !rest.empty() && rest.front() == '[';
    const bool has_port = colon != std::string::npos && (!is_v6 || rest[colon - 1] == ']');
    address.host = has_port ? rest.substr(0, colon) : rest;
    address.port = has_port ? rest.substr(colon + 1) : usual_port(address);
    if (is_v6) address.host = address.host.substr(1, address.host.size() - 2);
    const bool is_number = !address.port.empty() && address.port.size() <= 5 &&
                           address.port.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number || std::stoi(address.port) < 1 || std::stoi(address.port) > 65535) {
        throw AddressError("'" + text + "': the port must be a number from 1 to 65535");
    }
    if (address.host.empty()) throw AddressError("'" + text + "': the host is missing");
    return address;
}

Encoding read_encoding(const std::string &name) {
    if (name != "json" && name != "msgpack") throw AddressError("the encoding " + name + ": expected json or msgpack");
    return name == "json" ? Encoding::json : Encoding::msgpack;
}

}  // namespace infoset
