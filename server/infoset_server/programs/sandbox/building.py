"""Builds a bot inside its sandbox: copies the source, runs the commands, sends back what lies there then.

It runs by itself, like `init.py`: `python -I -S building.py RESULT COMMANDS`. RESULT is a descriptor
that takes a tar archive, COMMANDS a JSON list of commands. The reader of the result trusts none of it.
"""

import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
from collections.abc import Iterator

SOURCE = "/source"
BOT = "/bot"
LEFT_OUT = ("target/release/deps", "target/release/build", "target/release/incremental")


def main(result_fd: int, commands: str) -> int:
    os.set_inheritable(result_fd, False)
    for name in os.listdir(SOURCE):  # the folder itself is not ours
        path = os.path.join(SOURCE, name)
        copy = shutil.copytree if os.path.isdir(path) else shutil.copy2
        copy(path, os.path.join(BOT, name))
    for command in json.loads(commands):
        say(f"$ {' '.join(command)}")
        try:
            code = subprocess.run(command, cwd=BOT, check=False).returncode
        except OSError as error:
            say(f"{command[0]}: {error.strerror}")
            return 1
        if code != 0:
            say(f"ended with exit code {code}")
            return 1
    with os.fdopen(result_fd, "wb") as result, tarfile.open(fileobj=result, mode="w|") as archive:
        for path in sorted(walk(BOT)):
            archive.add(path, arcname=os.path.relpath(path, BOT), recursive=False)
    return 0


def say(text: str) -> None:
    """For the owner."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def walk(top: str) -> Iterator[str]:
    """Files and folders; links and the like stay here."""
    for folder, folders, files in os.walk(top):
        inside = os.path.relpath(folder, top)
        folders[:] = [
            name for name in folders if os.path.normpath(f"{inside}/{name}") not in LEFT_OUT
        ]
        for name in [*folders, *files]:
            path = os.path.join(folder, name)
            if stat.S_ISREG(os.lstat(path).st_mode) or stat.S_ISDIR(os.lstat(path).st_mode):
                yield path


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2]))
