"""Each SDK as a package: whole, of one version, and used by a stranger's project that knows nothing of this one."""

import json
import re
import shutil
import subprocess
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Server
from tests.sdk.programs import BUILD_S, FULL_MATCH, ROOT, alone, build, need, run, where
from tests.sdk.sdks import (
    AS_OURS,
    BRIEFLY,
    CLIENTS,
    CPP,
    JAVA,
    JAVASCRIPT,
    JVM,
    MAVEN,
    RUST,
    install_cpp,
)

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
    CPP.need()
    folder = tmp_path_factory.mktemp("cpp")
    there = folder / "there"
    install_cpp(there)
    (folder / "bot.cpp").write_text(CPP_BOT)
    (folder / "CMakeLists.txt").write_text(CPP_PROJECT.replace("{version}", VERSION))
    build(["cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={there}"], folder)
    build(["cmake", "--build", "build"], folder)
    return folder / "build" / "bot"


def test_who_packs_the_cpp_library_need_not_build_our_programs(tmp_path: Path) -> None:
    need("C++", "cmake", "g++")
    build(["cmake", "-S", CLIENTS / "cpp", "-B", tmp_path, "-DINFOSET_PROGRAMS=OFF"], tmp_path)
    targets = build(["cmake", "--build", tmp_path, "--target", "help"], tmp_path)
    assert re.search(r"\binfoset\b", targets)
    assert not re.search(r"\brandom_bot\b|\btestee\b", targets)


def test_a_library_that_is_installed_later_is_found_by_the_next_configuration(
    tmp_path: Path,
) -> None:
    need("C++", "cmake", "g++")
    configure = ["cmake", "-S", f"{CLIENTS}/cpp", "-B", f"{tmp_path}", "-DINFOSET_PROGRAMS=OFF"]
    flags = tmp_path / "CMakeFiles" / "infoset.dir" / "flags.make"

    build([*configure, "-DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=ON"], tmp_path)
    assert "INFOSET_TLS" not in flags.read_text("utf-8")
    build([*configure, "-DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=OFF"], tmp_path)
    assert "INFOSET_TLS" in flags.read_text("utf-8")
    build([*configure, "-DINFOSET_TLS=OFF"], tmp_path)
    assert "INFOSET_TLS" not in flags.read_text("utf-8")


def test_a_feature_of_the_cpp_library_that_is_asked_for_is_not_left_out_silently(
    tmp_path: Path,
) -> None:
    need("C++", "cmake", "g++")
    configure = ["cmake", "-S", f"{CLIENTS}/cpp", "-B", f"{tmp_path}", "-DINFOSET_WEBSOCKET=ON"]
    without = [*configure, "-DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=ON"]
    told = subprocess.run(without, check=False, capture_output=True, text=True)
    assert told.returncode != 0
    assert "INFOSET_WEBSOCKET is ON: expected wslay and OpenSSL" in told.stderr


CPP_FOLDER = CPP_PROJECT.replace(
    "find_package(infoset {version} REQUIRED)", "add_subdirectory({source} sdk)"
)


def test_a_stranger_adds_the_cpp_folder_and_hears_no_warnings(tmp_path: Path) -> None:
    """With warnings of their own as errors, which is no package's business to bring along or to break."""
    need("C++", "cmake", "g++")
    (tmp_path / "bot.cpp").write_text(CPP_BOT)
    project = CPP_FOLDER.replace("{source}", str(CLIENTS / "cpp"))
    (tmp_path / "CMakeLists.txt").write_text(project)
    build(["cmake", "-S", ".", "-B", "build"], tmp_path)
    build(["cmake", "--build", "build", "--target", "bot"], tmp_path)
    assert (tmp_path / "build" / "bot").is_file()


def test_what_the_cpp_readme_tells_those_without_cmake_works(tmp_path: Path) -> None:
    need("C++", "g++")
    readme = (CLIENTS / "cpp" / "README.md").read_text("utf-8")
    shutil.copy(CLIENTS / "cpp" / "infoset.hpp", tmp_path)
    shutil.copytree(CLIENTS / "cpp" / "infoset", tmp_path / "infoset")
    (program,) = re.findall(r"^```cpp\n// my_bot\.cpp\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    (tmp_path / "my_bot.cpp").write_text(program)
    lines = re.findall(r"^g\+\+ .*", readme, re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        build(line.split(), tmp_path)
    assert "--seek GAME" in build([tmp_path / "my_bot", "--help"], tmp_path)
    whole = program.replace('"infoset.hpp"', '"infoset/infoset.cpp"')
    (tmp_path / "whole.cpp").write_text(whole)
    build(["g++", "-std=c++17", "-o", "whole", "whole.cpp"], tmp_path)
    assert "--seek GAME" in build([tmp_path / "whole", "--help"], tmp_path)


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


TEXT = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"", re.DOTALL
)  # comments, and words of a vocabulary


@pytest.fixture(scope="module")
def node_bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bot of somebody who has installed the package."""
    JAVASCRIPT.start()  # with what packs it
    folder = tmp_path_factory.mktemp("npm")
    with alone("javascript-package"):
        build(["npm", "pack", "--pack-destination", folder], CLIENTS / "javascript")
    (package,) = folder.glob("*.tgz")
    with tarfile.open(package) as packed:
        names = set(packed.getnames())
    assert {"package/LICENSE", "package/CHANGELOG.md", "package/types/node.d.ts"} <= names
    assert not [name for name in names if "/test/" in name or "cookbook" in name]
    manifest = json.loads((CLIENTS / "javascript" / "package.json").read_text("utf-8"))
    assert manifest["publishConfig"]["provenance"] is True  # which asks for the repository
    assert manifest["repository"]["directory"] == "clients/javascript"
    project = folder / "stranger"
    project.mkdir()
    (project / "package.json").write_text('{"name":"stranger","version":"1.0.0","type":"module"}')
    (project / "bot.js").write_text(NODE_BOT)
    build(["npm", "install", "--omit=optional", "--no-audit", "--no-fund", package], project)
    return project / "bot.js"


async def test_a_stranger_installs_the_npm_package_and_plays(node_bot: Path, serve: Serve) -> None:
    await plays_a_match(await serve(rooms__fill_ms=1), ["node", node_bot])


def test_the_types_of_the_npm_package_are_never_any(node_bot: Path) -> None:
    """Somebody's strict project learns what it must check."""
    types = node_bot.parent / "node_modules" / "infoset" / "types"
    loose = {
        f"{path.relative_to(types)}: {line.strip()}"
        for path in types.rglob("*.d.ts")
        for line in TEXT.sub("", path.read_text("utf-8")).splitlines()
        if re.search(r"\bany\b", line)
    }
    assert len(list(types.rglob("*.d.ts"))) > 10
    assert loose == set()


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
    RUST.start()  # with all the crates that a stranger's bot needs
    folder = tmp_path_factory.mktemp("rust")
    with alone("rust") as target:
        kept = {"CARGO_TARGET_DIR": str(target), **AS_OURS}
        build(["cargo", "package", "--allow-dirty", "--no-verify"], CLIENTS / "rust", **kept)
        with tarfile.open(target / "package" / f"infoset-{VERSION}.crate") as packed:
            packed.extractall(folder, filter="data")
        crate = folder / f"infoset-{VERSION}"
        assert {path.name for path in crate.iterdir()} >= {"LICENSE", "CHANGELOG.md", "src"}
        assert not (crate / "tests").exists()
        (folder / "src").mkdir()
        (folder / "src" / "main.rs").write_text(RUST_BOT)
        (folder / "Cargo.toml").write_text(RUST_PROJECT.replace("CRATE", crate.name))
        build(["cargo", "build", "--release"], folder, **kept)
        shutil.copy(target / "release" / "stranger", folder / "bot")
    return folder / "bot"


async def test_a_stranger_depends_on_the_crate_and_plays(rust_bot: Path, serve: Serve) -> None:
    await plays_a_match(await serve(rooms__fill_ms=1), [rust_bot])


# Go.

GO_MODULE = found(r"^module (\S+)", CLIENTS / "go" / "go.mod")
GO_BOT = f"""package main

import (
	infoset "{GO_MODULE}"
	_ "{GO_MODULE}/transports"
)

type myBot struct{{ infoset.BaseBot }}

func (b *myBot) Decide(turn *infoset.Turn) (infoset.Answer, error) {{
	return turn.RandomAnswer(b.Rand()), nil
}}

func main() {{ infoset.Run(func() infoset.Bot {{ return &myBot{{}} }}) }}
"""


def go_proxy(folder: Path) -> Path:
    """A proxy of modules that has ours as the tag `clients/go/v0.1.0` would make it."""
    version = f"v{VERSION}"
    files = folder / GO_MODULE / "@v"
    files.mkdir(parents=True)
    (files / "list").write_text(f"{version}\n")
    (files / f"{version}.info").write_text(json.dumps({"Version": version}))
    shutil.copy(CLIENTS / "go" / "go.mod", files / f"{version}.mod")
    listed = subprocess.run(
        ["git", "ls-files"], cwd=CLIENTS / "go", check=True, capture_output=True, text=True
    )
    with zipfile.ZipFile(files / f"{version}.zip", "w") as packed:
        for name in listed.stdout.splitlines():
            packed.write(CLIENTS / "go" / name, f"{GO_MODULE}@{version}/{name}")
    return folder


@pytest.fixture(scope="module")
def go_bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bot of somebody who requires the module."""
    need("Go", "go")
    assert "." in GO_MODULE.partition("/")[0]  # else no tool would look for it anywhere
    folder = tmp_path_factory.mktemp("go")
    usual, cache = build(["go", "env", "GOPROXY", "GOMODCACHE"], folder).split()
    kept = Path(cache) / "cache" / "download"
    env = {
        "GOPROXY": f"file://{go_proxy(folder / 'proxy')},file://{kept},{usual}",
        "GOMODCACHE": str(folder / "modules"),
        "GONOSUMDB": GO_MODULE,
        "GOFLAGS": "-modcacherw",
    }
    project = folder / "stranger"
    project.mkdir()
    (project / "bot.go").write_text(GO_BOT)
    build(["go", "mod", "init", "stranger.example/bot"], project, **env)
    build(["go", "get", f"{GO_MODULE}/transports@v{VERSION}"], project, **env)
    build(["go", "build", "-o", "bot", "."], project, **env)
    return project / "bot"


async def test_a_stranger_requires_the_go_module_and_plays(go_bot: Path, serve: Serve) -> None:
    await plays_a_match(await serve(rooms__fill_ms=1), [go_bot])


# Java.

JAVA_BOT = """import infoset.Answer;
import infoset.Bot;
import infoset.Program;
import infoset.Turn;

public final class MyBot extends Bot {
    @Override
    public Answer decide(Turn turn) {
        return turn.randomAnswer(random);
    }

    public static void main(String[] args) {
        Program.run(args, MyBot::new, "stranger", null);
    }
}
"""
JAVA_PROJECT = """<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example.stranger</groupId>
  <artifactId>bot</artifactId>
  <version>1.0.0</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>example.infoset</groupId>
      <artifactId>infoset</artifactId>
      <version>{version}</version>
    </dependency>
  </dependencies>
</project>
"""
FOR_A_REPOSITORY = {"name", "description", "url", "licenses", "developers", "scm"}


def own_repository(folder: Path) -> Path:
    """A local repository of Maven with everything that the usual one has, and room for what it shall not keep."""
    usual = Path.home() / ".m2" / "repository"
    usual.mkdir(parents=True, exist_ok=True)
    folder.mkdir()
    for group in usual.iterdir():
        if group.name != "example":
            (folder / group.name).symlink_to(group)
    return folder


@pytest.fixture(scope="module")
def java_bot(tmp_path_factory: pytest.TempPathFactory) -> list[str | Path]:
    """A bot of somebody who depends on the installed package: what starts it."""
    need("Java", "mvn", "javac", "java")
    pom = (CLIENTS / "java" / "pom.xml").read_text("utf-8")
    assert set(re.findall(r"^  <(\w+)>", pom, re.MULTILINE)) >= FOR_A_REPOSITORY
    folder = tmp_path_factory.mktemp("java")
    local = f"-Dmaven.repo.local={own_repository(folder / 'repository')}"
    maven = [*MAVEN, local]
    JAVA.start()  # whose classes are the ones to pack
    with alone(JAVA.folder) as built:
        build([*maven, "install", "-DskipTests", f"-Dbuild={built}"], CLIENTS / "java", **BRIEFLY)
    installed = folder / "repository" / "example" / "infoset" / "infoset" / VERSION
    jars = {path.name.removeprefix(f"infoset-{VERSION}") for path in installed.glob("*.jar")}
    assert jars == {".jar", "-sources.jar", "-javadoc.jar"}
    project = folder / "stranger"
    source = project / "src" / "main" / "java"
    source.mkdir(parents=True)
    (source / "MyBot.java").write_text(JAVA_BOT)
    (project / "pom.xml").write_text(JAVA_PROJECT.replace("{version}", VERSION))
    goals = ["compile", "dependency:copy-dependencies", "-DoutputDirectory=lib"]
    build([*maven, *goals], project, **BRIEFLY)
    return [*JVM, "-cp", f"{project / 'target' / 'classes'}:{project / 'lib'}/*", "MyBot"]


async def test_a_stranger_depends_on_the_java_package_and_plays(
    java_bot: list[str | Path], serve: Serve
) -> None:
    await plays_a_match(await serve(rooms__fill_ms=1), java_bot)


def test_the_java_package_tells_what_each_field_is(java_bot: list[str | Path]) -> None:
    """Its documentation has what the schemas say, where an editor shows it."""
    wire = (CLIENTS / "java" / "src" / "main" / "java" / "infoset" / "Wire.java").read_text("utf-8")
    assert "@param room Room id." in wire
    assert "Integer seat" in wire
