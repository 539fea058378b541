"""Where a command finds what a server stores: options of the command, and of each of the actions that it has."""

import argparse
from pathlib import Path
from typing import Any


def add_places(parser: argparse.ArgumentParser, *, is_action: bool = False) -> None:
    """`--data` and `--config`. Those of an action may be left out, and the command's count then."""
    unless: dict[str, Any] = {"default": argparse.SUPPRESS} if is_action else {}
    parser.add_argument("--data", metavar="DIR", help="folder for what the server stores", **unless)
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="TOML file with settings", **unless
    )
