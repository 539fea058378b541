"""`infoset serve`: builds the configuration, runs the server until it is told to stop."""

import argparse
import asyncio
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from importlib.metadata import version
from typing import Any, Final

from prometheus_client.core import Metric

from infoset_protocol.errors import CloseCode
from infoset_protocol.messages import ClockSpec, CreateRoom
from infoset_server.app.features.compute import numbers_of
from infoset_server.app.features.status import StatusFeature
from infoset_server.app.features.webhooks import WebhookSetupError
from infoset_server.app.server import App
from infoset_server.app.site import make_router
from infoset_server.bus.opening import ClusterError, close_bus
from infoset_server.bus.port import Bus
from infoset_server.commands.joining import join
from infoset_server.commands.listening import (
    ListenError,
    address_kept,
    light_beacon,
    local_url,
    network_urls,
    page_url,
    renew_on_hangup,
    why_not_listening,
)
from infoset_server.commands.nodes import Numbers, help_out, is_helper, records_in_turn, say
from infoset_server.commands.orders import Orders
from infoset_server.commands.places import add_places
from infoset_server.commands.playing import PlayingAlong, plays_along
from infoset_server.commands.routes import list_routes
from infoset_server.compute.workers import Workers
from infoset_server.config import (
    ConfigError,
    ServerConfig,
    load_config,
    settings_given,
)
from infoset_server.http.console import ConsoleSetupError
from infoset_server.http.front_page import downloads
from infoset_server.http.game_pages import game_pages
from infoset_server.http.game_words import game_words
from infoset_server.matches.records import Records, may_stand_by
from infoset_server.matches.settings import read_settings
from infoset_server.monitoring.logs import set_up_logging
from infoset_server.network.listener import Listener
from infoset_server.network.listener import serve as listen
from infoset_server.network.tls import TlsError
from infoset_server.nodes.play_nodes import PlayNodes
from infoset_server.programs.manifest import ManifestError
from infoset_server.storage.errors import StoreError, UnavailableError
from infoset_web import CONTENT_TYPES, PageError, page_files

logger = logging.getLogger(__name__)

DEMO_GAME: Final = "colonizers"
READ_BYTES: Final = 4_096
RETRY_MS: Final = 1_000  # when to come back to a server that restarts
UNAVAILABLE: Final = 69  # EX_UNAVAILABLE of sysexits.h: start it anew when the database answers
REPLACED: Final = 75  # EX_TEMPFAIL of sysexits.h: start it anew
COLLECT_AFTER: Final = 20_000  # new objects; by default 700, some ten messages


def serve(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
    """Starts a server.

    Prints `listening on HOST:PORT` when it is ready. Ctrl-C (or SIGTERM) stops it gracefully: no new
    matches, running ones may end; a second one stops it at once. SIGHUP has it read a renewed certificate.
    """
    parser.add_argument("--host", help="address to listen on (default 127.0.0.1)")
    parser.add_argument(
        "--port", type=int, help="port to listen on, 0 = any free one (default 7421)"
    )
    add_places(parser)
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="any other setting, for instance times.hello_s=5 (see docs/configuration.md)",
    )
    parser.add_argument("--demo", action="store_true", help="keep a table where house bots play")
    parser.add_argument(
        "--attended",
        action="store_true",
        help="stop when standard input ends, as it does with the program that started this one",
    )
    parser.add_argument(
        "--routes",
        action="store_true",
        help="print what such a server answers over HTTP and who may ask; starts none",
    )
    parser.add_argument("--log", choices=("text", "json"), default="text", help="form of the log")
    parser.add_argument("-v", "--verbose", action="store_true", help="log every message")
    return run


def run(args: argparse.Namespace) -> int:
    """Serves until stopped; 0 after a stop, 1 if it cannot start, 69 if the database does not answer at the start, 75 if
    another server has taken its place.
    """
    set_up_logging(args.log, verbose=args.verbose)
    try:
        config = load_config(args.config, overrides(args))
        if args.routes:
            return asyncio.run(list_routes(config))
        logger.info("Infoset %s starts", version("infoset"))
        if is_helper(config):
            status = asyncio.run(help_until_stopped(config, is_attended=args.attended))
        else:
            serving = serve_until_stopped(config, demo=args.demo, is_attended=args.attended)
            status = asyncio.run(serving)
        logger.info("stopped")
        return status
    except UnavailableError as problem:
        fail(str(problem))
        return UNAVAILABLE
    except START_ERRORS as problem:
        return fail(str(problem))


def overrides(args: argparse.Namespace) -> dict[str, Any]:
    """What the command line sets, by dotted name. Raises ConfigError."""
    named = {"host": args.host, "port": args.port, "data_dir": args.data}
    values = {name: value for name, value in named.items() if value is not None}
    return values | settings_given(args.set)


def fail(problem: str) -> int:
    """Says why in one line."""
    sys.stderr.write(f"infoset serve: {problem}\n")
    return 1


# Why a server cannot start, in words for whoever starts it.
START_ERRORS: Final = (
    ClusterError,
    ConfigError,
    ManifestError,
    ListenError,
    StoreError,
    TlsError,
    ConsoleSetupError,
    WebhookSetupError,
    PageError,
)


async def serve_until_stopped(
    config: ServerConfig,
    demo: bool,
    until: Callable[[App], Awaitable[None]] | None = None,
    *,
    is_attended: bool = False,
) -> int:
    """Serves until SIGINT or SIGTERM, until `until` returns, or until another server has taken its place.

    One that `is_attended` serves, or stands by, until its standard input ends, too. Raises one of START_ERRORS where it
    cannot begin.
    """
    stop = asyncio.Event()
    hurry = asyncio.Event()
    on_stop_signal(lambda: (hurry if stop.is_set() else stop).set())
    if is_attended:
        stop_at_end_of_input(stop)
    bus = await join(config)
    orders = Orders(config, bus, stop)
    workers = Workers(config, bus)
    along = PlayingAlong(config, bus, workers, stop) if plays_along(config) else None

    def numbers() -> Iterator[Metric]:
        yield from numbers_of(workers)
        if along is not None:
            yield from along.metrics()

    try:
        status = await serve_over(
            config, bus, workers, numbers, orders, stop, hurry, demo=demo, until=until
        )
    finally:
        if along is not None:
            await along.close()
        await workers.close()
        await close_bus(bus)
    if along is not None and along.problem is not None:
        raise along.problem
    return REPLACED if along is not None and along.is_replaced else status


async def serve_over(
    config: ServerConfig,
    bus: Bus,
    workers: Workers,
    numbers: Numbers,
    orders: Orders,
    stop: asyncio.Event,
    hurry: asyncio.Event,
    *,
    demo: bool,
    until: Callable[[App], Awaitable[None]] | None,
) -> int:
    """As `serve_until_stopped`, over the bus to the other servers, until `stop` is set; `hurry` ends the end. The page of
    metrics has the `numbers`, too.
    """
    collect_rarely()
    records = await records_in_turn(config, bus, numbers, stop, orders.turn)
    if stop.is_set():
        await let_go(records)
        return 0
    app = await begin(config, records, bus, workers)
    app.feature(StatusFeature).also.append(numbers)
    try:
        router = make_router(app, page_files(game_words()) | game_pages(CONTENT_TYPES), downloads)
        listener = await listen(config, app, router)
    except (OSError, TlsError, ConsoleSetupError, PageError) as problem:
        await app.close(0.0)
        await app.close_records()
        if isinstance(problem, OSError):
            raise ListenError(why_not_listening(config, problem)) from None
        raise
    if config.tls.certificate is not None:
        renew_on_hangup(listener)
    open_for_play(app, listener, demo)
    if isinstance(nodes := app.play.elsewhere, PlayNodes):
        orders.placement = nodes.placement
    keep_what_is_there()
    beacon = await light_beacon(config, app, listener)
    with address_kept(config, listener):
        say_where(config, listener)
        await app.warm_up()
        loop = asyncio.get_running_loop()
        reached = None if until is None else loop.create_task(stop_after(until, app, stop))
        is_replaced = await stopped(app, stop)
    if reached is not None:
        reached.cancel()
        await asyncio.wait((reached,))
    beacon.close()
    is_relieved = is_replaced or may_stand_by(config)  # others go on with what runs here
    grace_s = 0.0 if is_relieved else config.times.shutdown_grace_s
    await shut_down(app, listener, grace_s, hurry, goes_on=is_relieved)
    await router.close()
    return REPLACED if is_replaced else 0


def say_where(config: ServerConfig, listener: Listener) -> None:
    """The lines for which scripts and people wait."""
    say(f"listening on {listener.host}:{listener.port}")
    say(f"the page is at {page_url(config, listener)}")
    if others := network_urls(config, listener):
        say(f"others in this network open {' or '.join(others)}")


async def help_until_stopped(config: ServerConfig, *, is_attended: bool) -> int:
    """Is an edge, or lends workers, until SIGINT or SIGTERM; one that `is_attended` until its standard input ends, too.

    Raises one of START_ERRORS where it cannot begin.
    """
    stop = asyncio.Event()
    on_stop_signal(stop.set)
    if is_attended:
        stop_at_end_of_input(stop)
    await help_out(config, await join(config), stop)
    return 0


def on_stop_signal(call: Callable[[], None]) -> None:
    """Calls back at each SIGINT and SIGTERM."""
    loop = asyncio.get_running_loop()

    def hear(name: signal.Signals) -> None:
        logger.info("told to stop, by %s", name.name)
        call()

    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C raises KeyboardInterrupt instead
            loop.add_signal_handler(name, hear, name)


async def stopped(app: App, stop: asyncio.Event) -> bool:
    """Returns when the server is to stop; True where another has taken its place in a shared store."""
    waits = [asyncio.create_task(stop.wait())]
    if app.records is not None:
        waits.append(asyncio.create_task(app.records.node.lost.wait()))
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    return app.records is not None and app.records.node.lost.is_set()


async def begin(config: ServerConfig, records: Records | None, bus: Bus, workers: Workers) -> App:
    """The server, with what its `records` know, behind no port yet. Raises one of START_ERRORS."""
    try:
        app = App(config, records=records, cluster_bus=bus, workers=workers)
        await app.revive()
    except BaseException:
        await let_go(records)
        raise
    return app


async def let_go(records: Records | None) -> None:
    """Closes what was opened and is not needed."""
    if records is not None:
        await records.close()


async def stop_after(
    until: Callable[[App], Awaitable[None]], app: App, stop: asyncio.Event
) -> None:
    """Stops the server when something has happened, or has gone wrong."""
    try:
        await until(app)
    finally:
        stop.set()


def stop_at_end_of_input(stop: asyncio.Event) -> None:
    """Sets `stop` when there is nothing more to be read from standard input; what is read does not matter."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        with suppress(OSError):
            while os.read(sys.stdin.fileno(), READ_BYTES):
                pass
        with suppress(RuntimeError):  # the server has stopped for another reason
            loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=read, name="input", daemon=True).start()


def open_for_play(app: App, listener: Listener, demo: bool) -> None:
    """Tells house bots where to connect, lets ladders play, and opens the demo table if wanted."""
    app.hosting.open(local_url(listener))
    app.open(listener)
    if demo:
        asked = CreateRoom(
            game=DEMO_GAME,
            title="demo: house bots play",
            clock=ClockSpec(kind="per_move", move_ms=30_000),
        )
        room = app.matchmaker.open_demo(
            read_settings(asked, app.config.rooms), app.people.server_user
        )
        logger.info("the demo table is room %s", room.id)


def collect_rarely() -> None:
    """Sets the garbage collector for a server: what it reads stays, and play makes few cycles."""
    gc.set_threshold(COLLECT_AFTER, 10, 10)


def keep_what_is_there() -> None:
    """Has the garbage collector pass over what is loaded and restored."""
    gc.collect()
    gc.freeze()


async def shut_down(
    app: App, listener: Listener, grace_s: float, hurry: asyncio.Event, *, goes_on: bool = False
) -> None:
    """Refuses new matches, lets the running ones end, closes; `hurry` cuts the wait short.

    With `goes_on` clients are told to come back, even if none of their matches is left here.
    """
    logger.info("stopping: no new matches")
    ending = asyncio.create_task(app.close(grace_s))
    hurried = asyncio.create_task(hurry.wait())
    await asyncio.wait((ending, hurried), return_when=asyncio.FIRST_COMPLETED)
    hurried.cancel()
    if not ending.done():
        app.matchmaker.stop_waiting()
    await ending
    if app.play.running:
        until = "another server goes on with them" if goes_on else "the next start"
        logger.info("matches kept until %s: %d", until, len(app.play.running))
    if app.play.running or goes_on:
        await listener.close(CloseCode.RESTARTING, "the server restarts", retry_ms=RETRY_MS)
    else:
        await listener.close(CloseCode.GOING_AWAY, "the server stops")
    await app.close_records()
