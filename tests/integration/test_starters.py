"""The starters of `infoset new-bot`: the commands of their READMEs and of docs/first-bot.md as written, the change that the
document makes, their folders dropped into a server, and what their tools ask of the kernel.

A language whose tools are not installed here is skipped, and the summary says so.
"""

import asyncio
import json
import os
import re
import shlex
import shutil
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.client.conftest import FakeServer, Peer, run_server
from tests.integration.harness import PATIENCE_S, Client, Server, open_room, play_on, seat_all
from tests.integration.starters import new_bot
from tests.sdk.sdks import CPP

from infoset.scaffolding.starters import STARTERS, Starter
from infoset_server.programs.manifest import read_dropped
from infoset_server.programs.sandbox.syscalls import ALLOWED, LOOKED_AT, PROBED, REFUSED

DOCUMENT = Path(__file__).parents[2] / "docs" / "first-bot.md"
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TRACES = DOCUMENT.with_name("traces.md")
DECISION = re.compile(
    r"^([A-Z][^\n]*, (?:in|at the end of) `[^\n]*):\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
PLACE = re.compile(r"(\S+), (in|at the end of) `([^`]+)`, with `([^`]+)`")
CHANGE = re.compile(r"^([^\n]*), in `[^\n]*:\n\n```diff\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMPLAINT = re.compile(r"^\d\d:\d\d:\d\d ", re.MULTILINE)
TRIED = (
    "python",
    "go",
)  # the contract is kept by the SDK; those of the others have tests of their own
WEB_SOCKET = ("python", "java", "rust")  # as it is, says the document
TURNS = 12  # a bot that plays at random does not get through by luck
# Most programs here end within seconds: the virtual machine of Java has its first compiler alone and one thread that
# collects garbage.
QUICKLY = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
# Who is traced runs as in a server's sandbox, where there is no network, and where this is said to what builds alone.
AS_UPLOADED = {"CARGO_NET_OFFLINE": "true"}
AS_PLAYING = {"JAVA_TOOL_OPTIONS": "-XX:+UseSerialGC"}
# What a tracer sees that is no call of the program's: a call begun again after a signal has a name of its own.
NO_CALLS = {"restart_syscall"}
# A tracer stops a program at each call that it counts, which can double what a compiler costs: it counts those that no table
# knows. Two calls are known and counted all the same, because every program makes them: so it is seen that it counts.
SURE = {"execve", "mmap"}
KNOWN = {*ALLOWED, *LOOKED_AT, *REFUSED, *PROBED} | NO_CALLS
UNKNOWN = "!" + ",".join(f"?{name}" for name in sorted(KNOWN - SURE))  # ?: strace knows it, or not
# Nobody answers there: a program loads all it has, tries, and gives up.
NOBODY = "--url infoset://127.0.0.1:1 --seek crossfire"
COMMAND_S = 1_500  # for a compiler on a busy machine, and a first fetch of packages

pytestmark = pytest.mark.timeout(2 * COMMAND_S)

Serve = Callable[..., Any]


def commands(document: Path) -> list[str]:
    """The lines to be copied from a document."""
    blocks = BLOCK.findall(document.read_text("utf-8"))
    return [line for block in blocks for line in block.splitlines()]


def changes() -> dict[str, str]:
    """The change that the document makes in each language, by its title."""
    found = CHANGE.findall(DOCUMENT.read_text("utf-8"))
    return {title.split(",")[0]: diff for titles, diff in found for title in titles.split(", and ")}


def change(bot: Path, starter: Starter) -> None:
    """Makes the change of the document in the bot; a diff says what stands there now, and what then."""
    diff = changes()[starter.title].splitlines(keepends=True)
    assert 1 <= sum(line.startswith("+") for line in diff) <= 3
    before = "".join(line[1:] for line in diff if line[0] != "+")
    after = "".join(line[1:] for line in diff if line[0] != "-")
    source = bot / starter.source
    text = source.read_text("utf-8")
    assert text.count(before) == 1, f"{source} does not hold what the document changes:\n{before}"
    source.write_text(text.replace(before, after), "utf-8")


async def run(line: str, bot: Path, url: str | None = None, **more: str) -> tuple[str, str]:
    """Runs a line as a person would, who has put the `python` with Infoset first; its stdout and stderr."""
    here = str(Path(sys.executable).parent)
    env = os.environ | QUICKLY | {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}"} | more
    if url is not None:
        env["INFOSET_URL"] = url
    child = await asyncio.create_subprocess_shell(line, cwd=bot, env=env, stdout=PIPE, stderr=PIPE)
    try:
        async with asyncio.timeout(COMMAND_S):
            out, errors = await child.communicate()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    said = (out.decode(), errors.decode())
    assert child.returncode == 0, f"{line}\n{said[0]}{said[1]}"
    return said


def decisions_as_tests() -> dict[str, tuple[str, str, str, str]]:
    """By the title of the language: "in" or "at the end of", which file, the command that runs the test, the test."""
    return {
        title: (how, file, command, text)
        for head, text in DECISION.findall(TRACES.read_text("utf-8"))
        for title, how, file, command in PLACE.findall(head)
    }


def built_in(trace: Path) -> tuple[int, int]:
    """The ply of a decision in which the bot has built, and the first module that it could."""
    for line in map(json.loads, trace.read_text("utf-8").splitlines()):
        if line.get("type") == "your_turn" and line["kind"] == "build":
            builds = [action for action in line["legal"]["actions"] if action[0] == "build"]
            if builds:
                return line["ver"], builds[0][1]
    raise AssertionError(f"nothing is built in {trace}")


async def keep_decision(bot: Path, starter: Starter) -> None:
    """Keeps a decision of the last trace as the document says: it holds, and another one does not."""
    trace = max((bot / "traces").iterdir(), key=lambda file: file.stat().st_mtime)
    shutil.copy(trace, bot / "lost.ndjson")
    ply, module = built_in(trace)
    how, file, command, text = decisions_as_tests()[starter.title]
    before = (bot / file).read_text("utf-8") + "\n" if how != "in" else ""
    for right in (True, False):
        assert text.count("42") == 1
        wanted = text.replace("42", str(ply))
        built = re.compile(r"(build\W+|BuildAction\()4")
        assert len(built.findall(wanted)) == 1
        wanted = built.sub(rf"\g<1>{module if right else (module + 1) % 4}", wanted)
        (bot / file).write_text(before + wanted, "utf-8")
        if right:
            await run(command, bot)
            continue
        with pytest.raises(AssertionError, match=rf"ply {ply}, decision \d+ \(build\)"):
            await run(command, bot)
    if before:
        (bot / file).write_text(before, "utf-8")
    else:
        (bot / file).unlink()


def address(server: Server) -> str:
    return f"infoset://127.0.0.1:{server.port}"


@pytest.mark.parametrize("language", STARTERS)
async def test_the_commands_of_the_readme_work_and_then_the_change_of_the_document(
    language: str, serve: Serve, tmp_path: Path
) -> None:
    server: Server = await serve(rooms__fill_ms=50)
    starter, bot = STARTERS[language], new_bot(language, tmp_path)
    *made, arena, check, conform, play, trace, show = commands(bot / "README.md")
    assert tuple(made) == starter.fetch + starter.build
    for line in starter.fetch:
        await run(line, bot)
    asked = await build_traced(starter, bot, tmp_path / "calls")
    missing = asked - KNOWN
    assert not missing, f"{language} needs, or must do without: {', '.join(sorted(missing))}"

    out, errors = await run(arena.replace("--matches 40", "--matches 2"), bot)
    assert re.search(r"^ferris +4 .* 0 +0 +0 +0$", out, re.MULTILINE), out + errors  # no trouble

    out, _ = await run(check, bot)
    assert out.splitlines()[-1] == "fine", out

    if language in TRIED:
        out, _ = await run(conform, bot)
        assert "conforms at level 0" in out

    out, errors = await run(play, bot, address(server))
    assert out.count("(finished)") == 1, out + errors
    assert re.search(r"playing colonizers on seat \d", out + errors)
    assert not COMPLAINT.search(errors), errors

    await run(trace, bot, address(server))
    out, _ = await run(show, bot)
    assert re.search(r"^[1-9]\d* decisions$", out, re.MULTILINE), out
    if starter.speaks == "socket":
        await keep_decision(bot, starter)

    shutil.copytree(bot, server.app.config.bots_dir / "ferris", symlinks=True)
    await play_hosted(server)

    await plays_first(bot, play, "build")
    change(bot, starter)
    for line in starter.build:
        await run(line, bot)
    await plays_first(bot, play, "build", "city")
    if language in WEB_SOCKET:
        await plays_first(bot, play, "city", transport="ws")
    if not asked:
        pytest.skip("LOUD: strace is not installed: what languages need was NOT TRACED")


async def build_traced(starter: Starter, bot: Path, summary: Path) -> set[str]:
    """Builds as the README says; the calls that `traced` finds in an uploaded bot's build, and in its program.

    Traced outside of a sandbox, where nothing is refused. None are told where there is no tracer.
    """
    entry = read_dropped(bot)
    traces = shutil.which("strace") is not None
    asked: set[str] = set()
    if entry.build == () or not traces:  # built at home, or nobody looks
        for line in starter.build:
            await run(line, bot)
    else:
        assert list(entry.build_commands) == [tuple(shlex.split(line)) for line in starter.build]
        for line in starter.build:
            asked |= await traced(line, bot, summary)
    if traces:
        arguments = NOBODY if starter.speaks == "socket" else ""
        line = f"{starter.program} {arguments} </dev/null || true"
        asked |= await traced(line, bot, summary, **AS_PLAYING)
    return asked


async def traced(line: str, bot: Path, summary: Path, **more: str) -> set[str]:
    """The names of the calls that a line and all it starts have made, of those in UNKNOWN."""
    tracer = f"strace -f --seccomp-bpf -qq -c -U name -e trace='{UNKNOWN}' -o {summary}"
    said = await run(f"{tracer} {line}", bot, **AS_UPLOADED, **more)
    names = names_in(summary)
    assert SURE <= names, said
    return names


def names_in(summary: Path) -> set[str]:
    """The calls of which strace has counted any."""
    return set(re.findall(r"^\s*(\w+)\s*$", summary.read_text(), re.MULTILINE)) - {
        "syscall",
        "total",
    }


async def test_a_cpp_bot_goes_over_websocket_built_as_its_makefile_says(tmp_path: Path) -> None:
    bot = new_bot("cpp", tmp_path)
    CPP.need_websocket()
    *_, play, _, _ = commands(bot / "README.md")
    (line,) = re.findall(r"make CPPFLAGS=.*", (bot / "Makefile").read_text("utf-8"))
    await run(line, bot)
    await plays_first(bot, play, "build", transport="ws")


async def is_offered(client: Client, bot: str) -> bool:
    return any(offer["bot"] == bot for offer in (await client.ask("describe"))["bots"])


async def play_hosted(server: Server) -> None:
    """A match against `ferris`, whom the server starts and never has to help."""
    ann = await server.connect("ann")
    async with asyncio.timeout(PATIENCE_S):  # a large folder is read beside everything else
        while not await is_offered(ann, "ferris"):  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0.05)
    room = await open_room(ann)
    await seat_all([ann], room)
    await ann.ask("add_bot", room=room, seat=1, bot="ferris")
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    over = await play_on(ann, match_id)
    assert (over["reason"], over["timeouts"], over["illegal"]) == ("finished", [0] * 4, [0] * 4)
    assert not [status for status in ann.of_type("seat_status") if "taken_by" in status]


async def plays_first(bot: Path, play: str, *verbs: str, transport: str = "infoset") -> None:
    """Asked again and again, it takes the action with this verb, then that with the next, wherever that stands."""

    async def script(peer: Peer) -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        asked = (verb for verb in verbs for _ in range(TURNS))
        for decision, verb in enumerate(asked, 1):
            legal = [["pass"], ["roll", 1], ["wait", 2]]
            legal.insert(decision % 4, [verb, 5])
            await peer.ask(decision, n=4, legal={"actions": legal}, deadline_ms=None)
            assert (await peer.take_act(decision))["index"] == decision % 4
        await peer.end_match()
        await peer.wait_gone()

    async with run_server((script,), transport == "ws") as server:
        await run(play, bot, where(server, transport))


def where(server: FakeServer, transport: str) -> str:
    return server.url(transport) + ("/v1" if transport == "ws" else "")


def test_the_document_changes_every_starter() -> None:
    assert set(changes()) == {starter.title for starter in STARTERS.values()}


async def test_the_commands_of_the_document_work_one_by_one(serve: Serve, tmp_path: Path) -> None:
    """As written; but fewer matches, and the change is made where the document makes it."""
    server: Server = await serve(rooms__fill_ms=50)
    here = tmp_path
    told: Mapping[str, list[str]] = {
        part.partition("\n")[0]: [
            line for block in BLOCK.findall(part) for line in block.splitlines()
        ]
        for part in DOCUMENT.read_text("utf-8").split("\n## ")
    }
    for part, lines in told.items():
        if part.startswith("2."):
            change(here, STARTERS["python"])
        for line in lines:
            if line.startswith("cd "):
                here /= line.removeprefix("cd ")
                continue
            fewer = line.replace("--matches 40", "--matches 2")
            out, errors = await run(fewer, here, address(server))
            assert not COMPLAINT.search(errors), errors
            assert "NOT FINE" not in out
    assert here == tmp_path / "ferris"


@pytest.mark.parametrize("game", ["catan", "crossfire"])
@pytest.mark.parametrize("language", ["python", "shell"])
async def test_a_starter_plays_every_game(language: str, game: str, tmp_path: Path) -> None:
    bot = new_bot(language, tmp_path)
    out, _ = await run(f"python check.py {game}", bot)
    assert f"playing {game} on seat" in out


@pytest.mark.parametrize(
    ("language", "line", "fault"),
    [
        ("python", "return turn.random_answer(self.rng)", "raise ValueError"),
        ("shell", "best=0\n      ;;", "exit 1\n ;;"),
    ],
)
async def test_the_check_finds_a_bot_that_fails(
    language: str, line: str, fault: str, tmp_path: Path
) -> None:
    bot = new_bot(language, tmp_path)
    source = bot / STARTERS[language].source
    text = source.read_text("utf-8")
    assert text.count(line) == 1
    source.write_text(text.replace(line, fault), "utf-8")
    with pytest.raises(AssertionError, match="NOT FINE"):
        await run("python check.py", bot)
