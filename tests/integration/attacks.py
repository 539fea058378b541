"""The attacks of uploaded bots: how each is tried, what comes of it, and what its owner reads. No tests here.

The table in docs/hosting-bots.md is made of this list; `test_attacks.py` tries every line of it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from infoset_server.uploads.versions import VersionState

READY, FAILED = VersionState.READY, VersionState.FAILED
LIMITS: Final[dict[str, Any]] = {
    "hosted__run__memory_mb": 128,
    "hosted__run__scratch_mb": 16,
    "hosted__run__processes": 24,
    "hosted__run__max_inodes": 2_000,
    "hosted__run__idle_cpu_s": 0.4,
    "hosted__run__max_crashes": 3,
    "hosted__run__log_bytes": 64 * 1024,
    "hosted__build__memory_mb": 128,
    "hosted__build__scratch_mb": 16,
    "hosted__build__processes": 24,
    "hosted__build__seconds": 30,
    "hosted__check_move_ms": 60_000,
    "hosted__upload__max_bots_per_owner": 100,
    "hosted__upload__max_files": 300,
    "rooms__absence_s": 20.0,
}
BEGIN, END = "<!-- attacks -->\n", "<!-- end of attacks -->"

# What the server says.
FORBIDDEN = (
    "the program was ended: it asked the system for something that is forbidden here (SIGSYS)"
)
CROWDED = "the program has all the processes and threads it may have (24); more are refused"
GREEDY = "the program was ended: it used 131 MB of memory, files and buffers included; 128 MB are allowed"

STRAYED = (
    "the program tried to reach a network; here is none but its door to the server (INFOSET_URL)"
)
REFUSED = "the server refused what the program asked for: "
STOPPED = "the program was stopped"


@dataclass(frozen=True)
class Attack:
    """`told` is the server's line in the owner's log, its numbers apart, or `otherwise` by other walls; where a call
    is only refused, `error` is what the program gets instead. `log` is a pattern of what else must stand there.
    """

    name: str
    about: str
    state: VersionState
    told: str = STOPPED
    error: str = ""
    log: str = ""
    otherwise: str = ""
    arguments: tuple[str, ...] = ()

    @property
    def pattern(self) -> str:
        """The line in the log, whatever its numbers."""
        lines = [re.sub(r"\d+", r"\\d+", re.escape(one)) for one in self._lines()]
        return rf"^\[infoset\] (\w+: )?({'|'.join(lines)})"

    def row(self) -> str:
        """The line of the table for people."""
        if self.error:
            is_error = self.error.startswith("`")
            log = f"what the program says of {self.error}" if is_error else self.error
            return f"| {self.about} | refused | {log} |\n"
        outcome = "ended" if self.state is FAILED else "limited"
        return (
            f"| {self.about} | {outcome} | {' or '.join(f'`{one}`' for one in self._lines())} |\n"
        )

    def _lines(self) -> list[str]:
        return [one for one in (self.told, self.otherwise) if one]


ATTACKS: Final = [
    Attack("fork_bomb", "children of children without end", READY, CROWDED, log="EAGAIN after"),
    Attack("thread_bomb", "100,000 threads", READY, CROWDED, log=r"refused after \d\d?$"),
    Attack("outlive", "leaves a process behind in a session of its own", READY, log="left behind"),
    Attack("stay_deaf", "ignores requests to end", READY, log="deaf"),
    Attack(
        "kill_others",
        "kills the server, or everybody",
        READY,
        error="`ESRCH`: there is nobody else",
        log="server ESRCH, first (EPERM|DONE)",
        arguments=("PID",),
    ),
    Attack(
        "see_others",
        "looks at other processes and their environment",
        READY,
        error="`ENOENT`: there are none",
        log=r"[1-4] processes, server ENOENT",
        arguments=("PID",),
    ),
    Attack("trace", "traces another process", FAILED, FORBIDDEN),
    Attack(
        "dump_core",
        "wants to leave its memory in a file",
        FAILED,
        "the program was ended by SIGABRT",
    ),
    Attack(
        "crash",
        "ends again and again",
        FAILED,
        "the program ended with exit code 1",
        log="on purpose",
    ),
    Attack(
        "ask_for_memory",
        "wants 1 GB at once",
        READY,
        error="`ENOMEM`",
        log="ask_for_memory: MemoryError",
    ),
    Attack("fill_memory", "takes memory bit by bit", FAILED, GREEDY),
    Attack("fill_files_and_memory", "fills memory, and files in memory", FAILED, GREEDY),
    Attack(
        "fill_shared_memory",
        "shares 1,200 MB with itself, and lets go of the pages",
        READY,
        error="`EPERM`, `ENODEV`",
        log="anonymous EPERM, zeros ENODEV",
    ),
    Attack(
        "push_memory_out",
        "has its memory moved to a disk, or shared with others",
        READY,
        error="`EINVAL`",
        log="advice 20 EINVAL, advice 21 EINVAL, advice 12 EINVAL",
    ),
    Attack(
        "hide_memory",
        "hides memory in nameless files, segments, queues, watches",
        READY,
        error="`EPERM`",
        log="file EPERM, segment EPERM, messages EPERM, queue EPERM, watch EPERM",
    ),
    Attack("fill_sockets", "fills the buffers of sockets, in many processes", FAILED, GREEDY),
    Attack(
        "fill_left_sockets", "leaves messages in sockets whose senders have gone", FAILED, GREEDY
    ),
    Attack("fill_connections", "fills connections to itself", FAILED, GREEDY),
    Attack(
        "fill_pipes",
        "enlarges pipes, and lends them its pages",
        READY,
        error="`EPERM`",
        log="larger EPERM, lent EPERM",
    ),
    Attack("map_in_pieces", "maps memory in a million pieces", FAILED, GREEDY),
    Attack(
        "lock_in_pieces",
        "locks files in a million pieces",
        READY,
        error="`ENOLCK`",
        log="lock_in_pieces: ENOLCK",
    ),
    Attack(
        "take_contexts",
        "takes all the machine's contexts of asynchronous I/O",
        READY,
        error="`EPERM`",
        log="take_contexts: EPERM",
    ),
    Attack(
        "spare_me",
        "wants to be spared when memory runs out",
        READY,
        error="`EROFS`",
        log="spare_me: EROFS, it is 1000",
    ),
    Attack("fill_page_tables", "maps much and touches little", FAILED, GREEDY),
    Attack(
        "fill_disk",
        "fills the disk",
        READY,
        "the program has filled a folder of 16 MB; it can write no more there",
        log=r"ENOSPC after 1\d MB",
    ),
    Attack("huge_file", "makes a huge file", READY, error="`EFBIG`", log="huge_file: EFBIG"),
    Attack(
        "fill_inodes",
        "makes a million empty files",
        FAILED,
        "the program was ended: it made 2001 files; 2000 are allowed",
        otherwise="the program ended with exit code 1",
    ),
    Attack(
        "open_files", "opens files without end", READY, error="`EMFILE`", log=r"EMFILE after 2\d\d"
    ),
    Attack(
        "write_own_code",
        "changes its own code, or the system's",
        READY,
        error="`EROFS`",
        log="itself (EROFS|EACCES), beside EROFS, system EROFS",
    ),
    Attack(
        "read_secrets",
        "reads the store, homes, passwords",
        READY,
        error="`ENOENT`: they are not there",
        log=r"read_secrets: (\S+ ENOENT(, |$))+$",
        arguments=("DATA",),
    ),
    Attack(
        "read_proc",
        "looks through `/proc` for paths of the machine",
        READY,
        error="nothing: they are not told",
        log=r"read_proc: enough files, told \[\], first /cage/env/bin/python -I -S /cage/inside.py \d+ $",
        arguments=("DATA", "SOURCE", "HOME"),
    ),
    Attack(
        "devices",
        "opens disks, memory, terminals",
        READY,
        error="`ENOENT`, `EPERM`",
        log=r"devices: (\S+ (ENOENT|ENXIO), )+mknod EPERM",
    ),
    Attack(
        "follow_links",
        "follows a link out of the sandbox",
        READY,
        error="`ENOENT`",
        log="follow_links: ENOENT",
        arguments=("DATA",),
    ),
    Attack(
        "become_root",
        "becomes root",
        READY,
        error="`EPERM`, `EINVAL`",
        log="setuid E(PERM|INVAL), setgroups E(PERM|INVAL), euid is root: False",
    ),
    Attack("mount", "mounts something", FAILED, FORBIDDEN),
    Attack("new_namespace", "makes a namespace of its own", FAILED, FORBIDDEN),
    Attack("new_root", "changes its root", FAILED, FORBIDDEN),
    Attack("load_program", "loads a program into the kernel", FAILED, FORBIDDEN),
    Attack(
        "other_calls",
        "tries io_uring, keys, page faults of its own",
        READY,
        error="`EPERM`",
        log=r"other_calls: (\w+ EPERM(, |$))+$",
    ),
    Attack(
        "raise_limits",
        "raises its own limits and priority",
        READY,
        error="`EPERM`, `EACCES`",
        log=r"raised \[\], priority (EACCES|EPERM)",
    ),
    Attack(
        "connect_out",
        "connects to the internet, to the server from behind, to metadata of a cloud",
        READY,
        STRAYED,
        log=r"server ECONNREFUSED, far ENETUNREACH, near ENETUNREACH, raw (EAFNOSUPPORT|EPERM)",
        arguments=("PORT",),
    ),
    Attack("look_up", "asks for the address of a host", READY, STRAYED, log="look_up: gaierror"),
    Attack(
        "other_sockets",
        "looks for other sockets and open files",
        READY,
        error="nothing: there are no others",
        log=r"other_sockets: 0 unix sockets, 1 ports, descriptors \[0, 1, 2\]",
    ),
    Attack(
        "be_somebody_else",
        "logs in as a guest, or with another token",
        READY,
        f"{REFUSED}auth_failed",
        log="auth_failed auth_failed auth_failed",
        arguments=("inf_x",),
    ),
    Attack(
        "reach_beyond",
        "seeks, makes rooms, chats, watches",
        READY,
        f"{REFUSED}forbidden",
        log="seek forbidden, create_room forbidden, chat forbidden, watch forbidden, replays forbidden",
    ),
    Attack(
        "flood_door",
        "opens 100 connections",
        READY,
        "the program has 8 connections to the server; more are refused",
        log=r"flood_door: [0-8] stayed",
    ),
    Attack(
        "giant_line",
        "sends a line without end",
        READY,
        "the server closed a connection: what it said is no message",
        log="cut off",
    ),
    Attack(
        "steal_environment",
        "reads the server's environment, and leaves a library for others",
        READY,
        error="`EROFS`; there is nothing to read",
        log=r"strange names \[\], preload EROFS",
    ),
    Attack(
        "endless_stdout",
        "talks without end",
        READY,
        "the program wrote more than 64 KB a second, and had to wait",
        log="xxxx",
    ),
]

BUILDS: Final = [
    Attack(
        "read_secrets",
        "a build reads the store, homes, passwords",
        READY,
        error="`ENOENT`: they are not there",
        log=r"read_secrets: (\S+ ENOENT(, |$))+$",
        arguments=("DATA",),
    ),
    Attack(
        "connect_out",
        "a build downloads something",
        READY,
        error="`ECONNREFUSED`, `ENETUNREACH`",
        log="server ECONNREFUSED, far ENETUNREACH",
        arguments=("PORT",),
    ),
    Attack(
        "fork_bomb",
        "a build starts processes without end",
        READY,
        error="`EAGAIN`",
        log="EAGAIN after",
    ),
    Attack(
        "fill_disk",
        "a build fills the disk",
        READY,
        error="`ENOSPC`",
        log=r"ENOSPC after 1\d MB",
    ),
    Attack(
        "fill_memory",
        "a build fills memory",
        FAILED,
        "the program was ended: it used 150 MB of memory, files and buffers included; 144 MB are allowed",
    ),
    Attack(
        "trace",
        "a build traces another process",
        FAILED,
        "building ended with exit code 1",
        log="ended with exit code -31",
    ),
    Attack(
        "build_link",
        "a build leaves links to secrets among its files",
        READY,
        error="nothing: links are not taken along",
        log="build_link: linked",
        arguments=("DATA",),
    ),
    Attack(
        "build_too_much",
        "a build makes more files than it may",
        FAILED,
        "what it built cannot be taken",
    ),
    Attack(
        "change_manifest",
        "a build changes the manifest",
        READY,
        error="nothing: the manifest was read before",
        log="change_manifest: changed",
    ),
]


def document() -> Iterator[str]:
    """The lines of the table in docs/hosting-bots.md, between its marks."""
    yield "| what a bot tries | what becomes of it | what its owner reads in the log |\n"
    yield "| --- | --- | --- |\n"
    for attack in (*ATTACKS, *BUILDS):
        yield attack.row()
