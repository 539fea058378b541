"""README.md: its bot plays as it says there, against a server and in the arena."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.faults.servers import running_server

PAGE: Final = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
OURS: Final = ".venv/bin/infoset "
WITHIN_S: Final = 1200.0


def command(begin: str) -> list[str]:
    """The one command of ours on the page that begins so, as words."""
    (line,) = re.findall(rf"^{re.escape(OURS + begin)}.*$", PAGE, re.MULTILINE)
    return shlex.split(line.removeprefix(OURS))


def run(words: list[str], folder: Path, url: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "infoset", *words],
        cwd=folder,
        env={**os.environ, "INFOSET_URL": url},
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
        check=False,
    )
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def save_bot(folder: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (folder / "my_bot.py").write_text(source, "utf-8")


def test_the_bot_plays_its_matches(tmp_path: Path) -> None:
    save_bot(tmp_path)
    words = command("bot my_bot.py")
    words[words.index("--games") + 1] = "2"  # one after the other; the page has ten
    with running_server(tmp_path / "data", {"beacon_port": 0}) as child:
        told = run(words, tmp_path, f"infoset://127.0.0.1:{child.port}")
    assert "2 matches" in told


def test_the_arena_compares_it_with_others(tmp_path: Path) -> None:
    save_bot(tmp_path)
    words = command("arena my_bot.py")
    words[words.index("--matches") + 1] = "8"  # as many as one needs to see each at each seat
    told = run(words, tmp_path)
    assert all(name in told for name in ("my_bot", "heuristic", "ismcts", "random"))
