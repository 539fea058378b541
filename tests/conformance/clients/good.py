"""Good bots that do more than play, in small parts that a fault can replace: they think, advise, watch, patch."""

import json
import time
import zlib
from typing import Any, ClassVar

from tests.conformance.clients.bot import Bot, Message


class Thinker(Bot):
    """Asks for playouts before each choice, and waits for them."""

    features: ClassVar = ["compute"]
    asked = 0

    def answer(self, match_id: str, turn: Message) -> None:
        self.turn = {**turn, "match_id": match_id}
        decision = int(turn["decision"])
        self.think({"type": "rollout", "match_id": match_id, "decision": decision, "first": "all"})

    def think(self, request: Message) -> None:
        self.request(request)

    def on_rollouts(self, message: Message) -> None:
        self.decide(len(message["rows"]) - 1)

    def decide(self, index: int) -> None:
        head = {"type": "act", "match_id": self.turn["match_id"]}
        self.request({**head, "decision": int(self.turn["decision"]), "index": index})

    def on_error(self, message: Message, request: Message | None) -> None:
        if message["code"] == "stale_decision":
            return
        super().on_error(message, request)


class Spectator(Bot):
    """Watches matches."""

    def seek(self) -> None:
        self.request({"type": "watch", "room": "CASE"})


class Assistant(Bot):
    """Advises the fallback."""

    def seek(self) -> None:
        self.request({"type": "assist_join", "code": "ac_case"})

    def answer(self, match_id: str, turn: Message) -> None:
        head = {"type": "suggest", "match_id": match_id, "decision": int(turn["decision"])}
        self.request({**head, "top": [{"index": int(turn.get("fallback") or 0)}]})


class Differ(Bot):
    """Takes differences. What it chooses depends on all it sees, and on nothing else."""

    features: ClassVar = ["delta"]
    ver = -1
    obs: Message

    def on_your_turn(self, message: Message) -> None:
        obs = self.restore(message)
        if obs is None:
            self.request({"type": "sync", "match_id": message["match_id"]})
            return
        self.ver, self.obs = int(message["ver"]), obs
        super().on_your_turn({**message, "obs": obs})

    def restore(self, message: Message) -> Message | None:
        """The whole observation; None where it cannot be known."""
        delta = message.get("delta")
        if delta is None:
            whole: Message = message["obs"]
            return whole
        if delta["base"] != self.ver:
            return None
        patched: Message = self.patch(self.obs, delta["patch"])
        return patched

    def patch(self, target: Any, patch: Any) -> Any:
        if not isinstance(patch, dict):
            return patch
        result = dict(target) if isinstance(target, dict) else {}
        for name, value in patch.items():
            result[name] = self.patch(result.get(name), value)
        return {name: value for name, value in result.items() if value is not None}

    def on_snapshot(self, message: Message) -> None:
        for decision in message.get("pending", []):
            self.answer(message["match_id"], {**decision, "obs": message["obs"]})

    def choice(self, turn: Message) -> Message:
        seen = json.dumps(turn["obs"], sort_keys=True).encode()
        return {"index": zlib.crc32(seen) % int(turn["n"])}


class LateSeeker(Bot):
    """Starts up slowly: has been given a seat before it asks for one."""

    def seek(self) -> None:
        time.sleep(1.5)
        super().seek()


GOOD: dict[str, type[Bot]] = {
    "bot": Bot,
    "thinker": Thinker,
    "spectator": Spectator,
    "assistant": Assistant,
    "differ": Differ,
    "late_seeker": LateSeeker,
}
