"""The messages of a match as plain values, for one viewer."""

import hashlib
import json
from typing import Any, Final

from infoset_games.choices import write_decision
from infoset_games.clocks import Clock
from infoset_games.decision import Decision
from infoset_games.match import Match
from infoset_games.notices import Accepted, Ended, TimedOut, Told

Message = dict[str, Any]

COMPUTE: Final[Message] = {  # as in `match_start.compute`
    "per_decision": 100_000,
    "per_game": 10_000_000,
    "per_world": 1,
    "max_k": 64,
    "max_worlds": 256,
    "policies": ["random"],
}


class Words:
    """Says what happens in `match` to the viewer on `seat` (None = somebody who looks on)."""

    def __init__(self, match_id: str, match: Match, role: str, seat: int | None) -> None:
        self.match_id: Final = match_id
        self.match: Final = match
        self.role: Final = role
        self.seat: Final = seat

    def start(self) -> Message:
        """`match_start`."""
        game = self.match.game
        consts = game.consts()
        about: Message = {"role": self.role}
        if self.seat is not None:
            about["seat"] = self.seat
        return {
            "type": "match_start",
            "match_id": self.match_id,
            "game": game.name,
            "rules": game.rules,
            **about,
            "view": "public" if self.seat is None else "seat",
            "players": [
                {"seat": seat, "kind": "bot", "name": f"table-{seat}"} for seat in range(game.seats)
            ],
            "options": game.options(),
            "clock": write_clock(self.match.terms.clock),
            "on_timeout": self.match.terms.on_timeout,
            "max_timeouts": self.match.terms.max_timeouts,
            "consts_hash": _hash(consts),
            "consts": consts,
            "compute": COMPUTE,
            "ver": self.match.ver,
        }

    def events(self, told: Told, with_obs: bool) -> Message:
        """`events`."""
        message: Message = {
            "type": "events",
            "match_id": self.match_id,
            "ver": told.ver,
            "items": told.views[self.seat],
        }
        if with_obs:
            message["obs"] = self.match.observation(self.seat)
        return message

    def your_turn(self, asked: Decision, now_ms: int) -> Message:
        """`your_turn`."""
        message: Message = {
            "type": "your_turn",
            "match_id": self.match_id,
            "seat": asked.seat,
            "ver": self.match.ver,
            **self._decision(asked, now_ms),
            "obs": self.match.observation(asked.seat),
        }
        return message | self._banks()

    def snapshot(self, now_ms: int) -> Message:
        """`snapshot`, with what the viewer has to decide."""
        message: Message = {
            "type": "snapshot",
            "match_id": self.match_id,
            "ver": self.match.ver,
            "obs": self.match.observation(self.seat),
        }
        asked = None if self.seat is None else self.match.open.get(self.seat)
        if asked is not None and asked.sealed is None and self.role != "watcher":
            message["pending"] = [self._decision(asked, now_ms)]
        return message | self._banks()

    def act_ok(self, accepted: Accepted) -> Message:
        """`act_ok`."""
        message: Message = {
            "type": "act_ok",
            "match_id": self.match_id,
            "decision": accepted.decision,
            "elapsed_ms": accepted.charged_ms,
        }
        return message | ({"sealed": True} if accepted.sealed else {})

    def turn_closed(self, decision: int, why: str) -> Message:
        """`turn_closed`."""
        return {
            "type": "turn_closed",
            "match_id": self.match_id,
            "decision": decision,
            "why": why,
        }

    def timeout(self, missed: TimedOut) -> Message:
        """`timeout`."""
        return {
            "type": "timeout",
            "match_id": self.match_id,
            "seat": missed.seat,
            "decision": missed.decision,
            "applied": missed.applied,
            "misses": missed.misses,
        }

    def over(self, ended: Ended) -> Message:
        """`match_over`."""
        return {
            "type": "match_over",
            "match_id": self.match_id,
            "reason": ended.reason,
            "places": list(ended.result.places),
            "scores": list(ended.result.scores),
            "returns": [round(value, 6) for value in ended.result.returns],
            "timeouts": list(self.match.timeouts),
            "illegal": list(self.match.illegal),
        }

    def _decision(self, asked: Decision, now_ms: int) -> Message:
        decision: Message = {
            "decision": asked.number,
            **write_decision(self.match.game, self.match.state, asked.seat),
        }
        left = asked.left_ms(now_ms)
        return decision | ({} if left is None else {"deadline_ms": left})

    def _banks(self) -> Message:
        banks = self.match.banks_ms(self.seat)
        return {} if banks is None else {"clock": banks}


def write_clock(clock: Clock) -> Message:
    """The time control as `ClockSpec`."""
    fields = ("move_ms", "main_ms", "inc_ms", "first_ms", "grace_ms")
    told = {name: getattr(clock, name) for name in fields if getattr(clock, name)}
    return {"kind": clock.kind, **told}


def _hash(consts: Message) -> str:
    text = json.dumps(consts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
