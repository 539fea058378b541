"""A child of the bridge in `json` mode, without any SDK: lets the server play out each first action. No tests here."""

import json
import sys
from typing import Any

thought = refused = 0
waiting: dict[str, Any] = {}


def say(kind: str, **fields: Any) -> None:
    sys.stdout.write(json.dumps({"type": kind, "match_id": waiting["match_id"], **fields}) + "\n")


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "your_turn":
        waiting = message
        say("rollout", id=message["decision"], k=2, horizon=50)
    elif message.get("re") == waiting.get("decision") and message["type"] in ("rollouts", "error"):
        thought += 1
        refused += message["type"] == "error"
        say("act", decision=waiting["decision"], index=0)
    elif message["type"] == "match_over":
        sys.stderr.write(f"thought of {thought} decisions, {refused} refused\n")
