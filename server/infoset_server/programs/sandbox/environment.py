"""The server's Python, as sandboxed programs see it: the same one, at places that say nothing about this machine.

What a program runs (`{python}`) is a virtual environment below `/sandbox`, made of a few lines and links: its
interpreter is the server's, and its packages are those of the server's environment, mounted beside it.
"""

import site
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

TOOLS: Final = "/cage"  # all that is ours inside
PYTHON: Final = f"{TOOLS}/env/bin/python"
PACKAGES: Final = ("infoset", "infoset_protocol", "infoset_games", "infoset_bots")
SYSTEM: Final = Path("/usr")  # seen as it is


@dataclass(frozen=True, slots=True)
class Mount:
    """A folder or file of this machine, seen read-only at `at`."""

    source: Path
    at: str


def python_mounts(folder: Path) -> list[Mount]:
    """The interpreter, its packages and ours; `folder` is where `write_environment` has been."""
    return [Mount(folder, f"{TOOLS}/env"), *base_mounts(), *site_mounts(), *package_mounts()]


@cache
def base_mounts() -> tuple[Mount, ...]:
    """The interpreter and its standard library."""
    base = Path(sys.base_prefix).resolve()
    return () if base.is_relative_to(SYSTEM) else (Mount(base, base_at(base)),)


def base_at(base: Path) -> str:
    """Where an interpreter is seen."""
    return str(base) if base.is_relative_to(SYSTEM) else f"{TOOLS}/python"


def library_path() -> dict[str, str]:
    """What an interpreter whose core is a shared library needs in its environment to find that elsewhere."""
    if not base_mounts() or not sysconfig.get_config_var("Py_ENABLE_SHARED"):
        return {}
    return {"LD_LIBRARY_PATH": f"{TOOLS}/python/lib"}


def site_mounts() -> list[Mount]:
    """What is installed for this Python, as far as it is not seen anyway."""
    return [mount for mount in site_places() if not is_seen(mount.source)]


@cache
def site_places() -> tuple[Mount, ...]:
    """The folders where packages are installed, and where they are seen."""
    found = dict.fromkeys(Path(name).resolve() for name in site.getsitepackages())
    base = Path(sys.base_prefix).resolve()
    places = []
    for number, path in enumerate(path for path in found if path.is_dir()):
        if path.is_relative_to(SYSTEM):
            at = str(path)
        elif path.is_relative_to(base):
            at = f"{base_at(base)}/{path.relative_to(base)}"
        else:
            at = f"{TOOLS}/site{number}"
        places.append(Mount(path, at))
    return tuple(places)


def is_seen(path: Path) -> bool:
    """Is it shown with the system or the interpreter?"""
    return any(path.is_relative_to(one) for one in (SYSTEM, Path(sys.base_prefix).resolve()))


@cache
def package_mounts() -> tuple[Mount, ...]:
    """The packages of Infoset for bots, where they are not installed but lie in a source tree; never the server's.

    What is compiled of a package lies beside it, too.
    """
    seen = [SYSTEM, *(mount.source for mount in (*base_mounts(), *site_places()))]
    found: list[Path] = []
    for name in PACKAGES:
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            package = Path(spec.origin).parent.resolve()
            found += [package, *package.parent.glob(f"{name}_compiled__mypyc.*")]
    apart = [path for path in found if not any(path.is_relative_to(one) for one in seen)]
    return tuple(Mount(path, f"{TOOLS}/lib/{path.name}") for path in apart)


def write_environment(folder: Path) -> None:
    """Makes the virtual environment that programs run. Raises OSError."""
    base = Path(sys.base_prefix).resolve()
    program = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    home = f"{base_at(base)}/{program.parent.relative_to(base)}"
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    (folder / "bin").mkdir(parents=True, exist_ok=True)
    for name in ("python", "python3"):
        link = folder / "bin" / name
        link.unlink(missing_ok=True)
        link.symlink_to(f"{home}/{program.name}")
    (folder / "pyvenv.cfg").write_text(f"home = {home}\ninclude-system-site-packages = false\n")
    packages = folder / "lib" / f"python{version}" / "site-packages"
    packages.mkdir(parents=True, exist_ok=True)
    (packages / "infoset.pth").write_text("".join(f"{line}\n" for line in search_lines()))


def search_lines() -> Iterator[str]:
    """Where packages are looked for, as lines of a `.pth` file."""
    if package_mounts():
        yield f"{TOOLS}/lib"
    for mount in site_places():
        yield f"import site; site.addsitedir({mount.at!r})"
