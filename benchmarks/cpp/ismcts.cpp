// The C++ twin of a search, to compare speed with: the heuristic player of Colonizers, and information set
// Monte Carlo tree search at the first decision. The same rules, random numbers and arithmetic, hence the
// same playouts and trees (benchmarks/search.py checks that).
//
//   ismcts plies|playouts|trees|searches N < input
//
// works N times. The input is a deck as module numbers, top first, the number of the order of colonists, and
// then states of the generator, four words each: one for all playouts, or for every search the heads of
// its worlds and lucks and the stream of its choices. `plies` prints the length and scores of every playout,
// `trees` the visits of the five actions of every search, the others the seconds of CPU time.

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

// Numbered streams: infoset_games/rng.py.

std::uint32_t scramble(std::uint32_t word) {
    word = (word ^ (word >> 16)) * 0x7feb352d;
    word = (word ^ (word >> 15)) * 0x846ca68b;
    return word ^ (word >> 16);
}

Rng branch(const Rng& head, int number) {
    const std::uint32_t step = static_cast<std::uint32_t>(number) * 0x9e3779b9;
    return {scramble(head.a + step), scramble(head.b + step), scramble(head.c + step), scramble(head.d + step) | 1};
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
    const Rng worlds, lucks;
    Rng choices;
    std::vector<Node> nodes{Node{kNone, kNone}};
    std::vector<int> path{};
    int moment = 0;

    State world(int number) const {
        State state = root;
        Rng rng = branch(worlds, number);
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
            const int picked = choices.below(fresh);
            best = add(parent, state.turn, fresh_keys[picked]);
            nodes.back().available = 1;
            chosen = fresh_actions[picked];
        }
        state.move(chosen);
        return {best, fresh > 0};
    }

    void iterate(int number) {
        State state = world(number);
        Rng luck = branch(lucks, number);
        path.clear();
        int node = kRoot;
        for (bool is_new = false; !is_new && state.phase != Over;) {
            if (state.phase == Shuffle) {
                state.move(luck.below(720));
                continue;
            }
            std::tie(node, is_new) = step(state, node);
            path.push_back(node);
        }
        play_out(state, luck);
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
        world(0);  // the one whose legal actions the Python search asks for
        for (int i = 0; i < kIterations; ++i) iterate(i);
    }
};

Rng read_rng() {
    Rng rng{};
    if (std::scanf("%u %u %u %u", &rng.a, &rng.b, &rng.c, &rng.d) != 4) std::fputs("expected four words\n", stderr);
    return rng;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return std::fputs("usage: ismcts plies|playouts|trees|searches N < input\n", stderr), 2;
    const char* mode = arguments[1];
    const bool is_search = std::strcmp(mode, "trees") == 0 || std::strcmp(mode, "searches") == 0;
    const bool prints = std::strcmp(mode, "trees") == 0 || std::strcmp(mode, "plies") == 0;

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
    const long repetitions = std::atol(arguments[2]);
    std::vector<Rng> streams(static_cast<std::size_t>(is_search ? 3 * repetitions : 1));
    for (Rng& stream : streams) stream = read_rng();
    const Rng* next = streams.data();
    Rng& rng = streams.front();

    const std::clock_t begin = std::clock();
    long checksum = 0;
    for (long i = repetitions; i > 0; --i) {
        if (is_search) {
            Search search{start, next[0], next[1], next[2]};
            next += 3;
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
