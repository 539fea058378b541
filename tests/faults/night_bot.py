"""A bot of `ladder_night`, copied into the server's bots folder: quick to start, and not always well-behaved.

The line `MANNER = ...` and those below it are written anew for each bot and each edit. What it hears it notes in a journal that the server
knows nothing of: which program played which match, and how the match ended.
"""

import hashlib
import json
import os
import random
import socket
import sys
import time
from typing import Any

MANNER = "steady"  # or crash, hang, cheat, flood
CHANCE = 0.0  # of a match in which it misbehaves
REVISION = 0
JOURNAL = ""

HASH = hashlib.sha256(open(__file__, "rb").read()).hexdigest()[:16]  # noqa: SIM115 (starts in 20 ms)
NAME = os.environ["INFOSET_NAME"]
FOREVER_S = 3_600


def note(**values: Any) -> None:
    """One line of the journal, whole even where many write."""
    line = json.dumps({"name": NAME, "hash": HASH, **values}) + "\n"
    with open(JOURNAL, "ab", buffering=0) as journal:
        journal.write(line.encode())


def misbehave() -> int | None:
    """Something that no bot should do; an index that there is not, where it is one."""
    sys.stderr.write(f"{NAME} revision {REVISION} misbehaves: {MANNER}\n")
    sys.stderr.flush()
    if MANNER == "crash":
        raise IndexError(f"{NAME} knows no better")
    if MANNER == "hang":
        time.sleep(FOREVER_S)
    if MANNER == "flood":
        for _ in range(32):
            sys.stderr.write(f"{NAME} " * 4_000 + "\n")
        return None
    return 1_000_000


def main() -> None:
    """Plays at random, for ever."""
    sys.stderr.write(f"{NAME} revision {REVISION} starts\n")
    host, _, port = os.environ["INFOSET_URL"].removeprefix("infoset://").rpartition(":")
    link = socket.create_connection((host, int(port)))
    rng = random.Random()
    rated: dict[str, bool] = {}
    noted: set[str] = set()

    def send(**message: Any) -> None:
        link.sendall(json.dumps(message).encode() + b"\n")

    auth = {"kind": "token", "token": os.environ["INFOSET_TOKEN"]}
    send(type="hello", proto=[1], auth=auth, client={"name": NAME, "lang": "python"})
    for line in link.makefile("rb"):
        message: dict[str, Any] = json.loads(line) if line.strip() else {"type": ""}
        match_id = message.get("match_id", "")
        if message["type"] == "match_start":
            rated[match_id] = message.get("rated", False)
        if message["type"] == "match_over":
            note(
                over=match_id,
                rated=rated.get(match_id),
                places=message.get("places"),
                reason=message.get("reason"),
            )
        is_turn = message["type"] == "your_turn"
        for turn in [message] if is_turn else message.get("pending", []):
            if match_id not in noted:
                noted.add(match_id)
                note(plays=match_id)
            index: int | None = None
            if CHANCE == 1.0 or rng.random() < CHANCE / 4:
                index = misbehave()
            if index is None:
                index = rng.randrange(turn["n"])
            send(type="act", match_id=match_id, decision=turn["decision"], index=index)
            if index >= turn["n"]:
                index = rng.randrange(turn["n"])
                send(type="act", match_id=match_id, decision=turn["decision"], index=index)


if __name__ == "__main__":
    main()
