"""What the menu remembers, and where: one small JSON file among the user's settings."""

from pathlib import Path
from typing import Annotated, Final

from platformdirs import user_config_path
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from infoset.address import DEFAULT_URL
from infoset_bots.lab.arena.store import write_whole

FILE: Final = "menu.json"
MAX_PLAYERS: Final = 16
MAX_MATCHES: Final = 99_999
MAX_FILE_BYTES: Final = 1 << 16

Text = Annotated[str, Field(max_length=500)]


class Choices(BaseModel):
    """What was chosen last. `players` and `options` are kept for each game."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    game: Text = "catan"
    players: dict[Text, Annotated[tuple[Text, ...], Field(max_length=MAX_PLAYERS)]] = {}
    options: dict[Text, dict[Text, Text]] = {}
    matches: int = Field(default=1, ge=1, le=MAX_MATCHES)
    url: Text = DEFAULT_URL
    name: Text = ""
    last_run: Text = ""
    people: Text = ""  # at a real board, by nickname, parted by commas


def choices_file() -> Path:
    """Where the choices are kept: below $XDG_CONFIG_HOME, or what stands for it on this system."""
    return user_config_path("infoset") / FILE


def load_choices(file: Path) -> Choices:
    """The choices in a file; those of somebody new where there is none, or none that can be read."""
    try:
        with file.open("rb") as stream:
            return Choices.model_validate_json(stream.read(MAX_FILE_BYTES))
    except (OSError, ValidationError):
        return Choices()


def save_choices(file: Path, choices: Choices) -> None:
    """Keeps the choices. Raises OSError where they cannot be kept."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, choices.model_dump_json(indent=1) + "\n")
