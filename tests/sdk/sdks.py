"""The SDKs by name: how each is built, how its samples are started, what it claims. No tests here.

The samples have the same names everywhere; what is claimed is the table in clients/README.md.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from tests.sdk.programs import ROOT, alone, build, need

CLIENTS: Final = ROOT / "clients"
SAMPLES: Final = ("random_bot", "greedy_bot", "monte_carlo_bot", "watcher", "assistant")

# Crates are compiled once, under the name of the profile that the table of languages builds with, too, and as the profile `dev`
# does: nothing is optimised, arithmetic is checked. Nobody looks at them with a debugger, and none is compiled again in
# part: both take a third of the compiler's time.
AS_OURS: Final = {
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
    "CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS": "true",
    "CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS": "true",
    "CARGO_INCREMENTAL": "0",
}
# A JVM does not live long enough here for the slower compiler or several collectors to pay.
JVM: Final = ("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
BRIEFLY: Final = {"MAVEN_OPTS": " ".join(JVM[1:])}
MAVEN: Final = ("mvn", "-q", "-B")

Start: TypeAlias = Callable[[str], list[str]]  # the command line of a sample


@dataclass(frozen=True)
class Sdk:
    """One SDK. `folder` is its own below clients/; `make` builds its samples, and says how they are started."""

    name: str
    folder: str
    tools: tuple[str, ...]
    make: Callable[[Path], Start]

    def need(self) -> None:
        """Skips the test where its tools are not installed."""
        need(self.name, *self.tools)

    def need_websocket(self) -> None:
        """Skips the test where the library is not installed that C++ speaks WebSocket with."""
        look = ["c++", "-E", "-x", "c++", "-include", "wslay/wslay.h", os.devnull]
        if self.name == "C++" and subprocess.run(look, capture_output=True, check=False).returncode:
            pytest.skip("wslay NOT INSTALLED: WebSocket in C++ NOT TESTED")

    def start(self) -> Start:
        """Its samples, built. Skips the test where its tools are not installed."""
        self.need()
        return made(self)


@cache
def made(sdk: Sdk) -> Start:
    """The samples of an SDK, which each process of tests brings up to date once: nobody changes a source meanwhile."""
    with alone(sdk.folder) as folder:
        return sdk.make(folder)


def make_python(_: Path) -> Start:
    return lambda sample: [sys.executable, str(CLIENTS / "python" / "examples" / f"{sample}.py")]


def make_javascript(folder: Path) -> Start:
    source = CLIENTS / "javascript"
    done = folder / "installed"
    is_new = not (source / "node_modules").exists() or not done.exists()
    if is_new or is_newer(source / "package-lock.json", done):
        build(["npm", "ci", "--no-audit", "--no-fund"], source)
        done.touch()
    return lambda sample: ["node", str(source / "samples" / f"{sample}.mjs")]


def make_go(folder: Path) -> Start:
    build(["go", "build", "-o", f"{folder}/", "./samples/..."], CLIENTS / "go")
    return lambda sample: [str(folder / sample)]


def make_rust(folder: Path) -> Start:
    command = ["cargo", "build", "--release", "--features", "tls", "--examples"]
    build(command, CLIENTS / "rust", CARGO_TARGET_DIR=str(folder), **AS_OURS)
    return lambda sample: [str(folder / "release" / "examples" / sample)]


def make_java(folder: Path) -> Start:
    """Its tests belong to building it; neither is done again while nothing has changed."""
    source, done = CLIENTS / "java", folder / "tested"
    sources = [source / "pom.xml", *source.glob("src/**/*.java")]
    if not done.exists() or any(is_newer(file, done) for file in sources):
        forked = f"-DargLine={BRIEFLY['MAVEN_OPTS']}"
        build([*MAVEN, "test", f"-Dbuild={folder}", forked], source, **BRIEFLY)
        done.touch()
    path = f"{folder / 'classes'}:{folder / 'lib'}/*"
    return lambda sample: [*JVM, "-cp", path, f"infoset.samples.{pascal(sample)}"]


def make_cpp(folder: Path) -> Start:
    source = CLIENTS / "cpp"
    build(["cmake", "-S", source, "-B", folder, "-DCMAKE_BUILD_TYPE=None"], ROOT)
    build(["cmake", "--build", folder, "--parallel", "2"], ROOT)
    return lambda sample: [str(folder / sample)]


def install_cpp(prefix: Path) -> None:
    """Installs the C++ SDK with the library that its samples are linked with."""
    CPP.start()
    with alone(CPP.folder) as folder:
        build(["cmake", "--install", folder, "--prefix", prefix], ROOT)


def pascal(sample: str) -> str:
    """`random_bot` as Java writes it."""
    return "".join(word.capitalize() for word in sample.split("_"))


def is_newer(one: Path, other: Path) -> bool:
    return one.stat().st_mtime > other.stat().st_mtime


PYTHON: Final = Sdk("Python", "python", (), make_python)
JAVASCRIPT: Final = Sdk("JavaScript", "javascript", ("node", "npm"), make_javascript)
GO: Final = Sdk("Go", "go", ("go", "gofmt"), make_go)
RUST: Final = Sdk("Rust", "rust", ("cargo",), make_rust)
JAVA: Final = Sdk("Java", "java", ("mvn", "javac", "java"), make_java)
CPP: Final = Sdk("C++", "cpp", ("cmake", "c++"), make_cpp)
SDKS: Final = (PYTHON, JAVASCRIPT, GO, RUST, JAVA, CPP)
