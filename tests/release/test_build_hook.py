"""How the package is compiled: in groups, in parallel, with progress; or taken from a wheel, or not at all."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
assert spec is not None
assert spec.loader is not None
hook: Any = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hook)

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
# Two groups, of which one has two modules and calls the other: the header with the other's table is read twice there.
SOURCES = {
    "games/infoset_games/numbers.py": """
class Number:
    def __init__(self, value: int) -> None:
        self.value = value

    def doubled(self) -> int:
        return self.value * 2
""",
    "games/infoset_games/__init__.py": "",
    "bots/infoset_bots/__init__.py": "",
    "bots/infoset_bots/first.py": """
from infoset_games.numbers import Number


def four() -> int:
    return Number(2).doubled()
""",
    "bots/infoset_bots/second.py": """
from infoset_bots.first import four
from infoset_games.numbers import Number


def eight() -> int:
    return Number(four()).doubled()
""",
}
GROUPS = {
    "games": ["infoset_games/numbers.py"],
    "bots": ["infoset_bots/first.py", "infoset_bots/second.py"],
}
HOT = ["infoset_bots/first.py"]
ASK = """
import infoset_bots.second as second
assert not second.__file__.endswith(".py"), second.__file__
print(second.eight())
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small project of the same form."""
    folder = tmp_path / "root"
    for name, text in SOURCES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    shutil.copy(ROOT / hook.BUILDER, folder)
    return folder


def need_compiler() -> None:
    if any(shutil.which(word) is None for word in real_compiler().split()):
        pytest.skip("NO C COMPILER: compiling NOT TESTED")


def real_compiler() -> str:
    return os.environ.get("CC", sysconfig.get_config_var("CC") or "cc")


def is_gcc() -> bool:
    asked = [*real_compiler().split(), "--version"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return "Free Software Foundation" in told


def put_before_compiler(line: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the compiler a script that runs a line of shell first."""
    path.write_text(f'#!/bin/sh\n{line}\nexec {real_compiler()} "$@"\n')
    path.chmod(0o755)
    monkeypatch.setenv("CC", str(path))


def compile_it(root: Path, work: Path) -> tuple[str | None, Path]:
    """The log if it failed, and the folder with the extensions."""
    target = work / "built"
    folder = work / "work"
    folder.mkdir(parents=True)
    return hook.compile_groups(root, GROUPS, target, folder, HOT), target


@pytest.mark.timeout(600)
def test_groups_are_compiled_together_and_it_is_told_how_far(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    need_compiler()
    log, built = compile_it(root, tmp_path)
    assert log is None, log
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "infoset: translating 3 modules to C"
    done, number = told[-1].removeprefix("infoset: compiled ").split(" C files")[0].split(" of ")
    assert done == number
    for folder in GROUPS:
        shutil.copytree(root / folder, built, dirs_exist_ok=True)
    asked = subprocess.run(
        [sys.executable, "-c", ASK],
        env=os.environ | {"PYTHONPATH": str(built)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.stdout == "8\n", asked.stderr


@pytest.mark.timeout(600)
@pytest.mark.skipif(sys.platform == "win32", reason="ANOTHER COMPILER: ITS LEVELS NOT TESTED")
def test_hot_modules_are_optimised_further_and_those_that_gain_nothing_less(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_compiler()
    monkeypatch.setattr(hook, "LIGHTLY", ("bots",))
    seen = tmp_path / "seen"
    put_before_compiler(f'echo "$@" >> {seen}', tmp_path / "cc", monkeypatch)
    log, _ = compile_it(root, tmp_path)
    assert log is None, log
    words = {}
    for line in seen.read_text().splitlines():
        if "-c" in line.split():
            name = Path(line.split()[line.split().index("-c") + 1]).name
            words[name] = line.split()
    levels = {
        name: [word for word in line if re.fullmatch("-O.", word)][-1]
        for name, line in words.items()
    }
    (hot,) = (name for name, level in levels.items() if level == "-O3")
    assert hot == "__native_infoset_bots___first.c"
    light = {name for name in levels if name.startswith("__native_infoset_bots_")} - {hot}
    assert len(light) == 2  # a module and the group
    assert {name for name, level in levels.items() if level == "-O1"} == light
    assert {level for name, level in levels.items() if name not in {*light, hot}} == {"-O2"}


@pytest.mark.timeout(600)
@pytest.mark.skipif(sys.platform == "win32", reason="ANOTHER COMPILER: ITS HEADERS NOT TESTED")
@pytest.mark.parametrize("can_take_them", [True, False])
def test_headers_are_read_once_unless_the_compiler_cannot_take_what_it_has_read(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_take_them: bool
) -> None:
    need_compiler()
    if not is_gcc():
        pytest.skip("NOT GCC: HEADERS ARE READ FOR EACH FILE")
    seen = tmp_path / "seen"  # a file for each compiler, since several tell at the same time
    seen.mkdir()
    tell = f'exec 2> {seen}/$$; echo "$@" >&2; set -- -H "$@"'
    refuse = 'case " $* " in *" -include "*) exit 1;; esac'
    put_before_compiler(tell if can_take_them else refuse, tmp_path / "cc", monkeypatch)
    log, built = compile_it(root, tmp_path)
    assert log is None, log
    made = {path.relative_to(built).as_posix() for path in hook.extensions(built)}
    assert made == {name for one, modules in GROUPS.items() for name in hook.compiled(one, modules)}
    if not can_take_them:
        return
    told = [line.split() for one in seen.iterdir() for line in one.read_text().splitlines()]
    asked = {words[words.index("-c") + 1] for words in told if {"-c", "-include"} <= {*words}}
    taken = [words[1] for words in told if words[0] == "!"]
    assert len(taken) == len(asked)
    assert not [words for words in told if words[0] == "x"]  # those that did not fit
    # All modules of ours but the hot one, which is compiled otherwise than all else, and what loads each.
    names = {Path(name).relative_to(tmp_path / "work" / "c").as_posix() for name in asked}
    assert {name for name in names if "infoset_" in name} == {
        "__native_infoset_games___numbers.c",
        "__native_infoset_games_compiled.c",
        "__native_infoset_bots___second.c",
        "__native_infoset_bots_compiled.c",
        "infoset_games/numbers.c",
        "infoset_bots/first.c",
        "infoset_bots/second.c",
    }


def test_without_a_compiler_the_log_says_so(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    log, built = compile_it(root, tmp_path)
    assert log is not None
    assert "no-such-compiler" in log
    assert not list(built.rglob(f"*{SUFFIX}"))


def pack(root: Path, *, without: str = "", builder: bytes | None = None) -> Path:
    """A wheel in dist/ as it would be built of these sources, without compiling."""
    path = root / "dist" / "infoset-1-cp-cp-any.whl"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in SOURCES.items():
            wheel.writestr(name.partition("/")[2], text)
        for folder, modules in GROUPS.items():
            for name in hook.compiled(folder, modules):
                if name != without:
                    wheel.writestr(name, "machine code")
        made_by = (root / hook.BUILDER).read_bytes() if builder is None else builder
        wheel.writestr(f"infoset-1.dist-info/extra_metadata/{hook.BUILDER}", made_by)
    return path


def test_what_a_wheel_of_this_source_has_compiled_is_taken(root: Path, tmp_path: Path) -> None:
    pack(root)
    target = tmp_path / "target"
    assert hook.take_prebuilt(root, GROUPS, target)
    taken = {path.relative_to(target).as_posix() for path in hook.extensions(target)}
    assert taken == {
        name for one, modules in GROUPS.items() for name in hook.compiled(one, modules)
    }


def test_a_wheel_of_another_source_interpreter_or_builder_is_not(
    root: Path, tmp_path: Path
) -> None:
    target = tmp_path / "target"
    assert not hook.take_prebuilt(root, GROUPS, target)
    pack(root, without=f"infoset_bots/second{SUFFIX}").rename(root / "dist" / "infoset-one.whl")
    (root / "dist").rename(root / "lacking")
    pack(root, builder=b"# another\n")
    assert not hook.take_prebuilt(root, GROUPS, target)
    shutil.rmtree(root / "dist")
    (root / "lacking").rename(root / "dist")
    assert not hook.take_prebuilt(root, GROUPS, target)
    shutil.rmtree(root / "dist")
    pack(root)
    (root / "bots" / "infoset_bots" / "__init__.py").write_text("NEW = 1\n")
    assert not hook.take_prebuilt(root, GROUPS, target)
    assert not target.exists()


def test_a_source_that_changes_while_it_is_compiled_is_built_again(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is packed says of which source it is, and would be taken for that of now."""
    monkeypatch.delenv("INFOSET_PURE", raising=False)
    building = hook.CompilePure(
        str(root), {"groups": GROUPS, "hot": HOT}, None, None, str(tmp_path), "wheel"
    )

    def compile_groups(*_: Any) -> None:
        (root / "games/infoset_games/numbers.py").write_text("ONE = 1\n")

    monkeypatch.setattr(hook, "compile_groups", compile_groups)
    with pytest.raises(
        RuntimeError, match=r"while it was compiled: infoset_games/numbers\.py; build again"
    ):
        building.initialize("standard", {"extra_metadata": {}})
    monkeypatch.setattr(hook, "compile_groups", lambda *_: None)
    building.initialize("standard", {"extra_metadata": {}, "force_include": {}})
    building.finalize("standard", {}, "")
