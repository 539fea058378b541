"""`infoset token`: keys made, codes exchanged, credentials tried."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from infoset.client import Client
from infoset.commands import token
from infoset.errors import CommandError, LoginError
from infoset.exits import WRONG_USE
from infoset.keys import LoginKey
from infoset_protocol.key_login import login_text

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve


CHALLENGE = {"type": "challenge", "nonce": "n0nce", "server": "fake"}


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    work = token.command(parser)
    return work(parser.parse_args(arguments))


def test_a_key_is_made_and_its_public_half_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("key", str(tmp_path / "my.key")) == 0
    public = LoginKey.load(tmp_path / "my.key").public
    assert capsys.readouterr().out == f"ed25519:{public}\n"


def test_a_code_becomes_a_token_in_a_file_or_lets_a_key_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sent: list[dict[str, Any]] = []

    def post(address: Any, path: str, body: dict[str, Any]) -> dict[str, Any]:
        sent.append({"path": path, **body})
        return {"name": "Brisk Otter", "token": "inf_device_x"}

    monkeypatch.setattr(token, "post", post)
    out, key = tmp_path / "token", tmp_path / "my.key"
    LoginKey.fresh().save(key)
    assert run("enrol", "a-b-c-1", "--out", str(out)) == 0
    assert (out.read_text(), out.stat().st_mode & 0o777) == ("inf_device_x\n", 0o600)
    assert run("enrol", "a-b-c-1", "--key-file", str(key)) == 0
    public = LoginKey.load(key).public
    assert sent == [
        {"path": "/enrol", "code": "a-b-c-1"},
        {"path": "/enrol", "code": "a-b-c-1", "pub": public},
    ]
    said = capsys.readouterr()
    assert said.out == "you are Brisk Otter\n" * 2
    assert "inf_device_x" not in said.out + said.err


def test_where_a_token_goes_must_be_said_before_the_code_is_spent() -> None:
    with pytest.raises(CommandError, match="--out"):
        run("enrol", "a-b-c-1")


def test_nothing_asked_is_answered_with_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == WRONG_USE
    assert "enrol" in capsys.readouterr().err


# Logging in by key.


async def test_a_challenge_is_answered_with_a_signature(
    serve: "Serve", welcome: dict[str, Any], tmp_path: Path
) -> None:
    key = LoginKey.fresh()
    key.save(tmp_path / "my.key")
    heard: list[Any] = []

    async def door(peer: "Peer") -> None:
        heard.append(await peer.expect("hello"))
        await peer.send({**CHALLENGE, "address": True}, sequenced=False)
        heard.append(await peer.expect("auth"))
        await peer.send(welcome)
        await peer.wait_gone()

    async with serve(door) as server, Client(server.url(), key=tmp_path / "my.key") as client:
        assert client.welcome.name == "ada"
    assert heard[0]["auth"] == {"kind": "key", "pub": key.public}
    dialled = client.address
    address = f"infoset://{dialled.host}:{dialled.port}"
    assert heard[1]["address"] == address
    assert heard[1]["sig"] == key.sign(login_text("n0nce", "fake", 1, address))


async def test_nothing_is_signed_that_could_be_used_elsewhere(serve: "Serve") -> None:
    """A server of protocol 1.0, or one that pretends to be: it could pass the signature on."""

    async def door(peer: "Peer") -> None:
        await peer.expect("hello")
        await peer.send(CHALLENGE, sequenced=False)
        await peer.wait_gone()  # without `auth`

    async with serve(door) as server:
        with pytest.raises(LoginError, match=r"protocol 1\.0"):
            async with Client(server.url(), key=LoginKey.fresh()):
                pass


async def test_a_client_without_a_key_gives_up_when_challenged(serve: "Serve") -> None:
    async def door(peer: "Peer") -> None:
        await peer.expect("hello")
        await peer.send(CHALLENGE, sequenced=False)
        await peer.wait_gone()

    async with serve(door) as server:
        with pytest.raises(LoginError, match="it asks for a key"):
            await Client(server.url()).connect()


def test_a_token_and_a_key_are_not_given_together() -> None:
    with pytest.raises(ValueError, match="not both"):
        Client(token="t", key=LoginKey.fresh())
