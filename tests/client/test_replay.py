"""`infoset replay` as a person runs it: text, export, lists, bots and their exit codes."""

import asyncio
import json
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.client.replaying.records import record_of

from infoset.cli import ENTRY_POINT_GROUP, main
from infoset_games.luck import LUCK, seed_commitment
from infoset_games.record import write_record

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve

PLUGIN = EntryPoint("replay", "infoset.commands.replay:command", ENTRY_POINT_GROUP)
BOT = """
import infoset

class Own(infoset.Bot):
    def decide(self, turn):
        {line}
"""


def infoset(*arguments: object) -> int:
    """Runs the command in this process; returns its exit code."""
    return main(["replay", *map(str, arguments)], [PLUGIN])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a whole match."""
    return written(tmp_path / "match.jsonl")


def written(path: Path, name: str = "colonizers") -> Path:
    lines = write_record(record_of(name))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    return path


def bot(folder: Path, line: str) -> Path:
    path = folder / "own_bot.py"
    path.write_text(BOT.format(line=line), encoding="utf-8")
    return path


def test_a_pipe_gets_the_match_as_text(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert infoset(file) == 0
    text = capsys.readouterr().out
    assert text.startswith("colonizers/1.0  match m_1  60 s + 0.5 s\n")
    assert "\n    1  Ada picks a colonist\n" in text
    assert "ran out of time: the default was played" in text
    assert "result (finished):" in text
    assert "knows" not in text
    assert "\x1b" not in text


def test_the_eyes_are_chosen(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options, known in (("--seat 1", 1), ("--all", 4), ("--public", 0)):
        assert infoset(file, *options.split(), "--at", "20") == 0
        beginning = capsys.readouterr().out.partition("\n\n")[0]
        assert beginning.count("knows") == known
    assert infoset(file, "--seat", "4") == 1
    assert "the match has seats 0 to 3" in capsys.readouterr().err


def test_a_file_is_exported_byte_for_byte(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, again = tmp_path / "copy.jsonl", tmp_path / "again.jsonl"
    assert infoset(file, "--export", copy) == 0
    assert infoset(copy, "--export", again) == 0
    assert copy.read_bytes() == again.read_bytes() == file.read_bytes()
    assert infoset(file, "--export", "-") == 0
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")
    assert infoset(file, "--export", tmp_path / "no" / "such" / "folder") == 1
    assert sorted(tmp_path.iterdir()) == [again, copy, file]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected a header"),
        ("{}\n", "expected a header"),
        ("no json\n", "line 1"),
        ("\xff", "expected text in UTF-8"),
    ],
)
def test_what_is_no_record_is_named(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="latin-1")
    assert infoset(path) == 1
    error = capsys.readouterr().err
    assert str(path) in error
    assert words in error


def test_a_tampered_record_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text(encoding="utf-8")
    assert '"scores":[' in text
    file.write_text(text.replace('"scores":[', '"scores":[1', 1))
    assert infoset(file) == 1
    assert "the rules give" in capsys.readouterr().err


def test_what_is_neither_file_nor_match_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert infoset("no_such_file.jsonl") == 1
    assert "there is no such file" in capsys.readouterr().err


# Bots.


def test_the_exit_code_says_how_a_bot_has_done(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for line, code, words in (
        ("return 0", 3, "first divergence: decision"),
        ("raise ValueError('cannot think')", 1, "ValueError: cannot think"),
        ("return 'nonsense'", 1, "illegal answer, decision 1 (pick)"),
    ):
        assert infoset(file, "--feed", bot(tmp_path, line), "--seat", "2") == code
        out = capsys.readouterr().out
        assert words in out
        assert "on the seat of Cy" in out


def test_a_bot_that_plays_as_recorded_ends_with_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path / "match.jsonl")
    answers = {
        step.decision: step.action
        for step in record_of("colonizers").steps
        if step.kind == "act" and step.seat == 0
    }
    line = (
        f"codes = {answers!r}; state = turn.determinize(__import__('infoset_games.rng').rng.Rng('x'));"
        " legal = state.legal(turn.seat); code = codes.get(turn.decision);"
        " return 0 if code is None else legal.index(code)"
    )
    assert infoset(file, "--feed", bot(tmp_path, line), "--seat", "0") == 0
    assert "0 others, 0 exceptions, 0 illegal" in capsys.readouterr().out


def test_a_slow_bot_does_not_end_with_0(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = bot(tmp_path, "return turn.fallback")
    assert infoset(file, "--feed", path, "--seat", "1", "--slow", "0") == 3
    assert "slow: decision 1 (pick), version 1: 0.0" in capsys.readouterr().out


def test_a_bot_that_cannot_play_the_game_is_fed_nothing(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = bot(tmp_path, "return 0")
    with path.open("a", encoding="utf-8") as source:
        source.write(
            "    def check_game(self, game):\n        raise ValueError(f'w.npz: not for {game.name}')\n"
        )
    assert infoset(file, "--feed", path, "--seat", "1") == 1
    said = capsys.readouterr()
    assert (
        said.err
        == f"infoset: bot {str(path)!r} cannot play colonizers: w.npz: not for colonizers\n"
    )
    assert said.out == ""
    path.write_text(path.read_text().replace("def check_game(self, game)", "def __init__(self)"))
    assert infoset(file, "--feed", path, "--seat", "1") == 1
    assert "Traceback" in capsys.readouterr().out


def test_a_feed_needs_a_seat_of_the_match(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = bot(tmp_path, "return 0")
    for arguments in ((file,), (file, "--seat", "9"), ()):
        assert infoset(*arguments, "--feed", path) == 1
    assert infoset(file, "--seat", "0", "--feed", tmp_path / "none.py") == 1
    assert "seats 0 to 3" in capsys.readouterr().err


# Servers.


async def parts(peer: "Peer", entries: list[Any], size: int = 7) -> None:
    """Answers one `replay` with these entries in several parts."""
    request = await peer.expect("replay")
    for number, at in enumerate(range(0, len(entries), size)):
        more = at + size < len(entries)
        part = {"type": "replay_part", "replay": request["replay"], "i": number, "more": more}
        await peer.send({**part, "re": request["id"], "entries": entries[at : at + size]})


async def test_a_match_comes_from_a_server(
    serve: "Serve", tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = list(write_record(record_of("colonizers")))
    entries = [json.loads(line) for line in lines]

    async def tell(peer: "Peer") -> None:
        await peer.log_in()
        await parts(peer, entries, size=40)
        await peer.wait_gone()

    target = tmp_path / "got.jsonl"
    async with serve(tell, tell) as server:
        source = f"m_1@{server.url()}"
        assert await asyncio.to_thread(infoset, source, "--export", target) == 0
        assert target.read_text(encoding="utf-8").splitlines() == lines
        assert await asyncio.to_thread(infoset, "m_1", "--url", server.url(), "--all") == 0
    assert "result (finished):" in capsys.readouterr().out


async def test_a_match_that_runs_is_shown_as_far_as_the_server_tells(
    serve: "Serve", capsys: pytest.CaptureFixture[str]
) -> None:
    start: dict[str, Any] = {
        "type": "match_start",
        "game": "toy",
        "rules": "toy/9",
        "role": "watcher",
    }
    start |= {"view": "public", "players": [], "clock": {"kind": "none"}, "consts_hash": "c"}
    told = [
        start,
        {"type": "snapshot", "ver": 0, "obs": {"round": 1}},
        {"type": "events", "ver": 1, "items": [{"e": "roll"}], "obs": {"round": 2}},
    ]

    async def tell(peer: "Peer") -> None:
        await peer.log_in()
        request = await peer.expect("replay")
        refusal = {"type": "error", "code": "forbidden", "msg": "it runs"}
        await peer.send({**refusal, "re": request["id"]})
        await parts(peer, told, size=2)
        await peer.wait_gone()

    async with serve(tell) as server:
        assert await asyncio.to_thread(infoset, "m_1", "--url", server.url()) == 0
    text = capsys.readouterr().out
    assert "round: 1" in text
    assert "    1  roll" in text
    assert text.endswith("round: 2\n")


async def test_without_a_match_the_newest_are_listed(
    serve: "Serve", capsys: pytest.CaptureFixture[str]
) -> None:
    item: dict[str, Any] = {
        "replay": "m_7",
        "game": "toy",
        "rules": "toy/1.0",
        "players": ["Ada", "Bob\x1b"],
    }
    item |= {"places": [2, 1], "at_ms": 5, "moves": 30}

    async def tell(peer: "Peer") -> None:
        await peer.log_in()
        request = await peer.expect("replays")
        await peer.send({"type": "replay_list", "items": [item], "re": request["id"]})
        await peer.wait_gone()

    async with serve(tell) as server:
        assert await asyncio.to_thread(infoset, "--url", server.url()) == 0
    assert capsys.readouterr().out == "m_7  toy/1.0  30 versions  Ada 2., Bob? 1.\n"


# Its luck.


def with_last(path: Path, **changes: Any) -> Path:
    """The record with other values in its header, where they stand there, else in its last line."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for name, value in changes.items():
        lines[0 if name in lines[0] else -1][name] = value
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def test_the_luck_of_a_match_is_checked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of("colonizers")
    draws = sum(len(step.chance) for step in record.steps)
    assert infoset(file, "--verify") == 0
    assert infoset(file, "--verify", "--commit", record.seed_commit.upper()) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == [
        f"the seed is the one committed to: {record.seed_commit}",
        f"the deal and {draws} draws follow from the seed",
    ]


def test_another_seed_than_that_of_the_start_is_found(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert infoset(file, "--verify", "--commit", "0" * 64) == 3
    assert "not the seed of the start" in capsys.readouterr().out


def test_luck_that_does_not_follow_from_the_seed_is_named(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = f"{LUCK}:another"
    assert infoset(with_last(file, seed=seed, seed_commit=seed_commitment(seed)), "--verify") == 3
    told = capsys.readouterr().out.splitlines()
    assert told[1] == "does not follow from the seed: the deal"
    assert told[-1].startswith("... and ")


def test_a_match_from_before_luck_could_be_checked_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    old = Path(__file__).parents[1] / "games/kept/catan.jsonl"
    assert infoset(old, "--verify") == 1
    assert f"its luck was not drawn by {LUCK}" in capsys.readouterr().err
