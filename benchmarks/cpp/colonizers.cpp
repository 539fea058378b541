// The C++ twin of a random rollout of Colonizers, to compare speed with: the same rules, the same
// generator, the same order of random numbers, hence the same games (benchmarks/rules.py checks that).
//
//   colonizers time|games N A B C D < deck
//
// plays N copies of the start with the generator in state (A, B, C, D); `deck` is a list of module
// numbers, top first. `games` prints plies and scores of every game, `time` only their sums and the
// seconds of CPU time.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

namespace {

constexpr int kSeats = 4, kHandLimit = 5, kFull = 8, kColonists = 6;
enum Colonist { Ecologist, General, Miner, Opportunist, Spy, Visionary, Nobody };
enum Phase { Shuffle, Pick, Draw, Discard, Power, Build, Over };
enum Code { PickFirst = 0, TakeOmnium = 5, DrawTwo = 6, KeepFirst = 7, NameFirst = 9, SkipPower = 15,
            BuildFirst = 16, SkipBuild = 21 };

constexpr std::uint8_t kCost[16] = {4, 5, 6, 8, 2, 3, 5, 8, 1, 2, 3, 6, 1, 4, 6, 12};
constexpr std::uint8_t kValue[16] = {4, 6, 8, 11, 2, 3, 6, 10, 1, 2, 3, 7, 1, 5, 8, 16};
constexpr std::uint8_t kColour[16] = {0, 0, 0, 0, 2, 2, 2, 2, 1, 1, 1, 1, 3, 3, 3, 3};

std::array<std::array<std::uint8_t, kColonists>, 720> orders;

struct Rng {  // xoshiro128** 1.1
    std::uint32_t a, b, c, d;

    std::uint32_t word() {
        const std::uint32_t m = b * 5, result = ((m << 7) | (m >> 25)) * 9, t = b << 9;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= t;
        d = (d << 11) | (d >> 21);
        return result;
    }
    int below(int n) { return static_cast<int>((std::uint64_t{word()} * static_cast<std::uint64_t>(n)) >> 32); }
};

struct Player {
    std::int32_t omnium = 0;
    std::uint8_t hand_size = 0, colony_size = 0, points = 0, role = Nobody;
    std::uint8_t hand[kHandLimit] = {}, colony[kFull] = {}, colours[4] = {};
};

// Cards are bytes as in the Python rules: the kind, and a mask of the seats that have seen the face.
struct State {
    Player players[kSeats];
    std::uint8_t deck[104] = {}, gone[52] = {}, drawn[2] = {}, order[6] = {}, offered[5] = {};
    std::uint8_t head = 0, tail = 0, gone_size = 0, phase = Shuffle, turn = 0, choices = 0;
    std::uint8_t affordable = 0, revealed = 0, out = 0;
    bool is_draw = false;
    std::int32_t round = 1;

    int legal_item(int index) const {
        switch (phase) {
        case Build: {
            if (index == choices - 1) return SkipBuild;
            int slots = affordable;
            for (; index > 0; --index) slots &= slots - 1;
            return BuildFirst + __builtin_ctz(static_cast<unsigned>(slots));
        }
        case Draw: return TakeOmnium + index;
        case Power:
            if (index == choices - 1) return SkipPower;
            return NameFirst + index + (index >= players[turn].role);
        case Discard: return KeepFirst + index;
        default: return PickFirst + index;
        }
    }

    void move(int action) {
        switch (phase) {
        case Build: build(action); break;
        case Power: use_power(action); break;
        case Draw: take_or_draw(action); break;
        case Discard: keep(action - KeepFirst); break;
        case Pick: pick(action - PickFirst); break;
        default: open_round(action);
        }
    }

    void open_round(int number) {
        std::memcpy(order, orders[static_cast<std::size_t>(number)].data(), 6);
        std::memcpy(offered, order + 1, 5);
        phase = Pick;
        turn = 0;
        choices = 5;
    }

    void pick(int position) {
        players[turn].role = offered[position];
        for (int i = position; i < 4 - turn; ++i) offered[i] = offered[i + 1];
        offered[4 - turn] = 0;
        if (turn == kSeats - 1) {
            begin_turn(0);
        } else {
            ++turn;
            --choices;
        }
    }

    void begin_turn(int seat) {
        turn = static_cast<std::uint8_t>(seat);
        phase = Draw;
        revealed |= static_cast<std::uint8_t>(1 << seat);
        choices = players[seat].hand_size < kHandLimit ? 2 : 1;
    }

    std::uint8_t draw_card() { return static_cast<std::uint8_t>(deck[head++] | 16 << turn); }

    void take_or_draw(int action) {
        Player& me = players[turn];
        if (me.role <= Miner) {
            me.omnium += me.colours[me.role];
        } else if (me.role == Visionary && me.hand_size < kHandLimit && head < tail) {
            me.hand[me.hand_size++] = draw_card();
        }
        if (action == TakeOmnium) {
            me.omnium += 2;
            begin_power();
        } else if (tail - head < 2) {
            is_draw = true;
            phase = Over;
        } else {
            drawn[0] = draw_card();
            drawn[1] = draw_card();
            phase = Discard;
            choices = 2;
        }
    }

    void keep(int position) {
        Player& me = players[turn];
        deck[tail++] = drawn[1 - position];
        if (me.hand_size < kHandLimit) {
            me.hand[me.hand_size++] = drawn[position];
        } else {
            gone[gone_size++] = drawn[position];
        }
        drawn[0] = drawn[1] = 0;
        begin_power();
    }

    void begin_power() {
        const int role = players[turn].role;
        phase = Power;
        choices = role == Opportunist || role == Spy ? kColonists : 1;
    }

    void use_power(int action) {
        if (action != SkipPower) {
            const int named = action - NameFirst;
            int holder = 0;
            while (holder < kSeats && players[holder].role != named) ++holder;
            if (holder == kSeats) {
                out |= static_cast<std::uint8_t>(1 << named);
            } else {
                revealed |= static_cast<std::uint8_t>(1 << holder);
                if (players[turn].role == Opportunist) {
                    const int amount = std::min(2, players[holder].omnium);
                    players[holder].omnium -= amount;
                    players[turn].omnium += amount;
                } else {
                    swap(players[turn], players[holder], static_cast<std::uint8_t>(16 << turn | 16 << holder));
                }
            }
        }
        begin_build();
    }

    static void swap(Player& mine, Player& theirs, std::uint8_t both) {
        for (int i = 0; i < mine.hand_size; ++i) mine.hand[i] |= both;
        for (int i = 0; i < theirs.hand_size; ++i) theirs.hand[i] |= both;
        std::swap(mine.hand, theirs.hand);
        std::swap(mine.hand_size, theirs.hand_size);
    }

    void begin_build() {
        const Player& me = players[turn];
        phase = Build;
        affordable = 0;
        choices = 1;
        for (int i = 0; i < me.hand_size; ++i) {
            if (kCost[me.hand[i] & 15] <= me.omnium) {
                affordable |= static_cast<std::uint8_t>(1 << i);
                ++choices;
            }
        }
    }

    void build(int action) {
        if (action != SkipBuild) {
            Player& me = players[turn];
            const int slot = action - BuildFirst, module = me.hand[slot] & 15;
            --me.hand_size;
            for (int i = slot; i < me.hand_size; ++i) me.hand[i] = me.hand[i + 1];
            me.hand[me.hand_size] = 0;
            me.omnium -= kCost[module];
            me.points += kValue[module];
            if (me.colony_size + 1 == kFull) me.points += has_full_colony() ? 2 : 4;
            me.colony[me.colony_size++] = static_cast<std::uint8_t>(module);
            ++me.colours[kColour[module]];
        }
        if (turn < kSeats - 1) {
            begin_turn(turn + 1);
        } else {
            end_round();
        }
    }

    bool has_full_colony() const {
        for (const Player& player : players) {
            if (player.colony_size == kFull) return true;
        }
        return false;
    }

    void end_round() {
        if (has_full_colony()) {
            phase = Over;
            return;
        }
        for (Player& player : players) player.role = Nobody;
        std::memset(order, 0, sizeof order);
        offered[0] = revealed = out = 0;
        ++round;
        turn = 0;
        phase = Shuffle;
    }
};

long rollout(State& state, Rng& rng) {
    long plies = 0;
    for (; state.phase != Over; ++plies) {
        state.move(state.phase == Shuffle ? rng.below(720) : state.legal_item(rng.below(state.choices)));
    }
    return plies;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 7) return std::fputs("usage: colonizers time|games N A B C D < deck\n", stderr), 2;
    const bool prints_games = std::strcmp(arguments[1], "games") == 0;
    const long games = std::atol(arguments[2]);
    std::uint32_t words[4];
    for (int i = 0; i < 4; ++i) words[i] = static_cast<std::uint32_t>(std::strtoul(arguments[3 + i], nullptr, 10));
    Rng rng{words[0], words[1], words[2], words[3]};

    std::array<int, kColonists> order{0, 1, 2, 3, 4, 5};
    for (auto& each : orders) {
        std::copy(order.begin(), order.end(), each.begin());
        std::next_permutation(order.begin(), order.end());
    }
    State start;
    for (int module; start.tail < 52 && std::scanf("%d", &module) == 1;) {
        start.deck[start.tail++] = static_cast<std::uint8_t>(module);
    }
    long plies = 0, points = 0;
    const std::clock_t begin = std::clock();
    for (long i = 0; i < games; ++i) {
        State state = start;
        const long length = rollout(state, rng);
        plies += length;
        for (const Player& player : state.players) points += state.is_draw ? 0 : player.points;
        if (prints_games) {
            std::printf("%ld", length);
            for (const Player& player : state.players) std::printf(" %d", state.is_draw ? 0 : player.points);
            std::printf("\n");
        }
    }
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    if (!prints_games) std::printf("%ld %ld %.9f\n", plies, points, seconds);
    return 0;
}
