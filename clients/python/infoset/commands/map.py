"""`infoset map`: checks maps of Crossfire, and turns them from text into images and back."""

import argparse
import sys
from pathlib import Path
from typing import Final

from infoset.cli import Run
from infoset.errors import CommandError
from infoset.exits import FAILED
from infoset.extras import needs
from infoset.game_options import MAX_FILE_BYTES, read_text_file
from infoset.watching.screen import write_lines
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.generator import random_map
from infoset_games.crossfire.images import read_image, write_image
from infoset_games.crossfire.maps import Map, MapError, read_map
from infoset_games.crossfire.options import ANY, PRESETS, SYMMETRIES, symmetry_of
from infoset_games.crossfire.playability import difficulty, faults_of
from infoset_games.crossfire.terrain import STOP_MOUNTAIN
from infoset_games.rng import Rng

RANDOM: Final = "random"
PICTURES: Final = frozenset({".png", ".ppm", ".bmp", ".gif"})
MOST_SCALE: Final = 64  # pixels along the edge of a square


def command(parser: argparse.ArgumentParser) -> Run:
    """Checks, draws and converts maps for Crossfire.

    infoset map island.png                             is it a map, and can it be played?
    infoset map island.png --out island.txt            the same map as text
    infoset map random --preset mini --seed 7 --out island.png     one to begin with

    Play on it: infoset sit --open crossfire --option map=@island.txt
    Ends with 1 where the map can be played, but should not: its faults are named by square.
    """
    parser.add_argument("map", metavar="FILE", help=f"an image, a text file, or {RANDOM}")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write it: .png an image, else text"
    )
    parser.add_argument(
        "--symmetry", choices=SYMMETRIES, default=ANY, help="of an image, or of a random map"
    )
    parser.add_argument(
        "--preset", choices=tuple(PRESETS), default="standard", help="size of a random map"
    )
    parser.add_argument("--seed", default="0", metavar="TEXT", help="of a random map (default: 0)")
    parser.add_argument(
        "--scale", type=int, default=16, metavar="N", help="pixels of a square (default: 16)"
    )
    return _run


def _run(args: argparse.Namespace) -> int:
    if not 1 <= args.scale <= MOST_SCALE:
        raise CommandError(f"--scale: expected 1..{MOST_SCALE}, got {args.scale}")
    drawn = find_map(args)
    if args.out is None:
        write_lines(sys.stdout, drawn.text().split("\n"))
    else:
        write_map(drawn, args.out, args.scale)
    faults = faults_of(drawn)
    write_lines(sys.stderr, [summary(drawn), *(f"fault: {fault}" for fault in faults)])
    return FAILED if faults else 0


def find_map(args: argparse.Namespace) -> Map:
    """The map that the arguments mean. Raises CommandError naming the file and the square that is wrong."""
    file = Path(args.map)
    if args.map == RANDOM and not file.exists():
        preset = PRESETS[args.preset]
        return random_map(preset.size, preset.units, symmetry_of(args.symmetry), Rng(args.seed))
    try:
        if file.suffix.lower() in PICTURES:
            return read_image(read_bytes(file), "" if args.symmetry == ANY else args.symmetry)
        return read_map(read_text_file(file).strip())
    except MapError as error:
        raise CommandError(f"{file}: {error}") from error
    except RuntimeError as error:  # no Pillow
        raise needs("infoset map on an image", "maps") from error


def read_bytes(file: Path) -> bytes:
    """What is in a file. Raises CommandError."""
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    if len(data) > MAX_FILE_BYTES:
        raise CommandError(f"{file}: more than {MAX_FILE_BYTES >> 20} MB")
    return data


def write_map(drawn: Map, file: Path, scale: int) -> None:
    """Writes the map, as its ending says. Raises CommandError."""
    try:
        if file.suffix.lower() == ".png":
            file.write_bytes(write_image(drawn, scale))
        else:
            file.write_text(drawn.text() + "\n", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except RuntimeError as error:  # no Pillow
        raise needs("infoset map on an image", "maps") from error


def summary(drawn: Map) -> str:
    """What the map is, in a line."""
    level = difficulty(Board(drawn, STOP_MOUNTAIN))
    return f"{drawn.size} x {drawn.size}, {len(drawn.spawns)} units a seat, {level}"
