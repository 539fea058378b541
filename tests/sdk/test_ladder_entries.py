"""What a bot of each SDK does when the server tells it what has become of its entry on a ladder."""

import asyncio

import pytest
from tests.client.conftest import Peer, run_server
from tests.sdk.sdks import SDKS, Sdk

pytestmark = pytest.mark.timeout(700)

LIMIT_S = 100  # the machine may be busy
OFF = "open: bot 1 is off the queue"
BENCHED = "open: bot 1 is benched: 3 matches in a row"


@pytest.mark.parametrize("sdk", SDKS, ids=[sdk.name for sdk in SDKS])
async def test_an_entry_off_the_queue_is_queued_again_and_one_that_is_benched_ends_the_program(
    sdk: Sdk,
) -> None:
    """The server tells it of a match that is over: a bot that does not look sits there all night."""
    entered: list[str] = []

    async def enter(peer: Peer, refusal: str = "") -> None:
        entry = await peer.expect("ladder_register")
        await peer.reply(entry, {"type": "ok", "data": {"entry": "e_1"}})
        queue = await peer.expect("ladder_queue")
        entered.append(queue["entry"])
        wrong = {"type": "error", "code": "wrong_state", "msg": refusal}
        await peer.reply(queue, wrong if refusal else {"type": "ok"})

    async def script(peer: Peer) -> None:
        await peer.log_in()
        for news in (OFF, BENCHED):
            await enter(peer)
            told = {"type": "error", "code": "wrong_state", "msg": news, "match_id": "g_1"}
            await peer.send(told)
        await enter(peer, refusal=BENCHED)
        await peer.wait_gone()

    flag = "-" if sdk.name == "Go" else "--"
    words = sdk.start()("random_bot")
    async with run_server((script,), is_websocket=False) as server:
        options = [f"{flag}url", server.url(), f"{flag}ladder", "open"]
        pipe = asyncio.subprocess.PIPE
        program = await asyncio.create_subprocess_exec(*words, *options, stdout=pipe, stderr=pipe)
        try:
            async with asyncio.timeout(LIMIT_S):
                told = b"".join(await program.communicate()).decode()
        finally:
            if program.returncode is None:
                program.kill()
                await program.wait()
    assert program.returncode != 0
    assert entered == ["e_1"] * 3
    assert OFF in told
    assert "bot 1 is benched" in told.splitlines()[-1]
