"""Policies of different strength that read the text of a turn, at the tools and in the arena. No tests here."""

import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.integration.harness import open_server
from tests.integration.mcp_player import call, is_over, numbers, play, question, seat_at

from infoset.bot import Bot
from infoset.seated.telling import tell_question
from infoset.turn import Turn
from infoset_bots.lab.arena.alarm import Alarm
from infoset_bots.lab.arena.playing import local_match
from infoset_bots.lab.arena.schedule import Job
from infoset_bots.lab.arena.seats import ClassSeat
from infoset_bots.lab.arena.table import Table
from infoset_games.registry import make_game
from infoset_games.terms import Terms

GAME: Final = "colonizers"
IDLE: Final = re.compile(r"(\d+)\) do nothing")

Policy = Callable[[str], int]  # the position of the action, from the text of a turn


def idler(text: str) -> int:
    """Does nothing wherever that is allowed."""
    idle = IDLE.search(question(text))
    return numbers(text)[0] if idle is None else int(idle[1])


def dabbler(text: str) -> int:
    """Any action: which one is fixed by the number of the decision."""
    decision = question(text).split()[1].rstrip(":")
    return random.Random(f"dabbler {decision}").choice(numbers(text))


def busybody(text: str) -> int:
    """Never does nothing where it can do something."""
    idle = IDLE.search(question(text))
    busy = [number for number in numbers(text) if idle is None or number != int(idle[1])]
    return (busy or numbers(text))[-1]


POLICIES: Final[Mapping[str, Policy]] = {"idler": idler, "dabbler": dabbler, "busybody": busybody}


class Reading(Bot):
    """A policy as a bot of the arena."""

    policy: Policy

    def decide(self, turn: Turn) -> int:
        return type(self).policy("\n".join(tell_question(turn)))


class First(Bot):
    """What the house bot `first` plays."""

    def decide(self, turn: Turn) -> int:
        return 0


def arena_scores(policy: Policy, seed: str) -> tuple[float, ...]:
    """A match of the policy against three that play the first action."""
    game = make_game(GAME)
    names = ("model", "first", "first", "first")
    bot = type("Policy", (Reading,), {"policy": staticmethod(policy)})
    seats = [
        ClassSeat(local_match(game, "m", seat, names, Terms().clock), made, "s", Alarm())
        for seat, made in enumerate((bot, First, First, First))
    ]
    return tuple(Table(game, Terms(), Job(0, 0, 0, seed, names), seats, None).play().scores)


async def mcp_scores(policy: Policy, seed: str, folder: Path) -> tuple[float, ...]:
    """The same match at the tools of `infoset mcp`."""
    async with open_server(folder, seed=seed) as server, seat_at(server) as (model, player):
        text = await call(model, "find_match", game=GAME, bots=["first"] * 3, wait_s=60)
        assert is_over(await play(model, text, lambda text: str(policy(text))))
        assert player.seat is not None
        assert player.seat.result is not None
        return tuple(player.seat.result.scores)
