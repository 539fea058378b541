"""Where a server listens: its port in words and as URLs, its certificate, and how it is found on the local network."""

import asyncio
import errno
import logging
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from infoset_server.app.server import App
from infoset_server.config import ServerConfig
from infoset_server.network.beacon import Beacon, light
from infoset_server.network.caller import plain_name
from infoset_server.network.listener import LOCAL, Listener
from infoset_server.network.tls import TlsError

logger = logging.getLogger(__name__)

ANY_ADDRESS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # and its loopback
ADDRESS_FILE: Final = "server.url"  # in the data folder
ELSEWHERE: Final = ("192.0.2.1", 9)  # of nobody: RFC 5737


class ListenError(Exception):
    """The address cannot be listened on; the message says which and why."""


def renew_on_hangup(listener: Listener) -> None:
    """SIGHUP has the certificate read anew; without TLS it ends the server, as programs usually do."""

    def renew() -> None:
        try:
            listener.renew_certificate()
        except TlsError as problem:
            logger.error(
                "the certificate is not renewed, the one before is still used: %s", problem
            )
        else:
            logger.info("the certificate was read anew")

    with suppress(NotImplementedError, AttributeError):  # Windows has no such signal
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, renew)


async def light_beacon(config: ServerConfig, app: App, listener: Listener) -> Beacon:
    """Lets the server be found on the local network, unless it is not to be."""
    beacon = Beacon(
        config.name,
        listener.port,
        lambda: len(app.people.clients),
        asyncio.get_running_loop().time,
        tls=config.tls.certificate is not None,
    )
    if config.beacon_port:
        await light(beacon, config.host, config.beacon_port)
    return beacon


def why_not_listening(config: ServerConfig, problem: OSError) -> str:
    """One sentence, with what to do where the port is taken."""
    where = f"cannot listen on {config.host} port {config.port}"
    if problem.errno == errno.EADDRINUSE:
        return f"{where}: the port is in use; stop what uses it, or choose another with --port"
    if problem.errno is not None and problem.errno in errno.errorcode:
        return f"{where}: {os.strerror(problem.errno)}"  # `strerror` says it with the address again
    return f"{where}: {problem.strerror}"  # a failed look-up of the name


@contextmanager
def address_kept(config: ServerConfig, listener: Listener) -> Iterator[None]:
    """The data folder says where this machine reaches the server, for whoever has its token from there, as long as it runs."""
    path = config.data_dir / ADDRESS_FILE
    url = local_url(listener)
    try:
        whole = path.with_suffix(".new")  # so that nobody reads a part
        whole.write_text(f"{url}\n", "utf-8")
        whole.replace(path)
    except OSError as problem:
        logger.warning("%s: %s; name the server with --url", path, problem.strerror)
    try:
        yield
    finally:
        with suppress(OSError):
            if path.read_text("utf-8").strip() == url:  # else the next server has it by now
                path.unlink()


def local_url(listener: Listener) -> str:
    """Where this machine's own programs reach the server, whatever it asks of others."""
    if listener.local_port != listener.port:
        return f"infoset://{LOCAL}:{listener.local_port}"
    return f"infoset://{local_address(listener.host)}:{listener.port}"


def page_url(config: ServerConfig, listener: Listener) -> str:
    """What to type into a browser on this machine; from others, with its name or address instead."""
    scheme = "http" if config.tls.certificate is None else "https"
    return f"{scheme}://{local_address(listener.host)}:{listener.port}/"


def network_urls(config: ServerConfig, listener: Listener) -> list[str]:
    """What to type into a browser on other machines of the network: a name, a number; none where they cannot.

    Under TLS the certificate says for which name, which is not known here.
    """
    if listener.host not in ANY_ADDRESS or config.tls.certificate is not None:
        return []
    hosts = config.connections.allowed_hosts or (local_name(), own_number())
    return [f"http://{host}:{listener.port}/" for host in hosts if host and "*" not in host]


def local_name() -> str:
    """The name by which this machine is found in its network; empty where it has none."""
    name = plain_name(socket.gethostname()).partition(".")[0]
    return f"{name}.local" if name else ""


def own_number() -> str:
    """The IPv4 address by which this machine would reach others; empty where it has no network. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def local_address(host: str) -> str:
    """Where this machine reaches a server that listens on `host`, as in a URL."""
    reached = ANY_ADDRESS.get(host, host)
    return f"[{reached}]" if ":" in reached else reached
