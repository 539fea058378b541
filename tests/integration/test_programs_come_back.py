"""A program of the server that ends in the middle of a match: the next one hears what happened before, and plays on."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from tests.integration.harness import FOREVER, Server, open_room, play_on, seat_all
from tests.integration.test_uploads import sit_with
from tests.integration.uploads import account, logs_of, manifest, open_hosting, pack, upload

from infoset_server.uploads.versions import VersionState

Serve = Callable[..., Any]

# They count what happens, say what they have counted when they are asked, and end in their third decision against a
# person: with copies of themselves, as in the check, they play to the end.
BOT: Final = """
import os
import infoset


class Counter(infoset.Bot):
    def __init__(self):
        self.seen = 0
        self.decided = 0

    def on_events(self, match, events):
        self.seen += len(events)

    def decide(self, turn):
        print(f"decision {turn.decision} behind {self.seen} events", flush=True)
        self.decided += 1
        if self.decided == turn.decision == 3 and turn.match.players[0].name == "ann":
            os._exit(3)
        return 0


if __name__ == "__main__":
    infoset.run(Counter)
"""
LINES: Final = """
import json, sys

seen = decided = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "match_start":
        with_ann = message["players"][0]["name"] == "ann"
    if message["type"] == "events":
        seen += len(message["items"])
    asked = [message] if message["type"] == "your_turn" else message.get("pending", [])
    for turn in asked:
        decision = turn["decision"]
        print(f"decision {decision} behind {seen} events", file=sys.stderr, flush=True)
        decided += 1
        if with_ann and decided == decision == 3:
            sys.exit(3)
        act = {"type": "act", "match_id": message["match_id"], "decision": decision, "index": 0}
        print(json.dumps(act), flush=True)
"""
PROGRAMS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "socket": (BOT, {"command": ["{python}", "-m", "infoset", "bot", "bot.py"]}),
    "json": (LINES, {"run": ["{python}", "-I", "-S", "bot.py"], "speaks": "json"}),
}


def assert_heard_again(log: str) -> None:
    """Asserts that decision 3 was asked twice, the second time behind as many events as the first."""
    found = re.findall(r"decision (\d+) behind (\d+) events", log)
    counted = [(int(decision), int(seen)) for decision, seen in found]
    in_third = [seen for decision, seen in counted if decision == 3]
    assert len(in_third) == 2, log
    assert in_third[0] == in_third[1] > 0, log
    assert counted[-1][0] > 3, log
    assert "is not told" not in log


@pytest.mark.parametrize("speaks", PROGRAMS)
async def test_the_next_program_of_an_upload_hears_what_the_one_before_it_heard(
    serve: Serve, speaks: str
) -> None:
    server: Server = await serve()
    await open_hosting(server)
    olga = account(server)
    program, run = PROGRAMS[speaks]
    told = manifest(name="counter", games=["crossfire"], **run)
    version = await upload(server, olga, pack({"bot.toml": told, "bot.py": program}))
    in_check = logs_of(server, olga, "counter")
    assert version.state is VersionState.READY, in_check
    ann, match_id = await sit_with(server, "counter@1")
    assert (await play_on(ann, match_id))["reason"] == "finished"
    assert_heard_again(logs_of(server, olga, "counter")[len(in_check) :])


async def test_the_next_program_of_a_house_bot_hears_what_the_one_before_it_heard(
    serve: Serve,
) -> None:
    server: Server = await serve()
    folder = server.app.config.bots_dir
    folder.mkdir()
    (folder / "counter.py").write_text(BOT)
    ann = await server.connect("ann")
    room = await open_room(ann, game="crossfire", clock=FOREVER)
    await seat_all([ann], room)
    await ann.ask("add_bot", room=room, seat=1, bot="counter")
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    (process,) = server.app.hosting.processes
    assert (await play_on(ann, match_id))["reason"] == "finished"
    assert_heard_again(process.log_path.read_text())
