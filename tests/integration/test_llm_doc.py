"""docs/llm.md: its first three commands, as they stand there, on ports of their own."""

import os
import re
import shlex
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Final

from tests.bots.llm.endpoint import scripted
from tests.bots.llm.test_language_model import first_legal
from tests.faults.servers import eventually, running_server
from tests.ports import lasting_port

DOC: Final = Path(__file__).parents[2] / "docs" / "llm.md"
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
UNAUTHORIZED: Final = 401


def commands() -> list[list[str]]:
    (block,) = BLOCK.findall(DOC.read_text("utf-8"))
    return [shlex.split(line) for line in block.splitlines()]


def is_up(url: str) -> bool:
    """Does it answer whoever shows no token, by sending them away?"""
    try:
        urllib.request.urlopen(url)
    except urllib.error.HTTPError as error:
        return error.code == UNAUTHORIZED
    except urllib.error.URLError:
        return False
    return False


def test_the_first_three_commands_work(tmp_path: Path) -> None:
    serve, mcp, arena = commands()
    assert serve == ["infoset", "serve"]
    assert (mcp[1], arena[1]) == ("mcp", "arena")
    infoset = [sys.executable, "-m", "infoset"]
    with running_server(tmp_path / "data", {"beacon_port": 0}) as child:
        port = lasting_port()
        at_server = {"INFOSET_URL": f"infoset://127.0.0.1:{child.port}"}
        words = [str(port) if word == "7431" else word for word in mcp[1:]]
        seats = subprocess.Popen([*infoset, *words], env=os.environ | at_server)
        try:
            eventually(lambda: is_up(f"http://127.0.0.1:{port}/mcp"), "the seats are up")
        finally:
            seats.terminate()
            seats.wait()
    with scripted(first_legal) as endpoint:
        words = [word.replace("http://127.0.0.1:11434/v1", endpoint.url) for word in arena[1:]]
        done = subprocess.run(
            [*infoset, *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    assert "language models" in done.stdout
    assert "llm:qwen" in done.stdout
