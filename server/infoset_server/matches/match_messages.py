"""Messages about one match, as plain values. Everything hidden passes through the match's own projections."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from infoset_games.choices import add_decision
from infoset_games.decision import Decision
from infoset_games.luck import seed_commitment
from infoset_games.match import Match
from infoset_games.notices import Accepted, Closed, Ended, TimedOut, Told
from infoset_server.common.ids import MatchId
from infoset_server.matches.observed import WrittenObservation, writes_itself
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.settings import write_clock
from infoset_server.matches.views import View, Viewer, write_role

Message = dict[str, Any]


class MatchMessages:
    """Words for what happens in `match`. `now_ms` is given where a message tells the time left."""

    def __init__(
        self,
        match_id: MatchId,
        match: Match,
        compute: Mapping[str, Any] | None,
        assist: str = "off",
        is_rated: bool = False,
        allows_undo: bool = False,
    ) -> None:
        """`compute` is what players are told of the server's compute; None = there is none.

        `assist` is the room's policy on assistants. `allows_undo`: steps can be taken back.
        """
        self.match = match
        self._id = match_id
        self._compute = compute
        self._assist = assist
        self._allows_undo = allows_undo
        self._rated = {"rated": True} if is_rated else {}
        self._consts = match.game.consts()
        self._consts_hash = consts_hash(self._consts)
        self._commit = seed_commitment(match.seed)
        self._ratings: list[Message] = []
        self._keeps_seed = False
        self._writes_itself = writes_itself(match.game)

    def rate(self, ratings: list[Message], *, keeps_seed: bool) -> None:
        """The result will tell `ratings`; with `keeps_seed` it will not tell the seed, whose deal is played again."""
        self._ratings = ratings
        self._keeps_seed = keeps_seed

    def start(self, match_seats: Sequence[MatchSeat], match_seat: MatchSeat) -> Message:
        """`match_start` for who plays on a seat."""
        role: Message = {"role": "player", "seat": match_seat.seat, "view": "seat"}
        message = self._start([each.info() for each in match_seats], role)
        if self._compute is not None:
            message["compute"] = self._compute
        if self._assist != "off":
            message["assist"] = self._assist
        return message

    def start_watching(self, players: Sequence[Message], view: View) -> Message:
        """`match_start` for who looks on. `players` are `SeatInfo` values."""
        return self._start(players, write_role(view))

    def _start(self, players: Sequence[Message], role: Message) -> Message:
        match = self.match
        return {
            "type": "match_start",
            "match_id": self._id,
            "game": match.game.name,
            "rules": match.game.rules,
            # The own seat stands before the players': a shell bot takes the first `"seat":` it finds.
            **role,
            "players": list(players),
            "options": match.game.options(),
            "clock": write_clock(match.terms.clock),
            "on_timeout": match.terms.on_timeout,
            "max_timeouts": match.terms.max_timeouts,
            **self._rated,
            "consts_hash": self._consts_hash,
            "consts": self._consts,
            "seed_commit": self._commit,
            "ver": match.ver,
        }

    def position(self, viewer: Viewer) -> Message:
        """The full view of who looks on: nothing is asked of them."""
        message = self._position(viewer)
        self._add_clock(message, None)
        return message

    def _position(self, viewer: Viewer) -> Message:
        return {
            "type": "snapshot",
            "match_id": self._id,
            "ver": self.match.ver,
            "obs": self.match.observation(viewer),
        }

    def snapshot(self, seat: int, now_ms: int) -> Message:
        """The full view of `seat` with its open decision."""
        message = self._position(seat)
        asked = self.match.open.get(seat)
        if asked is not None and asked.sealed is None:
            pending: Message = {}
            self._add_decision(pending, asked, now_ms)
            message["pending"] = [pending]
        self._add_clock(message, seat)
        self.add_undo(message, seat)
        return message

    def events(self, told: Told, seat: Viewer, with_obs: bool) -> Message:
        """One state change as `seat` sees it."""
        message = {
            "type": "events",
            "match_id": self._id,
            "ver": told.ver,
            "items": told.views[seat],
        }
        if with_obs:
            message["obs"] = self.match.observation(seat)
        return message

    def your_turn(self, asked: Decision, now_ms: int, *, is_sent_whole: bool = False) -> Message:
        """An open decision, asked of its seat. The observation may be `Written` where the message `is_sent_whole`."""
        seat = asked.seat
        message: Message = {
            "type": "your_turn",
            "match_id": self._id,
            "seat": seat,
            "ver": self.match.ver,
        }
        self._add_decision(message, asked, now_ms)
        if is_sent_whole and self._writes_itself:
            observed = self.match.state.observe(seat)
            message["obs"] = WrittenObservation(self.match.game, observed)
        else:
            message["obs"] = self.match.observation(seat)
        self._add_clock(message, seat)
        return message

    def act_ok(self, accepted: Accepted) -> Message:
        """The answer to an act that was taken."""
        message: Message = {
            "type": "act_ok",
            "match_id": self._id,
            "decision": accepted.decision,
            "elapsed_ms": accepted.charged_ms,
        }
        if accepted.elapsed_ms != accepted.charged_ms:
            message["received_ms"] = accepted.elapsed_ms
        if accepted.forgiven_ms:
            message["forgiven_ms"] = accepted.forgiven_ms
        if accepted.sealed:
            message["sealed"] = True
        return message

    def turn_closed(self, closed: Closed) -> Message:
        """A decision ended without the seat's answer."""
        return {
            "type": "turn_closed",
            "match_id": self._id,
            "decision": closed.decision,
            "why": closed.why,
        }

    def timeout(self, missed: TimedOut) -> Message:
        """A deadline passed; what was played."""
        return {
            "type": "timeout",
            "match_id": self._id,
            "seat": missed.seat,
            "decision": missed.decision,
            "applied": missed.applied,
            "misses": missed.misses,
        }

    def seat_status(self, match_seat: MatchSeat, now_s: float) -> Message:
        """Who is there, and how long an absent player is waited for."""
        message: Message = {
            "type": "seat_status",
            "match_id": self._id,
            "seat": match_seat.seat,
            "online": match_seat.is_here,
        }
        if match_seat.absence is not None:
            message["grace_ms"] = max(0, int((match_seat.absence.when() - now_s) * 1000))
        if match_seat.taken_by is not None:
            message["taken_by"] = match_seat.taken_by
        return message

    def over(self, ended: Ended, is_kept: bool, match_seats: Sequence[MatchSeat] = ()) -> Message:
        """The result, what else is to be known of it, and the seed that was committed to.

        `is_kept`: there will be a replay.
        """
        message: Message = {
            "type": "match_over",
            "match_id": self._id,
            "reason": ended.reason,
            "places": list(ended.result.places),
            "scores": list(ended.result.scores),
            "returns": [round(value, 6) for value in ended.result.returns],
            "timeouts": list(self.match.timeouts),
            "illegal": list(self.match.illegal),
        }
        if not self._keeps_seed:
            message["seed"] = self.match.seed
        if is_kept:
            message["replay"] = self._id
        assisted = [match_seat.seat for match_seat in match_seats if match_seat.is_assisted]
        if assisted:
            message["assisted"] = assisted
        if self._ratings:
            message["rating"] = self._ratings
        return message

    def _add_decision(self, message: Message, asked: Decision, now_ms: int) -> None:
        message["decision"] = asked.number
        add_decision(message, self.match.game, self.match.state, asked.seat)
        if asked.budget_ms is not None:
            message["deadline_ms"] = asked.left_ms(now_ms)

    def add_undo(self, message: Message, seat: int) -> None:
        """Adds the decision that the seat can take back now, if there is one."""
        if self._allows_undo:
            undoable = self.match.undoable(seat)
            if undoable is not None:
                message["undo"] = undoable

    def _add_clock(self, message: Message, seat: int | None) -> None:
        banks = self.match.banks_ms(seat)
        if banks is not None:
            message["clock"] = banks


def consts_hash(consts: Message) -> str:
    """A short name for constant data, equal for equal data: clients cache by it."""
    text = json.dumps(consts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
