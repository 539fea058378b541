"""Holds a published dialogue with a server, as the one client in it. No tests here."""

from pathlib import Path

from tests.integration.harness import Client

from infoset_protocol.conformance.transcripts import (
    Bound,
    Expect,
    Send,
    fill_in,
    match,
    read_transcript,
)

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors" / "v1" / "transcripts"


async def hold(client: Client, name: str) -> None:
    """Says what the script says and fails where the server answers otherwise."""
    transcript = read_transcript((FOLDER / f"{name}.ndjson").read_text("ascii"))
    bound: Bound = {}
    place = 0
    for step in transcript.steps:
        if isinstance(step, Send) and step.message is not None:
            plain = fill_in(step.message, bound)
            await client.tell(plain.pop("type"), **plain)
            continue
        assert isinstance(step, Expect)
        message = await client.heard_from(place)
        while message["type"] in transcript.skip:
            place += 1
            message = await client.heard_from(place)
        bound = match(step.pattern, message, bound)
        place += 1
