"""`infoset demonstrations`: what players of kept matches were shown and did, as arrays for a learner."""

import argparse
import sys
from pathlib import Path

import numpy as np

from infoset.cli import Run
from infoset.exits import INTERRUPTED
from infoset.running import tidy_sigterm
from infoset.tally import count_text
from infoset_bots.lab.arena.command import rules_in_words
from infoset_bots.lab.imitation.gathering import Gathered, gather, save
from infoset_bots.lab.reviewing.kept import find_kept
from infoset_bots.lab.reviewing.options import add_sources, check_writable


def command(parser: argparse.ArgumentParser) -> Run:
    """Writes what players of kept matches were shown and did as arrays: a training set for imitation.

    infoset demonstrations arena-runs/catan-1 --out set.npz                a run of the arena with --keep
    infoset demonstrations replays --player ismcts --out set.npz           what one of the players did
    """
    add_sources(parser)
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="NAME",
        help="only what players of this name did; may be repeated (default: everybody)",
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="a file of NumPy (.npz)"
    )
    return _run


def _run(args: argparse.Namespace) -> int:
    """Raises InfosetError for what a person can put right."""
    check_writable(args.out)
    try:
        with rules_in_words(), tidy_sigterm():
            matches = find_kept(args.sources)
            gathered = gather(matches, args.player, sys.stderr)
            save(args.out, gathered)
    except KeyboardInterrupt:
        sys.stderr.write("stopped; nothing was written\n")
        return INTERRUPTED
    sys.stdout.write(text(args.out, gathered))
    return 0


def text(path: Path, gathered: Gathered) -> str:
    """Who did how much, and where it is now."""
    columns = gathered.columns
    lines = []
    for at, name in enumerate(gathered.players):
        mine = columns["player"] == at
        places = np.stack([columns[name][mine] for name in ("match", "seat", "decision")], axis=1)
        matches, decisions = (len(np.unique(places[:, :n], axis=0)) for n in (1, 3))
        lines.append(
            f"{name}: {count_text(decisions, 'decision')} in {count_text(matches, 'match', 'matches')}"
        )
    rows = count_text(len(columns["action"]), "row")
    lines.append(f"{path}: {rows} for {gathered.encoding.purpose()}")
    return "".join(f"{line}\n" for line in lines)
