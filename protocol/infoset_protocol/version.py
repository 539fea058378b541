"""The numbers and names by which two programs find out whether they speak the same protocol."""

from typing import Final

PROTOCOL_MAJOR: Final = (
    1  # in the subprotocol names and in `hello.proto`; a new one may change anything
)
PROTOCOL_MINOR: Final = 2  # informational: minors only add
SUPPORTED_MAJORS: Final = (PROTOCOL_MAJOR,)

DEFAULT_PORT: Final = 7421

# WebSocket subprotocol names and the encodings they stand for (values of `codec.Encoding`).
SUBPROTOCOLS: Final = {"infoset.1.json": "json", "infoset.1.msgpack": "msgpack"}
