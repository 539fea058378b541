"""Finds policies and evaluations by the game and their name, through entry points. Plays nothing.

A distribution offers policies in the group `infoset.policies`, named by game and policy, and at most
one evaluation a game in the group `infoset.evaluations`:

    [project.entry-points."infoset.policies"]
    "hexes.greedy" = "hexes_game.policies:Greedy"

    [project.entry-points."infoset.evaluations"]
    hexes = "hexes_game.policies:Worth"

Each names something that returns the Policy (the Evaluation) when called without arguments. Every
game has the policy `random`, and counts points where it offers no evaluation.
"""

from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from infoset_games.evaluation import Evaluation, PointsEvaluation
from infoset_games.policies import Policy, RandomPolicy

POLICY_GROUP: Final = "infoset.policies"
EVALUATION_GROUP: Final = "infoset.evaluations"
RANDOM: Final = "random"
HEURISTIC: Final = "heuristic"  # by convention the name of a game's best policy


class UnknownPolicyError(LookupError):
    """The game has no policy of that name. `known` lists those it has."""

    def __init__(self, game: str, name: str, known: Iterable[str]) -> None:
        self.known = tuple(known)
        super().__init__(
            f"policy {name!r}: {game} has no such policy; known: {', '.join(self.known)}"
        )


class BrokenPolicyError(RuntimeError):
    """A plug-in is named but cannot be used; the message says why."""


class PolicyRegistry:
    """The policies and evaluations of one set of plug-ins. Loads each when it is first asked for."""

    def __init__(
        self, policies: Iterable[EntryPoint] = (), evaluations: Iterable[EntryPoint] = ()
    ) -> None:
        """Of two plug-ins with one name the first counts."""
        self._policies = _by_name(policies)
        self._evaluations = _by_name(evaluations)

    def names(self, game: str) -> tuple[str, ...]:
        """The policies of a game, `random` first, the others sorted."""
        owners = (name.partition(".") for name in self._policies)
        return (RANDOM, *sorted(policy for owner, _, policy in owners if owner == game))

    def default(self, game: str) -> str:
        """The name of the policy to play out with: `heuristic` where the game has one."""
        return HEURISTIC if HEURISTIC in self.names(game) else RANDOM

    def policy(self, game: str, name: str) -> Policy:
        """A policy of a game. Raises UnknownPolicyError or BrokenPolicyError."""
        if name == RANDOM:
            return RandomPolicy()
        plugin = self._policies.get(f"{game}.{name}")
        if plugin is None:
            raise UnknownPolicyError(game, name, self.names(game))
        made = _make(plugin)
        if not isinstance(made, Policy):
            raise BrokenPolicyError(
                f"{plugin.name} ({plugin.value}): expected a Policy, got {made!r}"
            )
        return made

    def evaluation(self, game: str) -> Evaluation:
        """The evaluation of a game's positions. Raises BrokenPolicyError."""
        plugin = self._evaluations.get(game)
        if plugin is None:
            return PointsEvaluation()
        made = _make(plugin)
        if not isinstance(made, Evaluation):
            raise BrokenPolicyError(
                f"{game} ({plugin.value}): expected an Evaluation, got {made!r}"
            )
        return made


def _by_name(plugins: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
    named: dict[str, EntryPoint] = {}
    for plugin in plugins:
        named.setdefault(plugin.name, plugin)
    return named


def _make(plugin: EntryPoint) -> object:
    try:
        return plugin.load()()
    except Exception as error:
        raise BrokenPolicyError(
            f"{plugin.name} ({plugin.value}): {type(error).__name__}: {error}"
        ) from error


@cache
def installed() -> PolicyRegistry:
    """The registry of everything installed in this Python; read once per process."""
    return PolicyRegistry(entry_points(group=POLICY_GROUP), entry_points(group=EVALUATION_GROUP))


def known_policies(game: str) -> tuple[str, ...]:
    """The names of the installed policies of a game, `random` first."""
    return installed().names(game)


def default_policy(game: str) -> str:
    """The name of the installed policy to play out with."""
    return installed().default(game)


def make_policy(game: str, name: str) -> Policy:
    """An installed policy of a game. Raises UnknownPolicyError or BrokenPolicyError."""
    return installed().policy(game, name)


def make_evaluation(game: str) -> Evaluation:
    """The installed evaluation of a game's positions. Raises BrokenPolicyError."""
    return installed().evaluation(game)
