"""The notebooks: their cells, run one after the other in a fresh Python, in their short form."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted((EXAMPLES / "notebooks").glob("*.ipynb"))
LIMIT_S = 500  # the machine may be busy

pytestmark = pytest.mark.timeout(2 * LIMIT_S)


def cells(notebook: Path) -> list[dict[str, object]]:
    """The code cells of a notebook."""
    written = json.loads(notebook.read_text("utf-8"))
    assert written["nbformat"] == 4
    return [cell for cell in written["cells"] if cell["cell_type"] == "code"]


def test_there_are_notebooks() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"experiment", "first_bot", "learner"}


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_keeps_no_outputs(notebook: Path, tmp_path: Path) -> None:
    written = cells(notebook)
    assert [cell["outputs"] for cell in written if cell["outputs"]] == []
    # Plain Python, without magics of the notebook, so that nothing but Python has to be there.
    script = "\n\n".join("".join(cell["source"]) for cell in written)  # type: ignore[arg-type]
    done = subprocess.run(
        [sys.executable, "-"],
        input=script,
        cwd=tmp_path,
        env=os.environ | {"INFOSET_SHORT": "1", "INFOSET_LEARNER": str(EXAMPLES / "learner")},
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
