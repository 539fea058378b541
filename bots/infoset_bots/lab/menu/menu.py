"""The menu itself: what is offered, and what each choice changes or starts.

main --game, players, options, matches--> a question --> main
main --play, join, watch, statistics--> a command, as it could be typed --> main
main --leave, nothing more to read--> over
"""

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from infoset.cli import Command, Parser
from infoset.errors import CommandError, InfosetError
from infoset.game_options import read_options
from infoset.printing import clean
from infoset.wording import is_said, say
from infoset_bots.lab.arena.command import RUNS
from infoset_bots.lab.arena.players import PERSON, known_bots, make_entry, split_label
from infoset_bots.lab.arena.store import free_folder
from infoset_bots.lab.menu.asking import Asker
from infoset_bots.lab.menu.memory import MAX_MATCHES, MAX_PLAYERS, Choices, save_choices
from infoset_games.game import OptionError
from infoset_games.registry import UnknownGameError, find_game, known_games, make_game

PREFERRED: Final = ("heuristic", "minimax", "ismcts")  # opponents for somebody new
RANDOM: Final = "random"  # plays every game
TABLE_GAME: Final = "catan"
ADD: Final = "add"
BACK: Final = "back"
LEAVE: Final = "leave"
Changes = dict[str, Any]


class Menu:
    """One person at the menu: `Menu(...).run()` until they leave."""

    def __init__(
        self, asker: Asker, choices: Choices, file: Path, commands: Mapping[str, Command]
    ) -> None:
        """`commands` are run by their names: arena, sit, watch, stats, tabletop."""
        self.choices = choices
        self._asker = asker
        self._file = file
        self._commands = commands
        self._ways: Mapping[str, Callable[[], None]] = {
            "play": self._play,
            "game": self._choose_game,
            "players": self._choose_players,
            "options": self._choose_option,
            "matches": self._choose_matches,
            "join": self._join,
            "watch": self._watch,
            "stats": self._show_statistics,
            "table": self._play_at_table,
        }

    def run(self) -> None:
        """Asks and does, until the person leaves or nothing more can be read."""
        usual = "play"
        try:
            while (wanted := self._ask_way(usual)) != LEAVE:
                self._try(self._ways[wanted])
                usual = wanted
        except (EOFError, KeyboardInterrupt):
            return

    def _ask_way(self, usual: str) -> str:
        offers = [(way, say(f"terminal-menu-way-{way}")) for way in (*self._ways, LEAVE)]
        return self._asker.choose(self.title(), offers, usual)

    def _try(self, work: Callable[[], None]) -> None:
        """Does it; what goes wrong is said, and the menu goes on."""
        try:
            work()
        except (InfosetError, OptionError, UnknownGameError, ValueError) as error:
            self._asker.tell(f"! {clean(error)}")
        except OSError as error:
            self._asker.tell(f"! {error.filename}: {error.strerror}")

    def title(self) -> str:
        """What is chosen now."""
        options = ", ".join(f"{name}={value}" for name, value in self.options.items())
        chosen = {
            say("terminal-menu-game"): f"{self.choices.game}{f' ({options})' if options else ''}",
            say("terminal-menu-players"): ", ".join(self.players),
            say("terminal-menu-matches"): str(self.choices.matches),
        }
        width = max(map(len, chosen))
        return "\n".join(("", *(f"{label:{width}}  {what}" for label, what in chosen.items()), ""))

    # What is chosen for the game.

    @property
    def options(self) -> dict[str, str]:
        """Options that are not the usual ones, as they were typed."""
        return self.choices.options.get(self.choices.game, {})

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays; a person against one kind of opponent, if nobody was chosen."""
        chosen = self.choices.players.get(self.choices.game)
        if chosen:
            return chosen
        known = known_bots(self.choices.game)
        opponent = next((bot for bot in PREFERRED if bot in known), RANDOM)
        return (PERSON, *[opponent] * (self._seats(self.options) - 1))

    def _seats(self, options: Mapping[str, str]) -> int:
        """How many seats the game has under these options. Raises OptionError or CommandError."""
        return make_game(self.choices.game, read_options(self.choices.game, pairs(options))).seats

    def _change(self, **changes: Any) -> None:
        """Remembers; raises OSError where that cannot be kept."""
        self.choices = Choices.model_validate(self.choices.model_dump() | changes)
        save_choices(self._file, self.choices)

    def _choose_game(self) -> None:
        offers = [(name, name) for name in known_games()]
        self._change(
            game=self._asker.choose(say("terminal-menu-which-game"), offers, self.choices.game)
        )

    def _choose_matches(self) -> None:
        text = self._asker.ask(say("terminal-menu-how-many"), str(self.choices.matches))
        if not text.isdecimal() or not 1 <= int(text) <= MAX_MATCHES:
            raise CommandError(
                say("terminal-menu-matches-expected", most=str(MAX_MATCHES), got=text)
            )
        self._change(matches=int(text))

    def _choose_players(self) -> None:
        """Players go by a number, and come by name; ends with `back`."""
        while True:
            offers = [
                (str(at), say("terminal-menu-remove", name=name))
                for at, name in enumerate(self.players)
            ]
            ways = [
                *offers,
                (ADD, say("terminal-menu-add")),
                (BACK, say("terminal-menu-these")),
            ]
            wanted = self._asker.choose(say("terminal-menu-who-plays"), ways, BACK)
            if wanted == BACK:
                return
            self._try(self._add_player if wanted == ADD else partial(self._remove, int(wanted)))

    def _remove(self, at: int) -> None:
        if len(self.players) == 1:
            raise CommandError(say("terminal-menu-one-player"))
        self._set_players(self.players[:at] + self.players[at + 1 :])

    def _add_player(self) -> None:
        if len(self.players) >= MAX_PLAYERS:
            raise CommandError(say("terminal-menu-most-players", count=MAX_PLAYERS))
        known = (PERSON, *known_bots(self.choices.game))
        offers = [*((bot, bot) for bot in known), ("", say("terminal-menu-other"))]
        name = self._asker.choose(say("terminal-menu-who-joins"), offers)
        if not name:
            name = self._asker.ask(say("terminal-menu-player-name"), "")
        make_entry(name, self.choices.game)
        self._set_players((*self.players, name))

    def _set_players(self, players: Sequence[str]) -> None:
        self._change(players=self.choices.players | {self.choices.game: tuple(players)})

    def _choose_option(self) -> None:
        """One option gets another value; nothing typed gives back the usual one."""
        described = find_game(self.choices.game).describe_options()
        offers = [
            (name, f"{name}: {self._about(name, spec)} [{self._value(name, spec)}]")
            for name, spec in described.items()
        ]
        name = self._asker.choose(
            say("terminal-menu-which-option"), [*offers, (BACK, say("terminal-menu-none"))], BACK
        )
        if name == BACK:
            return
        asked = say("terminal-menu-value", name=name)
        value = self._asker.ask(asked, self.options.get(name, "-"))
        options = {key: text for key, text in self.options.items() if key != name}
        if value != "-":
            options[name] = value
        make_game(self.choices.game, read_options(self.choices.game, pairs(options)))
        self._change(options=self.choices.options | {self.choices.game: options})

    def _about(self, name: str, spec: Mapping[str, Any]) -> str:
        """What an option means: in words of its game, else as the game describes it."""
        game = self.choices.game
        if is_said(f"{game}-option-about-{name}"):
            return say(f"{game}-option-about-{name}")
        return str(spec.get("about", ""))

    def _value(self, name: str, spec: Mapping[str, Any]) -> str:
        return self.options.get(name, json.dumps(spec.get("default")))

    # What is started.

    def _run(self, name: str, *words: str) -> int:
        """Runs a command as it would be typed, and shows how."""
        self._asker.tell(f"$ infoset {shlex.join((name, *words))}")
        parser = Parser(prog=f"infoset {name}")
        run = self._commands[name](parser)
        return run(parser.parse_args(words))

    def line_up(self) -> tuple[tuple[str, ...], dict[str, str]]:
        """Who plays under which options: as many seats as players, where the game can have so many.

        Else the other players take the seats that are left, so that a person has one and not several.
        """
        players, options = self.players, dict(self.options)
        seats = find_game(self.choices.game).describe_options().get("seats")
        if seats is not None and "seats" not in options:
            least, most = seats["minimum"], seats["maximum"]
            options["seats"] = str(min(max(len(players), least), most))
        missing = self._seats(options) - len(players)
        if PERSON in players and missing > 0:
            others = [player for player in players if player != PERSON] or [RANDOM]
            players += tuple(others[at % len(others)] for at in range(missing))
        return players, options

    def _play(self) -> None:
        game, folder = self.choices.game, free_folder(RUNS, self.choices.game)
        players, chosen = self.line_up()
        options = [word for pair in pairs(chosen) for word in ("--option", pair)]
        matches = ("--matches", str(self.choices.matches))
        self._change(last_run=str(folder))
        self._run(
            "arena",
            *players,
            "--game",
            game,
            *matches,
            *options,
            "--keep",
            "--out",
            str(folder),
        )

    def _play_at_table(self) -> None:
        """People by nickname first, then the programs that are chosen for the game."""
        if self.choices.game != TABLE_GAME:
            raise CommandError(say("terminal-menu-table-game", game=TABLE_GAME))
        usual = self.choices.people or self.choices.name or PERSON
        text = self._asker.ask(say("terminal-menu-people"), usual)
        people = [name.strip() for name in text.split(",") if name.strip()]
        if not people:
            raise CommandError(say("terminal-menu-one-person"))
        self._change(people=", ".join(people))
        most = int(find_game(TABLE_GAME).describe_options()["seats"]["maximum"])
        programs = [player for player in self.players if player != PERSON]
        labelled = [
            bot if split_label(bot)[0] != bot else f"Bot{at}={bot}"  # names must differ
            for at, bot in enumerate(programs[: max(0, most - len(people))], 1)
        ]
        seats = [word for name in people for word in ("--person", name)]
        seats += [word for bot in labelled for word in ("--player", bot)]
        options = dict(self.options)
        layout = options.pop("layout", None)
        board = [] if layout is None else ["--layout", layout.removeprefix("@")]
        options.pop("seats", None)  # as many as sit there
        rules = [word for pair in pairs(options) for word in ("--option", pair)]
        self._run("tabletop", *seats, *board, *rules)

    def _join(self) -> None:
        self._ask_server()
        name = self._asker.ask(say("terminal-menu-your-name"), self.choices.name or "person")
        self._change(name=name)
        self._run("sit", "--url", self.choices.url, "--name", name, "--seek", self.choices.game)

    def _watch(self) -> None:
        self._ask_server()
        self._run("watch", "--url", self.choices.url)

    def _ask_server(self) -> None:
        self._change(url=self._asker.ask(say("terminal-menu-server"), self.choices.url))

    def _show_statistics(self) -> None:
        if not self.choices.last_run:
            raise CommandError(say("terminal-menu-nothing-played"))
        self._run("stats", self.choices.last_run)


def pairs(options: Mapping[str, str]) -> list[str]:
    """Options as the command line has them."""
    return [f"{name}={value}" for name, value in options.items()]
