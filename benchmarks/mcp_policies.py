"""What three policies of different strength score at the tools of `infoset mcp`, and in the arena: the same.

python -m benchmarks.mcp_policies                 20 matches of each
python -m benchmarks.mcp_policies --matches 100

Each match has a seed of its own and is played once at the tools, against three house bots that play the first action, and
once in the arena against the same. A row gives the mean score with the half of its interval of 95 %.
"""

import argparse
import asyncio
import math
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.integration.mcp_policies import POLICIES, arena_scores, mcp_scores

NORMAL: Final = 1.96  # half the interval of 95 %, in standard errors


def mean(scores: Sequence[float]) -> str:
    """The mean of scores with its interval."""
    half = NORMAL * statistics.stdev(scores) / math.sqrt(len(scores))
    return f"{statistics.mean(scores):.1f} ± {half:.1f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays and prints the table."""
    parser = argparse.ArgumentParser(description="Scores at the tools of a model and in the arena.")
    parser.add_argument("--matches", type=int, default=20, help="of each policy (default: 20)")
    matches = parser.parse_args(arguments).matches
    print("| policy | matches | through MCP | in the arena | equal |")
    print("| --- | --- | --- | --- | --- |")
    for name, policy in POLICIES.items():
        seeds = [f"policies {number}" for number in range(matches)]
        with tempfile.TemporaryDirectory() as folder:
            through = [asyncio.run(mcp_scores(policy, seed, Path(folder) / seed)) for seed in seeds]
        local = [arena_scores(policy, seed) for seed in seeds]
        equal = sum(one == other for one, other in zip(through, local, strict=True))
        ours = [mean([scores[0] for scores in played]) for played in (through, local)]
        print(f"| {name} | {matches} | {ours[0]} | {ours[1]} | {equal} of {matches} |", flush=True)


if __name__ == "__main__":
    main()
