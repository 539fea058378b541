"""Ports that stay free until they are used, and while a server that had one is away. No tests here."""

import secrets
import socket
from typing import Final

# Below these the system gives none to whoever asks for any (port 0) or connects somewhere: what is free there
# is taken by nobody who does not name it. A port it gave out itself a moment ago may be another's by now.
LOWEST: Final = 15_000
HIGHEST: Final = 32_767
TRIES: Final = 1_000


def lasting_port() -> int:
    """A port of this machine nobody listens on."""
    for _ in range(TRIES):
        port = LOWEST + secrets.randbelow(HIGHEST - LOWEST)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError(f"no port between {LOWEST} and {HIGHEST} is free")
