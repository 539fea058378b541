"""One match as a person sees it: what is shown now, what is asked, what was said of it.

Messages wait in a queue and are shown one after another, so that one can follow what house bots do; `speed` says how
fast. Time runs on while they wait: a question that is urgent lets everything before it be shown at once.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from infoset.assistant.advice import Advice
from infoset.printing import clean
from infoset.tracking import Asked, MatchTracker, Missed, find_engine, read_match, read_result
from infoset.turn import Match, MatchResult, Turn
from infoset.watching.boards import PlainBoard, board_for
from infoset.watching.names import player_name
from infoset.watching.text import Style
from infoset.watching.undoing import Undoing, undone_words
from infoset.wording import is_said, say
from infoset_gui.clocks import Clocks
from infoset_protocol.messages import (
    ActOk,
    Events,
    MatchOver,
    MatchStart,
    SeatStatus,
    ServerMessage,
    Snapshot,
    Timeout,
    TurnClosed,
    Unknown,
    YourTurn,
)

OTHER_RULES: Final = (KeyError, TypeError, IndexError, ValueError)  # an observation unlike ours
MAX_LOG: Final = 1_000  # lines
MAX_WAITING: Final = 40  # messages that may wait to be shown
MAX_HAPPENED: Final = 4_096  # events
URGENT_S: Final = 6.0  # of a deadline, from which on nothing waits
SHOW_S: Final = 0.75  # a change, at the usual speed
MILLI: Final = 1000.0
QUIET: Final = frozenset(
    {"pick", "skip", "end_turn", "put_aside", "round", "shuffle", "orders", "victim"}
)
PLAIN: Final = Style()
POSITIONS: Final = (Events, YourTurn, Snapshot)  # tell how the match stands
Words = Callable[[Mapping[str, Any], str | None], str | None]
Deciders = Callable[[Mapping[str, Any]], Iterable[int]]


@dataclass
class Line:
    """A line of the log. `seat` is -1 where nobody did it."""

    text: str
    seat: int = -1
    is_heading: bool = False


@dataclass
class Waiting:
    """A message that is not shown yet."""

    message: ServerMessage | Unknown
    came_s: float


@dataclass
class Looks:
    """What is shown now."""

    obs: Mapping[str, Any] = field(default_factory=dict)
    ver: int = 0
    fresh: Sequence[Mapping[str, Any]] = ()  # the events of the newest change
    fresh_s: float = -1e9  # when it was shown


class Table:
    """One match. `take` every message about it, `advance` once for each picture."""

    def __init__(
        self,
        start: MatchStart,
        speed: Callable[[], float],
        clock_s: Callable[[], float] | None = None,
    ) -> None:
        """`speed` 0 shows everything at once, 1 is usual, 2 twice as fast.

        `clock_s` says when a message comes; without it that is when the table was last advanced.
        """
        self.start = start
        self.match: Match = read_match(start, find_engine)
        self.tracker = MatchTracker(self.match)
        self.advice = Advice()
        self.undoing = Undoing(self.match)
        self.looks = Looks(ver=start.ver)
        self.log: deque[Line] = deque(maxlen=MAX_LOG)
        self.written = 0  # lines of the log that were ever written, as things happened
        self._happened: list[Mapping[str, Any]] = []  # the newest events, for the view
        self._untold = 0  # how many of them, the last ones, it has not heard of
        self._past_at: int | None = None  # where among them belongs what is being asked for
        self._past: tuple[list[Mapping[str, Any]], int] | None = None  # waits for a position
        self.turn: Turn | None = None
        self.sent: int | None = (
            None  # the decision that was answered, until the server says what came of it
        )
        self.sealed: int | None = None  # one that is held back until all have chosen
        self._seen_ver = 0  # of the newest change that is shown
        self._sealed_ver = 0  # of the position that it was asked at
        self.clocks = Clocks(start.clock)
        self.until_s: float | None = None  # when the time for the open question is up
        self.warning = ""  # what is to be told to the player at once
        self.result: MatchResult | None = None
        self.over: MatchOver | None = None
        self.away: set[int] = set()
        self.taken: dict[int, str] = {}
        self.words: Words | None = None  # the view's own words for what happens
        self.deciders: Deciders | None = None  # who decides, as the view knows it
        self.on_position: Callable[[Mapping[str, Any]], None] | None = None  # tells the view of it
        self.again: Callable[[], None] | None = None  # looks for another match like this one
        self._learn_absence(start)
        self.is_watchable = False  # whoever may watch the room may look through this seat's eyes
        self.is_blank = True  # no position has come yet, not even one that waits to be shown
        self._speed = speed
        self._now_s = 0.0
        self._clock_s = clock_s or (lambda: self._now_s)
        self._board = board_for(self.match, PLAIN)
        self._waiting: deque[Waiting] = deque()
        self._free_s = 0.0  # from when on the next message may be shown

    def _learn_absence(self, start: MatchStart) -> None:
        """Who is away, and who plays for them, as the match is found.

        A house bot that is not there yet is being started.
        """
        gone = [seat for seat in start.players if not seat.online]
        self.away = {seat.seat for seat in gone if seat.kind != "bot" or seat.taken_by is not None}
        self.taken = {
            seat.seat: clean(seat.taken_by) for seat in start.players if seat.taken_by is not None
        }

    @property
    def seat(self) -> int:
        """Whose eyes these are, -1 for a stranger's."""
        return self.match.seat if self.start.role == "player" or self.start.view == "seat" else -1

    @property
    def is_player(self) -> bool:
        """Does this person play?"""
        return self.start.role == "player"

    @property
    def is_replaced(self) -> bool:
        """Does a bot play on for this person, who was late too often? Until they log in anew they are asked and told nothing."""
        return self.is_player and self.result is None and self.seat in self.taken

    def is_same(self, start: MatchStart) -> bool:
        """Is it the same match through the same eyes?"""
        return (start.role, start.seat, start.view) == (
            self.start.role,
            self.start.seat,
            self.start.view,
        )

    def resume(self, start: MatchStart) -> None:
        """The same match again, after a break."""
        self.flush()
        self.start = start
        self.sent = None
        self._learn_absence(start)

    def await_past(self) -> None:
        """What happened until now while nobody told it here is being asked for; `recall` ends that."""
        self._past_at = len(self._happened)

    def recall(self, entries: Iterable[Mapping[str, Any]], written: int) -> None:
        """Writes what happened while nobody told it here, entries of a replay, where `written` lines had been written.

        Words may need a position, so it waits for the first one.
        """
        entries = list(entries)
        if not self.looks.obs:
            self._past = entries, written
            return
        self._past = None
        self._insert([item for entry in entries for item in entry.get("items", ())])
        past = [line for entry in entries for line in self._lines_of(entry)]
        lines = list(self.log)
        at = max(0, len(lines) - (self.written - written))
        self.log = deque([*lines[:at], *past, *lines[at:]], maxlen=MAX_LOG)

    def _insert(self, events: list[Mapping[str, Any]]) -> None:
        """What the view hears before all that came since it was asked for."""
        at = len(self._happened) if self._past_at is None else self._past_at
        self._happened[at:at] = events
        self._untold += len(events)
        self._past_at = None

    def tell(self, view: Callable[[Mapping[str, Any]], None]) -> None:
        """Tells a view what has happened, once and in order: not before all that came earlier is known."""
        if self._past_at is not None:
            return
        told, self._untold = self._untold, 0
        for event in self._happened[len(self._happened) - told :]:
            view(event)

    def tell_anew(self) -> None:
        """Another view shows the match from now on, and has heard of nothing."""
        self._untold = len(self._happened)

    def _lines_of(self, entry: Mapping[str, Any]) -> Iterator[Line]:
        if entry.get("type") == "timeout":
            yield self._too_late(entry["seat"], entry["applied"])
        elif entry.get("type") == "events":
            yield from self._told(entry["items"])

    # What comes.

    def take(self, message: ServerMessage | Unknown) -> None:
        """Takes a message in; it is shown when its time comes."""
        now_s = self._clock_s()
        self.advice.take(message, now_s)
        self._waiting.append(Waiting(message, now_s))
        self.is_blank = self.is_blank and not isinstance(message, POSITIONS)
        if (isinstance(message, YourTurn) and is_urgent(message.deadline_ms)) or len(
            self._waiting
        ) > MAX_WAITING:
            self.flush()

    def advance(self, now_s: float) -> bool:
        """Shows what is due; has anything changed?"""
        self._now_s = now_s
        changed = self.advice.expire(now_s)
        while self._waiting and (now_s >= self._free_s or self._speed() <= 0):
            waiting = self._waiting.popleft()
            self._show(waiting)
            changed = True
            self._free_s = now_s + self._duration(waiting.message)
        return changed

    def flush(self) -> None:
        """Shows everything at once."""
        while self._waiting:
            self._show(self._waiting.popleft())
        self._free_s = 0.0

    @property
    def waits(self) -> int:
        """How many messages are not shown yet."""
        return len(self._waiting)

    @property
    def next_s(self) -> float | None:
        """When the next one is due, None where nothing waits."""
        return self._free_s if self._waiting else None

    def _duration(self, message: ServerMessage | Unknown) -> float:
        """Seconds until the next change is shown."""
        speed = self._speed()
        if speed <= 0 or not isinstance(message, Events):
            return 0.0
        others = [
            item
            for item in message.items
            if item.get("e") not in QUIET and item.get("by", -1) != self.seat
        ]
        return SHOW_S / speed if others else 0.0

    def _show(self, waiting: Waiting) -> None:
        message = waiting.message
        self._track(message, waiting.came_s)
        if (said := self.undoing.take(message)) is not None:
            self.note(said)
        match message:
            case Snapshot() | YourTurn():
                self._see(message.obs, message.ver)
                self._turned(waiting.came_s)
                self.clocks.tell(message.clock, waiting.came_s)
            case Events():
                self._take_events(message)
                self._turned(waiting.came_s, message.items)
            case Timeout():
                self._tell_late(message)
            case SeatStatus():
                self._take_status(message)
            case MatchOver():
                self.over = message
                self.result = read_result(message, max(self.match.seat, 0))
            case ActOk():
                self._accepted(message)
            case _:
                pass

    def _track(self, message: ServerMessage | Unknown, came_s: float) -> None:
        if isinstance(message, TurnClosed) and message.decision == self.sealed:
            self.sealed = None
        for happening in self.tracker.take(message):
            match happening:
                case Asked(turn):
                    self._ask(turn, came_s)
                case Missed(decision, why):
                    if self.turn is not None and self.turn.decision == decision:
                        self.turn = None
                        if why not in ("withdrawn", "match_over") and not isinstance(
                            message, Timeout
                        ):
                            self.note(say("frame-error-stale_decision"))
                case _:
                    pass
        if isinstance(message, MatchOver):
            self.turn = None

    def _turned(self, at_s: float, items: Iterable[Mapping[str, Any]] = ()) -> None:
        """Whose clocks run from now on."""
        decided = [int(event["by"]) for event in items if event.get("by", -1) >= 0]
        try:
            deciders = () if self.deciders is None else tuple(self.deciders(self.looks.obs))
        except OTHER_RULES:
            deciders = ()
        self.clocks.turn(deciders, at_s, decided)

    def _tell_late(self, late: Timeout) -> None:
        """Who was late; the player is told at once what comes of it when it happens again."""
        line = self._too_late(late.seat, late.applied)
        left = self.start.max_timeouts - late.misses
        if late.seat == self.seat and self.is_player and left > 0:
            self.warning = say("match-log-warning", text=line.text, count=left)
            line = Line(self.warning)
        self._write(line)

    def _ask(self, turn: Turn, came_s: float) -> None:
        if turn.decision == self.sent:
            return
        self.turn = turn
        if turn.decision != self.sealed:
            self._unseal()
        self.sealed = None
        self.until_s = None if turn.deadline_ms is None else came_s + turn.deadline_ms / MILLI

    def _unseal(self) -> None:
        """All have chosen: what was held back has taken effect, and nobody can choose anew."""
        if self.sealed is not None:
            self.tracker.close(self.sealed)
            self.sealed = None

    def _see(self, obs: Mapping[str, Any] | None, ver: int) -> None:
        if obs is not None:
            self.looks.obs, self.looks.ver = obs, ver
            if self.on_position is not None:
                self.on_position(obs)
            if self._past is not None:
                self.recall(*self._past)
        self._seen_ver = max(self._seen_ver, ver)
        if ver > self._sealed_ver:
            self._unseal()

    def _take_events(self, events: Events) -> None:
        self._see(events.obs, events.ver)
        self.looks.fresh, self.looks.fresh_s = events.items, self._now_s
        self._happened += events.items
        self._untold += len(events.items)
        if len(self._happened) > MAX_HAPPENED and self._past_at is None:
            del self._happened[:-MAX_HAPPENED]
            self._untold = min(self._untold, MAX_HAPPENED)
        for line in self._told(events.items):
            self._write(line)

    def _told(self, items: Iterable[Mapping[str, Any]]) -> Iterator[Line]:
        """Events as lines of the log."""
        for event in items:
            said = self.say(event) or ""
            text, by = said.strip("- "), event.get("by", -1)
            if text:
                yield Line(text, by if isinstance(by, int) else -1, said.startswith("--"))

    def _too_late(self, seat: int, applied: str) -> Line:
        key = f"match-log-late-{applied}"
        return Line(
            say(f"match-log-late-{applied}", name=self.name(seat)) if is_said(key) else applied
        )

    def say(self, event: Mapping[str, Any]) -> str | None:
        """An event in words, None for one that is not worth any."""
        undone = undone_words(self.match, event)
        if undone is not None:
            return undone
        try:
            said = self._board.say(self.match, event)
            return said if self.words is None else self.words(event, said)
        except (KeyError, TypeError, IndexError):  # an event of newer rules
            return PlainBoard(PLAIN).say(self.match, event)

    def note(self, text: str) -> None:
        """Writes a line about the table itself."""
        self._write(Line(text))

    def _write(self, line: Line) -> None:
        self.written += 1
        self.log.append(line)

    def _take_status(self, status: SeatStatus) -> None:
        was_away = status.seat in self.away
        if status.taken_by is not None:
            before, bot = self.taken.get(status.seat), clean(status.taken_by)
            self.taken[status.seat] = bot
            if self.is_replaced and status.seat == self.seat:
                self._close()
            if bot != before:
                self.note(self._stand_in(status.seat, bot))
        elif status.online:
            self.away.discard(status.seat)
            self.taken.pop(status.seat, None)
            if was_away:
                self.note(say("window-match-is-back", name=self.name(status.seat)))
        else:
            self.away.add(status.seat)
            if not was_away:
                self.note(say("window-match-is-away", name=self.name(status.seat)))

    def _stand_in(self, seat: int, bot: str) -> str:
        if self.is_player and seat == self.seat:
            return say("window-match-replaced", bot=bot)
        return say("window-match-is-taken", name=self.name(seat), bot=bot)

    def _close(self) -> None:
        """Nothing is asked any more, and no time runs."""
        self.turn = None
        self.sent = None
        self.sealed = None
        self.until_s = None
        self.clocks.turn([], self._now_s)

    # What goes.

    def answering(self) -> None:
        """The open question is answered; nothing more is asked until the server says so."""
        if self.turn is not None:
            self.sent = self.turn.decision
            self.turn = None
            self.until_s = None

    def refused(self) -> None:
        """The answer was none: the question is open again, if it still is."""
        if self.sent is not None:
            self.turn = self.tracker.find(self.sent)
        self.sent = None

    def accepted(self, taken: ActOk) -> None:
        """The server has the answer."""
        self.undoing.take(taken)
        self._accepted(taken)

    def _accepted(self, taken: ActOk) -> None:
        turn = self.tracker.find(taken.decision)
        if (
            taken.sealed and turn is not None and self._seen_ver <= turn.ver
        ):  # else the others were quicker than this answer
            self.sealed, self._sealed_ver = taken.decision, turn.ver
        else:
            self.tracker.close(taken.decision)
        if self.turn is not None and self.turn.decision == taken.decision:
            self.turn = None  # accepted for us, as from a suggestion

    def reopen(self) -> None:
        """Takes a sealed answer back, to choose again."""
        if self.sealed is not None:
            self.turn = self.tracker.find(self.sealed)
            self.sent = None

    def name(self, seat: int) -> str:
        """What a player is called."""
        return player_name(self.match, seat)

    def left_s(self, now_s: float) -> float | None:
        """Seconds of the open question, None without a clock."""
        return None if self.until_s is None else max(0.0, self.until_s - now_s)

    def seat_left_s(self, seat: int, now_s: float) -> float | None:
        """Seconds that a seat has left as far as that is known: one's own as the open question tells it."""
        is_own = seat == self.seat and self.turn is not None and self.until_s is not None
        return self.left_s(now_s) if is_own else self.clocks.left_s(seat, now_s)


def is_urgent(deadline_ms: int | None) -> bool:
    """Is there no time to watch what happened before?"""
    return deadline_ms is not None and deadline_ms < URGENT_S * MILLI
