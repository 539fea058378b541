"""`infoset serve` as a person or a script meets it: one line when ready, one sentence when not."""

import argparse
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from infoset_server.commands import serve as cli
from infoset_server.commands.listening import (
    address_kept,
    local_address,
    network_urls,
    own_number,
)
from infoset_server.config import ConfigError, load_config

PATIENCE_S = 30.0
READY = re.compile(r"listening on 127\.0\.0\.1:(\d+)\n")
HELLO = b'{"type":"hello","proto":[1],"auth":{"kind":"guest"}}\n'
KEEP_NOTHING = ("--set", "store.enabled=false")
SEEK = b'{"type":"seek","game":"colonizers","fill_ms":0,"clock":{"kind":"none"}}\n'


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the logging of the test run as it is."""
    monkeypatch.setattr(cli, "set_up_logging", lambda form, verbose: None)


def command(data: Path, *arguments: str) -> list[str]:
    common = ["--port", "0", "--data", str(data)]
    return [sys.executable, "-m", "infoset", "serve", *common, *arguments]


@contextmanager
def started(data: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server in a process of its own, ready, and its port."""
    process = subprocess.Popen(
        command(data, *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = process.stdout.readline()
        match = READY.fullmatch(line)
        assert match is not None, (line, process.stderr.read())
        yield process, int(match[1])
    finally:
        process.kill()
        process.communicate()


OTHERS = re.compile(r"others in this network open (http://\S+/(?: or http://\S+/)*)\n")


def test_a_server_for_the_network_says_what_others_open(tmp_path: Path) -> None:
    words = command(tmp_path, "--host", "0.0.0.0", "--set", "beacon_port=0", *KEEP_NOTHING)
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            lines = [server.stdout.readline() for _ in range(3)]
            match = OTHERS.fullmatch(lines[2])
            assert match is not None, lines
            for url in match[1].split(" or "):
                host = urlsplit(url).netloc
                reached = http.client.HTTPConnection(
                    own_number() or "127.0.0.1", urlsplit(url).port
                )
                reached.request("GET", "/", headers={"Host": host})
                assert reached.getresponse().status == 200, host
                reached.close()
        finally:
            server.kill()


@pytest.mark.parametrize(
    ("host", "settings", "told"),
    [
        ("127.0.0.1", {}, []),
        ("0.0.0.0", {"tls.certificate": "x.pem", "tls.key": "x.key"}, []),
        ("0.0.0.0", {"connections.allowed_hosts": ["camp.example", "*.example"]}, ["camp.example"]),
    ],
)
def test_others_are_told_addresses_that_are_answered(
    host: str, settings: dict[str, object], told: list[str]
) -> None:
    config = load_config(None, {"host": host, **settings})
    listener: Any = SimpleNamespace(host=host, port=7421)
    assert network_urls(config, listener) == [f"http://{name}:7421/" for name in told]


def parse(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    cli.serve(parser)
    return parser.parse_args(arguments)


@pytest.mark.parametrize("order", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_well(tmp_path: Path, order: signal.Signals) -> None:
    hasty = ("--set", "times.shutdown_grace_s=0", "--demo", *KEEP_NOTHING)
    with started(tmp_path, *hasty) as (process, port):
        with (
            socket.create_connection(("127.0.0.1", port)) as client,
            client.makefile("rb") as stream,
        ):
            client.sendall(HELLO)
            assert b'"type":"welcome"' in stream.readline()
            process.send_signal(order)
            assert b'"code":1001' in stream.read()
        assert process.wait(PATIENCE_S) == 0


def test_the_data_folder_says_where_its_server_is_as_long_as_it_runs(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "infoset", "admin", "--data", str(tmp_path), "users"]
    unnamed = {name: value for name, value in os.environ.items() if not name.startswith("INFOSET_")}
    with started(tmp_path, "--set", "times.shutdown_grace_s=0") as (process, port):
        assert (tmp_path / "server.url").read_text() == f"infoset://127.0.0.1:{port}\n"
        asked = subprocess.run(words, env=unnamed, capture_output=True, text=True, check=False)
        assert (asked.returncode, asked.stderr) == (0, "")
        process.terminate()
        assert process.wait(PATIENCE_S) == 0
    assert not (tmp_path / "server.url").exists()


def test_another_server_s_address_is_left_as_it_is(tmp_path: Path) -> None:
    config = load_config(None, {"data_dir": tmp_path})
    mine: Any = SimpleNamespace(host="0.0.0.0", port=7421, local_port=7421)
    with address_kept(config, mine):
        assert (tmp_path / "server.url").read_text() == "infoset://127.0.0.1:7421\n"
        (tmp_path / "server.url").write_text("infoset://127.0.0.1:7422\n")
    assert (tmp_path / "server.url").read_text() == "infoset://127.0.0.1:7422\n"


def test_a_server_that_keeps_its_matches_says_when_to_come_back(tmp_path: Path) -> None:
    with started(tmp_path, "--set", "times.shutdown_grace_s=0") as (process, port):
        with (
            socket.create_connection(("127.0.0.1", port)) as client,
            client.makefile("rb") as stream,
        ):
            client.sendall(HELLO + SEEK)
            while b'"type":"match_start"' not in stream.readline():
                pass
            process.terminate()
            farewell = stream.read()
            assert b'"code":4503' in farewell
            assert b'"resume":true' in farewell
            assert b"aborted" not in farewell
        assert process.wait(PATIENCE_S) == 0


def test_a_second_signal_does_not_wait_for_matches(tmp_path: Path) -> None:
    patient = ("--set", "times.shutdown_grace_s=3600", "--log", "json", *KEEP_NOTHING)
    with started(tmp_path, *patient) as (process, port):
        assert process.stderr is not None
        with (
            socket.create_connection(("127.0.0.1", port)) as client,
            client.makefile("rb") as stream,
        ):
            client.sendall(HELLO + SEEK)
            while b'"type":"match_start"' not in stream.readline():
                pass
            process.terminate()
            while "waiting for 1 match to end" not in process.stderr.readline():
                pass
            process.terminate()
            assert b'"reason":"aborted"' in stream.read()
        told = process.stderr.read().splitlines()
        assert process.wait(PATIENCE_S) == 0
        assert any('"told to stop, by SIGTERM"' in line for line in told)
        assert '"stopped"' in told[-1]


def test_a_port_in_use_is_one_clear_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert cli.run(parse("--port", str(port), "--data", str(tmp_path))) == 1
    assert capsys.readouterr().err == (
        f"infoset serve: cannot listen on 127.0.0.1 port {port}: "
        "the port is in use; stop what uses it, or choose another with --port\n"
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--set", "times.hello_s=soon"], "times.hello_s"),
        (["--set", "no_such=1"], "no_such: there is no such setting"),
        (["--set", "nonsense"], "--set nonsense: expected NAME=VALUE"),
        (["--config", "missing.toml"], "cannot read missing.toml"),
        (["--set", "bots.manifest=missing.toml"], "missing.toml"),
        (["--host", "256.256.256.256", "--port", "0"], "cannot listen on 256.256.256.256 port 0"),
        (["--set", "tls.certificate=missing.pem"], "missing.pem: expected a certificate"),
        (["--set", "connections.trusted_proxies=me"], "connections.trusted_proxies"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: list[str],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(parse("--data", str(tmp_path), *arguments)) == 1
    said = capsys.readouterr().err
    assert said.startswith("infoset serve: ")
    assert says in said
    assert said.count("\n") == 1


def test_a_server_that_finds_no_database_says_where_and_can_be_started_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as nobody:  # bound and not listening: whoever connects is refused
        nobody.bind(("127.0.0.1", 0))
        where = nobody.getsockname()
        url = f"postgresql://someone:secret@127.0.0.1:{where[1]}/infoset"
        status = cli.run(parse("--data", str(tmp_path), "--set", f"store.url={url}"))
    said = capsys.readouterr().err.splitlines()[-1]
    assert status == cli.UNAVAILABLE
    assert said == (
        "infoset serve: the database does not answer: "
        f"ConnectionRefusedError: Connect call failed {where}"
    )


def test_a_server_that_cannot_begin_lets_go_of_its_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("--data", str(tmp_path), "--set", f"bots.manifest={tmp_path / 'missing.toml'}")
    for _ in range(2):
        assert cli.run(parse(*arguments)) == 1
        assert "missing.toml" in capsys.readouterr().err  # and not that the store is in use


def test_routes_are_told_without_a_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert cli.run(parse("--routes", "--port", str(port), "--data", str(data))) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines} == {"GET", "POST"}
    (ban,) = (line for line in lines if line.split()[1] == "/admin/ban")
    assert "a token with the scope admin" in ban
    assert ban.endswith("throws out who is here.")
    assert not data.exists()


def test_the_command_line_overrides_settings_by_name() -> None:
    args = parse("--host", "::1", "--set", "times.hello_s = 5", "--set", "name=tavern")
    assert cli.overrides(args) == {"host": "::1", "times.hello_s": "5", "name": "tavern"}
    with pytest.raises(ConfigError, match="expected NAME=VALUE"):
        cli.overrides(parse("--set", "name"))


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1"),
        ("", "127.0.0.1"),
        ("::", "[::1]"),
        ("::1", "[::1]"),
        ("bots.example.org", "bots.example.org"),
    ],
)
def test_house_bots_are_told_an_address_they_can_reach(host: str, reached: str) -> None:
    assert local_address(host) == reached
