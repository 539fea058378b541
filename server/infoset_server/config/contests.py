"""Settings of ladders, tournaments and A-B tests: how many there may be, and how much of the server they may take."""

from pydantic import Field

from infoset_server.config.section import Bytes, Count, Seconds, Section


class LadderLimits(Section):
    """Ladders that organisers make for their classes; those of a file have no such limits."""

    max_per_class: Count = Field(default=2, description="Ladders of one class that are not closed.")
    max_in_classes: Count = Field(
        default=100, description="Ladders of all classes together, closed ones included."
    )
    class_matches: Count = Field(default=2, description="Matches at once on the ladder of a class.")
    class_per_hour: Count = Field(
        default=600, description="Matches between programs in an hour there, and of one entry."
    )
    class_entries: Count = Field(
        default=200, description="Entries on the ladder of a class that are not retired."
    )
    class_move_ms: int = Field(
        default=120_000, ge=100, le=3_600_000, description="Longest time for each decision there."
    )


class LadderRecordLimits(Section):
    """How long matches on ladders stay recorded, for replays (docs/ladder.md). Results are kept for ever, and so are
    the records of matches with people.
    """

    routine_days: int = Field(
        default=30,
        ge=1,
        le=36_500,
        description="Days for which a match between programs that came out as expected can be seen again.",
    )
    routine_mb: Count = Field(
        default=2_000,
        description="Megabytes that these records take at most, on each ladder; the oldest go first.",
    )
    chosen_days: int = Field(
        default=365,
        ge=1,
        le=36_500,
        description="The same for upsets between programs, and for one of 20 other matches, as a sample.",
    )
    chosen_mb: Count = Field(
        default=2_000, description="Megabytes that those take at most, on each ladder."
    )


class TournamentLimits(Section):
    """Tournaments: how many, how large, and how often what could not be done is tried again."""

    max_tournaments: Count = Field(default=200, description="Tournaments kept by this server.")
    max_per_organiser: Count = Field(
        default=50, description="Of those, the ones that one organiser has made."
    )
    max_entrants: int = Field(
        default=256,
        ge=2,
        le=256,
        description="Entrants of one tournament; formats may allow fewer.",
    )
    max_tables: int = Field(
        default=64,
        ge=1,
        le=1_000,
        description="Matches at once of one tournament, whatever its file says.",
    )
    news_s: Seconds = Field(
        default=0.25,
        description="Changes of a tournament so close to one another are told to clients together.",
    )
    wave_s: Seconds = Field(
        default=5.0, description="In an arena, those who are free are put together this often."
    )
    retry_s: Seconds = Field(
        default=5.0,
        description="When a match could not begin (the server is closed), it is tried again.",
    )


class AbTestLimits(Section):
    """A-B tests: how many, how large, and who plays them (docs/abtests.md)."""

    processes: int = Field(
        default=0,
        ge=0,
        le=256,
        description="Processes of this machine that play the tests submitted with the server's own "
        "token; 0 is none. Programs run with the rights of the server.",
    )
    max_open: Count = Field(default=50, description="Tests that are not over.")
    max_per_owner: Count = Field(default=10, description="Of those, the ones of one user.")
    max_over: Count = Field(default=500, description="Tests that are over and still shown.")
    max_releases: Count = Field(default=100, description="Names of releases.")
    max_program_bytes: Bytes = Field(default=16 << 20, description="Largest archive of a program.")
    lease_s: Seconds = Field(
        default=120.0,
        description="A worker that is not heard of for so long has lost its matches to others.",
    )
