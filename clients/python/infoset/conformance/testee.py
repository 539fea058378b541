"""Puts the golden vectors to a small program of an SDK (its *testee*) and compares what it makes of them.

One JSON object on a line goes to its stdin, one comes back on its stdout, in the same order:

    {"name":..., "do":"decode", "dir":"s2c", "encoding":"json", "data":HEX}
        -> {"ok":true, "value":{...}}    the message; {"ok":true} without a value: ignored; {"ok":false}: refused
    {"name":..., "do":"encode", "dir":"c2s", "encoding":"msgpack", "value":{...}}
        -> {"ok":true, "data":HEX}
    {"name":..., "do":"frames", "encoding":"json", "max_frame":N, "chunks":[HEX, ...]}
        -> {"ok":true, "payloads":[HEX, ...]}, or "ok":false where a frame was too big

    {"name":..., "do":"patch", "encoding":"json", "value":{...}, "patch":{...}}
        -> {"ok":true, "value":{...}}    what the JSON merge patch makes of the value

`{"skip":true}` says that the program has no such part; the vector then counts as missed at its level.
"""

import asyncio
import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from infoset.errors import CommandError
from infoset.starting import end, start_program
from infoset_protocol.catalog import Direction
from infoset_protocol.codec import Encoding, decode
from infoset_protocol.conformance.transcripts import MismatchError, match
from infoset_protocol.conformance.vectors import (
    FirstByte,
    Patching,
    Rejection,
    Sample,
    Stream,
    Toleration,
    read_frames,
    read_patchings,
    read_rejections,
    read_samples,
    read_tolerations,
)
from infoset_protocol.errors import ProtocolError

MAX_ANSWER_BYTES: Final = 4 * 1024 * 1024
ANSWER_S: Final = 10.0
OTHER: Final = "other"  # how a reader may call a value of an enumeration that it does not know
Answer = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class VectorMiss:
    """A vector that the testee does not read or write as it should, or a dialogue that a server does not hold."""

    level: int
    name: str
    what: str
    expected: str
    kind: str = "vector"

    def to_plain(self) -> dict[str, Any]:
        """For the report file."""
        return {
            "level": self.level,
            "name": self.name,
            "what": self.what,
            "expected": self.expected,
        }


@dataclass(frozen=True, slots=True)
class Question:
    """One line to the testee, and what its answer is compared with."""

    level: int
    name: str
    line: dict[str, Any]
    wanted: Any  # a value to read, IGNORED, REFUSED, or payloads
    encoding: Encoding = Encoding.JSON

    def judge(self, answer: Answer) -> str | None:
        """What is wrong with the answer; None if nothing is."""
        if answer.get("skip"):
            return "it was skipped"
        match self.line["do"]:
            case "decode":
                return self._judge_value(answer)
            case "encode":
                return self._judge_bytes(answer)
            case "patch":
                return self._judge_patched(answer)
            case _:
                return self._judge_frames(answer)

    def _judge_value(self, answer: Answer) -> str | None:
        value = answer.get("value")
        if self.wanted is REFUSED:
            return None if answer.get("ok") is False else f"it was read as {shown(value)}"
        if answer.get("ok") is not True:
            return f"it was refused: {shown(answer.get('why', 'no reason given'))}"
        if self.wanted is IGNORED:
            return None  # whatever it made of it, it survived
        return compare(self.wanted, value)

    def _judge_bytes(self, answer: Answer) -> str | None:
        if answer.get("ok") is not True:
            return f"it was not written: {shown(answer.get('why', 'no reason given'))}"
        try:
            written = decode(bytes.fromhex(answer["data"]), self.encoding)
        except (KeyError, TypeError, ValueError, ProtocolError) as error:
            return f"what was written is no {self.encoding} message: {error}"
        return compare(self.wanted, written)

    def _judge_patched(self, answer: Answer) -> str | None:
        value = answer.get("value")
        if (
            answer.get("ok") is not True
            or compare(self.wanted, value)
            or compare(value, self.wanted)
        ):
            return f"it became {shown(value)}"
        return None

    def _judge_frames(self, answer: Answer) -> str | None:
        payloads, is_fine = self.wanted
        if answer.get("payloads", []) != payloads:
            return f"the frames were {shown(answer.get('payloads'))}"
        if bool(answer.get("ok")) is not is_fine:
            return "a frame that is too big was taken" if not is_fine else "it was refused"
        return None


class _Word:
    """Something that is wanted and is no value."""

    def __init__(self, text: str) -> None:
        self.text = text


REFUSED: Final = _Word("refused")
IGNORED: Final = _Word("ignored")


def compare(wanted: Any, value: Any) -> str | None:
    """How `value` differs from `wanted`: fields may be more, and unknown values may stay as they are."""
    try:
        match(_pattern(wanted), value, {})
    except MismatchError as error:
        return str(error)
    return None


def _pattern(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _pattern(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_pattern(entry) for entry in value]
    return "$_" if value == OTHER else value


def shown(value: object) -> str:
    """A value, cut to a length that is fit for a report."""
    text = json.dumps(value)
    return text if len(text) <= 200 else text[:197] + "..."


def find_vectors(folder: Path | None = None) -> Path:
    """Where the vector files are. Raises CommandError."""
    package = Path(str(files("infoset_protocol")))
    places = [folder] if folder else [package / "vectors" / "v1", package.parent / "vectors" / "v1"]
    for place in places:
        if (place / "messages.ndjson").is_file():
            return place
    raise CommandError(f"no vectors in {places[0]}: name their folder with --vectors")


def read_questions(folder: Path, levels: Sequence[int]) -> list[Question]:
    """What a client must be able to read and write at these levels: 1 in JSON, 2 in msgpack, 8 patches."""

    def load(name: str) -> str:
        return (folder / name).read_text("ascii")

    found = [
        *(q for s in read_samples(load("messages.ndjson")) for q in _ask_sample(s)),
        *(q for t in read_tolerations(load("tolerate.ndjson")) for q in _ask_toleration(t)),
        *(q for r in read_rejections(load("reject.ndjson")) for q in _ask_rejection(r)),
        *(q for f in read_frames(load("frames.ndjson")) for q in _ask_frames(f)),
        *(_ask_patching(p) for p in read_patchings(load("patches.ndjson"))),
    ]
    return [question for question in found if question.level in levels]


def _level(encoding: Encoding) -> int:
    return 1 if encoding is Encoding.JSON else 2


def _decode(name: str, encoding: Encoding, frame: bytes, wanted: Any) -> Question:
    line = {"name": name, "do": "decode", "dir": "s2c", "encoding": str(encoding)}
    return Question(_level(encoding), name, line | {"data": frame.hex()}, wanted, encoding)


def _ask_sample(sample: Sample) -> Iterator[Question]:
    if sample.direction is Direction.SERVER:
        yield _decode(sample.name, Encoding.JSON, sample.json.encode(), sample.value)
        for packed in sample.msgpack:
            yield _decode(sample.name, Encoding.MSGPACK, packed, sample.value)
        return
    for encoding in Encoding:
        head = {"name": sample.name, "do": "encode", "dir": "c2s", "encoding": str(encoding)}
        line = {**head, "value": sample.value}
        yield Question(_level(encoding), sample.name, line, sample.value, encoding)


def _ask_toleration(case: Toleration) -> Iterator[Question]:
    if case.direction is Direction.SERVER:
        wanted = IGNORED if case.means is None else case.means
        for encoding, frame in case.frames:
            yield _decode(case.name, encoding, frame, wanted)


def _ask_rejection(case: Rejection) -> Iterator[Question]:
    if case.direction is Direction.SERVER:
        yield _decode(case.name, case.encoding, case.frame, REFUSED)


def _ask_frames(case: Stream | FirstByte) -> Iterator[Question]:
    if isinstance(case, Stream):
        head = {"name": case.name, "do": "frames", "encoding": str(case.encoding)}
        chunks = [chunk.hex() for chunk in case.chunks]
        line = {**head, "max_frame": case.max_frame, "chunks": chunks}
        payloads = [payload.hex() for payload in case.payloads]
        wanted = (payloads, case.error is None)
        yield Question(_level(case.encoding), case.name, line, wanted, case.encoding)


def _ask_patching(case: Patching) -> Question:
    line = {"name": case.name, "do": "patch", "encoding": "json", "value": case.before}
    return Question(8, case.name, line | {"patch": case.patch}, case.after)


async def ask_testee(command: Sequence[str], questions: Sequence[Question]) -> list[VectorMiss]:
    """Puts the questions to a testee. Raises CommandError if it cannot be started."""
    try:
        process = await start_program(
            *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=MAX_ANSWER_BYTES
        )
    except OSError as error:
        raise CommandError(f"{command[0]}: {error.strerror}") from error
    try:
        return await _ask(process, questions)
    finally:
        await end(process, is_group=False)


async def _ask(
    process: asyncio.subprocess.Process, questions: Sequence[Question]
) -> list[VectorMiss]:
    misses: list[VectorMiss] = []
    for question in questions:
        answer = await _exchange(process, question.line)
        what = "the testee gave no answer" if answer is None else question.judge(answer)
        if what is not None:
            expected = question.wanted.text if isinstance(question.wanted, _Word) else None
            wanted = expected or f"{question.line['do']}: {shown(question.wanted)}"
            misses.append(VectorMiss(question.level, question.name, what, wanted))
        if answer is None:
            break
    return misses


async def _exchange(process: asyncio.subprocess.Process, line: Mapping[str, Any]) -> Answer | None:
    """The answer to one line; None where there is none in time, or none that can be read."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(line).encode() + b"\n")
        async with asyncio.timeout(ANSWER_S):
            await process.stdin.drain()
            answer = json.loads(await process.stdout.readline())
    except (OSError, TimeoutError, ValueError):
        return None
    return answer if isinstance(answer, dict) else None
