"""A link in memory behaves like one on a socket."""

import asyncio

from tests.server.network.echo_port import Owner

from infoset_server.network.link import MemoryLink


async def test_a_memory_link_holds_back_delivers_and_closes_like_a_socket() -> None:
    link = MemoryLink()
    owner = Owner(link)
    link.hand_over(owner)
    link.receive(b"1")
    link.pause_reading()
    link.receive(b"2")
    assert link.sent == [b"1"]
    link.resume_reading()
    assert link.sent == [b"1"]
    await asyncio.sleep(0)
    assert link.sent == [b"1", b"2"]
    link.close(4400, "enough")
    link.close(1000, "again")
    link.send(b"too late")
    assert not owner.closed.is_set()
    await owner.closed.wait()
    assert link.closed_with == (4400, "enough")
    assert link.sent == [b"1", b"2"]
