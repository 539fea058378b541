"""TLS by the server itself: every transport under it, a second port for this machine, bad certificates."""

import asyncio
import datetime
import ipaddress
import signal
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import websockets
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID
from tests.faults.servers import FORGETFUL, eventually, running_server

from infoset_protocol.codec import Encoding as WireEncoding
from infoset_protocol.codec import decode, encode
from infoset_protocol.errors import CloseCode
from infoset_protocol.framing import make_framer
from infoset_protocol.messages import ClientMessage, Hello
from infoset_server.config import TlsSettings, load_config
from infoset_server.network.connection import Connection
from infoset_server.network.listener import Listener, serve
from infoset_server.network.outbox import Loss
from infoset_server.network.tls import TlsError, load_certificate

HELLO = {"type": "hello", "id": 1, "proto": [1], "auth": {"kind": "guest", "name": "ann"}}
WELCOME: dict[str, Any] = {
    "type": "welcome",
    "session": "s_1",
    "features": [],
}


class Desk:
    """Lets everybody in and remembers who they are."""

    def __init__(self) -> None:
        self.connections: list[Connection] = []

    def on_hello(self, connection: Connection, hello: Hello) -> None:
        self.connections.append(connection)
        connection.welcome(WELCOME)

    def on_request(self, connection: Connection, message: ClientMessage, arrived_s: float) -> None:
        connection.reply(message, {"type": "ok", "data": {"text": "x" * 60_000}})

    def on_loss(self, connection: Connection, loss: Loss) -> None:
        raise AssertionError("no streams here")

    def on_settled(self, connection: Connection) -> None:
        """As Handler."""

    def on_away(self, connection: Connection) -> bool:
        return False

    def on_back(self, connection: Connection) -> None:
        raise AssertionError("nobody resumes here")

    def on_closed(self, connection: Connection) -> None:
        """As Handler."""

    def may_idle(self, connection: Connection) -> bool:
        return True


def make_certificate(path: Path, *names: str) -> Path:
    """A certificate for 127.0.0.1, and perhaps names, with its key in one file."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "infoset test")])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName(
                [
                    x509.IPAddress(ipaddress.ip_address("127.0.0.1")),
                    *map(x509.DNSName, names),
                ]
            ),
            False,
        )
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(signed.public_bytes(Encoding.PEM) + pem)
    return path


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_certificate(tmp_path_factory.mktemp("tls") / "server.pem")


@pytest.fixture
def client_context(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certificate)


@asynccontextmanager
async def serving(certificate: Path, **settings: Any) -> AsyncIterator[tuple[Listener, Desk]]:
    handlers = Desk()
    config = load_config(
        None, {"port": 0, "tls.certificate": certificate, "times.sweep_s": 0.05, **settings}
    )
    async with await serve(config, handlers) as listener:
        yield listener, handlers


@pytest.mark.parametrize("encoding", list(WireEncoding))
async def test_a_conversation_over_tcp_is_complete_to_its_last_word(
    certificate: Path, client_context: ssl.SSLContext, encoding: WireEncoding
) -> None:
    async with serving(certificate) as (listener, handlers):
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", listener.port, ssl=client_context
        )
        framer = make_framer(encoding, 1 << 20)
        ask = {"type": "describe", "id": 2, "game": "x"}
        writer.write(b"".join(framer.frame(encode(one, encoding)) for one in (HELLO, ask)))
        heard: list[dict[str, Any]] = []
        while len(heard) < 2:
            heard += [
                decode(one, encoding) for one in framer.receive_data(await reader.read(9_999))
            ]
        assert [one["type"] for one in heard] == ["welcome", "ok"]
        assert handlers.connections[0].caller.is_private
        handlers.connections[0].close(CloseCode.SESSION_ENDED, "enough")
        rest = framer.receive_data(await reader.read())
        assert [decode(one, encoding)["code"] for one in rest] == [4410]
        writer.close()
        await writer.wait_closed()


async def test_a_websocket_gets_its_close_code(
    certificate: Path, client_context: ssl.SSLContext
) -> None:
    async with serving(certificate) as (listener, handlers):
        url = f"wss://127.0.0.1:{listener.port}/v1"
        async with websockets.connect(url, ssl=client_context) as connection:
            await connection.send(encode(HELLO, WireEncoding.JSON).decode())
            await connection.recv()
            handlers.connections[0].close(CloseCode.SESSION_ENDED, "enough")
            await connection.wait_closed()
            assert connection.close_code == 4410


async def test_this_machine_gets_in_without_tls_by_a_port_of_its_own(certificate: Path) -> None:
    async with serving(certificate) as (listener, handlers):
        assert listener.local_port != listener.port
        async with websockets.connect(f"ws://127.0.0.1:{listener.local_port}/v1") as connection:
            await connection.send(encode(HELLO, WireEncoding.JSON).decode())
            await connection.recv()
        assert handlers.connections[0].caller.is_private


async def test_whoever_speaks_no_tls_is_not_heard(certificate: Path) -> None:
    async with serving(certificate) as (listener, handlers):
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        writer.write(encode(HELLO, WireEncoding.JSON) + b"\n")
        assert b"welcome" not in await reader.read()
        assert handlers.connections == []
        writer.close()
        await writer.wait_closed()


async def test_a_handshake_that_is_not_finished_in_time_ends(certificate: Path) -> None:
    async with serving(certificate, **{"times.hello_s": 0.1}) as (listener, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        async with asyncio.timeout(60):
            assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()


async def connect_at_last(port: int, context: ssl.SSLContext) -> asyncio.StreamWriter:
    """Tries until the server has counted out who was there before."""
    async with asyncio.timeout(60):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
            except OSError:
                await asyncio.sleep(0.01)
            else:
                return writer


async def end(writer: asyncio.StreamWriter) -> None:
    """Ends a connection, however it ended."""
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def test_a_handshake_counts_as_a_connection_until_it_has_failed(
    certificate: Path, client_context: ssl.SSLContext
) -> None:
    limits = {"connections.max_per_address": 1, "connections.exempt_loopback": False}
    async with serving(certificate, **limits, **{"times.hello_s": 3_600}) as (listener, _):
        _, silent = await asyncio.open_connection("127.0.0.1", listener.port)
        refused, also = await asyncio.open_connection("127.0.0.1", listener.port)
        async with asyncio.timeout(60):  # less than a handshake may take
            with suppress(ConnectionResetError):
                assert await refused.read() == b""
        silent.write(b"this is no handshake")
        await end(silent)
        await end(also)
        await end(await connect_at_last(listener.port, client_context))


def shown(port: int) -> bytes:
    """The certificate that is shown there now."""
    return ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", port), timeout=60.0))


def in_file(path: Path) -> bytes:
    """The first certificate of a file."""
    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    return certificate.public_bytes(Encoding.DER)


async def test_a_renewed_certificate_is_shown_to_newcomers_and_cuts_nobody_off(
    tmp_path: Path,
) -> None:
    path = make_certificate(tmp_path / "server.pem")
    async with serving(path) as (listener, _):
        context = ssl.create_default_context(cafile=path)
        url = f"wss://127.0.0.1:{listener.port}/v1"
        async with websockets.connect(url, ssl=context) as connection:
            first = in_file(path)
            assert await asyncio.to_thread(shown, listener.port) == first
            make_certificate(path)
            assert await asyncio.to_thread(shown, listener.port) == first
            listener.renew_certificate()
            assert await asyncio.to_thread(shown, listener.port) == in_file(path) != first
            await connection.send(encode(HELLO, WireEncoding.JSON).decode())
            assert "welcome" in str(await connection.recv())


async def test_a_bad_certificate_leaves_the_one_before_in_use(tmp_path: Path) -> None:
    path = make_certificate(tmp_path / "server.pem")
    first = in_file(path)
    async with serving(path) as (listener, _):
        strange = make_certificate(tmp_path / "strange.pem").read_bytes()
        key = path.read_bytes().partition(b"-----BEGIN PRIVATE")
        for bad in (b"", strange.partition(b"-----BEGIN PRIVATE")[0] + key[1] + key[2]):
            path.write_bytes(bad)
            with pytest.raises(TlsError, match="expected a certificate and its key"):
                listener.renew_certificate()
            assert await asyncio.to_thread(shown, listener.port) == first


def test_a_hangup_renews_the_certificate_of_a_running_server(tmp_path: Path) -> None:
    path = make_certificate(tmp_path / "server.pem")
    first = in_file(path)
    settings = FORGETFUL | {"tls.certificate": path}
    with running_server(tmp_path / "data", settings) as server:
        assert shown(server.port) == first
        path.write_bytes(b"")
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: len(server.problems("error")) == 1, "the log says that it is bad")
        assert shown(server.port) == first
        make_certificate(path)
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: shown(server.port) == in_file(path), "the new one is shown")
        assert server.is_running


@pytest.fixture
def usual_hangup() -> Iterator[None]:
    """Programs started meanwhile take a hangup as usual, even where this one was told to ignore it (nohup)."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("usual_hangup")
def test_without_tls_a_hangup_ends_the_server(tmp_path: Path) -> None:
    with running_server(tmp_path, FORGETFUL) as server:
        server.process.send_signal(signal.SIGHUP)
        assert server.process.wait(60) == -signal.SIGHUP


async def test_closing_does_not_wait_for_handshakes(certificate: Path) -> None:
    patient = {"times.hello_s": 3_600}
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        listener, _ = await stack.enter_async_context(serving(certificate, **patient))
        _, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        stack.push_async_callback(end, writer)
        await listener.close()


def test_without_settings_there_is_no_tls() -> None:
    assert load_certificate(TlsSettings()) is None


def empty(folder: Path) -> TlsSettings:
    (folder / "empty.pem").write_bytes(b"")
    return TlsSettings(certificate=folder / "empty.pem")


@pytest.mark.parametrize(
    "settings",
    [
        lambda folder: TlsSettings(certificate=folder / "missing.pem"),
        lambda folder: TlsSettings(key=folder / "key.pem"),
        empty,
    ],
)
def test_a_certificate_that_cannot_be_used_is_named(
    tmp_path: Path, settings: Callable[[Path], TlsSettings]
) -> None:
    with pytest.raises(TlsError, match="expected"):
        load_certificate(settings(tmp_path))
