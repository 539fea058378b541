"""The command from its options to its output, and a run that is killed in the middle."""

import hashlib
import io
import json
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.bots.lab.plugin import installed
from tests.bots.runs import call, kill_in_the_middle, lines, plain_results

from infoset.errors import CommandError, InfosetError
from infoset.exits import INTERRUPTED
from infoset.replaying.source import load_file
from infoset_bots.lab.arena import run as running
from infoset_bots.lab.arena.command import command
from infoset_bots.lab.arena.jobs import play_jobs
from infoset_bots.lab.arena.playing import program_seed
from infoset_bots.lab.arena.schedule import Schedule
from infoset_bots.lab.arena.store import RESULTS, match_file, read_plan, read_run

if TYPE_CHECKING:
    from tests.bots.lab.arena.conftest import MakePlan, WriteBot

Arena = Callable[..., int]
SMALL = ("--option", "colony=2")


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """Runs `infoset arena` with these arguments in a folder of its own; returns the exit code."""
    monkeypatch.chdir(tmp_path)
    return partial(call, command)


def test_a_run_leaves_a_summary_results_and_csv(
    arena: Arena, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("heuristic", "random", "--matches", "8", "--seed", "x", "--processes", "0")
    assert arena(*arguments, *SMALL, "--csv", "out.csv") == 0
    out, err = capsys.readouterr()
    assert "8 matches on 8 deals" in out
    assert "by seat" in out
    assert "arena-runs/colonizers-1: 8 matches of colonizers, seed x, 8 to play" in err
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 1 + 8 * 4
    assert len(plain_results(tmp_path / "arena-runs" / "colonizers-1")) == 8


# A program is told a number made of the seed (`{seed}` in its command), and might try seeds until one brings that number.


def test_a_seed_of_few_bits_is_found_by_trying(make_plan: "MakePlan") -> None:
    """So the attack is one: with the seed a program knows every card of all matches of the run."""
    job = next(Schedule(make_plan("random", seed="0a7f"), 4).jobs())
    told = program_seed(job.seed, 2, "mine")
    seeds = (f"{guess:04x}" for guess in range(1 << 16))
    assert [seed for seed in seeds if program_seed(f"{seed}:0", 2, "mine") == told] == ["0a7f"]


def test_the_seed_of_a_run_has_more_bits_than_can_be_tried(arena: Arena) -> None:
    seeds = []
    for folder in (Path("a"), Path("b")):
        assert arena("random", "--matches", "1", "--processes", "0", "--out", str(folder)) == 0
        seeds.append(bytes.fromhex(read_plan(folder).seed))
    assert seeds[0] != seeds[1]
    assert all(len(seed) >= 16 for seed in seeds)


def test_duplicate_rounds_up_to_whole_blocks(
    arena: Arena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        arena("heuristic", "random", "--matches", "7", "--duplicate", "--processes", "0", *SMALL)
        == 0
    )
    out, _ = capsys.readouterr()
    assert "12 matches on 2 deals" in out


def test_a_run_that_is_killed_goes_on_where_it_was(
    arena: Arena, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["heuristic", "random", "--matches", "60", "--duplicate", "--seed", "5", *SMALL]
    assert arena(*arguments, "--processes", "0", "--out", "whole") == 0
    cut = [*arguments, "--processes", "2", "--out", "cut"]
    kill_in_the_middle("arena", "infoset_bots.lab.arena.command:command", cut, tmp_path / "cut")
    with (tmp_path / "cut" / RESULTS).open("ab") as results:
        results.write(b'{"match":59,"deal":')  # as if it had been cut in a line, too
    before = lines(tmp_path / "cut")
    assert 0 < before < 60, "the run was over before it could be killed"
    capsys.readouterr()
    assert arena("--resume", "cut", "--processes", "0") == 0
    assert f"{60 - before} to play" in capsys.readouterr().err
    assert plain_results(tmp_path / "cut") == plain_results(tmp_path / "whole")
    assert lines(tmp_path / "cut") == 60


def test_resuming_a_finished_run_plays_nothing(
    arena: Arena, capsys: pytest.CaptureFixture[str]
) -> None:
    arena("random", "--matches", "3", "--processes", "0", "--out", "r", *SMALL)
    first = capsys.readouterr().out
    assert arena("--resume", "r", "--processes", "0") == 0
    again = capsys.readouterr()
    assert again.out == first
    assert "0 to play" in again.err
    assert arena("show", "r") == 0
    assert capsys.readouterr().out == first


def test_a_comparison_stops_by_itself_and_says_what_it_found(
    arena: Arena, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("ab", "heuristic", "random", "--bounds", "0", "0.5", "--seed", "1", *SMALL)
    assert arena(*arguments, "--processes", "0", "--out", "r") == 0
    out = capsys.readouterr().out
    assert "PASS: heuristic is better than random" in out
    assert "15 blocks used (90 matches, 6 per deal)" in out
    assert lines(tmp_path / "r") == 90
    assert arena("--resume", "r", "--processes", "0") == 0
    assert capsys.readouterr().out == out
    assert lines(tmp_path / "r") == 90


def test_an_undecided_comparison_is_played_on_as_if_it_had_had_more_blocks_at_first(
    arena: Arena, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("ab", "heuristic", "random", "--bounds", "0", "0.5", "--seed", "1", *SMALL)
    assert arena(*arguments, "--max-blocks", "2", "--processes", "0", "--out", "r") == 0
    shown = capsys.readouterr()
    assert "UNDECIDED" in shown.out
    assert "play on: infoset arena --resume r --max-blocks 4\n" in shown.err
    with pytest.raises(InfosetError, match=r"--max-blocks: expected 2 or more, .* got 1"):
        arena("--resume", "r", "--max-blocks", "1")
    assert arena("ab", "--resume", "r", "--max-blocks", "40", "--processes", "0") == 0
    assert "PASS: heuristic is better than random" in capsys.readouterr().out
    assert arena(*arguments, "--processes", "0", "--out", "whole") == 0
    assert plain_results(tmp_path / "r") == plain_results(tmp_path / "whole")


def test_a_run_is_played_on_with_more_matches(
    arena: Arena, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("heuristic", "random", "--seed", "5", "--processes", "0", *SMALL)
    arena(*arguments, "--matches", "3", "--out", "r")
    capsys.readouterr()
    assert arena("--resume", "r", "--matches", "6", "--processes", "0") == 0
    assert "3 to play" in capsys.readouterr().err
    with pytest.raises(InfosetError, match="ab: r holds no test of two bots"):
        arena("ab", "--resume", "r")
    arena(*arguments, "--matches", "6", "--out", "whole")
    assert plain_results(tmp_path / "r") == plain_results(tmp_path / "whole")


def test_options_may_stand_between_the_bots_of_a_comparison(arena: Arena, tmp_path: Path) -> None:
    small = (*SMALL, "--seed", "1", "--max-blocks", "1", "--processes", "0")
    for number, words in enumerate(
        (
            ("ab", "heuristic", "random", *small),
            ("ab", *small, "heuristic", "random"),
            (*small, "ab", "heuristic", "random"),
            ("ab", "heuristic", *small, "random"),
        )
    ):
        assert arena(*words, "--out", str(number)) == 0
        assert read_plan(tmp_path / str(number)) == read_plan(tmp_path / "0")
    assert arena("show", "--csv", "0.csv", "0") == 0


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (("--seed", "2", "--keep", "--duplicate"), "leave out --duplicate, --seed, --keep"),
        (("--bounds", "0", "1"), "leave out --bounds"),
        (("--max-blocks", "9"), "--max-blocks: expected a sequential test; this run takes"),
        (
            ("--matches", "2"),
            "--matches: expected 3 or more, as the run has been begun with, got 2",
        ),
    ],
)
def test_a_run_goes_on_as_it_was_begun(
    arena: Arena, tmp_path: Path, more: tuple[str, ...], complaint: str
) -> None:
    arena("random", "--matches", "3", "--processes", "0", "--out", "r", *SMALL)
    before = (tmp_path / "r" / "plan.json").read_bytes()
    with pytest.raises(InfosetError, match=complaint):
        arena("--resume", "r", *more)
    assert (tmp_path / "r" / "plan.json").read_bytes() == before


def test_a_bot_can_be_compared_with_itself(
    arena: Arena, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("ab", "random", "random", "--max-blocks", "2", "--processes", "0", *SMALL)
    assert arena(*arguments) == 0
    out = capsys.readouterr().out
    assert "random (B)" in out
    assert "UNDECIDED" in out


def test_trouble_is_shown_a_few_times_and_then_only_kept(
    arena: Arena, tmp_path: Path, write_bot: "WriteBot", capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_bot("moody", "def decide(self, turn):\n    raise ArithmeticError('not today')")
    arguments = (f"moody={path}", "random", "--matches", "6", "--processes", "1", "--out", "r")
    assert arena(*arguments, *SMALL) == 1
    out, err = capsys.readouterr()
    assert "NO RESULT: moody has not really played" in out
    assert err.count("trouble with moody") == 3
    assert "ArithmeticError: not today" in err
    assert "more of this is only in r/bots.log" in err
    assert (tmp_path / "r" / "bots.log").read_text().count("== match") == 6


def test_a_bot_that_was_only_late_may_be_in_a_loop_and_its_author_is_told(
    arena: Arena, write_bot: "WriteBot", capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_bot("stuck", "def decide(self, turn):\n    while True:\n        pass")
    arguments = (f"stuck={path}", "random", "--matches", "1", "--processes", "0")
    assert arena(*arguments, "--patience-s", "0.02", *SMALL) == 1
    assert "loop without an end" in capsys.readouterr().out


@pytest.mark.parametrize("more", [(), ("--matches", "4")])
def test_a_bot_that_has_changed_does_not_go_on_under_its_name(
    arena: Arena, write_bot: "WriteBot", tmp_path: Path, more: tuple[str, ...]
) -> None:
    path = write_bot("bot", "def decide(self, turn):\n    return 0")
    arena(path, "--matches", "2", "--processes", "0", "--out", "r", *SMALL)
    write_bot("bot", "def decide(self, turn):\n    return turn.n - 1")
    before = (tmp_path / "r" / "plan.json").read_bytes()
    with pytest.raises(CommandError, match="has changed since this run began"):
        arena("--resume", "r", *more)
    assert (tmp_path / "r" / "plan.json").read_bytes() == before


@pytest.mark.parametrize("kind", ["given", "usual", "module"])
def test_a_bot_whose_data_has_changed_does_not_go_on_under_its_name(
    arena: Arena, write_bot: "WriteBot", tmp_path: Path, kind: str
) -> None:
    decide = "def decide(self, turn):\n    return 0"
    init = f"def __init__(self, weights={str(tmp_path / 'usual.npz')!r}):\n    import helper"
    path = write_bot("bot", f"{init}\n{decide}")
    files = {name: tmp_path / name for name in ("given.npz", "usual.npz", "helper.py")}
    for file in files.values():
        file.write_text("1")
    spec = f"{path}:weights={files['given.npz']}" if kind == "given" else path
    arena(
        "ab",
        f"mine={spec}",
        "random",
        "--max-blocks",
        "1",
        "--processes",
        "0",
        "--out",
        "r",
        *SMALL,
    )
    assert arena("--resume", "r", "--processes", "0") == 0
    changed = files["helper.py" if kind == "module" else f"{kind}.npz"]
    changed.write_text("2")
    before = (tmp_path / "r" / "plan.json").read_bytes()
    for more in ((), ("--max-blocks", "2")):
        with pytest.raises(
            CommandError, match=f"since this run began .*{changed.name} has changed"
        ):
            arena("--resume", "r", "--processes", "0", *more)
    assert (tmp_path / "r" / "plan.json").read_bytes() == before
    assert arena("show", "r") == 0
    changed.write_text("1")
    assert arena("--resume", "r", "--processes", "0") == 0


@pytest.mark.parametrize("kind", ["plain", "ab"])
def test_rules_that_changed_under_their_version_do_not_go_on(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    with installed(f"changing_{kind}", tmp_path / "games", monkeypatch) as package:
        asked = ("ab", "random", "random", "--max-blocks", "1") if kind == "ab" else ("random",)
        more = ("--max-blocks", "2") if kind == "ab" else ("--matches", "3")
        arena(*asked, *more[:1], "1", "--game", package.name, "--processes", "0", "--out", "r")
        (package / "view.py").write_text("# no part of the rules")
        assert arena("--resume", "r", "--processes", "0") == 0
        (package / "more.py").write_text("RANKS = 4\n")
        before = (tmp_path / "r" / "plan.json").read_bytes()
        for words in ((), more):
            with pytest.raises(CommandError, match=r"rules changing_\w+/1.0 have .*more\.py has"):
                arena("--resume", "r", "--processes", "0", *words)
        assert (tmp_path / "r" / "plan.json").read_bytes() == before
        assert arena("show", "r") == 0
        (package / "more.py").write_text("RANKS = 3\n")
        assert arena("--resume", "r", "--processes", "0", *more) == 0


def test_a_run_that_noted_no_files_of_the_rules_goes_on(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed("changing_old", tmp_path / "games", monkeypatch) as package:
        arena("random", "--matches", "1", "--game", package.name, "--processes", "0", "--out", "r")
        file = tmp_path / "r" / "plan.json"
        plan = json.loads(file.read_text())
        assert {"changing_old/rules.py", "changing_old/more.py"} <= set(plan.pop("game_files"))
        file.write_text(json.dumps(plan))
        (package / "more.py").write_text("RANKS = 4\n")
        assert arena("--resume", "r", "--matches", "2", "--processes", "0") == 0


def test_a_run_of_an_earlier_version_goes_on_and_says_what_it_does_not_know(
    arena: Arena, write_bot: "WriteBot", tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "w.npz").write_text("1")
    path = write_bot(
        "bot", "def __init__(self, weights=''):\n    pass\ndef decide(self, turn):\n    return 0"
    )
    small = ("--matches", "2", "--processes", "0", *SMALL)
    arena(f"{path}:weights=w.npz", *small, "--out", "r")
    plan = json.loads((tmp_path / "r" / "plan.json").read_text())
    for entry in plan["entries"]:
        del entry["files"]
        entry["digest"] = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    (tmp_path / "r" / "plan.json").write_text(json.dumps(plan))
    capsys.readouterr()
    for more in ((), ("--matches", "4")):
        assert arena("--resume", "r", *more, "--processes", "0") == 0
        assert (
            "not known to be what they were when this run began: w.npz\n" in capsys.readouterr().err
        )
    write_bot("bot", "def decide(self, turn):\n    return 1")
    with pytest.raises(CommandError, match="its file has changed"):
        arena("--resume", "r")


def test_a_bot_may_write_beside_itself_while_a_run_goes_on(
    arena: Arena, write_bot: "WriteBot", tmp_path: Path
) -> None:
    body = "def decide(self, turn):\n    open(self.book, 'a').write('x')\n    return 0"
    path = write_bot("bot", f"book = {str(tmp_path / 'book.txt')!r}\n{body}")
    (tmp_path / "book.txt").write_text("")
    assert arena(path, "--matches", "4", "--processes", "2", "--out", "r", *SMALL) == 0
    assert {record.reason for record in read_run(tmp_path / "r")[1]} == {"finished"}


@pytest.mark.parametrize("processes", ["0", "1"])
def test_two_versions_of_a_bot_play_with_their_own_modules(
    arena: Arena, tmp_path: Path, processes: str
) -> None:
    for version, text in (("old", "return 0"), ("new", "raise RuntimeError('not today')")):
        (tmp_path / version).mkdir()
        (tmp_path / version / "helper.py").write_text(f"def choose(turn):\n    {text}\n")
        (tmp_path / version / "bot.py").write_text(
            "import infoset\nimport helper\n\nclass Mine(infoset.Bot):\n"
            "    def decide(self, turn): return helper.choose(turn)\n"
        )
    for number, bots in enumerate((("old", "new"), ("new", "old"))):
        words = [f"{version}={version}/bot.py" for version in bots]
        arena(*words, "--matches", "2", "--processes", processes, "--out", str(number), *SMALL)
        for record in read_run(tmp_path / str(number))[1]:
            raised = {
                bot for bot, count in zip(record.bots, record.exceptions, strict=True) if count
            }
            assert raised == {"new"}


def test_an_interrupted_run_says_how_to_go_on(
    arena: Arena, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> Any:
        batches = play_jobs(*arguments)
        yield next(batches)
        batches.close()
        signal.raise_signal(signal.SIGTERM)  # ends as tidily as Ctrl-C

    monkeypatch.setattr(running, "play_jobs", interrupted)
    code = arena("random", "--matches", "9", "--processes", "0", "--out", "r", *SMALL)
    out, err = capsys.readouterr()
    assert code == INTERRUPTED
    assert "stopped; go on with it: infoset arena --resume r" in err
    assert "1 match on 1 deal" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), r"who shall play\? Built-in bots for colonizers: .*heuristic"),
        (("nobody",), r"there is no bot 'nobody'; built-in bots for colonizers"),
        (
            ("random", "--game", "chess"),
            r"game 'chess' is not installed; known games: catan, colonizers, crossfire",
        ),
        (("random", "--option", "colony=99"), r"colony: expected an integer, 1\.\."),
        (("random", "--option", "colour=1"), r"colour: expected one of the options"),
        (("random", "--option", "colony"), r"--option colony: expected NAME=VALUE"),
        (("random", "--move-ms", "1", "--bank-ms", "1"), r"expected at most one of them"),
        (("random", "--inc-ms", "1"), r"--inc-ms: expected --bank-ms with it"),
        (("ab", "random"), r"ab: expected two bots, got 1"),
        (("ab", "random", "heuristic", "--matches", "3"), r"bound it with --max-blocks"),
        (("ab", "random", "heuristic", "--bounds", "1", "0"), r"bounds: expected the first below"),
        (("random", "--seatings", "random", "--duplicate"), r"expected no blocks of one deal"),
        (("a=random", "a=heuristic"), r"two different bots are called 'a'"),
        (("--resume", "nowhere"), r"no run of the arena is here"),
        (("random", "--resume", "nowhere"), r"--resume takes no bots"),
        (("show",), r"show: expected the folder of one run"),
        (("show", "nowhere"), r"no run of the arena is here"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    arena: Arena, arguments: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(InfosetError, match=complaint):
        arena(*arguments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("--matches", "0"),
        ("--processes", "-1"),
        ("--patience-s", "-1"),
        ("--move-ms", "x"),
        ("--out", "a", "--resume", "b"),
    ],
)
def test_options_out_of_range_are_refused(arena: Arena, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        arena("random", *arguments)


def test_clocks_are_kept_with_the_run(arena: Arena) -> None:
    arguments = ("random", "--matches", "1", "--processes", "0", *SMALL)
    arena(*arguments, "--move-ms", "500", "--first-ms", "7", "--out", "a")
    arena(*arguments, "--bank-ms", "900", "--inc-ms", "3", "--out", "b")
    first, second = read_run(Path("a"))[0].clock, read_run(Path("b"))[0].clock
    assert (first.kind, first.move_ms, first.first_ms) == ("per_move", 500, 7)
    assert (second.kind, second.main_ms, second.inc_ms) == ("bank", 900, 3)


def test_kept_matches_can_be_played_again(arena: Arena, tmp_path: Path) -> None:
    words = ("heuristic", "random", "--matches", "4", "--processes", "2", "--keep", "--out", "kept")
    assert arena(*words, *SMALL) == 0
    for record in read_run(tmp_path / "kept")[1]:
        replay = load_file(match_file(tmp_path / "kept", record))
        *_, (_, match, _) = replay.play()
        assert match.over is not None
        assert list(match.over.result.places) == record.places
        assert [player["name"] for player in replay.players] == record.bots
    assert arena("heuristic", "random", "--matches", "1", "--processes", "0", *SMALL) == 0
    assert not (tmp_path / "arena-runs" / "colonizers-1" / "matches").exists()


def test_a_person_plays_in_this_process_without_a_limit(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "".join(".\n" for _ in range(1_000))
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    shown = io.StringIO()
    monkeypatch.setattr("sys.__stdout__", shown)
    words = ("person", "random", "random", "random", "--matches", "1", "--processes", "2")
    assert arena(*words, *SMALL, "--seed", "1", "--out", "mine") == 0
    plan, (record,) = read_run(tmp_path / "mine")
    assert plan.patience_s == 0
    assert record.exceptions == [0] * 4
    assert "result (finished):" in shown.getvalue()
