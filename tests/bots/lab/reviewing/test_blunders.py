"""Blunders: who makes them is found, equal questions have equal answers, and the figures add up."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.bots.runs import call, keep_run

from infoset.errors import CommandError
from infoset_bots.lab.arena import command as arena
from infoset_bots.lab.reviewing.commands import blunders

CHEAP = ("--seed", "1", "--processes", "0", "--worlds", "30")


def reviewed(run: Path, file: Path, *words: str) -> dict[str, Any]:
    each = file.with_suffix(".jsonl")
    options = (*CHEAP, *words, "--json", str(file), "--each", str(each))
    assert call(blunders, str(run), *options) == 0
    plain: dict[str, Any] = json.loads(file.read_text())
    plain["each"] = [json.loads(line) for line in each.read_text().splitlines()]
    return plain


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory, bots: Path, toys: None) -> Path:
    """A run of Leduc hold'em: careful against clumsy."""
    return keep_run(
        tmp_path_factory.mktemp("runs") / "cards",
        *(f"careful={bots}:Careful", f"clumsy={bots}:Clumsy", "--game", "leduc"),
        *("--matches", "80"),
    )


@pytest.fixture(scope="module")
def report(cards: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("review") / "cards.json"
    return reviewed(cards, file, "--reference", "monte_carlo:worlds=20")


def test_who_plays_anything_every_fifth_time_is_told_from_who_does_not(
    report: dict[str, Any],
) -> None:
    careful, clumsy = report["bots"]
    assert (careful["bot"], clumsy["bot"]) == ("careful", "clumsy")
    assert clumsy["loss"]["low"] > careful["loss"]["mean"]
    assert clumsy["blunders"]["low"] > careful["blunders"]["mean"]
    assert clumsy["agreed"] < careful["agreed"]


def test_the_worst_decisions_are_those_of_the_clumsy_one(report: dict[str, Any]) -> None:
    worst = report["worst"]
    assert worst[0]["bot"] == "clumsy"
    assert worst[0]["played"] != worst[0]["better"]
    losses = [one["loss"]["mean"] for one in worst]
    assert losses == sorted(losses, reverse=True)
    assert all(one["loss"]["mean"] - 2 * one["loss"]["error"] > 0.05 for one in worst)


def test_every_figure_follows_from_the_single_decisions(report: dict[str, Any]) -> None:
    rows = [*report["bots"], *report["seats"], *report["kinds"]]
    assert len(rows) == 2 + 4 + 4
    for row in rows:
        mine = [
            one
            for one in report["each"]
            if one["bot"] == row["bot"]
            and row["seat"] in (None, one["seat"])
            and row["kind"] in (None, one["kind"])
        ]
        by_match: dict[int, list[dict[str, Any]]] = {}
        for one in mine:
            by_match.setdefault(one["match"], []).append(one)
        losses = [sum(d["loss"]["mean"] for d in match) / len(match) for match in by_match.values()]
        assert row["judged"] == row["decisions"] == len(mine)
        assert row["loss"]["mean"] == pytest.approx(sum(losses) / len(losses))
        assert row["in_match"] * len(by_match) == pytest.approx(
            sum(one["loss"]["mean"] for one in mine)
        )
        assert row["agreed"] == pytest.approx(sum(one["agrees"] for one in mine) / len(mine))


def test_who_plays_as_the_reference_loses_exactly_nothing(report: dict[str, Any]) -> None:
    equal = [one["loss"] for one in report["each"] if one["agrees"]]
    assert equal
    assert all(loss == {"mean": 0.0, "error": 0.0} for loss in equal)


def test_equal_questions_have_equal_answers_and_another_seed_others(
    cards: Path, report: dict[str, Any], tmp_path: Path
) -> None:
    replays = [str(cards / "matches" / f"{number}.jsonl") for number in (3, 5, 7)]
    alone = [tmp_path / f"{name}.jsonl" for name in ("one", "other")]
    for file, seed in zip(alone, ("1", "2"), strict=True):
        words = (*CHEAP, "--seed", seed, "--reference", "monte_carlo:worlds=20")
        assert call(blunders, *replays, *words, "--each", str(file)) == 0
    same, other = (
        [json.loads(line)["loss"] for line in file.read_text().splitlines()] for file in alone
    )
    assert same == [one["loss"] for one in report["each"] if one["match"] in (3, 5, 7)]
    assert same != other


def test_a_part_of_the_decisions_stands_for_all(
    cards: Path, report: dict[str, Any], tmp_path: Path
) -> None:
    part = reviewed(cards, tmp_path / "part.json", "--decisions", "1", "--reference", "random")
    for row, whole in zip(part["bots"], report["bots"], strict=True):
        assert row["judged"] < whole["judged"]
        assert row["decisions"] == whole["decisions"]


def test_other_games_are_reviewed_through_the_same_door(colonies: Path, tmp_path: Path) -> None:
    """Four seats, equal cards, forced decisions; a bot of the game as reference."""
    words = ("--reference", "heuristic", "--decisions", "2", "--horizon", "8", "--worlds", "4")
    found = reviewed(colonies / "matches", tmp_path / "colonies.json", *words)
    assert found["game"] == "colonizers"
    assert {row["kind"] for row in found["kinds"]} <= {"pick", "draw", "discard", "power", "build"}
    assert len(found["each"]) == 6 * 4 * 2


def test_simultaneous_decisions_of_many_slots_are_compared(tmp_path: Path) -> None:
    run = keep_run(tmp_path / "ambush", "random", "--game", "ambush", "--matches", "2")
    found = reviewed(run, tmp_path / "ambush.json", "--reference", "random", "--worlds", "4")
    assert found["each"]
    assert all(abs(one["loss"]["mean"]) <= 1 for one in found["each"])


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--reference", "nobody"), "there is no bot 'nobody'"),
        (("--reference", "cmd:cat"), "expected a bot class, not a program"),
        (("--policy", "wise"), "--policy: policy 'wise'"),
    ],
)
def test_what_cannot_judge_is_refused_before_anything_is_done(
    cards: Path, words: tuple[str, ...], why: str
) -> None:
    with pytest.raises(CommandError, match=why):
        call(blunders, str(cards), *CHEAP, *words)


def test_a_reference_that_fails_is_named_with_the_match(cards: Path, tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text(
        "import infoset\n\nclass Bot(infoset.Bot):\n    def decide(self, turn):\n        1 / 0\n"
    )
    with pytest.raises(CommandError, match=r"0\.jsonl: CommandError: the reference failed"):
        call(blunders, str(cards), *CHEAP, "--reference", str(bot))


def test_what_is_no_replay_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    for text in ("", "{}\n", "[]\n", "no\n"):
        file.write_text(text)
        with pytest.raises(CommandError, match="expected the header of a replay"):
            call(blunders, str(file), *CHEAP)


def test_a_run_without_replays_says_how_to_keep_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("random", "--game", "leduc", "--matches", "2", "--processes", "0")
    assert call(arena.command, *words, "--out", str(tmp_path / "run")) == 0
    with pytest.raises(CommandError, match="play with `infoset arena --keep`"):
        call(blunders, str(tmp_path / "run"), *CHEAP)


def test_the_tables_tell_what_was_asked(
    cards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call(blunders, str(cards), *CHEAP, "--decisions", "1", "--reference", "random")
    out = capsys.readouterr().out
    assert "judged by random in 30 worlds each, seed 1" in out
    for part in ("as reference %", "blunders %", "the worst", "better [", "answer", "open"):
        assert part in out


def test_ctrl_c_ends_it_with_a_word_and_no_file(
    cards: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("infoset_bots.lab.reviewing.commands.judge", stop)
    assert call(blunders, str(cards), *CHEAP, "--json", str(tmp_path / "loss.json")) == 130
    assert "stopped; nothing was written" in capsys.readouterr().err
    assert not (tmp_path / "loss.json").exists()
