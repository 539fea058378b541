"""A worker process: takes jobs from the server over one socket, does them, answers. Started by pool.py.

It is told what is in a job and nothing else: no position of a match, no secret, no token. What it
may use of the machine is limited before the first job comes.

usage: python -m infoset_server.compute.worker FD MEMORY_BYTES CPU_S NICE MAX_STATES
"""

import os
import resource
import select
import socket
import sys
import time
import traceback
from collections import deque
from typing import Final

from infoset_server.common.priority import stand_back
from infoset_server.compute.jobs import Frame, RefusedJobError, Unpacker, pack
from infoset_server.compute.know_bench import KnowBench
from infoset_server.compute.review_bench import ReviewBench
from infoset_server.compute.workbench import Workbench

READ_BYTES: Final = 1 << 18
RENEW_S: Final = 1  # a limit of processor time is good for many jobs


class Worker:
    """One process's work loop. Ends when the server closes the socket."""

    def __init__(self, server: socket.socket, bench: Workbench, cpu_s: int) -> None:
        self._server = server
        self._bench = bench
        self._reviews = ReviewBench()
        self._knowing = KnowBench()
        self._cpu_s = cpu_s
        self._unpacker = Unpacker()
        self._frames: deque[Frame] = deque()  # read, but not looked at
        self._renew_s = 0.0  # the used time at which the limit of it is renewed

    def serve(self) -> None:
        """Does jobs until the server is gone."""
        self._server.sendall(pack({"ready": os.getpid()}))
        while data := self._server.recv(READ_BYTES):
            self._frames += self._unpacker.feed(data)
            while self._frames:
                frame = self._frames.popleft()
                if "job" in frame:  # anything else wanted a job stopped that is done already
                    self._server.sendall(pack({"job": frame["job"], **self._do(frame)}))

    def _do(self, frame: Frame) -> Frame:
        used_s = time.process_time()
        if used_s >= self._renew_s:
            self._renew_s = used_s + RENEW_S
            allow_cpu(self._cpu_s + RENEW_S)
        try:
            if frame["do"] == "review":
                return {"result": self._reviews.run(frame)}
            if frame["do"] == "know":
                return {"result": self._knowing.run(frame, self._is_wanted)}
            return {"result": self._bench.run(frame, self._is_wanted)}
        except RefusedJobError as refusal:
            return {"refused": [refusal.path, refusal.want]}
        except Exception:  # noqa: BLE001  # whatever a game does ends this one request
            return {"failed": traceback.format_exc()}

    def _is_wanted(self) -> bool:
        """Does the server have something to say? While a job is done that can only be: stop."""
        if self._frames:
            return True
        readable, _, _ = select.select([self._server], [], [], 0)
        return bool(readable)


def allow_cpu(more_s: int) -> None:
    """Lets the process run for at most so many seconds more; then the system ends it."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + more_s + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


def main(arguments: list[str]) -> int:
    """The process. Returns its exit code."""
    fd, memory_bytes, cpu_s, niceness, max_states = map(int, arguments)
    stand_back(0, niceness)
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with socket.socket(fileno=fd) as server:
        try:
            Worker(server, Workbench(max_states), cpu_s).serve()
        except ConnectionError:
            return 1  # the server is gone
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
