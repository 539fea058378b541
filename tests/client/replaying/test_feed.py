"""A bot on a recorded seat: what it is shown, and what is reported of its answers."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from tests.client.replaying.records import record_of

import infoset
from infoset.replaying.feed import MAX_STORIES, Feed, FeedReport, report_lines
from infoset.tracing import Thought, read_trace
from infoset.turn import Answer, Match, MatchResult, Turn
from infoset_games.notices import Asked, Told
from infoset_games.record import Record
from infoset_games.steps import ACT, Step
from infoset_protocol.messages import YourTurn

GAMES = ("leduc", "ambush", "colonizers", "crossfire")
PATIENT_S = 1_000.0


def recorded_answers(record: Record, seat: int) -> dict[int, int]:
    """What the seat answered, as an index; nothing where it missed."""
    actions = {step.decision: step.action for step in record.steps if is_answer(step, seat)}
    return {
        notice.decision: match.open[seat].space.index(actions[notice.decision])
        for _, match, notices in record.play()
        for notice in notices
        if isinstance(notice, Asked) and notice.seat == seat and notice.decision in actions
    }


def is_answer(step: Step, seat: int) -> bool:
    return step.kind == ACT and step.seat == seat


class Parrot(infoset.Bot):
    """Answers as recorded."""

    answers: ClassVar[dict[int, int]] = {}

    def decide(self, turn: Turn) -> Answer:
        return self.answers.get(turn.decision, 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_that_answers_as_recorded_does_not_diverge(name: str) -> None:
    record = record_of(name)
    for seat in range(record.game.seats):
        answers = recorded_answers(record, seat)
        bot = type("Own", (Parrot,), {"answers": answers})
        report = Feed(record, seat, PATIENT_S).run(bot)
        assert report.stories == []
        assert (report.equal, report.diverged, report.faults) == (len(answers), 0, 0)
        assert report.decisions == report.equal + report.missed
        assert report.divergence is None


@pytest.mark.parametrize("name", GAMES)
def test_a_record_becomes_a_trace_of_what_was_decided(name: str, tmp_path: Path) -> None:
    record = record_of(name)
    for seat in range(record.game.seats):
        Feed(record, seat, PATIENT_S, trace_to=tmp_path).run(None)
        (path,) = tmp_path.glob(f"*-seat{seat}.ndjson")
        lines = list(read_trace(path))
        asked = {line.decision: line for line in lines if isinstance(line, YourTurn)}
        thoughts = {line.decision: line for line in lines if isinstance(line, Thought)}
        answers = recorded_answers(record, seat)
        assert asked.keys() == thoughts.keys()
        assert {number for number, one in thoughts.items() if one.choice} == answers.keys()
        bot = type("Own", (Parrot,), {"answers": answers})
        for number, index in answers.items():
            infoset.assert_decision(bot, path, asked[number].ver, index)


def test_a_bot_on_a_recorded_seat_is_traced(tmp_path: Path) -> None:
    record = record_of("colonizers")
    report = Feed(record, 1, PATIENT_S, trace_to=tmp_path).run(Parrot)
    (path,) = tmp_path.glob("*-seat1.ndjson")
    thoughts = [line for line in read_trace(path) if isinstance(line, Thought)]
    assert len(thoughts) == report.decisions
    assert all(one.choice == {"index": 0} for one in thoughts)


def test_the_bot_is_shown_what_its_seat_was_shown() -> None:
    record = record_of("colonizers")
    seen: list[Any] = []

    class Witness(infoset.Bot):
        def on_start(self, match: Match) -> None:
            seen.append((match.seat, match.game, [player.name for player in match.players]))

        def on_events(self, match: Match, events: Sequence[Mapping[str, Any]]) -> None:
            seen.append(list(events))

        def decide(self, turn: Turn) -> Answer:
            seen.append((turn.decision, turn.plain_observation, turn.n, turn.clock_ms))
            return 0

        def on_over(self, match: Match, result: MatchResult) -> None:
            seen.append(result.place)

    Feed(record, 2, PATIENT_S).run(Witness)
    told: list[Any] = [(2, "colonizers", ["Ada", "Bob", "Cy", "Dee"])]
    last = 0
    for _, match, notices in record.play():
        for notice in notices:
            if isinstance(notice, Told) and notice.views[2]:
                told.append(notice.views[2])
            if isinstance(notice, Asked) and notice.seat == 2:
                asked = match.open[2]
                banks = tuple(match.banks_ms(2) or ())
                told.append((asked.number, match.observation(2), asked.space.size, banks))
        if match.over is not None:
            last = match.over.result.places[2]
    told.append(last)
    assert seen == told


@pytest.mark.parametrize("name", GAMES)
def test_random_answers_can_be_played_in_every_game_and_repeated(name: str) -> None:
    class Dice(infoset.Bot):
        def decide(self, turn: Turn) -> Answer:
            return turn.random_answer(self.rng)

    one, other = (Feed(record_of(name), 0, PATIENT_S, seed="x").run(Dice) for _ in range(2))
    assert one == other
    assert one.faults == 0
    assert one.decisions == one.equal + one.diverged + one.missed


def test_the_first_divergence_is_named_with_both_answers() -> None:
    record = record_of("leduc")
    seat = record.steps[1].seat

    class Contrary(infoset.Bot):
        def decide(self, turn: Turn) -> Answer:
            assert turn.n is not None
            return (recorded_answers(record, turn.seat)[turn.decision] + 1) % turn.n

    report = Feed(record, seat, PATIENT_S).run(Contrary)
    assert report.divergence is not None
    place, recorded, answer = report.divergence
    assert (place.decision, place.version) == (1, 0)
    assert recorded != answer
    assert report.diverged >= 1
    assert "first divergence: decision 1 " in "\n".join(report_lines(report, "Ada", "bot"))


def test_exceptions_and_illegal_answers_are_told_and_the_rest_is_fed() -> None:
    class Faulty(infoset.Bot):
        def on_events(self, match: Match, events: Sequence[Mapping[str, Any]]) -> None:
            raise KeyError("on_events is broken, too")

        def decide(self, turn: Turn) -> Answer:
            if turn.decision == 1:
                raise ValueError("cannot think")
            return 99_999 if turn.decision == 2 else "nonsense"

    report = Feed(record_of("colonizers"), 0, PATIENT_S).run(Faulty)
    assert report.illegal == report.decisions - 1
    assert report.exceptions > 1
    assert len(report.stories) == MAX_STORIES
    thought = next(story for story in report.stories if "cannot think" in story)
    assert "in decide" in thought
    assert "replaying/feed.py" not in thought.replace("test_feed", "")
    assert "decision 1 (pick), version" in thought
    lines = list(report_lines(report, "Ada", "bot"))
    assert lines[-1] == f"and {report.faults - MAX_STORIES} more"


def test_a_bot_that_cannot_be_made_is_an_exception() -> None:
    class Unborn(infoset.Bot):
        def __init__(self) -> None:
            raise RuntimeError("no model file")

    report = Feed(record_of("leduc"), 0, PATIENT_S).run(Unborn)
    assert (report.decisions, report.exceptions) == (0, 1)
    assert "no model file" in report.stories[0]


def test_slow_turns_are_told() -> None:
    now = [0.0]

    class Slow(infoset.Bot):
        def decide(self, turn: Turn) -> Answer:
            now[0] += 2.5 if turn.decision == 3 else 0.5
            return 0

    report = Feed(record_of("colonizers"), 1, 1.0, clock_s=lambda: now[0]).run(Slow)
    assert [(place.decision, seconds) for place, seconds in report.slow] == [(3, 2.5)]
    assert any(line.startswith("slow: decision 3 ") for line in report_lines(report, "Bob", "bot"))


def test_an_empty_report_says_so() -> None:
    assert list(report_lines(FeedReport(), "Ada", "bot")) == [
        "bot on the seat of Ada: 0 decisions, 0 as recorded, 0 others, 0 exceptions, 0 illegal"
    ]
