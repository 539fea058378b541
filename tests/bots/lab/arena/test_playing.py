"""Matches in this process: equal results for equal seeds, bots that fail, clocks that run."""

import re
import signal
import sys
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.arena.playing import Arena, Played, Tail, bot_seed, program_seed
from infoset_bots.lab.arena.record import Record
from infoset_bots.lab.arena.schedule import Schedule
from infoset_bots.lab.arena.table import deal_hash
from infoset_games.clocks import Clock
from infoset_games.match import Match
from infoset_games.terms import Terms

if TYPE_CHECKING:
    from tests.bots.lab.arena.conftest import MakePlan, WriteBot


# Hangs, and makes its alarm ring soon: however slow the machine is, nobody else is late.
HANGING = """
def decide(self, turn):
    import signal
    if turn.decision == {decision}:
        left_s, _ = signal.setitimer(signal.ITIMER_REAL, 0.01)
        assert 0 < left_s <= 60
        while True:
            pass
    return 0
"""


def play(plan: Plan) -> list[Played]:
    """All matches of a plan, in order."""
    schedule = Schedule(plan, plan.make_game().seats)
    with Arena(plan) as arena:
        return [arena.play(job) for job in schedule.jobs()]


def records(plan: Plan) -> list[Record]:
    return [played.record for played in play(plan)]


def test_the_same_seed_gives_the_same_matches(make_plan: "MakePlan") -> None:
    plan = make_plan("heuristic", "random", matches=6)
    first = [record.without_times() for record in records(plan)]
    assert first == [record.without_times() for record in records(plan)]
    other = [record.without_times() for record in records(replace(plan, seed="t"))]
    assert first != other


def test_every_seating_of_a_deal_has_the_same_hash_and_no_other_deal_has_it(
    make_plan: "MakePlan",
) -> None:
    found = records(make_plan("heuristic", "random", matches=12, duplicate=True))
    hashes = [{record.deal_hash for record in found if record.deal == deal} for deal in range(2)]
    assert [len(one) for one in hashes] == [1, 1]
    assert hashes[0] != hashes[1]


def test_the_hash_of_a_deal_covers_rules_options_and_chance(make_plan: "MakePlan") -> None:
    small, full = make_plan("random").make_game(), make_plan("random", options={}).make_game()
    assert deal_hash(small, "s:0") == deal_hash(small, "s:0")
    assert len({deal_hash(small, "s:0"), deal_hash(small, "s:1"), deal_hash(full, "s:0")}) == 3


def test_the_match_is_the_one_its_seed_deals(make_plan: "MakePlan") -> None:
    plan = make_plan("random", matches=1)
    record = records(plan)[0]
    deal = Match(plan.make_game(), Terms(), record.seed).deal
    assert deal == Match(plan.make_game(), Terms(), "s:0").deal


def test_a_record_says_how_the_match_went(make_plan: "MakePlan") -> None:
    record = records(make_plan("heuristic", "random", matches=1))[0]
    assert record.reason == "finished"
    assert sorted(record.places) == [1, 2, 3, 4]
    assert record.plies > sum(record.decisions) > 0  # chance plies are no decisions
    assert record.rounds is not None
    assert all(
        0 < mean <= most
        for mean, most in zip(record.thinking.mean_ms, record.thinking.max_ms, strict=True)
    )
    assert record.faults == 0
    assert Record.from_json(record.to_json()) == record


@pytest.mark.usefixtures("toys")
def test_simultaneous_games_and_joint_orders_are_played(make_plan: "MakePlan") -> None:
    found = records(make_plan("random", game="ambush", matches=3, options={"seats": 3}))
    assert [record.reason for record in found] == ["finished"] * 3
    assert {tuple(record.decisions) for record in found} == {(4, 4, 4)}


@pytest.mark.usefixtures("toys")
def test_a_search_plays_a_game_it_was_not_written_for(make_plan: "MakePlan") -> None:
    plan = make_plan("ismcts:iterations=10", "random", game="leduc", matches=2)
    first = [record.without_times() for record in records(plan)]
    assert first == [record.without_times() for record in records(plan)]
    assert all(record["reason"] == "finished" for record in first)


def test_a_bot_that_raises_is_shown_and_plays_on_with_fallbacks(
    make_plan: "MakePlan", write_bot: "WriteBot"
) -> None:
    path = write_bot("moody", "def decide(self, turn):\n    raise ArithmeticError('not today')")
    played = play(make_plan(path, "random", "random", "random", matches=1))[0]
    seat = played.record.bots.index(path)
    assert played.record.reason == "finished"
    assert played.record.exceptions[seat] == played.record.decisions[seat] > 0
    assert sum(played.record.exceptions) == played.record.exceptions[seat]
    assert "ArithmeticError: not today" in played.tail


def test_hooks_that_raise_and_wrong_answers_are_counted(
    make_plan: "MakePlan", write_bot: "WriteBot"
) -> None:
    body = """
    def decide(self, turn):
        return 10_000
    def on_start(self, match):
        raise ValueError
    def on_over(self, match, result):
        raise SystemExit
    """
    path = write_bot("wrong", textwrap.dedent(body))
    record = records(make_plan(path, "random", "random", "random", matches=1))[0]
    seat = record.bots.index(path)
    assert record.exceptions[seat] == 2
    assert record.illegal[seat] == record.decisions[seat]


def test_what_bots_print_is_kept_apart_from_our_output(
    make_plan: "MakePlan", write_bot: "WriteBot", capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_bot("loud", "def decide(self, turn):\n    print('hello')\n    return 0")
    played = play(make_plan(path, "random", "random", "random", matches=1))[0]
    assert "hello\n" in played.tail
    assert capsys.readouterr().out == ""


def test_bots_see_their_own_observation_in_both_forms(
    make_plan: "MakePlan", write_bot: "WriteBot"
) -> None:
    body = """
    def decide(self, turn):
        engine = turn.match.engine
        assert turn.observation.seat == turn.seat
        assert engine.write_observation(turn.observation) == turn.plain_observation
        assert turn.plain_observation is turn.plain_observation
        return 0
    """
    path = write_bot("looking", textwrap.dedent(body))
    assert records(make_plan(path, matches=1))[0].faults == 0


def test_bots_are_asked_in_later_and_later_versions_of_the_match(
    make_plan: "MakePlan", write_bot: "WriteBot"
) -> None:
    body = """
    def decide(self, turn):
        assert turn.ver > getattr(self, "ver", -1)
        self.ver = turn.ver
        return 0
    """
    path = write_bot("counting", textwrap.dedent(body))
    assert records(make_plan(path, matches=1))[0].faults == 0


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="NOT TESTED: no signal.setitimer here")
def test_a_bot_that_hangs_is_interrupted_and_misses(
    make_plan: "MakePlan", write_bot: "WriteBot"
) -> None:
    path = write_bot("stuck", HANGING.format(decision=2))
    plan = make_plan(path, "random", "random", "random", matches=1)
    for clock in (Clock(), Clock("per_move", move_ms=60_000)):
        record = records(replace(plan, clock=clock))[0]
        assert record.misses[record.bots.index(path)] == 1
        assert sum(record.misses) == 1
        assert record.reason == "finished"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="NOT TESTED: no signal.setitimer here")
def test_a_bot_that_always_hangs_is_not_asked_for_ever(
    make_plan: "MakePlan", write_bot: "WriteBot"
) -> None:
    path = write_bot("dead", "def decide(self, turn):\n    while True:\n        pass")
    plan = make_plan(path, "random", "random", "random", matches=1, patience_s=0.01)
    record = records(plan)[0]
    assert record.misses[record.bots.index(path)] == 3


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="NOT TESTED: no signal.setitimer here")
def test_a_miss_forfeits_where_that_was_agreed(
    make_plan: "MakePlan", write_bot: "WriteBot"
) -> None:
    path = write_bot("dead", HANGING.format(decision=1))
    clock = Clock("bank", main_ms=60_000)
    plan = make_plan(
        path, "random", "random", "random", matches=1, clock=clock, on_timeout="forfeit"
    )
    record = records(plan)[0]
    assert record.places[record.bots.index(path)] == 4


def test_streams_differ_by_deal_seat_and_bot() -> None:
    seeds = {bot_seed(*key) for key in (("a", 0, "x"), ("b", 0, "x"), ("a", 1, "x"), ("a", 0, "y"))}
    assert len(seeds) == 4
    assert 0 <= program_seed("a", 0, "x") < 2**31
    assert program_seed("a", 0, "x") != program_seed("a", 1, "x")


def test_only_the_end_of_a_long_output_is_kept() -> None:
    tail = Tail(5)
    tail.write("abcd")
    tail.write("efgh")
    assert tail.text() == "defgh"


# Programs over stdio.

ANSWERING = """
    import random, sys
    dice = random.Random(sys.argv[1])
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "TURN":
            print(dice.randrange(int(rest[1])), flush=True)
"""
CRASHING = """
    import sys
    for line in sys.stdin:
        if line.startswith("TURN 3"):
            raise ValueError("I am not well")
        if line.startswith("TURN"):
            print(0, flush=True)
"""
NOISY = """
    import sys
    for line in sys.stdin:
        if line.startswith("TURN"):
            print("thinking")
            print(0, flush=True)
"""
RAVING = """
    import sys
    for line in sys.stdin:
        if line.startswith("TURN"):
            print("rubbish\\n" * 10, flush=True)
"""
SILENT = """
    import sys
    for line in sys.stdin:
        pass
"""
JSON_LINES = """
    import json, sys
    for line in sys.stdin:
        m = json.loads(line)
        print(m["type"], file=sys.stderr)
        if m["type"] == "your_turn":
            act = {"type": "act", "id": 1, "match_id": m["match_id"], "decision": m["decision"]}
            if m["decision"] == 1:
                print(json.dumps(act | {"action": ["fly"]}), flush=True)
                print(json.dumps({"type": "sync", "id": 2, "match_id": m["match_id"]}), flush=True)
            print(json.dumps(act | {"action": m["legal"]["actions"][-1]}), flush=True)
"""
COUNTING_LINES = """
    import json, sys
    told = 0
    for line in sys.stdin:
        m = json.loads(line)
        if m["type"] == "events":
            told = m["ver"]
        if m["type"] == "your_turn":
            print("asked in", m["ver"], "told of", told, file=sys.stderr)
            act = {"type": "act", "match_id": m["match_id"], "decision": m["decision"]}
            print(json.dumps(act | {"index": 0}), flush=True)
"""

needs_groups = pytest.mark.skipif(
    sys.platform == "win32", reason="NOT TESTED: no process groups here"
)


@pytest.fixture
def program(tmp_path: Path) -> "Program":
    return Program(tmp_path)


class Program:
    """Writes programs; `program(CODE)` is what the command line would call them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, code: str, mode: str = "cmd") -> str:
        path = self.folder / f"program{len(list(self.folder.iterdir()))}.py"
        path.write_text(textwrap.dedent(code))
        return f"{mode}:{sys.executable} -S -E {path} {{seed}}"


@needs_groups
def test_a_program_plays_and_repeats_its_match_by_its_seed(
    make_plan: "MakePlan", program: Program
) -> None:
    plan = make_plan(program(ANSWERING), "random", "random", "random", matches=1)
    first, second = records(plan)[0], records(plan)[0]
    assert first.without_times() == second.without_times()
    assert first.faults == 0


@needs_groups
def test_a_program_that_dies_is_started_again_once_and_then_falls_back(
    make_plan: "MakePlan", program: Program
) -> None:
    spec = program(CRASHING)
    played = play(make_plan(spec, "random", "random", "random", matches=1))[0]
    seat = played.record.bots.index(spec)
    assert played.record.crashes[seat] == 2
    assert sum(played.record.crashes) == 2
    assert played.record.reason == "finished"
    assert "ValueError: I am not well" in played.tail


@needs_groups
def test_lines_that_are_no_answer_are_counted_and_do_no_harm(
    make_plan: "MakePlan", program: Program
) -> None:
    spec = program(NOISY)
    record = records(make_plan(spec, "random", "random", "random", matches=1))[0]
    seat = record.bots.index(spec)
    assert record.illegal[seat] == record.decisions[seat]
    assert record.misses[seat] == 0


@needs_groups
def test_nothing_but_noise_ends_a_decision(make_plan: "MakePlan", program: Program) -> None:
    spec = program(RAVING)
    record = records(make_plan(spec, "random", "random", "random", matches=1))[0]
    seat = record.bots.index(spec)
    assert record.reason == "finished"
    assert record.illegal[seat] >= 10
    assert record.misses[seat] == 0


@needs_groups
def test_a_silent_program_misses_and_is_given_up(make_plan: "MakePlan", program: Program) -> None:
    spec = program(SILENT)
    plan = make_plan(spec, "random", "random", "random", matches=1, patience_s=0.02)
    record = records(plan)[0]
    assert record.misses[record.bots.index(spec)] == 3


@needs_groups
def test_a_silent_program_misses_its_deadlines(make_plan: "MakePlan", program: Program) -> None:
    spec = program(SILENT)
    clock = Clock("bank", main_ms=40)
    plan = make_plan(spec, "random", "random", "random", matches=1, clock=clock)
    record = records(plan)[0]
    seat = record.bots.index(spec)
    assert record.misses[seat] == record.decisions[seat] > 0


@needs_groups
def test_a_json_program_gets_the_messages_and_refusals_with_reasons(
    make_plan: "MakePlan", program: Program
) -> None:
    spec = program(JSON_LINES, "json")
    played = play(make_plan(spec, "random", "random", "random", matches=1))[0]
    seat = played.record.bots.index(spec)
    assert played.record.reason == "finished"
    assert played.record.illegal[seat] == 1
    assert "act was refused" in played.tail
    assert "sync was refused: the local arena answers no 'sync'" in played.tail
    for kind in ("match_start", "your_turn", "act_ok", "error", "events", "match_over"):
        assert f"] {kind}\n" in played.tail


@needs_groups
def test_a_question_has_the_version_of_the_last_events(
    make_plan: "MakePlan", program: Program
) -> None:
    spec = program(COUNTING_LINES, "json")
    tail = play(make_plan(spec, "random", "random", "random", matches=1))[0].tail
    versions = re.findall(r"asked in (\d+) told of (\d+)\n", tail)
    assert len(versions) > 1
    assert [asked for asked, _ in versions] == [told for _, told in versions]
