"""Going on on another device: a code from the old one, with which the new one is let in."""

import secrets
from dataclasses import dataclass

from infoset.address import Address
from infoset.remote import Request, expect
from infoset.web import post
from infoset_protocol.messages import HandOver, Ok

MINUTE_MS = 60_000


@dataclass(frozen=True)
class Code:
    """Good once, for so many minutes."""

    code: str
    minutes: int


@dataclass(frozen=True)
class Moved:
    """Who one is on the new device: somebody with an account by the `token`, a guest by name and `secret`."""

    name: str
    token: str
    secret: str


async def make_code(request: Request) -> Code:
    """A code for the person of this session, which ends when the code is used. Raises RequestError."""
    data = expect(await request(HandOver()), Ok).data or {}
    return Code(str(data["code"]), int(data["valid_ms"]) // MINUTE_MS)


def use_code(address: Address, code: str, secret: str | None = None) -> Moved:
    """Takes the place of the device that made the code; a guest is known by the `secret`, or a fresh one. Raises as `post`."""
    secret = secret or secrets.token_urlsafe(18)
    answer = post(address, "/move", {"code": code, "secret": secret})
    return Moved(str(answer["name"]), str(answer.get("token", "")), secret)
