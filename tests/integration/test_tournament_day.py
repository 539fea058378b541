"""The tournament day of docs/tournaments.md, played: from the file to the third place, with everything that goes wrong."""

import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Server
from tests.integration.test_ladder import playing
from tests.integration.test_tournaments import (
    add_accounts,
    come,
    infoset_tournament,
    life,
    look,
    until_over,
)

from infoset.errors import WebError
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.contests.tournaments.director import Director

DAY = Path(__file__).parents[2] / "examples" / "tournaments" / "finals.toml"
PAGE = Path(__file__).parents[2] / "docs" / "tournaments.md"
PEOPLE = ("ann", "bob", "cleo", "eve")  # who come; dan does not
Ask = Callable[..., Awaitable[str]]


def the_file() -> str:
    """The example with bots that play at once, and no patience."""
    text = DAY.read_text("utf-8")
    text = re.sub(r"^start = .*$", "", text, flags=re.MULTILINE)
    text = text.replace("absence_s = 180", "absence_s = 0.2")
    return text.replace('"simultaneous"', '"first"').replace(
        '"heuristic"', '"first"\nname = "other"'
    )


def the_day(server: Server) -> Director:
    return server.app.feature(TournamentFeature).tournaments.director("finals")


def test_the_document_shows_the_format_of_the_example() -> None:
    """What the page says of the file is what the test below plays."""
    shown = PAGE.read_text("utf-8").partition("## A tournament day")[2]
    (block,) = re.findall(
        r"```toml\n(.*?)```", shown.partition("## Run a tournament")[0], re.DOTALL
    )
    lines = {line.partition("#")[0].strip() for line in block.splitlines()} - {""}
    assert lines <= {line.partition("#")[0].strip() for line in DAY.read_text("utf-8").splitlines()}


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    async def say(server: Server, *words: str) -> str:
        capsys.readouterr()
        assert await infoset_tournament(server, tmp_path, *words) == 0
        return capsys.readouterr().out

    return say


async def test_the_day_of_the_document(tmp_path: Path, ask: Ask) -> None:
    file = tmp_path / "finals.toml"
    file.write_text(the_file(), "utf-8")
    async with life(tmp_path) as server:
        add_accounts(server, "dan", *PEOPLE)
        await ask(server, "create", str(file))
        await ask(server, "open", "finals")
        clients = [await come(server, name, is_program=True) for name in PEOPLE]
        await ask(server, "enter", "finals", "--user", "eve")
        async with playing(*clients):
            await ask(server, "start", "finals")
            day = the_day(server)
            one = day.tournament
            await server.until(lambda: any(sitting.played for sitting in one.course.sittings))
            one.pause()
            number = next(n for n, table in enumerate(one.course.sittings) if table.played)
            again = one.course.sittings[number].draw.name
            first = one.course.sittings[number].played[0].match
            await server.until(lambda: one.sitting(number).is_decided)
            await ask(server, "replay", "finals", again)
            await ask(server, "resume", "finals")
            await server.until(lambda: one.sitting(number).is_decided)
            assert first not in [match.match for match in one.sitting(number).played]
            await server.until(lambda: one.course.last_round >= 2)
    async with life(tmp_path) as server:  # the server was restarted in the midst of it
        clients = [await come(server, name, is_program=True) for name in PEOPLE]
        async with playing(*clients):
            one = the_day(server).tournament
            await until_over(server, one)
        names = [who.name for who in one.entrants]
        dan = names.index("dan")
        assert one.course.withdrawn == {dan}
        tables = one.course.by_name()
        assert {"W1.1", "W1.2", "T1", "F1"} <= tables.keys()
        assert sum(name.startswith("R5.") for name in tables) >= 3
        assert all(dan not in tables[name].entrants for name in ("W1.1", "W1.2"))
        assert len(tables["F1"].played) >= 3
        assert len(tables["T1"].played) >= 2
        champion, third = (names[tables[name].order()[0]] for name in ("F1", "T1"))
        rows = json.loads(await ask(server, "standings", "finals", "--json"))
        assert [rows[0]["name"], rows[2]["name"]] == [champion, third]
        assert [row["place"] for row in rows] == list(range(1, len(names) + 1))
        assert f"won by {champion}" in (await ask(server, "bracket", "finals")).splitlines()[-1]
        with pytest.raises(WebError, match=r"follows from R1\.1 already"):
            await ask(server, "replay", "finals", "R1.1")
        page: Any = await look(server, "/tournaments/finals.json")
        assert [pairing["table"] for pairing in page["bracket"]] == ["W1.1", "W1.2", "T1", "F1"]
        best_of = {table["table"]: table.get("best_of") for table in page["tables"]}
        assert [best_of[name] for name in ("R1.1", "W1.1", "T1", "F1")] == [None, 3, 3, 5]
