"""What the page draws of orders in Crossfire, before they are given, is what the rules reckon."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.games.crossfire.scenes import plays

from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.geometry import DIRECTION_NAMES
from infoset_games.crossfire.guide import Guide
from infoset_games.policies import RandomPolicy

ROOT = Path(__file__).parents[2]
MODULE = (ROOT / "clients/web/infoset_web/static/games/crossfire/board_geometry.js").as_uri()
NODE = shutil.which("node")
SCRIPT = """
const { beam, slide } = await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
const { consts, boards } = JSON.parse(text);
const plans = boards.map((obs) =>
  [...obs.terrain].flatMap((letter, square) =>
    letter === "M" || letter === "W"
      ? []
      : [0, 1, 2, 3].map((direction) => {
          const path = slide(obs, consts, square, direction);
          return [path.at(-1) ?? square, path.length, beam(obs, consts, square, direction).sort((a, b) => a - b)];
        }),
  ),
);
console.log(JSON.stringify(plans));
"""


def plans(guide: Guide, terrain: str) -> list[list[Any]]:
    """From every square in every direction: where a slide ends, after how many rounds; what a beam lights."""
    return [
        [*guide.slide(square, direction), guide.beam(square, direction)]
        for square, letter in enumerate(terrain)
        if letter not in "MW"
        for direction in range(len(DIRECTION_NAMES))
    ]


@pytest.mark.skipif(NODE is None, reason="LOUD: node is not installed, the plans are untested")
@pytest.mark.parametrize("laser_stop", ["obstructed", "mountain"])
def test_the_page_plans_as_the_rules_reckon(laser_stop: str) -> None:
    assert NODE is not None
    game = Crossfire(preset="mini", laser_stop=laser_stop)
    seen = [state.observe(0) for state in plays(game, "plans", [RandomPolicy(), RandomPolicy()])]
    boards = {view.round: game.write_observation(view) for view in seen}
    assert {4, 5, 6} <= set(boards)
    asked = json.dumps({"consts": game.consts(), "boards": list(boards.values())})
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", SCRIPT, MODULE],
        input=asked,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    guides = {view.round: Guide(view) for view in seen}
    expected = [plans(guides[number], str(obs["terrain"])) for number, obs in boards.items()]
    assert json.loads(done.stdout) == expected
