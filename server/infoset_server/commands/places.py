"""Which server a command is about: options of the command, and of each of the actions that it has."""

import argparse
from pathlib import Path
from typing import Any


def add_places(parser: argparse.ArgumentParser, *, is_action: bool = False) -> None:
    """`--data` and `--config`. Those of an action may be left out, and the command's count then."""
    unless: dict[str, Any] = {"default": argparse.SUPPRESS} if is_action else {}
    parser.add_argument("--data", metavar="DIR", help="folder for what the server stores", **unless)
    add_config(parser, is_action=is_action)


def add_config(parser: argparse.ArgumentParser, *, is_action: bool = False) -> None:
    """`--config`, as `add_places` adds it."""
    unless: dict[str, Any] = {"default": argparse.SUPPRESS} if is_action else {}
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="TOML file with settings", **unless
    )


def add_settings(parser: argparse.ArgumentParser, *, is_action: bool = False) -> None:
    """`--set`, which may be given often; `settings_of` reads those of the command and of its action together."""
    parser.add_argument(
        "--set",
        dest="set_behind" if is_action else "set",  # an action's would replace those before it
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="any other setting",
    )


def settings_of(args: argparse.Namespace) -> list[str]:
    """Every `--set` in the order in which they were given."""
    return [*args.set, *args.set_behind]
