"""How long results wait for players who were away."""

from pydantic import Field

from infoset_server.config.section import Count, Section


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
