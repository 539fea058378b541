"""What all SDKs have in common: the rows of the table in clients/README.md, each proven for each SDK that claims it."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from tests.integration.harness import Server
from tests.sdk.programs import FULL_MATCH, run, where
from tests.sdk.relay import relay_to
from tests.sdk.sdks import CLIENTS, SAMPLES, SDKS, Sdk
from tests.sdk.security import Certificates, make_certificates, make_key

from infoset_server.accounts.users import Role

pytestmark = pytest.mark.timeout(700)
Serve = Callable[..., Any]

TABLE: Final = (CLIENTS / "README.md").read_text("utf-8")
OPTIONS: Final = frozenset(re.findall(r"^\| `--([a-z-]+)` \|", TABLE, re.MULTILINE))
TABLES: Final = 2
GAMES: Final = 2


def claims(row: str) -> list[Sdk]:
    """The SDKs with a `yes` in this row."""
    (line,) = re.findall(rf"^\| {re.escape(row)} (\|.*)\|$", TABLE, re.MULTILINE)
    (head,) = re.findall(r"^\| what (\|.*)\|$", TABLE, re.MULTILINE)
    names, cells = ([cell.strip() for cell in text.split("|")[1:]] for text in (head, line))
    assert names == [sdk.name for sdk in SDKS]
    return [sdk for sdk, cell in zip(SDKS, cells, strict=True) if cell.startswith("yes")]


def each(row: str) -> pytest.MarkDecorator:
    """The test is for every SDK that claims this row."""
    return pytest.mark.parametrize("sdk", claims(row), ids=lambda sdk: sdk.name)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return make_certificates(tmp_path_factory.mktemp("tls"))


@each("five samples")
def test_the_samples_have_the_same_names(sdk: Sdk) -> None:
    start = sdk.start()
    for sample in SAMPLES:
        program = start(sample)[-1]
        assert "infoset.samples." in program or Path(program).is_file(), program


@each("options")
async def test_the_options_of_a_bot_have_the_same_names(sdk: Sdk) -> None:
    assert len(OPTIONS) > 10
    said = await run([*sdk.start()("random_bot"), "--help"])
    told = set(re.findall(r"(?<![\w-])--?([a-z][a-z-]+)", said.out + said.errors))
    assert told >= OPTIONS, OPTIONS - told


@each("several tables at once")
async def test_a_bot_under_tls_logs_in_with_its_key_and_plays_several_tables_at_once(
    sdk: Sdk, serve: Serve, certificates: Certificates, tmp_path: Path
) -> None:
    start = sdk.start()
    server: Server = await serve(
        tls__certificate=certificates.server, accounts__guests=False, rooms__fill_ms=1
    )
    accounts = server.app.people.accounts
    crab = accounts.register.add_account("crab", Role.PLAYER, is_bot=True)
    accounts.credentials.add_key(crab, make_key(tmp_path / "key.pem"))
    key, authority = str(tmp_path / "key.pem"), str(certificates.authority)
    secrets = ["--key-file", key, "--ca-file", authority]
    plan = ["--seek", "colonizers", "--tables", str(TABLES), "--games", str(GAMES)]
    url = ["--url", where(server, "infosets")]
    playing = asyncio.create_task(run([*start("random_bot"), *url, *secrets, *plan]))
    most = 0
    while not playing.done():
        most = max(most, len(server.app.play.running))
        await asyncio.sleep(0.005)
    ended = await playing
    said = ended.out + ended.errors
    assert most == TABLES, said
    assert ended.code == 0, said
    assert len(FULL_MATCH.findall(ended.out)) == GAMES, said
    assert f"played {GAMES} matches: " in said, said
    assert ";" not in ended.out.splitlines()[-1], said


@each("login with a key")
@pytest.mark.parametrize("way", ["as it is", "as if it were the true one", "as if it were old"])
async def test_a_server_that_passes_a_login_on_is_not_let_in_by_its_key(
    sdk: Sdk, serve: Serve, tmp_path: Path, way: str
) -> None:
    """The true server lets the bot in, and not the rogue one in between."""
    start = sdk.start()
    server: Server = await serve(accounts__guests=False, rooms__fill_ms=1)
    accounts = server.app.people.accounts
    crab = accounts.register.add_account("crab", Role.PLAYER, is_bot=True)
    accounts.credentials.add_key(crab, make_key(tmp_path / "key.pem"))
    program = [
        *start("random_bot"),
        "--key-file",
        str(tmp_path / "key.pem"),
        "--seek",
        "colonizers",
    ]
    lied = where(server, "infoset") if way == "as if it were the true one" else None
    async with relay_to(server.port, is_old=way == "as if it were old", address=lied) as relay:
        ended = await run([*program, "--url", f"infoset://127.0.0.1:{relay.port}"])
    assert ended.code == 1, ended.out + ended.errors
    assert relay.challenges >= 1, ended.errors
    assert not relay.is_in
    if way == "as if it were old":
        assert relay.proofs == []
        assert "protocol 1.0" in ended.errors, ended.errors
    else:
        assert relay.proofs, ended.errors
    ended = await run([*program, "--url", where(server, "infoset")])
    assert FULL_MATCH.findall(ended.out) == ["colonizers"], ended.out + ended.errors


@each("TLS under WebSocket")
async def test_a_websocket_goes_under_tls(
    sdk: Sdk, serve: Serve, certificates: Certificates
) -> None:
    sdk.need_websocket()
    start = sdk.start()
    server: Server = await serve(tls__certificate=certificates.server, rooms__fill_ms=1)
    trust = ["--ca-file", str(certificates.authority)]
    url = where(server, "wss").replace("127.0.0.1", "localhost")
    ended = await run([*start("random_bot"), "--url", url, *trust, "--seek", "colonizers"])
    assert FULL_MATCH.findall(ended.out) == ["colonizers"], ended.out + ended.errors


@each("TLS")
async def test_a_server_that_nobody_vouches_for_and_one_of_another_name_are_refused(
    sdk: Sdk, serve: Serve, certificates: Certificates
) -> None:
    server: Server = await serve(tls__certificate=certificates.server, host="0.0.0.0")
    here = where(server, "infosets")
    trust = ["--ca-file", str(certificates.authority)]
    await trusts_nobody(sdk, here)
    await trusts_nobody(sdk, here.replace("127.0.0.1", "127.0.0.2"), *trust)


@each("TLS under WebSocket")
async def test_a_websocket_to_a_server_that_nobody_vouches_for_is_refused(
    sdk: Sdk, serve: Serve, certificates: Certificates
) -> None:
    sdk.need_websocket()
    server: Server = await serve(tls__certificate=certificates.server)
    await trusts_nobody(sdk, where(server, "wss"))


async def trusts_nobody(sdk: Sdk, url: str, *options: str) -> None:
    """A bot does not play at a server whose certificate it has no reason to believe, and says so."""
    random_bot = sdk.start()("random_bot")
    ended = await run([*random_bot, "--seek", "colonizers", "--url", url, *options])
    assert ended.code == 1, ended.out
    assert re.search("certificate|CERTIFICATE|PKIX|subject alternative", ended.errors), ended.errors


LADDER: Final = """
game = "crossfire"
options = {preset = "mini"}
open_to = ["bot"]
clock = {kind = "none"}
"""


@each("ladders")
async def test_two_bots_meet_on_a_ladder_and_stand_in_its_table(
    sdk: Sdk, serve: Serve, tmp_path: Path
) -> None:
    start = sdk.start()
    (tmp_path / "ladders").mkdir()
    (tmp_path / "ladders" / "open.toml").write_text(LADDER, "utf-8")
    server: Server = await serve(store__enabled=True)
    accounts = server.app.people.accounts
    playing = []
    for name in ("crab", "eel"):
        bot = accounts.register.add_account(name, Role.PLAYER, is_bot=True)
        accounts.credentials.add_key(bot, make_key(tmp_path / f"{name}.pem"))
        secret = ["--key-file", str(tmp_path / f"{name}.pem")]
        plan = ["--ladder", "open", "--version", "7", "--games", "1"]
        playing.append(run([*start("random_bot"), "--url", where(server), *secret, *plan]))
    for ended in await asyncio.gather(*playing):
        said = ended.out + ended.errors
        assert ended.code == 0, said
        assert FULL_MATCH.findall(ended.out) == ["crossfire"], said
    looking = await server.connect("ada")
    (listed,) = (await looking.ask("ladders"))["items"]
    assert (listed["ladder"], listed["entries"]) == ("open", 2)
    rows = (await looking.ask("standings", ladder="open"))["rows"]
    assert {(row["name"], row["version"]) for row in rows} == {("crab", "7"), ("eel", "7")}
