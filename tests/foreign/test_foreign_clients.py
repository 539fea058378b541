"""Clients in six languages that Infoset has nothing for, each one file written after protocol/README.md alone."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.sdk.programs import BUILD_S, build, run

pytestmark = pytest.mark.timeout(2 * BUILD_S)
Serve = Callable[..., Any]

HERE = Path(__file__).parent
MATCHES = 2
RESULT = re.compile(r"^finished: place [1-4]$", re.MULTILINE)


@dataclass(frozen=True)
class Language:
    """How its client is started; `probe` fails where something that it needs is missing."""

    command: tuple[str, ...]
    probe: tuple[str, ...] = ()


LANGUAGES = {
    "PHP": Language(("php", "bot.php")),
    "Ruby": Language(("ruby", "bot.rb")),
    "Perl": Language(("perl", "bot.pl"), ("-MJSON::PP", "-e", "1")),
    "C": Language(("gcc", "bot.c")),
    "Lua": Language(("lua5.4", "bot.lua"), ("-e", 'require("cjson"); require("socket")')),
    "OCaml": Language(("ocaml", "unix.cma", "bot.ml")),
}


def client(name: str, folder: Path) -> list[str | Path]:
    """The command line of a client, which is compiled first where it has to be. Skips the test, loudly."""
    language = LANGUAGES[name]
    tool, *words = language.command
    probe = [tool, *language.probe]
    found = shutil.which(tool) is not None
    if found and language.probe:
        found = subprocess.run(probe, capture_output=True, check=False).returncode == 0
    if not found:
        pytest.skip(f"{name} NOT INSTALLED: its client NOT TESTED; see tests/tools/programs.sh")
    if name == "C":
        strict = ["-std=gnu17", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
        build(["gcc", *strict, "-o", folder / "bot", HERE / "bot.c"], folder)
        return [folder / "bot"]
    return [tool, *(HERE / word if word.startswith("bot.") else word for word in words)]


@pytest.mark.parametrize("name", LANGUAGES)
async def test_a_foreign_client_plays(name: str, serve: Serve, tmp_path: Path) -> None:
    server = await serve(rooms__fill_ms=1)
    command = client(name, tmp_path)
    for game in ("colonizers", "crossfire"):
        ended = await run([*command, "127.0.0.1", str(server.port), game, str(MATCHES)])
        assert ended.code == 0, ended.out + ended.errors
        assert len(RESULT.findall(ended.out)) == MATCHES, ended.out + ended.errors
        assert ended.errors == ""


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_foreign_client_keeps_the_contract(name: str, tmp_path: Path) -> None:
    conformance = [sys.executable, "-m", "infoset", "conformance", "--level", "0"]
    short = ["--game", "colonizers", "--games", "1", "--patience", "60"]
    told = ["{host}", "{port}", "{game}", "{matches}"]
    build([*conformance, *short, "--", *client(name, tmp_path), *told], tmp_path)
