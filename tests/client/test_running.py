"""Programs of bots, and how the work of a command ends: by itself, or tidily in between."""

import asyncio
import io
import re
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any, TextIO

import pytest
from tests.client.players import LastBot

import infoset
from infoset.exits import INTERRUPTED
from infoset.running import run, run_guarded
from infoset.turn import Answer, Turn
from infoset_games.game import Game

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve


async def run_in_thread(bot: Any, *argv: str) -> int | str | None:
    """`infoset.run` as a program would call it; returns its exit code."""

    def work() -> int | str | None:
        try:
            run(bot, argv)
        except SystemExit as end:
            return end.code
        return 0

    return await asyncio.to_thread(work)


async def test_a_program_prints_results_and_its_bots_prints_go_to_stderr(
    serve: "Serve", capsys: pytest.CaptureFixture[str]
) -> None:
    class Chatty(infoset.Bot):
        def decide(self, turn: Turn) -> Answer:
            print("thinking about", turn.kind)  # noqa: T201 (what the test is about)
            return turn.index_of(["build", 5])

    async def script(peer: "Peer") -> None:
        hello = await peer.log_in()
        assert hello["auth"]["name"] == "Chatty"
        await peer.pair()
        await peer.play(turns=2)
        await peer.pair()
        await peer.play(turns=1, match_id="g_2")
        await peer.wait_gone()

    async with serve(script) as server:
        code = await run_in_thread(Chatty, "--url", server.url(), "--seek", "toy", "--games", "2")
    said = capsys.readouterr()
    assert code == 0
    assert said.out.splitlines() == [
        "toy g_1 seat 0: place 1 of 2, score 31 (finished)",
        "toy g_2 seat 0: place 1 of 2, score 31 (finished)",
        "played 2 matches: 2 first places, average place 1.00",
    ]
    assert said.err.count("thinking about build") == 3


async def test_a_program_without_a_server_says_so_in_one_sentence(
    unused_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"infoset://127.0.0.1:{unused_port}"
    assert await run_in_thread(LastBot, "--url", url, "--seek", "toy") == 1
    said = capsys.readouterr()
    assert said.err == f"infoset: {url}: connection refused: no server is listening there\n"


@pytest.mark.parametrize(
    ("words", "can_play"),
    [
        (("--seek", "catan"), False),
        (("--seek", "catan", "--seats", "3"), True),
        (("--seek", "catan", "--seats", "9"), True),  # no bot's business
        (("--seek", "crossfire", "--seats", "2"), False),
        (("--seek", "unheard_of"), True),
        (("--room", "r_1"), True),
    ],
)
async def test_a_program_that_cannot_play_the_game_does_not_seek_it(
    unused_port: int, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], can_play: bool
) -> None:
    class Picky(LastBot):
        def check_game(self, game: Game) -> None:
            if game.seats != 3:
                raise ValueError(f"w.npz: expected 3 seats, got {game.seats}")

    assert await run_in_thread(Picky, "--url", f"infoset://127.0.0.1:{unused_port}", *words) == 1
    refusal = rf"infoset: bot 'Picky' cannot play {words[1]}: w\.npz: expected 3 seats, got \d\n"
    said = capsys.readouterr()
    assert bool(re.fullmatch(refusal, said.err)) == (not can_play)
    assert ("connection refused" in said.err) == can_play


async def test_a_program_without_a_plan_says_what_to_add(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("INFOSET_TOKEN", raising=False)
    assert await run_in_thread(LastBot) == 1
    assert (
        "Add --seek GAME to be paired, --room ROOM to take a seat, --ladder"
        in capsys.readouterr().err
    )


async def test_a_program_started_by_a_server_takes_all_it_needs_from_the_environment(
    serve: "Serve", monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(peer: "Peer") -> None:
        hello = await peer.log_in()
        assert hello["auth"] == {"kind": "token", "token": "bt_house"}
        await peer.play(turns=1)
        await peer.wait_gone()

    async with serve(script) as server:
        monkeypatch.setenv("INFOSET_URL", server.url())
        monkeypatch.setenv("INFOSET_TOKEN", "bt_house")
        assert await run_in_thread(LastBot, "--games", "1") == 0


def test_defaults_of_a_program_must_be_options() -> None:
    with pytest.raises(TypeError, match="no option games_wanted"):
        run(LastBot, [], games_wanted=3)


def test_what_a_command_says_is_kept_apart_from_what_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def work(out: io.TextIOBase) -> int:
        print("noise")  # noqa: T201 (what the test is about)
        out.write("signal\n")
        return 7

    assert run_guarded(work) == 7  # type: ignore[arg-type]  # a TextIO in all that matters
    said = capsys.readouterr()
    assert (said.out, said.err) == ("signal\n", "noise\n")


@pytest.mark.skipif(sys.platform == "win32", reason="NOT TESTED: Windows has no such signals")
def test_sigterm_interrupts_the_work_but_no_step_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert threading.current_thread() is threading.main_thread(), "the signal would end the tests"

    async def work(out: TextIO) -> int:
        def step() -> None:
            signal.raise_signal(signal.SIGTERM)
            out.write("the step was whole; ")

        asyncio.get_running_loop().call_soon(step)
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)  # there is a loop that can clean up
            out.write("all was put away")
        return 0

    assert run_guarded(work) == INTERRUPTED
    assert capsys.readouterr().out == "the step was whole; all was put away"
