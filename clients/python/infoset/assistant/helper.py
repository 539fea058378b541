"""An assistant as its author writes it: hooks, the state of the game, drawing and suggesting. Knows no network."""

import contextlib
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from infoset.assistant.drawing import REMOVED, TURN, Canvas, Easel
from infoset.assistant.pipe import Pipe
from infoset.tracking import Asked, MatchTracker, Missed, Over, find_engine, read_match
from infoset.turn import Answer, Choice, Match, MatchResult, Turn
from infoset_protocol.messages import MatchStart, Snapshot, Unknown, read_server_message

SECOND_LAYER: Final = "second"
TURN_LAYER: Final = "turn"
CHANGE_LAYER: Final = "change"
MAX_TRACE: Final = 2_000  # characters of a traceback, from its end


class Assistant:
    """Subclass it and fill in hooks. Each hook's drawings replace those of its call before.

    `match` is what is played, `turn` the open decision (None: nothing is asked), `state` everything the seat
    knows: the game's own type where the rules are installed, else a dict. `seconds` counts from the start.
    An exception in a hook is shown to the owner as a sign with its traceback; the others go on.
    """

    def __init__(
        self, pipe: Pipe | None = None, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        """`pipe` leads to the supervisor."""
        self.draw = Canvas()
        self.match: Match | None = None
        self.turn: Turn | None = None
        self.events: Sequence[Mapping[str, Any]] = ()  # of the last change
        self.ver = 0
        self.seconds = 0
        self.rights: tuple[str, ...] = ()
        self.faults = 0  # exceptions so far
        self._pipe = pipe or Pipe()
        self._now_s = now_s
        self._easel = Easel(self._pipe.send)
        self._tracker: MatchTracker | None = None
        self._plain: Mapping[str, Any] = {}
        self._asked_s = 0.0

    # The hooks.

    def start(self) -> None:
        """A match begins, or is joined; also after a restart of this program."""

    def every_turn(self, turn: Turn) -> None:
        """The owner is asked for a decision. Drawings stay until the next one."""

    def every_second(self, seconds: int) -> None:
        """A second has passed; so many since the match was joined."""

    def every_change(self) -> None:
        """Something has happened: `events` and `state` are new. Drawings stay until they are replaced."""

    def over(self, result: MatchResult) -> None:
        """The match has ended."""

    def refused(self, code: str, why: str) -> None:
        """The server has refused what this program asked for; the owner's log says so already."""

    # What hooks may look at.

    @property
    def state(self) -> Any:
        """Everything the seat knows now. Raises ValueError where the installed rules cannot read it."""
        if self.match is None or self.match.engine is None:
            return self._plain
        return self.match.engine.read_observation(self._plain)

    @property
    def plain(self) -> Mapping[str, Any]:
        """The same as plain values, as the server sends it."""
        return self._plain

    @property
    def left_s(self) -> float | None:
        """Seconds until the deadline of the open decision, None where there is none."""
        if self.turn is None or self.turn.deadline_ms is None:
            return None
        return max(0.0, self.turn.deadline_ms / 1000 - (self._now_s() - self._asked_s))

    # What hooks may do.

    def log(self, *words: object) -> None:
        """A line for the owner's log. `print` does the same."""
        self._pipe.log(" ".join(map(str, words)))

    def suggest(
        self, *answers: Answer, text: str | None = None, values: Sequence[float] | None = None
    ) -> None:
        """Proposes answers to the open decision, best first; none takes the last suggestion back.

        `values` say how good each is. Raises WrongChoiceError for an answer that is not legal, RuntimeError
        where nothing is asked.
        """
        turn = self._open_turn()
        top = [write_choice(turn.read_answer(answer)) for answer in answers]
        for proposal, value in zip(top, values or (), strict=False):
            proposal["value"] = value
        message = {"type": "suggest", "decision": turn.decision, "top": top}
        self._pipe.send(message if text is None else message | {"text": text[:500]})

    def suggest_orders(self, orders: Mapping[str, int], text: str | None = None) -> None:
        """Proposes orders for some slots of a joint decision: slot -> position among its options."""
        message = {
            "type": "suggest",
            "decision": self._open_turn().decision,
            "top": [{"orders": dict(orders)}],
        }
        self._pipe.send(message if text is None else message | {"text": text[:500]})

    def stage(self, orders: Mapping[str, int], *, clear: bool = False) -> None:
        """Lays orders ready for some slots."""
        decision = self._open_turn().decision
        message = {"type": "stage", "decision": decision, "orders": dict(orders)}
        self._pipe.send(message | {"clear": True} if clear else message)

    def commit(self, *, rest: bool = False) -> None:
        """Plays what is laid ready; needs the right `act`. With `rest`, other slots take their first option."""
        message: dict[str, Any] = {"type": "commit", "decision": self._open_turn().decision}
        self._pipe.send(message | {"rest": "first"} if rest else message)

    def act(self, answer: Answer) -> None:
        """Answers the open decision; needs the right `act`."""
        turn = self._open_turn()
        choice = write_choice(turn.read_answer(answer))
        self._pipe.send({"type": "act", "decision": turn.decision, **choice})

    # What the supervisor tells.

    def take(self, plain: Mapping[str, Any]) -> None:
        """Takes one message and calls the hooks that it concerns. Never raises for what a hook does."""
        kind = plain["type"]
        if kind == "tick":
            self.seconds = int(plain["seconds"])
            if self.match is not None:
                with self._hook(SECOND_LAYER, REMOVED):
                    self.every_second(self.seconds)
            return
        if kind == "assist_start":
            self.rights = tuple(plain.get("rights", ()))
        elif kind == "error":
            with self._hook("refused", REMOVED):
                self.refused(str(plain.get("code")), str(plain.get("msg", "")))
        else:
            self._take_message(plain)

    def _take_message(self, plain: Mapping[str, Any]) -> None:
        message = read_server_message(dict(plain))
        if isinstance(message, MatchStart):
            self.match = read_match(message, find_engine)
            self._tracker = MatchTracker(self.match)
            self.turn, self.events, self._plain = None, (), {}
            self._easel = Easel(self._pipe.send)
            if message.ver == 0:
                self._call_start()
        elif self._tracker is not None and not isinstance(message, Unknown):
            self._follow(plain, isinstance(message, Snapshot))
            for happening in self._tracker.take(message):
                match happening:
                    case Asked(turn):
                        self._ask(turn)
                    case Missed():
                        self.turn = None
                    case Over(result):
                        self._end(result)
                    case _:
                        pass

    def _follow(self, plain: Mapping[str, Any], is_snapshot: bool) -> None:
        """Keeps what the seat knows."""
        if plain.get("obs") is not None:
            self._plain = plain["obs"]
            self.ver = int(plain.get("ver", self.ver))
        if is_snapshot:
            self._call_start()
        elif plain["type"] == "events":
            self.turn = None
            self.events = plain["items"]
            with self._hook(CHANGE_LAYER, REMOVED):
                self.every_change()

    def _call_start(self) -> None:
        with self._hook("start", REMOVED):
            self.start()

    def _ask(self, turn: Turn) -> None:
        self.turn = turn
        self._asked_s = self._now_s()
        self._easel.turn_begins(TURN_LAYER)
        with self._hook(TURN_LAYER, TURN):
            self.every_turn(turn)

    def _end(self, result: MatchResult) -> None:
        self.turn = None
        with self._hook("over", REMOVED):
            self.over(result)
        self.match = None

    @contextlib.contextmanager
    def _hook(self, layer: str, until: str) -> Iterator[None]:
        """Shows what a hook draws, or what went wrong in it."""
        self.draw.take()
        try:
            yield
        except Exception:  # noqa: BLE001  # whatever a hook does must not end the others
            self.faults += 1
            self.draw.take()
            self._pipe.log(traceback.format_exc()[-MAX_TRACE:], "error")
        else:
            if layer not in ("start", "over", "refused"):
                self._easel.show(layer, self.draw.take(), until)

    def _open_turn(self) -> Turn:
        if self.turn is None:
            raise RuntimeError("nothing is asked now")
        return self.turn


def write_choice(choice: Choice) -> dict[str, Any]:
    """A checked answer as fields of a message."""
    if choice.index is not None:
        return {"index": choice.index}
    if choice.picks is not None:
        return {"picks": list(choice.picks)}
    return {"action": choice.action}
