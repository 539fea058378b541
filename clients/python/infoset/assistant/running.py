"""Runs an assistant as a program: under a supervisor, or, given a code, by starting one around itself."""

import contextlib
import os
import sys
from collections.abc import Callable, Sequence

from infoset.assistant.helper import Assistant
from infoset.assistant.pipe import Pipe, Printed


def run(make: Callable[[Pipe], Assistant], argv: Sequence[str] | None = None) -> None:
    """Runs until the supervisor goes; the last line of an assistant's file.

    `make` is the class. Without options the program is under a supervisor and talks with it over stdin and
    stdout. With those of `infoset assist` (`--code ac_...`) it starts that, with itself as the program.
    """
    options = list(sys.argv[1:] if argv is None else argv)
    if not options and not sys.stdin.isatty():
        run_supervised(make, Pipe())
        return
    from infoset.cli import main

    program = [sys.executable, os.path.abspath(sys.argv[0])]
    sys.exit(main(["assist", *(options or ["--help"]), "--", *program]))


def run_supervised(make: Callable[[Pipe], Assistant], pipe: Pipe) -> None:
    """Feeds an assistant with what the supervisor tells, until that ends."""
    assistant = make(pipe)
    with contextlib.redirect_stdout(Printed(pipe).as_text()):
        for message in pipe.messages():
            assistant.take(message)
