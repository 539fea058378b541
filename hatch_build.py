"""Compiles pure modules with mypyc while the package is built or installed; not needed to run it.

The table `[tool.hatch.build.targets.wheel.hooks.custom]` of pyproject.toml names the modules, in one
group per source folder, and which of them are `hot`. Each group becomes one library beside its packages; together they are
compiled as one program, so that calls from group to group cost no more than inside one. An editable
install gets the extensions beside the sources, a wheel gets them inside; the source tree stays clean
then. A wheel in `dist/` that was made of the same source for the same interpreter is taken instead of
compiling. Without a C compiler, and with INFOSET_PURE=1, the same source is installed as it is and runs
uncompiled, the rules some 50 times slower. INFOSET_COMPILED=1 makes a failure to compile an error
(for continuous integration). `infoset doctor` says which of the two is running.

hatch-mypyc would do this for a project with one source folder; ours has several.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SUFFIXES = (".so", ".pyd")
BUILDER = "hatch_build.py"  # this file, in the metadata of what it has built
# Where a processor can multiply and add in one step, it rounds once instead of twice: ties in a search
# would fall otherwise than uncompiled. The tables by which groups call each other are defined in a header, which
# every C file of a group includes: -fcommon makes one of them. What nobody outside of a library asks for is hidden,
# so that calls and globals need no table of addresses: 3 to 10 in a hundred of the speed of rollouts. These flags
# replace those that Python was built with, -DNDEBUG among them: without it, Python's headers check types that
# mypyc has checked. (Microsoft's compiler ignores CFLAGS, and neither fuses nor minds.)
CFLAGS = "-ffp-contract=off -fcommon -fvisibility=hidden -DNDEBUG"

# What carries messages spends its time in the interpreter's own functions: an `act` takes as long with -O1, and the
# compiler two thirds of its time. Random rollouts would take 7 in a hundred longer with it.
LIGHTLY = ("protocol", "server")

# Our own packages are read for their types. All libraries count as untyped, installed or not, so that what
# comes out, and whether anything does, does not depend on what happens to be there while we are built.
CONFIGURATION = """
[mypy]
no_site_packages = True
disable_error_code = import-not-found, import-untyped

# Their classes are made by a library that counts as untyped, with arguments that only that one understands.
[mypy-infoset_server.cluster.frames,infoset_server.cluster.play_frames,infoset_server.network.parked,infoset_server.contests.ladder.results]
ignore_errors = True
"""

# One C file per module, because a compiler takes longer than twice as long for a file of twice the length.
# Calls from file to file are as quick as inside one, because nothing of them is looked up when they are made.
# -O3 for all would take a third longer. So it is for the hot ones alone, which are few and short: it makes a
# playout a tenth quicker to unroll their loops. (Microsoft's compiler has nothing like it.)
SETUP = """
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import chain, count, takewhile
from os.path import basename
from pathlib import Path
from threading import Lock

from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

JOBS = {jobs!r}
TARGET = {target!r}
LIGHTLY = {lightly!r}
HOT = {hot!r}


class Parallel(build_ext):
    # setuptools builds extensions in parallel, but the files of an extension one by one, and one of ours has
    # half of all there is to compile. The runtime of mypyc, which each group links, is compiled once.
    def build_extensions(self):
        compile_in_turn = self.compiler.compile
        sources = {{source for extension in self.extensions for source in extension.sources}}
        done = count(1)

        with ThreadPoolExecutor(JOBS) as pool:
            read = self.read_headers(pool) if is_gcc(self.compiler) else {{}}

            def compile_one(source, *arguments, extra_postargs=(), **options):
                flags = [*extra_postargs, *flags_for(source, self.compiler)]
                try:
                    objects = compile_in_turn(
                        [source], *arguments, extra_postargs=[*flags, *read.get(source, ())], **options
                    )
                except CompileError:
                    if source not in read:
                        raise
                    # Before GCC 13, what it has read fits only while memory lies as it did then.
                    objects = compile_in_turn([source], *arguments, extra_postargs=flags, **options)
                progress(next(done), len(sources))
                return objects

            begun = {{}}
            one_asks = Lock()

            def compile_all(sources, *arguments, **options):
                with one_asks:
                    for one in sources:
                        if one not in begun:
                            begun[one] = pool.submit(compile_one, one, *arguments, **options)
                return [name for one in sources for name in begun[one].result()]

            self.compiler.compile = compile_all
            super().build_extensions()

    # Most files are shorter than their headers. GCC reads them once for all files that begin alike; it must
    # be told the same flags then.
    def read_headers(self, pool):
        alike = {{}}
        for extension in self.extensions:
            for source in extension.sources:
                flags = [*extension.extra_compile_args, *flags_for(source, self.compiler)]
                alike.setdefault((beginning(source), *flags), {{}})[source] = extension.include_dirs
        several = {{key: files for key, files in alike.items() if key[0] and len(files) > 1}}
        taken, reading = {{}}, []
        for number, ((lines, *flags), files) in enumerate(several.items()):
            header = Path(TARGET, f"begin_{{number}}.h")
            header.write_text(lines, encoding="utf-8")
            folders = dict.fromkeys([*chain(*files.values()), *self.compiler.include_dirs])
            command = [*self.compiler.compiler_so, *flags, *(f"-I{{folder}}" for folder in folders)]
            command += ["-x", "c-header", str(header), "-o", f"{{header}}.gch"]
            reading.append(pool.submit(subprocess.run, command, check=False))
            taken |= dict.fromkeys(files, ("-include", str(header)))
        wait(reading)
        return taken


def beginning(source):
    with open(source, encoding="utf-8") as file:
        return "".join(takewhile(lambda line: line.startswith("#include "), file))


def is_gcc(compiler):
    if compiler.compiler_type != "unix":
        return False
    try:
        told = subprocess.run([*compiler.compiler_so, "--version"], capture_output=True, check=False)
    except OSError:
        return False
    return b"Free Software Foundation" in told.stdout


def flags_for(source, compiler):
    name = basename(source)
    if compiler.compiler_type != "unix":
        return ()
    if name in HOT:
        return ("-O3",)
    return ("-O1",) if name.startswith(LIGHTLY) else ()


def progress(done, number):
    if done * 20 // number > (done - 1) * 20 // number:
        print(f"infoset: compiled {{done}} of {{number}} C files", file=sys.stderr, flush=True)


print("infoset: translating {number} modules to C", file=sys.stderr, flush=True)
setup(
    name="infoset-compiled",
    cmdclass={{"build_ext": Parallel}},
    ext_modules=mypycify(
        {arguments!r},
        separate={groups!r},
        target_dir=TARGET,
        multi_file=True,
        opt_level="2",
        debug_level="0",
        strip_asserts=False,
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
        build_data["extra_metadata"]["hatch_build.py"] = BUILDER  # for `take_prebuilt`
        built = Path(self.packed.name)
        if take_prebuilt(root, groups, built):
            log = None
        else:
            before = sources(root, groups)
            with tempfile.TemporaryDirectory() as folder:
                log = compile_groups(root, groups, built, Path(folder), self.config["hot"])
            require_unchanged(before, sources(root, groups))
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
    root: Path, groups: dict[str, list[str]], target: Path, work: Path, hot: list[str]
) -> str | None:
    """Puts the extensions under `target`, laid out like a wheel. Returns the log if that failed."""
    named = [
        ([str(root / folder / module) for module in modules], library_of(folder))
        for folder, modules in groups.items()
    ]
    configuration = work / "mypy.ini"
    configuration.write_text(CONFIGURATION, encoding="utf-8")
    arguments = [f"--cache-dir={work / 'mypy'}", f"--config-file={configuration}"]
    for sources, _ in named:
        arguments += sources
    script = work / "setup.py"
    jobs = os.cpu_count() or 1
    setup = SETUP.format(
        arguments=arguments,
        groups=named,
        target=str(work / "c"),
        jobs=jobs,
        lightly=tuple(f"__native_infoset_{folder}_" for folder in LIGHTLY),
        hot=[c_file_of(module) for module in hot],
        number=sum(map(len, groups.values())),
    )
    script.write_text(setup, encoding="utf-8")
    return run_aloud(
        [
            sys.executable,
            str(script),
            "--quiet",
            "build_ext",
            f"--parallel={jobs}",
            f"--build-lib={target}",
            f"--build-temp={work / 'objects'}",
        ],
        work,  # in the root, setuptools would read our pyproject.toml
        # Not as a setting of mypy, which would part the path of a drive at its colon.
        {"MYPYPATH": os.pathsep.join(str(root / folder) for folder in groups)},
    )


def run_aloud(command: list[str], folder: Path, variables: dict[str, str]) -> str | None:
    """Runs a program of the compiler, passing on what it says of its progress. Returns the log if it failed."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | variables | {"CFLAGS": f"{os.environ.get('CFLAGS', '')} {CFLAGS}".strip()},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as running:
        assert running.stdout is not None
        log = []
        for line in running.stdout:
            if line.startswith("infoset: "):
                say(line.removeprefix("infoset: ").rstrip())
            log.append(line)
    return "".join(log) if running.returncode else None


def take_prebuilt(root: Path, groups: dict[str, list[str]], target: Path) -> bool:
    """Puts the extensions of a wheel in `dist/` under `target`, if there is one that fits."""
    for path in sorted((root / "dist").glob("infoset-*.whl")):
        with zipfile.ZipFile(path) as wheel:
            if fits(wheel, root, groups):
                names = [name for name in wheel.namelist() if name.endswith(SUFFIXES)]
                wheel.extractall(target, names)
                say(f"took what {path.name} has compiled")
                return True
    return False


def fits(wheel: zipfile.ZipFile, root: Path, groups: dict[str, list[str]]) -> bool:
    """Was it made by this file, of this very source, for this interpreter?

    Modules that are not compiled count, too: mypyc reads their types.
    """
    ours = sources(root, groups)
    names = set(wheel.namelist())
    builder = [name for name in names if name.endswith(f"extra_metadata/{BUILDER}")]
    ours |= {name: (root / BUILDER).read_bytes() for name in builder}
    needed = {name for folder, modules in groups.items() for name in compiled(folder, modules)}
    return (
        bool(builder)
        and names >= needed | ours.keys()
        and all(wheel.read(name) == source for name, source in ours.items())
    )


def sources(root: Path, groups: dict[str, list[str]]) -> dict[str, bytes]:
    """All modules as they are now, by their name in a wheel."""
    return {
        path.relative_to(root / folder).as_posix(): path.read_bytes()
        for folder in groups
        for path in (root / folder).glob("infoset_*/**/*.py")
    }


def require_unchanged(before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """Raises RuntimeError: what was compiled would be packed, and taken later, as if it were of the source of now."""
    changed = sorted(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )
    if changed:
        raise RuntimeError(
            f"infoset: changed while it was compiled: {', '.join(changed)}; build again"
        )


def compiled(folder: str, modules: list[str]) -> list[str]:
    """What is made of the modules of a group: its library, and an extension for each."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    stems = [f"{library_of(folder)}__mypyc", *(module.removesuffix(".py") for module in modules)]
    return [f"{stem}{suffix}" for stem in stems]


def say(text: str) -> None:
    """To whoever builds: progress, which pip shows with -v."""
    sys.stderr.write(f"infoset: {text}\n")
    sys.stderr.flush()


def library_of(folder: str) -> str:
    """The library that the modules of a source folder share: infoset_games_compiled__mypyc.*"""
    return f"infoset_{folder}_compiled"


def c_file_of(module: str) -> str:
    """What mypyc writes for a module: __native_infoset_games___rng.c for infoset_games/rng.py."""
    return f"__native_{module.removesuffix('.py').replace('/', '___')}.c"


def home_of(name: Path, groups: dict[str, list[str]]) -> str:
    """The source folder that an extension belongs to: `name` is its path in a wheel."""
    return next(folder for folder in groups if name.parts[0].startswith(f"infoset_{folder}"))


def extensions(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def remove_extensions(source: Path) -> None:
    for path in extensions(source):
        path.unlink()
