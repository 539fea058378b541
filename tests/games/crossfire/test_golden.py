"""A golden playthrough: one play drawn round by round, beside what each seat sees of it.

After a wanted change of behaviour rewrite it and review the difference:

    REWRITE_GOLDEN=1 pytest tests/games/crossfire/test_golden.py
"""

import os
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from infoset_games.core import Json
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.policies import heuristic
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.units import ALIVE, SIDE, SQUARE
from infoset_games.rng import Rng

GOLDEN = Path(__file__).parents[2] / "golden" / "crossfire.txt"
NAMES = ("01234567", "abcdefgh")
LEGEND = """Crossfire, a play of the heuristic against itself. 0 to 2 are the units of seat 0, a to c those of seat 1;
M mountain, W water, F forest, : desert, . ground. Left the truth, then what each seat sees: x an enemy,
+ an enemy destroyed in view, - and | enemy beams in view, blank squares are not in view, ? the squares
where an unseen enemy may be."""


def test_the_golden_playthrough_is_told_the_same() -> None:
    told = "\n".join(tell_play(Crossfire(preset="mini"), "golden 15")) + "\n"
    if os.environ.get("REWRITE_GOLDEN"):
        GOLDEN.write_text(told, encoding="utf-8")
    assert told.splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()


def tell_play(game: Crossfire, seed: str) -> Iterator[str]:
    rng = Rng(seed)
    state = game.start(game.deal(rng))
    yield LEGEND
    yield f"Symmetry {state.observe(0).board.map.text().splitlines()[0]}."
    yield f"Recharge times {state.deal.recharge}."
    while state.to_act():
        joint = {seat: heuristic().choose(state, seat, rng) for seat in state.to_act()}
        if state.now is not None:
            yield f"\nROUND {state.round()}"
        for seat, action in joint.items():
            yield f"Seat {seat}: " + tell_action(game.write_action(state, seat, action))
        state.apply(joint)
        yield from draw(state)
    result = state.result()
    assert result is not None
    yield f"\nPlaces {list(result.places)}, scores {list(result.scores)}, {result.ending}."


def tell_action(written: Json) -> str:
    if written[0] == "setup":
        return f"recharge times {written[1]}, king {written[2]}."
    return ", ".join(f"{unit} {verb} {way}" for unit, verb, way in written[1:]) + "."


def draw(state: CrossfireState) -> Iterator[str]:
    """Three boards side by side."""
    assert state.now is not None
    size, number = state.deal.board.map.size, int(state.now.number)
    letters = state.deal.board.stage_after(number).letters().replace("D", ":").replace("G", ".")
    boards = [list(letters), *(seen(state, seat, letters) for seat in (0, 1))]
    cells = state.now.cells
    for seat in (0, 1):
        for unit in range(state.deal.board.units):
            if cells[ALIVE + SIDE * seat + unit]:
                square = int(cells[SQUARE + SIDE * seat + unit])
                boards[0][square] = boards[1 + seat][square] = NAMES[seat][unit]
    for row in range(size):
        parts = ["".join(board[row * size : (row + 1) * size]) for board in boards]
        yield ("   " + "   ".join(parts)).rstrip()


def seen(state: CrossfireState, seat: int, letters: str) -> list[str]:
    """The board as far as a seat sees it, without its own units."""
    assert state.now is not None
    report = state.now.report(state.deal.board, seat)
    hints = Crossfire(preset="mini").write_observation(state.observe(seat))["reach"]
    reach = 0
    for squares in hints:
        reach |= int(squares, 16)
    board = []
    for square, letter in enumerate(letters):
        shown = letter if report.visible >> square & 1 else " "
        if report.light_across >> square & 1:
            shown = "-"
        if report.light_along >> square & 1:
            shown = "|"
        if square in report.fallen:
            shown = "+"
        if reach >> square & 1:
            shown = "x" if square in report.enemies else "?"
        board.append(shown)
    return board


def test_every_line_of_the_golden_play_fits_a_page() -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert max(len(line) for line in lines) < 120
    assert all(a != "" or b != "" for a, b in zip_longest(lines, lines[1:], fillvalue="end"))
