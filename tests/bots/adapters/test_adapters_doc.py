"""The examples of docs/adapters.md run as printed."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

DOC = Path(__file__).parents[3] / "docs" / "adapters.md"
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = EXAMPLE.findall(DOC.read_text(encoding="utf-8"))

# What no lock holds. Of PyTorch 2.15 for Linux there is only a wheel with CUDA: 539 MB, 3.0 GB with what it requires.
WHY_ABSENT = {"sb3_contrib": " (PyTorch would bring 3 GB)"}


def title(example: str) -> str:
    """The adapter an example is about: the first that it imports."""
    return str(re.findall(r"infoset_bots\.adapters\.(\w+)", example)[0])


def test_every_adapter_has_an_example() -> None:
    assert [title(example) for example in EXAMPLES] == [
        "pettingzoo",
        "pettingzoo_parallel",
        "gymnasium",
        "batch",
        "answering",
        "pettingzoo_parallel",
        "encoding",
        "openspiel",
        "openspiel",
        "openspiel",
    ]


@pytest.mark.parametrize("example", EXAMPLES, ids=title)
def test_an_example_runs_and_prints(example: str, tmp_path: Path) -> None:
    for library in ("pyspiel", "supersuit", "sb3_contrib"):
        if re.search(rf"(import|from) {library}", example) and find_spec(library) is None:
            why = WHY_ABSENT.get(library, "")
            pytest.skip(f"{library} is not installed{why}: nothing shows that this example works")
    run = f"import sys; sys.path[:] = {sys.path!r}\n{example}"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", run],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
