"""`infoset trace`: what a bot was shown, thought and did, decision by decision."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from infoset.cli import Run
from infoset.errors import CommandError
from infoset.plies import Plies, read_plies
from infoset.printing import clean
from infoset.running import run_guarded
from infoset.seated.listing import list_actions
from infoset.seated.wording import wording_for
from infoset.tally import count_text
from infoset.tracing import SUFFIX, Line, Thought, place, read_trace
from infoset.tracking import find_engine, read_match, read_turn
from infoset.turn import Turn
from infoset.watching.look import add_look_options, read_style
from infoset.watching.names import player_name
from infoset.watching.scene import Scene
from infoset.watching.screen import write_lines
from infoset.watching.text import Style
from infoset_protocol.messages import MatchOver, MatchStart, YourTurn

WIDTH: Final = 100  # columns
CHOSEN: Final = "*"


def command(parser: argparse.ArgumentParser) -> Run:
    """Shows what a bot was shown, what it thought of its actions, what it did, and how long it took.

    FILE is one that a bot with `--trace FOLDER`, or `infoset replay --trace`, has written; of a folder the
    newest is shown. All decisions are shown, or those you ask for.
    """
    parser.add_argument("file", type=Path, metavar="FILE", help="a trace, or a folder of some")
    parser.add_argument(
        "--ply",
        type=int,
        action="append",
        metavar="N",
        help="only what was asked there, or who decided instead; may be repeated",
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
    file = find_trace(args.file)
    lines = list(read_trace(file))
    plies = read_plies(lines)
    elsewhere = others_plies(args.ply or [], plies)
    for line in lines:
        if isinstance(line, Thought):
            if asked is not None and scene is not None and is_wanted(args, asked, line):
                write_lines(out, list(decision_lines(scene, asked, line, style)))
                shown += 1
            continue
        scene = scene_of(line, scene, style)
        while scene is not None and elsewhere and is_behind(line, elsewhere[0]):
            write_lines(out, list(other_lines(scene, plies, elsewhere.pop(0), style)))
        if isinstance(line, YourTurn) and scene is not None:
            asked = read_turn(scene.match, line, line.obs or {}, line.clock, line.ver)
            scene.see(asked.plain_observation)
        if isinstance(line, MatchOver) and scene is not None:
            write_lines(out, [*scene.final_table(), ""])
    if scene is None:
        raise CommandError(f"{file}: no match begins in it")
    for ply in elsewhere:  # of a match whose end is not in the trace
        write_lines(out, list(other_lines(scene, plies, ply, style)))
    if file != args.file:
        write_lines(out, [f"{file}:"])
    write_lines(out, [count_text(shown, "decision")])
    return 0


def find_trace(path: Path) -> Path:
    """The file, or the trace in a folder that was written last. Raises CommandError where there is none."""
    if not path.is_dir():
        return path
    found = max(path.glob(f"*{SUFFIX}"), key=lambda one: one.stat().st_mtime_ns, default=None)
    if found is None:
        raise CommandError(f"{path}: expected a folder with traces, whose names end with {SUFFIX}")
    return found


def others_plies(wanted: Sequence[int], plies: Plies) -> list[int]:
    """Those at which the seat had nothing to decide, in order. Raises CommandError for what is no ply of the match."""
    for ply in wanted:
        if plies.count and not 0 <= ply < plies.count:
            raise CommandError(
                f"--ply {ply}: expected a ply of the match, from 0 to {plies.count - 1}"
            )
    return sorted(set(wanted) - set(plies.asked))


def is_behind(line: Line, ply: int) -> bool:
    """Is this the first question behind a ply, or the end of the match?"""
    return isinstance(line, MatchOver) or (isinstance(line, YourTurn) and line.ver > ply)


def other_lines(scene: Scene, plies: Plies, ply: int, style: Style) -> Iterator[str]:
    """What the seat saw at a ply at which it had nothing to decide, and where it decided before and behind it."""
    name = player_name(scene.match, scene.match.seat)
    near = [f"ply {asked}" for asked in plies.stretch(ply) if asked is not None]
    where = f", but at {' and '.join(near)}" if near else ""
    yield style.paint(f"ply {ply}: nothing was asked of {name} there{where}", "bold")
    yield ""
    is_seen = False
    for at, items in plies.seen_beside(ply):
        if at is not None and not is_seen and at > ply:
            yield unseen_line(ply)
        is_seen = is_seen or at is None or at >= ply
        mark, number = CHOSEN if at == ply else " ", "" if at is None else str(at)
        for words in scene.say(items) or [said_by(scene, items)]:
            yield f" {mark} {number:>3}  {words}"
            mark, number = " ", ""
    if not is_seen:
        yield unseen_line(ply)
    yield ""


def unseen_line(ply: int) -> str:
    """A ply at which somebody else did what the seat is not told."""
    return f" {CHOSEN} {ply:>3}  nothing that this seat could see"


def said_by(scene: Scene, items: Sequence[Mapping[str, Any]]) -> str:
    """Who did something that is not worth a line."""
    seats = {item["by"] for item in items if isinstance(item.get("by"), int)}
    return ", ".join(player_name(scene.match, seat) for seat in sorted(seats)) or "chance"


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
