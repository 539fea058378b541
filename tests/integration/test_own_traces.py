"""`--trace` of the SDKs for other languages: what a bot writes of its match, beside what the server's record says of it.

A language is a row in LANGUAGES, and a bot in the folder `dearest`, which all do the same: take the last action (of a joint
order the last option of each slot), give every listed action but the first its index as value, and answer decision
WRONG with an index that is none. Told `assert FILE PLY INDEX`, such a program asserts a decision in a trace instead.
"""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from tests.integration.harness import Server
from tests.sdk.programs import CACHE, RUN_S, Outcome, alone, build, run, where
from tests.sdk.sdks import (
    AS_OURS,
    CLIENTS,
    CPP,
    GO,
    JAVA,
    JAVASCRIPT,
    JVM,
    RUST,
    Sdk,
    install_cpp,
)

from infoset.tracing import Thought, read_trace
from infoset_protocol.messages import YourTurn

pytestmark = pytest.mark.timeout(4 * RUN_S)
Serve = Callable[..., Any]

# What the page reads of a trace: how many questions there are, and how many of them with values.
PAGE: Final = f"""
import {{ readFileSync }} from "node:fs";
import {{ readTrace }} from "{(CLIENTS / "web/infoset_web/static/model/trace.js").as_uri()}";
const {{ asked }} = readTrace(readFileSync(process.argv[1], "utf8"));
console.log(asked.length, asked.filter(({{ thought }}) => thought.values).length);
"""
BOTS: Final = Path(__file__).parent / "dearest"
WRONG: Final = 3
INFOSET: Final = [sys.executable, "-m", "infoset"]
WITHOUT_SDK: Final = {
    "words": [sys.executable, str(BOTS / "words.py")],
    "json": [sys.executable, str(BOTS / "messages.py")],
}
# Of a question: what a record does not say as a clock on the wall does.
ELAPSED: Final = ("deadline_ms", "clock")
PLACES: Final = 6  # behind the point of a number on the wire
# Of the beginning: what a record keeps and does not tell as to a watcher.
KEPT: Final = ("type", "match_id", "game", "rules", "seat", "options", "consts")


@dataclass(frozen=True)
class Language:
    """`make` builds the bot in a folder of its own and returns its command line; `ways` are schemes with options."""

    sdk: Sdk
    make: Callable[[Path], list[str]]
    ways: tuple[tuple[str, ...], ...] = (("infoset",),)


def make_javascript(_: Path) -> list[str]:
    JAVASCRIPT.start()  # its packages are installed
    return ["node", str(BOTS / "dearest.mjs")]


def make_java(folder: Path) -> list[str]:
    JAVA.start()
    sdk = CACHE / JAVA.folder
    path = f"{sdk / 'classes'}:{sdk / 'lib'}/*:{folder}"
    build(["javac", "-cp", path, "-d", folder, BOTS / "Dearest.java"], BOTS)
    return [*JVM, "-cp", path, "Dearest"]


def make_go(folder: Path) -> list[str]:
    build(["go", "build", "-o", folder / "dearest", BOTS / "dearest.go"], CLIENTS / "go")
    return [str(folder / "dearest")]


RUST_PROJECT: Final = """[package]
name = "dearest"
edition = "2024"

[[bin]]
name = "dearest"
path = "{bot}"

[dependencies]
infoset = {{path = "{sdk}"}}
"""


def make_rust(folder: Path) -> list[str]:
    project = RUST_PROJECT.format(bot=BOTS / "dearest.rs", sdk=CLIENTS / "rust")
    (folder / "Cargo.toml").write_text(project)
    with alone(RUST.folder) as target:  # whose crates are built
        build(["cargo", "build", "--release"], folder, CARGO_TARGET_DIR=str(target), **AS_OURS)
        return [str(target / "release" / "dearest")]


CPP_PROJECT: Final = """cmake_minimum_required(VERSION 3.16)
project(dearest CXX)
find_package(infoset REQUIRED)
add_executable(dearest {bot})
target_link_libraries(dearest infoset::infoset)
"""


def make_cpp(folder: Path) -> list[str]:
    there = folder / "sdk"
    install_cpp(there)
    (folder / "CMakeLists.txt").write_text(CPP_PROJECT.format(bot=BOTS / "dearest.cpp"))
    told = ["-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_PREFIX_PATH={there}"]
    build(["cmake", "-S", folder, "-B", folder / "made", *told], folder)
    build(["cmake", "--build", folder / "made"], folder)
    return [str(folder / "made" / "dearest")]


LANGUAGES: Final = (
    Language(JAVASCRIPT, make_javascript, (("infoset",), ("ws+msgpack", "--delta"))),
    Language(JAVA, make_java, (("infoset+msgpack",), ("ws",))),
    Language(GO, make_go, (("infoset",), ("ws+msgpack",))),
    Language(RUST, make_rust, (("infoset+msgpack",), ("ws",))),
    Language(CPP, make_cpp, (("infoset",), ("ws+msgpack",))),
)
each_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda one: one.sdk.folder)


def made(language: Language) -> list[str]:
    """The command line of its bot, built. Skips the test where the tools of the language are not installed."""
    language.sdk.need()
    return made_once(language)


@cache
def made_once(language: Language) -> list[str]:
    with alone(f"dearest-{language.sdk.folder}") as folder:
        return language.make(folder)


@pytest.mark.parametrize(
    ("language", "way"),
    [
        pytest.param(language, way, id=f"{language.sdk.folder}-{way[0]}")
        for language in LANGUAGES
        for way in language.ways
    ],
)
async def test_what_a_bot_writes_of_its_match_is_what_the_record_says(
    serve: Serve, language: Language, way: tuple[str, ...], tmp_path: Path
) -> None:
    scheme, *options = way
    if scheme.startswith("ws"):
        language.sdk.need_websocket()
    command = made(language)
    server: Server = await serve(rooms__fill_ms=1, store__enabled=True, replays__share=1.0)
    folder = tmp_path / "a" / "folder"
    place = ["--url", where(server, scheme), "--seek", "colonizers", "--trace", str(folder)]
    well(await run([*command, *place, *options]))
    trace = only_trace(folder)
    record = await recorded(server, trace, tmp_path / "recorded")
    agree(trace, record)
    thoughts = [line for line in read_trace(trace) if isinstance(line, Thought)]
    assert len(thoughts) > WRONG
    for turn, thought in asked(trace):
        assert thought.took_ms >= 0
        assert thought.values == [None, *range(1, len(turn.legal.actions or ()))]
        note = thought.choice.get("note")
        assert note == ("fallback: wrong answer" if thought.decision == WRONG else None)
    shown = well(await run([*INFOSET, "trace", trace]))
    assert f"{len(thoughts)} decisions" in shown.out
    assert " +1 " in shown.out
    await decides_as_it_did(command, trace)
    if shutil.which("node") is not None:
        read = well(await run(["node", "--input-type=module", "--eval", PAGE, trace]))
        assert read.out.split() == [str(len(thoughts))] * 2


async def decides_as_it_did(command: list[str], trace: Path) -> None:
    """A decision of the trace holds as a test in the same language, and another does not."""
    turn, thought = list(asked(trace))[WRONG + 2]
    index = thought.choice["index"]
    words = [*command, "assert", str(trace), str(turn.ver)]
    well(await run([*words, str(index)]))
    failed = await run([*words, str(index - 1)])
    assert failed.code != 0
    assert f"ply {turn.ver}, decision {turn.decision}" in failed.out + failed.errors


@each_language
async def test_behind_the_bridge_joint_orders_are_traced_too(
    serve: Serve, language: Language, tmp_path: Path
) -> None:
    command = made(language)
    server: Server = await serve(rooms__fill_ms=1, store__enabled=True, replays__share=1.0)
    bridge = [*INFOSET, "bridge", "--mode", "json", "--url", where(server), "--seek", "crossfire"]
    well(await run([*bridge, "--", *command, "--trace", str(tmp_path)]))
    trace = only_trace(tmp_path)
    agree(trace, await recorded(server, trace, tmp_path / "recorded"))
    for turn, thought in asked(trace):
        assert thought.values == []
        assert thought.choice["picks"] == [len(one.options) - 1 for one in turn.legal.slots or ()]
    well(await run([*INFOSET, "trace", trace]))


@pytest.mark.parametrize("game", ["colonizers", "crossfire"])
@pytest.mark.parametrize("mode", ["words", "json"])
async def test_the_bridge_traces_a_program_without_an_sdk(
    serve: Serve, game: str, mode: str, tmp_path: Path
) -> None:
    server: Server = await serve(rooms__fill_ms=1, store__enabled=True, replays__share=1.0)
    folder = tmp_path / "own"
    place = ["--url", where(server), "--seek", game, "--trace", str(folder)]
    program = WITHOUT_SDK[mode]
    well(await run([*INFOSET, "bridge", "--mode", mode, *place, "--", *program]))
    trace = only_trace(folder)
    agree(trace, await recorded(server, trace, tmp_path / "recorded"))
    thoughts = [thought for _, thought in asked(trace)]
    assert all(not thought.values and thought.took_ms > 0 for thought in thoughts)
    shown = well(await run([*INFOSET, "trace", trace]))
    assert f"{len(thoughts)} decisions" in shown.out


@each_language
async def test_a_folder_that_cannot_be_made_is_told(
    serve: Serve, language: Language, tmp_path: Path
) -> None:
    command = made(language)
    server: Server = await serve(rooms__fill_ms=1)
    folder = tmp_path / "file"
    folder.touch()
    place = ["--url", where(server), "--seek", "colonizers", "--trace", str(folder)]
    ended = await run([*command, *place])
    assert ended.code == 1, ended.out + ended.errors
    assert f"--trace {folder}" in ended.errors
    assert "played 1 match" not in ended.out


def well(ended: Outcome) -> Outcome:
    assert ended.code == 0, ended.out + ended.errors
    return ended


def only_trace(folder: Path) -> Path:
    (path,) = folder.glob("*.ndjson")
    return path


async def recorded(server: Server, trace: Path, folder: Path) -> Path:
    """The trace that is made of the server's record of the same seat."""
    match_id, seat = trace.stem.rsplit("-seat", 1)
    place = ["--url", where(server), "--seat", seat, "--trace", str(folder)]
    well(await run([*INFOSET, "replay", match_id, *place]))
    path = only_trace(folder)
    assert path.name == trace.name
    return path


def agree(trace: Path, record: Path) -> None:
    """Asserts that both say the same: what was shown, and what was played."""
    own, other = list(comparable(trace)), list(comparable(record))
    for one, same in zip(own, other, strict=False):
        assert one == same
    assert len(own) == len(other)
    assert not [line for line in plain_lines(trace) if None in line.values()]


def comparable(trace: Path) -> Iterator[dict[str, Any]]:
    """The lines, without what is different by nature; of a thought what was played: equal actions have several indices."""
    actions: list[Any] = []
    for line in plain_lines(trace):
        match line.get("type"):
            case "match_start":
                assert line.keys().isdisjoint({"seq", "re"})
                players = [[one["seat"], one["kind"], one["name"]] for one in line["players"]]
                yield {name: line[name] for name in KEPT} | {"players": players}
            case "your_turn":
                actions = line["legal"].get("actions", [])
                yield without(line, *ELAPSED)
            case "thought":
                played = actions[line["index"]] if "index" in line else line["picks"]
                yield without(line, "values", "ms", "note", "index", "picks") | {"played": played}
            case "match_over":
                yield line | {"returns": [round(one, PLACES) for one in line["returns"]]}
            case _:
                yield line


def without(line: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name not in names}


def plain_lines(trace: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in trace.read_text("utf-8").splitlines()]


def asked(trace: Path) -> Iterator[tuple[YourTurn, Thought]]:
    """Every question with what was thought of it."""
    turn = None
    for line in read_trace(trace):
        if isinstance(line, YourTurn):
            assert turn is None, "a question without a thought"
            turn = line
        elif isinstance(line, Thought):
            assert turn is not None
            assert turn.decision == line.decision
            yield turn, line
            turn = None
    assert turn is None
