"""What a spectator of one match knows by now, and how it looks. Pure: messages in, lines out."""

from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from infoset.printing import clean
from infoset.tracking import find_engine, read_match, read_result
from infoset.turn import MatchResult
from infoset.watching.boards import Board, PlainBoard, board_for
from infoset.watching.names import clock_text, player_name, seconds_text
from infoset.watching.text import Style, clip
from infoset_protocol.messages import (
    Events,
    MatchOver,
    MatchStart,
    SeatStatus,
    ServerMessage,
    Snapshot,
    Timeout,
    Unknown,
)

MAX_LOG: Final = 500  # lines kept


class Scene:
    """One match, watched."""

    def __init__(self, start: MatchStart, style: Style) -> None:
        self.match = read_match(start, find_engine)
        self.result: MatchResult | None = None
        self.log: deque[str] = deque(maxlen=MAX_LOG)
        self._style = style
        self._board: Board = board_for(self.match, style)
        self._observation: Mapping[str, Any] = {}
        self._shows_all = start.view == "all"
        self._banks: list[int] = []

    def take(self, message: ServerMessage | Unknown) -> list[str]:
        """Takes in a message about the match; returns what happened, in words."""
        lines = self._tell(message)
        self.log.extend(lines)
        return lines

    def _tell(self, message: ServerMessage | Unknown) -> list[str]:
        match message:
            case Snapshot():
                self._observation = message.obs
                self._banks = message.clock or []
                return []
            case Events():
                if message.obs is not None:
                    self._observation = message.obs
                return [line for event in message.items if (line := self._say(event)) is not None]
            case Timeout():
                return [f"{self._name(message.seat)} ran out of time: {message.applied} played"]
            case SeatStatus():
                return [self._tell_status(message)]
            case MatchOver():
                self.result = read_result(message, seat=0)
                return []
            case _:
                return []

    def _say(self, event: Mapping[str, Any]) -> str | None:
        try:
            return self._board.say(self.match, event)
        except (KeyError, TypeError, IndexError):  # an event of newer rules
            return PlainBoard(self._style).say(self.match, event)

    def _tell_status(self, status: SeatStatus) -> str:
        name = self._name(status.seat)
        if status.taken_by is not None:
            return f"{name} is away; the house bot {clean(status.taken_by)} plays on"
        return f"{name} is {'back' if status.online else 'away'}"

    def _name(self, seat: int) -> str:
        return player_name(self.match, seat)

    def heading(self) -> str:
        """What is played, by which time control."""
        game = self._style.paint(clean(self.match.rules), "bold")
        text = f"{game}  match {self.match.match_id}  {clock_text(self.match.clock)}"
        if self._banks:
            banks = (f"{self._name(i)} {seconds_text(ms)}" for i, ms in enumerate(self._banks))
            text += f"  ({', '.join(banks)})"
        return text

    def board(self) -> list[str]:
        """The position, with what the seats know whose eyes these are."""
        public: Mapping[str, Any] = self._observation
        seats: Mapping[int, Mapping[str, Any]] = {}
        if self._shows_all:
            public = self._observation.get("public", {})
            seats = dict(enumerate(self._observation.get("seats", [])))
        elif self.match.seat >= 0:
            seats = {self.match.seat: self._observation}
        try:
            return self._draw(self._board, public, seats)
        except ValueError:  # other rules than ours, or nothing seen yet
            return self._draw(PlainBoard(self._style), public, seats)

    def _draw(
        self,
        board: Board,
        public: Mapping[str, Any],
        seats: Mapping[int, Mapping[str, Any]],
    ) -> list[str]:
        lines = board.draw(self.match, public)
        for seat, observation in seats.items():
            own = board.own(self.match, seat, observation, public)
            if own:
                lines += [self._style.paint(f"{self._name(seat)} knows", "dim"), *own]
        return lines

    def screen(self, width: int, height: int) -> list[str]:
        """The whole picture for a terminal of this size: heading, board, the newest of the log."""
        top = [self.heading(), "", *self.board(), ""]
        room = max(0, height - len(top))
        newest = list(self.log)[-room:] if room else []
        return [clip(line, width) for line in [*top, *newest][:height]]

    def final_table(self) -> list[str]:
        """The result, best place first."""
        if self.result is None:
            return ["the match has no result yet"]
        if not self.result.places:
            return [f"no result ({self.result.reason})"]
        places = self.result.places
        order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
        lines = [f"result ({self.result.reason}):"]
        for seat in order:
            score = self.result.scores[seat] if seat < len(self.result.scores) else 0
            lines.append(f"  {places[seat]}. {self._name(seat):<20} {score:g}")
        return lines
