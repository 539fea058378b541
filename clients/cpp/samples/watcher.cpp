// Looks on: tells in lines what happens in a match. `watcher m_5xT2`, or without a word the newest one.

#include <iostream>

#include "infoset.hpp"

using namespace infoset;

// The match of the newest room that plays; waits until there is one.
static std::string find_match(Client &client) {
    wire::Lobby lobby = client.request(wire::WatchLobby{});
    while (true) {
        for (auto room = lobby.rooms.rbegin(); room != lobby.rooms.rend(); ++room) {
            if (room->match_id) return *room->match_id;
        }
        std::optional<wire::Lobby> news;
        while (!news) news = client.receive().as<wire::Lobby>();
        lobby = *news;
    }
}

static int watch(const Options &options) {
    Client client(options.url, options.login("watcher-cpp", {"obs"}));
    if (client.is_stdio()) throw CommandError("which server? Add --url infoset://HOST:PORT");
    client.connect();
    wire::Watch request;
    request.match_id = options.others.empty() ? find_match(client) : options.others.front();
    client.request(request);
    while (true) {
        const Incoming incoming = client.receive();
        if (const auto start = incoming.as<wire::MatchStart>()) {
            std::cout << start->game << " " << start->match_id << std::endl;
            for (const auto &seat : start->players) {
                std::cout << "seat " << seat.seat << ": " << clean(seat.name.value_or("?")) << std::endl;
            }
        } else if (const auto events = incoming.as<wire::Events>()) {
            for (const auto &event : events->items) std::cout << event.dump() << std::endl;
        } else if (const auto over = incoming.as<wire::MatchOver>()) {
            std::cout << "over: " << over->reason << ", places " << write(over->places).dump() << std::endl;
            return 0;
        }
    }
}

int main(int argc, char **argv) {
    return run_guarded([&] { return watch(Options::parse(argc, argv)); });
}
