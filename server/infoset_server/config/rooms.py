"""Settings of rooms and matches: seeks, terms, replays, results."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from infoset_games.registry import UnknownGameError, find_game
from infoset_server.config.section import (
    Bytes,
    Count,
    Days,
    Milliseconds,
    Names,
    Seconds,
    Section,
    Sites,
)


def check_games(names: Sequence[str]) -> Sequence[str]:
    """The names by which the games are found; raises ValueError for one that is not installed."""
    try:
        return tuple(find_game(name).name for name in names)
    except UnknownGameError as unknown:
        raise ValueError(unknown.short) from None


Games = Annotated[Names, AfterValidator(check_games)]


class DefaultClock(Section):
    """The time control of a room or seek that names none."""

    kind: Literal["none", "per_move", "bank", "correspondence"] = Field(
        default="per_move", description="Family of the time control."
    )
    move_ms: Milliseconds = Field(default=30_000, description="`per_move`: time for each decision.")
    main_ms: Milliseconds = Field(
        default=600_000, description="`bank`: time each seat starts with."
    )
    inc_ms: Milliseconds = Field(
        default=5_000, description="`bank`: time added after each decision."
    )
    delay_ms: Milliseconds = Field(
        default=0, description="`bank`: time of each decision before the bank is touched."
    )
    first_ms: Milliseconds = Field(
        default=10_000, description="Extra time for a seat's first decision."
    )
    grace_ms: Milliseconds = Field(
        default=500, description="Allowance on each decision, not charged."
    )
    move_days: Days = Field(default=3, description="`correspondence`: days for each decision.")


class LagLimits(Section):
    """How much time a seat may have put down to its network (docs/clocks.md).

    As at lichess, a seat starts with three times what a decision adds, and keeps at most seven times that.
    """

    start_ms: Milliseconds = Field(
        default=900,
        description="What a seat may have forgiven at first: a bad moment right at the beginning.",
    )
    gain_ms: Milliseconds = Field(
        default=300,
        description="What each decision adds to it: a round trip across the world. The most that "
        "players gain, per decision and on average, who only pretend that their network is slow.",
    )
    max_ms: Milliseconds = Field(
        default=2_100, description="What it may grow to, and so the most forgiven at a time."
    )


class RoomLimits(Section):
    """How many rooms, seeks and watchers there may be, and how long an unused room lives."""

    max_rooms: Count = Field(
        default=2_000,
        description="Rooms on this server. When there are as many, the room goes for a new one in which "
        "nobody has been for longest.",
    )
    max_rooms_per_user: Count = Field(
        default=8, description="Open rooms one user may host, all their bots included."
    )
    max_rooms_per_address: Count = Field(
        default=200,
        description="Rooms opened from one address; five for each of forty people behind it. Those in which "
        "nobody is any more go first.",
    )
    max_seeks: Count = Field(default=10_000, description="Open `seek` tickets on this server.")
    max_seeks_per_user: Count = Field(
        default=4, description="Open `seek` tickets of one user, all their bots included."
    )
    max_seeks_per_address: Count = Field(
        default=512,
        description="Open `seek` tickets from one address, and matches being played that came of such.",
    )
    max_watchers_per_room: Count = Field(default=1_000, description="Watchers of one room.")
    watch_delay_ms: int = Field(
        default=180_000,
        ge=1,
        le=86_400_000,
        description="How far watchers are behind in rooms with `watch: delayed` that name no delay.",
    )
    idle_expiry_s: Seconds = Field(
        default=1_800.0, description="A room in which nothing happened for this long is closed."
    )
    absence_s: Seconds = Field(
        default=60.0,
        description="How long a seat of a running match waits for a player whose connection broke.",
    )
    fill_ms: Milliseconds = Field(
        default=2_000,
        description="Wait of a `seek` without `fill_ms` before house bots fill the seats.",
    )
    series_pause_s: Seconds = Field(
        default=5.0, description="Between two matches of a series, which follow by themselves."
    )
    listed_games: Games = Field(
        default=(),
        description="Games that `describe` lists besides the installed ones: games of families, as "
        "openspiel_hearts (docs/openspiel.md). All others of a family are found by name.",
    )
    compute: bool = Field(
        default=True, description="Players may think on the server, unless their room forbids it."
    )
    assist: bool = Field(
        default=True, description="Rooms may admit assistants, as their setting `assist` says."
    )
    talk_lines: Count = Field(
        default=3,
        description="Lines that a program on a seat may say until something happens in its match.",
    )
    talk_kept: Count = Field(
        default=1_000,
        description="Lines said at one match that are kept with it; programs fall silent then.",
    )
    clock: DefaultClock = Field(
        default_factory=DefaultClock,
        description="Time control of rooms that ask for none.",
    )
    lag: LagLimits = Field(
        default_factory=LagLimits,
        description="Time that is lost to the network and forgiven.",
    )


class ReplayLimits(Section):
    """What telling finished matches again may use (docs/replays.md)."""

    max_listed: Count = Field(
        default=10_000,
        description="Finished matches in the list; the oldest go first. By id they can be told as "
        "long as they are stored.",
    )
    max_streams: Count = Field(default=32, description="Replays told at a time, to all clients.")
    max_streams_per_client: Count = Field(
        default=2, description="Replays told at a time to one connection."
    )
    slice_ms: int = Field(
        default=4, ge=1, le=1_000, description="Replays are worked out in pieces of this length."
    )
    share: float = Field(
        default=0.25,
        gt=0,
        le=1,
        allow_inf_nan=False,
        description="Part of the server's time that all replays together may take.",
    )
    part_bytes: Bytes = Field(
        default=65_535,
        description="Size of the largest `replay_part`, where `hello.max_frame` allows more.",
    )
    embed_on: Sites = Field(
        default=(),
        description="Sites that may show a finished match in a frame, if everybody may see it: "
        "https://school.example, or * for all (docs/sharing.md). Empty: none may.",
    )


class ResultLimits(Section):
    """Results of matches, kept for players who were away when they ended."""

    max_matches: Count = Field(
        default=2_000, description="Matches whose result waits for somebody; the oldest go first."
    )
    max_per_user: Count = Field(
        default=8, description="Of those, matches of one player; the oldest go first."
    )
    keep_days: int = Field(
        default=28, ge=1, le=3_650, description="Days until a result waits no longer."
    )
