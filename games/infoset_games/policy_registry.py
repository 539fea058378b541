"""Finds policies and evaluations by the game and their name, through its descriptor.

The descriptor of a game (descriptor.py) names its policies and at most one evaluation:

    Descriptor(
        rules="hexes_game.rules:Hexes",
        policies={"greedy": "hexes_game.policies:Greedy"},
        evaluation="hexes_game.policies:Worth",
    )

Each names something that returns the Policy (the Evaluation) when called without arguments. Every
game has the policy `random`, and counts points where it names no evaluation. `descriptor` is None, everywhere
here, for that of the installed game.
"""

from collections.abc import Iterable
from typing import Final

from infoset_games.descriptor import Descriptor, descriptor_of, make, make_part
from infoset_games.evaluation import Evaluation, PointsEvaluation
from infoset_games.policies import Policy, RandomPolicy

RANDOM: Final = "random"
HEURISTIC: Final = "heuristic"  # by convention the name of a game's best policy


class UnknownPolicyError(LookupError):
    """The game has no policy of that name. `known` lists those it has."""

    def __init__(self, game: str, name: str, known: Iterable[str]) -> None:
        self.known = tuple(known)
        super().__init__(
            f"policy {name!r}: {game} has no such policy; known: {', '.join(self.known)}"
        )


def known_policies(game: str, descriptor: Descriptor | None = None) -> tuple[str, ...]:
    """The names of the policies of a game, `random` first, the others sorted."""
    known = descriptor or descriptor_of(game)
    return (RANDOM, *sorted(() if known is None else known.policies))


def default_policy(game: str, descriptor: Descriptor | None = None) -> str:
    """The name of the policy to play out with: `heuristic` where the game has one."""
    return HEURISTIC if HEURISTIC in known_policies(game, descriptor) else RANDOM


def make_policy(game: str, name: str, descriptor: Descriptor | None = None) -> Policy:
    """A policy of a game. Raises UnknownPolicyError or BrokenPartError."""
    if name == RANDOM:
        return RandomPolicy()
    known = descriptor or descriptor_of(game)
    if known is None or name not in known.policies:
        raise UnknownPolicyError(game, name, known_policies(game, known))
    return make(game, f"policies[{name!r}]", known.policies[name], Policy)  # type: ignore[type-abstract]


def make_evaluation(game: str, descriptor: Descriptor | None = None) -> Evaluation:
    """The evaluation of a game's positions. Raises BrokenPartError."""
    return make_part(
        game,
        "evaluation",
        Evaluation,  # type: ignore[type-abstract]
        PointsEvaluation,
        descriptor,
    )
