"""How servers are found on a local network: the question, and what an answer is.

A client sends `QUESTION` as one UDP datagram to port `BEACON_PORT`, usually to the broadcast address. A server that
is to be found answers the sender with one JSON object: `name` of the server, TCP `port`, `tls` true where TLS is
needed, `people` connected, `proto` major version.
"""

from typing import Final

from infoset_protocol.version import DEFAULT_PORT

BEACON_PORT: Final = DEFAULT_PORT
QUESTION: Final = b"infoset?"
MAX_BEACON_BYTES: Final = 512
