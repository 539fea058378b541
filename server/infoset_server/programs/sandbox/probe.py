"""Finds out, by trying, what this machine offers to shut programs in, and tells `infoset doctor`."""

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
from infoset_server.programs.bot_process import BotLog
from infoset_server.programs.manifest import Resources, fill_in
from infoset_server.programs.sandbox.apart import shown_private
from infoset_server.programs.sandbox.backends import Bubblewrap, Namespaces, SandboxBackend
from infoset_server.programs.sandbox.bounds import MOUNTS, Bounds, Memory, bounds_of
from infoset_server.programs.sandbox.cgroups import CAGE, Groups, find_delegated, lacking
from infoset_server.programs.sandbox.environment import PYTHON
from infoset_server.programs.sandbox.filesystem import rust_folder
from infoset_server.programs.sandbox.limits import MB, run_limits
from infoset_server.programs.sandbox.monitor import Sum, look_at, machine_mb
from infoset_server.programs.sandbox.process import SandboxOrder
from infoset_server.programs.sandbox.sandbox import DOOR_PORT, Sandboxes, Started
from infoset_server.programs.sandbox.seccomp import is_known
from infoset_server.programs.upload_source import NoIsolationError, SandboxError

logger = logging.getLogger(__name__)

KINDS: Final[Sequence[Callable[[], SandboxBackend]]] = (Bubblewrap, Namespaces)
ADVICE: Final = (
    "install bubblewrap (Debian: apt-get install bubblewrap) and allow namespaces to this server"
)
TRIAL: Final = Path(__file__).with_name("trial_inside.py")
TRIAL_S: Final = 120.0
MAX_ANSWER_BYTES: Final = 64 * 1024
MOUNTINFO: Final = Path("/proc/self/mountinfo")
HELD: Final = 8 * MB  # in memory, and as much in a file
ENOUGH: Final = 4  # one part in so many of the bytes that it has sent must be seen in buffers
ANY: dict[str, str] = {"memory": "any"}  # to be told of, however little it is


@dataclass(frozen=True)
class Machine:
    """What this machine offers: sandboxes, and how well they hold."""

    sandboxes: Sandboxes
    bounds: Bounds


async def open_sandboxes(
    settings: HostedSettings, folder: Path, private: Sequence[Path] = (), groups: str = CAGE
) -> Machine:
    """The best that works here, as the settings allow. Raises NoIsolationError, with all that was tried.

    `private` is what no program may see anything of; the first of it is a folder that we may write. The names of
    control groups begin with `groups`: whoever opens others here at the same time needs another word.
    """
    if settings.isolation == "none":
        raise NoIsolationError("the setting hosted.isolation forbids it")
    if not is_known():
        raise NoIsolationError(f"there is no filter of system calls for {platform.machine()}")
    await asyncio.to_thread(rust_folder)  # remembers it; rustup may take seconds to answer
    tried = []
    for kind in KINDS:
        backend = kind()
        if settings.isolation not in ("auto", backend.name):
            continue
        problem = backend.missing()
        if problem is None:
            sandboxes = make_sandboxes(backend, settings, folder, groups)
            shown = shown_private(private, sandboxes.foreign_mounts(), MOUNTINFO.read_text())
            if shown is not None:
                await sandboxes.close()
                raise NoIsolationError(f"{shown}; keep them apart")
            trial = await try_out(sandboxes, settings, private)
            problem = "; ".join(trial.wrong)
            if not problem:
                return await judged(sandboxes, trial, settings)
            await sandboxes.close()
        tried.append(f"{backend.name}: {problem}")
    raise NoIsolationError(f"{'; '.join(tried)}. {ADVICE}")


async def judged(sandboxes: Sandboxes, trial: "Trial", settings: HostedSettings) -> Machine:
    """The machine, if memory is bounded there as well as is asked for. Raises NoIsolationError."""
    missing = None if sandboxes.has_groups else lacking(MOUNTS.read_text())
    bounds = bounds_of(sandboxes, trial.uncounted, missing)
    if bounds.memory < Memory[settings.memory.upper()]:
        await sandboxes.close()
        raise NoIsolationError(
            f"their memory cannot be bounded as the setting hosted.memory wants it "
            f"({settings.memory}); here it is {bounds.line('memory')}"
        )
    return Machine(sandboxes, bounds)


def make_sandboxes(
    backend: SandboxBackend, settings: HostedSettings, folder: Path, groups: str = CAGE
) -> Sandboxes:
    """Sandboxes of one kind, not tried yet. Raises NoIsolationError for a folder of groups that is none."""
    named = settings.cgroup or find_delegated()
    most_mb = settings.total_memory_mb or machine_mb() // 2
    running = settings.run.max_running
    if (
        named is None
    ):  # what the kernel does not hold each of them to must not come from many at once
        running = min(running, max(settings.run.max_processes, most_mb // settings.run.memory_mb))
    return Sandboxes(
        backend,
        folder,
        settings.first_uid,
        running + 1,  # one more, for what is being built
        settings.toolchains,
        None if named is None else Groups(named, groups),
        most_mb,
    )


@dataclass(frozen=True)
class Trial:
    """What came of shutting in a program that looks for a way out: what is wrong, and what of its memory nobody counts."""

    wrong: Sequence[str]
    uncounted: str | None


async def try_out(
    sandboxes: Sandboxes, settings: HostedSettings, private: Sequence[Path] = ()
) -> Trial:
    """Shuts a program in that looks for a way out, and for anything of `private`."""
    with tempfile.TemporaryDirectory() as name, canary(private) as token:
        folder = Path(name)
        bot = folder / "bot"
        bot.mkdir()
        (bot / TRIAL.name).write_text(TRIAL.read_text("utf-8"))
        probes = {
            "private": [*(str(path.resolve()) for path in private), name],
            "folders": [mount.at for mount in sandboxes.foreign_mounts()],
            "canary": token,
            "memory": HELD,
            "stored": HELD,
        }
        (bot / "probes.json").write_text(json.dumps(probes))
        argv = fill_in(("{python}", "-I", "-S", TRIAL.name, str(DOOR_PORT)), PYTHON)
        order = SandboxOrder(argv, bot, run_limits(settings.run, Resources()), {})
        with closing(BotLog(folder / "trial.log")) as log:
            return await run_trial(sandboxes, order, log)


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


async def run_trial(sandboxes: Sandboxes, order: SandboxOrder, log: BotLog) -> Trial:
    """As `try_out`, for a program that is ready."""
    try:
        started = await sandboxes.start(order, log, has_door=True)
    except SandboxError:
        return Trial([last_line(log) or "it does not start"], None)
    try:
        return await hear(started)
    except (OSError, TimeoutError, ValueError, KeyError):
        said = started.sandboxed.condemned or last_line(log)
        return Trial([said or "the program inside does not answer"], None)
    finally:
        await started.sandboxed.stop()


async def hear(started: Started) -> Trial:
    """What the program inside has to say. Raises OSError, TimeoutError, or ValueError or KeyError for nonsense."""
    assert started.door is not None
    loop = asyncio.get_running_loop()
    started.door.setblocking(False)
    with started.door:
        async with asyncio.timeout(TRIAL_S):
            accepting = asyncio.ensure_future(loop.sock_accept(started.door))
            ended = asyncio.ensure_future(started.sandboxed.ended.wait())
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
            seen = await asyncio.to_thread(look_at, started.sandboxed)
    return Trial([str(one) for one in answer["wrong"]], uncounted(seen, int(answer["buffers"])))


def uncounted(seen: Sum, sent: int) -> str | None:
    """What of the memory that the trial holds the monitor does not see, in words."""
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


def check() -> str:
    """A line, and one for each limit. To have no isolation is no fault: then uploads are refused, and all else works."""
    try:
        return asyncio.run(look())
    except NoIsolationError as problem:
        return f"a server here will refuse uploaded bots: {problem}"


async def look() -> str:
    """What shuts programs in here, and how well. Raises NoIsolationError."""
    with tempfile.TemporaryDirectory() as folder:
        found = await open_sandboxes(HostedSettings.model_validate(ANY), Path(folder))
        await found.sandboxes.close()
        what = f"uploaded bots can be shut in here, by {found.sandboxes.name}"
        if found.bounds.memory < Memory[HostedSettings().memory.upper()]:
            what = "a server here will refuse uploaded bots until hosted.memory says otherwise"
        return "\n    ".join([f"{what}:", *found.bounds.lines()])
