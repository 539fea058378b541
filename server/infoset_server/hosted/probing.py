"""Finds out, by trying, what this machine offers to shut programs in. Chooses; never falls back to nothing."""

import asyncio
import json
import logging
import platform
import secrets
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infoset_server.config import HostedSettings
from infoset_server.hosted.apart import shown_private
from infoset_server.hosted.bounds import MOUNTS, Bounds, Memory, bounds_of
from infoset_server.hosted.cage import DOOR_PORT, Cages, Order, Started
from infoset_server.hosted.environment import PYTHON
from infoset_server.hosted.errors import CageError, NoIsolationError
from infoset_server.hosted.groups import Groups, find_delegated, lacking
from infoset_server.hosted.limits import MB, run_limits
from infoset_server.hosted.seccomp import is_known
from infoset_server.hosted.view import rust_folder
from infoset_server.hosted.walls import Bubblewrap, Namespaces, Walls
from infoset_server.hosted.warden import Sum, look_at, machine_mb
from infoset_server.house_bots.bot_log import BotLog
from infoset_server.house_bots.manifest import Resources, fill_in

logger = logging.getLogger(__name__)

KINDS: Final[Sequence[Callable[[], Walls]]] = (Bubblewrap, Namespaces)
ADVICE: Final = (
    "install bubblewrap (Debian: apt-get install bubblewrap) and allow namespaces to this server"
)
TRIAL: Final = Path(__file__).with_name("trial_inside.py")
TRIAL_S: Final = 120.0
MAX_ANSWER_BYTES: Final = 64 * 1024
MOUNTINFO: Final = Path("/proc/self/mountinfo")
HELD: Final = 8 * MB  # in memory, and as much in a file
ENOUGH: Final = 4  # one part in so many of the bytes that it has sent must be seen in buffers


@dataclass(frozen=True)
class Machine:
    """What this machine offers: cages, and how well they hold."""

    cages: Cages
    bounds: Bounds


async def open_cages(
    settings: HostedSettings, folder: Path, private: Sequence[Path] = ()
) -> Machine:
    """The best that works here, as the settings allow. Raises NoIsolationError, with all that was tried.

    `private` is what no program may see anything of; the first of it is a folder that we may write.
    """
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
            problem = check_apart(cages, private)
            trial = Trial([problem], None) if problem else await try_out(cages, settings, private)
            problem = "; ".join(trial.wrong)
            if not problem:
                return await judged(cages, trial, settings)
            await cages.close()
        tried.append(f"{walls.name}: {problem}")
    raise NoIsolationError(f"{'; '.join(tried)}. {ADVICE}")


async def judged(cages: Cages, trial: "Trial", settings: HostedSettings) -> Machine:
    """The machine, if memory is bounded there as well as is asked for. Raises NoIsolationError."""
    missing = None if cages.has_groups else lacking(MOUNTS.read_text())
    bounds = bounds_of(cages, trial.uncounted, missing)
    if bounds.memory < Memory[settings.memory.upper()]:
        await cages.close()
        raise NoIsolationError(
            f"their memory cannot be bounded as the setting hosted.memory wants it "
            f"({settings.memory}); here it is {bounds.line('memory')}"
        )
    return Machine(cages, bounds)


def make_cages(walls: Walls, settings: HostedSettings, folder: Path) -> Cages:
    """Cages of one kind, not tried yet. Raises NoIsolationError for a folder of groups that is none."""
    named = settings.cgroup or find_delegated()
    most_mb = settings.total_memory_mb or machine_mb() // 2
    running = settings.run.max_running
    if (
        named is None
    ):  # what the kernel does not hold each of them to must not come from many at once
        running = min(running, max(settings.run.max_processes, most_mb // settings.run.memory_mb))
    return Cages(
        walls,
        folder,
        settings.first_uid,
        running + 1,  # one more, for what is being built
        settings.toolchains,
        None if named is None else Groups(named),
        most_mb,
    )


def check_apart(cages: Cages, private: Sequence[Path]) -> str | None:
    """What programs would see that they must not, as far as paths and mounts tell, in words."""
    return shown_private(private, cages.foreign_mounts(), MOUNTINFO.read_text())


@dataclass(frozen=True)
class Trial:
    """What came of shutting in a program that looks for a way out: what is wrong, and what of its memory nobody counts."""

    wrong: Sequence[str]
    uncounted: str | None


async def try_out(cages: Cages, settings: HostedSettings, private: Sequence[Path] = ()) -> Trial:
    """Shuts a program in that looks for a way out, and for anything of `private`."""
    with tempfile.TemporaryDirectory() as name, canary(private) as token:
        folder = Path(name)
        bot = folder / "bot"
        bot.mkdir()
        (bot / TRIAL.name).write_text(TRIAL.read_text("utf-8"))
        probes = {
            "private": [*(str(path.resolve()) for path in private), name],
            "folders": [mount.at for mount in cages.foreign_mounts()],
            "canary": token,
            "memory": HELD,
            "stored": HELD,
        }
        (bot / "probes.json").write_text(json.dumps(probes))
        argv = fill_in(("{python}", "-I", "-S", TRIAL.name, str(DOOR_PORT)), PYTHON)
        order = Order(argv, bot, run_limits(settings.run, Resources()), {})
        with closing(BotLog(folder / "trial.log")) as log:
            return await run_trial(cages, order, log)


@contextmanager
def canary(private: Sequence[Path]) -> Iterator[str]:
    """The name of a file that lies in the first private folder meanwhile. Raises OSError."""
    token = f".infoset-trial-{secrets.token_hex(16)}"
    if not private:
        yield token
        return
    path = private[0] / token
    path.touch(mode=0o600)
    try:
        yield token
    finally:
        path.unlink(missing_ok=True)


async def run_trial(cages: Cages, order: Order, log: BotLog) -> Trial:
    """As `try_out`, for a program that is ready."""
    try:
        started = await cages.start(order, log, has_door=True)
    except CageError:
        return Trial([last_line(log) or "it does not start"], None)
    try:
        return await hear(started)
    except (OSError, TimeoutError, ValueError, KeyError):
        said = started.caged.condemned or last_line(log)
        return Trial([said or "the program inside does not answer"], None)
    finally:
        await started.caged.stop()


async def hear(started: Started) -> Trial:
    """What the program inside has to say. Raises OSError, TimeoutError, or ValueError or KeyError for nonsense."""
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
                while len(said) < MAX_ANSWER_BYTES and not said.endswith(b"\n"):
                    data = await loop.sock_recv(connection, MAX_ANSWER_BYTES)
                    if not data:
                        break
                    said += data
            answer: dict[str, Any] = json.loads(said)
            seen = await asyncio.to_thread(look_at, started.caged)
    return Trial([str(one) for one in answer["wrong"]], uncounted(seen, int(answer["buffers"])))


def uncounted(seen: Sum, sent: int) -> str | None:
    """What of the memory that the trial holds the warden does not see, in words."""
    if seen.processes == 0:
        return "the processes inside cannot be looked at"
    if seen.buffers is None or seen.buffers < sent // ENOUGH:
        return "the kernel does not tell what sockets hold (sock_diag)"
    if seen.memory < 2 * HELD + seen.buffers:
        return "their memory and their files cannot be looked at"
    return None


def last_line(log: BotLog) -> str:
    """What was said last."""
    lines = [line for line in log.read().splitlines() if line.strip()]
    return next((line for line in reversed(lines) if not line.startswith("[infoset]")), "")
