// The C++ SDK as a testee: reads and writes what the golden vectors ask for (docs/conformance.md).
//
//     infoset conformance --level 1 --testee build/testee

#include <iostream>
#include <memory>

#include "infoset.hpp"
#include "infoset/framing.hpp"

using namespace infoset;

static std::string unhex(const std::string &digits) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) bytes += char(std::stoi(digits.substr(i, 2), nullptr, 16));
    return bytes;
}

static std::string hex(const std::string &bytes) {
    std::string digits;
    for (const char byte : bytes) {
        digits += "0123456789abcdef"[static_cast<unsigned char>(byte) >> 4];
        digits += "0123456789abcdef"[byte & 0xF];
    }
    return digits;
}

static Encoding encoding_of(const Json &question) { return read_encoding(question["encoding"].as_string()); }

static Json decode(const Json &question) {
    const Json plain = infoset::decode(unhex(question["data"].as_string()), encoding_of(question));
    plain.as_object();
    plain["type"].as_string();
    const auto message = read<wire::ServerMessage>(plain);
    Json answer = Json().set("ok", true);
    if (!std::holds_alternative<Unknown>(message)) answer.set("value", write(message));
    return answer;
}

static Json frames(const Json &question) {
    const auto cutter = make_framing(encoding_of(question), std::size_t(question["max_frame"].as_int()));
    Json::Array payloads;
    bool is_fine = true;
    try {
        for (const Json &chunk : question["chunks"].as_array()) {
            cutter->feed(unhex(chunk.as_string()));
            while (const auto payload = cutter->next()) {
                if (!payload->empty()) payloads.push_back(hex(*payload));
            }
        }
    } catch (const ProtocolError &) {
        is_fine = false;
    }
    return Json().set("ok", is_fine).set("payloads", std::move(payloads));
}

static Json answer(const Json &question) {
    const std::string task = text_of(question["do"]);
    try {
        if (task == "decode") return decode(question);
        if (task == "frames") return frames(question);
        if (task == "encode") {
            const Json written = write(read<wire::ClientMessage>(question["value"]));
            return Json().set("ok", true).set("data", hex(encode(written, encoding_of(question))));
        }
    } catch (const ProtocolError &error) {
        return Json().set("ok", false).set("why", error.what());
    }
    return Json().set("skip", true);
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        const Json question = Json::parse(line, MAX_DEPTH + 1);  // the deepest message stands inside the line
        std::cout << answer(question).set("name", question["name"]).dump() << std::endl;
    }
}
