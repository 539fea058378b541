"""What a run of the arena plays, as one value that is kept with its results."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Self

from infoset.errors import CommandError
from infoset_bots.lab.arena.files import Files
from infoset_games.clocks import Clock
from infoset_games.contests.sequential import AbSettings
from infoset_games.core import Json
from infoset_games.game import Game
from infoset_games.registry import make_game
from infoset_games.terms import OnTimeout, Terms

FORMAT: Final = 1  # of the plan and of the results; another number is not read
MAX_MATCHES: Final = 10_000_000


@dataclass(frozen=True)
class Entry:
    """A bot as the run names it. `label` is unique for one behaviour; `spec` says what to load.

    `files` are the files behind it when the run began (files.py). A run of an earlier version has None there, and in
    `digest` the hash of the one file that it noted.
    """

    label: str
    spec: str
    digest: str | None = None
    files: Files | None = None


@dataclass(frozen=True)
class Plan:
    """Everything that decides the results of a run, and so everything a resumed run needs.

    `entries` may name a bot several times: it then fills several seats. `matches` counts single
    matches; with `duplicate` they come in whole blocks, one deal under each of its seatings.
    `patience_s` ends an untimed decision that takes longer (0: never). `keep`: the records of all
    matches are kept beside their results. `game_files` are those of the rules of a plug-in when the
    run began, where they were noted.
    """

    game: str
    rules: str
    entries: tuple[Entry, ...]
    seed: str
    matches: int
    options: Mapping[str, Json] = field(default_factory=dict)
    duplicate: bool = False
    seatings: str = "auto"
    clock: Clock = field(default_factory=Clock)
    on_timeout: OnTimeout = "fallback"
    patience_s: float = 60.0
    max_plies: int = 20_000
    ab: AbSettings | None = None
    keep: bool = False
    game_files: Files = field(default_factory=dict)
    format: int = FORMAT

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the entries, each once, in the order they were given."""
        return tuple(dict.fromkeys(entry.label for entry in self.entries))

    def find(self, label: str) -> Entry:
        """The entry with that label."""
        return next(entry for entry in self.entries if entry.label == label)

    def make_game(self) -> Game:
        """The game as it was when the run began. Raises what `registry.make_game` raises."""
        return make_game(self.game, self.options, self.rules)

    def terms(self) -> Terms:
        """What a match is told besides the rules."""
        return Terms(clock=self.clock, on_timeout=self.on_timeout, max_plies=self.max_plies)

    def to_json(self) -> str:
        """The plan as text for a file."""
        return json.dumps(asdict(self), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The plan from such a text. Raises CommandError if it is none, or of another format."""
        try:
            plain: dict[str, Any] = json.loads(text)
            if plain["format"] != FORMAT:
                raise CommandError(f"the run has format {plain['format']}, expected {FORMAT}")
            plain["entries"] = tuple(Entry(**entry) for entry in plain["entries"])
            plain["clock"] = Clock(**plain["clock"])
            plain["ab"] = None if plain["ab"] is None else AbSettings(**plain["ab"])
            return cls(**plain)
        except (ValueError, TypeError, KeyError) as error:
            raise CommandError(f"the plan of the run cannot be read: {error}") from error
