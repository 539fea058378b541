"""People, house bots and their host, as a match has them: real connections whose links are in memory. No tests here."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from tests.server.network.conversation import Scene

from infoset_games.game import Game
from infoset_games.terms import Terms
from infoset_games.testing.toys import Leduc
from infoset_protocol.messages import CreateRoom
from infoset_server.accounts.clients import Client, User
from infoset_server.common.ids import MatchId, UserId
from infoset_server.matches.settings import Delay, RoomSettings
from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.places import Places
from infoset_server.programs.upload_source import NoUploads

UNTIMED = Terms()


class Guest(Scene):
    """A client who is logged in. Its session outlives the loss of its link."""

    def __init__(
        self,
        name: str,
        user: User | None = None,
        *,
        house_bot: str | None = None,
        features: Iterable[str] = (),
    ) -> None:
        """`user` has other connections, too; without one they are new."""
        super().__init__()
        self.handlers.keeps_away = True
        self.handlers.features = list(features)
        self.enter()
        self.user = user or User(UserId(f"u_{name}"), name, house_bot=house_bot)
        self.client = Client(self.user, self.connection)

    def types(self) -> list[str]:
        """The types of what the client has got since the last look."""
        return [str(message["type"]) for message in self.heard()]

    def last(self, kind: str) -> dict[str, Any]:
        """The latest message of a type since the last look."""
        return [message for message in self.heard() if message["type"] == kind][-1]

    def lose_link(self) -> None:
        """The link breaks; the client may resume."""
        self.connection.on_closed()

    def leave(self) -> None:
        """The client is gone for good."""
        self.handlers.keeps_away = False
        self.connection.on_closed()


class House:
    """As Hosting, without processes: a bot connects when the test says so.

    Bots named in `busy` have no process for one more seat.
    """

    def __init__(self, *names: str) -> None:
        self.offers = {name: BotEntry(name=name, command=("true",)) for name in names}
        self.busy: set[str] = set()
        self.processes: list[BotProcess] = []
        self.failures: list[tuple[str, MatchId]] = []
        self.over: list[MatchId] = []
        self.uploads = NoUploads()
        self.places = Places(lambda: self.processes, lambda: self.uploads)

    @property
    def hosting(self) -> Hosting:
        """Itself, for who wants the real one."""
        return cast(Hosting, self)

    def for_game(self, game: str) -> dict[str, BotEntry]:
        return self.offers

    def find(self, bot: str, game: str) -> BotEntry | None:
        return self.offers.get(bot)

    def find_for(self, bot: str, game: str) -> BotEntry | None:
        return self.find(bot, game)

    def find_process(self, entry: BotEntry, match: MatchId) -> BotProcess | None:
        if entry.name in self.busy:
            return None
        free = (one for one in self.processes if one.entry is entry and match not in one.matches)
        process = next(free, None)
        if process is None:
            process = BotProcess(entry, cast(Any, None))
            self.processes.append(process)
        process.matches.add(match)
        return process

    def find_processes(
        self, entries: Sequence[BotEntry], match: MatchId
    ) -> list[BotProcess | None]:
        return [self.find_process(entry, match) for entry in entries]

    def is_up(self, entry: BotEntry, match: MatchId) -> bool:
        mine = [one for one in self.processes if one.entry is entry and match not in one.matches]
        return any(one.client is not None for one in mine)

    def failed(self, process: BotProcess, match: MatchId) -> None:
        self.failures.append((process.entry.name, match))

    def match_over(self, match: MatchId) -> None:
        self.over.append(match)

    def process(self, name: str) -> BotProcess:
        """The first process of a bot, which is started if it has none."""
        found = next((one for one in self.processes if one.entry.name == name), None)
        if found is None:
            found = BotProcess(self.offers[name], cast(Any, None))
            self.processes.append(found)
        return found

    def connect(self, name: str) -> Guest:
        """The first process of a bot has connected; whoever hosts it is still to be told."""
        guest = Guest(name, house_bot=name)
        self.process(name).client = guest.client
        return guest


def settings_of(
    game: Game | None = None, terms: Terms = UNTIMED, delay: Delay | None = None, **asked: Any
) -> RoomSettings:
    """What a room has agreed on; `asked` are fields of its `create_room`."""
    game = game or Leduc()
    request = CreateRoom(game=game.name, **asked)
    return RoomSettings(request, game, terms, "", None, bool(request.compute), delay)
