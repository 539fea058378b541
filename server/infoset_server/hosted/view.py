"""What a caged program sees of the file system: which folders, where, and what it may write. Mounts nothing."""

import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from infoset_server.hosted.limits import MB, Limits

BOT: Final = "/bot"  # the folder of the bot
SOURCE: Final = "/source"  # what was uploaded, while it is being built
TOOLS: Final = "/cage"  # our programs that run inside
INSIDE: Final = f"{TOOLS}/inside.py"
BUILDING: Final = f"{TOOLS}/building.py"
SYSTEM: Final = ("/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin")  # beside `/usr`
ETC: Final = (  # what compilers and interpreters read; nothing about this machine's people
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/java-*",
)
PACKAGES: Final = ("infoset", "infoset_protocol", "infoset_games", "infoset_bots")
RUSTUP_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Mount:
    """A folder or file of this machine, seen read-only at `at`."""

    source: Path
    at: str


@dataclass(frozen=True, slots=True)
class Space:
    """An empty folder in memory that the program may write."""

    at: str
    size: int  # bytes
    max_inodes: int  # files and folders; not every kind of walls can hold it to that


@dataclass(frozen=True, slots=True)
class View:
    """All that a program sees, besides its own `/proc` and a few devices."""

    mounts: tuple[Mount, ...]
    links: tuple[tuple[str, str], ...]  # where, and what it says
    spaces: tuple[Space, ...]


def make_view(
    bot: Path, limits: Limits, users: Path, toolchains: Sequence[Path], *, is_build: bool
) -> View:
    """The view of a bot that lies in `bot`; `users` is a folder with `passwd`, `group` and `hosts`."""
    mounts = [Mount(Path("/usr"), "/usr")]
    links = []
    for path in map(Path, SYSTEM):
        if path.is_symlink():
            links.append((str(path), str(path.readlink())))
        elif path.is_dir():
            mounts.append(Mount(path, str(path)))
    for pattern in ETC:
        mounts += [Mount(path, str(path)) for path in Path("/").glob(pattern.removeprefix("/"))]
    mounts += [Mount(path, f"/etc/{path.name}") for path in sorted(users.iterdir())]
    mounts += [Mount(path, str(path)) for path in outermost([*python_folders(), *toolchains])]
    mounts.append(Mount(Path(__file__).with_name("inside.py"), INSIDE))
    scratch = limits.scratch_mb * MB
    files = limits.max_inodes + 1
    spaces = [Space("/tmp", scratch, files), Space("/dev/shm", scratch, files)]
    if is_build:
        mounts.append(Mount(Path(__file__).with_name("building.py"), BUILDING))
        spaces.append(Space(BOT, scratch, files))
    mounts.append(Mount(bot, SOURCE if is_build else BOT))
    return View(tuple(mounts), tuple(links), tuple(spaces))


@cache
def python_folders() -> tuple[Path, ...]:
    """Where this Python and the packages of Infoset for bots are; never the server's.

    What is compiled of a package lies beside it, too: in an editable install not below this Python.
    """
    folders = [Path(sys.prefix), Path(sys.base_prefix)]
    for name in PACKAGES:
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            folder = Path(spec.origin).parent
            folders += [folder, *folder.parent.glob(f"{name}_compiled__mypyc.*")]
    return tuple(folders)


def outermost(folders: Iterable[Path]) -> list[Path]:
    """The folders without those that `/usr` or another of them holds."""
    wanted = sorted(set(folders), key=lambda path: (len(path.parts), path))
    kept: list[Path] = []
    for path in wanted:
        if not any(path.is_relative_to(other) for other in (Path("/usr"), *kept)):
            kept.append(path)
    return kept


def find_toolchains(named: Iterable[str]) -> tuple[Path, ...]:
    """The folders named in the configuration, and Rust's, which rustup keeps in somebody's home."""
    folders = [Path(name).resolve() for name in named]
    rust = rust_folder()
    return tuple([*folders, rust] if rust is not None else folders)


@cache
def rust_folder() -> Path | None:
    """Where `cargo` and `rustc` really are, where rustup stands before them."""
    rustc = shutil.which("rustc")
    if rustc is None or Path(rustc).is_relative_to("/usr"):
        return None
    try:
        told = subprocess.run(
            [rustc, "--print", "sysroot"], capture_output=True, timeout=RUSTUP_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return Path(told.stdout.decode().strip())


def search_path(toolchains: Iterable[Path]) -> str:
    """`PATH` inside."""
    folders = [Path(sys.prefix) / "bin", *(folder / "bin" for folder in toolchains)]
    usual = ("/usr/local/bin", "/usr/local/go/bin", "/usr/bin", "/bin")
    return ":".join([*map(str, folders), *usual])


def find_tool(tool: str, toolchains: Iterable[Path]) -> bool:
    """Will this program be found inside?"""
    return shutil.which(tool, path=search_path(toolchains)) is not None
