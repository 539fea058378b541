"""What a build takes over from the one before: never anything that is not what its source says.

Here it runs outside of a sandbox, at places below a folder of the test; tests/server/uploads/test_build_cache.py has it inside.
"""

import gzip
import hashlib
import io
import json
import os
import shutil
import tarfile
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from infoset_server.programs.sandbox import building

LONG_AGO = 1_000_000_000  # ns
ONE = hashlib.sha256(b"1").hexdigest()


class Cage:
    """One cage after the other; `cache` lies outside of them."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.home_cache = folder / "tmp" / ".cache"
        self.target = folder / "bot" / "target"
        self.numbers = iter(range(100))
        on_the_way = [str(folder / "bot" / name) for name in building.ON_THE_WAY]
        for name, value in {
            "SOURCE": str(folder / "source"),
            "BOT": str(folder / "bot"),
            "CACHE": str(self.cache),
            "HOME_CACHE": str(self.home_cache),
            "CARGO": str(self.target),
            "KEPT": (str(self.home_cache), *on_the_way),
            "has_room": lambda _: True,  # the disk of whoever tests may be full
        }.items():
            monkeypatch.setattr(building, name, value)

    def build(
        self, files: Mapping[str, str], *commands: str, is_old: bool = True
    ) -> tuple[int, list[str]]:
        """In a new cage; its exit code and the names in the result. `is_old` files have a time of long ago."""
        for name in ("source", "bot", "tmp"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
            (self.folder / name).mkdir()
        for name, text in files.items():
            path = self.folder / "source" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            if is_old:
                os.utime(path, ns=(LONG_AGO, LONG_AGO))
        result, left = self.folder / "result", self.folder / "left"
        with result.open("wb") as out, left.open("wb") as kept:
            fds = os.dup(out.fileno()), os.dup(kept.fileno())  # it closes those that it uses
            told = json.dumps([["sh", "-c", line] for line in commands])
            code = building.main(fds[0], fds[1], told)
        if packed := left.read_bytes():
            assert packed.endswith(building.END)
            self.cache.write_bytes(packed.removesuffix(building.END))
        if code != 0:
            return code, []
        with tarfile.open(result) as tar:
            return code, tar.getnames()

    def times(self) -> dict[str, int]:
        """Of the files of the bot."""
        return {path: ns for path, (_, ns) in building.look_at_sources().items()}


@pytest.fixture
def cage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cage:
    return Cage(tmp_path, monkeypatch)


def remember(cage: Cage, text: str = "x") -> str:
    """A command that leaves something in the cache."""
    return f"mkdir -p {cage.home_cache}; echo {text} > {cage.home_cache}/remembered"


DEPS = "mkdir -p target/release/deps; echo x > target/release/deps/lib"


def test_caches_come_back_with_their_times_and_nothing_else_does(
    cage: Cage, capfd: pytest.CaptureFixture[str]
) -> None:
    deps = f"{DEPS}; touch -d @12345.678 target/release/deps/lib"
    leave = f"{deps}; echo old > target/release/bot; echo x > made; {remember(cage)}"
    once = f"test -e {cage.home_cache} || ({leave})"
    cage.build({"a": "1"}, once)
    assert "cache of an earlier build: none" in capfd.readouterr().err
    code, names = cage.build({"a": "2"}, once)
    assert code == 0
    assert "cache of an earlier build: used, 0 MB\n" in capfd.readouterr().err
    assert names == ["a", "target", "target/release"]
    assert (cage.home_cache / "remembered").read_text() == "x\n"
    lib = cage.target / "release" / "deps" / "lib"
    assert lib.stat().st_mtime == pytest.approx(12345.678)


def test_what_a_failed_build_has_compiled_is_left_too(cage: Cage) -> None:
    assert cage.build({"a": "1"}, remember(cage), "exit 3") == (1, [])
    cage.build({"a": "2"}, f"cp {cage.home_cache}/remembered found")
    assert (cage.folder / "bot" / "found").read_text() == "x\n"


LIBRARY = {"lib/Cargo.toml": "", "lib/lib.rs": "1"}
BOT = {"Cargo.toml": "", "main.rs": "1", "weights/one": "1"}


def test_source_has_its_old_time_only_where_all_of_its_package_is_the_same(cage: Cage) -> None:
    """An upload may have been unpacked before the one before was built."""
    cage.build(BOT | LIBRARY, remember(cage))
    first = cage.times()
    begun = time.time_ns()
    cage.build(BOT | LIBRARY | {"weights/one": "2"}, remember(cage, "longer"))
    second = cage.times()
    assert {path for path in second if second[path] != first[path]} == set(BOT)
    assert min(second[path] for path in BOT) > begun
    cage.build(BOT | LIBRARY | {"lib/more.rs": "1"}, remember(cage))
    third = cage.times()
    assert all(third[path] > second[path] for path in second)  # what uses a package is new with it
    cage.build(BOT | LIBRARY, "true")
    assert all(cage.times()[path] > third[path] for path in second)  # as before means gone since


def test_source_that_a_command_has_changed_is_new(cage: Cage) -> None:
    cage.build(BOT | LIBRARY, f"echo 2 > lib/lib.rs; {remember(cage)}")
    begun = time.time_ns()
    cage.build(BOT | LIBRARY, "true")
    assert min(cage.times().values()) > begun


def test_so_is_one_that_has_its_time_back(cage: Cage) -> None:
    cage.build(BOT | LIBRARY, f"echo 2 > lib/lib.rs; touch -r main.rs lib/lib.rs; {remember(cage)}")
    begun = time.time_ns()
    cage.build(BOT | LIBRARY, remember(cage))
    assert cage.times()["lib/lib.rs"] > begun


def test_files_that_are_new_keep_their_order(cage: Cage) -> None:
    """`make` compares a program that was uploaded with its source."""
    cage.build({"a": "1"}, remember(cage))
    cage.build({"b": "2", "a": "2"}, "true", is_old=False)
    assert cage.times()["b"] < cage.times()["a"]


VENDORED = {"vendor/dice/.cargo-checksum.json": "{}", "vendor/dice/lib.rs": "1"}


@pytest.mark.parametrize(
    ("files", "is_used"),
    [
        (BOT | VENDORED, True),
        (BOT | VENDORED | {"main.rs": "2"}, True),
        (BOT | VENDORED | {"vendor/log/.cargo-checksum.json": "{}"}, True),
        (BOT | VENDORED | {"vendor/dice/lib.rs": "2"}, False),
        (BOT | VENDORED | {"vendor/dice/more.rs": "1"}, False),
        (BOT, False),
    ],
)
def test_cargo_takes_a_vendored_crate_of_a_version_for_the_same(
    cage: Cage, files: Mapping[str, str], is_used: bool
) -> None:
    once = f"test -e {cage.home_cache} || ({DEPS}; {remember(cage)})"
    cage.build(BOT | VENDORED, once)
    cage.build(files, once)
    assert (cage.target / "release" / "deps" / "lib").exists() is is_used
    assert (cage.home_cache / "remembered").exists()


@pytest.mark.parametrize("command", ["true", "A=1 true"])
def test_cargo_does_not_know_of_all_variables_that_commands_set(cage: Cage, command: str) -> None:
    find = f"test -e target && touch found; {DEPS}; {remember(cage)}"
    cage.build(BOT, find, "true")
    cage.build(BOT | {"main.rs": "2"}, find, command)
    assert (cage.folder / "bot" / "found").exists() is (command == "true")
    assert (cage.home_cache / "remembered").exists()


def test_a_target_that_was_uploaded_is_not_mixed_with_another(cage: Cage) -> None:
    once = f"test -e {cage.home_cache} || ({DEPS}; {remember(cage)})"
    cage.build({}, once)
    cage.build({"target/release/deps/own": "1"}, once)
    assert [path.name for path in (cage.target / "release" / "deps").iterdir()] == ["own"]
    assert (cage.home_cache / "remembered").exists()


def test_a_cache_from_the_future_is_not_used(
    cage: Cage, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    cage.build({"a": "1"}, remember(cage))
    written = time.time_ns()
    monkeypatch.setattr("time.time_ns", lambda: written - 10**12)
    cage.build({"a": "1"}, f"test ! -e {cage.home_cache}")
    assert "not used, as the clock has gone back since" in capfd.readouterr().err


def packed_up(place: Path, **fields: object) -> bytes:
    """A cache with these notes, and a file."""
    packed = io.BytesIO()
    with gzip.open(packed, "wb") as out, tarfile.open(fileobj=out, mode="w|") as tar:
        for name, body in ((building.NOTES, json.dumps(fields).encode()), (str(place)[1:], b"x")):
            info = tarfile.TarInfo(name)
            info.size = len(body)
            tar.addfile(info, io.BytesIO(body))
    return packed.getvalue()


@pytest.mark.parametrize(
    "damage", ["empty", "cut", "changed", "no notes", "strange", "times", "elsewhere"]
)
def test_whatever_is_wrong_with_a_cache_the_build_begins_from_nothing(
    cage: Cage, damage: str, capfd: pytest.CaptureFixture[str]
) -> None:
    cage.build({"a": "1"}, f"{DEPS}; {remember(cage)}")
    whole = cage.cache.read_bytes()
    inside = cage.home_cache / "x"
    cage.cache.write_bytes(
        {
            "empty": b"",
            "cut": whole[:-4],
            "changed": whole[:-8] + bytes(8),  # the sum
            "no notes": gzip.compress(b"hello"),
            "strange": packed_up(inside, written_ns=0, sources=[1]),
            "times": packed_up(inside, written_ns=0, commands="", sources={"a": [ONE, 10**40]}),
            "elsewhere": packed_up(cage.folder / "x", written_ns=0, commands="", sources={}),
        }[damage]
    )
    found = f"test ! -e {cage.home_cache}; test ! -e target"
    assert cage.build({"a": "1"}, "set -e; " + found, remember(cage))[0] == 0
    assert "not used, it is damaged" in capfd.readouterr().err
    assert cage.build({"a": "1"}, f"test -e {cage.home_cache}")[0] == 0
    assert not (cage.folder / "x").exists()


def test_links_and_pipes_stay_and_second_names_come_back(cage: Cage) -> None:
    strange = "ln -s /etc one; mkfifo two; echo x > three; ln three four"
    cage.build({}, f"{remember(cage)}; cd {cage.home_cache}; {strange}")
    cage.build({}, "true")
    found = {path.name: path for path in cage.home_cache.iterdir()}
    assert sorted(found) == ["four", "remembered", "three"]
    assert found["four"].samefile(found["three"])


def test_a_cache_in_which_little_is_new_stays_as_it_is(cage: Cage) -> None:
    cage.build({"a": "1"}, f"{remember(cage)}; head -c 1000 /dev/urandom > {cage.home_cache}/much")
    first = cage.cache.read_bytes()
    cage.build({"a": "2"}, remember(cage, "y"))
    assert cage.cache.read_bytes() == first
    cage.build({"a": "2"}, f"head -c 1000 /dev/urandom > {cage.home_cache}/more")
    assert cage.cache.read_bytes() != first


def test_a_cache_that_has_grown_until_little_fits_beside_it_is_begun_anew(
    cage: Cage, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    cage.build({"a": "1"}, remember(cage))
    monkeypatch.setattr(building, "has_room", lambda folder: folder != building.HOME_CACHE)
    assert cage.build({"a": "2"}, f"test ! -e {cage.home_cache}")[0] == 0
    assert "not used, it leaves too little room\n" in capfd.readouterr().err


def test_what_cannot_be_read_is_not_left(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    cage.build({"a": "1"}, remember(cage))

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(building, "add_notes", refuse)
    left = cage.folder / "left"
    with pytest.raises(AssertionError, match="endswith"):
        cage.build({"a": "2"}, remember(cage))
    assert not left.read_bytes().endswith(building.END)


CARGO_BOT = {
    "Cargo.toml": """
        [package]
        name = "bot"
        version = "0.1.0"
        edition = "2021"
        [dependencies]
        dice = { path = "dice" }
        [profile.release]
        opt-level = 0
        """,
    "src/main.rs": 'fn main() { println!("{} {}", dice::eyes(), include_str!("../word")) }',
    "word": "one",
    "dice/Cargo.toml": '[package]\nname = "dice"\nversion = "0.1.0"\nedition = "2021"\n',
    "dice/src/lib.rs": "pub fn eyes() -> u8 { 1 }",
}


def test_cargo_compiles_what_has_changed_and_nothing_else(
    cage: Cage, capfd: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("cargo") is None:
        pytest.skip("cargo NOT INSTALLED: its cache NOT TESTED")

    def compiled(**changed: str) -> tuple[str, set[str]]:
        """What the program says, and what was compiled for that."""
        files = CARGO_BOT | {name.replace("__", "/"): text for name, text in changed.items()}
        files |= {"dice/src/lib.rs": files.pop("dice_", CARGO_BOT["dice/src/lib.rs"])}
        code, names = cage.build(files, "cargo build --release --offline", "./target/release/bot")
        out, log = capfd.readouterr()
        assert code == 0, log
        assert not [name for name in names if name.startswith(building.ON_THE_WAY)]
        words = [line.split() for line in log.splitlines()]
        return out.strip(), {line[1] for line in words if line[:1] == ["Compiling"]}

    assert compiled() == ("1 one", {"bot", "dice"})
    assert compiled(word="two") == ("1 two", {"bot"})
    assert compiled(word="six") == ("1 six", {"bot"})
    changed = "pub fn eyes() -> u8 { 6 }"
    assert compiled(dice_=changed) == ("6 one", {"bot", "dice"})
    assert compiled() == ("1 one", {"bot", "dice"})
