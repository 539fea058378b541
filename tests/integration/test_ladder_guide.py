"""The seasons, batches and alerts of docs/ladder.md: its file is a ladder, and its commands do what it says."""

import asyncio
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from tests.integration.harness import Server, open_server
from tests.integration.test_ladder import playing
from tests.integration.test_ladder_owners import one_house_bot

from infoset.cli import main
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role
from infoset_server.app.features.ladders import LadderFeature
from infoset_server.contests.ladder.definition import check_ladder
from infoset_server.contests.ladder.ladder import Ladder

PAGE = Path(__file__).parents[2] / "docs" / "ladder.md"
NAME = "crossfire_cup"


def blocks(heading: str, kind: str) -> list[str]:
    """The code below a heading, up to the next of this level."""
    text = PAGE.read_text("utf-8").partition(f"\n{heading}\n")[2].partition("\n## ")[0]
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


def commands(heading: str) -> list[list[str]]:
    """The words of each command of `infoset` below a heading."""
    lines = "".join(blocks(heading, "sh")).splitlines()
    return [shlex.split(line, comments=True)[1:] for line in lines if line.strip()]


def the_file() -> str:
    (text,) = blocks("## Seasons and divisions", "toml")
    return text


def the_ladder(server: Server) -> Ladder:
    return server.app.feature(LadderFeature).ladders.ladders[NAME]


def entry_of(server: Server, name: str) -> str:
    return next(one.id for one in the_ladder(server).entries.values() if one.name == name)


def test_the_file_is_a_ladder() -> None:
    file = check_ladder(tomllib.loads(the_file()), "docs/ladder.md")
    assert file.seasons is not None
    assert file.divisions is not None
    assert (file.seasons.days, file.divisions.lowest, file.batches.submission) == (28, 3, 60)


async def test_its_commands_do_what_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ladders").mkdir()
    text = 'refit_s = 0.01\nclock = {kind = "none"}\nmatches = 1\n' + the_file()
    text = text.replace("trial = true", "trial = false")  # trials have tests of their own
    text = text.replace('hosted = "all"', "hosted = []")
    text = text.replace("begins = 2026-09-01T00:00:00Z", "")  # whatever day it is
    (tmp_path / "ladders" / f"{NAME}.toml").write_text(text, "utf-8")
    options = {"store__enabled": True, **one_house_bot(tmp_path)}
    async with open_server(tmp_path, **options) as server:
        people = server.app.people
        token = tmp_path / "olga.token"
        clients = []
        for name in ("pebble", "heuristic"):
            user = people.accounts.register.add_account(name, Role.PLAYER)
            _, secret = people.accounts.credentials.issue(user, Kind.USER)
            if name == "pebble":
                token.write_text(secret)
                token.chmod(0o600)
            client = await server.connect(name, auth={"kind": "token", "token": secret})
            asked = {"ladder": NAME, "name": name, "kind": "bot"}
            entry = (await client.ask("ladder_register", **asked))["data"]["entry"]
            await client.ask("ladder_queue", ladder=NAME, entry=entry)
            clients.append(client)

        async def say(words: list[str]) -> str:
            where = ["--url", f"infoset://127.0.0.1:{server.port}"]
            if words[0] == "bots":
                words = [str(token) if one == "olga.token" else one for one in words]
                words = ["bots", *where, *words[1:]]
            elif words[0] == "admin":
                words = ["admin", *where, "--data", str(tmp_path), *words[1:]]
            else:
                words = ["ladder", "--data", str(tmp_path), *words[1:]]
            newest = list(the_ladder(server).batches)[-1:]
            words = [newest[0].id if one == "BATCH" else one for one in words]
            capsys.readouterr()
            assert await asyncio.to_thread(main, words) == 0, capsys.readouterr().err
            return capsys.readouterr().out

        async with playing(*clients):
            mine, *others = commands("## Matches that are asked for")
            assert "20 matches" in await say(mine)
            await server.until(
                lambda: sum(bool(one.batch) for one in the_ladder(server).results) == 20
            )
            told = [await say(one) for one in others]
            assert "20 of 20" in told[0]
            assert "is cancelled" in told[1]
            assert "which do not count" in told[2]
            assert "pebble 1" in told[3]
            assert "is cancelled after" in told[4]
            await server.until(lambda: the_ladder(server).standings.reckoned >= 21)
            listed, ended, table, file = commands("## Seasons and divisions")
            assert "is on" in await say(listed)
            await say(ended)
            await server.until(lambda: 1 in the_ladder(server).seasons.past)
            await clients[0].ask(
                "ladder_queue", ladder=NAME, entry=entry_of(server, "pebble")
            )  # stored
            assert f"{NAME}: season 1" in await say(table)
            assert (await say(file)).startswith("season,rank,division,moves_to,entry,name")
            alerts, log = commands("## When a bot fails")
            assert await say(alerts) == "nothing went wrong\n"
            await say(log)
        await server.app.close(0)
