"""Programs as assistants, under the supervisor: the examples against a live server, and programs that misbehave."""

import asyncio
import io
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import FOREVER, PATIENCE_S, Client, Message, Server

import infoset
from infoset.assistant.record import read_record
from infoset.assistant.supervisor import Patience, Supervisor
from infoset.assistant.trial import Trial
from infoset.errors import RequestError
from infoset_protocol.errors import CloseCode
from infoset_protocol.messages import AssistInvite, CreateRoom, Join, Ok, Resign, Room

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "clients/python/examples/assistants"
QUICK = Patience(first_s=0.05, longest_s=0.2)
CLOCK = {"kind": "bank", "main_ms": 900_000, "inc_ms": 0}
LONG_DEAL = "c"  # with it the fallbacks of Crossfire play a dozen rounds and see each other


async def sit_down(
    server: Server, game: str = "crossfire", clock: dict[str, Any] = FOREVER, **room: Any
) -> tuple[Client, list[Client], str]:
    """The owner, everybody at the table, and the match."""
    owner = await server.connect("ann", features=["assist"])
    made = await owner.ask("create_room", game=game, clock=clock, assist="auto", **room)
    number, seats = made["room"]["room"], len(made["room"]["seats"])
    players = [owner, *[await server.connect(f"p{seat}") for seat in range(1, seats)]]
    for seat, player in enumerate(players):
        await player.ask("join", room=number, seat=seat, ready=True)
    match_id = (await owner.expect("match_start"))["match_id"]
    return owner, players, match_id


async def play_rounds(server: Server, players: list[Client], match_id: str, count: int) -> None:
    """Whoever is asked answers, so many times over, or until the match ends."""
    for _ in range(count):
        if not any(live.id == match_id for live in server.app.play.running.values()):
            return
        asked = server.live(match_id).match.open
        for seat, decision in list(asked.items()):
            if seat < len(players) and asked.get(seat) is decision and decision.sealed is None:
                index = 0 if decision.kind == "setup" else decision.fallback
                at = {"match_id": match_id, "decision": decision.number}
                await players[seat].request("act", **at, index=index)


@asynccontextmanager
async def supervised(
    server: Server, owner: Client, match_id: str, *argv: str, rights: tuple[str, ...] = ()
) -> AsyncIterator[tuple[Supervisor, io.StringIO]]:
    """A program beside the owner, and what the supervisor shows."""
    granted = list(rights or ("view", "draw", "suggest"))
    invited = await owner.ask("assist_invite", match_id=match_id, rights=granted)
    out = io.StringIO()
    url = f"infoset://127.0.0.1:{server.port}"
    async with infoset.Client(url, name="helper", features=("obs", "compute")) as client:
        supervisor = Supervisor(client, invited["data"]["code"], argv, out, QUICK)
        task = asyncio.create_task(supervisor.run())
        try:
            yield supervisor, out
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


# The examples.


@pytest.mark.parametrize(
    ("example", "layer", "kind"),
    [
        ("counters", "second", "table"),
        ("last_seen", "turn", "text"),
        ("safest_squares", "turn", "badge"),
    ],
)
async def test_the_first_assistants_of_crossfire_draw(
    serve: Any, example: str, layer: str, kind: str
) -> None:
    server = await serve(seed=LONG_DEAL)
    owner, players, match_id = await sit_down(server, clock=CLOCK, options={"preset": "mini"})
    match = server.live(match_id).match
    while not any(match.observation(0)["seen"]):
        assert not match.over, "nobody was seen: this deal tries nothing"
        await play_rounds(server, players, match_id, 1)
    program = str(EXAMPLES / f"{example}.py")
    async with supervised(server, owner, match_id, sys.executable, program) as (_, out):
        drawn = await find(owner, "overlay_show", lambda m: m["layer"] == layer and m["items"])
        assert {item["k"] for item in drawn["items"]} == {kind}
        if example == "safest_squares":
            assert len(drawn["items"]) == 10
            assert {item["n"] for item in drawn["items"]} == {3}
        assert "error" not in out.getvalue()


def has_text(text: str, note: Message) -> bool:
    """Is it in this note?"""
    return text in note["text"]


async def find(
    client: Client, kind: str, fits: Callable[[Message], Any], since: int = 0
) -> Message:
    """The first message of this type that fits, heard or to come."""
    async with asyncio.timeout(PATIENCE_S):
        return await client._find(lambda m: m["type"] == kind and bool(fits(m)), since)


def says(words: str) -> Callable[[Message], bool]:
    """Whether these words stand in a note."""
    return lambda message: words in message["text"]


async def play_until(
    server: Server, players: list[Client], match_id: str, heard: Callable[[], list[Message]]
) -> Message:
    """Plays on, a round now and then, until the owner has heard what is looked for."""
    async with asyncio.timeout(PATIENCE_S):
        while not heard():
            await play_rounds(server, players, match_id, 1)
            await asyncio.sleep(0.5)  # programs take their time; nothing rests on how long
    return heard()[0]


@pytest.mark.parametrize("game", ["catan", "colonizers", "crossfire"])
async def test_the_generic_assistants_work_in_every_game(server: Server, game: str) -> None:
    owner, players, match_id = await sit_down(server, game, CLOCK)
    programs = [str(EXAMPLES / f"{name}.py") for name in ("clock", "what_changed", "house_advice")]
    python = sys.executable
    async with (
        supervised(server, owner, match_id, python, programs[0]) as (_, clock),
        supervised(server, owner, match_id, python, programs[1]) as (_, changed),
        supervised(server, owner, match_id, python, programs[2]) as (_, house),
    ):
        ticking = await find(owner, "overlay_show", lambda m: m["layer"] == "second")
        rows = dict(ticking["items"][0]["rows"])
        assert "played" in rows
        advice = await play_until(
            server, players, match_id, lambda: [m for m in owner.of_type("suggestion") if m["top"]]
        )
        await play_until(
            server,
            players,
            match_id,
            lambda: [m for m in owner.of_type("overlay_show") if m["layer"] == "turn"],
        )
        assert advice["top"][0]["value"] > 0
        for out in (clock, changed, house):
            assert "error" not in out.getvalue()
            assert "refused" not in out.getvalue()


async def test_the_clock_in_javascript_draws(server: Server) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("LOUD: node is not installed: the assistant in JavaScript was not tried")
    program = str(ROOT / "clients/javascript/clock_assistant.mjs")
    await check_clock(server, node, program)


async def test_the_clock_in_cpp_draws(server: Server, tmp_path: Path) -> None:
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("LOUD: no C++ compiler is installed: the assistant in C++ was not tried")
    source, program = ROOT / "clients/cpp/clock_assistant.cpp", str(tmp_path / "clock")
    flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror"]
    await asyncio.to_thread(
        subprocess.run, [compiler, *flags, "-o", program, str(source)], check=True, timeout=250
    )
    await check_clock(server, program)


async def check_clock(server: Server, *argv: str) -> None:
    owner, players, match_id = await sit_down(server, clock=CLOCK)
    async with supervised(server, owner, match_id, *argv) as (_, out):
        await play_rounds(server, players, match_id, 2)
        drawn = await find(owner, "overlay_show", lambda m: m["layer"] == "clock")
        rows = dict(drawn["items"][0]["rows"])
        assert rows.keys() >= {"asked", "round", "reduction in", "played", "time left"}
        assert "error" not in out.getvalue()


# Programs that misbehave.

CRASHES = """
import json, sys
turns = 0
for line in sys.stdin:
    message = json.loads(line)
    sys.stderr.flush()
    if message["type"] in ("assist_start", "assist_layers", "snapshot"):
        print(json.dumps({"type": "assist_log", "text": json.dumps(message)[:1500]}), flush=True)
    if message["type"] == "your_turn":
        turns += 1
        item = {"id": f"t{turns}", "k": "mark", "at": ["cell:1,1"]}
        overlay = {"type": "overlay", "items": [item], "until": "removed"}
        print(json.dumps(overlay), flush=True)
        if turns == 3:
            raise KeyError("every third turn")
"""

NOISE = """
import sys
for line in sys.stdin:
    if '"your_turn"' in line or '"snapshot"' in line:
        for number in range(30_000):
            print("noise " * 20)
            print("noise " * 20, file=sys.stderr)
        print("x" * 300_000)
        sys.stdout.flush()
"""

RUDE = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("your_turn", "snapshot"):
        for said in (
            {"type": "resign"},
            {"type": "chat", "text": "hello opponent"},
            {"type": "overlay", "items": [{"k": "film"}]},
            {"type": "overlay", "items": [{"k": "mark", "at": ["cell:99,99"]}]},
            {"type": "act", "decision": 1, "index": 0},
            {"type": "suggest", "decision": 1, "top": [{"index": 99999999}]},
        ):
            print(json.dumps(said), flush=True)
        print("{not json", flush=True)
"""


def write(tmp_path: Path, source: str) -> str:
    program = tmp_path / "program.py"
    program.write_text(source)
    return str(program)


async def test_a_program_that_crashes_every_third_turn_is_restarted_and_told_how_things_stand(
    serve: Any, tmp_path: Path
) -> None:
    server = await serve(seed=LONG_DEAL)
    owner, players, match_id = await sit_down(server)
    program = write(tmp_path, CRASHES)
    async with supervised(server, owner, match_id, sys.executable, program) as (supervisor, _):
        await find(owner, "assist_note", lambda m: '"restarts": 0' in m["text"])
        since = 0
        for crash in range(1, 3):
            await play_rounds(server, players, match_id, 3)
            error = await find(owner, "assist_note", lambda m: m["level"] == "error", since)
            assert "KeyError: 'every third turn'" in error["text"]
            since = owner.heard.index(error) + 1
            text = f'"restarts": {crash}'
            await find(owner, "assist_note", partial(has_text, text), since)
        assert supervisor.restarts >= 2
        layers = await find(owner, "assist_note", lambda m: '["t3"]' in m["text"])
        assert '"assist_layers"' in layers["text"]
        await find(owner, "assist_note", lambda m: '"snapshot"' in m["text"] and "obs" in m["text"])
        await play_rounds(server, players, match_id, 1)


async def test_a_program_that_prints_megabytes_is_shown_in_part_and_the_person_plays_on(
    server: Server, tmp_path: Path
) -> None:
    owner, players, match_id = await sit_down(server)
    program = write(tmp_path, NOISE)
    async with supervised(server, owner, match_id, sys.executable, program) as (_, out):
        await play_rounds(server, players, match_id, 1)
        warning = await find(owner, "assist_note", lambda m: "too many" in m["text"])
        assert warning["level"] == "warning"
        await play_rounds(server, players, match_id, 2)
        await owner.settled()
        assert len(owner.of_type("assist_note")) < 200
        assert len(out.getvalue()) < 200_000


async def test_what_an_assistant_may_not_say_is_refused_visibly(
    server: Server, tmp_path: Path
) -> None:
    owner, players, match_id = await sit_down(server)
    program = write(tmp_path, RUDE)
    async with supervised(server, owner, match_id, sys.executable, program) as (_, out):
        for complaint in (
            "an assistant may not ask for that",
            "items.0.k",
            "act was refused: you were not given the right: act (right_missing)",
            "illegal_action",
            "not JSON",
        ):
            await find(owner, "assist_note", says(complaint))
        assert "there is no anchor cell:99,99" in out.getvalue()
        await play_rounds(server, players, match_id, 1)
    assert not players[1].of_type("assist_note", "chat_msg", "match_over")


async def play_rest(server: Server, players: list[Client], match_id: str) -> None:
    """Everybody but the owner answers whatever they are asked."""
    seen = 0
    while True:
        turn = await players[1].heard_from(seen)
        seen += 1
        if turn["type"] == "match_over":
            return
        if turn["type"] == "your_turn":
            at = {"match_id": match_id, "decision": turn["decision"]}
            await players[1].request("act", **at, index=turn["fallback"])


async def test_an_assistant_alone_plays_a_whole_match_under_auto(
    server: Server, tmp_path: Path
) -> None:
    source = """
from infoset.assistant import Assistant, run

class Player(Assistant):
    def every_turn(self, turn):
        self.act(turn.fallback_choice().index or 0)

run(Player)
"""
    owner, players, match_id = await sit_down(server)
    program = write(tmp_path, source)
    rights = ("view", "act")
    async with supervised(server, owner, match_id, sys.executable, program, rights=rights):
        play = asyncio.create_task(play_rest(server, players, match_id))
        over = await find(owner, "match_over", lambda m: True)
        await play
    assert over["assisted"] == [0]
    assert not owner.of_type("act_ok")


async def test_a_supervisor_whose_session_is_lost_joins_again_with_its_key(
    server: Server, tmp_path: Path
) -> None:
    owner, players, match_id = await sit_down(server)
    program = write(tmp_path, CRASHES)
    async with supervised(server, owner, match_id, sys.executable, program) as (_, out):
        await find(owner, "assist_note", lambda m: '"restarts": 0' in m["text"])
        first = await find(owner, "assist_status", lambda m: m.get("name") == "helper")
        helper = next(
            one for one in server.app.people.clients.values() if one.user.name == "helper"
        )
        helper.line.close(CloseCode.SESSION_ENDED, "logged out elsewhere")
        gone = await find(owner, "assist_status", lambda m: m.get("name") and not m["on"])
        since = owner.heard.index(gone)
        back = await find(owner, "assist_status", lambda m: m.get("name") and m["on"], since)
        assert back["assistant"] == first["assistant"] == gone["assistant"]
        since = len(owner.heard)
        await play_rounds(server, players, match_id, 1)
        await find(owner, "overlay_show", lambda m: m["items"], since)
        assert out.getvalue().count("attached as") == 2


async def test_the_supervisor_ends_when_the_owner_sends_it_away(
    server: Server, tmp_path: Path
) -> None:
    owner, _, match_id = await sit_down(server)
    invited = await owner.ask("assist_invite", match_id=match_id)
    out = io.StringIO()
    async with infoset.Client(f"infoset://127.0.0.1:{server.port}", name="helper") as client:
        supervisor = Supervisor(client, invited["data"]["code"], ["cat"], out, QUICK)
        task = asyncio.create_task(supervisor.run())
        await find(owner, "assist_status", lambda m: m.get("name") == "helper")
        await owner.ask("assist_revoke")
        await asyncio.wait_for(task, PATIENCE_S)
        assert "sent away" in out.getvalue()
        again = Supervisor(client, invited["data"]["code"], ["cat"], out, QUICK)
        with pytest.raises(RequestError, match="wrong_code"):
            await again.run()


# The command.


async def run_command(server: Server, *arguments: str) -> tuple[int, str, str]:
    """`infoset assist`: its exit code, what it wrote, what it complained of."""
    argv = [sys.executable, "-m", "infoset", "assist", *arguments]
    url = f"infoset://127.0.0.1:{server.port}"
    process = await asyncio.create_subprocess_exec(
        *[*argv[:4], "--url", url, *argv[4:]],
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE_S):
        out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def test_the_command_runs_a_program_and_ends_with_the_match(server: Server) -> None:
    owner, players, match_id = await sit_down(server)
    code = (await owner.ask("assist_invite", match_id=match_id))["data"]["code"]
    running = asyncio.create_task(run_command(server, "--code", code, "--", "cat"))
    await find(owner, "assist_status", lambda m: m.get("name") == "helper")
    for player in players:
        await player.request("resign", match_id=match_id)
    status, out, _ = await running
    assert status == 0
    assert "attached as a_" in out


async def test_a_program_is_tried_in_a_match_of_its_own(server: Server) -> None:
    out = io.StringIO()
    program = str(EXAMPLES / "house_advice.py")
    url = f"infoset://127.0.0.1:{server.port}"
    async with infoset.Client(url, name="ann", features=("assist",)) as owner:
        trial = Trial(owner, "colonizers", out, pace_s=0.02)
        code = await trial.open()
        async with infoset.Client(url, name="helper", features=("obs",)) as helper:
            argv = [sys.executable, program]
            supervisor = Supervisor(helper, code, argv, io.StringIO(), QUICK)
            helping = asyncio.create_task(supervisor.run())
            async with asyncio.timeout(PATIENCE_S):
                await trial.play()
            helping.cancel()
            await asyncio.gather(helping, return_exceptions=True)
    assert "over: finished" in out.getvalue()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--code", "ac_nonsense", "--", "cat"], "wrong_code"),
        (["--code", "ac_nonsense"], "which program?"),
        (["--code", "ac_nonsense", "--", "no-such-program-anywhere"], "no such program"),
        (["--export", "m_nobodys"], "keeps no matches"),
        ([], "--code"),
    ],
)
async def test_the_command_says_in_a_sentence_what_is_wrong(
    server: Server, arguments: list[str], complaint: str
) -> None:
    status, _, err = await run_command(server, *arguments)
    assert status != 0
    assert complaint in err
    assert "Traceback" not in err


async def test_the_record_of_a_seat_is_read_by_the_sdk(serve: Any) -> None:
    server = await serve(store__enabled=True)
    url = f"infoset://127.0.0.1:{server.port}"
    async with infoset.Client(url, name="ann", features=("assist",)) as owner:
        made = await owner.request(CreateRoom(game="crossfire", assist="advice"))
        assert isinstance(made, Room)
        room = made.room.room
        await owner.request(Join(room=room, seat=0, ready=True))
        invited = await owner.request(AssistInvite(room=room))
        assert isinstance(invited, Ok)
        code = (invited.data or {})["code"]
        helper = await server.connect("helper")
        await helper.ask("assist_join", code=code)
        other = await server.connect("bob")
        await other.ask("join", room=room, seat=1, ready=True)
        match_id = (await helper.expect("match_start"))["match_id"]
        await helper.ask("assist_log", match_id=match_id, text="hello")
        await owner.request(Resign(match_id=match_id))
        await other.request("resign", match_id=match_id)
        entries = [entry async for entry in read_record(owner, match_id, 0)]
        assert [entry["e"] for entry in entries] == ["joined", "asked", "log"]
        with pytest.raises(RequestError, match="not_found"):
            await anext(read_record(owner, match_id, 1))
