"""A complete position of Crossfire and how it moves by plies. Compiled; knows no notation.

A ply is a joint setup, or joint commands and every round they lead to: a round in which nobody takes
a command is played at once. The rules in words are in README.md next to this file.
"""

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.core import OVER, SEVERAL, IllegalActionError, Json, Result, State
from infoset_games.crossfire.chance import SETUP_NUMBER, filled_king, filled_move
from infoset_games.crossfire.commands import (
    NONE_LEGAL,
    give_orders,
    idle_units,
    join_orders,
    orders_space,
)
from infoset_games.crossfire.history import Deal, Round
from infoset_games.crossfire.mirror import mirrored_orders
from infoset_games.crossfire.observation import (
    FINISHED,
    ORDERS,
    PHASE_NAMES,
    SETUP,
    SPECTATOR,
    Observation,
)
from infoset_games.crossfire.plain import write_cells
from infoset_games.crossfire.rounds import (
    BEFORE_LASERS,
    BOTH_KINGS_DEAD,
    FIRST_KING_DEAD,
    forget_orders,
    play_round,
)
from infoset_games.crossfire.setups import join_setup, setup_space, split_setup
from infoset_games.crossfire.units import ALIVE, KING, RECHARGE, SIDE, SQUARE, WAIT, no_units
from infoset_games.placing import returns_of
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace

NOBODY: Final = ()


@final
class CrossfireState(State):
    """A complete position. `now` is the round played last (0: the setup), None before the setup.

    `approximate` marks a world whose past does not explain all that its seat has seen.
    """

    def __init__(self, deal: Deal, now: Round | None) -> None:
        """Use `Crossfire.start`."""
        self.deal = deal
        self.now = now
        self.approximate: bool = False

    def phase(self) -> int:
        """SETUP, ORDERS or FINISHED."""
        now = self.now
        if now is None:
            return SETUP
        return ORDERS if now.ending == 0 else FINISHED

    def round(self) -> int:
        """The number of the round to be commanded next, from 1."""
        now = self.now
        return 1 if now is None else int(now.number) + 1

    def asked(self) -> i64:
        """The mask of the seats that owe a decision."""
        now = self.now
        asks: i64 = 3
        if now is not None:
            asks = now.asks if now.ending == 0 else 0
        return asks & 1 if self.deal.mirror else asks

    # What a search asks.

    def mover(self) -> i64:
        return SEVERAL if self.asked() else OVER

    def to_act(self) -> tuple[int, ...]:
        asked = self.asked()
        if asked == 3:
            return (0, 1)
        if asked == 0:
            return NOBODY
        return (0,) if asked == 1 else (1,)

    def legal(self, seat: int) -> ActionSpace:
        if not self.owes(seat):
            return NONE_LEGAL
        now = self.now
        if now is None:
            return setup_space(self.deal.board.units)
        return orders_space(now.cells, seat)

    def owes(self, seat: int) -> bool:
        """Must `seat` decide now?"""
        return 0 <= seat <= 1 and bool(self.asked() >> seat & 1)

    def kind(self, seat: int) -> str:
        return PHASE_NAMES[self.phase()]

    def filling(self, seat: int) -> int:
        """The number of chance.py for what `seat` is asked now."""
        number = SETUP_NUMBER if self.now is None else self.round()
        return self.deal.filling(seat, number)

    def fallback(self, seat: int) -> int:
        """What chance has drawn for a seat that says nothing (chance.py): a MOVE for every idle unit."""
        filling = self.filling(seat)
        now = self.now
        if now is None:
            recharge = self.deal.recharge
            return join_setup(recharge, filled_king(filling, len(recharge)), recharge)
        number = self.round()
        moves = [filled_move(filling, number, unit) for unit in idle_units(now.cells, seat)]
        return join_orders(now.cells, seat, moves)

    def key(self, action: i64) -> i64:
        """Equal numbers make equal setups."""
        if self.now is not None:
            return action
        recharge = self.deal.recharge
        numbers, king = split_setup(int(action), recharge)
        return join_setup(numbers, king, recharge)

    def seen_key(self, action: int, viewer: int) -> int:
        """Nothing: both decide unseen, and only what follows shows."""
        return 0

    def sample_chance(self, rng: Rng) -> i64:
        raise AssertionError("nothing is drawn after the deal")

    # The plies.

    def apply(self, joint: Mapping[int, int]) -> None:
        now = self.now
        if now is None:
            self.now = Round(None, 0, self.set_up(joint), 0)
            return
        cells = now.cells[:]
        forget_orders(cells)
        for seat in range(2):
            if seat in joint:
                give_orders(cells, seat, joint[seat])
        if self.deal.mirror:
            mirrored_orders(self.deal.board, cells)
        self.play(now, cells)
        while self.now is not None and self.now.asks == 0 and self.now.ending == 0:
            cells = self.now.cells[:]
            forget_orders(cells)
            self.play(self.now, cells)

    def play(self, now: Round, cells: vec[i64]) -> None:
        """Plays the round after `now` with the commands in `cells`."""
        number = now.number + 1
        ending = play_round(self.deal.board, cells, number)
        self.now = Round(now, number, cells, ending)

    def set_up(self, joint: Mapping[int, int]) -> vec[i64]:
        """The units on their spawn squares, all discharged."""
        cells = no_units()
        recharge = self.deal.recharge
        for seat in range(2):
            code = joint[0] if self.deal.mirror else joint[seat]
            numbers, king = split_setup(code, recharge)
            place_units(cells, seat, self.deal.board.spawns(seat), numbers, king)
        return cells

    # The questions of a server.

    def verify(self, seat: int, action: int) -> None:
        phase = self.phase()
        if phase == FINISHED:
            raise IllegalActionError("the game is over")
        if not self.owes(seat):
            raise IllegalActionError("none of your units takes a command in this round")
        size = self.legal(seat).size
        if not 0 <= action < size:
            raise IllegalActionError(f"{PHASE_NAMES[phase]}: expected a code in 0..{size - 1}")

    def observe(self, seat: int | None) -> Observation:
        deal = self.deal
        viewer = SPECTATOR if seat is None else seat
        view = Observation(viewer, deal.board, deal.recharge, deal.mirror)
        view.phase_code = self.phase()
        view.round = self.round()
        view.asked = int(self.asked())
        now = self.now
        if seat is not None:
            view.fill = self.filling(seat)
        if now is None:
            return view
        if seat is not None:
            view.last = now.report(deal.board, seat)
            add_setup(view, now.cells, seat)
        if now.ending:
            view.reveal = now.cells
            view.ending = now.ending
        return view

    def result(self) -> Result | None:
        now = self.now
        if now is None or now.ending == 0:
            return None
        fallen = now.ending & BOTH_KINGS_DEAD
        if fallen == BOTH_KINGS_DEAD:
            places, scores, ending = [1, 1], [0.5, 0.5], "tie"
        elif fallen == FIRST_KING_DEAD:
            places, scores, ending = [2, 1], [0.0, 1.0], "king"
        else:
            places, scores, ending = [1, 2], [1.0, 0.0], "king"
        if self.deal.mirror:
            return Result([1], scores[:1], [0.0], ending)
        return Result(places, scores, returns_of(places), ending)

    def copy(self) -> "CrossfireState":
        twin = CrossfireState(self.deal, self.now)
        twin.approximate = self.approximate
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        return CrossfireState, (self.deal, self.now), self.__getstate__()

    def to_plain(self) -> dict[str, Json]:
        deal = self.deal
        rounds: list[Json] = []
        node = self.now
        while node is not None:
            rounds.append(write_cells(node.cells, deal.board.units))
            node = node.past
        rounds.reverse()
        return {
            "map": deal.board.map.text().split("\n"),
            "laser_stop": deal.board.laser_stop,
            "mirror": deal.mirror,
            "recharge": deal.recharge[:],
            "fill": deal.fill[:],
            **({"later": [each.to_plain() for each in deal.later]} if deal.later else {}),
            "phase": PHASE_NAMES[self.phase()],
            "before_lasers": self.now is not None and bool(self.now.ending & BEFORE_LASERS),
            "approximate": self.approximate,
            "rounds": rounds,
        }


def place_units(
    cells: vec[i64], seat: i64, spawns: list[int], numbers: list[int], king: int
) -> None:
    """Puts the units of a seat on their spawn squares."""
    first = SIDE * seat
    for number in range(len(spawns)):
        unit = first + number
        cells[SQUARE + unit] = spawns[number]
        cells[RECHARGE + unit] = numbers[number]
        cells[WAIT + unit] = numbers[number]
        cells[ALIVE + unit] = 1
        cells[KING + unit] = 1 if number == king else 0


def add_setup(view: Observation, cells: vec[i64], seat: i64) -> None:
    """Tells a seat what it has chosen itself."""
    first = SIDE * seat
    for number in range(view.board.units):
        view.numbers.append(int(cells[RECHARGE + first + number]))
        if cells[KING + first + number]:
            view.king = number


def own(state: State) -> CrossfireState:
    """`state`, which this game has made."""
    assert isinstance(state, CrossfireState)
    return state
