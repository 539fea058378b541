"""A random bot from nothing but a socket and JSON: plays any game, needs no SDK.

usage: python random_bot.py [HOST [PORT [MATCHES [GAME]]]]
"""
# ruff: noqa: T201 (a program of its own, which prints its results)

import json
import random
import socket
import sys
import time
from typing import Any

host, port, matches, game = (
    sys.argv[1:5] + ["127.0.0.1", "7421", "1", "colonizers"][len(sys.argv) - 1 :]
)
try:
    connection = socket.create_connection((host, int(port)))
except OSError as error:
    sys.exit(f"no connection to {host}:{port}: {error}")
lines = connection.makefile(encoding="utf-8", newline="\n")  # for reading only, see `send`


def send(**message: Any) -> dict[str, Any]:
    """Sends one message: one JSON object on one line.

    Not through a file in mode "rw": that forgets what it has read ahead whenever it writes.
    """
    connection.sendall(json.dumps(message).encode() + b"\n")
    return message


send(type="hello", proto=[1], auth={"kind": "guest", "name": "raw_python"})
last = send(type="seek", game=game)  # to be paired with whoever seeks the same game
seat = played = 0
for line in lines:
    if not line.strip():
        continue  # an empty line only shows that the server is alive
    message = json.loads(line)
    match message["type"]:
        case "match_start":
            seat = message["seat"]
        case "your_turn":
            index = random.randrange(message["n"])  # of n legal actions; no need to read them
            decision = {"match_id": message["match_id"], "decision": message["decision"]}
            last = send(type="act", **decision, index=index)
        case "match_over":
            places, scores = message["places"], message["scores"]
            print(
                f"{game} {message['match_id']} seat {seat}: place {places[seat]} of {len(places)}, "
                f"score {scores[seat]:g} ({message['reason']})",
                flush=True,
            )
            played += 1
            if played == int(matches):
                send(type="bye")
                sys.exit()
            last = send(type="seek", game=game)
        case "error" if "retry_ms" in message:  # too fast for the server: wait and ask again
            time.sleep(message["retry_ms"] / 1000)
            send(**last)
        case "error":
            print(f"error {message['code']}: {message['msg']}", file=sys.stderr, flush=True)
            if "match_id" not in message:
                sys.exit(1)  # not about a match: we were not let in, or there is no such game
        case "bye":
            sys.exit(f"the server said bye: {message['reason']}")
        case _:
            pass  # events and whatever later versions may tell
sys.exit("the server closed the connection")
