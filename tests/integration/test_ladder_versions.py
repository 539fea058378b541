"""A bot that is edited while a ladder runs: each row of the table is one program, from its first match to its last."""

from pathlib import Path

from tests.integration.harness import VILLAINS, Server
from tests.integration.test_ladder import life

from infoset_server.app.features.ladders import LadderFeature
from infoset_server.contests.ladder.entries import Entry, EntryState
from infoset_server.contests.ladder.ladder import Ladder

LADDER = """
game = "crossfire"
options = {preset = "mini"}
open_to = []
hosted = ["ferris", "first"]
refit_s = 0.01
clock = {kind = "none"}
pace = {per_hour = 100000, entry_per_hour = 100000, settled_per_hour = 100000}
"""

PROGRAM = """
import infoset


class Ferris(infoset.Bot):
    quick = True

    def decide(self, turn):
        with open("moves.log", "a") as log, open("moves.txt", "a") as book:
            print(turn.n, file=log)
            print(turn.n, file=book)
        with open(PLAYED, "a") as played:
            print(turn.match.match_id, TEXT, file=played)
        return turn.fallback
"""


def drop(data: Path, text: str) -> None:
    folder = data / "bots" / "ferris"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.toml").write_text('language = "python"')
    constants = f"PLAYED = {str(data / 'played')!r}\nTEXT = {text!r}\n"
    (folder / "bot.py").write_text(constants + PROGRAM)


def the_ladder(server: Server) -> Ladder:
    return server.app.feature(LadderFeature).ladders.ladders["open"]


def ferris(server: Server) -> list[Entry]:
    return [one for one in the_ladder(server).entries.values() if one.name == "ferris"]


def games(server: Server, entry: Entry) -> int:
    return sum(entry.id in one.entries for one in the_ladder(server).results)


def programs_of(server: Server, data: Path) -> dict[str, set[str]]:
    """By row of the table: what the programs said of themselves that played its matches."""
    said: dict[str, set[str]] = {}
    for line in (data / "played").read_text().splitlines():
        match_id, text = line.split()
        said.setdefault(match_id, set()).add(text)
    return {
        entry.version: set().union(
            *(
                said.get(one.match_id, set())
                for one in the_ladder(server).results
                if entry.id in one.entries
            )
        )
        for entry in ferris(server)
    }


async def test_each_row_is_one_program_whatever_is_edited_and_after_a_restart(
    tmp_path: Path,
) -> None:
    drop(tmp_path, "one")
    villains = {"bots__manifest": VILLAINS}
    async with life(tmp_path, LADDER, **villains) as server:
        await server.until(lambda: bool(ferris(server)))
        (old,) = ferris(server)
        await server.until(lambda: games(server, old) >= 2)
        drop(tmp_path, "two")
        await server.until(lambda: len(ferris(server)) == 2)
        new = ferris(server)[1]
        await server.until(lambda: games(server, new) >= 2)
        assert old.state is EntryState.RETIRED
        assert not (tmp_path / "bots" / "ferris" / "moves.log").exists()
    async with life(tmp_path, LADDER, **villains) as server:
        assert len(ferris(server)) == 2
        (again,) = (one for one in ferris(server) if one.version == new.version)
        there = games(server, again)
        await server.until(lambda: games(server, again) >= there + 2)
        assert programs_of(server, tmp_path) == {old.version: {"one"}, new.version: {"two"}}
        await server.until(lambda: len(list((tmp_path / "snapshots").iterdir())) == 1)


RAISING = """
import infoset


class Ferris(infoset.Bot):
    quick = True

    def decide(self, turn):
        raise ValueError("no idea")
"""


async def test_a_bot_that_raises_at_every_decision_is_benched_and_its_log_says_why(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "bots" / "ferris"
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text('language = "python"')
    (folder / "bot.py").write_text(RAISING)
    async with life(tmp_path, LADDER, bots__manifest=VILLAINS) as server:
        await server.until(lambda: bool(ferris(server)))
        (entry,) = ferris(server)
        await server.until(lambda: entry.state is EntryState.BENCHED)
        assert "decisions were left to fallbacks" in entry.why
        others = [one for one in the_ladder(server).entries.values() if one is not entry]
        assert [one.faults for one in others] == [0]
        log = (tmp_path / "logs" / "ferris-0.log").read_text()
        assert "[infoset] ladder open: benched: 3 matches in a row" in log
        assert server.incidents == []
