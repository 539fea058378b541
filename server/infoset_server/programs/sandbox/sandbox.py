"""Starts programs where they can harm nobody: shut in, with limits on them, a monitor watching, one door.

The door is the only way out: a listening socket on the loopback of the sandbox, which the program inside
takes for the server, and which is handed to the server before the program begins.
"""

import asyncio
import itertools
import json
import logging
import os
import resource
import socket
import struct
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infoset_server.common.task_set import TaskSet
from infoset_server.config.programs import RunLimits
from infoset_server.programs.bot_process import BotLog, Child, start_child
from infoset_server.programs.manifest import Resources
from infoset_server.programs.sandbox.backends import SandboxBackend
from infoset_server.programs.sandbox.cgroups import Gauge, Group, Groups
from infoset_server.programs.sandbox.environment import (
    PYTHON,
    Mount,
    library_path,
    write_environment,
)
from infoset_server.programs.sandbox.filesystem import (
    BOT,
    INSIDE,
    find_toolchains,
    make_view,
    search_path,
)
from infoset_server.programs.sandbox.limits import Limits, run_limits
from infoset_server.programs.sandbox.monitor import ResourceMonitor
from infoset_server.programs.sandbox.process import (
    NOBODY_INSIDE,
    Explained,
    SandboxedProcess,
    SandboxOrder,
)
from infoset_server.programs.sandbox.seccomp import make_filter
from infoset_server.programs.upload_source import SandboxError

logger = logging.getLogger(__name__)

DOOR_PORT: Final = 7421  # inside; every sandbox has its own
START_S: Final = 120.0  # it may get no processor for long, which looks the same as hanging
GO: Final = b"g"
CREDENTIALS: Final = struct.Struct("3i")  # `struct ucred`
INT: Final = struct.Struct("i")
JVM: Final = "-XX:+UseSerialGC"  # for one or two processors
# What builds is gone before code pays that is optimised while it runs: to do that took more than half of what `javac` costs.
BUILDING_JVM: Final = f"{JVM} -XX:TieredStopAtLevel=1"
OURS: Final = "inside"  # the folder of what all sandboxes see of ours


class Sandboxes:
    """Starts programs in sandboxes; `backend` are of the kind that this machine offers."""

    def __init__(
        self,
        backend: SandboxBackend,
        folder: Path,
        first_uid: int,
        max_running: int,
        toolchains: Sequence[str] = (),
        groups: Groups | None = None,
        most_mb: int | None = None,
    ) -> None:
        """`folder` is for a few files of our own. Where we are root, `max_running` users from `first_uid` are ours.

        With `groups` the kernel counts the sums that otherwise only the monitor does. `most_mb` as of `ResourceMonitor`.
        """
        self.name = backend.name
        self.max_running = max_running
        self.has_groups = groups is not None
        self.toolchains = find_toolchains(toolchains)
        self._backend = backend
        self._folder = folder
        self._free: asyncio.Queue[int] = (
            asyncio.Queue()
        )  # one for each program that may still start
        for uid in range(first_uid, first_uid + max_running):
            self._free.put_nowait(uid)
        self._groups = groups
        self._is_root = os.geteuid() == 0
        self._monitor = ResourceMonitor(most_mb)
        self._endings = TaskSet()
        self._processors = itertools.cycle(sorted(os.sched_getaffinity(0)))
        self._write_ours(first_uid, max_running)

    async def start(self, order: SandboxOrder, log: BotLog, *, has_door: bool) -> "Started":
        """Starts a program, as soon as there is a place for it.

        Raises SandboxError where that fails; then nothing of it is left.
        """
        uid = await self._free.get()
        try:
            return await self._start(order, log, uid, has_door)
        except BaseException:
            self._free.put_nowait(uid)
            raise

    def foreign_mounts(self) -> list[Mount]:
        """What of this machine every program sees, but for what we have written for it."""
        limits = run_limits(RunLimits(), Resources())
        view = make_view(self._folder, limits, self._folder / OURS, self.toolchains, is_build=False)
        ours = self._folder / OURS
        return [
            mount
            for mount in view.mounts
            if mount.at != BOT and not mount.source.is_relative_to(ours)
        ]

    async def close(self) -> None:
        """Watches no more. Call it when every program has been stopped."""
        await self._endings.finish()
        await self._monitor.close()

    async def _start(self, order: SandboxOrder, log: BotLog, uid: int, has_door: bool) -> "Started":
        try:
            group = None if self._groups is None else self._groups.make(order.limits)
        except OSError as error:
            raise SandboxError(f"no control group can be made: {error.strerror}") from error
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        with ours:
            with theirs:
                child, spaces = await self._start_inside(order, log, theirs, group)
            sandboxed = SandboxedProcess(child, order, spaces, log, group)
            try:
                async with asyncio.timeout(START_S):
                    words = self._write_order(order, uid, has_door)
                    door = await self._settle(ours, words, sandboxed)
            except (OSError, TimeoutError) as error:
                await sandboxed.stop()
                log.note(f"the sandbox could not be set up: {str(error) or 'it took too long'}")
                raise SandboxError("the sandbox could not be set up; its log knows more") from error
            except BaseException:
                await sandboxed.stop()
                raise
            stand_aside(sandboxed.first, order.limits.niceness)
            self._monitor.watch(sandboxed)
            self._see_off(sandboxed, uid)
            with suppress(OSError):  # it may have been killed in between
                ours.send(GO)
        return Started(sandboxed, door)

    async def _start_inside(
        self, order: SandboxOrder, log: BotLog, control: socket.socket, group: Group | None
    ) -> tuple[Child, tuple[str, ...]]:
        """The sandbox, and in it what waits for an order. Raises SandboxError."""
        view = make_view(
            order.folder,
            order.limits,
            self._folder / OURS,
            self.toolchains,
            is_build=order.is_build,
            cache=order.cache,
        )
        python = [PYTHON, "-I", "-S", INSIDE, str(control.fileno())]
        if found := library_path():
            python = [
                "/usr/bin/env",
                *(f"{name}={value}" for name, value in found.items()),
                *python,
            ]
        command = self._backend.command(view, python, self._folder)
        try:
            child = await start_child(
                command if group is None else group.joined(command),
                None,
                {"PATH": os.environ.get("PATH", os.defpath)},
                Explained(log, order.limits),
                log_bytes_per_s=order.limits.log_bytes_per_s,
                pass_fds=(control.fileno(), *order.keep),
            )
        except BaseException as error:
            if group is not None:
                group.remove()
            if isinstance(error, OSError):
                raise SandboxError(f"{command[0]} cannot be started: {error.strerror}") from error
            raise
        return child, tuple(space.at for space in view.spaces)

    def _write_order(self, order: SandboxOrder, uid: int, has_door: bool) -> bytes:
        plain: dict[str, Any] = {
            "argv": list(order.argv),
            "env": self._environment(order),
            "folder": BOT,
            "uid": uid if self._is_root else None,
            "rlimits": sorted(self._rlimits(order.limits).items()),
            "cpus": sorted({next(self._processors) for _ in range(order.limits.cpus)}),
            "niceness": order.limits.niceness,
            "filter": b64encode(make_filter()).decode(),
            "port": DOOR_PORT if has_door else None,
            "keep": list(order.keep),
        }
        body = json.dumps(plain).encode()
        return struct.pack("<I", len(body)) + body

    def _rlimits(self, limits: Limits) -> dict[int, int]:
        """Where users are not told apart, the first process counts, too."""
        found = limits.rlimits()
        found[resource.RLIMIT_NPROC] += 0 if self._is_root else 1
        return found

    def _environment(self, order: SandboxOrder) -> dict[str, str]:
        memory = max(16, order.limits.memory_mb * 3 // 4)
        jvm = BUILDING_JVM if order.is_build else JVM
        return {
            **library_path(),
            "PATH": search_path(self.toolchains),
            "HOME": "/tmp",
            "LANG": "C.UTF-8",
            "PYTHONUNBUFFERED": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "JAVA_TOOL_OPTIONS": f"-Xmx{memory}m {jvm}",
            "NODE_OPTIONS": f"--max-old-space-size={memory}",
            "GOMEMLIMIT": f"{memory}MiB",
            "GOTOOLCHAIN": "local",
            "GOPROXY": "off",
            "GOFLAGS": "-buildvcs=false",
            **order.environment,
        }

    async def _settle(
        self, control: socket.socket, order: bytes, sandboxed: SandboxedProcess
    ) -> socket.socket | None:
        """Tells what to become and waits for the word that all is ready, for the gauge, and for the door."""
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(control, order)
        readable = asyncio.Event()
        loop.add_reader(control, readable.set)
        try:
            await readable.wait()
        finally:
            loop.remove_reader(control)
        data, first, sockets = hear_ready(control)
        if data != b"ready" or not sockets:
            for one in sockets:
                one.close()
            raise OSError("it ended before it was ready")
        sandboxed.first = first
        sandboxed.gauge = Gauge(sockets[0])
        return sockets[1] if len(sockets) > 1 else None

    def _see_off(self, sandboxed: SandboxedProcess, uid: int) -> None:
        """When the program is gone, its place is free."""

        async def wait() -> None:
            await sandboxed.ended.wait()
            self._monitor.forget(sandboxed)
            self._free.put_nowait(uid)

        self._endings.start(wait(), f"sandbox {sandboxed.pid}")

    def _write_ours(self, first_uid: int, count: int) -> None:
        """The Python that programs run, and the users they can look up: itself, under one name for all."""
        write_environment(self._folder / OURS / "env")
        etc = self._folder / OURS / "etc"
        etc.mkdir(parents=True, exist_ok=True)
        numbers = [1000, *range(first_uid, first_uid + count)]
        passwd = "".join(f"bot:x:{uid}:{uid}::/tmp:/bin/sh\n" for uid in numbers)
        (etc / "passwd").write_text(passwd)
        (etc / "group").write_text("".join(f"bot:x:{uid}:\n" for uid in numbers))
        (etc / "hosts").write_text("127.0.0.1 localhost sandbox\n")


def hear_ready(control: socket.socket) -> tuple[bytes, int, list[socket.socket]]:
    """The word from inside, whose process said it (as we number processes), and the sockets that came along."""
    room = socket.CMSG_SPACE(CREDENTIALS.size) + socket.CMSG_SPACE(2 * INT.size)
    data, ancillary, _, _ = control.recvmsg(16, room)
    pid, sockets = NOBODY_INSIDE, []
    for level, kind, value in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_CREDENTIALS:
            pid = CREDENTIALS.unpack_from(value)[0]
        elif level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            whole = value[: len(value) - len(value) % INT.size]
            sockets += [socket.socket(fileno=fd) for (fd,) in INT.iter_unpack(whole)]
    return data, pid, sockets


def stand_aside(pid: int, niceness: int) -> None:
    """When memory runs out, it is not the server that goes; and the server goes first. What it starts inherits that.

    Inside nobody can undo it, as `/proc` cannot be written there.
    """
    for name, value in (("oom_score_adj", 1000), ("autogroup", niceness)):
        with suppress(OSError):  # not every kernel has them
            (Path("/proc") / str(pid) / name).write_text(str(value))


@dataclass(frozen=True)
class Started:
    """A program in its sandbox, and the listening socket inside, if there was to be one."""

    sandboxed: SandboxedProcess
    door: socket.socket | None
