"""The services of `deploy/containers/compose.cluster.yml` as plain processes on this machine. No tests here.

Each runs the command that its container would run, with the same files. What changes is where they listen: names of
services become ports of loopback, folders of the container become folders of the test. PostgreSQL is the tests' own.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from tests.forked import run
from tests.ports import lasting_port
from tests.server.bus.nats_server import program as nats_program

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
COMPOSE: Final = DEPLOY / "containers" / "compose.cluster.yml"
NODES: Final = ("n1", "n2", "n3")
BUSES: Final = ("bus-1", "bus-2", "bus-3")
PATIENCE_S: Final = 120.0
LOOK_S: Final = 0.05
SBIN: Final = "/usr/sbin:/usr/local/sbin"  # where HAProxy is, and not always on PATH


def balancer() -> str:
    """HAProxy. Skips where there is none."""
    found = shutil.which("haproxy", path=os.environ["PATH"] + os.pathsep + SBIN)
    if found is None:
        pytest.skip("NO HAPROXY: THE DEPLOYED CLUSTER NOT TRIED; install the package haproxy")
    return found


class Service:
    """One process, over many lives."""

    def __init__(self, name: str, command: Sequence[str], folder: Path, stop_signal: str) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        self._command = list(command)
        self._stop_signal = signal.Signals[stop_signal]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begins a life."""
        folders = [str(Path(sys.executable).parent), str(Path(nats_program()).parent)]
        path = os.pathsep.join([*folders, os.environ["PATH"]])
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env=os.environ | {"PATH": path},
            )

    def stop(self, within_s: float) -> int:
        """Ends it as Compose does; its status. Fails where it would have to be killed."""
        assert self._process is not None
        self._process.send_signal(self._stop_signal)
        return self.ended(within_s)

    def ended(self, within_s: float) -> int:
        """Its status, when it has ended by itself."""
        assert self._process is not None
        return self._process.wait(within_s)

    @property
    def is_running(self) -> bool:
        """Does its process live?"""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """Ends it at once, with all that it has started."""
        if self._process is not None:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self._process.wait()


class Deployed:
    """All services but the database."""

    def __init__(self, folder: Path, database: str, more: Sequence[str]) -> None:
        """`database` is the URL of an empty one, `more` are settings that a test needs."""
        self.folder = folder
        self.secrets = folder / "secrets"
        self._words = self._where_all_is(folder)
        self._make_secrets(database)
        self.front_port = int(self._words["bind :7421"].rpartition(":")[2])
        described: dict[str, Any] = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]
        self._described = described
        self.services = {
            name: Service(name, self._command(name, described[name], more), folder, "SIGTERM")
            for name in (*BUSES, *NODES, "front")
        }
        assert all(described[name]["stop_signal"] == "SIGTERM" for name in self.services)

    def start(self) -> None:
        """All services run, and the front finds a server that is ready."""
        for name in BUSES:
            self.services[name].start()
        for name in BUSES:
            self.until_healthy(name)
        for name in (*NODES, "front"):
            self.services[name].start()
        self.until_healthy("front")

    def close(self) -> None:
        """Everything is gone."""
        for service in self.services.values():
            service.kill()

    def grace_s(self, name: str) -> float:
        """How long a service may take to stop."""
        return float(self._described[name].get("stop_grace_period", "10s").removesuffix("s"))

    def stop(self, name: str) -> int:
        """Stops a service within its time; its status."""
        return self.services[name].stop(self.grace_s(name))

    def until_healthy(self, name: str) -> None:
        """Returns when the health check of a service succeeds."""
        url = self._described[name]["healthcheck"]["test"][-1]
        url = self._translated(url, name)
        until_s = time.monotonic() + PATIENCE_S
        while not answers(url):
            service = self.services[name]
            is_hopeful = service.is_running and time.monotonic() < until_s
            assert is_hopeful, f"{name}: {url}: {service.log.read_text(errors='replace')[-2000:]}"
            time.sleep(LOOK_S)

    def status(self) -> list[dict[str, Any]]:
        """What `infoset cluster status` tells an operator."""
        told = self.cluster("status", "--json")
        assert told.returncode == 0, told.stderr
        return [json.loads(line) for line in told.stdout.splitlines()]

    def cluster(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """`infoset cluster`, as the operator."""
        command = [sys.executable, "-m", "infoset", "cluster", *arguments]
        command += ["--config", str(self.secrets / "operator.toml")]
        return run(command)

    def hall(self) -> str:
        """The server that is the hall, as soon as there is one."""
        until_s = time.monotonic() + PATIENCE_S
        while True:
            halls = [str(one["node"]) for one in self.status() if one["is_hall"]]
            if len(halls) == 1:
                return halls[0]
            assert time.monotonic() < until_s, f"halls: {halls}"

    # From containers to this machine.

    @staticmethod
    def _where_all_is(folder: Path) -> dict[str, str]:
        """What stands in the files, and what it is here."""
        words = {
            "/run/secrets": str(folder / "secrets"),
            "/usr/local/etc/haproxy": str(folder),
            "bind :7421": f"bind 127.0.0.1:{lasting_port()}",
            "maxconn 100000": "maxconn 1000",  # as many files as a test may open
            "--host 0.0.0.0": "--host 127.0.0.1",
            "connections.trusted_proxies=172.30.8.2": "connections.trusted_proxies=127.0.0.1",
        }
        for bus in BUSES:
            words |= {f"{bus}:{port}": f"127.0.0.1:{lasting_port()}" for port in (4222, 6222, 8222)}
        for node in NODES:
            words[f"{node}:7421"] = f"127.0.0.1:{lasting_port()}"
        return words

    def _translated(self, text: str, service: str) -> str:
        for there, here in self._words.items():
            text = text.replace(there, here)
        for port in (4222, 6222, 8222):
            own = self._words.get(f"{service}:{port}", "")
            text = text.replace(f"nats://0.0.0.0:{port}", f"nats://{own}")
            text = text.replace(f"--http_port {port}", f"--http_port {own.rpartition(':')[2]}")
            text = text.replace(f"127.0.0.1:{port}/", f"{own}/")
        return text.replace("127.0.0.1:7421/", f"127.0.0.1:{self._own_port(service)}/")

    def _own_port(self, service: str) -> str:
        word = "bind :7421" if service == "front" else f"{service}:7421"
        return self._words.get(word, "").rpartition(":")[2]

    def _make_secrets(self, database: str) -> None:
        command = [sys.executable, str(DEPLOY / "make_secrets.py"), str(self.secrets)]
        subprocess.run(command, check=True)
        for path in self.secrets.glob("*.toml"):
            text = self._translated(path.read_text(), "")
            path.chmod(0o600)
            path.write_text(text.replace("@db/infoset", "@" + database.partition("@")[2]))
        for node in NODES:
            (self.folder / node).mkdir()
            shutil.copy(self.secrets / "server.key", self.folder / node)
        text = (DEPLOY / "haproxy.cfg").read_text("utf-8")
        (self.folder / "haproxy.cfg").write_text(self._translated(text, "front"))

    def _command(self, name: str, service: dict[str, Any], more: Sequence[str]) -> list[str]:
        if name == "front":
            return [balancer(), "-db", "-f", str(self.folder / "haproxy.cfg")]
        words = [*service["entrypoint"], *service["command"]]
        if name in BUSES:
            port = self._words[f"{name}:4222"].rpartition(":")[2]
            words = [self._translated(word.replace("$$", "$"), name) for word in words]
            return [*words, "--addr", "127.0.0.1", "--port", port]
        text = self._translated(" ".join(words), name)
        text = text.replace("--port 7421", f"--port {self._own_port(name)}")
        words = text.replace("--data /data", f"--data {self.folder / name}").split(" ")
        return [sys.executable, "-m", *words, *(part for one in more for part in ("--set", one))]


def answers(url: str) -> bool:
    """Does a page say that all is well?"""
    try:
        with urllib.request.urlopen(url, timeout=5.0) as page:
            return bool(page.status == 200)
    except (OSError, urllib.error.URLError):
        return False
