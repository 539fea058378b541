"""An installed Infoset writes the same bots as a checkout: what they take along is in the package."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[3]
BUILD_S = 600  # for a busy machine
TELL = """
import hashlib, json, sys
sys.path.insert(0, sys.argv[1])
import infoset.scaffolding.starters as starters
assert starters.__file__.startswith(sys.argv[1]), starters.__file__
for language in starters.STARTERS:
    text = json.dumps(starters.bot_files(language, "ferris"), sort_keys=True)
    print(language, hashlib.sha256(text.encode()).hexdigest())
"""


def told(*places: Path) -> str:
    """A line for each language: what a bot in it is made of, as the packages in the first place say."""
    code = TELL.replace(
        "sys.path.insert(0, sys.argv[1])", f"sys.path[:0] = {[str(place) for place in places]!r}"
    )
    command = [sys.executable, "-c", code, str(places[0])]
    done = subprocess.run(command, cwd=ROOT / "docs", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_wheel_holds_what_new_bots_take_along(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    env = os.environ | {"INFOSET_PURE": "1"}
    done = subprocess.run(
        build, cwd=ROOT, env=env, capture_output=True, text=True, timeout=BUILD_S, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    checkout = [ROOT / folder for folder in ("clients/python", "clients/web", "protocol", "games")]
    assert told(tmp_path / "installed") == told(*checkout)
