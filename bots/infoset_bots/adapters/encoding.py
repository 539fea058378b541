"""What learners need and rules do not have: actions numbered from 0, observations as tensors.

The descriptor of a game (infoset_games/descriptor.py) names its encoding in the field `encoding`, for instance
`"hexes_game.encoding:HexesEncoding"`. It is called with the Game. Games without one get the surveyed encoding (survey.py).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset_bots.adapters.arguments import read_game
from infoset_bots.adapters.coder import AnyCoder, Coder
from infoset_bots.adapters.survey import survey
from infoset_games.core import State
from infoset_games.descriptor import BrokenPartError, Descriptor, load_part
from infoset_games.game import Game
from infoset_games.spaces import ActionSpace

MAX_LISTED: Final = 65_536  # actions of one decision that are written out one by one
MAX_BEGINNINGS: Final = 4_096  # of one decision that are looked at, to find how it is spelled

Parts = tuple[int, ...]
Options = Mapping[int, int | None]


class EncodingError(RuntimeError):
    """The encoding does not fit the game; the message says what to do about it."""


class TooManyActionsError(EncodingError):
    """A decision has too many combinations to number each of them."""

    def __init__(self, game: str, size: int) -> None:
        super().__init__(
            f"{game}: a decision of {size} combinations cannot be one number of at most"
            f" {MAX_LISTED}; use the parallel environment, where every slot is chosen by itself,"
            " or give the game an Encoding that spells it in several numbers"
        )
        self.size = size


class Encoding(ABC):
    """One game under fixed options, encoded. Equal rules and options must give an equal encoding.

    A decision is one number, or is *spelled* in several: `options` says what may follow the numbers
    said so far (`parts`), and a tensor shows them.
    """

    actions: int  # action numbers are 0..actions-1
    row: tuple[
        int, ...
    ]  # the same slot by slot, see `InfosetParallelEnv`: how many values each takes
    cells: int  # length of a tensor
    low: float  # bounds of all cells
    high: float

    def __init__(self, game: Game) -> None:
        self.game = game

    def number(self, state: State, action: int) -> int:
        """The number of a legal action. Actions that mean the same may share one."""
        return int(state.key(action))

    def options(self, state: State, seat: int, parts: Parts) -> Options:
        """The numbers that `seat` may say after `parts`, each with the action code that it completes.

        None in place of a code: the decision goes on. As it stands, every action is one number. Raises
        TooManyActionsError, or EncodingError for a number that there is no room for.
        """
        return numbered(self, state, seat)

    def spell(self, state: State, seat: int, action: int) -> Parts:
        """The numbers that say a legal action, one after the other: the way back from `options`.

        As it stands, it looks for them. To be overridden where a decision is spelled in so many ways that this takes long.
        Raises EncodingError where there are none, or more than MAX_BEGINNINGS to look at.
        """
        key, looked = state.key(action), 0
        beginnings: list[Parts] = [()]
        while beginnings and looked < MAX_BEGINNINGS:
            parts, looked = beginnings.pop(), looked + 1
            options = self.options(state, seat, parts)
            for number, code in options.items():
                if code is not None and (code == action or state.key(code) == key):
                    return (*parts, number)
            goes_on = [number for number, code in options.items() if code is None]
            beginnings += [(*parts, number) for number in reversed(goes_on)]
        raise EncodingError(
            f"{self.game.name}: no numbers were found for action"
            f" {self.game.write_action(state, seat, action)}; its Encoding needs a `spell` of its own"
        )

    def purpose(self) -> str:
        """What is made for this encoding, in words: rules, encoding and its sizes. Nothing else goes with it."""
        sizes = f"{self.cells} cells, {self.actions} actions"
        return f"{self.game.rules} ({type(self).__name__}: {sizes})"

    @abstractmethod
    def tensor(self, observation: Any, parts: Parts = ()) -> Sequence[float]:
        """`cells` numbers in low..high, bytes or not: a function of one seat's observation and its `parts`."""

    def coder(self) -> Coder:
        """A new one, for one play of a batch. To be overridden where the same can be had in compiled code."""
        return AnyCoder(self)

    def cell_names(self) -> list[str]:
        """What each cell of a tensor means, in a few words."""
        return [f"cell {at}" for at in range(self.cells)]

    def action_names(self) -> list[str]:
        """What each action number means, in a few words."""
        return [f"action {number}" for number in range(self.actions)]


class SurveyedEncoding(Encoding):
    """The fallback for any game: sizes found by random plays, observations flattened as written."""

    low = float(1 - 2**53)  # the wire has no larger integers
    high = float(2**53 - 1)

    def __init__(self, game: Game) -> None:
        """Plays the survey, always the same plays. Raises EncodingError where numbers get too large."""
        super().__init__(game)
        found = survey(game)
        if found.largest_key >= MAX_LISTED:
            raise EncodingError(
                f"{game.name}: its action keys reach {found.largest_key}; it needs an Encoding of"
                f" its own that numbers its actions below {MAX_LISTED}"
            )
        listed = power_of_two_above(found.largest_key)
        product = found.largest_product if found.largest_product <= MAX_LISTED else 0
        self.actions = max(listed, product, 1)
        first, *others = found.slots or (1,)
        self.row = (max(first, listed), *others)
        self.layout = found.layout
        self.cells = found.layout.cells()

    def tensor(self, observation: Any, parts: Parts = ()) -> Sequence[float]:
        return self.layout.flatten(self.game.write_observation(observation))

    def cell_names(self) -> list[str]:
        """The path of each value in the written observation."""
        return self.layout.names()


def power_of_two_above(largest: int) -> int:
    """Room for the numbers 0..largest and some that the survey did not meet; 0 for largest = -1."""
    return 1 << largest.bit_length() if largest >= 0 else 0


def encoding_of(game: Game, descriptor: Descriptor | None = None) -> Encoding:
    """The encoding that the descriptor of `game` names, else the surveyed one. Raises EncodingError.

    `descriptor` None takes the installed one. Raises ValueError for the name of a game.
    """
    game = read_game(game)
    try:
        make = load_part(game.name, "encoding", descriptor)
    except BrokenPartError as error:
        raise EncodingError(str(error)) from error
    if make is None:
        return SurveyedEncoding(game)
    encoding = make(game)
    if not isinstance(encoding, Encoding):
        raise EncodingError(f"{game.name}: encoding: expected an Encoding, got {encoding!r}")
    return encoding


def read_encoding(value: Any, game: Game) -> Encoding:
    """The encoding that a caller gives for `game`; None takes the game's own, see `encoding_of`.

    Raises EncodingError, and ValueError for one that was made for another game or for other options: what is played is
    its game.
    """
    if value is None:
        return encoding_of(game)
    expected = "encoding: expected an Encoding of this game, such as encoding_of(game)"
    if not isinstance(value, Encoding):
        raise ValueError(f"{expected}, got {value!r}")  # noqa: TRY004 (one error for bad input)
    theirs = value.game
    if (theirs.rules, theirs.options()) != (game.rules, game.options()):
        raise ValueError(f"{expected}, got that of {theirs.rules} with {theirs.options()}")
    return value


def numbered(encoding: Encoding, state: State, seat: int) -> dict[int, int]:
    """The legal actions of `seat`, number -> code; of several with one number, the first.

    Raises TooManyActionsError, or EncodingError for a number that the encoding has no room for.
    """
    space = state.legal(seat)
    check_listable(encoding.game, space)
    codes: dict[int, int] = {}
    for index in range(space.size):
        code = space.item(index)
        number = encoding.number(state, code)
        if not 0 <= number < encoding.actions:
            raise EncodingError(
                f"{encoding.game.name}: action {encoding.game.write_action(state, seat, code)} has"
                f" the number {number}, expected 0..{encoding.actions - 1}; the game needs an"
                " Encoding of its own"
            )
        codes.setdefault(number, code)
    return codes


def check_listable(game: Game, space: ActionSpace) -> None:
    """Raises TooManyActionsError if the space is too large to be written out."""
    if space.size > MAX_LISTED:
        raise TooManyActionsError(game.name, space.size)


def named(what: str, names: Sequence[str]) -> list[str]:
    """`what`, of each: for `cell_names` and `action_names`."""
    return [f"{what} {name}" for name in names]
