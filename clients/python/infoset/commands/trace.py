"""`infoset trace`: what a bot was shown, thought and did, decision by decision."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TextIO

from infoset.cli import Run
from infoset.errors import CommandError
from infoset.printing import clean
from infoset.running import run_guarded
from infoset.seated.listing import list_actions
from infoset.seated.wording import wording_for
from infoset.tally import count_text
from infoset.tracing import Line, Thought, place, read_trace
from infoset.tracking import find_engine, read_match, read_turn
from infoset.turn import Turn
from infoset.watching.look import add_look_options, read_style
from infoset.watching.scene import Scene
from infoset.watching.screen import write_lines
from infoset.watching.text import Style
from infoset_protocol.messages import MatchOver, MatchStart, YourTurn

WIDTH: Final = 100  # columns
CHOSEN: Final = "*"


def command(parser: argparse.ArgumentParser) -> Run:
    """Shows what a bot was shown, what it thought of its actions, what it did, and how long it took.

    FILE is one that `infoset bot --trace FOLDER` has written. All decisions are shown, or those you ask for.
    """
    parser.add_argument("file", type=Path, metavar="FILE", help="a trace")
    parser.add_argument(
        "--ply",
        type=int,
        action="append",
        metavar="N",
        help="only what was asked there; may be repeated",
    )
    parser.add_argument(
        "--slow", type=float, metavar="MS", help="only decisions that took so many milliseconds"
    )
    add_look_options(parser)
    return lambda args: run_guarded(lambda out: trace(args, out))


async def trace(args: argparse.Namespace, out: TextIO) -> int:
    """Writes it all. Returns the exit code."""
    shown = 0
    scene: Scene | None = None
    asked: Turn | None = None
    style = read_style(args, out)
    for line in read_trace(args.file):
        if isinstance(line, Thought):
            if asked is not None and scene is not None and is_wanted(args, asked, line):
                write_lines(out, list(decision_lines(scene, asked, line, style)))
                shown += 1
            continue
        scene = scene_of(line, scene, style)
        if isinstance(line, YourTurn) and scene is not None:
            asked = read_turn(scene.match, line, line.obs or {}, line.clock, line.ver)
            scene.see(asked.plain_observation)
        if isinstance(line, MatchOver) and scene is not None:
            write_lines(out, [*scene.final_table(), ""])
    if scene is None:
        raise CommandError(f"{args.file}: no match begins in it")
    write_lines(out, [count_text(shown, "decision")])
    return 0


def scene_of(line: Line, scene: Scene | None, style: Style) -> Scene | None:
    """What is known behind a message; a match begins anew with its start."""
    assert not isinstance(line, Thought)
    if isinstance(line, MatchStart):
        return Scene(read_match(line, find_engine), style)
    if scene is not None and not isinstance(line, YourTurn):
        scene.take(line)
    return scene


def is_wanted(args: argparse.Namespace, turn: Turn, thought: Thought) -> bool:
    """Does somebody want to see this decision?"""
    is_there = args.ply is None or turn.ver in args.ply
    return is_there and (args.slow is None or thought.took_ms >= args.slow)


def decision_lines(scene: Scene, turn: Turn, thought: Thought, style: Style) -> Iterator[str]:
    """The position, the actions with what the bot thinks of them, and what it chose."""
    yield style.paint(f"{place(turn)}, {thought.took_ms:.1f} ms", "bold")
    yield ""
    yield from scene.board(WIDTH)
    yield ""
    if turn.actions:
        yield from action_lines(turn, thought)
    else:
        yield from list_actions(turn, wording_for(turn.match), style, WIDTH)
    yield from choice_lines(turn, thought)
    yield ""


def action_lines(turn: Turn, thought: Thought) -> Iterator[str]:
    """Every action, the best first where the bot has said what it thinks of them."""
    wording = wording_for(turn.match)
    values: Sequence[float | None] = thought.values
    known = dict(enumerate(values[: len(turn.actions)]))
    order = sorted(range(len(turn.actions)), key=lambda at: rank(known.get(at)))
    for at in order:
        action = turn.actions[at]
        value = known.get(at)
        mark = CHOSEN if thought.choice.get("index") == at else " "
        told = "" if value is None else f"{value:+.4g}"
        words = f"{clean(action[0])} {wording.short(turn.match, action)}".strip()
        yield f" {mark} {at:>3}  {told:>10}  {words}"


def rank(value: float | None) -> tuple[bool, float]:
    """The best first, what has no value last."""
    return value is None, 0.0 if value is None else -value


def choice_lines(turn: Turn, thought: Thought) -> Iterator[str]:
    """What is not marked among the actions."""
    choice = thought.choice
    if "picks" in choice:
        parts = [
            json.dumps(slot.options[pick])
            for slot, pick in zip(turn.slots, choice["picks"], strict=False)
        ]
        yield f"chosen: {', '.join(parts)}"
    elif "action" in choice:
        yield f"chosen: {json.dumps(choice['action'])}"
    elif "index" not in choice:
        yield "left open"
    elif not turn.actions:
        yield f"chosen: {choice['index']}"
    if "note" in choice:
        yield clean(choice["note"])
