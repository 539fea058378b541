"""The subcommands as a person runs them: whole programs against scripted servers."""

import argparse
import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from infoset.cli import ENTRY_POINT_GROUP, main
from infoset.commands import bot

if TYPE_CHECKING:
    from tests.client.conftest import IsGone, Peer, Serve

EXAMPLES = Path(__file__).parents[2] / "clients" / "python" / "examples"
MAIN = (
    "import sys; from importlib.metadata import EntryPoint; from infoset.cli import main; "
    "sys.exit(main(sys.argv[1:], [EntryPoint(n, f'infoset.commands.{n}:command', 'x') "
    "for n in ('bot', 'bridge', 'watch', 'doctor')]))"
)


async def infoset(*arguments: str) -> int:
    """Runs the command in this process; returns its exit code."""
    from importlib.metadata import EntryPoint

    names = ("bot", "bridge", "watch", "doctor")
    plugins = [EntryPoint(n, f"infoset.commands.{n}:command", ENTRY_POINT_GROUP) for n in names]
    return await asyncio.to_thread(main, arguments, plugins)


async def start(*arguments: str, **options: Any) -> asyncio.subprocess.Process:
    """Starts the command as a program of its own."""
    pipes: dict[str, Any] = {"stdout": PIPE, "stderr": PIPE} | options
    return await asyncio.create_subprocess_exec(sys.executable, "-c", MAIN, *arguments, **pipes)


async def a_match(peer: "Peer") -> None:
    await peer.log_in()
    await peer.pair()
    await peer.play(turns=3)
    await peer.wait_gone()


async def test_the_random_bot_of_the_examples_plays(
    serve: "Serve", capsys: pytest.CaptureFixture[str]
) -> None:
    example = EXAMPLES / "random_bot.py"
    assert len(example.read_text().splitlines()) <= 12
    async with serve(a_match) as server:
        assert await infoset("bot", str(example), "--url", server.url(), "--seek", "toy") == 0
    assert "place 1 of 2, score 31" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["list"], ["log", "ferris"]])
def test_a_verb_for_uploaded_bots_leads_to_their_command(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    parser = argparse.ArgumentParser()
    bot.command(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(words)
    assert f"another command: infoset bots {words[0]}" in capsys.readouterr().err


def test_the_greedy_bot_of_the_examples_is_short() -> None:
    assert len((EXAMPLES / "greedy_colonizers_bot.py").read_text().splitlines()) < 25


async def test_a_program_plays_over_the_bridge(
    serve: "Serve", capsys: pytest.CaptureFixture[str]
) -> None:
    program = 'while read -r verb d n f t; do [ "$verb" = TURN ] && echo $d 1; done'
    arguments = ("bridge", "--seek", "toy", "--url")
    async with serve(a_match) as server:
        assert await infoset(*arguments, server.url(), "--", "/bin/sh", "-c", program) == 0
    assert "played 1 match: 1 first place" in capsys.readouterr().out


async def test_the_bridge_names_a_program_that_is_not_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert await infoset("bridge", "--seek", "toy", "--", "./no-such-bot") == 1
    assert capsys.readouterr().err == (
        "infoset: ./no-such-bot: no such program, or it may not be executed\n"
    )


async def test_a_match_is_watched(serve: "Serve", capsys: pytest.CaptureFixture[str]) -> None:
    async def script(peer: "Peer") -> None:
        hello = await peer.log_in()
        assert hello["auth"]["name"] == "spectator"
        await peer.reply(await peer.expect("watch"), {"type": "ok"})
        await peer.start_match(role="watcher", seat=None)
        await peer.send({"type": "snapshot", "match_id": "g_1", "ver": 0, "obs": {"round": 1}})
        await peer.end_match()
        await peer.wait_gone()

    async with serve(script) as server:
        assert await infoset("watch", "g_1", "--url", server.url()) == 0
    assert "1. ada" in capsys.readouterr().out


async def test_the_doctor_s_exit_code_says_whether_all_is_well(
    unused_port: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from infoset import checks

    monkeypatch.setattr(checks, "check_plugins", lambda: checks.Finding("plug-ins"))
    monkeypatch.setattr(checks, "check_packages", lambda: checks.Finding("packages"))
    monkeypatch.setattr(checks, "check_compiled_rules", lambda: checks.Finding("rules"))
    monkeypatch.delenv("INFOSET_URL", raising=False)
    assert await infoset("doctor", "--port", str(unused_port)) == 0
    assert "Everything is in order." in capsys.readouterr().out
    assert await infoset("doctor", "--url", f"infoset://127.0.0.1:{unused_port}") == 1
    said = capsys.readouterr().out
    assert "First problem: the server cannot be reached" in said
    assert "What to do: start one with: infoset serve" in said


@pytest.mark.skipif(sys.platform == "win32", reason="NOT TESTED: Windows has no such signals")
async def test_a_bridge_that_is_terminated_takes_its_child_along(
    serve: "Serve", tmp_path: Path, is_gone: "IsGone"
) -> None:
    pid_file = tmp_path / "pid"
    started = asyncio.Event()

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        await peer.ask(1)
        await peer.expect("act")  # the child is alive and has written its number
        started.set()
        await peer.wait_gone()

    program = f"echo $$ > {pid_file}; read -r start; read -r turn; echo 0; exec sleep 100"
    async with serve(script) as server:
        arguments = ("bridge", "--seek", "toy", "--url", server.url())
        bridge = await start(*arguments, "--", "/bin/sh", "-c", program)
        await started.wait()
        bridge.terminate()
        await bridge.communicate()
    assert bridge.returncode == 130
    assert await is_gone(int(pid_file.read_text()))


@pytest.mark.skipif(sys.platform == "win32", reason="NOT TESTED: Windows has no such signals")
async def test_a_bot_that_is_interrupted_says_goodbye_and_what_came_out(serve: "Serve") -> None:
    started = asyncio.Event()

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.pair()
        await peer.start_match()
        started.set()
        await peer.wait_gone()

    async with serve(script) as server:
        arguments = ("--url", server.url(), "--seek", "toy")
        bot = await start("bot", str(EXAMPLES / "random_bot.py"), *arguments)
        await started.wait()
        bot.terminate()
        out, err = await bot.communicate()
    assert bot.returncode == 130
    assert out == b"played 0 matches\n"
    assert b"Traceback" not in err
