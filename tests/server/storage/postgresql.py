"""A PostgreSQL server for tests: in a temporary folder, on a free port, ended with them."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.ports import lasting_port

ROOT_MAY_NOT = ("postgres", "nobody")  # the server refuses to run as root: as whom instead


class MissingError(Exception):
    """There is no PostgreSQL to start; the message says what is missing."""


class Cluster:
    """One server. It listens on loopback and on a socket in its folder, and trusts everybody there."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._as_user = user_prefix()
        self.folder = Path(tempfile.mkdtemp(prefix="infoset-postgresql-"))
        self.port = lasting_port()
        self._free: list[str] = []  # databases: making one costs more than emptying it
        self._used: list[str] = []
        if self._as_user:
            shutil.chown(self.folder, self._as_user[1].removeprefix("--reuid="))
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-U", "infoset", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    def url(self, database: str) -> str:
        """Where a database is."""
        return f"postgresql://infoset@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The URL of an empty database."""
        if self._free:
            name = self._free.pop()
        else:
            name = f"test_{len(self._used)}"
            self.sql(f"CREATE DATABASE {name}")
        self._used.append(name)
        return self.url(name)

    def reclaim(self) -> None:
        """Empties the databases that were given out; nobody uses them any more."""
        for name in self._used:
            self.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)
        self._free, self._used = self._free + self._used, []

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Runs a statement as somebody else would."""
        where = ("-h", str(self.folder), "-p", str(self.port), "-U", "infoset", "-d", database)
        return self._run("psql", *where, "-v", "ON_ERROR_STOP=1", "-Atqc", statement)

    def start(self) -> None:
        """Returns when it takes connections."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        log = str(self.folder / "log")
        self._control("-l", log, "-o", options, "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        """`fast` ends connections in an orderly way, `immediate` as a crash would."""
        self._control("-m", mode, "-w", "stop")

    def remove(self) -> None:
        """Ends the server, if it runs, and removes its folder."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder)

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-t", "60", *arguments)

    def _run(self, program: str, *arguments: str) -> str:
        command = [*self._as_user, str(self._programs / program), *arguments]
        with tempfile.TemporaryFile() as output:  # no pipe: the server would inherit and hold it
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd="/",
                check=False,
            )
            output.seek(0)
            words = output.read().decode(errors="replace")
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {words}")
        return words


def start_cluster() -> Cluster:
    """A new server. Raises MissingError."""
    return Cluster(find_programs())


def find_programs() -> Path:
    """The folder of `initdb` and `pg_ctl`: the newest installed. Raises MissingError."""
    shipped = Path("/usr/lib/postgresql").glob("*/bin")
    folders = sorted(shipped, key=lambda folder: float(folder.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    if on_path is not None:
        folders.append(Path(on_path).parent)
    for folder in folders:
        if all((folder / program).exists() for program in ("initdb", "pg_ctl", "psql")):
            return folder
    raise MissingError("no initdb, pg_ctl, psql found; install the package postgresql")


def user_prefix() -> Sequence[str]:
    """What to put before a command so that it does not run as root. Raises MissingError."""
    if os.geteuid() != 0:
        return ()
    if shutil.which("setpriv") is None:
        raise MissingError("as root, setpriv (package util-linux) is needed to run it as another")
    for name in ROOT_MAY_NOT:
        try:
            account = pwd.getpwnam(name)
        except KeyError:
            continue
        return ("setpriv", f"--reuid={name}", f"--regid={account.pw_gid}", "--clear-groups")
    raise MissingError(f"as root, one of the accounts {ROOT_MAY_NOT} is needed")
