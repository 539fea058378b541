"""A process that began uncompiled stays so, whatever is compiled beside it meanwhile.

`make serve` lets its first server run while the compiler works, and people start windows and bots then. Compiled modules of
a package call each other without Python: one that is imported when its neighbours run uncompiled ends the process.
"""

import os
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, PathFinder, SourceFileLoader
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.abc import PathEntryFinder

# Of the rules. It lies beside their package wherever anything is compiled: all is, or nothing.
LIBRARY: Final = "infoset_games_compiled__mypyc"
PACKAGES: Final = ("infoset_bots", "infoset_games", "infoset_protocol", "infoset_server")

_find_source: Final = FileFinder.path_hook((SourceFileLoader, SOURCE_SUFFIXES))


def stay_uncompiled() -> None:
    """From now on no extension of our packages is looked for, if nothing is compiled yet. Call it before they are imported."""
    specs = filter(None, map(find_spec, PACKAGES))
    homes = [home for spec in specs for home in spec.submodule_search_locations or ()]
    if PathFinder.find_spec(LIBRARY, list(map(os.path.dirname, homes))) is not None:
        return
    inside = tuple(home + os.sep for home in homes)

    def only_source(folder: str) -> "PathEntryFinder":
        if not (folder + os.sep).startswith(inside):
            raise ImportError  # the next hook's
        return _find_source(folder)

    sys.path_hooks.insert(0, only_source)
