"""What a bot was shown, what it thought and what it did, in a file for each match: to be looked at, and for tests.

A trace is lines of JSON: the messages of the match as any client knows them (`match_start`, `events`, `your_turn` with
the whole observation, `match_over`), and behind each question a `thought`. docs/traces.md says what is in them.
"""

import argparse
import contextlib
import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TextIO

from infoset.bot import BotFactory
from infoset.errors import CommandError, WrongChoiceError
from infoset.tracking import find_engine, read_match, read_turn
from infoset.turn import Answer, Choice, MatchResult, Turn
from infoset_protocol.errors import ProtocolError
from infoset_protocol.messages import (
    Events,
    MatchStart,
    ServerMessage,
    Unknown,
    YourTurn,
    read_server_message,
)

FORM: Final = "infoset-trace/1"
THOUGHT: Final = "thought"  # the type of lines that are no message
SUFFIX: Final = ".ndjson"  # of a trace's name
NO_FILE_NAME: Final = re.compile(r"[^\w.-]")
MILLI: Final = 1000.0
NEAR: Final = 3  # decisions on each side of a ply that are named where nothing is asked at it


def add_trace_option(parser: argparse.ArgumentParser, what: str) -> None:
    """`--trace FOLDER`, where `what` is written."""
    parser.add_argument(
        "--trace",
        type=Path,
        metavar="FOLDER",
        help=f"write there {what}, a file for each match; see infoset trace",
    )


class Trace:
    """Writes the trace of one match. Every line is on its way to the disk when the call returns.

    All that writes raises CommandError where the disk does not take it.
    """

    def __init__(self, folder: Path, start: Mapping[str, Any]) -> None:
        """Opens `MATCH-seatN.ndjson` in the folder; `start` is the `match_start`."""
        name = NO_FILE_NAME.sub("_", f"{start['match_id']}-seat{start.get('seat', 0)}{SUFFIX}")
        self._folder, self._match_id = folder, start["match_id"]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: TextIO = (folder / name).open("w", encoding="utf-8", buffering=1)
        except OSError as error:
            raise self._failed(error) from error
        self._write({"form": FORM})
        self._write({key: value for key, value in start.items() if key not in ("seq", "re")})

    def events(self, items: Sequence[Mapping[str, Any]], ver: int) -> None:
        """What the bot was told; `ver` is that of its view afterwards."""
        head = {"type": "events", "match_id": self._match_id, "ver": ver}
        self._write({**head, "items": list(items)})

    def decided(self, turn: Turn, choice: Choice | None, took_s: float) -> None:
        """A question, and what came of it; None leaves it open."""
        self._write(write_turn(turn))
        thought: dict[str, Any] = {"type": THOUGHT, "decision": turn.decision}
        if turn.values:
            thought["values"] = turn.values
        if choice is not None:
            thought |= write_choice(choice)
        self._write(thought | {"ms": round(took_s * MILLI, 3)})

    def over(self, result: MatchResult) -> None:
        """The end: nothing follows."""
        head = {"type": "match_over", "match_id": self._match_id, "reason": result.reason}
        places, scores = list(result.places), list(result.scores)
        self._write({**head, "places": places, "scores": scores, "returns": list(result.returns)})
        self.close()

    def close(self) -> None:
        """Closes the file; the match may have been lost sight of."""
        self._file.close()

    def _write(self, plain: Mapping[str, Any]) -> None:
        if self._file.closed:  # it is over, or it was said why nothing can be written
            return
        try:
            self._file.write(json.dumps(plain, separators=(",", ":")) + "\n")
        except OSError as error:
            with contextlib.suppress(OSError):  # it tries to write the line once more
                self._file.close()
            raise self._failed(error) from error

    def _failed(self, error: OSError) -> CommandError:
        return CommandError(f"--trace {self._folder}: {error.strerror}")


def write_turn(turn: Turn) -> dict[str, Any]:
    """A question as the message that asks it."""
    legal: dict[str, Any] = {"kind": "product" if turn.is_product else "list"}
    if turn.is_product:
        legal["slots"] = [{"slot": slot.name, "options": slot.options} for slot in turn.slots]
    else:
        legal["actions"] = turn.actions
    if turn.params:
        legal["params"] = [dict(param) for param in turn.params]
    plain = {
        "type": "your_turn",
        "match_id": turn.match.match_id,
        "seat": turn.seat,
        "ver": turn.ver,
        "decision": turn.decision,
        "kind": turn.kind,
        "n": turn.n,
        "legal": legal,
        "fallback": turn.fallback,
        "obs": turn.plain_observation,
        "deadline_ms": turn.deadline_ms,
        "clock": list(turn.clock_ms) or None,
        "optional": turn.optional or None,
        "tick": turn.tick,
    }
    return {name: value for name, value in plain.items() if value is not None}


def write_choice(choice: Choice) -> dict[str, Any]:
    """A choice as the fields of an `act`."""
    fields = {
        "index": choice.index,
        "picks": None if choice.picks is None else list(choice.picks),
        "action": choice.action,
        "note": choice.note,
    }
    return {name: value for name, value in fields.items() if value is not None}


@dataclass(frozen=True)
class Thought:
    """What a bot made of a question: a choice as in an `act`, its values of the actions, and how long it took."""

    decision: int
    values: list[float | None]
    choice: Mapping[str, Any]
    took_ms: float


Line = ServerMessage | Unknown | Thought


def read_trace(path: Path) -> Iterator[Line]:
    """The lines of a trace. Raises CommandError for what is none, with the line's number."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: expected text in UTF-8") from error
    for number, line in enumerate(lines, 1):
        try:
            plain = json.loads(line)
            if number == 1:
                check_form(plain)
            elif plain["type"] == THOUGHT:
                yield read_thought(plain)
            else:
                yield read_server_message(plain)
        except (ValueError, KeyError, TypeError, ProtocolError) as error:
            raise CommandError(f"{path}: line {number} is none of a trace: {error}") from error


def check_form(plain: Any) -> None:
    """Raises ValueError for the first line of something else."""
    if not isinstance(plain, dict) or plain.get("form") != FORM:
        raise ValueError(f"expected the form {FORM}")


def read_thought(plain: Mapping[str, Any]) -> Thought:
    """The inverse of what `Trace.decided` writes. Raises KeyError."""
    fields = ("index", "picks", "action", "note")
    choice = {name: plain[name] for name in fields if name in plain}
    return Thought(plain["decision"], plain.get("values", []), choice, plain["ms"])


def assert_decision(bot: BotFactory, record: Path | str, ply: int, action: Answer) -> None:
    """Asserts that a bot, on the seat of a trace, decides on `action` where `ver` is `ply`.

    The bot is made anew and told and asked everything that came before, whatever it answers; so it knows what it knew
    then. `action` is whatever `decide` may return. Raises AssertionError, saying what it decides instead, or where
    near that ply something is asked; CommandError for a file that is no trace.
    """
    lines = list(read_trace(Path(record)))
    asked = [line.ver for line in lines if isinstance(line, YourTurn)]
    if ply not in asked:
        raise AssertionError(f"{record}: nothing is asked at ply {ply}, {elsewhere(asked, ply)}")
    made, match = None, None
    for line in lines:
        match line:
            case MatchStart():
                match = read_match(line, find_engine)
                made = bot()
                made.on_start(match)
            case Events() if made is not None and match is not None:
                made.on_events(match, line.items)
            case YourTurn() if made is not None and match is not None:
                turn = read_turn(match, line, line.obs or {}, line.clock, line.ver)
                answer = made.decide(turn)
                if turn.ver == ply:
                    compare(turn, answer, action)
                    return
            case _:
                pass


def compare(turn: Turn, answer: Answer, action: Answer) -> None:
    """Raises AssertionError unless both are legal and mean the same."""
    try:
        wanted = turn.read_answer(action)
        found = turn.read_answer(answer)
    except WrongChoiceError as error:
        raise AssertionError(f"{place(turn)}: {error}") from None
    if found != wanted:
        told = f"expected {spell_choice(turn, wanted)}, the bot answers {spell_choice(turn, found)}"
        raise AssertionError(f"{place(turn)}: {told}")


def place(turn: Turn) -> str:
    """Where in the match a question was asked."""
    return f"ply {turn.ver}, decision {turn.decision} ({turn.kind})"


def spell_choice(turn: Turn, choice: Choice) -> str:
    """The action that a choice stands for."""
    action: Any = choice.action
    if choice.index is not None:
        action = turn.actions[choice.index] if turn.actions else choice.index
    elif choice.picks is not None:
        action = [slot.options[pick] for slot, pick in zip(turn.slots, choice.picks, strict=True)]
    return json.dumps(action)


def elsewhere(asked: Sequence[int], ply: int) -> str:
    """Where near a ply something is asked, `but near it at 1, 8, 9`; `asked` is in order."""
    at = bisect_left(asked, ply)
    near = asked[max(at - NEAR, 0) : at + NEAR]
    return f"but near it at {', '.join(map(str, near))}" if near else "nor at any other"
