"""Tells whether the compiled rules are running. For `infoset doctor` and the benchmarks, not for the rules."""

from pathlib import Path

from infoset_games import core

PACKAGE = Path(__file__).parent
EXTENSIONS = (".so", ".pyd")


def is_compiled() -> bool:
    """Do the inner rules run as machine code? If not, the same source runs, some 50 times slower."""
    return Path(core.__file__).suffix in EXTENSIONS


def stale_modules(package: Path = PACKAGE) -> list[str]:
    """Source files of a package folder changed since they were compiled: their extension runs, the changes do not.

    `pip install -e .` compiles them anew; without the extensions the sources themselves run.
    """
    stale = []
    for extension in package.rglob("*"):
        source = extension.with_name(extension.name.split(".")[0] + ".py")
        is_extension = extension.suffix in EXTENSIONS and source.exists()
        if is_extension and source.stat().st_mtime > extension.stat().st_mtime:
            stale.append(source.relative_to(package).as_posix())
    return sorted(stale)
