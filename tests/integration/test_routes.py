"""Every route of a running server, asked: what comes back is what the OpenAPI document says, and nothing more."""

import asyncio
import http.client
import json
from base64 import b64encode
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.integration.harness import Server, open_server, play_out, start_match
from tests.integration.uploads import account, bot, open_hosting, upload
from tests.server.contests.tournaments.files import tournament_file

from infoset_server.accounts.credentials import Kind
from infoset_server.admin.token_commands import FILE_NAME
from infoset_server.app.features.abtests import AbTestFeature
from infoset_server.app.features.ladders import LadderFeature
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.app.features.uploads import UploadFeature

JSON = "application/json"
PUB = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"  # of RFC 8032, test 1
ARCHIVE = b"no archive at all"
LADDER = """
game = "crossfire"
options = {preset = "mini"}
open_to = ["human"]
hosted = ["first", "babble"]
matches = 1
refit_s = 0.01
clock = {kind = "none"}
seasons = {}
"""


@dataclass
class Answer:
    """What came back."""

    status: int
    media: str
    body: bytes

    @property
    def plain(self) -> Any:
        """The body of an answer in JSON."""
        return json.loads(self.body)


@dataclass
class Described:
    """A server that is asked, and what it says of its answers. `asked` are the routes asked in earnest."""

    server: Server
    document: dict[str, Any]
    token: str
    asked: set[tuple[str, str]] = field(default_factory=set)

    async def ask(
        self,
        path: str,
        body: dict[str, Any] | bytes | None = None,
        *,
        route: str | None = None,
        status: int = 200,
        token: str | None = "",
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Asks with GET, or with a body with POST, and checks the answer; `route` is the path in the table.

        An empty token is the server's own.
        """
        method = "GET" if body is None else "POST"
        place = route or path
        said = self.document["paths"][place][method.lower()]
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        shown = self.token if token == "" else token
        told = {} if shown is None or body is None else {"Authorization": f"Bearer {shown}"}
        answer = await asyncio.to_thread(
            exchange, self.server.port, method, path, sent, told | (headers or {})
        )
        assert answer.status == status, (path, answer)
        self.check(said["responses"][str(status)], answer)
        if status not in (400, 401):  # it was understood
            self.asked.add((method, place))
            self.check_request(said, body)
        return answer

    async def tell(
        self, verb: str, *, status: int = 200, token: str | None = "", **arguments: Any
    ) -> Any:
        """Gives a command; what comes of it."""
        return (await self.ask(f"/admin/{verb}", arguments, status=status, token=token)).plain

    def check(self, said: dict[str, Any], answer: Answer) -> None:
        """Raises where an answer is not as it is said to be."""
        if "$ref" in said:
            said = self.document["components"]["responses"][said["$ref"].rpartition("/")[2]]
        if "content" not in said:
            assert answer.body == b""
            return
        ((media, content),) = said["content"].items()
        assert media in ("*/*", answer.media)
        if "schema" in content:
            self.validate(content["schema"], answer.plain)

    def check_request(self, said: dict[str, Any], body: dict[str, Any] | bytes | None) -> None:
        """Raises where what was asked is not what is said to be asked."""
        content = said.get("requestBody", {}).get("content", {})
        if JSON in content:
            self.validate(content[JSON]["schema"], body)

    def validate(self, schema: dict[str, Any], plain: Any) -> None:
        """Raises where a value has not the schema, or has a field that is not in it."""
        whole = closed({**schema, "components": self.document["components"]})
        problems = [error.message for error in Draft202012Validator(whole).iter_errors(plain)]
        assert problems == [], plain


def closed(schema: Any) -> Any:
    """A schema whose objects have no other fields than those it names."""
    match schema:
        case {"properties": _, **rest} if "additionalProperties" not in rest:
            return {key: closed(value) for key, value in schema.items()} | {
                "additionalProperties": False
            }
        case dict():
            return {key: closed(value) for key, value in schema.items()}
        case list():
            return [closed(one) for one in schema]
        case _:
            return schema


def exchange(port: int, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
    """One request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    try:
        connection.request(method, path, body if method == "POST" else None, headers)
        response = connection.getresponse()
        content = response.read()
        return Answer(response.status, response.getheader("Content-Type", ""), content)
    finally:
        connection.close()


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Described]:
    """A server with a ladder that is being played, without isolation for uploads."""
    (tmp_path / "ladders").mkdir()
    (tmp_path / "ladders" / "open.toml").write_text(LADDER, "utf-8")
    async with open_server(tmp_path, store__enabled=True) as server:
        server.app.feature(UploadFeature).hosted.obstacle = None
        found = await asyncio.to_thread(exchange, server.port, "GET", "/openapi.json", b"", {})
        token = (tmp_path / FILE_NAME).read_text().strip()
        yield Described(server, found.plain, token)
        await server.app.close(0)


async def test_every_route_answers_as_it_is_described(site: Described) -> None:
    await look_at_the_server(site)
    await give_commands_about_people(site)
    await give_commands_about_tournaments(site)
    await give_commands_about_ladders(site)
    await give_commands_about_matches(site)
    await upload_bots(site)
    await give_commands_about_ab_tests(site)
    await give_commands_about_webhooks(site)
    table = {(route.method, route.path.replace(":path", "")) for route in site.server.router.routes}
    assert table - site.asked == set(), "there is no live check of these"


async def test_what_needs_a_token_is_refused_without_one_as_it_is_described(
    site: Described,
) -> None:
    for path, said in site.document["paths"].items():
        if "security" in said.get("post", {}):
            await site.ask(path, {}, status=401, token=None)
    assert ("POST", "/admin/ban") not in site.asked


async def test_what_is_no_argument_is_refused_as_it_is_described(site: Described) -> None:
    for path in site.document["paths"]:
        if path.startswith("/admin/"):
            await site.ask(path, {"nonsense": 1}, status=400)


async def look_at_the_server(site: Described) -> None:
    for path in ("/openapi.json", "/health", "/ready", "/metrics"):
        await site.ask(path)
    await site.ask("/metrics", status=403, headers={"X-Forwarded-For": "203.0.113.7"})
    site.server.app.matchmaker.stopping = True
    await site.ask("/ready", status=503)
    site.server.app.matchmaker.stopping = False
    await site.ask("/", status=304, headers={"If-None-Match": "*"})
    index = (await site.ask("/")).body.decode()
    script = next(part for part in index.split('"') if part.startswith("web/"))
    await site.ask(f"/{script}", route="/web/{digest}/{file}")
    await site.ask("/web/x/main.js", route="/web/{digest}/{file}", status=404)
    await site.ask("/sw.js")
    await site.ask("/embed/m_x", route="/embed/{replay}", status=404)
    await site.ask("/embed/m_x/film.json", route="/embed/{replay}/film.json", status=404)
    await site.ask("/download/bot.zip", route="/download/{file}")
    await site.ask("/download/cat.zip", route="/download/{file}", status=404)


async def give_commands_about_people(site: Described) -> None:
    tell = site.tell
    await tell("add-user", name="ann")
    await tell("add-user", name="ann", status=409)
    await tell("add-user", name="gone", role="organiser")
    await tell("set-role", user="gone", role="player")
    await tell("remove-user", user="gone")
    await tell("add-bot", name="crab", owner="ann")
    await tell("users", guests=True)
    await tell("disable-bot", bot="crab")
    await tell("enable-bot", bot="crab")
    await tell("mute", user="ann", minutes=5, reason="noise")
    await tell("unmute", user="ann")
    await tell("ban", address="203.0.113.9")
    await tell("bans")
    await tell("unban", address="203.0.113.9")
    token = (await tell("add-token", user="ann", label="laptop"))["secret"]
    await tell("add-key", user="ann", key=PUB)
    (key,) = (row for row in (await tell("tokens", user="ann"))["rows"] if row["kind"] == "key")
    await tell("revoke-token", id=key["id"])
    await site.ask("/ticket", {}, token=token)
    await site.ask("/ticket", {}, token="guess", status=401)
    await tell("ban", token=token, status=403, user="ann")
    await tell("revoke-tokens", user="ann")
    await tell("add-class", name="7b", names=["Otter"])
    await tell("add-pupils", name="7b", pupils=2)
    await tell("pupils", name="7b")
    await tell("cards", name="7b")
    await tell("classes")
    code = (await tell("open-class", name="7b"))["secret"]
    await site.ask("/enrol", {"code": code}, token=None)
    await tell("close-class", name="7b")
    await site.ask("/enrol", {"code": code}, token=None, status=403)
    await site.ask("/enrol", {"code": 7}, token=None, status=400)
    accounts = site.server.app.people.accounts
    code = accounts.moves.issue(accounts.register.named("ann"), "s_1", frozenset({"play"}))
    move = {"code": code, "secret": "made up by the device"}
    await site.ask("/move", move, token=None)
    await site.ask("/move", move, token=None, status=403)
    await site.ask("/move", {"code": code, "secret": "short"}, token=None, status=400)
    await tell("allow-chat", name="7b")
    await tell("forbid-chat", name="7b")
    await tell("keep-class", name="7b")
    await tell("rename-class", name="7b", new_name="8b")
    await tell("rename-class", name="8b", new_name="7b")
    await tell("rename", user="Otter", name="Heron")
    await tell("rename", user="Heron", name="Otter")
    await tell("remove-pupil", name="7b", pupil="Otter")
    await tell("audit", number=5)


async def give_commands_about_tournaments(site: Described) -> None:
    tell, page = site.tell, "/tournaments/{address}.json"
    more = ['team = [{ name = "Crabs", members = ["A", "ann"] }]', 'rating = { ladder = "open" }']
    text = tournament_file("single_elimination", 'results = "hidden"', *more, users=["ann"])
    await tell("tournament-create", file=text)
    await tell("tournament-create", file=text, status=409)
    await tell("tournament-enter", tournament="cup", bot="first", name="F")
    await tell("tournament-open", tournament="cup")
    await tell("tournament-start", tournament="cup")
    tournament = site.server.app.feature(TournamentFeature).tournaments.director("cup").tournament
    await site.server.until(lambda: any(one.is_decided for one in tournament.course.sittings))
    await tell("tournaments")
    await site.ask("/tournaments.json")
    await site.ask("/tournaments/cup.json", route=page)
    await site.ask("/tournaments/other.json", route=page, status=404)
    for table in ("standings.csv", "results.csv"):
        place = f"/tournaments/{{address}}/{table}"
        lines = (await site.ask(f"/tournaments/cup/{table}", route=place)).body.split(b"\r\n")
        assert b",name," in lines[0]
        assert lines[-1] == b""
        await site.ask(f"/tournaments/other/{table}", route=place, status=404)
    for look in ("standings", "teams", "schedule", "bracket", "crosstable"):
        await tell(f"tournament-{look}", tournament="cup", public=True)
    await tell("tournament-export", tournament="cup")
    await tell("tournament-pause", tournament="cup")
    await tell("tournament-resume", tournament="cup")
    await tell("tournament-pace", tournament="cup", tables=2)
    await tell("tournament-replay", tournament="cup", table="none", status=409)
    await tell("tournament-withdraw", tournament="cup", entrant="ann")
    await tell("tournament-readmit", tournament="cup", entrant="ann")
    await tell("tournament-release", tournament="cup")
    await site.ask("/tournaments/cup.json", route=page)
    await tell("tournament-remove", tournament="cup")
    await look_at_a_table_that_waits(site)


async def look_at_a_table_that_waits(site: Described) -> None:
    """Of a tournament by another name: what is shown is shown again for a moment."""
    text = tournament_file("round_robin", bots=["A", "B"], users=["ann"])
    await site.tell("tournament-create", file=text.replace('"cup"', '"club"'))
    await site.tell("tournament-open", tournament="club")
    await site.tell("tournament-start", tournament="club")
    director = site.server.app.feature(TournamentFeature).tournaments.director("club")
    (ann,) = (n for n, one in enumerate(director.tournament.entrants) if one.name == "ann")
    calls = director.calls
    await site.server.until(lambda: any(ann in director.missing(one) for one in calls.values()))
    shown = (await site.ask("/tournaments/club.json", route="/tournaments/{address}.json")).plain
    (hers,) = (one["table"] for one in shown["tables"] if ann in one.get("missing", []))
    await site.tell("tournament-forfeit", tournament="club", entrant="ann", table=hers)
    await site.tell("tournament-rule", tournament="club", table=hers, places=[1, 2])
    points: dict[str, Any] = {"entrant": "ann", "points": 1, "reason": "fair"}
    await site.tell("tournament-adjust", tournament="club", **points)


async def give_commands_about_ladders(site: Described) -> None:
    tell = site.tell
    ladder = site.server.app.feature(LadderFeature).ladders.ladders["open"]
    await site.server.until(lambda: ladder.standings.table is not None)
    await site.ask("/ladder")
    for page in ("", "/csv", "/crosstable", "/history", "/results", "/results/csv", "/seasons"):
        await site.ask(f"/ladder/open{page}", route=f"/ladder/{{name}}{page}")
        await site.ask(f"/ladder/other{page}", route=f"/ladder/{{name}}{page}", status=404)
    entry, one = ladder.results[0].entries[0], "/ladder/{name}/entry/{entry}"
    await site.ask(f"/ladder/open/entry/{entry}", route=one)
    await site.ask("/ladder/open/entry/e_x", route=one, status=404)
    await tell("ladders")
    await tell("entries", ladder="open")
    await tell("entry-log", ladder="open", entry=entry)
    await tell("ladder-results", ladder="open", entry=entry, number=3)
    spoilt = next(one.match_id for one in ladder.results if one.counts)
    await tell("annul", ladder="open", match=spoilt, reason="a power cut")
    await tell("annul", ladder="open", match=spoilt, reason="once more", status=409)
    await site.ask("/ladder/open/results", route="/ladder/{name}/results")
    await tell("reinstate", ladder="open", match=spoilt)
    await tell("seasons", ladder="open")
    await tell("end-season", ladder="open")
    await site.server.until(lambda: 1 in ladder.seasons.past)
    for page in ("", "/csv"):
        season = f"/ladder/{{name}}/season/{{season}}{page}"
        await site.ask(f"/ladder/open/season/1{page}", route=season)
        await site.ask(f"/ladder/open/season/9{page}", route=season, status=404)
    await tell("batch", ladder="open", entry=entry, matches=2)
    (batch,) = ladder.batches
    await tell("batches", ladder="open")
    await tell("cancel-batch", ladder="open", batch=batch.id)
    await tell("bench", ladder="open", entry=entry)
    await site.ask(f"/ladder/open/entry/{entry}", route=one)
    await tell("unbench", ladder="open", entry=entry)
    await tell("ladder", ladder="open", state="paused")
    await tell("ladder", ladder="other", state="paused", status=409)
    await tell("load-ladders")
    await tell("class-ladder", ladder="ours", classroom="7b", game="crossfire")
    await tell("ladder-file", ladder="ours")
    await tell("change-ladder", ladder="ours", title="Sprint", seasons="fresh", preview=True)
    await tell("change-ladder", ladder="ours", title="Sprint", seasons="fresh")
    await tell("change-ladder", ladder="ours", game="catan", status=409)
    await tell("remove-ladder", ladder="ours", status=409)
    await tell("ladder", ladder="ours", state="closed")
    await tell("remove-ladder", ladder="ours", preview=True)
    await tell("remove-ladder", ladder="ours")
    await tell("remove-class", name="7b", preview=True)
    await tell("remove-class", name="7b")


async def give_commands_about_matches(site: Described) -> None:
    tell = site.tell
    ben = await site.server.connect("ben")
    match_id = await start_match([ben])
    await play_out([ben], match_id)
    await tell("slow", number=3)
    await tell("export", match=match_id)
    await tell("export", match="m_none", status=409)
    await tell("re-run", match=match_id)
    await tell("end-match", match=match_id, status=409)
    await tell("freeze")
    await tell("announce", text="lunch")
    await tell("close")
    await tell("open")
    await tell("open", room="none", status=409)


async def give_commands_about_ab_tests(site: Described) -> None:
    tell = site.tell
    data = b64encode(ARCHIVE).decode()
    program = sha256(ARCHIVE).hexdigest()
    size = len(ARCHIVE)
    await tell("ab-piece", digest=program, size=size, offset=0, data=data)
    await tell("ab-piece", digest="0" * 64, size=size, offset=0, data=data, status=409)
    side = {"label": "new", "spec": "{files}/bot.py", "program": program}
    await tell("ab-release", name="crab", game="crossfire", side=side)
    asked: dict[str, Any] = {"a": side, "against": "crab", "game": "crossfire"}
    (row,) = (await tell("ab-submit", **asked, options={"preset": "mini"}))["rows"]
    worker: dict[str, Any] = {"worker": "w1"}
    test = row["test"]
    await tell("ab-submit", **asked, max_blocks=5, priority=-1)
    await tell("ab-tests")
    package = site.server.app.feature(AbTestFeature).tests.package
    await tell("ab-take", **worker, package=package, most=2)
    await tell("ab-take", **worker, package="none", most=2, status=409)
    await tell("ab-program", test=test, program=program)
    await tell("ab-renew", **worker)
    blocks = [{"number": 0, "scores": [1.0, 0.5]}]
    logs = [{"match": 0, "side": "a", "text": "oops"}]
    await tell("ab-report", **worker, test=test, blocks=blocks, logs=logs)
    await tell("ab-refuse", **worker, test=test, why="tired")
    await tell("ab-leave", **worker)
    await tell("ab-show", test=test)
    await tell("ab-priority", test=test, priority=2)
    await site.ask("/abtests")
    await site.ask(f"/abtests/{test}", route="/abtests/{test}")
    await site.ask("/abtests/none", route="/abtests/{test}", status=404)
    await tell("ab-stop", test=test)
    await tell("ab-stop", test=test, status=409)
    await site.ask(f"/abtests/{test}", route="/abtests/{test}")


async def give_commands_about_webhooks(site: Described) -> None:
    tell = site.tell
    text = tournament_file("round_robin").replace('id = "cup"', 'id = "told"')
    await tell("tournament-create", file=text)
    await tell("webhook-add", tournament="told", url="https://club.invalid/")
    await tell("webhook-add", tournament="told", url="http://club.invalid/", status=409)
    (row,) = (await tell("webhooks"))["rows"]
    named = {"webhook": row["webhook"]}
    await tell("webhook-test", **named, status=409)
    (message,) = (await tell("webhook-messages", **named))["rows"]
    await tell("webhook-resend", **named, message=message["message"])
    await tell("webhook-resend", **named, message="msg_none", status=409)
    await tell("webhook-secret", **named)
    await tell("webhook-on", **named)
    await tell("webhook-remove", **named)
    await tell("webhook-remove", **named, status=409)


async def upload_bots(site: Described) -> None:
    register = site.server.app.people.accounts.register
    credentials = site.server.app.people.accounts.credentials
    _, token = credentials.issue(register.named("ann"), Kind.USER)
    about = {"name": "ferris", "bytes": len(ARCHIVE), "sha256": sha256(ARCHIVE).hexdigest()}
    upload = (await site.ask("/bots/begin", about, token=token)).plain["upload"]
    place = f"/bots/piece?upload={upload}&offset=0"
    await site.ask(place, ARCHIVE, route="/bots/piece", token=token)
    await site.ask("/bots/piece", ARCHIVE, status=400, token=token)
    await site.ask("/bots/finish", {"upload": upload}, token=token, status=409)
    await site.ask("/bots/list", {}, token=token)
    for verb in ("log", "disable", "enable", "remove", "download", "give", "take"):
        await site.ask(f"/bots/{verb}", {"bot": "ferris"}, token=token, status=404)
    await site.ask("/bots/use", {"bot": "ferris", "version": 1}, token=token, status=404)


async def test_what_owners_see_of_an_uploaded_bot_is_described(site: Described) -> None:
    await open_hosting(site.server)
    olga = account(site.server)
    version = await upload(site.server, olga, bot("ferris", "table_bot.py", "first"))
    assert version.number == 1
    _, token = site.server.app.people.accounts.credentials.issue(olga, Kind.USER)
    for verb in ("list", "log", "use", "disable", "enable", "download", "give", "remove"):
        asked: dict[str, Any] = {} if verb == "list" else {"bot": "ferris"}
        asked |= {"version": 1} if verb == "use" else {}
        await site.ask(f"/bots/{verb}", asked, token=token)
