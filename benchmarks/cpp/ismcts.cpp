// The C++ twin of a search, to compare speed with: the heuristic player of Colonizers, and information set
// Monte Carlo tree search at the first decision. The same rules, random numbers and arithmetic, hence the
// same playouts and trees (benchmarks/search.py checks that).
//
//   ismcts plies|playouts|trees|searches N A B C D < position
//
// works N times with the generator in state (A, B, C, D). `position` is a deck as module numbers, top
// first, and then the number of the order of colonists. `plies` prints the length and scores of every
// playout, `trees` the visits of the five actions of every search, the others the seconds of CPU time.

#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#define main rollout_main  // the rules are the twin's of the rollout; its program is not wanted
#include "colonizers.cpp"
#undef main

namespace {

constexpr int kIterations = 200, kNone = -1, kRoot = 0;
constexpr double kExploration = 0.7;
constexpr double kRewards[kSeats] = {1.0, 0.2, 0.1, 0.0};

// The heuristic player: infoset_games/colonizers/policies.py.

int top_colour(const Player& me) {
    int top = 1;
    if (me.colours[0] > me.colours[top]) top = 0;
    if (me.colours[2] > me.colours[top]) top = 2;
    return top;
}

int offer_of(const State& state, int colonist) {
    for (int i = 0; i < state.choices; ++i) {
        if (state.offered[i] == colonist) return PickFirst + i;
    }
    return kNone;
}

int choose_pick(const State& state, const Player& me) {
    const int top = top_colour(me);
    if (me.colours[top] >= 3) {
        const int loyal = offer_of(state, top);
        if (loyal != kNone) return loyal;
    }
    return me.hand_size <= 1 ? offer_of(state, Visionary) : kNone;
}

unsigned suspects_of(const State& state, int other) {
    const unsigned own = 1u << state.players[other].role;
    if (other < state.turn || state.revealed >> other & 1) return own;
    unsigned passed_on = 1u << state.offered[0], known = state.out;
    for (int later = state.turn + 1; later < kSeats; ++later) {
        passed_on |= 1u << state.players[later].role;
        if (state.revealed >> later & 1) known |= 1u << state.players[later].role;
    }
    return passed_on & ~known;
}

int choose_power(const State& state, const Player& me, Rng& rng) {
    if (state.choices == 1) return SkipPower;
    const bool is_thief = me.role == Opportunist;
    int most = 0;
    unsigned named = 0;
    for (int other = 0; other < kSeats; ++other) {
        if (other == state.turn) continue;
        const unsigned suspects = suspects_of(state, other);
        const Player& them = state.players[other];
        const int gain = is_thief ? them.omnium : 2 * (them.hand_size - me.hand_size);
        const int worth = gain + 1 - __builtin_popcount(suspects);
        if (named == 0 || worth > most) {
            most = worth;
            named = suspects;
        }
    }
    if (!is_thief && most <= 0) return SkipPower;
    for (int skipped = rng.below(__builtin_popcount(named)); skipped > 0; --skipped) named &= named - 1;
    return NameFirst + __builtin_ctz(named);
}

int choose_card(const State& state, const Player& me) {
    bool late = false;
    for (const Player& player : state.players) late = late || player.colony_size >= 7;
    const int colour = late || me.colony_size >= 5 ? kNone : top_colour(me);
    const bool is_discard = state.phase == Discard;
    const std::uint8_t* cards = is_discard ? state.drawn : me.hand;
    const int count = is_discard ? 2 : me.hand_size;
    int best = kNone, most = 0;
    for (int i = 0; i < count; ++i) {
        const int module = cards[i] & 15, cost = kCost[module];
        if (cost > me.omnium || (colour != kNone && kColour[module] != colour)) continue;
        const int worth = kValue[module] - (late ? 0 : cost);
        if (best == kNone || worth > most) {
            most = worth;
            best = i;
        }
    }
    return best == kNone ? kNone : best + (is_discard ? KeepFirst : BuildFirst);
}

int choose(const State& state, Rng& rng) {
    const Player& me = state.players[state.turn];
    int action = kNone;
    switch (state.phase) {
    case Pick: action = choose_pick(state, me); break;
    case Draw:
        if (me.omnium == 0 || me.hand_size >= 4) {
            action = TakeOmnium;
        } else if (me.hand_size == 0) {
            action = DrawTwo;
        }
        break;
    case Power: action = choose_power(state, me, rng); break;
    default: action = choose_card(state, me);
    }
    return action == kNone ? state.legal_item(rng.below(state.choices)) : action;
}

long play_out(State& state, Rng& rng) {
    long plies = 0;
    for (; state.phase != Over; ++plies) state.move(state.phase == Shuffle ? rng.below(720) : choose(state, rng));
    return plies;
}

// The search: infoset_bots/search/ismcts.py.

int key_of(const State& state, int action) {
    if (action < TakeOmnium) return state.offered[action - PickFirst];
    if (action == TakeOmnium) return 6;
    if (action == DrawTwo) return 7;
    if (action < NameFirst) return 8 + (state.drawn[action - KeepFirst] & 15);
    if (action < SkipPower) return 24 + action - NameFirst;
    if (action == SkipPower) return 30;
    if (action < SkipBuild) return 31 + (state.players[state.turn].hand[action - BuildFirst] & 15);
    return 47;
}

struct Node {
    int owner, key, visits = 0, available = 0, seen = 0, first = kNone, last = kNone, sibling = kNone;
    double total = 0.0;
};

struct Search {
    const State& root;  // seat 0 is about to pick, nobody has any card
    Rng& rng;
    std::vector<Node> nodes{Node{kNone, kNone}};
    std::vector<int> path{};
    int moment = 0;

    State world() {
        State state = root;
        std::sort(state.deck, state.deck + state.tail);
        for (int i = state.tail - 1; i > 0; --i) std::swap(state.deck[i], state.deck[rng.below(i + 1)]);
        return state;
    }

    int find(int parent, int owner, int key) const {
        int child = nodes[static_cast<std::size_t>(parent)].first;
        while (child != kNone) {
            const Node& node = nodes[static_cast<std::size_t>(child)];
            if (node.key == key && node.owner == owner) break;
            child = node.sibling;
        }
        return child;
    }

    int add(int parent, int owner, int key) {
        const int child = static_cast<int>(nodes.size());
        nodes.push_back(Node{owner, key});
        Node& above = nodes[static_cast<std::size_t>(parent)];
        if (above.first == kNone) {
            above.first = child;
        } else {
            nodes[static_cast<std::size_t>(above.last)].sibling = child;
        }
        above.last = child;
        return child;
    }

    // Moves `state`; returns the node, and whether it is new.
    std::pair<int, bool> step(State& state, int parent) {
        ++moment;
        int fresh_keys[8], fresh_actions[8], fresh = 0, best = kNone, chosen = 0;
        double best_bound = 0.0;
        for (int i = 0; i < state.choices; ++i) {
            const int action = state.legal_item(i), key = key_of(state, action);
            const int child = find(parent, state.turn, key);
            if (child == kNone) {
                if (std::find(fresh_keys, fresh_keys + fresh, key) == fresh_keys + fresh) {
                    fresh_keys[fresh] = key;
                    fresh_actions[fresh++] = action;
                }
                continue;
            }
            Node& node = nodes[static_cast<std::size_t>(child)];
            if (node.seen == moment) continue;
            node.seen = moment;
            if (fresh == 0) {
                const double visits = node.visits, spread = std::sqrt(std::log(double(node.available)) / visits);
                const double bound = node.total / visits + kExploration * spread;
                if (best == kNone || bound > best_bound) {
                    best = child;
                    best_bound = bound;
                    chosen = action;
                }
            }
            ++node.available;
        }
        if (fresh > 0) {
            const int picked = rng.below(fresh);
            best = add(parent, state.turn, fresh_keys[picked]);
            nodes.back().available = 1;
            chosen = fresh_actions[picked];
        }
        state.move(chosen);
        return {best, fresh > 0};
    }

    void iterate() {
        State state = world();
        path.clear();
        int node = kRoot;
        for (bool is_new = false; !is_new && state.phase != Over;) {
            if (state.phase == Shuffle) {
                state.move(rng.below(720));
                continue;
            }
            std::tie(node, is_new) = step(state, node);
            path.push_back(node);
        }
        play_out(state, rng);
        double rewards[kSeats];
        for (int seat = 0; seat < kSeats; ++seat) {
            int place = 0;
            for (int other = 0; other < kSeats; ++other) {
                const int more = state.players[other].points - state.players[seat].points;
                place += more > 0 || (more == 0 && other < seat);
            }
            rewards[seat] = state.is_draw ? kRewards[kSeats - 1] : kRewards[place];
        }
        for (const int index : path) {
            Node& taken = nodes[static_cast<std::size_t>(index)];
            ++taken.visits;
            taken.total += rewards[taken.owner];
        }
    }

    void run() {
        world();  // the one whose legal actions the Python search asks for
        for (int i = 0; i < kIterations; ++i) iterate();
    }
};

}  // namespace

int main(int count, char** arguments) {
    if (count != 7) return std::fputs("usage: ismcts plies|playouts|trees|searches N A B C D < position\n", stderr), 2;
    const char* mode = arguments[1];
    const bool is_search = std::strcmp(mode, "trees") == 0 || std::strcmp(mode, "searches") == 0;
    const bool prints = std::strcmp(mode, "trees") == 0 || std::strcmp(mode, "plies") == 0;
    std::uint32_t words[4];
    for (int i = 0; i < 4; ++i) words[i] = static_cast<std::uint32_t>(std::strtoul(arguments[3 + i], nullptr, 10));
    Rng rng{words[0], words[1], words[2], words[3]};

    std::array<int, kColonists> order{0, 1, 2, 3, 4, 5};
    for (auto& each : orders) {
        std::copy(order.begin(), order.end(), each.begin());
        std::next_permutation(order.begin(), order.end());
    }
    State start;
    int number = 0;
    while (start.tail < 52 && std::scanf("%d", &number) == 1) {
        start.deck[start.tail++] = static_cast<std::uint8_t>(number);
    }
    if (std::scanf("%d", &number) != 1) return std::fputs("expected the number of an order\n", stderr), 2;
    start.move(number);

    const std::clock_t begin = std::clock();
    long checksum = 0;
    for (long i = std::atol(arguments[2]); i > 0; --i) {
        if (is_search) {
            Search search{start, rng};
            search.run();
            checksum += static_cast<long>(search.nodes.size());
            for (int position = 0; prints && position < 5; ++position) {
                const int arm = search.find(kRoot, 0, start.offered[position]);
                std::printf("%d%c", search.nodes[static_cast<std::size_t>(arm)].visits, position < 4 ? ' ' : '\n');
            }
        } else {
            State state = start;
            const long plies = play_out(state, rng);
            checksum += plies;
            if (prints) {
                std::printf("%ld", plies);
                for (const Player& player : state.players) std::printf(" %d", state.is_draw ? 0 : player.points);
                std::printf("\n");
            }
        }
    }
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    if (!prints) std::printf("%ld %.9f\n", checksum, seconds);
    return 0;
}
