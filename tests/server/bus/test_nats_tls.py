"""Buses over servers of NATS that want TLS, by an authority of the operator's own: who is let in, and who is spoken to."""

import asyncio
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.sdk.security import Certificates, make_certificates, make_client_certificate
from tests.server.bus.nats_server import NatsServer, running
from tests.server.bus.test_contract import NEWS, PATIENCE_S, Listener

from infoset_server.bus.nats import BusConnectError, connect_nats
from infoset_server.bus.nats_link import READ_BYTES
from infoset_server.bus.nats_tls import BusTls, BusTlsError
from infoset_server.bus.opening import ClusterError, open_bus
from infoset_server.config import ConfigError, load_config

SIZES = (0, 500, READ_BYTES, 5 * READ_BYTES)
BRIEF_S = 1.0
MANY = 40


def make_files(folder: Path) -> tuple[Certificates, BusTls]:
    """What a server of NATS has, and what one of ours."""
    folder.mkdir()
    made = make_certificates(folder)
    return made, BusTls(made.authority, make_client_certificate(folder, "n1"))


def options(made: Certificates) -> list[str]:
    """Of a server that lets in who has a certificate of the authority."""
    files = ["--tlscert", str(made.server), "--tlskey", str(made.server)]
    return ["--tls", *files, "--tlscacert", str(made.authority), "--tlsverify"]


def under_tls(server: NatsServer) -> str:
    return server.url.replace("nats://", "tls://")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Certificates, BusTls]:
    return make_files(tmp_path_factory.mktemp("tls") / "files")


@pytest.fixture(scope="module")
def strict(
    files: tuple[Certificates, BusTls], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[NatsServer]:
    with running(tmp_path_factory.mktemp("nats"), *options(files[0])) as server:
        yield server


async def test_messages_of_every_size_pass_the_short_way(
    strict: NatsServer, files: tuple[Certificates, BusTls]
) -> None:
    cluster = f"test{secrets.token_hex(4)}"
    here, there = [
        await connect_nats([under_tls(strict)], cluster, name, tls=files[1])
        for name in ("here", "there")
    ]
    listener = Listener(there, "a")
    await there.flush()
    for number, size in enumerate(SIZES):
        text = f"{number}{'x' * size}"
        here.publish(NEWS, "a", text)
        await listener.until(f"a={text}")
    assert here._client.stats["out_msgs"] == 0, "nats-py has written none of them"
    await here.close()
    await there.close()


async def test_who_does_not_trust_the_other_or_is_not_trusted_hears_why(
    strict: NatsServer, files: tuple[Certificates, BusTls]
) -> None:
    """What NATS says before it hangs up on a stranger is not always read: writing fails first."""
    stranger = replace(files[1], certificate=None)
    hung_up = "(certificate required|Connection lost|Broken pipe)"
    for tls, why in ((BusTls(), "certificate verify failed"), (stranger, hung_up)):
        with pytest.raises(BusConnectError, match=f"{under_tls(strict)}.*{why}"):
            await connect_nats([under_tls(strict)], "c", "n1", tls=tls, connect_s=BRIEF_S)


async def test_nothing_is_said_to_a_server_that_offers_no_tls_where_the_address_wants_it() -> None:
    """It may be somebody between us and NATS, who would like to hear a password."""
    heard: list[bytes] = []

    async def pretend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"server_id":"x","version":"2.10.0","max_payload":1048576}\r\n')
        heard.append(await reader.read())
        writer.close()

    server = await asyncio.start_server(pretend, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        url = f"tls://n1:password@127.0.0.1:{port}"
        with pytest.raises(BusConnectError, match="has no TLS"):
            await connect_nats([url], "c", "n1", connect_s=BRIEF_S)
    assert heard
    assert set(heard) == {b""}


async def test_whoever_cannot_connect_is_told_in_time(nats: NatsServer) -> None:
    """nats-py does not always notice that it is cancelled."""
    url = under_tls(nats)
    waits = [  # it is cancelled in whatever it does just then
        asyncio.ensure_future(connect_nats([url] * 3, "c", "n1", connect_s=BRIEF_S + number / MANY))
        for number in range(MANY)
    ]
    async with asyncio.timeout(PATIENCE_S):
        said = await asyncio.gather(*waits, return_exceptions=True)
    assert {type(one) for one in said} == {BusConnectError}


@pytest.mark.filterwarnings(  # the library leaves sockets of refused attempts to the garbage collector
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
async def test_files_that_were_exchanged_hold_from_the_next_connection_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "infoset_server.bus.nats")
    (made, tls), (later, new) = make_files(tmp_path / "old"), make_files(tmp_path / "new")
    server = NatsServer(tmp_path, *options(made))
    server.start()
    bus = await connect_nats([under_tls(server)], "c", "n1", tls=tls)
    server.stop()
    renewed = NatsServer(tmp_path, *options(later))
    renewed.port = server.port
    renewed.start()
    await told(caplog, "there is no TLS with NATS any more")
    for old, other in ((tls.ca_file, new.ca_file), (tls.certificate, new.certificate)):
        assert old is not None
        assert other is not None
        shutil.copy(other, old)
    await told(caplog, "NATS is back")
    assert caplog.text.count("there is no TLS with NATS any more") == 1
    await bus.close()
    renewed.stop()


async def told(caplog: pytest.LogCaptureFixture, words: str) -> None:
    """Returns when the log says so."""
    async with asyncio.timeout(PATIENCE_S):
        while words not in caplog.text:  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("name", ["bus_ca_file", "bus_certificate"])
async def test_a_file_that_cannot_be_used_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty.pem").touch()
    for file in ("empty.pem", "none.pem"):
        given = {"cluster.bus": "tls://127.0.0.1:1", f"cluster.{name}": str(tmp_path / file)}
        with pytest.raises(ClusterError, match=f"cluster.{name}: expected .*{file}"):
            await open_bus(load_config(None, given).cluster, 1)


def test_files_for_tls_want_addresses_under_tls() -> None:
    for url in ("nats://n1:secret@h", "tls://h,nats://n1:secret@h"):
        with pytest.raises(ConfigError, match="bus: expected tls://") as problem:
            load_config(None, {"cluster.bus": url, "cluster.bus_ca_file": "ca.pem"})
        assert "secret" not in str(problem.value)
    with pytest.raises(ConfigError, match="bus_certificate: expected one, as bus_key"):
        load_config(None, {"cluster.bus": "tls://h", "cluster.bus_key": "n1.key"})
    with pytest.raises(ConfigError, match="expected an address") as problem:
        load_config(None, {"cluster.bus": "nat://n1:secret@h"})
    assert "secret" not in str(problem.value)


def test_an_error_of_tls_is_one_of_the_connection() -> None:
    """nats-py tries again after those alone."""
    assert issubclass(BusTlsError, OSError)
