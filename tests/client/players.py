"""Bots that play by a plan against scripted servers, without waiting."""

import random
from typing import Any

from infoset.bot import Bot
from infoset.botseat import BotSeat
from infoset.client import Client
from infoset.playing import Host, Plan, Seat
from infoset.timing import Timing
from infoset.turn import Answer, Turn


class FastRandom(random.Random):
    """Makes every wait between attempts as good as none."""

    def random(self) -> float:
        return -0.999


class LastBot(Bot):
    """Always takes the last action."""

    def decide(self, turn: Turn) -> Answer:
        return len(turn.actions) - 1


async def play(url: str, bot: Any, plan: Plan | None = None) -> list[BotSeat]:
    """Plays by the plan; returns the seats in the order they ended."""
    seats: list[BotSeat] = []

    def on_result(seat: Seat) -> None:
        assert isinstance(seat, BotSeat)
        seats.append(seat)

    timing = Timing(reconnect_s=10)
    async with Client(url, timing=timing, rng=FastRandom()) as client:
        make = lambda match, start: BotSeat(match, bot, client.ask)
        await Host(client, make, plan or Plan(game="toy"), on_result).run()
    return seats
