"""`infoset mcp`: a seat for a language model."""

import argparse
import contextlib
from typing import Final, TextIO

from infoset.cli import Run
from infoset.client import Client
from infoset.errors import CommandError
from infoset.extras import require
from infoset.mcp.player import FEATURES, Player
from infoset.running import run_guarded
from infoset.settings import add_connection_options, make_client, read_trust, set_up_logging
from infoset.word_files import ENGLISH
from infoset.wording import speak

PROGRAM: Final = "infoset-mcp"
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


def command(parser: argparse.ArgumentParser) -> Run:
    """Gives a language model a seat: a server of the Model Context Protocol.

    infoset mcp                                  over standard input and output, for one model
    infoset mcp --http 7431                      streamable HTTP at http://127.0.0.1:7431/mcp

    Over standard input and output it logs in as the options of the connection say. Over HTTP every client shows
    a token of the server in its header `Authorization: Bearer ...` and plays as the user it belongs to; without
    one nothing is answered. It listens on this machine only: a proxy with TLS goes before it, whose names
    --public tells.
    """
    parser.add_argument("--http", type=int, metavar="PORT", help="serve streamable HTTP here")
    parser.add_argument(
        "--host", default=LOOPBACK[0], choices=LOOPBACK, help="with --http: address to listen on"
    )
    parser.add_argument(
        "--public",
        action="append",
        default=[],
        metavar="HOST",
        help="with --http: a name by which a proxy is asked, like mcp.example.org; may be repeated",
    )
    add_connection_options(parser)
    return _run


def _run(args: argparse.Namespace) -> int:
    require("infoset mcp", "mcp", "mcp")
    if args.public and args.http is None:
        raise CommandError("--public belongs to --http")
    set_up_logging(args.verbose)
    speak(ENGLISH)  # whatever this computer speaks
    return run_guarded(
        lambda out: serve_stdio(args, out) if args.http is None else serve_http(args)
    )


async def serve_stdio(args: argparse.Namespace, out: TextIO) -> int:
    """One player, until standard input ends."""
    from infoset.mcp.server import serve_one

    client = make_client(args, name="model", program=PROGRAM, features=FEATURES)
    async with Player(client) as player:
        with contextlib.redirect_stdout(
            out
        ):  # the protocol's own: the SDK keeps everything else away
            await serve_one(player).run_stdio_async()
    return 0


async def serve_http(args: argparse.Namespace) -> int:
    """Everybody who shows a token, until the program is ended."""
    from mcp.server.transport_security import TransportSecuritySettings

    from infoset.mcp.players import Players
    from infoset.mcp.server import serve_many

    trust = None if args.ca_file is None else read_trust(args.ca_file)

    def client_of(token: str) -> Client:
        return Client(args.url, token=token, tls=trust, program=PROGRAM, features=FEATURES)

    hosts = [name for host in (*LOOPBACK, "[::1]", *args.public) for name in (host, f"{host}:*")]
    origins = [f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")]
    async with Players(client_of) as players:
        server = serve_many(players, f"http://{args.host}:{args.http}")
        await server.run_streamable_http_async(
            host=args.host,
            port=args.http,
            transport_security=TransportSecuritySettings(
                allowed_hosts=hosts, allowed_origins=origins
            ),
        )
    return 0
