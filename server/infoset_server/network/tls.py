"""TLS by the server itself: its certificate, and connections counted before their handshake."""

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable

from infoset_server.common.task_set import TaskSet
from infoset_server.config import TlsSettings
from infoset_server.network.socket_protocol import SocketProtocol

logger = logging.getLogger(__name__)


class TlsError(Exception):
    """The certificate or its key cannot be used; the message says why."""


def load_certificate(settings: TlsSettings) -> ssl.SSLContext | None:
    """What TLS needs; `None` where it is not configured. Raises TlsError."""
    if settings.certificate is None:
        if settings.key is not None:
            raise TlsError("tls.key without tls.certificate: expected both, or none")
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])  # for browsers; other clients do not ask
    try:
        context.load_cert_chain(settings.certificate, settings.key)
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        raise TlsError(
            f"{settings.certificate}: expected a certificate and its key: {error}"
        ) from None
    return context


class TlsDoor:
    """Takes plain connections and hands them on as links under TLS.

    `context` may be replaced: it is that of the handshakes that begin from then on. `admit(address)` may refuse one; what it admits and what fails in the handshake is told to
    `on_failed(address)`. Everything else is the link's business.
    """

    def __init__(
        self,
        context: ssl.SSLContext,
        handshake_s: float,
        make_link: Callable[[], SocketProtocol],
        *,
        admit: Callable[[str], bool],
        on_failed: Callable[[str], None],
    ) -> None:
        self.context = context
        self._handshake_s = handshake_s
        self._make_link = make_link
        self._admit = admit
        self._on_failed = on_failed
        self._loop = asyncio.get_running_loop()
        self._handshakes = TaskSet()

    def make_protocol(self) -> asyncio.Protocol:
        """For `create_server`."""
        return _Knock(self._take_in)

    async def close(self) -> None:
        """Gives up handshakes that are not finished."""
        await self._handshakes.give_up()

    def _take_in(self, transport: asyncio.Transport) -> None:
        peername = transport.get_extra_info("peername")
        address = peername[0] if peername else ""
        if not self._admit(address):
            transport.abort()
            return
        sock = transport.get_extra_info("socket").dup()
        transport.abort()  # nothing was read yet; the connection lives on in the copy
        self._handshakes.start(self._shake_hands(sock, address))

    async def _shake_hands(self, sock: socket.socket, address: str) -> None:
        try:
            await self._loop.connect_accepted_socket(
                self._make_link,
                sock,
                ssl=self.context,
                ssl_handshake_timeout=self._handshake_s,
            )
        except OSError as error:
            logger.debug("! %s: no TLS handshake: %s", address, error)
            self._on_failed(address)


class _Knock(asyncio.Protocol):
    """A connection before its first byte."""

    def __init__(self, take_in: Callable[[asyncio.Transport], None]) -> None:
        self._take_in = take_in

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        self._take_in(transport)
