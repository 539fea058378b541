"""A bot that searches every turn twice, on the server and by the rules, and complains where they differ."""

from typing import ClassVar

import infoset
from infoset_bots.search.decision import Decision, OutOfTime, never
from infoset_bots.search.ismcts_bot import IsmctsBot
from infoset_bots.search.ismcts_remote_bot import IsmctsRemoteBot
from infoset_bots.search.monte_carlo_bot import MonteCarloBot
from infoset_bots.search.monte_carlo_remote_bot import MonteCarloRemoteBot
from infoset_bots.search.search_bot import PlayoutBot


class Twice(PlayoutBot):
    """Compares; a difference is an exception, which the command counts and shows."""

    local: ClassVar[type[PlayoutBot]]

    def think(self, turn: infoset.Turn, seed: int, out_of_time: OutOfTime) -> Decision:
        there = super().think(turn, seed, never)
        here = self.local.think(self, turn, seed, never)
        if found(there) != found(here):
            raise ValueError(f"on the server {there.arms}, by the rules {here.arms}")
        print("searched twice")  # noqa: T201 (the test counts it)
        return there


def found(decision: Decision) -> list[tuple[int, int, float]]:
    return [(arm.index, arm.visits, arm.value) for arm in decision.arms]


class TwiceIsmcts(Twice, IsmctsRemoteBot):
    """By trees."""

    local = IsmctsBot


class TwiceMonteCarlo(Twice, MonteCarloRemoteBot):
    """By means."""

    local = MonteCarloBot
