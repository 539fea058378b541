"""A Swiss of house bots, a server that is killed again and again, and a look at every result. No tests here.

python -m tests.faults.tournament_killing --bots 11 --rounds 6 --kills 10
"""

import argparse
import asyncio
import itertools
import json
import string
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.faults.killing import SETTINGS, Killing
from tests.server.contests.tournaments.files import tournament_file

from infoset.address import read_address
from infoset.web import post

SERVER: Final = [sys.executable, "-m", "infoset", "serve"]
MANIFEST: Final = Path(__file__).parents[1] / "integration" / "bots" / "bots.toml"
LOOK_S: Final = 0.02
PATIENCE_S: Final = 60.0

Page = dict[str, Any]
Told = tuple[str, list[int], list[int]]  # the table, who sat where, the places


@dataclass
class Plan:
    """A tournament of so many bots and rounds, whose server is killed after these numbers of results."""

    bots: int
    rounds: int
    kills: tuple[int, ...]

    @property
    def matches(self) -> int:
        """How many are played."""
        return self.rounds * (self.bots // 2)

    @property
    def points(self) -> int:
        """How many are shared out: one for each match, and one for each bye."""
        return self.matches + self.rounds * (self.bots % 2)


@dataclass
class Outcome:
    """What came of it; `wrongs` must be empty."""

    seen: list[Page] = field(default_factory=list)  # before each kill, and at the end
    wrongs: list[str] = field(default_factory=list)


class Organiser:
    """Gives commands to a server that may be killed at any time."""

    def __init__(self, server: Killing, data: Path) -> None:
        self._address = read_address(f"infoset://127.0.0.1:{server.port}")
        self._token = (data / "admin.token").read_text(encoding="utf-8").strip()

    async def ask(self, verb: str, **arguments: Any) -> Page:
        """What comes of a command."""
        path = f"/admin/tournament-{verb}"
        return await asyncio.to_thread(post, self._address, path, arguments, self._token)

    async def look_until(self, enough: int) -> Page:
        """The whole tournament as soon as so many results are recorded, or it is over."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                page: Page = json.loads((await self.ask("export", tournament="cup"))["file"])
                if len(results(page)) >= enough or page["state"] == "over":
                    return page
                await asyncio.sleep(LOOK_S)


def results(page: Page) -> dict[str, Told]:
    """Everything that was recorded, by match."""
    return {
        match["match_id"]: (table["table"], match["seating"], match["places"])
        for table in page["tables"]
        for match in table.get("matches", [])
    }


async def run(folder: Path, plan: Plan) -> Outcome:
    """Plays it over the lives of its server, and compares what was seen."""
    server = Killing(folder, SERVER, (*SETTINGS, f"bots.manifest={MANIFEST}", "beacon_port=0"))
    outcome = Outcome()
    await server.start()
    try:
        organiser = Organiser(server, folder / "data")
        bots = string.ascii_uppercase[: plan.bots]
        await organiser.ask("create", file=tournament_file(bots=bots, rounds=plan.rounds))
        await organiser.ask("start", tournament="cup")
        for enough in plan.kills:
            outcome.seen.append(await organiser.look_until(enough))
            await server.kill()
            await server.start()
        outcome.seen.append(await organiser.look_until(plan.matches + 1))
    finally:
        await server.kill()
    compare(plan, outcome)
    return outcome


def compare(plan: Plan, outcome: Outcome) -> None:
    """No result may change or be lost, and at the end all are there, each once."""
    for before, after in itertools.pairwise(outcome.seen):
        kept = results(after)
        for match, told in results(before).items():
            if kept.get(match) != told:
                outcome.wrongs.append(f"{match} was {told}, is {kept.get(match)}")
    last = outcome.seen[-1]
    tables = [table for table in last["tables"] if table["status"] == "decided"]
    pairs = {tuple(sorted(table["entrants"])) for table in tables}
    if not len(tables) == len(pairs) == len(results(last)) == plan.matches:
        outcome.wrongs.append(f"{len(tables)} tables of {len(pairs)} pairs, not {plan.matches}")
    points = sum(row["score"] for row in last["standings"])
    if points != plan.points:
        outcome.wrongs.append(f"{points} points, not {plan.points}")


def main() -> int:
    """The command; status 1 where anything was wrong."""
    parser = argparse.ArgumentParser(description="Kill a server while a tournament is played.")
    parser.add_argument("--bots", type=int, default=11)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--kills", type=int, default=10)
    asked = parser.parse_args()
    plan = Plan(asked.bots, asked.rounds, ())
    plan.kills = tuple(1 + kill * (plan.matches - 1) // asked.kills for kill in range(asked.kills))
    with tempfile.TemporaryDirectory() as folder:
        outcome = asyncio.run(run(Path(folder), plan))
    seen = [len(results(page)) for page in outcome.seen]
    sys.stdout.write(f"results before each kill, and at the end: {seen}\n")
    sys.stdout.writelines(f"wrong: {wrong}\n" for wrong in outcome.wrongs)
    return 1 if outcome.wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
