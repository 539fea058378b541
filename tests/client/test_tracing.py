"""Traces: what is written is what was shown, decided and thought; it can be looked at, and asserted upon."""

import dataclasses
import json
import os
from functools import partial
from pathlib import Path
from typing import Any

import numpy
import pytest
from tests.client.replaying.test_trace_sample import SAMPLE
from tests.client.seated.tables import begin, play_until, start_of, turn_of

import infoset
from infoset.cli import main
from infoset.errors import CommandError
from infoset.tracing import FORM, Thought, Trace, read_trace, write_turn
from infoset.tracking import read_turn
from infoset.turn import Choice, Match, MatchResult, Turn
from infoset_games.decision import Decision
from infoset_protocol.messages import YourTurn, read_server_message

FULL = Path("/dev/full")


class Last(infoset.Bot):
    """Takes the last action, and remembers what it was told."""

    told = 0

    def on_events(self, match: Match, events: Any) -> None:
        Last.told += len(events)

    def decide(self, turn: Turn) -> int:
        return (turn.n or 1) - 1


def is_at(least: int, asked: Decision, seat: int | None = None) -> bool:
    return asked.number >= least and seat in (None, asked.seat)


@pytest.mark.parametrize(
    ("game", "options"), [("catan", {}), ("colonizers", {}), ("crossfire", {"preset": "mini"})]
)
def test_a_question_is_read_as_it_was_written(game: str, options: dict[str, str]) -> None:
    match = begin(game, **options)
    for number in range(1, 12):
        asked = play_until(match, partial(is_at, number))
        turn = dataclasses.replace(turn_of(match, asked), ver=match.ver, clock_ms=(5, 7))
        message = read_server_message(json.loads(json.dumps(write_turn(turn))))
        assert isinstance(message, YourTurn)
        again = read_turn(turn.match, message, message.obs or {}, message.clock, message.ver)
        assert again == turn


@pytest.fixture
def written(tmp_path: Path) -> tuple[Path, list[Turn]]:
    """A trace of three decisions, with what was told between them."""
    match = begin("colonizers")
    start = start_of(match, 0).model_dump(exclude_none=True)
    trace = Trace(tmp_path, start | {"seq": 4})
    turns = []
    for number in (1, 2, 3):
        asked = play_until(match, partial(is_at, number, seat=0))
        turn = dataclasses.replace(turn_of(match, asked), ver=match.ver)
        turn.weigh([*(0.5 * at for at in range(len(turn.actions) - 1)), None])
        trace.events([{"e": "news", "n": number}], match.ver)
        trace.decided(turn, Choice(index=len(turn.actions) - 1), number / 10)
        turns.append(turn)
    trace.over(MatchResult("finished", (1, 2, 3, 4), (9, 8, 7, 6), (1, 0, 0, -1), 0))
    return tmp_path / "m_1-seat0.ndjson", turns


def test_a_trace_holds_what_was_shown_thought_and_done(written: tuple[Path, list[Turn]]) -> None:
    path, turns = written
    first, second, *_ = map(json.loads, path.read_text().splitlines())
    assert first == {"form": FORM}
    assert second["type"] == "match_start"
    assert "seq" not in second
    thoughts = [line for line in read_trace(path) if isinstance(line, Thought)]
    for number, (turn, thought) in enumerate(zip(turns, thoughts, strict=True), 1):
        assert thought.decision == turn.decision
        assert thought.values == turn.values
        assert thought.choice == {"index": len(turn.actions) - 1}
        assert thought.took_ms == pytest.approx(100 * number)


def test_a_decision_is_asserted_where_the_bot_knows_what_it_knew(
    written: tuple[Path, list[Turn]],
) -> None:
    path, turns = written
    Last.told = 0
    last = turns[1].actions[-1]
    infoset.assert_decision(Last, path, turns[1].ver, last)
    assert Last.told == 2
    infoset.assert_decision(Last, str(path), turns[1].ver, len(turns[1].actions) - 1)
    with pytest.raises(AssertionError) as caught:
        infoset.assert_decision(Last, path, turns[1].ver, 0)
    expected = f"expected {json.dumps(turns[1].actions[0])}, the bot answers {json.dumps(last)}"
    assert str(caught.value) == (
        f"ply {turns[1].ver}, decision {turns[1].decision} ({turns[1].kind}): {expected}"
    )


def test_a_ply_at_which_nothing_is_asked_is_told_with_those_near_it_and_no_bot_is_asked(
    tmp_path: Path,
) -> None:
    Last.told = 0
    for ply, elsewhere in ((999, "near it at 10, 11, 21"), (3, "near it at 1, 8, 9, 10")):
        with pytest.raises(AssertionError, match=f"at ply {ply}, but {elsewhere}$"):
            infoset.assert_decision(Last, SAMPLE, ply, 0)
    assert Last.told == 0
    path = tmp_path / "trace.ndjson"
    path.write_text("".join(SAMPLE.read_text().splitlines(keepends=True)[:3]))
    with pytest.raises(AssertionError, match=r"at ply 1, nor at any other$"):
        infoset.assert_decision(Last, path, 1, 0)


def test_an_answer_that_is_none_fails_the_assertion(written: tuple[Path, list[Turn]]) -> None:
    class Wrong(infoset.Bot):
        def decide(self, turn: Turn) -> int:
            return 99

    path, turns = written
    with pytest.raises(AssertionError, match="expected an index from 0 to"):
        infoset.assert_decision(Wrong, path, turns[0].ver, 0)


def test_an_expected_action_that_is_not_legal_there_fails_it_by_its_place(
    written: tuple[Path, list[Turn]],
) -> None:
    path, turns = written
    first = turns[0]
    where = (
        rf"^ply {first.ver}, decision {first.decision} \({first.kind}\): .*fly.* is not legal now"
    )
    with pytest.raises(AssertionError, match=where):
        infoset.assert_decision(Last, path, first.ver, ["fly", 9])


def test_a_trace_is_shown_best_first(
    written: tuple[Path, list[Turn]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, turns = written
    assert main(["trace", str(path), "--ply", str(turns[1].ver)]) == 0
    shown = capsys.readouterr().out
    assert f"ply {turns[1].ver}, decision {turns[1].decision} ({turns[1].kind}), 200.0 ms" in shown
    rows = [line.split() for line in shown.splitlines() if line[:3] in ("   ", " * ")]
    places = [row for row in rows if row and (row[0] == "*" or row[0].isdecimal())]
    *weighed, chosen = places[-len(turns[1].actions) :]
    assert [int(row[0]) for row in weighed] == list(reversed(range(len(turns[1].actions) - 1)))
    assert chosen[:2] == ["*", str(len(turns[1].actions) - 1)]
    assert shown.endswith("1 decision\n")
    assert main(["trace", str(path), "--slow", "150"]) == 0
    assert capsys.readouterr().out.endswith("2 decisions\n")


def test_of_a_folder_the_newest_trace_is_shown(
    written: tuple[Path, list[Turn]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = written
    old, new = path, path.with_name("a-newer-one.ndjson")
    new.write_bytes(old.read_bytes())
    os.utime(old, (1, 1))
    assert main(["trace", str(path.parent)]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == [f"{new}:", "3 decisions"]
    new.unlink()
    old.unlink()
    assert main(["trace", str(path.parent)]) == 1
    assert "expected a folder with traces" in capsys.readouterr().err


def test_at_a_ply_of_somebody_else_stands_who_decided_and_where_the_seat_did(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["trace", str(SAMPLE), "--ply", "3", "--plain"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("ply 3: nothing was asked of Bob there, but at ply 1 and ply 8\n")
    rows = [line.split()[:3] for line in shown.splitlines() if " picks " in line]
    assert rows == [["1", "Bob", "picks"], ["2", "Cy", "picks"], ["*", "3", "Dee"]]
    assert shown.endswith("0 decisions\n")


def test_a_ply_of_which_the_seat_saw_nothing_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = SAMPLE.read_text().splitlines(keepends=True)
    path = tmp_path / "trace.ndjson"
    path.write_text("".join(line for line in lines if '"ver":4,"items"' not in line))
    assert main(["trace", str(path), "--ply", "3", "--plain"]) == 0
    shown = capsys.readouterr().out.splitlines()
    at = shown.index(" *   3  nothing that this seat could see")
    assert shown[at - 1].split()[:2] == ["2", "Cy"]
    assert shown[at + 1].split()[:2] == ["4", "Ada"]


def test_a_trace_without_plies_of_events_still_says_what_happened_between_two_decisions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older, last = [], 0
    for line in map(json.loads, SAMPLE.read_text().splitlines()):
        last = line["ver"] if line.get("type") == "your_turn" else last
        older.append(line | {"ver": last} if line.get("type") == "events" else line)
    path = tmp_path / "trace.ndjson"
    path.write_text("".join(json.dumps(line) + "\n" for line in older))
    assert main(["trace", str(path), "--ply", "3", "--plain"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("ply 3: nothing was asked of Bob there, but at ply 1 and ply 8\n")
    rows = [line.split()[:2] for line in shown.splitlines() if " picks " in line]
    assert rows == [["Bob", "picks"], ["Cy", "picks"], ["Dee", "picks"]]
    assert " *" not in shown


@pytest.mark.parametrize("wrong", [-1, 10_000])
def test_a_ply_that_is_not_in_the_match_is_refused(
    wrong: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", str(SAMPLE), "--ply", "1", "--ply", str(wrong)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    last = max(line.ver for line in read_trace(SAMPLE) if isinstance(line, YourTurn))
    told = f"--ply {wrong}: expected a ply of the match, from 0 to {last}"
    assert captured.err == f"infoset: {told}\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"form":"infoset-record/1"}\n', "line 1 is none of a trace: expected the form"),
        (f'{{"form":"{FORM}"}}\n{{"type":"thought"}}\n', "line 2 is none of a trace: 'decision'"),
        (f'{{"form":"{FORM}"}}\nno\n', "line 2 is none of a trace"),
        (f'{{"form":"{FORM}"}}\n', "no match begins in it"),
    ],
)
def test_what_is_no_trace_is_refused_by_its_line(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file.ndjson"
    path.write_text(text)
    assert main(["trace", str(path)]) == 1
    assert why in capsys.readouterr().err


def test_a_trace_that_cannot_be_read_is_named_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", str(tmp_path / "nowhere")]) == 1
    assert (
        capsys.readouterr().err == f"infoset: {tmp_path / 'nowhere'}: No such file or directory\n"
    )
    (tmp_path / "picture").write_bytes(b"\xff\xd8")
    assert main(["trace", str(tmp_path / "picture")]) == 1
    assert capsys.readouterr().err == f"infoset: {tmp_path / 'picture'}: expected text in UTF-8\n"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="--trace"):
        Trace(tmp_path / "file", {"match_id": "m_1"})


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full HERE: a full disk NOT TESTED")
def test_a_full_disk_is_told_by_the_name_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "m_1-seat0.ndjson").symlink_to(FULL)
    with pytest.raises(CommandError, match=r"^--trace .*: No space left on device"):
        Trace(tmp_path, {"match_id": "m_1"})


def test_values_of_other_libraries_are_written_and_what_no_json_holds_is_none(
    tmp_path: Path,
) -> None:
    match = begin("colonizers")
    turn = turn_of(match, play_until(match, partial(is_at, 1)))
    turn = dataclasses.replace(turn, actions=turn.actions[:4])
    turn.weigh([*numpy.array([0.5, -numpy.inf, numpy.nan], numpy.float32), None])
    trace = Trace(tmp_path, {"match_id": "m_1"})
    trace.decided(turn, Choice(index=0), 0.0)
    trace.close()
    text = (tmp_path / "m_1-seat0.ndjson").read_text("utf-8")
    assert json.loads(text.splitlines()[-1])["values"] == [0.5, None, None, None]


def test_values_for_another_number_of_actions_are_refused_and_change_nothing() -> None:
    match = begin("colonizers")
    turn = turn_of(match, play_until(match, partial(is_at, 1)))
    actions = len(turn.actions)
    turn.weigh(0.5 for _ in turn.actions)
    for wrong in (actions - 1, actions + 1):
        want = (
            f"^values: expected a number or None for each of {actions} listed actions, got {wrong}$"
        )
        with pytest.raises(ValueError, match=want):
            turn.weigh([0.25] * wrong)
    assert turn.values == [0.5] * actions
