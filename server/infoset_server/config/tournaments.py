"""How many tournaments there may be, and how much of the server they may take."""

from pydantic import Field

from infoset_server.config.section import Count, Seconds, Section


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
