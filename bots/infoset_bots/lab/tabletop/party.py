"""Who sits at the table, on which board, by which rules: all that is settled before the first entry."""

import secrets
from collections.abc import Sequence
from typing import Annotated, Any, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from infoset.errors import CommandError
from infoset.printing import clean
from infoset.turn import Match, Player
from infoset_bots.lab.arena.players import PERSON, find_player, require_fit, split_label
from infoset_bots.lab.arena.programs import write_clock
from infoset_games.catan import Catan
from infoset_games.core import Json
from infoset_games.game import OptionError
from infoset_games.rng import Rng
from infoset_games.terms import UNTIMED

GAME: Final = "catan"
MAX_NAME: Final = 24
FIXED: Final = {"public_discards": True, "bank_public": True}  # on a table both lie open
ROUND_LIMIT: Final = 1000  # nobody counts rounds
THINK_S: Final = 60.0
MOST_THINK_S: Final = 3600.0
SEED_BYTES: Final = 8

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Text = Annotated[str, Field(max_length=500)]


class Place(BaseModel):
    """A seat: a person's nickname, or a program with its `spec` as the arena names bots."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    spec: Text | None = None


class Party(BaseModel):
    """A table. `deal` is the board; `seed` opens the random numbers of the program's players."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    places: Annotated[tuple[Place, ...], Field(min_length=2, max_length=4)]
    options: dict[str, Any]
    deal: dict[str, Any]
    seed: Text
    think_s: Annotated[float, Field(gt=0, le=MOST_THINK_S)] = THINK_S

    @model_validator(mode="after")
    def check(self) -> Self:
        """Raises ValueError where nobody could play like that."""
        names = [place.name for place in self.places]
        if len({name.lower() for name in names}) < len(names):
            raise ValueError(f"names: expected different ones, got {', '.join(names)}")
        if all(place.spec is not None for place in self.places):
            raise ValueError("expected at least one person; programs alone play in `infoset arena`")
        game = Catan(**self.options)
        if game.seats != len(self.places):
            raise ValueError(f"options: seats: expected {len(self.places)}")
        game.start(self.deal)
        return self

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(place.name for place in self.places)

    @property
    def programs(self) -> frozenset[int]:
        """The seats of the program's players."""
        return frozenset(seat for seat, place in enumerate(self.places) if place.spec is not None)

    def game(self) -> Catan:
        return Catan(**self.options)

    def match(self, seat: int) -> Match:
        """The match as the SDK shows it to a seat; -1 for everybody's eyes."""
        game = self.game()
        return Match(
            match_id="table",
            game=game.name,
            rules=game.rules,
            seat=seat,
            players=tuple(
                Player(number, place.name, is_bot=place.spec is not None)
                for number, place in enumerate(self.places)
            ),
            options=game.options(),
            consts=game.consts(),
            clock=write_clock(UNTIMED),
            engine=game,
        )

    def plain_match(self) -> dict[str, Any]:
        """What stays the same from start to end, as plain values: for a program that shows the table."""
        match = self.match(-1)
        return {
            "game": match.game,
            "rules": match.rules,
            "players": [
                {"seat": one.seat, "name": one.name, "is_bot": one.is_bot} for one in match.players
            ],
            "options": dict(match.options),
            "consts": dict(match.consts),
        }


def make_places(wanted: Sequence[tuple[str, str]]) -> tuple[Place, ...]:
    """The seats for `("person", nickname)` and `("player", spec)`, in this order. Raises CommandError.

    A player may have a name before its spec: `Blue=minimax`.
    """
    places: list[Place] = []
    for kind, text in wanted:
        label, spec = (text, None) if kind == PERSON else split_label(text)
        if spec is not None:
            if spec == PERSON:
                raise CommandError("--player person: people are named, --person NAME")
            find_player(spec, GAME)
        name = clean(label).strip()[:MAX_NAME]
        if not name:
            raise CommandError(f"--{kind}: expected a name")
        if kind == PERSON and (name.isdecimal() or len(name.split()) > 1):
            raise CommandError(f"--person {name}: expected a name without blanks that is no number")
        places.append(Place(name=name, spec=spec))
    return tuple(places)


def make_party(
    places: Sequence[Place], options: dict[str, Json], seed: str | None, think_s: float
) -> Party:
    """A new table; the board is drawn where the layout leaves it open. Raises CommandError."""
    for name, value in FIXED.items():
        if options.get(name, value) != value:
            raise CommandError(f"--option {name}: expected {str(value).lower()} at a table")
    if "seats" in options:
        raise CommandError("--option seats: they follow from --person and --player")
    if not 2 <= len(places) <= 4:
        raise CommandError(f"expected 2 to 4 of --person and --player, got {len(places)}")
    seed = secrets.token_hex(SEED_BYTES) if seed is None else seed
    try:
        game = Catan(**({"round_limit": ROUND_LIMIT} | options | {"seats": len(places)}))
    except TypeError:
        known = ", ".join(sorted(Catan.describe_options()))
        raise CommandError(f"--option: expected one of {known}") from None
    except OptionError as error:
        raise CommandError(f"--option {error}") from error
    for place in places:
        if place.spec is not None:
            require_fit(place.spec, game)
    deal = game.deal(Rng(seed, "deal"))
    return read_party(
        {
            "places": [place.model_dump() for place in places],
            "options": game.options(),
            "deal": deal,
            "seed": seed,
            "think_s": think_s,
        }
    )


def read_party(plain: Any) -> Party:
    """The table from plain values. Raises CommandError naming the field."""
    try:
        return Party.model_validate(plain)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        what = str(first["msg"]).removeprefix("Value error, ")
        raise CommandError(f"{where}: {what}" if where else what) from None
