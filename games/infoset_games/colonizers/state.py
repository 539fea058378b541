"""The rules of Colonizers: a complete position and how it moves. Compiled; knows no notation.

The rules in words, with their edge cases: README.md next to this file.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.colonizers.actions import (
    BUILD,
    BUILD_CODES,
    BUILD_FIRST,
    BUILD_LEGAL,
    DISCARD,
    DISCARD_LEGAL,
    DRAW,
    DRAW_LEGAL,
    DRAW_TWO,
    FINISHED,
    KEEP_FIRST,
    KEY_BUILD,
    KEY_DRAW,
    KEY_KEEP,
    KEY_NAME,
    KEY_OMNIUM,
    KEY_PICK,
    KEY_SKIP_BUILD,
    KEY_SKIP_POWER,
    NAME_FIRST,
    NONE_LEGAL,
    ORDER_COUNT,
    ORDERS,
    PASSIVE_LEGAL,
    PHASE_NAMES,
    PICK,
    PICK_FIRST,
    PICK_LEGAL,
    POWER,
    POWER_CODES,
    POWER_LEGAL,
    POWER_SIZE,
    ROW,
    SHUFFLE,
    SHUFFLE_LEGAL,
    SKIP_BUILD,
    SKIP_POWER,
    TAKE_OMNIUM,
)
from infoset_games.colonizers.cards import (
    COLONIST_NAMES,
    COLONISTS,
    COLOUR,
    COST,
    HAND_LIMIT,
    MINER,
    MODULE_NAMES,
    NOBODY,
    OPPORTUNIST,
    SEATS,
    VALUE,
    VISIONARY,
)
from infoset_games.colonizers.cells import (
    COLONY,
    COLONY_CELLS,
    COLONY_SIZE,
    COLOUR_CELLS,
    COLOURS,
    DECK,
    DRAWN,
    GONE,
    HAND,
    HAND_CELLS,
    HAND_SIZE,
    KIND,
    OFFERED,
    ORDER,
    POINTS,
    ROLE,
    SEEN,
    empty_cells,
    seen_by,
)
from infoset_games.colonizers.observation import Observation
from infoset_games.core import CHANCE, OVER, IllegalActionError, Json, Result, State
from infoset_games.pickling import all_but
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace

OMNIUM_TAKEN: Final = 2
OMNIUM_STOLEN: Final = 2
FIRST_BONUS: Final = 4  # for the first full colony
# Plies at most between two looks at the horizon of a playout: the shuffle, four picks, a turn.
STRETCH: Final = 9


@final
class ColonizersState(State):
    """A complete position of Colonizers.

    `full` is the number of modules that makes a colony full, `later_bonus` the points for every
    full colony but the first. Other fields: `round` from 1, `phase` (actions.py), `turn` (the seat
    that picks or plays), `omnium` by seat, `revealed` (mask of seats whose colonist is public),
    `out` (mask of colonists publicly out of play this round).
    """

    def __init__(self, cells: vec[u8], omnium: vec[i64], full: i64, later_bonus: i64) -> None:
        """Takes the two vectors as its own. Use `Colonizers.start` or `.from_plain`."""
        self.cells = cells
        self.omnium = omnium
        self.full: i64 = full
        self.later_bonus: i64 = later_bonus
        self.round: i64 = 1
        self.phase: i64 = SHUFFLE
        self.turn: i64 = 0
        self.actor: i64 = CHANCE
        self.choices: i64 = 0  # how many actions the actor has
        self.affordable: i64 = 0  # mask of hand slots, in the build phase
        self.head: i64 = DECK  # the cell of the top card
        self.tail: i64 = DECK  # the cell behind the bottom card
        self.gone: i64 = 0  # cards out of the game
        self.revealed: i64 = 0
        self.out: i64 = 0
        self.is_draw: bool = False

    # What a search asks.

    def mover(self) -> i64:
        return self.actor

    def legal_size(self) -> i64:
        return self.choices

    def legal_item(self, index: i64) -> i64:
        phase = self.phase
        if phase == BUILD:
            return self.build_item(index)
        if phase == DRAW:
            return TAKE_OMNIUM + index
        if phase == POWER:
            return self.power_item(index)
        if phase == DISCARD:
            return KEEP_FIRST + index
        return PICK_FIRST + index

    def build_item(self, index: i64) -> i64:
        """`legal_item` of the build phase."""
        return i64(BUILD_CODES[ROW * self.affordable + index])

    def power_item(self, index: i64) -> i64:
        """`legal_item` of the power phase."""
        return i64(POWER_CODES[ROW * i64(self.cells[ROLE + self.turn]) + index])

    def legal(self, seat: int) -> ActionSpace:
        if seat != self.actor or self.phase == FINISHED:
            return NONE_LEGAL
        phase = self.phase
        if phase == PICK:
            return PICK_LEGAL[self.choices]
        if phase == DRAW:
            return DRAW_LEGAL[self.choices]
        if phase == DISCARD:
            return DISCARD_LEGAL
        if phase == POWER:
            return PASSIVE_LEGAL if self.choices == 1 else POWER_LEGAL[self.role(seat)]
        if phase == BUILD:
            return BUILD_LEGAL[self.affordable]
        return SHUFFLE_LEGAL

    def kind(self, seat: int) -> str:
        return PHASE_NAMES[self.phase]

    def fallback(self, seat: int) -> int:
        """Skips where it may, takes omnium, else the first: never spends a card or names anybody."""
        if self.phase == POWER or self.phase == BUILD:
            return int(self.choices - 1)
        return 0

    def key(self, action: i64) -> i64:
        cells = self.cells
        if action < TAKE_OMNIUM:
            return KEY_PICK + i64(cells[OFFERED + action - PICK_FIRST])
        if action == TAKE_OMNIUM:
            return KEY_OMNIUM
        if action == DRAW_TWO:
            return KEY_DRAW
        if action < NAME_FIRST:
            return KEY_KEEP + i64(cells[DRAWN + action - KEEP_FIRST] & KIND)
        if action < SKIP_POWER:
            return KEY_NAME + action - NAME_FIRST
        if action == SKIP_POWER:
            return KEY_SKIP_POWER
        if action < SKIP_BUILD:
            slot = action - BUILD_FIRST
            return KEY_BUILD + i64(cells[HAND + HAND_CELLS * self.turn + slot] & KIND)
        return KEY_SKIP_BUILD

    def seen_key(self, action: int, viewer: int) -> int:
        """All but the colonist that another picks and the card that another keeps."""
        if self.phase == PICK:
            return KEY_PICK
        if self.phase == DISCARD:
            return KEY_KEEP
        return int(self.key(i64(action)))

    def sample_chance(self, rng: Rng) -> i64:
        return rng.below(ORDER_COUNT)

    def play_randomly(self, rng: Rng, horizon: i64) -> i64:
        # Asks for the phases in the order in which they come, so a processor foresees nearly all answers.
        plies: i64 = 0
        while self.phase != FINISHED and plies <= horizon - STRETCH:
            if self.phase == SHUFFLE:
                self.open_round(self.sample_chance(rng))
                plies += 1
            while self.phase == PICK:
                self.pick(rng.below(self.choices))
                plies += 1
            if self.phase == DRAW:
                self.take_or_draw(TAKE_OMNIUM + rng.below(self.choices))
                plies += 1
            if self.phase == DISCARD:
                self.keep(rng.below(self.choices))
                plies += 1
            if self.phase == POWER:
                self.use_power(self.power_item(rng.below(self.choices)))
                plies += 1
            if self.phase == BUILD:
                self.build(self.build_item(rng.below(self.choices)))
                plies += 1
        return plies + super().play_randomly(rng, horizon - plies)

    # The plies.

    def apply(self, joint: Mapping[int, int]) -> None:
        self.move(joint[int(self.actor)])

    def move(self, action: i64) -> None:
        phase = self.phase
        if phase == BUILD:
            self.build(action)
        elif phase == POWER:
            self.use_power(action)
        elif phase == DRAW:
            self.take_or_draw(action)
        elif phase == DISCARD:
            self.keep(action - KEEP_FIRST)
        elif phase == PICK:
            self.pick(action - PICK_FIRST)
        else:
            self.open_round(action)

    def open_round(self, order: i64) -> None:
        """Shuffles the colonists, removes the first, offers the others to seat 0."""
        cells = self.cells
        colonists = ORDERS[order]
        for i in range(i64(COLONISTS)):
            cells[ORDER + i] = colonists[i]
        for i in range(i64(COLONISTS - 1)):
            cells[OFFERED + i] = colonists[i + 1]
        self.phase = PICK
        self.turn = 0
        self.actor = 0
        self.choices = COLONISTS - 1

    def pick(self, position: i64) -> None:
        cells = self.cells
        seat = self.turn
        left = COLONISTS - 2 - seat
        cells[ROLE + seat] = cells[OFFERED + position]
        for i in range(left):  # those behind it move up
            cells[OFFERED + i] = cells[OFFERED + i + i64(i >= position)]
        cells[OFFERED + left] = 0
        if seat == SEATS - 1:
            self.begin_turn(0)
        else:
            self.turn = seat + 1
            self.actor = seat + 1
            self.choices -= 1

    def begin_turn(self, seat: i64) -> None:
        """Reveals the colonist of `seat` and asks it to take omnium or to draw."""
        self.turn = seat
        self.actor = seat
        self.phase = DRAW
        self.revealed |= 1 << seat
        self.choices = 2 if self.cells[HAND_SIZE + seat] < HAND_LIMIT else 1

    def take_or_draw(self, action: i64) -> None:
        """The colonist's passive, and then what was chosen before it was known."""
        cells = self.cells
        seat = self.turn
        role = i64(cells[ROLE + seat])
        if role <= MINER:
            self.omnium[seat] += i64(cells[COLOURS + COLOUR_CELLS * seat + role])
        elif role == VISIONARY and cells[HAND_SIZE + seat] < HAND_LIMIT and self.head < self.tail:
            self.add_to_hand(seat, self.draw_card(seat))
        if action == TAKE_OMNIUM:
            self.omnium[seat] += OMNIUM_TAKEN
            self.begin_power()
        elif self.tail - self.head < 2:
            self.is_draw = True
            self.finish()
        else:
            cells[DRAWN] = self.draw_card(seat)
            cells[DRAWN + 1] = self.draw_card(seat)
            self.phase = DISCARD
            self.choices = 2

    def draw_card(self, seat: i64) -> u8:
        """Takes the top card, which `seat` sees."""
        card = self.cells[self.head] | u8(seen_by(seat))
        self.head += 1
        return card

    def drawn_of(self, dealt: int) -> int:
        """How many of the cards that were dealt have been drawn; those put back lie under them."""
        return int(min(self.head - DECK, i64(dealt)))

    def add_to_hand(self, seat: i64, card: u8) -> None:
        cells = self.cells
        size = i64(cells[HAND_SIZE + seat])
        cells[HAND + HAND_CELLS * seat + size] = card
        cells[HAND_SIZE + seat] = u8(size + 1)

    def keep(self, position: i64) -> None:
        """One card to the hand, the other under the deck. The one kept by a full hand is gone."""
        cells = self.cells
        kept = cells[DRAWN + position]
        cells[self.tail] = cells[DRAWN + 1 - position]
        self.tail += 1
        cells[DRAWN] = 0
        cells[DRAWN + 1] = 0
        if cells[HAND_SIZE + self.turn] < HAND_LIMIT:
            self.add_to_hand(self.turn, kept)
        else:
            cells[GONE + self.gone] = kept
            self.gone += 1
        self.begin_power()

    def begin_power(self) -> None:
        self.phase = POWER
        self.choices = i64(POWER_SIZE[i64(self.cells[ROLE + self.turn])])

    def use_power(self, action: i64) -> None:
        """Steals or swaps; whoever holds the named colonist, or that nobody does, becomes public."""
        if action != SKIP_POWER:
            named = action - NAME_FIRST
            holder = self.holder(named)
            if holder < 0:
                self.out |= 1 << named
            else:
                self.revealed |= 1 << holder
                if self.cells[ROLE + self.turn] == OPPORTUNIST:
                    self.steal(self.turn, holder)
                else:
                    self.swap(self.turn, holder)
        self.begin_build()

    def holder(self, colonist: i64) -> i64:
        """The seat that has `colonist` this round, or -1."""
        # Here and below, sums of what is true take the place of questions that no processor foresees.
        cells = self.cells
        holder: i64 = -1
        for seat in range(i64(SEATS)):
            holder += (seat + 1) * i64(i64(cells[ROLE + seat]) == colonist)
        return holder

    def steal(self, seat: i64, victim: i64) -> None:
        amount = self.omnium[victim]
        amount = min(amount, OMNIUM_STOLEN)
        self.omnium[victim] -= amount
        self.omnium[seat] += amount

    def swap(self, seat: i64, other: i64) -> None:
        """Exchanges two hands as they lie; both owners have seen all these cards then."""
        cells = self.cells
        both = u8(seen_by(seat) | seen_by(other))
        mine = HAND + HAND_CELLS * seat
        theirs = HAND + HAND_CELLS * other
        mine_size = i64(cells[HAND_SIZE + seat])
        theirs_size = i64(cells[HAND_SIZE + other])
        for i in range(i64(HAND_CELLS)):
            held = cells[mine + i]
            given = cells[theirs + i]
            cells[mine + i] = given | both if i < theirs_size else u8(0)
            cells[theirs + i] = held | both if i < mine_size else u8(0)
        cells[HAND_SIZE + seat] = u8(theirs_size)
        cells[HAND_SIZE + other] = u8(mine_size)

    def begin_build(self) -> None:
        cells = self.cells
        seat = self.turn
        hand = HAND + HAND_CELLS * seat
        size = i64(cells[HAND_SIZE + seat])
        omnium = self.omnium[seat]
        slots: i64 = 0
        choices: i64 = 1
        for i in range(i64(HAND_CELLS)):
            cost = i64(COST[i64(cells[hand + i] & KIND)])
            is_affordable = i64(cost <= omnium) & i64(i < size)
            slots |= is_affordable << i
            choices += is_affordable
        self.phase = BUILD
        self.affordable = slots
        self.choices = choices

    def build(self, action: i64) -> None:
        seat = self.turn
        if action != SKIP_BUILD:
            module = self.take_from_hand(seat, action - BUILD_FIRST)
            self.omnium[seat] -= COST[module]
            self.add_to_colony(seat, module)
        self.affordable = 0
        if seat < SEATS - 1:
            self.begin_turn(seat + 1)
        else:
            self.end_round()

    def take_from_hand(self, seat: i64, slot: i64) -> i64:
        """Removes the card of a slot, closes the gap and returns its kind."""
        cells = self.cells
        hand = HAND + HAND_CELLS * seat
        module = i64(cells[hand + slot] & KIND)
        last = i64(cells[HAND_SIZE + seat]) - 1
        for i in range(last):
            cells[hand + i] = cells[hand + i + i64(i >= slot)]
        cells[hand + last] = 0
        cells[HAND_SIZE + seat] = u8(last)
        return module

    def add_to_colony(self, seat: i64, module: i64) -> None:
        cells = self.cells
        size = i64(cells[COLONY_SIZE + seat])
        cells[COLONY + COLONY_CELLS * seat + size] = u8(module)
        cells[COLOURS + COLOUR_CELLS * seat + COLOUR[module]] += 1
        cells[POINTS + seat] += u8(VALUE[module])
        if size + 1 == self.full:
            # Nobody fills a colony before the last round, and seats play it in order: whoever
            # gets here first is the first for good, and the bonus never changes hands.
            cells[POINTS + seat] += (
                u8(self.later_bonus) if self.has_full_colony() else u8(FIRST_BONUS)
            )
        cells[COLONY_SIZE + seat] = u8(size + 1)

    def has_full_colony(self) -> bool:
        for seat in range(i64(SEATS)):
            if self.cells[COLONY_SIZE + seat] == self.full:
                return True
        return False

    def end_round(self) -> None:
        """Over if a colony is full, else on to the shuffle that opens the next round."""
        if self.has_full_colony():
            self.finish()
            return
        cells = self.cells
        for seat in range(i64(SEATS)):
            cells[ROLE + seat] = NOBODY
        for i in range(i64(COLONISTS)):
            cells[ORDER + i] = 0
        cells[OFFERED] = 0
        self.revealed = 0
        self.out = 0
        self.round += 1
        self.turn = 0
        self.phase = SHUFFLE
        self.actor = CHANCE
        self.choices = 0

    def finish(self) -> None:
        self.phase = FINISHED
        self.actor = OVER
        self.choices = 0

    # The questions of a server.

    def verify(self, seat: int, action: int) -> None:
        if self.phase == FINISHED:
            raise IllegalActionError("the game is over")
        if seat != self.actor:
            raise IllegalActionError(f"it is not the turn of seat {seat}")
        if self.legal(seat).contains(action):
            return
        raise IllegalActionError(self.reason(action))

    def reason(self, action: int) -> str:
        """Why the actor may not take `action`, which is not legal."""
        phase = self.phase
        seat = self.turn
        if phase == PICK and PICK_FIRST <= action < TAKE_OMNIUM:
            return f"only {self.choices} colonists are on offer"
        if phase == DRAW and action == DRAW_TWO:
            return f"a hand of {HAND_LIMIT} cards is full: only omnium may be taken"
        if phase == POWER and NAME_FIRST <= action < SKIP_POWER:
            role = COLONIST_NAMES[self.role(int(seat))]
            if self.choices == 1:
                return f"the {role} has no power to use"
            return f"the {role} may not name itself"
        if phase == BUILD and BUILD_FIRST <= action < SKIP_BUILD:
            slot = action - BUILD_FIRST
            if slot >= self.cells[HAND_SIZE + seat]:
                return f"there is no card in slot {slot} of the hand"
            module = int(self.cells[HAND + HAND_CELLS * seat + slot]) & KIND
            return f"{MODULE_NAMES[module]} costs {COST[module]}, at hand are {self.omnium[seat]}"
        if phase == SHUFFLE:
            return f"expected the number of an order, 0..{ORDER_COUNT - 1}"
        return f"no action of the {PHASE_NAMES[phase]} phase"

    def role(self, seat: int) -> int:
        """The colonist of `seat`, NOBODY before it has picked."""
        return int(self.cells[ROLE + seat])

    def hand(self, seat: int) -> list[int]:
        """The kinds of the cards of `seat`, by slot."""
        return [card & KIND for card in self.hand_cards(seat)]

    def hand_cards(self, seat: int) -> list[int]:
        """The cards of `seat` by slot, each with the mask of the seats that have seen it."""
        first = HAND + HAND_CELLS * seat
        return self.span(first, int(self.cells[HAND_SIZE + seat]))

    def colony(self, seat: int) -> list[int]:
        """The kinds of the modules of `seat` in the order they were built."""
        return self.span(COLONY + COLONY_CELLS * seat, int(self.cells[COLONY_SIZE + seat]))

    def points(self, seat: int) -> int:
        """The values of the colony of `seat` with the bonus for a full one."""
        return int(self.cells[POINTS + seat])

    def deck_cards(self) -> list[int]:
        """The deck from the top, cards as in `hand_cards`."""
        return self.span(int(self.head), int(self.tail - self.head))

    def drawn_cards(self) -> list[int]:
        """The two cards its drawer chooses between, else nothing."""
        return self.span(DRAWN, 2) if self.phase == DISCARD else []

    def gone_cards(self) -> list[int]:
        """The cards out of the game in the order they went."""
        return self.span(GONE, int(self.gone))

    def offered(self) -> list[int]:
        """The colonists still on offer, in order; after the picks the one left over."""
        if self.phase == SHUFFLE:
            return []
        picked = int(self.turn) if self.phase == PICK else SEATS
        return self.span(OFFERED, COLONISTS - 1 - picked)

    def order(self) -> list[int]:
        """The colonists as shuffled this round, the removed one first; nothing before the shuffle."""
        return [] if self.phase == SHUFFLE else self.span(ORDER, COLONISTS)

    def span(self, first: int, count: int) -> list[int]:
        return [int(self.cells[first + i]) for i in range(count)]

    def result(self) -> Result | None:
        if self.phase != FINISHED:
            return None
        if self.is_draw:
            return Result([1] * SEATS, [0] * SEATS, [0.0] * SEATS, "draw")
        places = (self.place(0), self.place(1), self.place(2), self.place(3))
        scores = (self.points(0), self.points(1), self.points(2), self.points(3))
        first, second, third, fourth = places
        returns = (RETURNS[first], RETURNS[second], RETURNS[third], RETURNS[fourth])
        return Result(places, scores, returns, "finished")

    def place(self, seat: i64) -> int:
        """The place of `seat` by its points; of equal seats the lower is ahead."""
        cells = self.cells
        points = i64(cells[POINTS + seat])
        place: i64 = 1
        for other in range(i64(SEATS)):
            # Equal points count for the lower seat.
            place += i64(i64(cells[POINTS + other]) + i64(other < seat) > points)
        return int(place)

    def copy(self) -> "ColonizersState":
        twin = ColonizersState(self.cells[:], self.omnium[:], self.full, self.later_bonus)
        twin.round = self.round
        twin.phase = self.phase
        twin.turn = self.turn
        twin.actor = self.actor
        twin.choices = self.choices
        twin.affordable = self.affordable
        twin.head = self.head
        twin.tail = self.tail
        twin.gone = self.gone
        twin.revealed = self.revealed
        twin.out = self.out
        twin.is_draw = self.is_draw
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        made = (bytes(self.cells), list(self.omnium), int(self.full), int(self.later_bonus))
        return unpickled, made, all_but(self, "cells", "omnium")

    # What a seat knows.

    def observe(self, seat: int | None) -> Observation:
        viewer: i64 = -1 if seat is None else seat
        view = Observation(viewer, self.cells[:], self.omnium[:])
        view.round_code = self.round
        view.phase_code = self.phase
        view.turn_code = self.turn
        view.deck_count = self.tail - self.head
        view.gone_count = self.gone
        view.revealed = self.revealed
        view.out_mask = self.out
        view.is_draw = self.is_draw
        self.hide_cards(view.cells, seen_by(viewer))
        self.hide_colonists(view.cells, viewer)
        return view

    def hide_cards(self, cells: vec[u8], bit: i64) -> None:
        """Wipes the kinds of all cards without `bit`; moves the deck to the front of its cells."""
        head, tail = self.head, self.tail
        for i in range(tail - head):
            cells[DECK + i] = veiled(cells[head + i], bit)
        for i in range(DECK + tail - head, tail):  # behind the tail all are
            cells[i] = 0
        for i in range(GONE, GONE + self.gone):
            cells[i] = veiled(cells[i], bit)
        for i in range(i64(HAND), i64(HAND + HAND_CELLS * SEATS)):
            cells[i] = veiled(cells[i], bit)
        cells[DRAWN] = veiled(cells[DRAWN], bit)
        cells[DRAWN + 1] = veiled(cells[DRAWN + 1], bit)

    def hide_colonists(self, cells: vec[u8], viewer: i64) -> None:
        """Leaves the public and the own colonist, and of the offered lists the one `viewer` saw."""
        for i in range(i64(COLONISTS)):
            cells[ORDER + i] = 0
        for i in range(i64(COLONISTS - 1)):
            cells[OFFERED + i] = 0
        if viewer >= 0 and self.has_seen_offer(viewer):
            at: i64 = OFFERED
            picked: i64 = 0  # before its turn came
            for seat in range(viewer):
                picked |= 1 << i64(self.cells[ROLE + seat])
            for i in range(i64(1), i64(COLONISTS)):
                colonist = self.cells[ORDER + i]
                if not picked >> i64(colonist) & 1:
                    cells[at] = colonist
                    at += 1
        for seat in range(i64(SEATS)):
            if seat != viewer and not self.revealed >> seat & 1:
                cells[ROLE + seat] = NOBODY

    def has_seen_offer(self, seat: i64) -> bool:
        """Has `seat` been shown the offered colonists of this round?"""
        if self.phase == PICK:
            return self.turn >= seat
        return self.phase != SHUFFLE

    def to_plain(self) -> dict[str, Json]:
        return {
            "full": int(self.full),
            "later_bonus": int(self.later_bonus),
            "round": int(self.round),
            "phase": PHASE_NAMES[self.phase],
            "turn": int(self.turn),
            "draw": self.is_draw,
            "deck": write_cards(self.deck_cards()),
            "drawn": write_cards(self.drawn_cards()),
            "gone": write_cards(self.gone_cards()),
            "order": self.order(),
            "revealed": int(self.revealed),
            "out": int(self.out),
            "seats": [
                {
                    "omnium": int(self.omnium[seat]),
                    "role": self.role(seat) if self.role(seat) != NOBODY else -1,
                    "hand": write_cards(self.hand_cards(seat)),
                    "colony": self.colony(seat),
                    "points": self.points(seat),
                }
                for seat in range(SEATS)
            ],
        }


def unpickled(
    cells: Iterable[int], omnium: Iterable[int], full: i64, later_bonus: i64
) -> ColonizersState:
    """A position of these vectors, for pickle; see pickling.py."""
    return ColonizersState(vec[u8](cells), vec[i64](omnium), full, later_bonus)


RETURNS: Final = [0.0, 1.0, 1 / 3, -1 / 3, -1.0]  # by place, which begin at 1


def own(state: State) -> ColonizersState:
    """`state`, which this game has made."""
    assert isinstance(state, ColonizersState)
    return state


def veiled(card: u8, bit: i64) -> u8:
    """The card as a seat with this `seen_by` bit knows it."""
    return card if card & u8(bit) else card & u8(0xF0)


def write_cards(cards: Sequence[int]) -> list[list[int]]:
    """Cards as `[kind, mask of the seats that have seen it]`."""
    return [[card & KIND, card >> SEEN] for card in cards]


def first_state(deck: list[int], full: int, later_bonus: int) -> ColonizersState:
    """The position before the first shuffle of colonists, with this deck of kinds, top first."""
    cells = empty_cells()
    for i in range(len(deck)):
        cells[DECK + i] = u8(deck[i])
    for seat in range(SEATS):
        cells[ROLE + seat] = NOBODY
    state = ColonizersState(cells, vec[i64]([0] * SEATS), full, later_bonus)
    state.tail = DECK + len(deck)
    return state
