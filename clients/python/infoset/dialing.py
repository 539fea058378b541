"""Gets a connection and logs in, again and again while that may help. Knows nothing after `welcome`."""

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from infoset.address import Address
from infoset.backoff import Backoff
from infoset.errors import ConnectError, LoginError
from infoset.links import MAX_FRAME_BYTES, Link, LinkClosedError, open_link
from infoset.timing import Timing
from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.key_login import dialled, login_text
from infoset_protocol.messages import Challenge, Welcome, read_server_message
from infoset_protocol.version import PROTOCOL_MAJOR, PROTOCOL_MINOR, SUPPORTED_MAJORS

if TYPE_CHECKING:  # it loads a cryptography library, which few logins need
    from infoset.keys import LoginKey

NO_RECONNECT: Final = frozenset(
    {
        CloseCode.NORMAL,
        CloseCode.PROTOCOL_VIOLATION,
        CloseCode.AUTH_FAILED,
        CloseCode.FORBIDDEN,
        CloseCode.NO_COMMON_VERSION,
        CloseCode.REPLACED,
        CloseCode.FRAME_TOO_BIG,
    }
)
OLD_KEY_LOGIN: Final = (
    "it speaks protocol 1.0, which has a key sign what could be used at other servers: use a token"
)
TRY_AGAIN: Final = frozenset({ErrorCode.RATE_LIMITED, ErrorCode.BUSY, ErrorCode.SHUTTING_DOWN})


@dataclass(frozen=True)
class Identity:
    """Who logs in: a guest's `name`, a secret `token`, or a `key`; what program it is and what it wants.

    `secret` is what a guest comes back with under the same name; `is_person` says that no program decides.
    """

    name: str
    token: str | None
    program: str
    features: tuple[str, ...]
    key: "LoginKey | None" = None
    secret: str | None = None
    is_person: bool = False

    def hello(self, resume: Mapping[str, Any] | None) -> dict[str, Any]:
        """The first message of a connection."""
        hello: dict[str, Any] = {
            "type": "hello",
            "proto": list(SUPPORTED_MAJORS),
            "minor": PROTOCOL_MINOR,
            "auth": self._auth(),
            "client": self._client(),
            "features": list(self.features),
            "max_frame": MAX_FRAME_BYTES,
        }
        if resume is not None:
            hello["resume"] = dict(resume)
        return hello

    def _client(self) -> dict[str, Any]:
        """The program. One that names a language is taken for a bot's."""
        return (
            {"name": self.program} if self.is_person else {"name": self.program, "lang": "python"}
        )

    def _auth(self) -> dict[str, Any]:
        if self.key is not None:
            return {"kind": "key", "pub": self.key.public}
        if self.token:
            return {"kind": "token", "token": self.token}
        guest = {"kind": "guest", "name": self.name}
        return guest if self.secret is None else {**guest, "token": self.secret}

    def proof(self, challenge: Challenge, address: Address) -> dict[str, Any]:
        """The answer to a server at `address` that asks for one.

        Raises LoginError where we have none, and for a server of protocol 1.0: what that wants signed
        names no address, so that it could pass the signature on to another server.
        """
        if self.key is None:
            raise LoginError("unsupported", "it asks for a key, and there is none")
        if not challenge.address:
            raise LoginError("unsupported", OLD_KEY_LOGIN)
        try:
            where = dialled(address.host, address.port, tls=address.tls)
        except ValueError as problem:
            raise LoginError("unsupported", f"a key cannot be used there: {problem}") from None
        text = login_text(challenge.nonce, challenge.server, PROTOCOL_MAJOR, where)
        return {"type": "auth", "sig": self.key.sign(text), "address": where}


class TryAgainError(Exception):
    """An attempt failed in a way that may pass; `wait_s` is the server's wish."""

    def __init__(self, error: ConnectError | LoginError, wait_s: float = 0.0) -> None:
        super().__init__(str(error))
        self.error = error
        self.wait_s = wait_s


class Dialer:
    """Opens logged-in links to one server for one identity."""

    def __init__(
        self,
        address: Address,
        identity: Identity,
        timing: Timing,
        backoff: Backoff,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.address = address
        self.identity = identity
        self.timing = timing
        self.backoff = backoff
        self._tls = tls

    async def dial(
        self, patience_s: float, resume: Mapping[str, Any] | None = None
    ) -> tuple[Link, Welcome]:
        """Connects and logs in, trying for `patience_s`. Raises ConnectError or LoginError."""
        clock = asyncio.get_running_loop().time
        give_up = clock() + patience_s
        while True:
            try:
                link, welcome = await self._try_once(resume)
            except TryAgainError as failed:
                wait_s = self.backoff.next_wait_s(failed.wait_s)
                if clock() + wait_s > give_up:
                    raise failed.error from None
                await asyncio.sleep(wait_s)
            else:
                self.backoff.reset()
                return link, welcome

    async def _try_once(self, resume: Mapping[str, Any] | None) -> tuple[Link, Welcome]:
        try:
            link = await open_link(self.address, self._tls)
        except ConnectError as error:
            raise TryAgainError(error) from error
        try:
            return link, await self._log_in(link, resume)
        except BaseException:
            await link.close()
            raise

    async def _log_in(self, link: Link, resume: Mapping[str, Any] | None) -> Welcome:
        try:
            async with asyncio.timeout(self.timing.welcome_s):
                await link.send(encode(self.identity.hello(resume), self.address.encoding))
                answer = self._read_answer(await _next_frame(link))
                if isinstance(answer, Challenge):
                    await link.send(
                        encode(self.identity.proof(answer, self.address), self.address.encoding)
                    )
                    answer = self._read_answer(await _next_frame(link))
                if isinstance(answer, Challenge):
                    raise LoginError("unsupported", "it asks for a second proof")
                return answer
        except TimeoutError:
            raise TryAgainError(
                ConnectError(f"{self.address}: no welcome within {self.timing.welcome_s:.0f} s")
            ) from None
        except LinkClosedError as closed:
            raise self._closed(closed) from closed

    def _closed(self, closed: LinkClosedError) -> Exception:
        error = ConnectError(f"{self.address}: closed during the login: {closed}")
        return error if closed.code in NO_RECONNECT else TryAgainError(error)

    def _read_answer(self, payload: bytes) -> Welcome | Challenge:
        encoding: Encoding = self.address.encoding
        try:
            plain = decode(payload, encoding)
            message = read_server_message(plain)
        except ProtocolError as error:
            raise ConnectError(
                f"{self.address}: what answers there does not speak the Infoset protocol ({error})"
            ) from error
        if isinstance(message, (Welcome, Challenge)):
            return message
        raise read_refusal(plain)


async def _next_frame(link: Link) -> bytes:
    """The next frame that says something."""
    while True:
        payload = await link.receive()
        if payload is not None:
            return payload


def read_refusal(plain: Mapping[str, Any]) -> Exception:
    """What an answer to `hello` other than `welcome` means: LoginError, or TryAgainError around it."""
    if plain.get("type") == "bye":
        code = plain.get("code")
        error = LoginError(str(code), str(plain.get("reason", "")))
        return error if code in NO_RECONNECT else TryAgainError(error, read_wait_s(plain))
    if plain.get("type") != "error":
        return LoginError("unsupported", f"it answered {plain.get('type')!r} instead of a welcome")
    code = str(plain.get("code", ""))
    text = str(plain.get("msg", ""))
    if code == ErrorCode.PROTO_UNSUPPORTED:
        supported = (plain.get("data") or {}).get("supported")
        text = f"it speaks protocol {supported}, this program {list(SUPPORTED_MAJORS)}"
    error = LoginError(code, text)
    return TryAgainError(error, read_wait_s(plain)) if code in TRY_AGAIN else error


def read_wait_s(plain: Mapping[str, Any]) -> float:
    """The `retry_ms` of an error or farewell in seconds; 0 if there is none."""
    wait_ms = plain.get("retry_ms")
    return wait_ms / 1000 if isinstance(wait_ms, int) else 0.0
