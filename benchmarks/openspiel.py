"""Random matches a second of OpenSpiel's games through `Match`, beside the same plays in pyspiel alone, in one run.

python benchmarks/openspiel.py

Rounds of all take turns, and the best of each counts. A match of Colonizers stands beside them. Then a step over the wire, of
their games and of ours: from sending `act` to a server with a store to reading its `act_ok`, at a table with random bots.
"""

import asyncio
import itertools
import json
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.openspiel.family import find
from infoset_games.registry import make_game
from infoset_games.terms import Terms

GAMES: Final = ("hearts", "leduc_poker", "hanabi")
OVER_THE_WIRE: Final = ("openspiel_hearts", "openspiel_hanabi", "colonizers", "catan")
STEPS: Final = 60  # of each game and round
WIRE_ROUNDS: Final = 3
SETTINGS: Final = ("beacon_port=0", "times.shutdown_grace_s=0", "rates.msgs_per_s=100000")
ROUNDS: Final = 5
ROUND_S: Final = 0.6


def through_match(name: str) -> Callable[[int], int]:
    """Plays one random match, as a server does, and counts its decisions."""
    game = make_game(name)

    def play(number: int) -> int:
        rng = random.Random(number)
        match = Match(game, Terms(), f"match {number}")
        match.start(0)
        decisions = 0
        while match.over is None:
            for asked in list(match.open.values()):
                index = rng.randrange(asked.space.size)
                match.submit(asked.seat, asked.number, Choice(index=index), 0)
                decisions += 1
        return decisions

    return play


def in_pyspiel(name: str) -> Callable[[int], int]:
    """The same in pyspiel alone, from Python, with its odds."""
    game: Any = find(name)().inner

    def play(number: int) -> int:
        rng = random.Random(number)
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def rate(play: Callable[[int], int], begin: int) -> tuple[float, float]:
    """Matches and decisions a second of one round, of the processor's time: others may want it, too."""
    started = time.process_time()
    matches = decisions = 0
    while (spent := time.process_time() - started) < ROUND_S:
        decisions += play(begin + matches)
        matches += 1
    return matches / spent, decisions / spent


@contextmanager
def server(folder: str) -> Iterator[int]:
    """`infoset serve` in a child process; yields its port."""
    command = [sys.executable, "-m", "infoset", "serve", "--port", "0", "--data", folder]
    command += [word for setting in SETTINGS for word in ("--set", setting)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert child.stdout is not None
    try:
        yield int(child.stdout.readline().rpartition(":")[2])
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait()


async def steps(port: int, game: str) -> list[float]:
    """Seconds of so many acts, each until it is acknowledged; matches follow each other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    rng, ids = random.Random(game), itertools.count(1)
    spent: list[float] = []
    sent_s = 0.0

    def send(**message: Any) -> None:
        writer.write(json.dumps(message).encode() + b"\n")

    send(type="hello", proto=[1], auth={"kind": "guest", "name": "bench"})
    seek = {"type": "seek", "game": game, "fill_ms": 0, "clock": {"kind": "none"}}
    send(**seek)
    while len(spent) < STEPS:
        line = (await reader.readline()).strip()
        message: dict[str, Any] = json.loads(line) if line else {"type": ""}
        match message["type"]:
            case "your_turn":
                asked = {name: message[name] for name in ("match_id", "decision")}
                sent_s = time.perf_counter()
                send(type="act", id=next(ids), index=rng.randrange(message["n"]), **asked)
            case "act_ok":
                spent.append(time.perf_counter() - sent_s)
            case "match_over":
                send(**seek)
            case "error":
                raise SystemExit(f"{game}: {message}")
    writer.close()
    return spent


def over_the_wire() -> dict[str, float]:
    """The median of a step of each game, in milliseconds; of several rounds the least."""
    best = dict.fromkeys(OVER_THE_WIRE, float("inf"))
    with tempfile.TemporaryDirectory() as folder, server(folder) as port:
        for _ in range(WIRE_ROUNDS):
            for game in OVER_THE_WIRE:
                spent = asyncio.run(steps(port, game))
                best[game] = min(best[game], 1e3 * statistics.median(spent))
    return best


def main() -> None:
    plays = {
        (name, way): (through_match(f"openspiel_{name}") if way == "Match" else in_pyspiel(name))
        for name in GAMES
        for way in ("Match", "pyspiel")
    }
    plays["colonizers", "Match"] = through_match("colonizers")
    best = dict.fromkeys(plays, (0.0, 0.0))
    for number in range(ROUNDS):
        for key, play in plays.items():
            best[key] = max(best[key], rate(play, 1_000 * number))
    print("game          way       matches/s   decisions/s")
    for (name, way), (matches, decisions) in best.items():
        print(f"{name:12}  {way:8}  {matches:9,.0f}   {decisions:11,.0f}")
    for name in GAMES:
        share = best[name, "Match"][0] / best[name, "pyspiel"][0]
        print(f"{name}: {share:.2f} of pyspiel alone")
    for name, step_ms in over_the_wire().items():
        print(f"a step over the wire: {name:18} {step_ms:6.2f} ms")


if __name__ == "__main__":
    main()
