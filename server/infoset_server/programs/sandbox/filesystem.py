"""What a sandboxed program sees of the file system: which folders, where, and what it may write. Mounts nothing."""

import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from infoset_server.programs.sandbox.environment import PYTHON, TOOLS, Mount, python_mounts
from infoset_server.programs.sandbox.limits import MB, Limits

BOT: Final = "/bot"  # the folder of the bot
SOURCE: Final = "/source"  # what was uploaded, while it is being built
INSIDE: Final = f"{TOOLS}/inside.py"
BUILDING: Final = f"{TOOLS}/building.py"
CACHE: Final = f"{TOOLS}/cache"  # what an earlier build of the same bot has left
SYSTEM: Final = ("/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin")  # beside `/usr`
ETC: Final = (  # what compilers and interpreters read; nothing about this machine's people
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/java-*",
)
RUST: Final = f"{TOOLS}/rust"
USUAL: Final = ("/usr/local/bin", "/usr/local/go/bin", "/usr/bin", "/bin")
RUSTUP_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Space:
    """An empty folder in memory that the program may write."""

    at: str
    size: int  # bytes
    max_inodes: int  # files and folders; not every backend can hold it to that


@dataclass(frozen=True, slots=True)
class View:
    """All that a program sees, besides its own `/proc` and a few devices."""

    mounts: tuple[Mount, ...]
    links: tuple[tuple[str, str], ...]  # where, and what it says
    spaces: tuple[Space, ...]


def make_view(
    bot: Path,
    limits: Limits,
    ours: Path,
    toolchains: Sequence[Mount],
    *,
    is_build: bool,
    cache: Path | None = None,
) -> View:
    """The view of a bot that lies in `bot`; `ours` is a folder with what `Sandboxes` has written for all of them.

    `cache` is a file that an earlier build has left.
    """
    mounts = [Mount(Path("/usr"), "/usr")]
    links = []
    for path in map(Path, SYSTEM):
        if path.is_symlink():
            links.append((str(path), str(path.readlink())))
        elif path.is_dir():
            mounts.append(Mount(path, str(path)))
    for pattern in ETC:
        mounts += [Mount(path, str(path)) for path in Path("/").glob(pattern.removeprefix("/"))]
    mounts += [Mount(path, f"/etc/{path.name}") for path in sorted((ours / "etc").iterdir())]
    mounts += outermost([*python_mounts(ours / "env"), *toolchains])
    mounts.append(Mount(Path(__file__).with_name("init.py"), INSIDE))
    scratch = limits.scratch_mb * MB
    files = limits.max_inodes + 1
    spaces = [Space("/tmp", scratch, files), Space("/dev/shm", scratch, files)]
    if is_build:
        mounts.append(Mount(Path(__file__).with_name("building.py"), BUILDING))
        spaces.append(Space(BOT, scratch, files))
    if cache is not None:
        mounts.append(Mount(cache, CACHE))
    mounts.append(Mount(bot, SOURCE if is_build else BOT))
    return View(tuple(mounts), tuple(links), tuple(spaces))


def outermost(mounts: Iterable[Mount]) -> list[Mount]:
    """The mounts without those that `/usr` or another of them shows at the same place."""
    wanted = sorted(set(mounts), key=lambda mount: (mount.at.count("/"), mount.at))
    kept = [Mount(Path("/usr"), "/usr")]
    for mount in wanted:
        if not any(Path(mount.at).is_relative_to(other.at) for other in kept):
            kept.append(mount)
    return kept[1:]


def find_toolchains(named: Iterable[str]) -> tuple[Mount, ...]:
    """The folders named in the configuration, seen where they are, and Rust's, which rustup keeps in somebody's home."""
    folders = [Path(name).resolve() for name in named]
    mounts = [Mount(folder, str(folder)) for folder in folders]
    rust = rust_folder()
    return tuple(mounts if rust is None else [*mounts, Mount(rust, RUST)])


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


def search_path(toolchains: Iterable[Mount]) -> str:
    """`PATH` inside."""
    return ":".join(
        [str(Path(PYTHON).parent), *(f"{mount.at}/bin" for mount in toolchains), *USUAL]
    )


def find_tool(tool: str, toolchains: Iterable[Mount]) -> bool:
    """Will this program be found inside?"""
    path = ":".join([*(str(mount.source / "bin") for mount in toolchains), *USUAL])
    return shutil.which(tool, path=path) is not None
