"""How long the ten-line bot of the C++ SDK takes to compile, and the library that it is linked with once.

    python benchmarks/cpp_bot.py [--rounds 3] [--compiler g++]

The bot is the one in clients/cpp/README.md. Processor time of the compiler, the least of the rounds: less than three seconds for
the bot, so that a change is tried at once.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

CPP: Final = Path(__file__).parents[1] / "clients" / "cpp"
TARGET_S: Final = 3.0
OPTIONS: Final = ("-O0", "-O2")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long a bot in C++ compiles.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--compiler", default="g++")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder) / "my_bot.cpp"
        bot.write_text(ten_lines(), encoding="utf-8")
        for option in OPTIONS:
            for source in (bot, CPP / "infoset" / "infoset.cpp"):
                command = [arguments.compiler, "-std=c++17", option, f"-I{CPP}", "-c", str(source)]
                command += ["-o", str(Path(folder) / "object.o")]
                seconds = min(compiled(command) for _ in range(arguments.rounds))
                verdict = (
                    f"  not below {TARGET_S:.0f}" if source is bot and seconds >= TARGET_S else ""
                )
                print(f"{source.name:12} {option} {seconds:6.2f} s{verdict}")


def ten_lines() -> str:
    """The first program of the README. Exits where there is none."""
    found = re.search(
        r"```cpp\n(// my_bot\.cpp\n.*?)```", (CPP / "README.md").read_text(), re.DOTALL
    )
    if found is None:
        sys.exit("clients/cpp/README.md: expected a program that begins with // my_bot.cpp")
    return found[1]


def compiled(command: list[str]) -> float:
    """Processor seconds of the compiler and whatever it starts."""
    before = os.times()
    subprocess.run(command, check=True)
    after = os.times()
    return (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


if __name__ == "__main__":
    main()
