"""What the lines between bridge and child mean: `Words` for shells, `JsonLines` for everybody else. Pure.

Words, to the child:                              and from it, one line for each TURN:
    START game seat seats                             index
    CONST path word                                   decision index
    SEES path word                                    decision pick pick ...
    ACTION index verb word ...
    SLOT slot name
    OPTION slot index verb word ...
    TURN decision n fallback deadline_ms
    TEXT line
    OVER place points
    QUIT
TEXT, where it is asked for, is the whole turn in sentences (seated/telling.py), line by line. SEES, ACTION, SLOT, OPTION and TEXT tell of the TURN that comes behind them; spelling.py says how values are
written. `deadline_ms` is -1 for an untimed turn. A bare index answers the oldest TURN without an answer;
picks, one for each slot, answer a joint order. Children pass over lines that they do not know.

JSON: the messages of the match as they are, both ways, one on a line. Of a request that is answered in parts, as `replay` is,
the child hears the first.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from infoset.asking import Reply
from infoset.bridge.spelling import spell_facts, spell_turn
from infoset.client import Incoming
from infoset.errors import RequestError, WrongChoiceError
from infoset.tracking import Asked, MatchTracker, Over
from infoset.turn import Match, MatchResult, Turn
from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.errors import ProtocolError
from infoset_protocol.messages import read_client_message

UNTIMED: Final = -1
MAX_PAST_BYTES: Final = 1 << 19  # of what happened in a match; of a longer one nothing is kept
MAX_SHOWN: Final = 60  # characters of a child's line in a complaint

# What a child may not say itself: the bridge keeps the session.
SESSION_TYPES: Final = frozenset({"hello", "auth", "ack", "ping", "cancel", "bye"})


@dataclass(frozen=True)
class Said:
    """What a line of the child comes to: a message to send, or a complaint for the log, or nothing.

    `id` is the child's own number for it, None if it wants no reply; `back` are lines for the child.
    """

    plain: Mapping[str, Any] | None = None
    id: int | None = None
    complaint: str | None = None
    back: Sequence[bytes] = ()


@dataclass
class Told:
    """What a message of the server comes to: lines for the child, answers that go out at once."""

    lines: list[bytes] = field(default_factory=list)
    answers: list[Said] = field(default_factory=list)


class Dialect(Protocol):
    """One way of talking with a child about one match."""

    result: MatchResult | None

    @abstractmethod
    def greeting(self) -> list[bytes]:
        """What the first child hears before anything that `take` has for it."""

    @abstractmethod
    def again(self) -> list[bytes]:
        """What a child that replaces a dead one must hear, open turns included."""

    @abstractmethod
    def take(self, incoming: Incoming) -> Told:
        """Takes in a message about the match."""

    @abstractmethod
    def hear(self, line: bytes) -> Said:
        """Takes in a line of the child."""

    @abstractmethod
    def replied(self, said: Said, reply: Reply) -> list[bytes]:
        """The server accepted what the child said; returns what the child hears of it."""

    @abstractmethod
    def refused(self, said: Said, error: RequestError) -> list[bytes]:
        """The server refused what the child said; returns what the child hears of it."""

    @abstractmethod
    def open_turns(self) -> list[Turn]:
        """The decisions that are open."""

    @abstractmethod
    def farewell(self) -> list[bytes]:
        """The last lines a child hears."""


class Words:
    """Lines that open with what they are to the child, numbers back."""

    def __init__(
        self,
        match: Match,
        save: Callable[[Mapping[str, Any]], None] | None,
        *,
        tell: Callable[[Turn], Sequence[str]] | None = None,
    ) -> None:
        """`save` is given the observation before each TURN; `tell` says the turn in sentences, too."""
        self.result: MatchResult | None = None
        self._match = match
        self._save = save
        self._tell = tell
        self._tracker = MatchTracker(match)
        self._unanswered: list[int] = []  # decisions told to the child, oldest first
        self._acts: dict[int, Mapping[str, Any]] = {}  # answers not accepted yet

    def greeting(self) -> list[bytes]:
        start = f"START {self._match.game} {self._match.seat} {self._match.seats}"
        return write_words([start, *spell_facts("CONST", self._match.consts)])

    def again(self) -> list[bytes]:
        self._unanswered.clear()
        lines = self.greeting()
        for turn in self._tracker.open_turns():
            if turn.decision not in self._acts:
                lines += self._tell_turn(turn)
        return lines

    def take(self, incoming: Incoming) -> Told:
        told = Told()
        for happening in self._tracker.take(incoming.message, incoming.arrival):
            match happening:
                case Asked(turn) if turn.decision in self._acts:  # asked again after a reconnect
                    told.answers.append(Said(self._acts[turn.decision]))
                case Asked(turn) if turn.n is None:  # more actions than a number can name
                    told.answers.append(Said(write_fallback(turn)))
                case Asked(turn) if turn.decision not in self._unanswered:
                    told.lines += self._tell_turn(turn)
                case Over(result):
                    self.result = result
                    place, points = result.place or 0, result.score or 0
                    told.lines.append(f"OVER {place} {points:g}".encode())
        return told

    def hear(self, line: bytes) -> Said:
        text = line.decode("ascii", errors="replace").strip()
        if not text:
            return Said()
        try:
            numbers = [int(word) for word in text.split()]
        except ValueError:
            return Said(complaint=f"expected an index, got {shown(text)}")
        if len(numbers) == 1 and self._unanswered:
            return self._answer(self._unanswered[0], numbers)
        if len(numbers) == 1:
            return Said(complaint=f"nothing was asked, got {shown(text)}")
        decision, *answer = numbers
        if decision not in self._unanswered:
            return Said(complaint=f"decision {decision} does not wait for an answer")
        return self._answer(decision, answer)

    def _answer(self, decision: int, answer: list[int]) -> Said:
        # An answer to one decision passes over the older ones.
        self._unanswered = [number for number in self._unanswered if number > decision]
        turn = self._tracker.find(decision)
        if turn is None:
            return Said(complaint=f"too late for decision {decision}")
        try:
            act = write_act(turn, read_numbers(turn, answer))
        except WrongChoiceError as error:
            self._unanswered.insert(0, decision)
            return Said(complaint=f"decision {decision}: {error}")
        self._acts[decision] = act
        return Said(act)

    def replied(self, said: Said, reply: Reply) -> list[bytes]:
        self._acts.pop(reply.plain.get("decision", -1), None)
        close_if_answered(self._tracker, reply)
        return []

    def refused(self, said: Said, error: RequestError) -> list[bytes]:
        if said.plain is not None:
            self._acts.pop(said.plain["decision"], None)
        return []

    def open_turns(self) -> list[Turn]:
        return self._tracker.open_turns()

    def farewell(self) -> list[bytes]:
        return [b"QUIT"]

    def _tell_turn(self, turn: Turn) -> list[bytes]:
        self._unanswered.append(turn.decision)
        if self._save is not None:
            self._save(turn.plain_observation)
        deadline = UNTIMED if turn.deadline_ms is None else turn.deadline_ms
        asked = f"TURN {turn.decision} {turn.n} {turn.fallback} {deadline}"
        text = [] if self._tell is None else [f"TEXT {line}" for line in self._tell(turn)]
        return write_words([*spell_turn(turn), *text, asked])


class JsonLines:
    """Messages of the match as they are; the bridge keeps the session and the request numbers."""

    def __init__(self, match: Match, start: Mapping[str, Any]) -> None:
        """`start` is the match_start as it came."""
        self.result: MatchResult | None = None
        self._match = match
        self._start = start
        self._tracker = MatchTracker(match)
        self._questions: dict[int, Mapping[str, Any]] = {}  # the messages that asked, by decision
        # For a child that replaces a dead one: what happened, or where that was not told what there was to see.
        self._past: list[bytes] = []
        self._past_bytes = 0

    def greeting(self) -> list[bytes]:
        return []  # the match_start itself is the first message of the match

    def again(self) -> list[bytes]:
        questions: list[Mapping[str, Any]] = []
        for turn in self._tracker.open_turns():
            question = self._questions[turn.decision]
            if question not in questions:  # one snapshot may ask several
                questions.append(question)
        past = self._past if self._past_bytes <= MAX_PAST_BYTES else []
        return [write_line(self._start), *past, *map(write_line, questions)]

    def take(self, incoming: Incoming) -> Told:
        asked: set[int] = set()
        for happening in self._tracker.take(incoming.message, incoming.arrival):
            match happening:
                case Asked(turn):
                    asked.add(turn.decision)
                    self._questions[turn.decision] = incoming.plain
                case Over(result):
                    self.result = result
        self._keep(incoming.plain)
        plain = without_old_questions(incoming.plain, asked)
        return Told() if plain is None else Told([write_line(plain)])

    def _keep(self, plain: Mapping[str, Any]) -> None:
        if plain["type"] not in ("events", "snapshot") or self._past_bytes > MAX_PAST_BYTES:
            return
        told = without_old_questions(plain, set())
        assert told is not None, "only a lone question is left out"
        line = write_line(told)
        self._past.append(line)
        self._past_bytes += len(line)

    def hear(self, line: bytes) -> Said:
        if not line.strip():
            return Said()
        try:
            plain = decode(line, Encoding.JSON)
        except ProtocolError as error:
            return self._refuse(error, None)
        number = plain.get("id")
        try:
            message = read_client_message(plain)
        except ProtocolError as error:
            return self._refuse(error, number)
        about = plain.get("replay" if message.type == "replay" else "match_id")
        if message.type in SESSION_TYPES or about != self._match.match_id:
            return Said(complaint=f"not about the match, not sent: {shown(line.decode())}")
        return Said(plain, id=number)

    def _refuse(self, error: ProtocolError, number: int | None) -> Said:
        refused = RequestError(error.code, error.msg, error.data)
        return Said(complaint=str(error), back=self.refused(Said(id=number), refused))

    def replied(self, said: Said, reply: Reply) -> list[bytes]:
        close_if_answered(self._tracker, reply)
        return [] if said.id is None else [write_line({**reply.plain, "re": said.id})]

    def refused(self, said: Said, error: RequestError) -> list[bytes]:
        return [write_line(write_refusal(error, said.id))]

    def open_turns(self) -> list[Turn]:
        return self._tracker.open_turns()

    def farewell(self) -> list[bytes]:
        return []


def read_numbers(turn: Turn, answer: Sequence[int]) -> dict[str, Any]:
    """The choice that numbers name: an index, or one pick for each slot. Raises WrongChoiceError."""
    if len(answer) == 1 and turn.n is not None:
        return {"index": turn.read_answer(answer[0]).index}
    if turn.is_product:
        return {"picks": turn.read_answer(answer).picks}
    raise WrongChoiceError(f"expected one index, got {len(answer)} numbers")


def write_words(lines: Sequence[str]) -> list[bytes]:
    """Lines as a child in words reads them; texts are spelled in ASCII, but for names in sentences."""
    return [line.encode() for line in lines]


def write_act(turn: Turn, choice: Mapping[str, Any]) -> dict[str, Any]:
    """An act in plain values."""
    head = {"type": "act", "match_id": turn.match.match_id, "decision": turn.decision}
    return {**head, **choice}


def write_fallback(turn: Turn, why: str | None = None) -> dict[str, Any]:
    """The act that plays what a missed deadline would, and `why` the program has not decided, if that is a fault."""
    choice = turn.fallback_choice(why)
    told = {} if choice.note is None else {"note": choice.note}
    if choice.picks is not None:
        return write_act(turn, {"picks": list(choice.picks), **told})
    return write_act(turn, {"index": choice.index, **told})


def close_if_answered(tracker: MatchTracker, reply: Reply) -> None:
    """After an act_ok the decision is settled, and closed unless the choice is only sealed."""
    if reply.plain.get("type") == "act_ok":
        tracker.settle(reply.plain["decision"], reply.arrival)
        if not reply.plain.get("sealed"):
            tracker.close(reply.plain["decision"])


def without_old_questions(plain: Mapping[str, Any], fresh: set[int]) -> Mapping[str, Any] | None:
    """A message about a match without what it asks but for the `fresh` decisions; None where nothing is left."""
    match plain:
        case {"type": "your_turn", "decision": decision} if decision not in fresh:
            return None
        case {"type": "snapshot", "pending": list(pending)}:
            return {**plain, "pending": [asked for asked in pending if asked["decision"] in fresh]}
        case _:
            return plain


def write_refusal(error: RequestError, number: int | None) -> dict[str, Any]:
    """A refusal as a child is told it, in answer to its own request `number`."""
    plain = {
        "type": "error",
        "re": number,
        "code": error.code,
        "msg": error.msg,
        "retry_ms": error.retry_ms,
        "data": error.data or None,
    }
    return {name: value for name, value in plain.items() if value is not None}


def write_line(plain: Mapping[str, Any]) -> bytes:
    """A message on a line."""
    return encode(dict(plain), Encoding.JSON)


def shown(text: str) -> str:
    """A child's text, fit for a log: quoted and cut."""
    return json.dumps(text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "...")
