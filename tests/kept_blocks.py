"""Finds out whether memory is kept by work that is done again and again."""

import gc
import sys
from collections.abc import Callable
from typing import Final

TIMES: Final = 200
LOOKS: Final = 3


def blocks_left_by(work: Callable[[], object]) -> float:
    """How many blocks of memory one call leaves behind, after those that fill what is made only once."""
    for _ in range(TIMES):
        work()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(TIMES):
        work()
    gc.collect()
    return (sys.getallocatedblocks() - before) / TIMES


def keeps_nothing(work: Callable[[], object]) -> bool:
    """Caches of the interpreter and of libraries grow for a while; what is lost is lost in every call, however often one looks."""
    return any(blocks_left_by(work) < 0.5 for _ in range(LOOKS))
