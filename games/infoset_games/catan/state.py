"""The rules of Catan: how a complete position moves from decision to decision. Compiled; knows no notation.

Rules in words: README.md next to this file. What a step does to the board, the bank and the hands is
in building.py, bank.py, robber.py, development.py and trading.py; here is the order of steps.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.catan.actions import (
    ANSWERS,
    BANK_TRADE,
    BEFORE_ROLL,
    BUY_DEV,
    CITY,
    CODES,
    CONFIRM,
    COUNTER_OFFER,
    DEAL,
    DICE,
    DICE_ROLL,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWN,
    END_TURN,
    FINISHED,
    FREE_ROAD,
    FREE_ROADS,
    MAIN,
    MOVE_ROBBER,
    OFFER,
    PAIR_COUNT,
    PAIR_FIRST,
    PAIR_SECOND,
    PHASE_NAMES,
    PLACE_ROAD,
    PLACE_ROADS,
    PLACE_SETTLEMENT,
    PLACE_SETTLEMENTS,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROAD_BUILDING,
    ROAD,
    ROBBER,
    ROLL,
    SETTLEMENT,
    STEAL,
    STOLEN,
    THEFT,
    VICTIM,
    WITHDRAW,
)
from infoset_games.catan.bank import pay, produce, take, trade_with_bank
from infoset_games.catan.beliefs import NO_CAP, Belief, Origin, first_belief
from infoset_games.catan.board import Board
from infoset_games.catan.building import put_city, put_road, put_settlement
from infoset_games.catan.cards import (
    CITIES,
    CITY_PRICE,
    DESERT,
    DEV_COUNTS,
    DEV_KINDS,
    DEV_PRICE,
    KNIGHT,
    MONOPOLY,
    NOBODY,
    PLENTY,
    RESOURCE_CARDS,
    RESOURCES,
    ROAD_BUILDING,
    ROAD_PRICE,
    ROADS,
    SETTLEMENT_PRICE,
    SETTLEMENTS,
    SEVEN,
)
from infoset_games.catan.cells import (
    ANSWER,
    BANK,
    CAP,
    CITIES_LEFT,
    DECK,
    DEVS,
    DUE,
    HAND,
    HELD,
    MADE,
    OPEN,
    POINTS,
    RATE,
    ROADS_LEFT,
    SETTLEMENTS_LEFT,
    empty_cells,
    empty_masks,
    lowest_bit,
)
from infoset_games.catan.development import (
    buy,
    may_build_free,
    monopolize,
    rest,
    spend,
    take_plenty,
)
from infoset_games.catan.journal import CAPPED, entry_of, journal_of, words_of
from infoset_games.catan.legality import is_open_counter, is_open_offer, legal_codes
from infoset_games.catan.observation import Observation, observed, scalars, set_scalars
from infoset_games.catan.options import Options
from infoset_games.catan.plain import write_position
from infoset_games.catan.position import NO_PLACE, Position
from infoset_games.catan.reasons import reason
from infoset_games.catan.robber import (
    close_discards,
    is_discard_due,
    open_discards,
    put_aside,
    steal,
    victims,
)
from infoset_games.catan.topology import ALL_VERTICES, NOWHERE, VERTEX_HEXES
from infoset_games.catan.trades import WAITED_FOR
from infoset_games.catan.trading import (
    clear_table,
    close_deal,
    has_partner,
    put_answer,
    put_offer,
)
from infoset_games.core import CHANCE, OVER, SEVERAL, IllegalActionError, Json, Result, State
from infoset_games.placing import returns_of
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace

DICE_CODES: Final = [DICE_ROLL + roll for roll in range(36)]
NONE_LEGAL: Final = ListSpace(())
DICE_LEGAL: Final = ListSpace(DICE_CODES)
FREE_ROAD_COUNT: Final = 2
BANK_RATE: Final = 4


@final
class CatanState(Position):
    """A complete position of Catan. Make the first with `first_state`."""

    # What a search asks.

    def mover(self) -> i64:
        return self.actor

    def to_act(self) -> tuple[int, ...]:
        if self.actor == OVER:
            return ()
        if self.actor != SEVERAL:
            return (int(self.actor),)
        seats = [seat for seat in range(int(self.options.seats)) if self.is_asked(seat)]
        return tuple(seats)

    def reopen(self) -> None:
        """Sets who acts from the phase, in a position that was read."""
        phase = self.phase
        if phase == DICE or phase == THEFT or phase == DRAW:
            self.actor = CHANCE
        elif phase == DISCARDS or phase == ANSWERS:
            self.ask_several(phase)
        elif phase == FINISHED:
            self.actor = OVER
        else:
            self.actor = self.turn

    def is_asked(self, seat: i64) -> bool:
        """Is the seat to act, perhaps among others?"""
        if self.actor != SEVERAL:
            return seat == self.actor
        if self.phase == DISCARDS:
            return self.cells[DUE + seat] != 0
        return self.cells[ANSWER + seat] == WAITED_FOR

    def codes(self) -> vec[i64]:
        """The listed actions of the one mover. Not to be changed."""
        found = self.legal_codes
        if found is None:
            found = legal_codes(self, self.actor)
            self.legal_codes = found
        return found

    def legal_size(self) -> i64:
        return len(self.codes())

    def legal_item(self, index: i64) -> i64:
        return self.codes()[index]

    def legal(self, seat: int) -> ActionSpace:
        if seat == CHANCE:
            return self.legal_chance()
        if not 0 <= seat < self.options.seats or not self.is_asked(seat):
            return NONE_LEGAL
        codes = self.codes() if seat == self.actor else legal_codes(self, seat)
        return ListSpace([int(code) for code in codes])

    def draw_legal(self, seat: i64, rng: Rng) -> int:
        codes = self.codes() if seat == self.actor else legal_codes(self, seat)
        return int(codes[rng.large_below(len(codes))])

    def legal_chance(self) -> ActionSpace:
        if self.actor != CHANCE:
            return NONE_LEGAL
        if self.phase == DICE:
            return DICE_LEGAL
        return ListSpace([code for code, _ in self.chance_odds()])

    def kind(self, seat: int) -> str:
        return PHASE_NAMES[self.phase]

    def key(self, action: i64) -> i64:
        """Of two dice only the sum counts."""
        if DICE_ROLL <= action < STOLEN:
            roll = action - DICE_ROLL
            return DICE_ROLL + roll // 6 + roll % 6
        return action

    def seen_key(self, action: int, viewer: int) -> int:
        """All but cards put aside, stolen between others, and bought."""
        if self.phase == DISCARDS:
            return DISCARD
        if self.phase == THEFT and viewer != self.turn and viewer != self.victim:
            return STOLEN
        if self.phase == DRAW and viewer != self.turn:
            return DRAWN
        return int(self.key(i64(action)))

    # Chance.

    def sample_chance(self, rng: Rng) -> i64:
        if self.phase == DICE:
            return DICE_ROLL + rng.below(36)
        first, kinds = self.urn()
        left = rng.below(self.urn_size())
        for kind in range(kinds):
            count = i64(self.cells[first + kind])
            if left < count:
                return self.urn_code() + kind
            left -= count
        raise AssertionError("an urn holds what it counts")

    def chance_odds(self) -> Sequence[tuple[int, float]]:
        if self.phase == DICE:
            return [(code, 1 / 36) for code in DICE_CODES]
        first, kinds = self.urn()
        size = int(self.urn_size())
        code = int(self.urn_code())
        odds: list[tuple[int, float]] = []
        for kind in range(int(kinds)):
            count = int(self.cells[first + kind])
            if count:
                odds.append((code + kind, count / size))
        return odds

    def urn(self) -> tuple[i64, i64]:
        """The cells that chance draws a card from: their first, and how many."""
        if self.phase == THEFT:
            return HAND + RESOURCES * self.victim, RESOURCES
        return DECK, DEV_KINDS

    def urn_size(self) -> i64:
        first, kinds = self.urn()
        size: i64 = 0
        for kind in range(kinds):
            size += i64(self.cells[first + kind])
        return size

    def urn_code(self) -> i64:
        return STOLEN if self.phase == THEFT else DRAWN

    # The plies.

    def apply(self, joint: Mapping[int, int]) -> None:
        if self.actor == SEVERAL:
            self.apply_together(joint)
        else:
            self.move(joint[int(self.actor)])

    def move(self, action: i64) -> None:
        self.legal_codes = None
        phase = self.phase
        if phase == MAIN:
            self.act(action)
        elif phase == BEFORE_ROLL:
            if action == ROLL:
                self.await_chance(DICE)
            else:
                self.play_card(action)
        elif phase == DICE:
            self.roll(action - DICE_ROLL)
        elif phase == ROBBER:
            self.move_robber(action - MOVE_ROBBER)
        elif phase == VICTIM:
            self.rob(action - STEAL)
        elif phase == THEFT:
            steal(self, self.turn, self.victim, action - STOLEN)
            self.victim = NOBODY
            self.go_on()
        elif phase == DRAW:
            buy(self, self.turn, action - DRAWN)
            self.go_on()
        elif phase == DISCARDS:
            put_aside(self, self.actor, action - DISCARD)
            self.await_discards()
        elif phase == ANSWERS:
            put_answer(self, self.actor, action)
            self.await_confirmation()
        elif phase == FREE_ROADS:
            self.build_free(action - FREE_ROAD)
        elif phase == DEAL:
            self.decide_deal(action)
        elif phase == PLACE_SETTLEMENTS:
            self.place_settlement(action - PLACE_SETTLEMENT)
        else:
            self.place_road(action - PLACE_ROAD)

    def apply_together(self, joint: Mapping[int, int]) -> None:
        """What several seats have decided at the same time."""
        self.legal_codes = None
        if self.phase == DISCARDS:
            for seat in self.to_act():
                put_aside(self, seat, joint[seat] - DISCARD)
            self.await_discards()
        else:
            for seat in self.to_act():
                put_answer(self, seat, joint[seat])
            self.await_confirmation()

    def ask(self, phase: i64) -> None:
        """The seat whose turn it is decides next."""
        self.phase = phase
        self.actor = self.turn

    def await_chance(self, phase: i64) -> None:
        self.phase = phase
        self.actor = CHANCE

    def ask_several(self, phase: i64) -> None:
        """Asks all seats that owe an answer at once; a single one in the usual way."""
        self.phase = phase
        self.actor = SEVERAL
        only: i64 = NOBODY
        for seat in range(self.options.seats):
            if self.is_asked(seat):
                if only != NOBODY:
                    return
                only = seat
        self.actor = only

    # Placing the first pieces: forth and back, the second settlement yields cards.

    def place_settlement(self, vertex: i64) -> None:
        seat = self.turn
        put_settlement(self, seat, vertex)
        self.placed = vertex
        self.placements += 1
        if self.placements > self.options.seats:
            for i in range(3 * vertex, 3 * vertex + 3):
                place = i64(VERTEX_HEXES[i])
                if place != NOWHERE and self.board.terrain[place] != DESERT:
                    take(self, seat, i64(self.board.terrain[place]), 1)
        self.ask(PLACE_ROADS)

    def place_road(self, edge: i64) -> None:
        put_road(self, self.turn, edge)
        self.placed = NO_PLACE
        seats = self.options.seats
        if self.placements == 2 * seats:
            self.round = 1
            self.begin_turn(0)
            return
        if self.placements < seats:
            self.turn = self.placements
        else:
            self.turn = 2 * seats - 1 - self.placements
        self.ask(PLACE_SETTLEMENTS)

    # A turn.

    def begin_turn(self, seat: i64) -> None:
        self.turn = seat
        self.has_rolled = False
        self.has_played = False
        self.has_acted = False
        for i in range(self.offers):
            self.masks[MADE + i] = 0
        self.offers = 0
        self.go_on()

    def go_on(self) -> None:
        """Over if the seat whose turn it is has won; else it decides what to do next."""
        if self.has_won():
            self.finish()
        elif self.free_roads > 0 and may_build_free(self, self.turn):
            self.ask(FREE_ROADS)
        else:
            self.free_roads = 0
            self.ask(MAIN if self.has_rolled else BEFORE_ROLL)

    def has_won(self) -> bool:
        """Has the seat whose turn it is the points? If not, everybody can tell what it does not hold."""
        seat = self.turn
        if self.total_points(seat) >= self.options.target:
            return True
        most = self.options.target - 1 - i64(self.cells[POINTS + seat])
        if self.cells[DEVS + seat] != 0 and most < i64(self.cells[CAP + seat]):
            self.cells[CAP + seat] = u8(most)
            self.write_down(entry_of(CAPPED, seat, most))
        return False

    def end_turn(self) -> None:
        rest(self)
        following = self.turn + 1
        if following == self.options.seats:
            following = 0
            if self.round == self.options.round_limit:
                self.is_stopped = True
                self.finish()
                return
            self.round += 1
        self.begin_turn(following)

    def finish(self) -> None:
        self.phase = FINISHED
        self.actor = OVER

    def act(self, action: i64) -> None:
        """An action of the main phase."""
        seat = self.turn
        self.has_acted = True
        if action == END_TURN:
            self.end_turn()
        elif action == BUY_DEV:
            pay(self, seat, DEV_PRICE)
            self.await_chance(DRAW)
        elif action < BANK_TRADE:
            self.play_card(action)
        elif action >= OFFER:
            put_offer(self, action)
            self.ask_several(ANSWERS)
        else:
            if action < MOVE_ROBBER:
                pair = action - BANK_TRADE
                trade_with_bank(self, seat, pair // RESOURCES, pair % RESOURCES)
            elif action < SETTLEMENT:
                pay(self, seat, CITY_PRICE)
                put_city(self, seat, action - CITY)
            elif action < ROAD:
                pay(self, seat, SETTLEMENT_PRICE)
                put_settlement(self, seat, action - SETTLEMENT)
            else:
                pay(self, seat, ROAD_PRICE)
                put_road(self, seat, action - ROAD)
            self.go_on()

    def roll(self, dice: i64) -> None:
        self.first_die = dice // 6 + 1
        self.second_die = dice % 6 + 1
        self.has_rolled = True
        number = self.first_die + self.second_die
        if number != SEVEN:
            produce(self, number)
            self.go_on()
        elif open_discards(self):
            self.ask_several(DISCARDS)
        else:
            self.ask(ROBBER)

    def await_discards(self) -> None:
        if is_discard_due(self):
            self.ask_several(DISCARDS)
        else:
            close_discards(self)
            self.ask(ROBBER)

    def move_robber(self, place: i64) -> None:
        self.robber = place
        found = victims(self)
        if found == 0:
            self.go_on()
        elif found & (found - 1) == 0:
            self.rob(lowest_bit(found))
        else:
            self.ask(VICTIM)

    def rob(self, victim: i64) -> None:
        if self.cells[HELD + victim] == 0:
            self.go_on()
        else:
            self.victim = victim
            self.await_chance(THEFT)

    def play_card(self, action: i64) -> None:
        """A development card, before or after the roll."""
        if action == PLAY_KNIGHT:
            spend(self, KNIGHT)
            # The army may win the game before the robber moves.
            if self.has_won():
                self.finish()
            else:
                self.ask(ROBBER)
        elif action == PLAY_ROAD_BUILDING:
            spend(self, ROAD_BUILDING)
            self.free_roads = FREE_ROAD_COUNT
            self.go_on()
        elif action < DISCARD:
            spend(self, MONOPOLY)
            monopolize(self, action - PLAY_MONOPOLY)
            self.go_on()
        else:
            spend(self, PLENTY)
            pair = action - PLAY_PLENTY
            if pair < PAIR_COUNT:
                take_plenty(self, i64(PAIR_FIRST[pair]), i64(PAIR_SECOND[pair]))
            else:
                take_plenty(self, pair - PAIR_COUNT, NOBODY)
            self.go_on()

    def build_free(self, edge: i64) -> None:
        put_road(self, self.turn, edge)
        self.free_roads -= 1
        self.go_on()

    def await_confirmation(self) -> None:
        """All answers are in: if anybody wants to trade, it is for the seat whose turn it is to say."""
        if has_partner(self):
            self.ask(DEAL)
        else:
            clear_table(self)
            self.go_on()

    def decide_deal(self, action: i64) -> None:
        if action != WITHDRAW:
            close_deal(self, action - CONFIRM)
        clear_table(self)
        self.go_on()

    # The questions of a server.

    def verify(self, seat: int, action: int) -> None:
        if self.phase == FINISHED:
            raise IllegalActionError("the game is over")
        if seat not in self.to_act():
            raise IllegalActionError(f"it is not for seat {seat} to decide now")
        if self.is_legal(seat, action):
            return
        if seat == CHANCE:
            raise IllegalActionError("expected an outcome that can be drawn now")
        raise IllegalActionError(reason(self, seat, action))

    def is_legal(self, seat: int, action: int) -> bool:
        """May the seat, which is to act, take this action, listed or not?"""
        if action >= COUNTER_OFFER:
            return action < CODES and is_open_counter(self, seat, action)
        if action >= OFFER:
            return is_open_offer(self, seat, action)
        return self.legal(seat).contains(action)

    def result(self) -> Result | None:
        """The winner first, others by points; at the round limit all by points. Ties share a place.

        Points that others got beyond the winner's, off their turn, do not count.
        """
        if self.phase != FINISHED:
            return None
        points = [int(self.total_points(seat)) for seat in range(self.options.seats)]
        if self.is_stopped:
            places = [1 + sum([other > own for other in points]) for own in points]
            return Result(places, points, returns_of(places), "round_limit")
        winner = int(self.turn)
        points = [min(own, points[winner]) for own in points]
        places = [
            1 + sum([other > own for other in points]) + (points[winner] == own) for own in points
        ]
        places[winner] = 1
        return Result(places, points, returns_of(places), "finished")

    def scores(self) -> tuple[float, ...]:
        """Points with victory cards."""
        return tuple([float(self.total_points(seat)) for seat in range(self.options.seats)])

    def copy(self) -> "CatanState":
        twin = CatanState(self.board, self.options, self.cells[:], self.masks[:])
        twin.phase = self.phase
        twin.turn = self.turn
        twin.actor = self.actor
        twin.round = self.round
        twin.first_die = self.first_die
        twin.second_die = self.second_die
        twin.has_rolled = self.has_rolled
        twin.has_played = self.has_played
        twin.has_acted = self.has_acted
        twin.robber = self.robber
        twin.victim = self.victim
        twin.free_roads = self.free_roads
        twin.placed = self.placed
        twin.placements = self.placements
        twin.army = self.army
        twin.longest = self.longest
        twin.offer = self.offer
        twin.offers = self.offers
        twin.is_stopped = self.is_stopped
        twin.legal_codes = self.legal_codes
        twin.journal = self.journal
        twin.origin = self.origin
        twin.beliefs = self.beliefs
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle. Beliefs follow from the journal."""
        words = words_of(self.journal)
        parts = (
            self.board,
            self.options,
            bytes(self.cells),
            list(self.masks),
            scalars(self),
            words,
            self.origin,
        )
        return unpickled, parts

    # What a seat knows.

    def belief(self, viewer: i64) -> Belief:
        """What the viewer (NOBODY = a spectator) can conclude. Worked out when first asked for."""
        slot = viewer + 1
        known: list[Belief | None] = list(self.beliefs)
        if not known:
            known = [None] * int(self.options.seats + 1)
        before = known[slot]
        if before is None:
            before = first_belief(viewer) if self.origin is None else self.origin.belief_of(viewer)
        belief = before.after(self.journal)
        if belief is not known[slot]:
            known[slot] = belief
            self.beliefs = tuple(known)
        return belief

    def observe(self, seat: int | None) -> Observation:
        viewer: i64 = NOBODY if seat is None else seat
        return observed(viewer, self.copy(), self.belief(viewer))

    def to_plain(self) -> dict[str, Json]:
        return write_position(self)


def unpickled(
    board: Board,
    options: Options,
    cells: Iterable[int],
    masks: Iterable[i64],
    single: tuple[int, ...],
    words: list[i64],
    origin: Origin | None,
) -> CatanState:
    """The position of these parts: `single` are its `scalars`, `words` its journal."""
    state = CatanState(board, options, vec[u8](cells), vec[i64](masks))
    set_scalars(state, single)
    state.journal = journal_of(words)
    state.origin = origin
    return state


def own(state: State) -> CatanState:
    """`state`, which this game has made."""
    assert isinstance(state, CatanState)
    return state


def first_state(board: Board, options: Options) -> CatanState:
    """The empty board before the first settlement."""
    cells = empty_cells()
    masks = empty_masks()
    for seat in range(options.seats):
        cells[ROADS_LEFT + seat] = ROADS
        cells[SETTLEMENTS_LEFT + seat] = SETTLEMENTS
        cells[CITIES_LEFT + seat] = CITIES
        cells[CAP + seat] = NO_CAP
        for resource in range(i64(RESOURCES)):
            cells[RATE + RESOURCES * seat + resource] = BANK_RATE
    for resource in range(i64(RESOURCES)):
        cells[BANK + resource] = RESOURCE_CARDS
    for kind in range(i64(DEV_KINDS)):
        cells[DECK + kind] = u8(DEV_COUNTS[kind])
    masks[OPEN] = ALL_VERTICES
    state = CatanState(board, options, cells, masks)
    state.robber = board.desert
    return state
