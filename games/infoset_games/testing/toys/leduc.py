"""Leduc hold'em: two seats, hidden cards, chance between two rounds of betting.

Two cards of each rank. Both seats ante 1 chip and get a hidden card; a round of betting (2 chips);
a card is turned up for all; a second round (4 chips). A bet can be raised by as much, as often as the option
`raises` says: once is the game of the literature, never the smaller one that is the default. A pair with the
open card wins, then the higher rank. Scores are chips. After F. Southey et al., "Bayes' bluff: opponent
modelling in poker", UAI 2005.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from infoset_games.core import CHANCE, OVER, IllegalActionError, Json, Result, State
from infoset_games.fields import is_int, read_int, read_int_rows, read_ints
from infoset_games.game import Event, Game, OptionError
from infoset_games.placing import returns_of
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace

CHECK: Final = 0
BET: Final = 1
FOLD: Final = 2
CALL: Final = 3
RAISE: Final = 4
VERBS: Final = ("check", "bet", "fold", "call", "raise")
STAKES: Final = (2, 4)  # chips of a bet or raise, by round
MOST_RAISES: Final = 3
NOBODY: Final = -1
UNKNOWN: Final = -1


@dataclass(frozen=True)
class Table:
    """What one seat knows: `cards` by seat and the `open` card (UNKNOWN), the betting of both rounds."""

    seat: int  # NOBODY for a spectator
    first: int
    dealt: int  # how many seats have their card
    cards: tuple[int, int]
    open: int
    bets: tuple[tuple[int, ...], tuple[int, ...]]


class LeducState(State):
    """A card is a number: rank * 2 + suit. Seat 0 gets its card first, then seat 1."""

    def __init__(self, ranks: int, first: int, raises: int = 0) -> None:
        self.ranks = ranks
        self.first = first
        self.raises = raises
        self.cards: list[int] = []
        self.open = UNKNOWN
        self.bets: list[list[int]] = [[], []]

    def mover(self) -> int:
        betting = self.betting()
        if len(self.cards) < 2 or (
            is_closed(betting) and self.open == UNKNOWN and not self.folded()
        ):
            return CHANCE
        if is_closed(betting):
            return OVER
        return (self.first + len(betting)) % 2

    def legal(self, seat: int) -> ActionSpace:
        mover = self.mover()
        if seat != mover:
            return ListSpace(())
        if mover == CHANCE:
            return ListSpace(self.undealt())
        if not self.is_answer():
            return ListSpace((CHECK, BET))
        may_raise = self.betting().count(RAISE) < self.raises
        return ListSpace((FOLD, CALL, RAISE) if may_raise else (FOLD, CALL))

    def verify(self, seat: int, action: int) -> None:
        legal = self.legal(seat)
        if legal.size == 0:
            raise IllegalActionError("it is not your turn")
        if not legal.contains(action):
            if seat == CHANCE:
                raise IllegalActionError(f"card {action} is not in the deck")
            names = " or ".join(VERBS[legal.item(index)] for index in range(legal.size))
            raise IllegalActionError(f"expected {names}")

    def apply(self, joint: Mapping[int, int]) -> None:
        for seat, action in joint.items():
            if seat != CHANCE:
                self.betting().append(action)
            elif len(self.cards) < 2:
                self.cards.append(action)
            else:
                self.open = action

    def sample_chance(self, rng: Rng) -> int:
        return self.legal(CHANCE).draw(rng)

    def kind(self, seat: int) -> str:
        return "answer" if self.is_answer() else "open"

    def observe(self, seat: int | None) -> Table:
        shown = self.mover() == OVER and not self.folded()
        cards = [
            card if shown or owner == seat else UNKNOWN for owner, card in enumerate(self.cards)
        ]
        cards += [UNKNOWN] * (2 - len(cards))
        return Table(
            NOBODY if seat is None else seat,
            self.first,
            len(self.cards),
            (cards[0], cards[1]),
            self.open,
            (tuple(self.bets[0]), tuple(self.bets[1])),
        )

    def copy(self) -> "LeducState":
        twin = type(self)(self.ranks, self.first, self.raises)
        twin.cards = self.cards.copy()
        twin.open = self.open
        twin.bets = [betting.copy() for betting in self.bets]
        return twin

    def result(self) -> Result | None:
        if self.mover() != OVER:
            return None
        winner, chips = self.winner(), min(self.paid(0), self.paid(1))
        scores = [0 if winner == NOBODY else chips if seat == winner else -chips for seat in (0, 1)]
        places = [1 if score >= 0 else 2 for score in scores]
        return Result(places, scores, returns_of(places), "fold" if self.folded() else "showdown")

    def to_plain(self) -> dict[str, Json]:
        return {
            "first": self.first,
            "cards": list(self.cards),
            "open": self.open,
            "bets": [list(betting) for betting in self.bets],
        }

    # What the rules ask themselves.

    def betting(self) -> list[int]:
        """The betting of the current round."""
        return self.bets[0 if self.open == UNKNOWN else 1]

    def is_answer(self) -> bool:
        """Has the other seat just bet, or raised?"""
        return self.betting()[-1:] in ([BET], [RAISE])

    def folded(self) -> bool:
        """Did somebody give up?"""
        return FOLD in self.bets[0] or FOLD in self.bets[1]

    def undealt(self) -> list[int]:
        """The cards that chance can still deal, in canonical order."""
        return [card for card in range(2 * self.ranks) if card not in (*self.cards, self.open)]

    def paid(self, seat: int) -> int:
        """What `seat` has put in, ante included."""
        chips = 1
        for betting, stake in zip(self.bets, STAKES, strict=True):
            asked = own = 0
            for at, action in enumerate(betting):
                asked += stake * (action in (BET, RAISE))
                if (self.first + at) % 2 == seat and action in (BET, RAISE, CALL):
                    own = asked
            chips += own
        return chips

    def winner(self) -> int:
        """Who takes the chips of a finished play; NOBODY if the hands are equal."""
        if self.folded():
            return (self.first + len(self.betting())) % 2
        strength = [(card // 2 == self.open // 2, card // 2) for card in self.cards]
        if strength[0] == strength[1]:
            return NOBODY
        return strength.index(max(strength))


def is_closed(betting: list[int] | tuple[int, ...]) -> bool:
    """Has a round of betting come to its end?"""
    return list(betting) == [CHECK, CHECK] or betting[-1:] in ([FOLD], [CALL])


class Leduc(Game):
    """`ranks` sets the size of the deck, two cards of each; `raises` how often a bet can be raised."""

    name = "leduc"
    rules = "leduc/1.0"
    seats = 2
    seat_range = (2, 2)
    simultaneous = False
    state_class = LeducState  # variants of the game derive from both classes

    def __init__(self, ranks: int = 3, raises: int = 0) -> None:
        if type(ranks) is not int or not 2 <= ranks <= 13:
            raise OptionError("ranks", "an integer in 2..13")
        if not is_int(raises, 0, MOST_RAISES):
            raise OptionError("raises", f"an integer in 0..{MOST_RAISES}")
        self.ranks = ranks
        self.raises = raises

    @staticmethod
    def describe_options() -> dict[str, dict[str, Json]]:
        about = "ranks in the deck, two cards of each"
        often = "raises of one bet; 1 is the game of the literature"
        return {
            "ranks": {"type": "int", "default": 3, "min": 2, "max": 13, "about": about},
            "raises": {"type": "int", "default": 0, "min": 0, "max": MOST_RAISES, "about": often},
        }

    def options(self) -> dict[str, Json]:
        return {"ranks": self.ranks, "raises": self.raises}

    def deal(self, rng: Rng) -> Json:
        return {"first": int(rng.below(2))}

    def start(self, deal: Json) -> State:
        if not isinstance(deal, dict) or not is_int(deal.get("first"), 0, 1):
            raise ValueError("first: expected 0 or 1")
        return self.state_class(self.ranks, deal["first"], self.raises)

    def determinize(self, observation: Any, rng: Rng) -> State:
        table: Table = observation
        world = self.state_class(self.ranks, table.first, self.raises)
        known = (*table.cards, table.open)
        unseen = [card for card in range(2 * self.ranks) if card not in known]
        for card in table.cards[: table.dealt]:
            hidden = card == UNKNOWN
            world.cards.append(unseen.pop(int(rng.below(len(unseen)))) if hidden else card)
        world.open = table.open
        world.bets = [list(betting) for betting in table.bets]
        return world

    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        assert isinstance(before, LeducState)
        assert isinstance(after, LeducState)
        ((seat, action),) = joint.items()
        if seat != CHANCE:
            events = [Event(VERBS[action], {"by": seat})]
        elif len(before.cards) < 2:
            owner = len(before.cards)
            events = [Event("dealt", {"to": owner}, {"card": action}, seen_by=(owner,))]
        else:
            events = [Event("opened", {"card": action})]
        if after.mover() == OVER and not after.folded():
            events.append(Event("shown", {"cards": list(after.cards)}))
        return events

    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        return ["card", action] if seat == CHANCE else [VERBS[action]]

    def read_action(self, state: State, seat: int, value: Json) -> int:
        match value:
            case ["card", card] if seat == CHANCE and is_int(card, 0, 2 * self.ranks - 1):
                action = int(card)
            case [str(verb)] if seat != CHANCE and verb in VERBS:
                action = VERBS.index(verb)
            case _:
                raise IllegalActionError("expected one of " + ", ".join(f'["{v}"]' for v in VERBS))
        state.verify(seat, action)
        return action

    def write_observation(self, observation: Any) -> dict[str, Json]:
        table: Table = observation
        return {
            "seat": table.seat,
            "first": table.first,
            "dealt": table.dealt,
            "cards": list(table.cards),
            "open": table.open,
            "bets": [list(betting) for betting in table.bets],
        }

    def read_observation(self, value: Json) -> Any:
        last = 2 * self.ranks - 1
        left, right = read_ints(value, "cards", 2, UNKNOWN, last)
        lengths = range(4 + self.raises)
        first_bets, second_bets = read_int_rows(value, "bets", 2, lengths, CHECK, RAISE)
        return Table(
            read_int(value, "seat", NOBODY, 1),
            read_int(value, "first", 0, 1),
            read_int(value, "dealt", 0, 2),
            (left, right),
            read_int(value, "open", UNKNOWN, last),
            (first_bets, second_bets),
        )

    def consts(self) -> dict[str, Json]:
        return {"deck": 2 * self.ranks, "ante": 1, "stakes": list(STAKES), "raises": self.raises}
