"""A house bot for tests: a socket and JSON, quick to start. The first argument says how it behaves.

first     plays index 0
last      plays the last index
crash     writes to stderr and exits at once
stumble   plays two moves in its whole life, then crashes
absent    never connects
hang      logs in and never answers
babble    writes more to stderr than is kept, then plays as `first`
confused  plays index 0 and says each time that it could not decide
talk      says something before its first move, logs the answer, and plays as `first`
forked    leaves a child behind that holds its stderr, and crashes
"""

import json
import os
import socket
import subprocess
import sys
import time
from typing import Any

FOREVER_S = 3_600
SAID = 1  # the id of what it says


def main(manner: str) -> None:
    sys.stderr.write(f"{os.environ['INFOSET_NAME']} is {manner}\n")
    if manner == "crash":
        raise SystemExit("crashed as told")
    if manner == "forked":
        left = subprocess.Popen(["sleep", str(FOREVER_S)])
        sys.stderr.write(f"left behind: {left.pid}\n")
        raise SystemExit("left a child behind")
    if manner == "absent":
        time.sleep(FOREVER_S)
    if manner == "babble":
        for _ in range(64):
            sys.stderr.write("x" * 32_767 + "\n")
        sys.stderr.write("the last words\n")
    play(manner)


def play(manner: str) -> None:
    host, _, port = os.environ["INFOSET_URL"].removeprefix("infoset://").rpartition(":")
    link = socket.create_connection((host, int(port)))
    moves = 0

    def send(message: dict[str, object]) -> None:
        link.sendall(json.dumps(message).encode() + b"\n")

    auth = {"kind": "token", "token": os.environ["INFOSET_TOKEN"]}
    send({"type": "hello", "proto": [1], "auth": auth, "client": {"name": "t", "lang": "python"}})
    for line in link.makefile("rb"):
        message: dict[str, Any] = json.loads(line) if line.strip() else {"type": ""}
        if message.get("re") == SAID:
            sys.stderr.write(f"said: {message.get('code', message['type'])}\n")
        is_turn = message["type"] == "your_turn"
        turns: list[dict[str, Any]] = [message] if is_turn else message.get("pending", [])
        for turn in turns:
            if manner == "hang":
                continue
            if manner == "stumble" and moves == 2:
                raise SystemExit("stumbled")
            if manner == "talk" and moves == 0:
                said = {"match_id": message["match_id"], "text": "hello from the cage"}
                send({"type": "chat", "id": SAID, **said})
            moves += 1
            index = turn["n"] - 1 if manner == "last" else 0
            match_id, decision = message["match_id"], turn["decision"]
            note = {"note": "fallback: no idea"} if manner == "confused" else {}
            act = {"type": "act", "match_id": match_id, "decision": decision, "index": index}
            send({**act, **note})


if __name__ == "__main__":
    main(sys.argv[1])
