"""What a spectator of one match knows by now, and how it looks. Pure: messages in, lines out."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from infoset.printing import clean
from infoset.tracking import find_engine, read_match, read_result
from infoset.turn import Action, Match, MatchResult
from infoset.watching.boards import Board, PlainBoard, board_for
from infoset.watching.names import clock_text, player_name, seconds_text
from infoset.watching.text import Style, beside, clip, width_of, wrap, wrapped
from infoset.watching.undoing import undone_words
from infoset.wording import is_said, say
from infoset_protocol.messages import (
    Events,
    MatchOver,
    MatchStart,
    SeatStatus,
    ServerMessage,
    Snapshot,
    Timeout,
    Unknown,
    YourTurn,
)

MAX_LOG: Final = 500  # lines kept
USUAL_WIDTH: Final = 80  # columns of a terminal that nobody asked
LEAST_PANEL: Final = 24  # columns beside a position that are worth being used
GAP: Final = 2  # columns between two blocks
LEAST_KNOWN: Final = 4  # lines of a panel that a long question leaves

Footer = Callable[[int], Sequence[str]]  # lines for so many columns


def no_footer(width: int) -> Sequence[str]:
    """Nothing below the picture."""
    return ()


class Scene:
    """One match, watched."""

    def __init__(self, start: MatchStart | Match, style: Style, *, own: int | None = None) -> None:
        """`start` is the message that opens the match, or what has been read from one; `own` is the seat of whoever plays here."""
        self._own = own
        self._shows_all = isinstance(start, MatchStart) and start.view == "all"
        seats = start.players if isinstance(start, MatchStart) else []
        if isinstance(start, MatchStart):
            start = read_match(start, find_engine)
        self.match: Match = start
        self.result: MatchResult | None = None
        self.log: deque[str] = deque(maxlen=MAX_LOG)
        self._style = style
        self._board: Board = board_for(self.match, style)
        self._observation: Mapping[str, Any] = {}
        self._banks: list[int] = []
        self._away = {seat.seat for seat in seats if not seat.online}
        self._taken = {seat.seat: seat.taken_by for seat in seats if seat.taken_by is not None}
        self.choices: Sequence[Action] = ()  # what a player can do now: shown where it can be done
        self.log.extend(self._stand_in(*one) for one in self._taken.items())

    def take(self, message: ServerMessage | Unknown) -> list[str]:
        """Takes in a message about the match; returns what happened, in words."""
        lines = self._tell(message)
        self.log.extend(lines)
        return lines

    def _tell(self, message: ServerMessage | Unknown) -> list[str]:
        match message:
            case Snapshot():
                self.see(message.obs)
                self._banks = message.clock or []
                return []
            case YourTurn():
                self.see(message.obs)
                self._banks = message.clock or self._banks
                return []
            case Events():
                self.see(message.obs)
                return self.say(message.items)
            case Timeout():
                return [late_words(self._name(message.seat), message.applied)]
            case SeatStatus():
                return self._tell_status(message)
            case MatchOver():
                self.result = read_result(message, seat=0)
                return []
            case _:
                return []

    def see(self, observation: Mapping[str, Any] | None) -> None:
        """Shows this observation from now on; None: the same as before."""
        if observation is not None:
            self._observation = observation

    def say(self, events: Sequence[Mapping[str, Any]]) -> list[str]:
        """The events in words, without those that are not worth a line."""
        return [line for event in events if (line := self._say(event)) is not None]

    def _say(self, event: Mapping[str, Any]) -> str | None:
        undone = undone_words(self.match, event)
        if undone is not None:
            return undone
        try:
            return self._board.say(self.match, event)
        except (KeyError, TypeError, IndexError):  # an event of newer rules
            return PlainBoard(self._style).say(self.match, event)

    def _tell_status(self, status: SeatStatus) -> list[str]:
        """Who went, and who came back; that somebody is there from the beginning is no news."""
        name, was_away = self._name(status.seat), status.seat in self._away
        before = self._taken.pop(status.seat, None)
        if status.taken_by is not None:
            self._taken[status.seat] = status.taken_by
            is_news = status.taken_by != before
            return [self._stand_in(status.seat, status.taken_by)] if is_news else []
        if status.online:
            self._away.discard(status.seat)
            return [say("terminal-is-back", name=name)] if was_away else []
        self._away.add(status.seat)
        return [] if was_away else [say("terminal-is-away", name=name)]

    def _stand_in(self, seat: int, bot: str) -> str:
        if seat == self._own:
            return say("terminal-replaced", bot=clean(bot))
        return say("terminal-stands-in", name=self._name(seat), bot=clean(bot))

    def _name(self, seat: int) -> str:
        return player_name(self.match, seat)

    def heading(self) -> str:
        """What is played, by which time control."""
        game = self._style.paint(clean(self.match.rules), "bold")
        match = say("terminal-match", match=self.match.match_id)
        text = f"{game}  {match}  {clock_text(self.match.clock)}"
        if self._banks:
            banks = (f"{self._name(i)} {seconds_text(ms)}" for i, ms in enumerate(self._banks))
            text += f"  ({', '.join(banks)})"
        return text

    def board(self, width: int = USUAL_WIDTH) -> list[str]:
        """The position, with what the seats know whose eyes these are."""
        drawn, panel = self._blocks(width)
        if is_beside(drawn, panel, width):
            return beside(drawn, wrapped(panel, width - block_width(drawn) - GAP), GAP)
        return [*drawn, *panel]

    def _blocks(self, width: int) -> tuple[list[str], list[str]]:
        """The position, and what belongs beside it or below."""
        public: Mapping[str, Any] = self._observation
        seats: Mapping[int, Mapping[str, Any]] = {}
        if self._shows_all:
            public = self._observation.get("public", {})
            seats = dict(enumerate(self._observation.get("seats", [])))
        elif self.match.seat >= 0:
            seats = {self.match.seat: self._observation}
        try:
            return self._draw(self._board, public, seats, width)
        except ValueError:  # other rules than ours, or nothing seen yet
            return self._draw(PlainBoard(self._style), public, seats, width)

    def _draw(
        self,
        board: Board,
        public: Mapping[str, Any],
        seats: Mapping[int, Mapping[str, Any]],
        width: int,
    ) -> tuple[list[str], list[str]]:
        drawn = board.draw(self.match, public, self.choices, width)
        panel = board.panel(self.match, public, width - block_width(drawn) - GAP)
        for seat, observation in seats.items():
            own = board.own(self.match, seat, observation, public)
            if own:
                head = say("terminal-knows", name=self._name(seat))
                panel += [self._style.paint(head, "dim"), *own]
        return drawn, panel

    def screen(self, width: int, height: int, footer: Footer = no_footer) -> list[str]:
        """The whole picture for a terminal of this size: heading, board, the newest of the log, `footer`.

        Whatever has no room is left out, of the log the oldest lines first.
        """
        drawn, panel = self._blocks(width)
        if is_beside(drawn, panel, width):
            lines = self._columns(drawn, panel, footer, width, height)
        else:
            top, below = [self.heading(), "", *drawn, *panel, ""], footer(width)
            lines = [*top, *self._newest(height - len(top) - len(below), width), *below]
        return [clip(line, width) for line in lines[:height]]

    def _columns(
        self, drawn: Sequence[str], panel: Sequence[str], footer: Footer, width: int, height: int
    ) -> list[str]:
        """The position to the left, panel and log to the right; heading and footer where there is room."""
        beside_width = width - block_width(drawn) - GAP
        below = footer(width)
        if height < len(drawn) + len(below) + 1:
            return beside(
                drawn, self._column(panel, footer(beside_width), beside_width, height), GAP
            )
        top = [self.heading(), ""] if height > len(drawn) + len(below) + 2 else []
        room = height - len(top) - len(below)
        right = self._column(panel, (), beside_width, room)
        return [*top, *beside([*drawn, *[""] * (room - len(drawn))], right, GAP), *below]

    def _column(
        self, panel: Sequence[str], footer: Sequence[str], width: int, height: int
    ) -> list[str]:
        """Panel, log and footer one below the other; what is asked comes before what is known."""
        below = ["", *wrapped(footer, width)] if footer else []
        above = wrapped(panel, width)[: max(LEAST_KNOWN, height - len(below))]
        room = height - len(above) - len(below) - 1
        news = ["", *self._newest(room, width)] if room > 0 else []
        return [*above, *news, *below][:height]

    def _newest(self, room: int, width: int) -> list[str]:
        """The end of the log, in at most `room` lines of at most `width` columns."""
        lines: list[str] = []
        for line in reversed(self.log):
            pieces = wrap(line, width)
            if len(lines) + len(pieces) > room:
                break
            lines = [*pieces, *lines]
        return lines

    def final_table(self) -> list[str]:
        """The result, best place first."""
        if self.result is None:
            return [say("terminal-no-result-yet")]
        reason = self.result.reason
        if is_said(f"terminal-reason-{reason}"):
            reason = say(f"terminal-reason-{reason}")
        if not self.result.places:
            return [say("terminal-no-result", reason=reason)]
        places = self.result.places
        order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
        lines = [say("terminal-result", reason=reason)]
        for seat in order:
            score = self.result.scores[seat] if seat < len(self.result.scores) else 0
            lines.append(f"  {places[seat]}. {self._name(seat):<20} {score:g}")
        return lines


def late_words(name: str, applied: str) -> str:
    """That somebody was too slow, and what was played for them."""
    return say(f"match-log-late-{applied}", name=name)


def block_width(lines: Sequence[str]) -> int:
    """The columns of a block of painted lines."""
    return max(map(width_of, lines), default=0)


def is_beside(drawn: Sequence[str], panel: Sequence[str], width: int) -> bool:
    """Is there a panel, and room for it beside the position?"""
    return bool(panel) and width - block_width(drawn) - GAP >= LEAST_PANEL
