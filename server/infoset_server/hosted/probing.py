"""Finds out, by trying, what this machine offers to shut programs in. Chooses; never falls back to nothing."""

import asyncio
import json
import logging
import platform
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from infoset_server.config import HostedSettings
from infoset_server.hosted.cage import DOOR_PORT, Cages, Order, Started
from infoset_server.hosted.errors import CageError, NoIsolationError
from infoset_server.hosted.groups import Groups
from infoset_server.hosted.limits import run_limits
from infoset_server.hosted.seccomp import is_known
from infoset_server.hosted.view import rust_folder
from infoset_server.hosted.walls import Bubblewrap, Namespaces, Walls
from infoset_server.house_bots.bot_log import BotLog
from infoset_server.house_bots.manifest import Resources, fill_in

logger = logging.getLogger(__name__)

KINDS: Final[Sequence[Callable[[], Walls]]] = (Bubblewrap, Namespaces)
ADVICE: Final = (
    "install bubblewrap (Debian: apt-get install bubblewrap) and allow namespaces to this server"
)
TRIAL_S: Final = 120.0
MAX_ANSWER_BYTES: Final = 64 * 1024

# What a program does to find out whether it is well shut in; it tells the server what is wrong.
TRIAL: Final = """
import json, os, socket, sys
wrong = []
for path in ("/", "/usr", "/bot", "/dev", "/etc"):
    try:
        os.close(os.open(path + "/infoset-trial", os.O_WRONLY | os.O_CREAT))
        wrong.append("it can write to " + path)
    except OSError:
        pass
for path in ("/home", "/root/.ssh", "/var", "/run", "/sys", "/etc/shadow", sys.argv[2]):
    if os.path.exists(path):
        wrong.append("it sees " + path)
with open("/proc/self/status") as file:
    told = dict(line.rstrip().split(":", 1) for line in file)
for name, want in (("CapEff", 0), ("CapPrm", 0), ("NoNewPrivs", 1), ("Seccomp", 2)):
    if int(told[name], 16) != want:
        wrong.append(name + " is" + told[name])
if sum(name.isdigit() for name in os.listdir("/proc")) > 4:
    wrong.append("it sees the processes of others")
with open("/proc/net/dev") as file:
    if [line.split(":")[0].strip() for line in file][2:] != ["lo"]:
        wrong.append("it has a network")
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as server:
    server.sendall(json.dumps(wrong).encode())
"""


async def open_cages(settings: HostedSettings, folder: Path) -> Cages:
    """The best that works here, as the settings allow. Raises NoIsolationError, with all that was tried."""
    if settings.isolation == "none":
        raise NoIsolationError("the setting hosted.isolation forbids it")
    if not is_known():
        raise NoIsolationError(f"there is no filter of system calls for {platform.machine()}")
    await asyncio.to_thread(rust_folder)  # remembers it; rustup may take seconds to answer
    tried = []
    for kind in KINDS:
        walls = kind()
        if settings.isolation not in ("auto", walls.name):
            continue
        problem = walls.missing()
        if problem is None:
            cages = make_cages(walls, settings, folder)
            problem = await try_out(cages, settings)
            if problem is None:
                return cages
            await cages.close()
        tried.append(f"{walls.name}: {problem}")
    raise NoIsolationError(f"{'; '.join(tried)}. {ADVICE}")


def make_cages(walls: Walls, settings: HostedSettings, folder: Path) -> Cages:
    """Cages of one kind, not tried yet. Raises NoIsolationError for a folder of groups that is none."""
    return Cages(
        walls,
        folder,
        settings.first_uid,
        settings.run.max_running + 1,  # one more, for what is being built
        settings.toolchains,
        None if settings.cgroup is None else Groups(settings.cgroup),
    )


async def try_out(cages: Cages, settings: HostedSettings) -> str | None:
    """Shuts a program in that looks for a way out. Returns what is wrong, in words."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bot").mkdir()
        (folder / "bot" / "trial.py").write_text(TRIAL)
        argv = fill_in(("{python}", "-I", "-S", "trial.py", str(DOOR_PORT), name))
        order = Order(argv, folder / "bot", run_limits(settings.run, Resources()), {})
        with closing(BotLog(folder / "trial.log")) as log:
            return await run_trial(cages, order, log)


async def run_trial(cages: Cages, order: Order, log: BotLog) -> str | None:
    """As `try_out`, for a program that is ready."""
    try:
        started = await cages.start(order, log, has_door=True)
    except CageError:
        return last_line(log) or "it does not start"
    try:
        wrong = await hear(started)
    except (OSError, TimeoutError, ValueError):
        said = started.caged.condemned or last_line(log)
        wrong = [said or "the program inside does not answer"]
    finally:
        await started.caged.stop()
    return "; ".join(wrong) or None


async def hear(started: Started) -> list[str]:
    """What the program inside has to say. Raises OSError, TimeoutError, or ValueError for nonsense."""
    assert started.door is not None
    loop = asyncio.get_running_loop()
    started.door.setblocking(False)
    with started.door:
        async with asyncio.timeout(TRIAL_S):
            accepting = asyncio.ensure_future(loop.sock_accept(started.door))
            ended = asyncio.ensure_future(started.caged.ended.wait())
            await asyncio.wait((accepting, ended), return_when=asyncio.FIRST_COMPLETED)
            ended.cancel()
            if not accepting.done():
                accepting.cancel()
                raise OSError("it ended without a word")
            connection, _ = accepting.result()
        with connection:
            connection.setblocking(False)
            said = b""
            async with asyncio.timeout(TRIAL_S):
                while len(said) < MAX_ANSWER_BYTES and (
                    data := await loop.sock_recv(connection, MAX_ANSWER_BYTES)
                ):
                    said += data
    return [str(one) for one in json.loads(said)]


def last_line(log: BotLog) -> str:
    """What was said last."""
    lines = [line for line in log.read().splitlines() if line.strip()]
    return next((line for line in reversed(lines) if not line.startswith("[infoset]")), "")
