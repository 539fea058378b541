"""The doctor: every trouble is found, named in plain words, and comes with an advice."""

import platform
import socket
from datetime import UTC, datetime
from importlib.metadata import EntryPoint, PackageNotFoundError
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from infoset import checks
from infoset.checks import Finding, Visit
from infoset.commands.doctor import look_at_server
from infoset.errors import AddressError, ConnectError, LoginError
from infoset_games.build_info import stale_modules

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve

NOW = datetime(2026, 9, 21, 12, 0, tzinfo=UTC)


def test_this_python_is_new_enough() -> None:
    assert checks.check_python().is_fine


def test_an_old_python_is_named() -> None:
    finding = checks.check_python((3, 9, 2))
    assert finding.text == "Python 3.9.2 is too old"
    assert finding.advice == "use Python 3.11 or newer"


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        checks, "requires", lambda name: ["orjson>=3.10", "msgpack", "pytest>=8; extra == 'test'"]
    )

    def find(name: str) -> str:
        if name == "orjson":
            raise PackageNotFoundError(name)
        return "1.0"

    finding = checks.check_packages(find)
    assert finding.text == "missing packages: orjson"
    assert finding.advice == "run: python -m pip install orjson"
    assert checks.check_packages(lambda name: "1.0").text == "packages: all 2 installed"


def test_a_python_without_infoset_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(checks, "requires", nothing)
    assert "not installed in this Python" in checks.check_packages().text


def test_what_is_tested_is_what_is_written() -> None:
    assert checks.stale_sources(stale_modules) == []


def test_stale_sources_of_every_compiled_package_are_named() -> None:
    stale = checks.stale_sources(lambda package: [f"{package.name}.py"])
    assert stale == [f"{name}/{name}.py" for name in checks.COMPILED_PACKAGES]


def test_rules_that_are_not_compiled_or_stale_are_named() -> None:
    assert checks.judge_rules(is_compiled=True, stale=[]).is_fine
    assert "not compiled" in checks.judge_rules(is_compiled=False, stale=[]).text
    assert "colonizers/state.py" in checks.judge_rules(True, ["colonizers/state.py"]).text


def test_a_broken_plug_in_is_named() -> None:
    broken = EntryPoint("serve", "package_that_is_not_there:serve", checks.COMMANDS_GROUP)
    finding = checks.check_plugins([broken])
    assert finding.text.startswith("command serve is broken: package_that_is_not_there:serve")
    assert not finding.is_fine
    assert checks.check_plugins([]).is_fine


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    assert checks.check_data_folder(tmp_path / "new").is_fine
    (tmp_path / "file").write_text("")
    finding = checks.check_data_folder(tmp_path / "file" / "data")
    assert not finding.is_fine
    assert str(tmp_path / "file" / "data") in finding.text


def test_a_taken_port_is_named(unused_port: int) -> None:
    assert checks.check_port(unused_port).is_fine
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        assert checks.check_port(port).text == f"port {port} is taken by another program"
    assert checks.check_port(70000).text == "there is no port 70000"


async def test_no_server_and_a_free_port_are_fine(unused_port: int) -> None:
    (finding,) = await look_at_server(None, unused_port)
    assert finding == Finding(f"port {unused_port} is free")


async def test_a_running_server_is_no_problem_for_its_port(serve: "Serve") -> None:
    now_ms = int(datetime.now(UTC).timestamp() * 1000)

    async def script(peer: "Peer") -> None:
        await peer.log_in(now_ms=now_ms)
        await peer.wait_gone()

    async with serve(script) as server:
        findings = await look_at_server(None, server.port)
    assert [finding.text for finding in findings] == [
        f"a server answers at infoset://127.0.0.1:{server.port}",
        "fake/1.0 speaks protocol 1.0",
        "the clocks of this machine and the server agree",
    ]
    assert checks.first_problem(findings) is None


async def test_a_stranger_on_the_port_is_a_problem(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.raw(b"220 mail.example.org ESMTP")

    async with serve(script) as server:
        (finding,) = await look_at_server(None, server.port)
    assert finding.text == f"port {server.port} is taken by another program"


async def test_a_server_that_cannot_be_reached_is_named(unused_port: int) -> None:
    (finding,) = await look_at_server(f"ws://127.0.0.1:{unused_port}", None)
    assert "cannot be reached" in finding.text
    assert "infoset serve" in str(finding.advice)


async def test_a_server_of_another_protocol_is_named(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.expect("hello")
        error = {"type": "error", "code": "proto_unsupported", "msg": "no", "fatal": True}
        await peer.send(error | {"data": {"supported": [2]}})
        await peer.close(4406)

    async with serve(script) as server:
        reached, finding = await look_at_server(server.url(), None)
    assert reached.is_fine
    assert "it speaks protocol [2], this program [1]" in finding.text
    assert "update the older of the two" in str(finding.advice)


def test_a_refused_login_and_a_wrong_address_are_told_apart() -> None:
    refused = Visit(error=LoginError("auth_failed", "no"))
    assert "token" in str(checks.judge_protocol(refused).advice)
    wrong = Visit(error=AddressError("'x://': unknown scheme"))
    assert "the address is wrong" in checks.judge_reach("x://", wrong).text
    down = Visit(error=ConnectError("refused"))
    assert len(checks.judge_server("infoset://x", down)) == 1


@pytest.mark.parametrize(
    ("error_s", "text"),
    [
        (0, "the clocks of this machine and the server agree"),
        (-59, "the clocks of this machine and the server agree"),
        (61, "the clock of this machine is 61 s ahead of the server's"),
        (-3600, "the clock of this machine is 3600 s behind the server's"),
    ],
)
def test_a_clock_that_is_wildly_off_is_named(error_s: float, text: str) -> None:
    server_ms = int((NOW.timestamp() - error_s) * 1000)
    assert checks.judge_clock(server_ms, NOW).text == text


def test_the_report_marks_everything_and_names_the_first_problem_only() -> None:
    findings = [Finding("a"), Finding("b is bad", "mend b"), Finding("c is bad", "mend c")]
    assert checks.report(findings) == [
        "ok    a",
        "FAIL  b is bad",
        "FAIL  c is bad",
        "",
        "First problem: b is bad.",
        "What to do: mend b.",
    ]
    assert checks.report([Finding("a")]) == ["ok    a", "", "Everything is in order."]


def test_names_of_requirements_are_read_without_extras() -> None:
    lines = ["mypy_extensions>=1.1", "a.b-c", "pytest>=8.4; extra == 'test'"]
    assert checks.needed_packages(lines) == ["mypy_extensions", "a.b-c"]


def test_other_packages_tell_a_line_each_and_none_of_it_is_a_fault() -> None:
    group = checks.CHECKS_GROUP
    told = checks.tell_more(
        [
            EntryPoint("there", "platform:system", group),
            EntryPoint("broken", "package_that_is_not_there:check", group),
        ]
    )
    assert told[0].text == platform.system()
    assert told[1].text.startswith("broken cannot be looked at: ")
    assert all(finding.is_fine for finding in told)
