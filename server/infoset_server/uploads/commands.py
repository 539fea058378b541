"""What owners ask for over HTTP, as requests with checked fields and plain answers. Knows no HTTP."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from infoset_server.accounts.authentication import Entry
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import ADMIN, User
from infoset_server.common.ids import UserId
from infoset_server.common.text import counted
from infoset_server.programs.manifest import SLUG
from infoset_server.programs.upload_source import NotAllowedError, UploadError
from infoset_server.uploads.admission import Intake, Parcel
from infoset_server.uploads.service import HostedBots
from infoset_server.uploads.versions import UploadedBot, Version

PIECE_BYTES: Final = 48 * 1024  # below `frames.max_body_bytes` as it is usually set
ANSWER_S: Final = 2.0  # well within the time for an HTTP request
MOST_ANSWERS: Final = 64  # kept for who asks again
ACCOUNT: Final = "u_"  # how the id of a user begins
MAX_LOG_TEXT: Final = 1 << 20  # characters of one answer

Answer: TypeAlias = dict[str, Any]


class Request(BaseModel):
    """A request: unknown fields are errors."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        defer_build=True,  # few servers are handed programs
    )


class Begin(Request):
    name: Annotated[str, Field(pattern=SLUG)] | None = None
    bytes: Annotated[int, Field(ge=1, le=1 << 30)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None = Field(
        default=None,
        description="of the whole, which is compared with what comes; a browser without TLS has no way to tell",
    )
    fresh: bool = Field(
        default=False,
        description="true: built from nothing, though earlier versions have left something",
    )


class OneUpload(Request):
    upload: Annotated[str, Field(max_length=64)]


class Listing(Request):
    all: bool = False


class Place(BaseModel):
    """Where a piece of an upload belongs."""

    upload: Annotated[str, Field(min_length=1)]
    offset: Annotated[int, Field(ge=0, lt=10**11)]


class OneBot(Request):
    bot: Annotated[str, Field(max_length=64)]


class OneVersion(OneBot):
    version: Annotated[int, Field(ge=1, le=999_999)] | None = None


class SomeVersion(OneBot):
    version: Annotated[int, Field(ge=1, le=999_999)]


class Offer(OneBot):
    to: Annotated[str, Field(min_length=1, max_length=64)] | None = Field(
        default=None,
        description="id of an account, which `infoset token check` tells; absent: nobody",
    )


class Said(BaseModel):
    """What has been done."""

    message: str


class Begun(BaseModel):
    """An upload that has begun."""

    upload: str
    piece_bytes: int = Field(description="bytes of a piece at most")


class Received(BaseModel):
    """How far an upload has come."""

    received: int = Field(description="bytes so far")


class TakenIn(Said):
    """A new version; or, while it is being unpacked for long, what to ask for again."""

    bot: str | None = None
    version: int | None = None
    upload: str | None = Field(default=None, description="with `pending` only")
    pending: bool | None = Field(default=None, description="true: ask again")


class VersionRow(BaseModel):
    """One version of a bot."""

    owner: str | None = Field(default=None, description="where everybody's bots were asked for")
    bot: str
    version: int
    state: str
    current: bool
    games: list[str] | None = Field(description="Those that it plays; null: whichever there are.")
    created_ms: int
    bytes: int
    cache_bytes: int | None = Field(
        default=None,
        description="What the builds of the bot have left, packed, with its newest version; null: nothing.",
    )
    result: str


class Listed(Said):
    """Bots with all their versions."""

    rows: list[VersionRow]


class Log(BaseModel):
    """Logs, one after the other."""

    file: str


@dataclass(frozen=True)
class Asker:
    """Who asks: `owner`, in person or by a bot of theirs. `is_admin` reaches the bots of others, too.

    That takes a token with the scope admin, which no bot has: it can be trusted no more than its libraries.
    """

    owner: User
    is_admin: bool


@dataclass(frozen=True)
class Verb:
    """One request: its fields, what is done, and what `answer` describes. What it changes, if it `changes` anything, is
    stored before it is answered.
    """

    request: type[Request]
    run: Callable[[Asker, Any], Answer | Awaitable[Answer]]
    answer: type[BaseModel] = Said
    changes: bool = False


class Commands:
    """Everything an owner may do with their bots. Raises HostedError for what is refused."""

    def __init__(
        self, hosted: HostedBots, intake: Intake, people: ClientRegistry, piece_bytes: int
    ) -> None:
        self._hosted = hosted
        self._intake = intake
        self._people = people
        self._under_way: dict[tuple[UserId, str], asyncio.Task[str]] = {}
        self._piece_bytes = min(piece_bytes, PIECE_BYTES)
        self.verbs: Mapping[str, Verb] = {
            "begin": Verb(Begin, self.begin, Begun),
            "finish": Verb(OneUpload, self.finish, TakenIn, changes=True),
            "list": Verb(Listing, self.list_bots, Listed),
            "log": Verb(OneVersion, self.log, Log),
            "use": Verb(SomeVersion, self.use, changes=True),
            "disable": Verb(OneBot, self.disable, changes=True),
            "enable": Verb(OneBot, self.enable, changes=True),
            "remove": Verb(OneBot, self.remove, changes=True),
            "give": Verb(Offer, self.give, changes=True),
            "take": Verb(OneBot, self.take, changes=True),
        }

    def begin(self, asker: Asker, asked: Begin) -> Answer:
        """An upload begins; pieces follow."""
        self._hosted.check_upload(asker.owner, asked.bytes)
        parcel = self._intake.begin(
            asker.owner.id, asked.name, asked.bytes, asked.sha256, is_fresh=asked.fresh
        )
        return {"upload": parcel.id, "piece_bytes": self._piece_bytes}

    async def finish(self, asker: Asker, asked: OneUpload) -> Answer:
        """All pieces are there: the bot is taken in. Building and checking follow by themselves.

        While it is being unpacked for long, the answer says `pending`; to be asked again.
        """
        owner = asker.owner
        under_way = self._under_way.get((owner.id, asked.upload))
        if under_way is None:
            self._forget_answers()
            parcel = self._intake.finish(owner.id, asked.upload)
            taking = self._take_in(owner, parcel)
            under_way = asyncio.get_running_loop().create_task(taking, name="taking in")
            self._under_way[owner.id, asked.upload] = under_way
        await asyncio.wait((under_way,), timeout=ANSWER_S)
        if not under_way.done():
            return {"upload": asked.upload, "pending": True, "message": "it is being unpacked"}
        self._under_way.pop((owner.id, asked.upload), None)
        title = under_way.result()
        name, _, number = title.partition("@")
        return {
            "bot": name,
            "version": int(number),
            "message": f"{title} is taken in, and will be built and checked",
        }

    async def _take_in(self, owner: User, parcel: Parcel) -> str:
        """The title of the new version. Raises as `HostedBots.upload`."""
        try:
            return await self._hosted.upload(
                owner, bytes(parcel.body), parcel.name, is_fresh=parcel.is_fresh
            )
        finally:
            self._intake.taken_in(parcel)

    def list_bots(self, asker: Asker, asked: Listing) -> Answer:
        """The owner's bots with all versions; an administrator may see everybody's."""
        bots = self._hosted.bots_of(asker.owner, everybody=asked.all and asker.is_admin)
        rows = [self._row(bot, version, asked.all) for bot in bots for version in bot.versions]
        message = counted(len(bots), "bot")
        if self._hosted.obstacle is not None:
            message += f"; uploads are refused: {self._hosted.obstacle}"
        return {"message": message, "rows": rows}

    async def log(self, asker: Asker, asked: OneVersion) -> Answer:
        """The logs of a version, one after the other; of very long ones the end."""
        bot = self._find(asker, asked.bot)
        version = bot.find(asked.version)
        parts = [f"== {bot.title(version)} is {version.state}: {version.words}\n"]
        for name, text in (await self._hosted.all_logs(bot, version.number)).items():
            parts.append(f"== {name}\n{text}")
        return {"file": "".join(parts)[-MAX_LOG_TEXT:]}

    def use(self, asker: Asker, asked: SomeVersion) -> Answer:
        """A version becomes the current one."""
        bot = self._find(asker, asked.bot)
        self._hosted.use(bot, asked.version)
        return {"message": f"{bot.title(bot.find(asked.version))} plays from now on"}

    def disable(self, asker: Asker, asked: OneBot) -> Answer:
        """A bot begins no more matches."""
        bot = self._find(asker, asked.bot)
        self._hosted.disable(bot, is_disabled=True)
        return {"message": f"{bot.name} begins no more matches"}

    def enable(self, asker: Asker, asked: OneBot) -> Answer:
        """A disabled bot may begin matches again."""
        bot = self._find(asker, asked.bot)
        self._hosted.disable(bot, is_disabled=False)
        return {"message": f"{bot.name} may play again"}

    def remove(self, asker: Asker, asked: OneBot) -> Answer:
        """A bot with all its versions and logs is gone."""
        bot = self._find(asker, asked.bot)
        self._hosted.remove(bot)
        return {"message": f"{bot.name} is removed"}

    def give(self, asker: Asker, asked: Offer) -> Answer:
        """Offers a bot to another account, which may take it over; without one, to nobody any more.

        Whether there is such an account is not told.
        """
        bot = self._find(asker, asked.bot)
        if asked.to is None:
            self._hosted.offer(bot, None)
            return {"message": f"{bot.name} stays yours"}
        if not asked.to.startswith(ACCOUNT):
            raise UploadError(
                f"to: expected the id of an account, as `infoset token check` tells it, got {asked.to}"
            )
        self._hosted.offer(bot, UserId(asked.to))
        return {"message": f"{asked.to} may take {bot.name} over: `infoset bots take {bot.name}`"}

    def take(self, asker: Asker, asked: OneBot) -> Answer:
        """A bot that was offered to the asker is theirs, with its versions, logs and entries on ladders."""
        bot = self._hosted.take_over(asker.owner, asked.bot)
        return {"message": f"{bot.name} is yours, with {counted(len(bot.versions), 'version')}"}

    async def close(self) -> None:
        """Takes in nothing more."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget_answers(self) -> None:
        """Of uploads that nobody has asked for again, the oldest."""
        done = [key for key, task in self._under_way.items() if task.done()]
        for key in done[: max(0, len(done) - MOST_ANSWERS)]:
            task = self._under_way.pop(key)
            if not task.cancelled():
                task.exception()  # nobody wants to hear it

    # With bodies that are not JSON.

    def add(self, asker: Asker, upload: str, offset: int, piece: bytes) -> Answer:
        """A piece of an upload."""
        return {"received": self._intake.add(asker.owner.id, upload, offset, piece)}

    async def archive(self, asker: Asker, asked: OneVersion) -> bytes:
        """A version as it was uploaded."""
        bot = self._find(asker, asked.bot)
        return await self._hosted.archive(bot, asked.version)

    def who(self, entry: Entry) -> Asker:
        """Who asks, by what they have shown. Raises NotAllowedError for guests, and where an owner is shut out."""
        user = entry.user
        owner = self._people.find(user.owner or "") if user.is_bot else user
        if owner is None or owner.is_guest:
            raise NotAllowedError("only accounts have bots here")
        if owner.is_shut_out(self._people.accounts.now_ms()):
            raise NotAllowedError(
                "the account of its owner is closed, or banned for the time being"
            )
        return Asker(owner, ADMIN in entry.scopes)

    def _find(self, asker: Asker, name: str) -> UploadedBot:
        """Raises UnknownBotError."""
        return self._hosted.find(asker.owner, name, is_admin=asker.is_admin)

    def _row(self, bot: UploadedBot, version: Version, is_all: bool) -> Answer:
        row: Answer = {}
        if is_all:
            owner = self._people.find(bot.owner)
            row["owner"] = bot.owner if owner is None else owner.name
        return row | {
            "bot": bot.name,
            "version": version.number,
            "state": "disabled" if bot.is_disabled else str(version.state),
            "current": version.number == bot.current,
            "games": version.manifest.get("games"),  # None: whichever there are
            "created_ms": version.created_ms,
            "bytes": version.size,
            "cache_bytes": self._hosted.cache_bytes(bot) if version is bot.versions[-1] else None,
            "result": "; ".join((version.words, *self._kept_out(bot.title(version)))),
        }

    def _kept_out(self, title: str) -> list[str]:
        """On which ladders a version is not, and why."""
        return [
            f"not on ladder {ladder}: {titles[title]}"
            for ladder, titles in self._hosted.kept_out.items()
            if title in titles
        ]
