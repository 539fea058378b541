"""What a key signs to log in: the same text on both ends. Knows no keys."""

import re
from typing import Final

TITLE: Final = "infoset key login"  # keeps the text apart from all others that a key may sign
DIALLED: Final = re.compile(r"infosets?://(?:\[[0-9A-Za-z:.%_-]+\]|[0-9A-Za-z._-]+):[0-9]{1,5}")


def dialled(host: str, port: int, *, tls: bool) -> str:
    """The address that a client has dialled, over TCP or WebSocket, as it is signed.

    `infoset://127.0.0.1:7421`, under TLS `infosets://[::1]:443`. Raises ValueError for a host that cannot
    be written in ASCII.
    """
    shown = f"[{host}]" if ":" in host else host
    address = f"{'infosets' if tls else 'infoset'}://{shown.lower()}:{port}"
    if not DIALLED.fullmatch(address):
        raise ValueError(f"{host!r}: expected a host in ASCII")
    return address


def login_text(nonce: str, server: str, major: int, address: str) -> bytes:
    """The text to sign. `address` must be one of `dialled`, which is a line: so nothing else can end like it.

    A server that passes on the nonce of another one gets a signature over the address at which it was dialled
    itself, whatever it writes into `nonce` and `server`.
    """
    return "\n".join((TITLE, nonce, server, str(major), address, "")).encode()


def old_login_text(nonce: str, server: str, major: int) -> bytes:
    """The text of protocol 1.0, which names no address: any server can have it signed for another one."""
    return f"{nonce}|{server}|{major}".encode()
