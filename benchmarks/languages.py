"""The random bot of each SDK: how it is built and started. Builds what is missing; plays nothing.

    python benchmarks/languages.py            # builds all, and says which languages are here

A new SDK adds a row to LANGUAGES. Programs are kept in build/polyglot.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
CLIENTS: Final = ROOT / "clients"
OUT: Final = ROOT / "build" / "polyglot"
BUILD_S: Final = 900


@dataclass(frozen=True)
class Language:
    """One SDK. `{out}` is a folder of its own; `folder` is where it is built, `run` starts its random bot.

    `run` is given the options `--url`, `--name`, `--seek`, `--games` that all SDKs understand.
    """

    name: str
    folder: str
    tools: tuple[str, ...]
    build: tuple[str, ...]
    run: tuple[str, ...]

    @property
    def out(self) -> Path:
        """Where its program is kept."""
        return OUT / self.folder

    def missing(self) -> list[str]:
        """What has to be installed, or written, before it can be used."""
        tools = [tool for tool in self.tools if shutil.which(tool) is None]
        sources = [] if (CLIENTS / self.folder).is_dir() else [f"clients/{self.folder}"]
        return tools + sources

    def command(self, *options: str) -> list[str]:
        """The command line that starts its random bot."""
        return [self._fill_in(word) for word in self.run] + list(options)

    def make(self) -> None:
        """Builds it where that is needed. Raises RuntimeError with what the compiler said."""
        if not self.build:
            return
        self.out.mkdir(parents=True, exist_ok=True)
        with (self.out / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = subprocess.run(
                [self._fill_in(word) for word in self.build],
                check=False,
                cwd=CLIENTS / self.folder,
                env=os.environ | {"CARGO_TARGET_DIR": str(self.out)},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=BUILD_S,
            )
        if done.returncode:
            raise RuntimeError(f"{self.name} cannot be built:\n{done.stdout[-2000:]}")

    def _fill_in(self, word: str) -> str:
        word = word.replace("{clients}", str(CLIENTS)).replace("{python}", sys.executable)
        return word.replace("{out}", str(self.out))


LANGUAGES: Final = (
    Language("Python", "python", (), (), ("{python}", "{clients}/python/examples/random_bot.py")),
    Language(
        "JavaScript",
        "javascript",
        ("node",),
        (),
        ("node", "{clients}/javascript/samples/random_bot.mjs"),
    ),
    Language(
        "Go",
        "go",
        ("go",),
        ("go", "build", "-o", "{out}/random", "./samples/random_bot"),
        ("{out}/random",),
    ),
    Language(
        "Rust",
        "rust",
        ("cargo",),
        ("cargo", "build", "--quiet", "--release", "--example", "random_bot"),
        ("{out}/release/examples/random_bot",),
    ),
    Language(
        "C++",
        "cpp",
        ("g++",),
        (
            "g++",
            "-std=c++17",
            "-O2",
            "-pthread",
            "-I.",
            "-o",
            "{out}/random",
            "samples/random_bot.cpp",
            "infoset/infoset.cpp",
        ),
        ("{out}/random",),
    ),
    Language(
        "Java",
        "java",
        ("mvn", "java"),
        ("mvn", "-q", "-B", "-DskipTests", "test-compile", "-Dbuild={out}"),
        ("java", "-cp", "{out}/classes:{out}/lib/*", "infoset.samples.RandomBot"),
    ),
)


def make_all(languages: Iterable[Language] = LANGUAGES) -> list[Language]:
    """Builds what can be built; says loudly what is left out, and why."""
    ready = []
    for language in languages:
        missing = language.missing()
        if missing:
            print(f"{language.name} IS LEFT OUT: there is no {', '.join(missing)}", flush=True)
            continue
        try:
            language.make()
        except RuntimeError as error:
            print(f"{language.name} IS LEFT OUT: {error}", flush=True)
        else:
            ready.append(language)
    return ready


if __name__ == "__main__":
    print("here: " + ", ".join(language.name for language in make_all()))
