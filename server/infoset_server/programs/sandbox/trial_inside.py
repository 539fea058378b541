"""What a program does to find out how well it is shut in; it tells the server what is wrong, and then holds memory.

It runs by itself in a sandbox (`python -I -S trial_inside.py PORT`), with `probes.json` beside it: `private` (paths of the
machine that nobody may see), `folders` (where something of the machine is seen), `canary` (the name of a file
that lies in the first of `private`), `memory` and `stored` (bytes to hold in memory, and in a file in /tmp).
"""

import contextlib
import json
import os
import socket
import sys
from collections.abc import Iterator
from typing import Any

CLOSED = ("/", "/usr", "/bot", "/dev", "/etc", "/cage")
ABSENT = ("/home", "/root/.ssh", "/var", "/run", "/sys", "/etc/shadow")
TOLD = ("CapEff", "CapPrm", "CapBnd"), ("NoNewPrivs",), ("Seccomp",)
PROCESSES = 4
FDS = 4  # the standard ones, and that which lists them
PAIRS = 40


def main(port: int) -> None:
    with open("probes.json") as file:
        probes = json.load(file)
    wrong = [*find_rights(), *find_others(), *find_private(probes)]
    held = hold(probes["memory"], probes["stored"])
    with socket.create_connection(("127.0.0.1", port)) as server:
        server.sendall(json.dumps({"wrong": wrong, "buffers": held[0]}).encode() + b"\n")
        server.recv(1)  # until the server has looked


def find_rights() -> Iterator[str]:
    """What it may do and should not."""
    for path in CLOSED:
        with contextlib.suppress(OSError):
            os.close(os.open(f"{path}/infoset-trial", os.O_WRONLY | os.O_CREAT))
            yield f"it can write to {path}"
    with contextlib.suppress(OSError):
        os.close(os.open("/proc/self/oom_score_adj", os.O_WRONLY))
        yield "it can write to /proc"
    with open("/proc/self/status") as file:
        told = dict(line.rstrip().split(":", 1) for line in file)
    for names, want in zip(TOLD, (0, 1, 2), strict=True):
        for name in names:
            if int(told[name], 16) != want:
                yield f"{name} is{told[name]}"


def find_others() -> Iterator[str]:
    """Who and what else is here."""
    if sum(name.isdigit() for name in os.listdir("/proc")) > PROCESSES:
        yield "it sees the processes of others"
    with open("/proc/net/dev") as file:
        if [line.split(":")[0].strip() for line in file][2:] != ["lo"]:
            yield "it has a network"
    if len(os.listdir("/proc/self/fd")) > FDS:
        yield "it has files open that are none of its business"


def find_private(probes: dict[str, Any]) -> Iterator[str]:
    """What it sees of the machine that is nobody's business, by listing and by guessing."""
    for path in (*ABSENT, *probes["private"]):
        if os.path.lexists(path):
            yield f"it sees {path}"
    for path in guesses(probes):
        if os.path.lexists(path):
            yield f"it reaches {path}"
    known = {"/proc", *probes["folders"]}  # nothing private lies in these, as the server has looked
    for folder, folders, files in os.walk("/"):
        folders[:] = [name for name in folders if os.path.join(folder, name) not in known]
        if probes["canary"] in (*folders, *files):
            yield f"it finds the data folder at {folder}"
    for name in ("1/cmdline", "1/mountinfo", "1/environ", "self/mountinfo", "self/mounts"):
        with contextlib.suppress(OSError), open(f"/proc/{name}") as file:
            said = file.read()
            if any(path in said for path in probes["private"]):
                yield f"/proc/{name} tells it where the data folder lies"


def guesses(probes: dict[str, Any]) -> Iterator[str]:
    """Where the canary might be reached without listing a folder: from any place, by the end of its path."""
    places = ["", *probes["folders"]]
    for name in os.listdir("/proc"):
        if name.isdigit() or name == "self":
            places += [f"/proc/{name}/root", f"/proc/{name}/cwd", f"/proc/{name}/cwd/.."]
            with contextlib.suppress(OSError):
                fds = f"/proc/{name}/fd"
                places += [f"{fds}/{fd}{up}" for fd in os.listdir(fds) for up in ("", "/..")]
    for path in probes["private"][:1]:
        parts = path.strip("/").split("/")
        for start in range(len(parts) + 1):
            tail = "/".join([*parts[start:], probes["canary"]])
            yield from (f"{place}/{tail}" for place in places)


def hold(memory: int, stored: int) -> tuple[int, list[Any]]:
    """Bytes in the buffers of sockets, and what keeps all that."""
    kept: list[Any] = [b"\1" * memory]
    with open("/tmp/held", "wb") as file:
        file.write(b"\1" * stored)
    sent = 0
    for _ in range(PAIRS):
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        kept += [ours, theirs]
        with contextlib.suppress(BlockingIOError):
            while True:
                sent += ours.send(b"\1" * 4096)
    return sent, kept


if __name__ == "__main__":
    main(int(sys.argv[1]))
