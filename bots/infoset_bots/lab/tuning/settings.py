"""What a tuning run does, as one value that is kept with its results."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal, Self

from infoset.errors import CommandError
from infoset_bots.lab.arena.files import Files
from infoset_bots.lab.tuning.space import Dimension, read_written, write_dimension
from infoset_games.core import Json

FORMAT: Final = 1
Score = Literal["rank", "wins"]


@dataclass(frozen=True)
class Settings:
    """Everything that decides what comes out.

    `bot` is who is tuned, as the arena names it, `params` what it is given besides; `record` the weights it
    starts with, empty where none are tuned. `against` sit at the other seats; empty: the bot as it
    starts. A candidate plays `blocks` deals under all seatings, the best one `check_blocks` more. `files` are those
    behind each bot when the run began (arena/files.py); a run of an earlier version has None there.
    `game_files` are those of the rules of a plug-in, empty where none were noted.
    """

    game: str
    rules: str
    bot: str
    params: Mapping[str, Any]
    record: Mapping[str, Any]
    dimensions: tuple[Dimension, ...]
    seed: str
    against: tuple[str, ...] = ()
    options: Mapping[str, Json] = field(default_factory=dict)
    is_genetic: bool = False
    generations: int = 20
    population: int = 12
    blocks: int = 8
    check_blocks: int = 100
    score: Score = "rank"
    patience_s: float = 60.0
    files: Mapping[str, Files] | None = None
    game_files: Files = field(default_factory=dict)
    format: int = FORMAT

    def to_json(self) -> str:
        """The settings as text for a file."""
        plain = asdict(self) | {"dimensions": [write_dimension(one) for one in self.dimensions]}
        return json.dumps(plain, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The settings from such a text. Raises CommandError if it is none, or of another format."""
        try:
            plain: dict[str, Any] = json.loads(text)
            if plain["format"] != FORMAT:
                raise CommandError(f"the run has format {plain['format']}, expected {FORMAT}")
            plain["dimensions"] = tuple(read_written(one) for one in plain["dimensions"])
            plain["against"] = tuple(plain["against"])
            return cls(**plain)
        except (ValueError, TypeError, KeyError) as error:
            raise CommandError(f"the settings of the run cannot be read: {error}") from error
