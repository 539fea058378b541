"""The extras of the package: which of them brings a library that is missing, and how it is installed.

`infoset` alone is the SDK, the protocol and the games. What else it can do needs libraries that only some
have a use for; each extra in pyproject.toml brings those of one purpose.
"""

import json
import shlex
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from infoset.errors import MissingExtraError

PACKAGE: Final = "infoset"
# The library as it is imported, and the smallest extra that brings it.
EXTRAS: Final = {
    "PIL": "maps",
    "aiosqlite": "server",
    "alembic": "server",
    "asyncpg": "postgres",
    "cmaes": "lab",
    "cryptography": "keys",
    "distributed": "dask",
    "fluent": "play",
    "gymnasium": "adapters",
    "h11": "server",
    "matplotlib": "lab",
    "mcp": "mcp",
    "nats": "cluster",
    "networkx": "tournaments",
    "numpy": "lab",
    "openai": "llm",
    "optuna": "lab",
    "pettingzoo": "adapters",
    "platformdirs": "play",
    "prometheus_client": "server",
    "prompt_toolkit": "play",
    "pygame": "play",
    "pyspiel": "openspiel",
    "scipy": "lab",
    "segno": "server",
    "sqlalchemy": "server",
}
# Where one library of these packages is missing, the message names the extra that brings all of them.
WHOLE: Final = {"infoset_gui": "play", "infoset_server": "server"}


def extra_for(error: ModuleNotFoundError, package: str = "") -> str | None:
    """The extra that brings what is missing in a module of `package`; None if no extra does."""
    library = (error.name or "").partition(".")[0]
    if library not in EXTRAS:
        return None
    return WHOLE.get(package.partition(".")[0], EXTRAS[library])


def needs(what: str, extra: str) -> MissingExtraError:
    """The error that names the extra without which `what` does not work, and how it is installed."""
    return MissingExtraError(f"{what} needs the extra `{extra}`: {install_line(extra)}")


def require(what: str, extra: str, *libraries: str) -> None:
    """Raises MissingExtraError where a library is missing without which `what` does not get to its end."""
    if any(find_spec(library) is None for library in libraries):
        raise needs(what, extra)


def install_line(extra: str) -> str:
    """The command that adds an extra to this installation, from where the package itself came."""
    return f"python -m pip install {requirement(extra, recorded_origin())}"


def recorded_origin() -> str | None:
    """What pip recorded about where the package came from (PEP 610); None if from an index."""
    try:
        return distribution(PACKAGE).read_text("direct_url.json")
    except PackageNotFoundError:
        return None


def requirement(extra: str, origin: str | None) -> str:
    """The package with an extra, as pip takes it on a command line."""
    named = f"{PACKAGE}[{extra}]"
    if origin is None:
        return shlex.quote(named)
    recorded = json.loads(origin)
    url = recorded["url"]
    if (vcs := recorded.get("vcs_info")) is not None:
        return shlex.quote(f"{named} @ {vcs['vcs']}+{url}@{vcs['commit_id']}")
    if not url.startswith("file:"):
        return shlex.quote(f"{named} @ {url}")
    where = shlex.quote(f"{Path(unquote(urlsplit(url).path))}[{extra}]")
    return f"-e {where}" if recorded.get("dir_info", {}).get("editable") else where
