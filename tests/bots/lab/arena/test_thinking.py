"""Bots that think on a server play in the arena as they do there: classes and programs over stdio."""

import json
import shlex
import sys
from typing import TYPE_CHECKING, Any

import pytest

from infoset.errors import RequestError
from infoset_bots.lab.arena.playing import Arena
from infoset_bots.lab.arena.record import Record
from infoset_bots.lab.arena.schedule import Schedule
from infoset_bots.lab.arena.summary import summarize
from infoset_bots.lab.arena.text import summary_text
from infoset_bots.lab.arena.thinking import Thinking
from infoset_games.match import Match
from infoset_games.registry import make_game
from infoset_games.terms import Terms
from infoset_protocol.messages import ActRef, Determinize, Release, Rollout, SimJob, Simulate

if TYPE_CHECKING:
    from tests.bots.lab.arena.conftest import MakePlan, WriteBot

THINKER = """
def decide(self, turn):
    assert "random" in turn.match.compute["policies"]
    rows = turn.remote.rollout(first="all", k=2).rows
    assert len(rows) == turn.n
    return max(rows, key=lambda row: row.mean[turn.seat]).first.index
"""

# Asks for playouts of each action, and takes the best; `{fault}` stands for what makes it fail.
PROGRAM = """
import json, sys
def say(**plain):
    print(json.dumps(plain), flush=True)
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "match_start":
        seat = told["seat"]
        assert told["compute"]["per_decision"] > 0
    elif told["type"] == "your_turn":
        asked = dict(match_id=told["match_id"], decision=told["decision"])
        say(type="{request}", id=7, k=2, first="all", **asked)
    elif told["type"] == "rollouts":
        best = max(told["rows"], key=lambda row: row["mean"][seat])
        say(type="act", index=best["first"]["index"], **asked)
"""


def play(plan: Any) -> list[Record]:
    schedule = Schedule(plan, plan.make_game().seats)
    with Arena(plan) as arena:
        return [arena.play(job).record for job in schedule.jobs()]


def program(request: str) -> str:
    code = PROGRAM.replace("{request}", request)
    return f"json:{sys.executable} -u -c {shlex.quote(code)}"


def test_a_bot_class_thinks_and_the_same_seed_gives_the_same_play(
    make_plan: "MakePlan", write_bot: "WriteBot"
) -> None:
    plan = make_plan(write_bot("thinker.py", THINKER), "random", matches=2)
    found = play(plan)
    assert [record.faults for record in found] == [0, 0]
    assert [record.fallbacks for record in found] == [[0] * 4] * 2
    assert [one.without_times() for one in found] == [one.without_times() for one in play(plan)]


def test_a_program_over_stdio_thinks(make_plan: "MakePlan") -> None:
    (record,) = play(make_plan(program("rollout"), "random", matches=1))
    assert (record.reason, record.faults, record.fallbacks) == ("finished", 0, [0] * 4)


def test_a_run_in_which_a_bot_did_not_play_has_no_result(
    make_plan: "MakePlan", write_bot: "WriteBot"
) -> None:
    failing = write_bot(
        "failing.py", "def decide(self, turn):\n    return turn.remote.nonsense()\n"
    )
    plan = make_plan(failing, "random", matches=2)
    found = play(plan)
    assert all(sum(record.fallbacks) == sum(record.exceptions) > 0 for record in found)
    summary = summarize(found, plan.labels, by_deal=False)
    assert [row.bot for row in summary.absent] == [failing]
    text = summary_text(summary)
    assert text.startswith("NO RESULT: ")
    assert "raised" in text
    assert "win %" not in text


SDK = """
import json, sys
notes = ["{first}", "fallback: wrong answer", "fallback: illegal", "as planned"]
acts = 0
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "your_turn":
        act = dict(type="act", match_id=told["match_id"], decision=told["decision"], index=told["fallback"])
        print(json.dumps(act | dict(note=notes[min(acts, 3)])), flush=True)
        acts += 1
"""


@pytest.mark.parametrize("why", ["decide raised KeyError", "the bot could not be made"])
def test_what_an_sdk_plays_for_its_bot_is_counted(make_plan: "MakePlan", why: str) -> None:
    code = SDK.replace("{first}", f"fallback: {why}")
    bot = f"json:{sys.executable} -u -c {shlex.quote(code)}"
    plan = make_plan(bot, "random", matches=1)
    with Arena(plan) as arena:
        (played,) = map(arena.play, Schedule(plan, plan.make_game().seats).jobs())
    record = played.record
    seat, seats = record.bots.index(bot), record.bots.count(bot)
    assert record.fallbacks[seat] == 3
    assert (record.exceptions[seat], record.illegal[seat], record.crashes[seat]) == (1, 1, 0)
    assert sum(record.fallbacks) == 3 * seats
    assert played.tail.count(why) == seats


def test_a_program_that_ends_has_not_played_either(make_plan: "MakePlan") -> None:
    (record,) = play(make_plan(f"json:{sys.executable} -c pass", "random", matches=1))
    gone = [seat for seat, bot in enumerate(record.bots) if bot.startswith("json:")]
    for seat in range(4):
        expected = record.decisions[seat] if seat in gone else 0
        assert record.fallbacks[seat] == expected
        assert record.exceptions[seat] == 0


class Seat:
    """Thinking about the first decision of a match."""

    def __init__(self, deal: str = "s") -> None:
        self.game = make_game("colonizers")
        self.match = Match(self.game, Terms(), deal)
        self.match.start(0)
        (self.asked,) = self.match.open.values()
        self.thinking = Thinking(self.game, "m0", self.asked.seat, "secret")
        self.thinking.open(self.asked.number, lambda: self.match.observation(self.asked.seat))


@pytest.fixture
def seat() -> Seat:
    return Seat()


def test_worlds_are_drawn_walked_and_forgotten(seat: Seat) -> None:
    drawn = seat.thinking.answer(Determinize(match_id="m0", k=2, decision=seat.asked.number))
    names = [world["w"] for world in drawn["worlds"]]
    assert len(set(names)) == 2
    jobs = [SimJob(w=name, acts=[ActRef(index=0)]) for name in names]
    walks = seat.thinking.answer(Simulate(match_id="m0", jobs=jobs, want=["legal", "obs"]))
    assert [walk["status"] for walk in walks["results"]] == ["ok", "ok"]
    assert seat.thinking.answer(Release(match_id="m0", worlds=names[:1])) == {"type": "ok"}
    again = seat.thinking.answer(Simulate(match_id="m0", jobs=jobs))
    assert [walk["status"] for walk in again["results"]] == ["gone", "ok"]


def test_a_closed_decision_gives_its_units_back_and_takes_no_more_requests(seat: Seat) -> None:
    request = Rollout(match_id="m0", decision=seat.asked.number, k=2)
    spent = seat.thinking.answer(request)["budget"]
    assert spent["used"] > 0
    seat.thinking.close()
    with pytest.raises(RequestError) as refused:
        seat.thinking.answer(request)
    assert refused.value.code == "stale_decision"
    seat.thinking.open(9, lambda: seat.match.observation(seat.asked.seat))
    left = seat.thinking.answer(Rollout(match_id="m0", decision=9, k=2))["budget"]["left"]
    assert left > spent["left"] - spent["used"]


@pytest.mark.parametrize(
    ("request_", "code", "path"),
    [
        (Determinize(match_id="m0", k=1000), "bad_option", "k"),
        (Rollout(match_id="m0", first=[ActRef(seat=7, index=0)]), "bad_option", "first.0.seat"),
        (Rollout(match_id="m0", policies=["random"]), "bad_option", "policies"),
        (Simulate(match_id="m0", jobs=[SimJob(w="w_1")], view=4), "bad_option", "view"),
        (Rollout(match_id="m0", policy="clever"), "bad_policy", None),
    ],
)
def test_what_a_server_refuses_is_refused_with_its_field(
    seat: Seat, request_: Any, code: str, path: str | None
) -> None:
    with pytest.raises(RequestError) as refused:
        seat.thinking.answer(request_)
    assert refused.value.code == code
    assert refused.value.data.get("path") == path


def test_what_is_hidden_changes_no_answer() -> None:
    """Twins: other decks and other offers to the seats behind, and the first seat has seen the same."""
    seen: dict[str, set[str]] = {}
    for number in range(200):
        twin = Seat(f"s{number}")
        known = json.dumps(twin.match.observation(twin.asked.seat), sort_keys=True)
        if len(seen) > 3 and known not in seen:
            continue
        request = Rollout(match_id="m0", k=2, first="all")
        seen.setdefault(known, set()).add(json.dumps(twin.thinking.answer(request)))
    assert all(len(answers) == 1 for answers in seen.values())
