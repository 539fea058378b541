"""A game for three on the beginners' board with all first pieces placed: Blue, on seat 1, is a program."""

from typing import Any, Final

from infoset_bots.lab.tabletop.entries import Entry
from infoset_bots.lab.tabletop.world import World
from infoset_games.catan import Catan
from infoset_games.rng import Rng

ANN, BLUE, BEN = range(3)
PLACED: Final = (
    (ANN, 17, 25),
    (BLUE, 30, 44),
    (BEN, 14, 21),
    (BEN, 40, 58),
    (BLUE, 34, 50),
    (ANN, 43, 54),
)
# Hands now: Ann 1 wood 1 brick, Blue 2 wood 1 ore, Ben 2 wheat 1 ore. Ben alone lives at hex 17.
ONLY_BEN: Final = 17
FEW: Final = 2  # a roll that yields nothing


def opened(**options: Any) -> World:
    """Ann is to roll."""
    game = Catan(seats=3, layout="beginner", round_limit=1000, **options)
    world = World(game, game.deal(Rng("")), ("Ann", "Blue", "Ben"), frozenset({BLUE}))
    for seat, vertex, edge in PLACED:
        act(world, seat, "place_settlement", vertex)
        act(world, seat, "place_road", edge)
    return world


def act(world: World, seat: int, *action: Any, **told: Any) -> None:
    world.enter(Entry("act", seat, action, **told))


def roll(world: World, seat: int, total: int) -> None:
    low = max(1, total - 6)
    act(world, seat, "roll", dice=(low, total - low))


def pass_on(world: World, seat: int, total: int = FEW) -> None:
    """A turn in which nothing is done."""
    roll(world, seat, total)
    act(world, seat, "end_turn")


def rob_ben(world: World) -> None:
    """Ann takes a wheat or the ore; nobody tells which."""
    roll(world, ANN, 7)
    act(world, ANN, "move_robber", ONLY_BEN)
