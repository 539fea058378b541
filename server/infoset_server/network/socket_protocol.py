"""What asyncio holds of a link: hands every call on. A class of its own, because asyncio asks for one of its kind.

A compiled class with an interpreted base would keep its attributes in a dict, and the hot path lives on them.
"""

import asyncio

from infoset_server.network.socket_link import SocketLink


class SocketProtocol(asyncio.BufferedProtocol):
    """The asyncio protocol of one link. Its methods are the link's own, so that no call makes a detour."""

    def __init__(self, link: SocketLink) -> None:
        for name in (
            "connection_made",
            "get_buffer",
            "buffer_updated",
            "eof_received",
            "pause_writing",
            "resume_writing",
            "connection_lost",
        ):
            setattr(self, name, getattr(link, name))
