"""Golden playthroughs: the text of one play per game, to be read as a diff when it changes.

After a wanted change, rewrite them with `REWRITE_GOLDEN=1 pytest tests/games/test_playthrough.py`.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from infoset_games.colonizers import Colonizers
from infoset_games.game import Game
from infoset_games.playthrough import MAX_SHOWN, main, playthrough
from infoset_games.registry import register
from infoset_games.spaces import ActionSpace, ListSpace
from infoset_games.testing.toys import Ambush, Leduc
from infoset_games.testing.toys.leduc import CHECK, LeducState

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize(
    "game", [Leduc(), Ambush(seats=3), Colonizers()], ids=lambda game: game.name
)
def test_a_play_reads_as_it_did(game: Game) -> None:
    path = GOLDEN / f"{game.name}.txt"
    text = "".join(f"{line}\n" for line in playthrough(game, "golden"))
    if os.environ.get("REWRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_a_secret_is_shown_to_its_audience_only() -> None:
    lines = list(playthrough(Leduc(), "golden"))
    told = [line for line in lines if '"to":0}' in line]
    assert len(told) == 2
    assert told[0].startswith('    to 0: {"card":')
    assert told[1] == '    to 1 spectators: {"card":-1,"e":"dealt","to":0}'


class WideState(LeducState):
    """Offers the same action thirty times."""

    def legal(self, seat: int) -> ActionSpace:
        return ListSpace([CHECK] * 30) if seat == self.mover() >= 0 else super().legal(seat)


class Wide(Leduc):
    state_class = WideState


def test_a_long_list_of_actions_is_cut() -> None:
    lines = list(playthrough(Wide(), "golden"))
    asked = next(line for line in lines if "is asked: open" in line)
    assert asked.count('["check"]') == MAX_SHOWN
    assert asked.endswith(" ... 30 in all")


def test_a_product_is_shown_by_its_slots() -> None:
    lines = list(playthrough(Ambush(fields=30, rounds=1), "golden"))
    assert "  seat 0 is asked: hide, product of trap 0 of 30, trap 1 of 30" in lines


def test_a_play_without_an_end_is_reported() -> None:
    with pytest.raises(RuntimeError, match="no end after 3 plies"):
        list(playthrough(Leduc(), "golden", max_plies=3))


def test_the_command_writes_the_play(capsys: pytest.CaptureFixture[str]) -> None:
    with register("leduc", Leduc):
        assert main(["leduc", "--seed", "golden", "--option", "ranks=4"]) == 0
    written = capsys.readouterr().out
    assert written == "".join(f"{line}\n" for line in playthrough(Leduc(ranks=4), "golden"))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["no-such-game"], "game 'no-such-game' is not installed"),
        (["leduc", "--option", "ranks=99"], "ranks: expected an integer in 2..13"),
        (["leduc", "--option", "ranks"], "option ranks: expected NAME=JSON, got 'ranks'"),
    ],
)
def test_the_command_explains_what_is_wrong(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with register("leduc", Leduc), pytest.raises(SystemExit):
        main(arguments)
    assert reason in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="no signal says there that nobody reads")
def test_the_command_ends_quietly_where_nobody_reads_what_it_writes() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "infoset_games.playthrough", "colonizers"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")
