"""What a stranger does with an installed Infoset: starts a server, has a bot of their own play a match there.

    PYTHON tests/tools/stranger.py [--pure] [COMMAND ...]

PYTHON is that of the environment to be tried; COMMAND is what starts `infoset` in it (without one, the module).
Needs nothing but the package and the standard library. Fails where the rules are not compiled, unless with --pure.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

BOT = """import infoset


class Stranger(infoset.Bot):
    def decide(self, turn):
        return turn.random_answer(self.rng)


if __name__ == "__main__":
    infoset.run(Stranger)
"""
PATIENCE_S = 300


def main(arguments: list[str]) -> None:
    is_pure = "--pure" in arguments
    infoset = [one for one in arguments if one != "--pure"] or [sys.executable, "-m", "infoset"]
    with tempfile.TemporaryDirectory() as folder:
        play(infoset, Path(folder))
        look_whether_compiled(infoset, Path(folder), is_pure=is_pure)


def play(infoset: list[str], folder: Path) -> None:
    """A server, and a match on it."""
    (folder / "stranger.py").write_text(BOT)
    serving = [*infoset, "serve", "--port", "0", "--data", "data", "--set", "rooms.fill_ms=1"]
    with subprocess.Popen(
        [*serving, "--attended"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            address = next(
                line.split()[-1] for line in server.stdout if line.startswith("listening on ")
            )
            url = f"infoset://{address}"
            playing = [*infoset, "bot", "stranger.py", "--url", url, "--seek", "colonizers"]
            say(run([*playing, "--games", "1"], folder).stdout)
        finally:
            server.communicate(timeout=PATIENCE_S)  # the end of its input stops it
    assert server.returncode == 0, f"the server ended with {server.returncode}"


def look_whether_compiled(infoset: list[str], folder: Path, *, is_pure: bool) -> None:
    """What `infoset doctor` says of the rules."""
    looked = subprocess.run(
        [*infoset, "doctor", "--port", "0"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    wanted = "the rules are not compiled" if is_pure else "the rules are compiled"
    assert wanted in looked.stdout, looked.stdout + looked.stderr
    say(f"{wanted}\n")


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
