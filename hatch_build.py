"""Compiles pure modules with mypyc while the package is built or installed; not needed to run it.

The table `[tool.hatch.build.targets.wheel.hooks.custom]` of pyproject.toml names the modules, in one
group per source folder. Each group becomes one library beside its packages; together they are
compiled as one program, so that calls from group to group cost no more than inside one. An editable
install gets the extensions beside the sources, a wheel gets them inside; the source tree stays clean
then. Without a C compiler, and with INFOSET_PURE=1, the same source is installed as it is and runs
uncompiled, the rules some 50 times slower. INFOSET_COMPILED=1 makes a failure to compile an error
(for continuous integration). `infoset doctor` says which of the two is running.

hatch-mypyc would do this for a project with one source folder; ours has several.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SUFFIXES = (".so", ".pyd")
# Where a processor can multiply and add in one step, it rounds once instead of twice: ties in a search
# would fall otherwise than uncompiled. (Microsoft's compiler, which ignores CFLAGS, does not fuse.)
SAME_FLOATS = "-ffp-contract=off"
# mypyc exports every function, and gcc takes it that an exported one might be replaced when the library is loaded:
# it calls all of them through a table and puts none into its caller. Nobody replaces ours.
DIRECT_CALLS = "-fno-semantic-interposition"

# Our own packages are read for their types. All libraries count as untyped, installed or not, so that what
# comes out, and whether anything does, does not depend on what happens to be there while we are built.
CONFIGURATION = """
[mypy]
mypy_path = {folders}
no_site_packages = True
disable_error_code = import-not-found, import-untyped

# Its classes are made by a library that counts as untyped, with arguments that only that one understands.
[mypy-infoset_server.cluster.frames]
ignore_errors = True
"""

# -O3 would take a third longer, for three in a hundred of the speed of rollouts and nothing else.
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

setup(
    name="infoset-compiled",
    ext_modules=mypycify(
        {arguments!r}, separate={groups!r}, target_dir={target!r}, opt_level="2", strip_asserts=False
    ),
)
"""


class CompilePure(BuildHookInterface[Any]):
    """The build hook; hatchling calls `initialize` before it packs a wheel."""

    PLUGIN_NAME = "custom"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.packed = tempfile.TemporaryDirectory()  # what goes into a wheel, until it is packed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        groups: dict[str, list[str]] = self.config["groups"]
        is_editable = version == "editable"
        if is_editable:
            for folder in groups:
                remove_extensions(root / folder)  # of another interpreter, or older than the source
        if os.environ.get("INFOSET_PURE") == "1":
            self.app.display_info("infoset: INFOSET_PURE=1, nothing is compiled")
            return
        built = Path(self.packed.name)
        with tempfile.TemporaryDirectory() as folder:
            log = compile_groups(root, groups, built, Path(folder))
        if log is not None:
            if os.environ.get("INFOSET_COMPILED") == "1":
                raise RuntimeError(f"infoset: the rules could not be compiled:\n{log}")
            self.app.display_warning(
                "infoset: the rules could not be compiled (is there a C compiler?); they work "
                f"uncompiled, only slower. The end of the log:\n{log[-2000:]}"
            )
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for extension in extensions(built):
            name = extension.relative_to(built)
            if is_editable:
                shutil.copy(extension, root / home_of(name, groups) / name)
            else:
                build_data["force_include"][str(extension)] = name.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self.packed.cleanup()


def compile_groups(
    root: Path, groups: dict[str, list[str]], target: Path, work: Path
) -> str | None:
    """Puts the extensions under `target`, laid out like a wheel. Returns the log if that failed."""
    named = [
        ([str(root / folder / module) for module in modules], library_of(folder))
        for folder, modules in groups.items()
    ]
    configuration = work / "mypy.ini"
    folders = ":".join(str(root / folder) for folder in groups)
    configuration.write_text(CONFIGURATION.format(folders=folders), encoding="utf-8")
    arguments = [f"--cache-dir={work / 'mypy'}", f"--config-file={configuration}"]
    for sources, _ in named:
        arguments += sources
    script = work / "setup.py"
    setup = SETUP.format(arguments=arguments, groups=named, target=str(work / "c"))
    script.write_text(setup, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            str(script),
            "--quiet",
            "build_ext",
            f"--parallel={os.cpu_count() or 1}",
            f"--build-lib={target}",
            f"--build-temp={work / 'objects'}",
        ],
        cwd=work,  # in the root, setuptools would read our pyproject.toml
        env=os.environ
        | {"CFLAGS": f"{os.environ.get('CFLAGS', '')} {SAME_FLOATS} {DIRECT_CALLS}".strip()},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout if done.returncode else None


def library_of(folder: str) -> str:
    """The library that the modules of a source folder share: infoset_games_compiled__mypyc.*"""
    return f"infoset_{folder}_compiled"


def home_of(name: Path, groups: dict[str, list[str]]) -> str:
    """The source folder that an extension belongs to: `name` is its path in a wheel."""
    return next(folder for folder in groups if name.parts[0].startswith(f"infoset_{folder}"))


def extensions(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def remove_extensions(source: Path) -> None:
    for path in extensions(source):
        path.unlink()
