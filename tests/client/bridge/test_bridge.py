"""The bridge with real child processes, well behaved and hostile, against a scripted server."""

import json
import logging
import os
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from infoset.bridge.child import Grace
from infoset.bridge.dialects import JsonLines, Words
from infoset.bridge.observation_file import ObservationFile
from infoset.bridge.seat import BridgeSeat
from infoset.client import Client, Incoming
from infoset.commands import bridge as bridge_command
from infoset.errors import CommandError
from infoset.playing import Host, Plan, Seat
from infoset.turn import Match

if TYPE_CHECKING:
    from tests.client.conftest import IsGone, Peer, Serve

GRACE = Grace(quit_s=30.0, terminate_s=30.0)  # for a child that ends when it is told to
HASTY = Grace(quit_s=0.5, terminate_s=0.2)  # for one that does not, or leaves its pipes to others

pytestmark = pytest.mark.skipif(
    not hasattr(os, "killpg"), reason="NOT TESTED: no process groups here"
)


@pytest.fixture(autouse=True)
def _warnings_reach_caplog(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "infoset")


def python(program: str) -> list[str]:
    """A child that is a few lines of Python."""
    return [sys.executable, "-u", "-S", "-E", "-c", textwrap.dedent(program)]


ANSWER_ALL = """
    import sys
    for line in sys.stdin:
        print(line.rstrip(), file=sys.stderr)
        if line.startswith("TURN"):
            print(2)
"""


async def bridge(
    url: str,
    argv: list[str],
    mode: str = "words",
    file: ObservationFile | None = None,
    grace: Grace = GRACE,
) -> list[Seat]:
    """Plays one match with a child; returns the seats that ended."""
    seats: list[Seat] = []
    async with Client(url) as client:

        def make_seat(match: Match, start: Incoming) -> Seat:
            save = None if file is None else file.for_match(match.match_id)
            dialect = JsonLines(match, start.plain) if mode == "json" else Words(match, save)
            return BridgeSeat(match, dialect, argv, client.ask_plain, grace)

        await Host(client, make_seat, Plan(game="toy"), seats.append).run()
    return seats


def playing(turns: int, acts: list[dict[str, Any]]) -> Any:
    """A script: one match."""

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        acts.extend(await peer.play(turns))
        await peer.wait_gone()

    return script


async def test_a_shell_script_plays_a_match(
    serve: "Serve", capfd: pytest.CaptureFixture[str]
) -> None:
    program = """
        while read -r verb d n f t; do
            case $verb in SEES|ACTION) continue ;; esac
            echo "$verb $d" >&2
            [ "$verb" = TURN ] && echo $f
        done
    """
    acts: list[dict[str, Any]] = []
    async with serve(playing(3, acts)) as server:
        (seat,) = await bridge(server.url(), ["/bin/sh", "-c", program])
    assert [act["index"] for act in acts] == [0, 0, 0]
    assert seat.result is not None
    said = capfd.readouterr().err.splitlines()
    label = "[toy g_1 seat 0]"
    expected = ["START toy", "TURN 1", "TURN 2", "TURN 3", "OVER 1", "QUIT "]
    assert [line.removeprefix(f"{label} ") for line in said] == expected


async def test_a_child_may_end_its_lines_with_cr_lf(serve: "Serve") -> None:
    acts: list[dict[str, Any]] = []
    program = ANSWER_ALL.replace("print(2)", 'sys.stdout.write("2\\r\\n")')
    async with serve(playing(2, acts)) as server:
        await bridge(server.url(), python(program))
    assert [act["index"] for act in acts] == [2, 2]


async def test_a_json_child_sees_the_messages_and_sends_its_own(serve: "Serve") -> None:
    program = """
        import json, sys
        seen = []
        for line in sys.stdin:
            message = json.loads(line)
            seen.append(message["type"])
            if message["type"] == "your_turn":
                act = {"type": "act", "match_id": message["match_id"], "id": 70 + message["decision"]}
                print(json.dumps(act | {"decision": message["decision"], "action": ["build", 5]}))
            elif message["type"] == "act_ok":
                assert message["re"] == 70 + message["decision"], message
            elif message["type"] == "match_over":
                print(json.dumps(seen), file=sys.stderr)
    """
    acts: list[dict[str, Any]] = []
    async with serve(playing(2, acts)) as server:
        await bridge(server.url(), python(program), mode="json")
    assert [act["action"] for act in acts] == [["build", 5]] * 2


async def test_a_json_child_hears_everything_about_its_match_in_order(
    serve: "Serve", capfd: pytest.CaptureFixture[str]
) -> None:
    program = """
        import json, sys
        for line in sys.stdin:
            message = json.loads(line)
            print(message["type"], file=sys.stderr)
            if message["type"] == "your_turn":
                act = {"type": "act", "match_id": "g_1", "decision": message["decision"], "index": 0}
                print(json.dumps(act))
    """
    async with serve(playing(1, [])) as server:
        await bridge(server.url(), python(program), mode="json")
    said = [line.split("] ")[1] for line in capfd.readouterr().err.splitlines()]
    assert said == ["match_start", "your_turn", "match_over"]


async def test_the_observation_lies_in_the_file_when_the_turn_is_read(
    serve: "Serve", tmp_path: Path
) -> None:
    file = tmp_path / "obs-g_1.json"
    program = f"""
        import json, sys
        for line in sys.stdin:
            if line.startswith("TURN"):
                print(json.load(open({str(file)!r}))["round"])
    """
    acts: list[dict[str, Any]] = []
    async with serve(playing(2, acts)) as server:
        pattern = ObservationFile(str(tmp_path / "obs-{match}.json"))
        await bridge(server.url(), python(program), file=pattern)
    assert [act["index"] for act in acts] == [1, 2]
    assert json.loads(file.read_text()) == {"round": 2}


# Hostile children.


async def test_a_child_that_dies_once_is_started_again_and_told_the_open_turn(
    serve: "Serve", tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    mark = tmp_path / "died"
    program = f"""
        import os, sys
        for line in sys.stdin:
            verb, *rest = line.split()
            if verb == "TURN" and rest[0] == "2" and not os.path.exists({str(mark)!r}):
                open({str(mark)!r}, "w").close()
                os.kill(os.getpid(), 9)
            if verb == "TURN":
                print(rest[0], 1)
    """
    acts: list[dict[str, Any]] = []
    async with serve(playing(4, acts)) as server:
        await bridge(server.url(), python(program))
    assert [act["index"] for act in acts] == [1, 1, 1, 1]
    assert "the child ended during the match (killed by SIGKILL)" in caplog.text


async def test_a_child_that_keeps_dying_leaves_the_match_to_the_fallback(
    serve: "Serve", caplog: pytest.LogCaptureFixture
) -> None:
    acts: list[dict[str, Any]] = []
    async with serve(playing(3, acts)) as server:
        (seat,) = await bridge(server.url(), python("raise SystemExit(3)"))
    assert [act["index"] for act in acts] == [0, 0, 0]
    assert seat.result is not None
    assert caplog.text.count("the child ended during the match (exit code 3)") == 2


async def test_a_child_that_hangs_does_not_hang_the_bridge(
    serve: "Serve", caplog: pytest.LogCaptureFixture
) -> None:
    program = """
        import signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(100)
    """

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.ask(1)
        closing = {"match_id": "g_1", "decision": 1}
        await peer.send({"type": "turn_closed", "why": "timeout"} | closing)
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        (seat,) = await bridge(server.url(), python(program), grace=HASTY)
    assert seat.result is not None


async def test_a_child_that_talks_nonsense_is_logged_and_ignored(
    serve: "Serve", caplog: pytest.LogCaptureFixture
) -> None:
    program = r"""
        import sys
        for line in sys.stdin:
            if line.startswith("TURN"):
                sys.stdout.buffer.write(b"\xff\xfe\x00garbage\n99\n7 7 7\n" + b"y" * 200000 + b"\n2\n")
                sys.stdout.flush()
    """
    acts: list[dict[str, Any]] = []
    async with serve(playing(2, acts)) as server:
        await bridge(server.url(), python(program))
    assert [act["index"] for act in acts] == [2, 2]
    for complaint in ("expected an index", "got 99", "does not wait", "over the limit"):
        assert complaint in caplog.text


async def test_a_child_that_floods_is_ended_and_the_match_goes_on(
    serve: "Serve", caplog: pytest.LogCaptureFixture
) -> None:
    program = """
        while True:
            print("spam " * 100)
    """
    acts: list[dict[str, Any]] = []
    async with serve(playing(3, acts)) as server:
        await bridge(server.url(), python(program), grace=HASTY)
    assert [act["index"] for act in acts] == [0, 0, 0]
    assert "the child only makes noise; ended" in caplog.text
    assert caplog.text.count("expected an index") == 2 * 10  # the log is not flooded


async def test_a_child_that_never_reads_is_ended(
    serve: "Serve", caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infoset.bridge.child.MAX_BACKLOG_BYTES", 200_000)
    program = """
        import time
        while True:
            time.sleep(100)
    """

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        big = {"e": "x_big", "text": "x" * 50_000}
        for ver in range(20):
            await peer.send({"type": "events", "match_id": "g_1", "ver": ver, "items": [big]})
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        await bridge(server.url(), python(program), mode="json", grace=HASTY)
    assert "does not read what it is told; killed" in caplog.text


async def test_a_child_that_leaves_children_behind_is_cleaned_up(
    serve: "Serve", tmp_path: Path, is_gone: "IsGone"
) -> None:
    pid_file = tmp_path / "pid"
    program = f"sleep 100 & echo $! > {pid_file}; while read -r l; do echo 0; done"
    async with serve(playing(1, [])) as server:
        await bridge(server.url(), ["/bin/sh", "-c", program], grace=HASTY)
    pid = int(pid_file.read_text())
    assert await is_gone(pid)


async def test_a_child_is_told_nothing_of_our_token(
    serve: "Serve", monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("INFOSET_TOKEN", "bt_secret")
    async with serve(playing(1, [])) as server:
        program = 'env >&2; while read -r verb x; do [ "$verb" = TURN ] && echo 0; done'
        await bridge(server.url(), ["/bin/sh", "-c", program])
    said = capfd.readouterr().err
    assert "PATH=" in said
    assert "bt_secret" not in said


async def test_a_program_that_is_not_there_is_named(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.wait_gone()

    async with serve(script) as server:
        with pytest.raises(CommandError, match="cannot start /no/such/bot: No such file"):
            await bridge(server.url(), ["/no/such/bot"])


def test_the_command_checks_the_program_before_it_connects() -> None:
    with pytest.raises(CommandError, match="no such program"):
        bridge_command.check_program("no-such-bot-anywhere")
