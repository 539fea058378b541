"""Each SDK as a package: whole, of one version, and used by a stranger's project that knows nothing of this one."""

import json
import re
import shutil
import tarfile
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Server
from tests.sdk.programs import BUILD_S, FULL_MATCH, ROOT, alone, build, need, run, where
from tests.sdk.sdks import CLIENTS

pytestmark = pytest.mark.timeout(2 * BUILD_S)
Serve = Callable[..., Any]

FOLDERS = ("javascript", "go", "rust", "java", "cpp")
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def declared(folder: str) -> str | None:
    """The version that a package says it has; None where its language has no place for that."""
    path = CLIENTS / folder
    match folder:
        case "javascript":
            return str(json.loads((path / "package.json").read_text("utf-8"))["version"])
        case "rust":
            return str(
                tomllib.loads((path / "Cargo.toml").read_text("utf-8"))["package"]["version"]
            )
        case "java":
            return found(r"<artifactId>infoset</artifactId>\s*<version>([^<]+)", path / "pom.xml")
        case "cpp":
            return found(r"project\(infoset VERSION (\S+)", path / "CMakeLists.txt")
        case _:
            return None


def found(pattern: str, path: Path) -> str:
    match = re.search(pattern, path.read_text("utf-8"))
    assert match, f"{path}: nothing like {pattern}"
    return match[1]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_package_has_the_licence_a_changelog_and_the_version(folder: str) -> None:
    path = CLIENTS / folder
    assert (path / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert f"## {VERSION}" in (path / "CHANGELOG.md").read_text("utf-8")
    assert declared(folder) in (VERSION, None)


async def plays_a_match(server: Server, command: Sequence[str | Path]) -> None:
    ended = await run([*command, "--url", where(server), "--seek", "colonizers"])
    assert FULL_MATCH.findall(ended.out) == ["colonizers"], ended.out + ended.errors


# C++.

CPP_BOT = """#include <infoset.hpp>

class MyBot : public infoset::Bot {
  public:
    infoset::Answer decide(const infoset::Turn &turn) override { return turn.random_answer(rng); }
};

int main(int argc, char **argv) { return infoset::run<MyBot>(argc, argv); }
"""
CPP_PROJECT = """cmake_minimum_required(VERSION 3.16)
project(stranger CXX)
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Werror)
find_package(infoset {version} REQUIRED)
add_executable(bot bot.cpp)
target_link_libraries(bot infoset::infoset)
"""


@pytest.fixture(scope="module")
def cpp_bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bot of somebody who has the SDK installed."""
    need("C++", "cmake", "g++")
    folder = tmp_path_factory.mktemp("cpp")
    made, there = folder / "made", folder / "there"
    source = CLIENTS / "cpp"
    settings = ["-DINFOSET_PROGRAMS=OFF", f"-DCMAKE_INSTALL_PREFIX={there}"]
    build(["cmake", "-S", source, "-B", made, *settings], folder)
    build(["cmake", "--install", made], folder)
    (folder / "bot.cpp").write_text(CPP_BOT)
    (folder / "CMakeLists.txt").write_text(CPP_PROJECT.replace("{version}", VERSION))
    build(["cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={there}"], folder)
    build(["cmake", "--build", "build"], folder)
    return folder / "build" / "bot"


async def test_a_stranger_finds_the_cpp_package_and_plays(cpp_bot: Path, serve: Serve) -> None:
    await plays_a_match(await serve(rooms__fill_ms=1), [cpp_bot])


# JavaScript.

NODE_BOT = """import { Bot, run } from "infoset/node";

class MyBot extends Bot {
  decide(turn) {
    return turn.randomAnswer(this.rng);
  }
}

await run(MyBot);
"""


@pytest.fixture(scope="module")
def node_bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bot of somebody who has installed the package."""
    need("JavaScript", "node", "npm")
    folder = tmp_path_factory.mktemp("npm")
    build(["npm", "ci", "--no-audit", "--no-fund"], CLIENTS / "javascript")
    with alone("javascript-package"):
        build(["npm", "pack", "--pack-destination", folder], CLIENTS / "javascript")
    (package,) = folder.glob("*.tgz")
    with tarfile.open(package) as packed:
        names = set(packed.getnames())
    assert {"package/LICENSE", "package/CHANGELOG.md", "package/types/node.d.ts"} <= names
    assert not [name for name in names if "/test/" in name or "cookbook" in name]
    project = folder / "stranger"
    project.mkdir()
    (project / "package.json").write_text('{"name":"stranger","version":"1.0.0","type":"module"}')
    (project / "bot.js").write_text(NODE_BOT)
    build(["npm", "install", "--omit=optional", "--no-audit", "--no-fund", package], project)
    return project / "bot.js"


async def test_a_stranger_installs_the_npm_package_and_plays(node_bot: Path, serve: Serve) -> None:
    await plays_a_match(await serve(rooms__fill_ms=1), ["node", node_bot])


# Rust.

RUST_BOT = """use infoset::{Answer, Bot, BotError, Turn};

#[derive(Default)]
struct MyBot;

impl Bot for MyBot {
    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        Ok(turn.random_answer())
    }
}

fn main() -> std::process::ExitCode {
    infoset::run(MyBot::default, "stranger", None)
}
"""
RUST_PROJECT = """[package]
name = "stranger"
version = "1.0.0"
edition = "2024"

[dependencies]
infoset = { path = "CRATE" }
"""


@pytest.fixture(scope="module")
def rust_bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bot of somebody who depends on the crate."""
    need("Rust", "cargo")
    folder = tmp_path_factory.mktemp("rust")
    with alone("rust") as target:
        kept = {"CARGO_TARGET_DIR": str(target)}
        build(["cargo", "package", "--allow-dirty", "--no-verify"], CLIENTS / "rust", **kept)
        with tarfile.open(target / "package" / f"infoset-{VERSION}.crate") as packed:
            packed.extractall(folder, filter="data")
        crate = folder / f"infoset-{VERSION}"
        assert {path.name for path in crate.iterdir()} >= {"LICENSE", "CHANGELOG.md", "src"}
        assert not (crate / "tests").exists()
        (folder / "src").mkdir()
        (folder / "src" / "main.rs").write_text(RUST_BOT)
        (folder / "Cargo.toml").write_text(RUST_PROJECT.replace("CRATE", crate.name))
        build(["cargo", "build"], folder, **kept)
        shutil.copy(target / "debug" / "stranger", folder / "bot")
    return folder / "bot"


async def test_a_stranger_depends_on_the_crate_and_plays(rust_bot: Path, serve: Serve) -> None:
    await plays_a_match(await serve(rooms__fill_ms=1), [rust_bot])
