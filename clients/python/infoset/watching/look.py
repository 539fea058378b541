"""The options that say how a command looks: `--plain`, `--color`."""

import argparse
import os
from collections.abc import Mapping
from typing import TextIO

from infoset.extras import require
from infoset.watching.text import COLOUR_CHOICES, Style, style_for
from infoset.word_files import ENGLISH
from infoset.wording import LANGUAGE_VARIABLE, speak


def add_look_options(parser: argparse.ArgumentParser) -> None:
    """`--plain`, `--color`, `--language`."""
    parser.add_argument("--plain", action="store_true", help="lines only, also on a terminal")
    parser.add_argument(
        "--color",
        choices=COLOUR_CHOICES,
        default="auto",
        help="default: on a terminal, unless NO_COLOR is set",
    )
    add_language_option(parser)


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """`--language`."""
    parser.add_argument(
        "--language",
        metavar="CODE",
        help=f"cs, de, en or sk (default: ${LANGUAGE_VARIABLE}, else English with --plain and where "
        "the output is no terminal, else the system's)",
    )


def read_style(args: argparse.Namespace, out: TextIO, env: Mapping[str, str] = os.environ) -> Style:
    """The style that the options of `add_look_options` ask for on this stream."""
    return style_for(args.color, out.isatty() and not args.plain, env)


def choose_language(
    args: argparse.Namespace, out: TextIO, env: Mapping[str, str] = os.environ
) -> None:
    """Speaks what the options ask for. Raises LanguageError.

    Lines for a program are English where nobody has asked for another language: what it looks for in
    them must not depend on the computer it runs on.
    """
    require("what the terminal says", "play", "fluent")
    if args.language:
        speak(args.language)
    elif getattr(args, "plain", False) or not out.isatty():
        speak_to_programs(env)


def speak_to_programs(env: Mapping[str, str] = os.environ) -> None:
    """Speaks English, unless $INFOSET_LANGUAGE names another language."""
    if not env.get(LANGUAGE_VARIABLE):
        speak(ENGLISH)
