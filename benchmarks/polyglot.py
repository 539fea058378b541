"""A mixed night: for each game, matches whose seats are played by programs in different languages.

    make demo-polyglot
    python benchmarks/polyglot.py [--matches 1] [--languages Python,Go,Rust,C++]

Starts a server of its own without house bots' help: a match begins when every seat has a program. For each
game the languages take turns, as many at a table as the game has seats. Printed: who came where, and in
which language. Ends with 1 if a match did not end as it should.
"""

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.languages import LANGUAGES, Language, make_all

SEATS: Final = {"catan": 4, "colonizers": 4, "crossfire": 2}
FILL_MS: Final = 600_000  # no house bot shall take a seat
MATCH_S: Final = 300


@contextmanager
def server(data: str, **settings: object) -> Iterator[int]:
    """A server of its own; yields its port."""
    told = [f"--set={name.replace('__', '.')}={value}" for name, value in settings.items()]
    command = [sys.executable, "-m", "infoset", "serve", "--port", "0", "--data", data, *told]
    with (Path(data) / "server.log").open("w") as log:
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    assert running.stdout is not None
    try:
        said = running.stdout.readline()
        if not said:
            raise SystemExit((Path(data) / "server.log").read_text())
        yield int(said.rpartition(":")[2])
    finally:
        running.terminate()
        running.communicate()


def play(port: int, game: str, table: Sequence[Language], matches: int) -> bool:
    """A table of programs plays some matches. True if all of them ended as they should."""
    url = f"infoset://127.0.0.1:{port}"
    options = ("--url", url, "--seek", game, "--seats", str(len(table)), "--games", str(matches))
    env = {name: value for name, value in os.environ.items() if not name.startswith("INFOSET_")}
    running = [
        subprocess.Popen(
            language.command(*options, "--name", language.name.lower().replace("+", "p")),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=env,
        )
        for language in table
    ]
    print(f"\n{game}: {', '.join(language.name for language in table)}", flush=True)
    is_fine = True
    for language, program in zip(table, running, strict=True):
        try:
            said, _ = program.communicate(timeout=MATCH_S)
        except subprocess.TimeoutExpired:
            program.kill()
            said, _ = program.communicate()
        lines = [line for line in said.splitlines() if "(finished)" in line]
        is_fine = is_fine and len(lines) == matches and program.returncode == 0
        for line in lines or [f"DID NOT FINISH: {said[-500:]}"]:
            print(f"  {language.name:<11} {line}", flush=True)
    return is_fine


def main() -> int:
    """Plays the night. The exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=1, help="at each table (default: 1)")
    parser.add_argument("--languages", help="only these, with commas")
    args = parser.parse_args()
    wanted = args.languages.split(",") if args.languages else [lang.name for lang in LANGUAGES]
    ready = make_all(lang for lang in LANGUAGES if lang.name in wanted)
    if not ready:
        print("no language is left")
        return 1
    is_fine = True
    turns = itertools.cycle(ready)
    with (
        tempfile.TemporaryDirectory() as data,
        server(data, rooms__fill_ms=FILL_MS, times__shutdown_grace_s=0) as port,
    ):
        for game, seats in SEATS.items():
            table = list(itertools.islice(turns, seats))
            is_fine = play(port, game, table, args.matches) and is_fine
    print("\nevery match ended as it should" if is_fine else "\nNOT FINE: see above")
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
