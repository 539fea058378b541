"""The queue of A-B tests: whose turn it is, who may do what, what counts, and what outlives the server."""

import asyncio
import base64
import hashlib
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from infoset_games.contests.confidence import mean_interval_at_any_time
from infoset_games.contests.sequential import AbSettings, SequentialTest, Verdict
from infoset_server.accounts.users import ConsoleError, Role, User
from infoset_server.admin.abtest_commands import AbTestCommands, AbWorkCommands
from infoset_server.admin.commands import Operator, Result
from infoset_server.common.ids import UserId
from infoset_server.config import AbTestLimits
from infoset_server.contests.abtests.programs import Programs
from infoset_server.contests.abtests.queue import AbTests
from infoset_server.http.abtests import AbTestPages
from infoset_server.http.routes import Router
from infoset_server.network.caller import Caller

HILL = User(UserId("u_hill"), "Ms Hill", role=Role.ORGANISER)
BELL = User(UserId("u_bell"), "Mr Bell", role=Role.ORGANISER)
ADMIN = User(UserId("u_admin"), "Root", role=Role.MANAGER)
GAME = {"game": "crossfire", "options": {"preset": "mini"}}  # two seats: two matches in a block
NEW = {"label": "new", "spec": "heuristic"}
OLD = {"label": "old", "spec": "random"}
WELL = {"decisions": 10}


class Store:
    """Documents in memory, as the store would have them after a crash."""

    def __init__(self) -> None:
        self.kinds: dict[str, dict[str, bytes]] = {}

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        self.kinds.setdefault(kind, {})[key] = json.dumps(body).encode()

    def drop(self, kind: str, key: str) -> None:
        self.kinds.get(kind, {}).pop(key, None)

    async def documents(self, kind: str) -> Mapping[str, bytes]:
        return dict(self.kinds.get(kind, {}))


class Desk:
    """A queue with its commands, and a hand on the clock."""

    def __init__(self, folder: Path, store: Store | None = None, **limits: Any) -> None:
        self.now_s = 1_000.0
        self.store = store or Store()
        self.folder = folder
        self.limits = AbTestLimits(**limits)
        self.syncs = 0
        self.tests = AbTests(
            self.limits,
            Programs(folder, self.limits.max_program_bytes),
            self.store,
            lambda: int(self.now_s * 1000),
            lambda: self.now_s,
        )
        commands = [
            *AbTestCommands(self.tests).commands(),
            *AbWorkCommands(self.tests, self._stored).commands(),
        ]
        self._commands = {one.name: one for one in commands}

    async def _stored(self) -> None:
        self.syncs += 1

    async def born_again(self) -> "Desk":
        """The queue of the next server."""
        after = Desk(self.folder, self.store)
        store: Any = self.store
        await after.tests.restore(store)
        return after

    def ask(self, by: User | None, command_name: str, /, **asked: Any) -> Result:
        """Gives a command as the console would."""
        command = self._commands[command_name]
        scopes = frozenset({"organise", "admin"}) if by is None else by.scopes(0)
        operator = Operator(by, scopes)
        assert command.scope in operator.scopes
        outcome = command.run(operator, command.arguments.model_validate(asked))
        if asyncio.iscoroutine(outcome):
            outcome = asyncio.run(outcome)
        assert isinstance(outcome, Result)
        return outcome

    def submit(self, by: User | None = HILL, **more: Any) -> str:
        """A test; returns its id."""
        asked = {"a": NEW, "b": OLD, **GAME, **more}
        return str(self.ask(by, "ab-submit", **asked).rows[0]["test"])

    def take(self, worker: str = "w1", by: User | None = HILL, **more: Any) -> dict[str, Any]:
        """Blocks for a worker; empty without work."""
        asked = {"worker": worker, "package": self.tests.package, "most": 2, **more}
        orders = self.ask(by, "ab-take", **asked).rows[0]["orders"]
        return dict(orders[0]) if orders else {}

    def report(self, test: str, *numbers: int, by: User | None = HILL, **more: Any) -> int:
        """Blocks come in; returns how many count."""
        blocks = [block(number, **more) for number in numbers]
        told = self.ask(by, "ab-report", worker="w1", test=test, blocks=blocks)
        return int(told.rows[0]["counted"])

    def figures(self, test: str) -> dict[str, Any]:
        """Where a test stands."""
        return self.ask(None, "ab-show", test=test, json=True).rows[0]

    def page(self, path: str) -> tuple[int, bytes]:
        """What everybody is answered."""
        answer = Router(AbTestPages(self.tests).routes()).look(path, Caller("192.0.2.7"))
        return (404, b"") if answer is None else (answer.status_code, bytes(answer.body))


def block(number: int, scores: list[float] | None = None, **more: Any) -> dict[str, Any]:
    """A block that was played well."""
    kept = [1.0, 0.0] if scores is None else scores
    return {"number": number, "scores": kept, "a": WELL, "b": WELL, **more}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


# What is decided.


def test_the_files_of_the_rules_go_to_the_workers(desk: Desk) -> None:
    """Those that whoever submits has; a test that was stored before they were noted has none."""
    noted = {"rules.py": "0" * 64}
    test = desk.submit(game_files=noted)
    after = asyncio.run(desk.born_again())
    assert after.take()["game_files"] == noted
    stored = json.loads(desk.store.kinds["ab_test"][test])
    del stored["terms"]["game_files"]
    desk.store.put("ab_test", test, stored)
    assert asyncio.run(desk.born_again()).take()["game_files"] == {}
    with pytest.raises(ValueError, match="game_files"):
        desk.submit(game_files={"rules.py": 5})


def test_the_verdict_is_that_of_the_arena_whatever_order_blocks_come_in(desk: Desk) -> None:
    scores = [[1.0, 0.0] if number % 3 else [0.0, 1.0] for number in range(40)]
    scores = [[pair[0], pair[1] - 0.2 * (number % 2)] for number, pair in enumerate(scores)]
    test = desk.submit(null=0, alternative=0.5)
    alone = SequentialTest(AbSettings(0, 0.5))
    used = []
    for pair in scores:
        if alone.verdict is Verdict.OPEN:
            used.append(sum(pair) / 2)
            alone.add(used[-1])
    for number in reversed(range(40)):
        desk.report(test, number, scores=scores[number])
    told = desk.figures(test)
    assert alone.verdict is not Verdict.OPEN
    assert told["state"] == {Verdict.PASS: "passed", Verdict.FAIL: "failed"}[alone.verdict]
    assert told["blocks"] == alone.blocks
    assert told["llr"] == round(alone.llr, 3)
    low, high = mean_interval_at_any_time(used)
    assert (told["low"], told["high"]) == (round(low, 3), round(high, 3))


def test_an_interval_that_holds_0_beside_a_verdict_is_explained(desk: Desk) -> None:
    rng = random.Random(3)
    test = desk.submit(null=0, alternative=0.3)
    for number in range(400):
        score = max(-1.0, min(1.0, rng.gauss(0.1, 0.3)))
        desk.report(test, number, scores=[score, score])
    told = desk.figures(test)
    assert told["state"] == "passed"
    assert told["low"] <= 0
    rows = desk.ask(None, "ab-show", test=test).rows
    score = next(row["value"] for row in rows if row["figure"] == "score")
    assert "it holds 0 because it bounds the mean on both sides" in score


def test_a_block_counts_once_and_none_after_the_end(desk: Desk) -> None:
    test = desk.submit(max_blocks=2)
    assert desk.report(test, 0, 0) == 1
    assert desk.report(test, 0, scores=[-1.0, -1.0]) == 0
    assert desk.figures(test)["mean"] == 0.5
    assert desk.report(test, 1) == 1
    assert desk.figures(test)["state"] == "undecided"
    assert desk.report(test, 1) == 0
    assert not desk.take()


def test_a_program_for_which_others_decide_has_no_result(desk: Desk) -> None:
    test = desk.submit()
    broken = {"decisions": 10, "fallbacks": 6, "crashes": 2, "misses": 3}
    for number in range(4):
        assert desk.figures(test)["state"] == "open"
        desk.report(test, number, a=broken)
    told = desk.figures(test)
    assert (told["state"], told["why"].partition(":")[0]) == ("broken", "new")
    assert told["conduct"]["a"]["crashes"] == 8
    assert told["conduct"]["a"]["misses"] == 12
    assert told["conduct"]["b"]["crashes"] == 0


def test_a_block_that_nobody_spoilt_but_the_rules_is_left_out(desk: Desk) -> None:
    test = desk.submit()
    blocks = [{"number": 0, "scores": None, "a": WELL, "b": WELL}, block(1)]
    desk.ask(HILL, "ab-report", worker="w1", test=test, blocks=blocks)
    told = desk.figures(test)
    assert (told["blocks"], told["spoilt"]) == (1, 1)


# Whose turn it is.


def test_blocks_of_a_worker_that_falls_silent_go_to_another(desk: Desk) -> None:
    desk.submit()
    assert desk.take("w1")["blocks"] == [0, 1]
    assert desk.take("w2")["blocks"] == [2, 3]
    desk.now_s += desk.limits.lease_s * 0.75
    desk.ask(HILL, "ab-renew", worker="w2")
    desk.now_s += desk.limits.lease_s * 0.5
    assert desk.take("w3")["blocks"] == [0, 1]
    assert desk.take("w3")["blocks"] == [4, 5]
    desk.ask(HILL, "ab-leave", worker="w2")
    assert desk.take("w3")["blocks"] == [2, 3]


def test_a_late_report_counts_if_nobody_was_faster(desk: Desk) -> None:
    test = desk.submit()
    desk.take("w1")
    desk.now_s += 10 * desk.limits.lease_s
    assert desk.take("w2")["blocks"] == [0, 1]
    assert desk.report(test, 0) == 1
    again = desk.ask(HILL, "ab-report", worker="w2", test=test, blocks=[block(0)])
    assert again.rows == [{"counted": 0, "open": True}]


def test_higher_priorities_come_first_and_equal_ones_share_the_workers(desk: Desk) -> None:
    first, second = desk.submit(), desk.submit()
    assert {desk.take(f"w{number}")["test"] for number in range(2)} == {first, second}
    desk.ask(HILL, "ab-priority", test=first, priority=-1)
    assert desk.take("w3")["test"] == second
    assert not desk.take("w1", test=first)
    desk.ask(HILL, "ab-stop", test=second)
    assert desk.take("w1", test=first)["test"] == first


def test_one_worker_alone_plays_tests_of_equal_priority_in_turns(desk: Desk) -> None:
    tests = [desk.submit(), desk.submit()]
    played = []
    for _ in range(4):
        order = desk.take()
        played.append(order["test"])
        desk.report(order["test"], *order["blocks"])
    assert [played.count(test) for test in tests] == [2, 2]


def test_where_all_blocks_are_in_or_out_there_is_no_work(desk: Desk) -> None:
    test = desk.submit(max_blocks=3)
    desk.report(test, 1, 2)
    assert desk.take(most=3)["blocks"] == [0]
    assert not desk.take("w2")


def test_a_worker_that_cannot_play_a_test_is_offered_others_and_its_owner_hears_why(
    desk: Desk,
) -> None:
    first, second = desk.submit(), desk.submit(priority=-1)
    assert desk.take()["test"] == first
    desk.ask(HILL, "ab-refuse", worker="w1", test=first, why="no such rules here")
    assert desk.take()["test"] == second
    assert desk.take("w2")["blocks"] == [0, 1]
    told = desk.ask(HILL, "ab-show", test=first)
    assert {"figure": "not played", "value": "by w1: no such rules here"} in told.rows


# Whose thing it is.


def test_a_test_of_somebody_else_is_not_there(desk: Desk) -> None:
    """The twin: what an organiser hears of a test that is another's, and of one that never was."""
    theirs = desk.submit(BELL)
    for name, more in (
        ("ab-show", {}),
        ("ab-stop", {}),
        ("ab-priority", {"priority": 0}),
        ("ab-report", {"worker": "w1", "blocks": [block(0)]}),
        ("ab-refuse", {"worker": "w1", "why": ""}),
        ("ab-program", {"program": "0" * 64}),
    ):
        told = []
        for test in (theirs, "ab_none"):
            with pytest.raises(ConsoleError) as refused:
                desk.ask(HILL, name, test=test, **more)
            told.append(str(refused.value).replace(test, "TEST"))
        assert told[0] == told[1], name
    assert desk.ask(HILL, "ab-tests").rows == []
    assert desk.figures(theirs)["blocks"] == 0


def test_a_worker_plays_for_whose_token_it_shows(desk: Desk) -> None:
    test = desk.submit(BELL)
    assert not desk.take(by=HILL)
    assert not desk.take(by=None)
    assert not desk.take(by=ADMIN)
    with pytest.raises(ConsoleError):
        desk.take(by=HILL, for_all=True)
    assert desk.take(by=BELL)["test"] == test
    assert desk.take("w2", by=ADMIN, for_all=True)["test"] == test
    desk.ask(HILL, "ab-leave", worker="w1")  # a worker of another has the same name
    assert desk.take("w3", by=BELL)["blocks"] == [4, 5]


def test_nobody_but_an_administrator_goes_before_everybody(desk: Desk) -> None:
    with pytest.raises(ConsoleError):
        desk.submit(HILL, priority=1)
    test = desk.submit(HILL)
    with pytest.raises(ConsoleError):
        desk.ask(HILL, "ab-priority", test=test, priority=1)
    desk.ask(ADMIN, "ab-priority", test=test, priority=1)
    assert desk.figures(test)["priority"] == 1


def test_a_private_test_is_not_there_for_strangers_and_no_page_tells_seeds_or_logs(
    desk: Desk,
) -> None:
    """The twin: pages of a server with a private test, and of one without."""
    empty = Desk(desk.folder / "twin")
    hidden = desk.submit(private=True)
    assert desk.page("/abtests") == empty.page("/abtests")
    assert desk.page(f"/abtests/{hidden}") == empty.page(f"/abtests/{hidden}")
    shown = desk.submit()
    seed = desk.take()["seed"]
    desk.ask(
        HILL,
        "ab-report",
        worker="w1",
        test=shown,
        blocks=[block(0)],
        logs=[{"match": 0, "side": "a", "text": "my hand is full"}],
    )
    status, body = desk.page(f"/abtests/{shown}")
    assert status == 200
    assert seed.encode() not in body
    assert b"my hand" not in body
    assert "my hand is full" in desk.ask(HILL, "ab-show", test=shown, log=True).file


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"b": None}, "b"),
        ({"against": "crab"}, "b"),
        ({"b": NEW}, "b"),
        ({"game": "chess"}, "game"),
        ({"options": {"preset": "huge"}}, "preset"),
        ({"null": 0.2}, "bounds"),
        ({"alpha": 0.7}, "alpha"),
        ({"pace": {"move_ms": 5, "bank_ms": 5}}, "pace"),
        ({"a": NEW | {"program": "0" * 64}}, "program"),
        ({"a": NEW | {"program": "zero"}}, "program"),
        ({"a": NEW | {"colour": "red"}}, "colour"),
        ({"max_blocks": 0}, "max_blocks"),
    ],
)
def test_what_makes_no_test_is_named_and_changes_nothing(
    desk: Desk, more: dict[str, Any], field: str
) -> None:
    with pytest.raises((ConsoleError, ValidationError), match=field):
        desk.submit(**more)
    assert not list(desk.tests)
    assert desk.store.kinds == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 10_000},
        {"scores": [1.0]},
        {"scores": [2.0, 0.0]},
        {"scores": [float("nan"), 0.0]},
        {"a": {"crashes": -1}},
    ],
)
def test_a_report_of_which_one_block_is_wrong_counts_for_nothing(
    desk: Desk, wrong: dict[str, Any]
) -> None:
    test = desk.submit()
    blocks = [block(0), block(1) | wrong]
    with pytest.raises((ConsoleError, ValidationError)):
        desk.ask(HILL, "ab-report", worker="w1", test=test, blocks=blocks)
    assert desk.figures(test)["blocks"] == 0


def test_a_worker_of_another_version_plays_nothing(desk: Desk) -> None:
    desk.submit()
    with pytest.raises(ConsoleError, match=r"package: expected infoset .* 9\.9"):
        desk.take(package="9.9")


# What outlives the server.


async def test_the_next_server_knows_every_block_that_was_acknowledged(desk: Desk) -> None:
    test = desk.submit(max_blocks=6)
    order = desk.take(most=6)
    told = await asyncio.to_thread(desk.report, test, 0, 3, 4)
    assert (told, desk.syncs) == (3, 1)
    after = await desk.born_again()
    assert after.figures(test) == desk.figures(test) | {"workers": 0, "games_per_hour": 0}
    again = after.take(most=6)
    assert (again["seed"], again["blocks"]) == (order["seed"], [1, 2, 5])
    assert await asyncio.to_thread(after.report, test, 1, 2, 3, 5) == 3
    ended = after.figures(test)
    assert (ended["state"], ended["blocks"]) == ("undecided", 6)
    assert after.store.kinds[f"ab_block:{test}"] == {}
    last = await after.born_again()
    assert last.figures(test) == ended


# Programs and releases.


def send(desk: Desk, body: bytes, digest: str | None = None, size: int | None = None) -> int:
    """A program comes in two pieces; returns how much there is."""
    digest = digest or hashlib.sha256(body).hexdigest()
    have = 0
    for piece in (body[:10], body[10:]):
        told = desk.ask(
            HILL,
            "ab-piece",
            digest=digest,
            size=size or len(body),
            offset=have,
            data=base64.b64encode(piece).decode(),
        )
        have = int(told.rows[0]["have"])
    return have


def test_what_is_played_are_the_bytes_that_were_submitted(desk: Desk) -> None:
    body = b"a program of some length"
    digest = hashlib.sha256(body).hexdigest()
    assert send(desk, body) == len(body)
    test = desk.submit(a=NEW | {"spec": "{files}/bot.py", "program": digest})
    assert desk.take()["a"]["program"] == digest
    told = desk.ask(HILL, "ab-program", test=test, program=digest)
    assert base64.b64decode(told.file) == body
    with pytest.raises(ConsoleError, match=r"digest: the bytes that came"):
        send(desk, body, digest="0" * 64)
    with pytest.raises(ConsoleError, match="size"):
        send(desk, body, size=1 << 29, digest="1" * 64)


def test_a_program_is_kept_as_long_as_a_test_or_a_release_needs_it(desk: Desk) -> None:
    body = b"a program of some length"
    side = NEW | {"spec": "{files}/bot.py", "program": hashlib.sha256(body).hexdigest()}
    send(desk, body)
    test = desk.submit(a=side)
    desk.now_s = 1e11  # long after it was touched
    desk.tests.sweep()
    assert desk.tests.programs.has(side["program"])
    desk.ask(HILL, "ab-stop", test=test)
    desk.ask(HILL, "ab-release", name="crab", game="crossfire", side=side)
    desk.tests.sweep()
    assert desk.tests.programs.has(side["program"])
    desk.ask(HILL, "ab-release", name="crab", game="crossfire", side=NEW)
    desk.tests.sweep()
    assert not desk.tests.programs.has(side["program"])


async def test_a_test_against_a_release_is_one_against_its_newest(desk: Desk) -> None:
    for spec in ("random", "heuristic"):
        side = {"label": "x", "spec": spec}
        desk.ask(HILL, "ab-release", name="crab", game="crossfire", side=side)
    after = await desk.born_again()
    test = after.submit(b=None, against="crab", null=-0.1, alternative=0.0)
    assert after.take()["b"] == {"label": "crab@2", "spec": "heuristic", "program": None}
    assert after.figures(test)["b"] == "crab@2"
    with pytest.raises(ConsoleError, match="you have no release crab"):
        after.submit(BELL, b=None, against="crab")
    with pytest.raises(ConsoleError, match="crab is another program's"):
        after.ask(BELL, "ab-release", name="crab", game="crossfire", side=NEW)


def test_nobody_fills_the_queue(tmp_path: Path) -> None:
    desk = Desk(tmp_path, max_open=3, max_per_owner=2)
    for _ in range(2):
        desk.submit(HILL)
    with pytest.raises(ConsoleError, match="stop one"):
        desk.submit(HILL)
    desk.submit(BELL)
    with pytest.raises(ConsoleError, match="stop one"):
        desk.submit(ADMIN)
