"""The options that say how a command looks: `--plain`, `--color`."""

import argparse
import os
from collections.abc import Mapping
from typing import TextIO

from infoset.watching.text import COLOUR_CHOICES, Style, style_for


def add_look_options(parser: argparse.ArgumentParser) -> None:
    """`--plain`, `--color`."""
    parser.add_argument("--plain", action="store_true", help="lines only, also on a terminal")
    parser.add_argument(
        "--color",
        choices=COLOUR_CHOICES,
        default="auto",
        help="default: on a terminal, unless NO_COLOR is set",
    )


def read_style(args: argparse.Namespace, out: TextIO, env: Mapping[str, str] = os.environ) -> Style:
    """The style that the options of `add_look_options` ask for on this stream."""
    return style_for(args.color, out.isatty() and not args.plain, env)
