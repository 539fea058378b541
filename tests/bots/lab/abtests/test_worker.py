"""`infoset ab`: what is submitted for which words, and a worker that plays for a server of the test's own."""

import io
import stat
import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.bots.lab.plugin import installed

from infoset.address import Address, read_address
from infoset.errors import CommandError, ConnectError
from infoset_bots.lab.abtests.server import AbServer
from infoset_bots.lab.abtests.submitting import read_program, unpack
from infoset_bots.lab.abtests.worker import Worker
from infoset_bots.lab.arena.players import rules_behind
from infoset_bots.lab.pools.here import HerePool
from infoset_bots.lab.pools.port import ComputePool, Job, Outcome, Task
from infoset_bots.lab.pools.processes import ProcessPool
from infoset_games.registry import make_game

BOT = """
import infoset


class Bot(infoset.Bot):
    def __init__(self, depth=1):
        super().__init__()

    def decide(self, turn):
        return turn.random_answer(self.rng)
"""
MINI = {"preset": "mini"}


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "mine" / "my_bot.py"
    path.parent.mkdir()
    path.write_text(BOT, encoding="utf-8")
    (path.parent / "weights.txt").write_text("1 2 3\n", encoding="utf-8")
    return path


# Programs.


def test_a_built_in_bot_needs_no_files() -> None:
    found = read_program("new=ismcts:iterations=20", None, "crossfire")
    assert found.side() == {"label": "new", "spec": "ismcts:iterations=20"}


def test_a_python_file_goes_along_under_its_hash(bot: Path, tmp_path: Path) -> None:
    found = read_program(f"new={bot}:Bot:depth=3", None, "crossfire")
    assert (found.label, found.spec) == ("new", "{files}/my_bot.py:Bot:depth=3")
    assert found.side()["program"] == read_program(f"x={bot}", None, "crossfire").digest
    unpack(found.archive, found.digest, tmp_path / "there")
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["my_bot.py"]
    bot.write_text(BOT + "\n", encoding="utf-8")
    assert read_program(f"x={bot}", None, "crossfire").digest != found.digest


def test_a_folder_goes_along_whole_and_without_times(bot: Path, tmp_path: Path) -> None:
    found = read_program(f"new={bot}", bot.parent, "crossfire")
    assert found.spec == "{files}/my_bot.py"
    unpack(found.archive, found.digest, tmp_path / "there")
    assert (tmp_path / "there" / "weights.txt").read_text(encoding="utf-8") == "1 2 3\n"
    bot.touch()
    assert read_program(f"new={bot}", bot.parent, "crossfire").digest == found.digest


def test_a_command_is_started_from_its_files(bot: Path, tmp_path: Path) -> None:
    script = bot.parent / "run.sh"
    script.write_text("#!/bin/sh\n", encoding="utf-8")
    script.chmod(0o755)
    found = read_program("new=cmd:{files}/run.sh --fast", bot.parent, "crossfire")
    assert found.spec == "cmd:{files}/run.sh --fast"
    unpack(found.archive, found.digest, tmp_path / "there")
    assert (tmp_path / "there" / "run.sh").stat().st_mode & stat.S_IXUSR


@pytest.mark.parametrize(
    "words", ["cmd:sh run.sh", "no_such_bot", "package.module:Bot", "{folder}/absent.py"]
)
def test_what_cannot_be_sent_is_refused(words: str, tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"expected|there is no bot|no such|cannot|No module"):
        read_program(words.replace("{folder}", str(tmp_path)), None, "crossfire")


def test_other_bytes_than_those_submitted_are_not_played(bot: Path, tmp_path: Path) -> None:
    found = read_program(f"new={bot}", None, "crossfire")
    with pytest.raises(CommandError, match="came with the hash"):
        unpack(found.archive + b"\0", found.digest, tmp_path / "there")
    assert not (tmp_path / "there").exists()


# The worker.


class Desk:
    """A server that hands out blocks of one test; `answers` may stand in for what it says."""

    def __init__(self, most: int, **sides: Any) -> None:
        game = make_game("crossfire", MINI)
        self.order = {
            "test": "ab_1",
            "game": game.name,
            "rules": game.rules,
            "options": dict(game.options()),
            "seed": "deals",
            "max_blocks": most,
            "a": {"label": "new", "spec": "heuristic"},
            "b": {"label": "old", "spec": "random"},
            "pace": {
                "move_ms": None,
                "bank_ms": None,
                "inc_ms": 0,
                "first_ms": 3000,
                "on_timeout": "fallback",
                "patience_s": 60.0,
            },
            **sides,
        }
        self.lease_s = 120.0
        self.state = "open"
        self.has_told = False  # that the test is over
        self.is_heard = threading.Event()  # the worker has asked once more since then
        self.next = 0
        self.most = most
        self.blocks: list[dict[str, Any]] = []
        self.logs: list[dict[str, Any]] = []
        self.refusals: list[str] = []
        self.asked: list[str] = []
        self.answers: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {}

    def server(self) -> AbServer:
        return AbServer(read_address("infoset://127.0.0.1:1"), "token", self.post)

    def post(
        self, address: Address, path: str, body: Mapping[str, Any], token: str | None
    ) -> dict[str, Any]:
        name = path.removeprefix("/admin/")
        self.asked.append(name)
        special = self.answers.pop(name, None)
        return (special or getattr(self, name.replace("-", "_")))(body)

    def ab_take(self, body: Mapping[str, Any]) -> dict[str, Any]:
        orders = []
        if self.next < self.most and not self.refusals:
            blocks = list(range(self.next, min(self.most, self.next + body["most"])))
            self.next = blocks[-1] + 1
            orders = [self.order | {"blocks": blocks}]
        return {"rows": [{"orders": orders, "lease_s": self.lease_s}]}

    def ab_report(self, body: Mapping[str, Any]) -> dict[str, Any]:
        self.blocks += body["blocks"]
        self.logs += body["logs"]
        return {"rows": [{"counted": len(body["blocks"]), "open": True}]}

    def ab_refuse(self, body: Mapping[str, Any]) -> dict[str, Any]:
        self.refusals.append(body["why"])
        return {}

    def ab_renew(self, body: Mapping[str, Any]) -> dict[str, Any]:
        return {}

    def ab_show(self, body: Mapping[str, Any]) -> dict[str, Any]:
        assert body == {"test": "ab_1", "json": True}
        if self.state != "open":
            if self.has_told:
                self.is_heard.set()
            self.has_told = True
        return {"rows": [{"state": self.state}]}

    def ab_leave(self, body: Mapping[str, Any]) -> dict[str, Any]:
        return {}

    def run(self, pool: ComputePool | None = None, *, ends_at_once: bool = True) -> str:
        """A worker's life; returns what it said."""
        said = io.StringIO()
        Worker(self.server(), pool or HerePool(), None, said, ends_at_once=ends_at_once).run()
        return said.getvalue()


def test_a_worker_plays_every_block_and_reports_it_once() -> None:
    desk = Desk(5)
    desk.run()
    assert sorted(block["number"] for block in desk.blocks) == [0, 1, 2, 3, 4]
    assert all(len(block["scores"]) == 2 for block in desk.blocks)
    assert all(block["a"]["decisions"] > 0 for block in desk.blocks)
    assert desk.asked[-1] == "ab-leave"


def test_a_program_that_raises_is_told_with_what_it_wrote(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text(
        BOT.replace("return turn.random_answer(self.rng)", 'raise RuntimeError("not today")'),
        encoding="utf-8",
    )
    desk = Desk(1, a={"label": "new", "spec": str(path)})
    desk.run(ProcessPool(1))
    (block,) = desk.blocks
    assert block["a"]["exceptions"] == block["a"]["fallbacks"] == block["a"]["decisions"] > 0
    assert block["b"]["exceptions"] == 0
    assert {log["side"] for log in desk.logs} == {"a"}
    assert all("RuntimeError: not today" in log["text"] for log in desk.logs)


def test_each_side_has_the_modules_that_it_was_sent_with(tmp_path: Path) -> None:
    """Both bring a `helper`: B's raises, and A's not."""
    for side, text in (("a", "return turn.n - 1"), ("b", "raise RuntimeError('not today')")):
        (tmp_path / side).mkdir()
        (tmp_path / side / "helper.py").write_text(f"def choose(turn):\n    {text}\n")
        bot = BOT.replace("return turn.random_answer(self.rng)", "return helper.choose(turn)")
        (tmp_path / side / "bot.py").write_text(f"import helper\n{bot}")
    sides = {side: {"label": side, "spec": str(tmp_path / side / "bot.py")} for side in ("a", "b")}
    desk = Desk(1, **sides)
    desk.run(ProcessPool(1))
    (block,) = desk.blocks
    assert block["a"]["exceptions"] == 0
    assert block["b"]["exceptions"] == block["b"]["decisions"] > 0
    for side in ("a", "b"):
        late = BOT.replace("return turn.random", "import helper; return turn.random")
        (tmp_path / side / "bot.py").write_text(late)
    desk = Desk(1, **sides)
    desk.run()
    assert "each has its own module 'helper'" in desk.refusals[0]


def test_a_test_that_cannot_be_played_here_is_refused_with_the_reason() -> None:
    desk = Desk(1, rules="crossfire-0")
    said = desk.run()
    (why,) = desk.refusals
    assert "crossfire-0" in why
    assert why in said
    assert desk.blocks == []


def test_rules_of_a_plug_in_other_than_those_submitted_are_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under one version: the results of two workers would be those of two games."""
    with installed("changing_submitted", tmp_path, monkeypatch) as package:
        game = make_game(package.name)
        desk = Desk(
            1, game=game.name, rules=game.rules, options={}, game_files=rules_behind(game.name)
        )
        desk.order["a"]["spec"] = "random"
        desk.order["b"]["spec"] = "ismcts:iterations=2"
        desk.run()
        assert [block["number"] for block in desk.blocks] == [0], desk.refusals
        (package / "rules.py").write_text(f"{(package / 'rules.py').read_text()}\n# other\n")
        desk.next = 0
        desk.run()
        assert len(desk.blocks) == 1
        (why,) = desk.refusals
        assert "are not those with which the test was submitted (" in why
        assert "rules.py has changed)" in why


def test_a_report_is_sent_again_until_the_server_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(2)
    waits: list[float] = []

    def away(body: Mapping[str, Any]) -> dict[str, Any]:
        raise ConnectError("nobody listens")

    def rest(seconds: float) -> None:
        waits.append(seconds)
        if len(desk.blocks) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("infoset_bots.lab.abtests.worker.time.sleep", rest)
    desk.answers["ab-report"] = away
    with pytest.raises(KeyboardInterrupt):
        desk.run(ends_at_once=False)
    assert sorted(block["number"] for block in desk.blocks) == [0, 1]
    assert waits


def test_a_worker_stops_a_test_that_is_over() -> None:
    desk = Desk(50)
    desk.answers["ab-report"] = lambda body: {"rows": [{"counted": 1, "open": False}]}
    desk.most = 1
    desk.run()
    assert desk.asked.count("ab-report") == 1


def test_a_worker_begins_no_match_of_a_test_that_was_stopped() -> None:
    """Not even the rest of a block, which others could not use."""
    desk = Desk(1)
    desk.lease_s = 0.004
    played: list[int] = []

    class Waiting:
        def run(self, task: Task, jobs: Iterator[Job]) -> Generator[list[Outcome], None, None]:
            for batch in HerePool().run(task, jobs):
                played.append(batch[0].key)
                desk.state = (
                    "stopped"  # not before, or the worker might hear of it before its first match
                )
                assert desk.is_heard.wait(30)
                yield batch

    desk.run(Waiting())
    assert played == [0]
    assert desk.blocks == []
