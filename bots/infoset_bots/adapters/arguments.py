"""What environments are told by their callers, checked before anything changes: by name, with what was expected."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import Any, Final

from infoset_games.core import CHANCE, IllegalActionError, Json
from infoset_games.game import Game
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.policy_registry import default_policy
from infoset_games.rng import Rng

OPTIONS: Final = ("deal",)  # of a reset


def read_game(value: Any) -> Game:
    """The rules to be played. Raises ValueError for a name, or for anything else that is no game."""
    if not isinstance(value, Game):
        raise ValueError(f'game: expected a Game, such as make_game("colonizers"), got {value!r}')  # noqa: TRY004 (one error for bad input)
    return value


def read_opponents(value: Any, game: Game) -> Policy:
    """Who plays the other seats: None is chance. Raises ValueError for a name, and for a policy of another game.

    A policy does not say which game it is for, so it is asked for a decision of a play that nobody sees.
    """
    if value is None:
        return RandomPolicy()
    example = f'make_policy("{game.name}", "{default_policy(game.name)}")'
    expected = f"opponents: expected a Policy of {game.name}, such as {example}"
    if not isinstance(value, Policy):
        raise ValueError(f"{expected}, got {value!r}")  # noqa: TRY004 (as above)
    try:
        ask_once(value, game)
    except Exception as error:
        why = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise ValueError(f"{expected}, got {value!r}, which cannot play it: {why}") from error
    return value


def ask_once(policy: Policy, game: Game) -> None:
    """Asks the policy what those do who decide first in a play. Raises IllegalActionError for what they may not."""
    rng = Rng("opponents")
    state = game.begin(rng)
    while state.mover() == CHANCE:
        state.move(state.sample_chance(rng))
    for seat in state.to_act():
        action = policy.choose(state, seat, rng)
        if not state.legal(seat).contains(action):
            raise IllegalActionError(f"it chose {action!r} first, which is not legal")


def read_whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """An integer of Python or of NumPy within bounds. Raises ValueError naming it."""
    expected = f"{least} or more" if most is None else f"{least}..{most}"
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ValueError(f"{name}: expected {expected}, got {value!r}")
    try:
        number = index(value)
    except TypeError:  # an array of several numbers has the method, too
        raise ValueError(f"{name}: expected {expected}, got {value!r}") from None
    if number < least or (most is not None and number > most):
        raise ValueError(f"{name}: expected {expected}, got {number}")
    return number


def read_seed(value: Any) -> int | None:
    """The seed of a reset; None goes on in the stream that there is. Raises ValueError for what is no integer from 0."""
    return None if value is None else read_whole("seed", value, 0)


def read_places(name: str, value: Any, count: int) -> list[tuple[str, Any]]:
    """What each of `count` places is told, with what to call it: one value for all of them, or a row with one for each.

    Raises ValueError for a row of another length.
    """
    if not is_row(value):
        return [(name, value)] * count
    if len(value) != count:
        raise ValueError(f"{name}: expected {count} of them, got {len(value)}")
    return [(f"{name}[{at}]", one) for at, one in enumerate(value)]


def is_row(value: Any) -> bool:
    """Is it a sequence, or an array of one dimension?"""
    if hasattr(value, "ndim"):
        return bool(value.ndim == 1)
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def read_seeds(value: Iterable[int] | None) -> Iterator[int] | None:
    """Seeds one after the other, from a list as well. Raises ValueError for what has no order of its own."""
    if value is None:
        return None
    if not isinstance(value, Iterable) or isinstance(value, str | bytes):
        raise ValueError(  # noqa: TRY004 (as above)
            f"seeds: expected integers one after the other, such as itertools.count(1000), got {value!r}"
        )
    return iter(value)


def unknown_options(options: Mapping[Any, Any]) -> str | None:
    """What is wrong with the `options` of a reset that are not known; None where there are none."""
    others = [repr(name) for name in options if name not in OPTIONS]
    known = ", ".join(map(repr, OPTIONS))
    return f"options: expected no others than {known}, got {', '.join(others)}" if others else None


def read_deal(game: Game, options: Any) -> Json:
    """The set-up in the `options` of a reset; None where chance deals. Raises ValueError for one that cannot be."""
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise ValueError(f'options: expected a dict, such as {{"deal": ...}}, got {options!r}')  # noqa: TRY004 (as above)
    if wrong := unknown_options(options):
        raise ValueError(wrong)
    deal = options.get("deal")
    if deal is not None:
        game.start(deal)
    return deal
