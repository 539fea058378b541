"""Compiles the inner rules with mypyc while the package is built or installed; not needed to run it.

The table `[tool.hatch.build.targets.wheel.hooks.custom]` of pyproject.toml names the modules. An
editable install gets the extensions beside the sources, a wheel gets them inside; the source tree
stays clean then. Without a C compiler, and with INFOSET_PURE=1, the same source is installed as it
is and runs uncompiled, some 50 times slower. INFOSET_COMPILED=1 makes a failure to compile an error
(for continuous integration). `infoset doctor` says which of the two is running.

hatch-mypyc would do this for a project with one source folder; ours has several.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

GROUP = "infoset_games_compiled"  # the library all modules share: infoset_games_compiled__mypyc.*
SUFFIXES = (".so", ".pyd")

SETUP = """
from mypyc.build import mypycify
from setuptools import setup

setup(
    name="infoset-compiled",
    ext_modules=mypycify(
        {arguments!r}, target_dir={target!r}, group_name={group!r}, opt_level="3", strip_asserts=False
    ),
)
"""


class CompileRules(BuildHookInterface[Any]):
    """The build hook; hatchling calls `initialize` before it packs a wheel."""

    PLUGIN_NAME = "custom"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.packed = tempfile.TemporaryDirectory()  # what goes into a wheel, until it is packed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        source = Path(self.root) / self.config["source"]
        modules: list[str] = self.config["modules"]
        is_editable = version == "editable"
        if is_editable:
            remove_extensions(source)  # of another interpreter, or older than the source
        if os.environ.get("INFOSET_PURE") == "1":
            self.app.display_info("infoset: INFOSET_PURE=1, the rules stay uncompiled")
            return
        with tempfile.TemporaryDirectory() as folder:
            target = source if is_editable else Path(self.packed.name)
            log = compile_modules(source, modules, target, Path(folder))
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
        if not is_editable:
            for extension in extensions(target):
                name = extension.relative_to(target).as_posix()
                build_data["force_include"][str(extension)] = name

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self.packed.cleanup()


def compile_modules(source: Path, modules: list[str], target: Path, work: Path) -> str | None:
    """Puts the extensions under `target`, laid out like `source`. Returns the log if that failed."""
    arguments = [f"--cache-dir={work / 'mypy'}", "--config-file=", *modules]
    setup = SETUP.format(arguments=arguments, target=str(work / "c"), group=GROUP)
    script = work / "setup.py"
    script.write_text(setup, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            str(script),
            "--quiet",
            "build_ext",
            f"--build-lib={target}",
            f"--build-temp={work / 'objects'}",
        ],
        cwd=source,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout if done.returncode else None


def extensions(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def remove_extensions(source: Path) -> None:
    for path in extensions(source):
        path.unlink()
