"""The names of a server: the machine's, the certificate's."""

import socket
from pathlib import Path

import pytest
from tests.server.network.test_tls import make_certificate

from infoset_server.network.caller import certificate_names, own_names


@pytest.mark.parametrize("machine", ["laptop", "Laptop.lan", "laptop.example.org."])
def test_the_machine_goes_by_its_name_alone_and_in_its_network(
    machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: machine)
    names = own_names("0.0.0.0")
    assert names == {"localhost", "laptop", "laptop.local", machine.lower().rstrip(".")}


def test_a_name_that_is_listened_on_is_the_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "")
    assert own_names("game.example.org") == {"localhost", "game.example.org"}
    assert own_names("192.0.2.7") == {"localhost"}


def test_the_names_of_the_certificate_are_the_servers(tmp_path: Path) -> None:
    path = make_certificate(tmp_path / "server.pem", "Play.example.org", "*.example.net")
    assert certificate_names(path) == {"play.example.org", "*.example.net"}
    assert {"play.example.org", "localhost"} < own_names("0.0.0.0", path)


def test_what_is_no_certificate_has_no_names(tmp_path: Path) -> None:
    (tmp_path / "empty.pem").write_bytes(b"")
    assert certificate_names(tmp_path / "empty.pem") == set()
    assert certificate_names(tmp_path / "missing.pem") == set()
