"""Results on their way to the addresses of organisers: from a running server to a receiver, with everything between."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from standardwebhooks.webhooks import Webhook as ReferenceWebhook
from tests.faults.killing import SETTINGS, Killing
from tests.integration.harness import MANIFEST, Server, open_server, start_match
from tests.integration.test_class_ladders import ASKED, found_class
from tests.integration.test_class_ladders import come as come_to_class
from tests.integration.test_ladder import LADDER, enter, playing
from tests.integration.test_ladder import life as ladder_life
from tests.integration.test_tournaments import begin, look, until_over
from tests.ports import lasting_port
from tests.server.contests.tournaments.files import tournament_file
from tests.server.webhooks.receivers import (
    OK,
    Behaviour,
    Received,
    Receiver,
    Writer,
    answering,
    certificate_in,
    receiving,
    status,
)

from infoset.address import read_address
from infoset.web import post
from infoset_server.accounts.users import ALL_SCOPES, ConsoleError, User
from infoset_server.admin.commands import Operator, Result
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.app.features.webhooks import WebhookFeature
from infoset_server.webhooks.events import MatchFinished, WebhookTest

DUEL = {"game": "crossfire", "options": {"preset": "mini"}}
DOC = Path(__file__).parents[2] / "docs" / "webhooks.md"
EXAMPLE = Path(__file__).parents[2] / "examples" / "webhooks" / "receiver.py"
HOST = "localhost"
ADMIN = Operator(None, ALL_SCOPES)


def url_of(receiver: Receiver) -> str:
    return f"https://{HOST}:{receiver.port}/hook"


def settings_for(certificate: Path, port: int) -> dict[str, Any]:
    """Settings under which results are sent to this machine."""
    return {
        "webhooks.ca_file": str(certificate),
        "webhooks.ports": str(port),
        "webhooks.private_networks": "127.0.0.0/8,::1",
        "webhooks.site": "https://play.example.org",
    }


def spelled(settings: dict[str, Any]) -> dict[str, Any]:
    return {name.replace(".", "__"): value for name, value in settings.items()}


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return certificate_in(tmp_path, HOST)


@asynccontextmanager
async def life(
    data: Path, certificate: Path, receiver: Receiver, **more: Any
) -> AsyncIterator[Server]:
    """One life of a server that may send to the receiver."""
    settings = spelled(settings_for(certificate, receiver.port))
    async with open_server(data / "data", store__enabled=True, **settings, **more) as server:
        yield server
        await server.app.close(0)


async def give(server: Server, name: str, by: User | None = None, **asked: Any) -> Result:
    """Gives a command as the console would. Raises what it raises."""
    commands = {one.name: one for one in server.app.core.services.commands()}
    operator = ADMIN if by is None else Operator(by, by.scopes(0))
    result = commands[name].run(operator, commands[name].arguments.model_validate(asked))
    return result if isinstance(result, Result) else await result


def events(receiver: Receiver, secret: str) -> list[dict[str, Any]]:
    """What was received, each proved by the reference library and by the schema."""
    found = []
    for one in receiver.received:
        event = ReferenceWebhook(secret).verify(one.body, one.headers)
        model = {"match.finished": MatchFinished, "webhook.test": WebhookTest}[event["type"]]
        Draft202012Validator(model.model_json_schema()).validate(event)
        assert model.model_validate(event).model_dump(exclude_none=True) == event  # and no more
        found.append(event)
    return found


async def test_each_result_of_a_tournament_is_sent_as_its_page_shows_it(
    tmp_path: Path, certificate: Path
) -> None:
    async with (
        receiving(certificate, answering(OK)) as receiver,
        life(tmp_path, certificate, receiver) as server,
    ):
        director = begin(server, "round_robin", "tables = 1", bots=("A", "B", "C"))
        director.tournament.pause()
        url = url_of(receiver)
        secret = (await give(server, "webhook-add", tournament="cup", url=url)).secret
        director.tournament.resume()
        director.go_on()
        await until_over(server, director.tournament)
        await receiver.until(len(director.tournament.course.sittings))
        page: Any = await look(server, "/tournaments/cup.json")
        told = {event["data"]["match"]: event["data"] for event in events(receiver, secret)}
        shown = {
            match["match_id"]: (table, match)
            for table in page["tables"]
            for match in table["matches"]
        }
        assert told.keys() >= shown.keys() - {""}
        for match_id, (table, match) in shown.items():
            data = told[match_id]
            assert [seat["place"] for seat in data["seats"]] == match["places"]
            assert [seat["entrant"] - 1 for seat in data["seats"]] == match["seating"]
            assert data["tournament"] == {
                "tournament": "cup",
                "title": "Winter Cup",
                "table": table["table"],
                "round": table["round"],
                "page": "https://play.example.org/#/tournaments/cup",
            }
            assert data["replay"] == f"https://play.example.org/#/replay/{match_id}"


async def test_results_of_a_ladder_say_whose_they_are(tmp_path: Path, certificate: Path) -> None:
    async with receiving(certificate, answering(OK)) as receiver:
        settings = spelled(settings_for(certificate, receiver.port))
        async with ladder_life(tmp_path, LADDER, **settings) as server:
            url = url_of(receiver)
            secret = (await give(server, "webhook-add", ladder="open", url=url)).secret
            ann, entry = await enter(server, "ann", games=2)
            bob, other = await enter(server, "bob", games=2)
            async with playing(ann, bob):
                await receiver.until(2)
            for number, event in enumerate(events(receiver, secret), 1):
                data = event["data"]
                assert data["ladder"]["result"] == number
                assert data["ladder"]["rated"] is True
                assert {seat["entry"] for seat in data["seats"]} == {entry, other}
                assert {seat["name"] for seat in data["seats"]} == {"ann", "bob"}


async def test_what_is_hidden_is_sent_when_it_is_released(
    tmp_path: Path, certificate: Path
) -> None:
    async with (
        receiving(certificate, answering(OK)) as receiver,
        life(tmp_path, certificate, receiver) as server,
    ):
        lines = ('results = "hidden"', "tables = 1")
        file = tournament_file("round_robin", *lines, bots=("A", "B", "C"))
        await give(server, "tournament-create", file=file)
        url = url_of(receiver)
        secret = (await give(server, "webhook-add", tournament="cup", url=url)).secret
        await give(server, "tournament-start", tournament="cup")
        director = server.app.feature(TournamentFeature).tournaments.director("cup")
        await until_over(server, director.tournament)
        feature = server.app.feature(WebhookFeature)
        await server.until(lambda: len(feature.outbox.held()) == 3)
        feature.tidy()
        assert len(feature.outbox.held()) == 3
        await give(server, "tournament-release", tournament="cup", round=1)
        feature.tidy()
        await receiver.until(1)
        await give(server, "tournament-release", tournament="cup")
        feature.tidy()
        await receiver.until(3)
        rounds = [event["data"]["tournament"]["round"] for event in events(receiver, secret)]
        assert rounds == [1, 2, 3]


async def test_the_operator_hears_of_matches_that_everybody_may_know(
    tmp_path: Path, certificate: Path
) -> None:
    async with receiving(certificate, answering(OK)) as receiver:
        more = {"webhooks__results_to": url_of(receiver)}
        async with life(tmp_path, certificate, receiver, **more) as server:
            secret = (await give(server, "webhook-secret", webhook="w_server")).secret
            found_class(server, "Otter", "Lynx")
            otter, lynx = [await come_to_class(server, name) for name in ("Otter", "Lynx")]
            ann, bob = await server.connect("ann"), await server.connect("bob")

            async def resigned(*players: Any, **settings: Any) -> str:
                match_id = await start_match(list(players), **DUEL, **settings)
                await players[0].ask("resign", match_id=match_id)
                await players[1].expect("match_over", match_id=match_id)
                return match_id

            await resigned(otter, lynx)  # a class's own business
            await resigned(ann, bob, watch="off")
            public = await resigned(ann, bob)
            await receiver.until(1)
            (event,) = events(receiver, secret)
            assert event["data"]["match"] == public
            assert event["data"]["reason"] == "resign"
            assert [seat["place"] for seat in event["data"]["seats"]] == [2, 1]
            feature = server.app.feature(WebhookFeature)
            (webhook,) = feature.outbox
            assert len(feature.outbox.messages(webhook)) == 1


async def test_a_teacher_has_results_of_the_own_class_sent(
    tmp_path: Path, certificate: Path
) -> None:
    async with (
        receiving(certificate, answering(OK)) as receiver,
        life(tmp_path, certificate, receiver, webhooks__results_to="https://x.example/") as server,
    ):
        teacher, _ = found_class(server, "Otter", "Lynx")
        await give(server, "class-ladder", teacher, **ASKED)
        url = url_of(receiver)
        secret = (await give(server, "webhook-add", teacher, ladder="ours", url=url)).secret
        pupils = [await come_to_class(server, name) for name in ("Otter", "Lynx")]
        for pupil in pupils:
            asked = {"ladder": "ours", "name": pupil.name, "kind": "human"}
            entry = (await pupil.ask("ladder_register", **asked))["data"]["entry"]
            await pupil.ask("ladder_queue", ladder="ours", entry=entry, games=1)
        async with playing(*pupils):
            await receiver.until(1)
        (event,) = events(receiver, secret)
        assert {seat["name"] for seat in event["data"]["seats"]} == {"Otter", "Lynx"}
        (own,) = (await give(server, "webhooks", teacher)).rows
        assert own["name"] == "ours"
        outbox = server.app.feature(WebhookFeature).outbox
        (theirs,) = [one for one in outbox if one.id == "w_server"]
        assert outbox.messages(theirs) == []


async def test_an_organiser_sees_what_was_sent_and_sends_it_again(
    tmp_path: Path, certificate: Path
) -> None:
    behave = answering(status(500), OK)
    async with (
        receiving(certificate, behave) as receiver,
        life(tmp_path, certificate, receiver) as server,
    ):
        await give(server, "tournament-create", file=tournament_file("round_robin"))
        added = await give(server, "webhook-add", tournament="cup", url=url_of(receiver))
        (row,) = (await give(server, "webhooks")).rows
        assert added.secret not in str(row)
        webhook = row["webhook"]
        assert (row["name"], row["state"], row["url"]) == ("cup", "on", url_of(receiver))
        with pytest.raises(ConsoleError, match="did not arrive: answered 500"):
            await give(server, "webhook-test", webhook=webhook)
        said = await give(server, "webhook-test", webhook=webhook)
        assert said.message == "the test has arrived: answered 204"
        newest, oldest = (await give(server, "webhook-messages", webhook=webhook)).rows
        assert (newest["status"], oldest["status"]) == ("delivered", "failed")
        assert (oldest["said"], oldest["attempts"]) == ("answered 500", 1)
        await give(server, "webhook-resend", webhook=webhook, message=oldest["message"])
        await receiver.until(3)
        assert receiver.ids()[0] == receiver.ids()[2] == oldest["message"]
        renewed = await give(server, "webhook-secret", webhook=webhook)
        assert renewed.secret != added.secret
        await give(server, "webhook-test", webhook=webhook)
        for secret in (added.secret, renewed.secret):
            ReferenceWebhook(secret).verify(receiver.received[3].body, receiver.received[3].headers)
        await give(server, "webhook-remove", webhook=webhook)
        assert (await give(server, "webhooks")).rows == []


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://club.example/", "url: expected an address that begins with https://"),
        ("https://club.example:22/", "url: expected one of the ports"),
        ("https://10.0.0.1/", "url: its name leads to a machine that is not of the public"),
    ],
)
async def test_where_nothing_can_be_sent_is_refused_and_nothing_changes(
    tmp_path: Path, url: str, why: str
) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        await give(server, "tournament-create", file=tournament_file("round_robin"))
        with pytest.raises(ConsoleError, match=why):
            await give(server, "webhook-add", tournament="cup", url=url)
        with pytest.raises(ConsoleError, match="exactly one of tournament and ladder"):
            await give(server, "webhook-add", url="https://club.example/")
        assert list(server.app.feature(WebhookFeature).outbox) == []
        for number in range(3):
            await give(server, "webhook-add", tournament="cup", url=f"https://c{number}.example/")
        with pytest.raises(ConsoleError, match="there already"):
            await give(server, "webhook-add", tournament="cup", url="https://c0.example/")
        with pytest.raises(ConsoleError, match="as many addresses as may be, 3"):
            await give(server, "webhook-add", tournament="cup", url="https://c3.example/")
        await server.app.close(0)


async def test_without_the_setting_nothing_is_sent_to_this_machine(
    tmp_path: Path, certificate: Path
) -> None:
    async with receiving(certificate, answering(OK)) as receiver:
        settings = spelled(settings_for(certificate, receiver.port))
        del settings["webhooks__private_networks"]
        async with open_server(tmp_path / "data", store__enabled=True, **settings) as server:
            await give(server, "tournament-create", file=tournament_file("round_robin"))
            await give(server, "webhook-add", tournament="cup", url=url_of(receiver))
            (row,) = (await give(server, "webhooks")).rows
            with pytest.raises(ConsoleError, match="not of the public Internet"):
                await give(server, "webhook-test", webhook=row["webhook"])
            await server.app.close(0)
        assert receiver.connections == 0


async def test_the_webhook_of_a_tournament_goes_with_it(tmp_path: Path) -> None:
    """Who makes another tournament of its name later is nobody's to hear of."""
    async with open_server(tmp_path, store__enabled=True) as server:
        await give(server, "tournament-create", file=tournament_file("round_robin"))
        await give(server, "webhook-add", tournament="cup", url="https://club.example/")
        await give(server, "tournament-remove", tournament="cup")
        teacher, _ = found_class(server)
        await give(server, "tournament-create", teacher, file=tournament_file("round_robin"))
        feature = server.app.feature(WebhookFeature)
        contest = server.app.core.services.contest("tournament", "cup")
        assert contest is not None
        assert feature.outbox.of(contest) == []
        assert (await give(server, "webhooks", teacher)).rows == []
        feature.tidy()
        assert list(feature.outbox) == []
        await server.app.close(0)


async def ask(server: Killing, data: Path, verb: str, **arguments: Any) -> dict[str, Any]:
    """Gives a command to a server in a process of its own."""
    address = read_address(f"infoset://127.0.0.1:{server.port}")
    token = (data / "admin.token").read_text(encoding="utf-8").strip()
    answer: dict[str, Any] = await asyncio.to_thread(
        post, address, f"/admin/{verb}", arguments, token
    )
    return answer


def unwilling(heard: asyncio.Event, willing: asyncio.Event) -> Behaviour:
    """Refuses everything until it is willing."""

    async def behave(received: Received, writer: Writer) -> None:
        heard.set()
        writer.write(OK if willing.is_set() else status(503))
        await writer.drain()

    return behave


async def test_a_server_that_is_killed_loses_no_message_and_sends_each_under_one_id(
    tmp_path: Path, certificate: Path
) -> None:
    heard, willing = asyncio.Event(), asyncio.Event()
    async with receiving(certificate, unwilling(heard, willing)) as receiver:
        told = settings_for(certificate, receiver.port)
        settings = (*SETTINGS, *(f"{name}={value}" for name, value in told.items()))
        command = [sys.executable, "-m", "infoset", "serve"]
        manifest = (f"bots.manifest={MANIFEST}", "beacon_port=0")
        server = Killing(tmp_path, command, (*settings, *manifest))
        await server.start()
        try:
            data = tmp_path / "data"
            file = tournament_file("round_robin", bots=("A", "B", "C", "D"))
            await ask(server, data, "tournament-create", file=file)
            url = url_of(receiver)
            added = await ask(server, data, "webhook-add", tournament="cup", url=url)
            await ask(server, data, "tournament-start", tournament="cup")
            for _ in range(2):
                heard.clear()
                async with asyncio.timeout(120):
                    await heard.wait()
                await server.kill()
                await server.start()
            willing.set()
            async with asyncio.timeout(180):
                while True:
                    exported = await ask(server, data, "tournament-export", tournament="cup")
                    page = json.loads(exported["file"])
                    hook = (await ask(server, data, "webhooks"))["rows"][0]
                    if page["state"] == "over" and hook["delivered"] == 6:
                        break
                    for row in await waiting(server, data, hook["webhook"]):
                        assert row["status"] != "failed", row
                    await asyncio.sleep(0.1)
        finally:
            await server.kill()
        played = {match["match_id"] for table in page["tables"] for match in table["matches"]}
        by_match: dict[str, set[str]] = {}
        for one in receiver.received:
            event = json.loads(one.body)
            by_match.setdefault(event["data"]["match"], set()).add(one.headers["webhook-id"])
        assert by_match.keys() == played
        assert all(len(ids) == 1 for ids in by_match.values())
        last = receiver.received[-1]
        ReferenceWebhook(added["secret"]).verify(last.body, last.headers)


async def waiting(server: Killing, data: Path, webhook: str) -> list[dict[str, Any]]:
    answer = await ask(server, data, "webhook-messages", webhook=webhook)
    rows: list[dict[str, Any]] = answer["rows"]
    return rows


async def test_the_receiver_of_the_document_prints_who_won(
    tmp_path: Path, certificate: Path
) -> None:
    assert EXAMPLE.read_text("utf-8") in DOC.read_text("utf-8")
    receiver = Receiver(lasting_port(), answering(OK))
    async with life(tmp_path, certificate, receiver) as server:
        director = begin(server, "round_robin", bots=("A", "B"))
        director.tournament.pause()
        added = await give(server, "webhook-add", tournament="cup", url=url_of(receiver))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(EXAMPLE), str(receiver.port), str(certificate)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "WEBHOOK_SECRET": added.secret},
        )
        try:
            (row,) = (await give(server, "webhooks")).rows
            async with asyncio.timeout(60):
                while True:
                    try:
                        await give(server, "webhook-test", webhook=row["webhook"])
                    except ConsoleError:  # it does not listen yet
                        await asyncio.sleep(0.1)
                    else:
                        break
                director.tournament.resume()
                director.go_on()
                assert process.stdout is not None
                line = (await process.stdout.readline()).decode()
            (sitting,) = director.tournament.course.sittings
            assert line.startswith(f"{sitting.played[0].match}: ")
        finally:
            process.send_signal(signal.SIGKILL)
            await process.wait()
