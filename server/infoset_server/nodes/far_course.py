"""How far matches on other servers have come, and whose turn it is there."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from infoset_server.cluster.play_frames import Asks, Question
from infoset_server.common.ids import MatchId
from infoset_server.rooms.far_match import FarMatch, FarQuestion


class FarCourse:
    """Notes at the `far` matches what their nodes tell. Made on the event loop."""

    def __init__(
        self, far: Mapping[MatchId, FarMatch], on_asked: Callable[[FarMatch], object]
    ) -> None:
        """`on_asked` is told of matches in which others are asked than before."""
        self._far = far
        self._on_asked = on_asked
        self._clock_s = asyncio.get_running_loop().time

    def note_version(self, about: Mapping[str, Any]) -> None:
        """How far a match has come, so that what is said at it can be kept in its place; `about` as in `frames.Told`."""
        if about.get("ver") is None:
            return
        far = self._far.get(MatchId(about["match_id"]))
        if far is not None:
            far.ver = max(far.ver, about["ver"])

    def note_asked(self, asks: Asks) -> None:
        """Whose turn it is, for the lists of players here."""
        far = self._far.get(MatchId(asks.match_id))
        if far is not None:
            far.ver = max(far.ver, asks.ver or 0)
            far.questions = {one.seat: self._kept(one) for one in asks.questions}
            self._on_asked(far)

    def _kept(self, question: Question) -> FarQuestion:
        left_ms = question.left_ms
        due_s = None if left_ms is None else self._clock_s() + left_ms / 1000
        return FarQuestion(question.decision, due_s)
