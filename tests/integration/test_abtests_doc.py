"""docs/abtests.md: every command of it, in its order, against the server that its first one starts."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from tests.faults.servers import eventually, running_server

from infoset.address import read_address
from infoset_bots.lab.abtests.server import AbServer

DOC: Final = Path(__file__).parents[2] / "docs" / "abtests.md"
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
BOT: Final = """
import infoset


class Bot(infoset.Bot):
    def decide(self, turn):
        return turn.random_answer(self.rng)
"""
WITHIN_S: Final = 300.0


def commands() -> list[list[str]]:
    lines = [line for block in BLOCK.findall(DOC.read_text("utf-8")) for line in block.splitlines()]
    return [shlex.split(line, comments=True) for line in lines]


def settings(serve: list[str]) -> dict[str, object]:
    """What the command of the document sets, and what a test needs besides."""
    given = [serve[at + 1] for at, word in enumerate(serve) if word == "--set"]
    return {"beacon_port": 0, **dict(one.split("=", 1) for one in given)}


def test_every_command_of_the_document_does_what_it_says(tmp_path: Path) -> None:
    serve, *others = commands()
    assert serve[:2] == ["infoset", "serve"]
    assert {words[1] for words in others} == {"ab"}
    for name in ("my_bot.py", "old_bot.py", "new_bot.py"):
        (tmp_path / name).write_text(BOT, encoding="utf-8")
    data = tmp_path / "data"
    with running_server(data, settings(serve)) as child:
        url = f"infoset://127.0.0.1:{child.port}"
        server = AbServer(
            read_address(url), (data / "admin.token").read_text(encoding="utf-8").strip()
        )
        ann = server.ask("add-user", name="Ann", role="organiser")
        assert ann
        token = server.ask("add-token", user="Ann")["secret"]
        (tmp_path / "ann.token").write_text(f"{token}\n", encoding="utf-8")
        (tmp_path / "ann.token").chmod(0o600)

        def run(words: list[str]) -> str:
            tests = server.ask("ab-tests").get("rows", [])
            known = {"infoset://127.0.0.1:7421": url}
            known |= {"ab_ID": tests[0]["test"]} if tests else {}
            words = [known.get(word, word) for word in words[1:]]
            words += ["--once"] if "worker" in words else []
            done = subprocess.run(
                [sys.executable, "-m", "infoset", *words],
                cwd=tmp_path,
                env={**os.environ, "INFOSET_URL": url},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, (words, done.stderr)
            return done.stdout

        said = {" ".join(words): run(words) for words in others}
        assert any("crab@1 is the newest release" in one for one in said.values())
        tests: list[dict[str, Any]] = server.ask("ab-tests")["rows"]
        assert {(one["a"], one["b"]) for one in tests} == {("new", "old"), ("new", "crab@1")}
        eventually(
            lambda: all(one["blocks"] > 0 for one in server.ask("ab-tests")["rows"]),
            "the server's own worker plays both",
            WITHIN_S,
        )
