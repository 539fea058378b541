"""Tells the hall whose turn it is in the matches of a play node."""

from collections.abc import Callable
from functools import partial

from infoset_server.cluster.frames import Frame
from infoset_server.cluster.play_frames import Asks, Question
from infoset_server.common.ids import MatchId
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import MatchRunner
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.room import Room


class TurnTeller:
    """Sends whatever has changed, once players have been told."""

    def __init__(self, play: MatchRegistry, send: Callable[[Frame], None]) -> None:
        self._play = play
        self._send = send
        self._told: dict[MatchId, tuple[tuple[int, int], ...]] = {}
        play.on_set_up.append(self._follow)
        play.on_over.append(self._forget)

    def tell_all(self) -> None:
        """A new hall is there."""
        for live in self._play.running.values():
            self.tell(live)

    def tell(self, live: MatchRunner) -> None:
        """Whose turn it is in one match."""
        self._told[live.id] = asked_seats(live)
        questions = tuple(question(live, seat) for seat, _ in asked_seats(live))
        self._send(Asks(live.id, questions, live.match.ver))

    def _follow(self, room: Room, live: MatchRunner) -> None:
        live.on_moved.append(partial(self._moved, live))

    def _moved(self, live: MatchRunner) -> None:
        if not live.is_over and self._told.get(live.id) != asked_seats(live):
            self.tell(live)

    def _forget(self, room: Room, report: MatchReport) -> None:
        self._told.pop(report.match_id, None)


def asked_seats(live: MatchRunner) -> tuple[tuple[int, int], ...]:
    """The seats that are asked and have not answered, each with the number of its decision."""
    return tuple(
        (seat, asked.number) for seat, asked in live.match.open.items() if asked.sealed is None
    )


def question(live: MatchRunner, seat: int) -> Question:
    """What a seat is asked."""
    asked = live.match.open[seat]
    return Question(seat, asked.number, asked.left_ms(live.now_ms()))
