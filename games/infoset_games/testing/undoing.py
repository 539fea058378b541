"""Checks that what a game lets players take back has shown nothing that was hidden."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from infoset_games.core import CHANCE, OVER, State
from infoset_games.game import Game
from infoset_games.replay import canonical
from infoset_games.spaces import ActionSpace
from infoset_games.testing.plays import Play, Position
from infoset_games.testing.twins import twins

BRANCHES: Final = 6  # draws of chance that are replaced in one play
OUTCOMES: Final = 2  # by so many others
PLIES: Final = 15  # that are played on after such a draw
MOST_CHOICES: Final = 64  # looked through for one that looks like the action taken


def check_undo_crosses_no_reveal(play: Play) -> None:
    """A reversible ply rules out no world that any seat held possible.

    In each of them the same action, or one that looks the same to the seat, led to what the seat sees now.
    """
    for position in play.decisions(20):
        ((seat, action), *others) = position.joint.items()
        after = position.state()
        after.apply(position.joint)
        if others or not is_reversible(position.game, position.state(), seat, action, after):
            continue
        for viewer in position.seats():
            seen = sight(position, after, viewer)
            for world in twins(position, viewer)[1:]:
                looks = seen in looks_of(position, world, seat, action, viewer)
                what = f"seat {viewer} learns something of {action}, which can be taken back"
                position.expect(looks, what)


def check_undo_is_allowed_by_what_all_know(play: Play) -> None:
    """Whether a ply is reversible is the same for two truths that a seat cannot tell apart.

    The truths differ in one draw of chance, and are played on alike as long as they look alike.
    """
    draws = [ply for ply, joint in enumerate(play.joints) if CHANCE in joint]
    rng = play.position(0).rng("undo")
    for _ in range(min(BRANCHES, len(draws))):
        position = play.position(draws.pop(int(rng.below(len(draws)))))
        for outcome in others_of(position.state().legal(CHANCE), position.joint[CHANCE]):
            other = position.state()
            other.apply({CHANCE: outcome})
            for viewer in position.seats():
                compare(play, position.ply + 1, other.copy(), viewer)


def compare(play: Play, first: int, other: State, viewer: int) -> None:
    """Plays on from ply `first` in the play and in `other`, as long as `viewer` sees no difference."""
    for ply in range(first, min(first + PLIES, len(play.joints))):
        position = play.position(ply)
        joint = position.joint
        if sight(position, other, viewer) != sight(position, position.state(), viewer):
            return
        if not all(other.legal(seat).contains(action) for seat, action in joint.items()):
            return
        truth, before = position.state(), other.copy()
        after = position.state()
        after.apply(joint)
        other.apply(joint)
        if sight(position, other, viewer) != sight(position, after, viewer):
            return
        for seat, action in joint.items():
            if len(joint) == 1 and seat != CHANCE:
                here = is_reversible(play.game, truth, seat, action, after)
                there = is_reversible(play.game, before, seat, action, other)
                what = f"seat {viewer} learns from whether {action} can be taken back"
                position.expect(here == there, what)


def is_reversible(game: Game, before: State, seat: int, action: int, after: State) -> bool:
    """May it be taken back, as a match sees it: where no chance and no end follow?"""
    if after.mover() in (CHANCE, OVER):
        return False
    return game.is_reversible(before, seat, action, after)


def looks_of(
    position: Position, world: State, seat: int, action: int, viewer: int
) -> Iterator[str]:
    """What `viewer` would see after `action` in a world, or after what looks the same to it there."""
    key = position.state().seen_key(action, viewer)
    legal = world.legal(seat)
    found = [action] if legal.contains(action) else []
    if viewer != seat:
        codes = (legal.item(index) for index in range(min(legal.size, MOST_CHOICES)))
        found += [code for code in codes if code != action and world.seen_key(code, viewer) == key]
    for code in found:
        later = world.copy()
        later.apply({seat: code})
        yield sight(position, later, viewer)


def others_of(space: ActionSpace, outcome: int) -> Iterator[int]:
    """Some of what chance could have brought instead."""
    codes = (space.item(index) for index in range(space.size))
    return islice((code for code in codes if code != outcome), OUTCOMES)


def sight(position: Position, state: State, viewer: int) -> str:
    """What `viewer` sees, as text."""
    return canonical(position.game.write_observation(state.observe(viewer)))
