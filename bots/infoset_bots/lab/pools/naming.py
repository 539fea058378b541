"""Pools as options name them: how many processes, or where a scheduler listens."""

import argparse
import re
from typing import Final

from infoset_bots.lab.pools.dask_pool import DaskPool
from infoset_bots.lab.pools.here import HerePool
from infoset_bots.lab.pools.port import ComputePool
from infoset_bots.lab.pools.processes import MAX_PROCESSES, ProcessPool
from infoset_games.processors import usable_processors

ADDRESS: Final = re.compile(r"(tcp|tls)://[^/:]+:\d{1,5}|(tcp|tls)://\[[0-9a-fA-F:]+\]:\d{1,5}")


def add_pool_options(parser: argparse._ActionsContainer, *older: str) -> None:
    """`--processes` and `--pool`, of which one may be given. `older` are names that the first has had, and keeps."""
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--processes",
        *older,
        type=count_of_processes,
        dest="processes",
        metavar="N",
        help="matches played at the same time (default: one per core; 0: in this process)",
    )
    ways.add_argument(
        "--pool",
        type=address,
        metavar="ADDRESS",
        help="play on the workers of the Dask scheduler at tcp://HOST:PORT",
    )


def find_pool(args: argparse.Namespace) -> ComputePool:
    """The pool that these options name; without any, one process for each core."""
    if args.pool is not None:
        return DaskPool(args.pool)
    return local_pool(args.processes)


def local_pool(processes: int | None) -> ComputePool:
    """So many processes of this machine, None for one for each core, 0 for this one."""
    if processes == 0:
        return HerePool()
    return ProcessPool(usable_processors() if processes is None else processes)


def count_of_processes(text: str) -> int:
    """An argument from 0 to MAX_PROCESSES."""
    value = int(text)
    if not 0 <= value <= MAX_PROCESSES:
        raise argparse.ArgumentTypeError(f"expected 0 to {MAX_PROCESSES}, got {value}")
    return value


def address(text: str) -> str:
    """An argument that says where a scheduler listens."""
    if not ADDRESS.fullmatch(text):
        raise argparse.ArgumentTypeError(f"expected tcp://HOST:PORT or tls://HOST:PORT, got {text}")
    return text
