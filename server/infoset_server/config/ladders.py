"""How many ladders organisers may have for their classes, and how much of the server those may take."""

from pydantic import Field

from infoset_server.config.section import Count, Section


class LadderLimits(Section):
    """Ladders that organisers make for their classes; those of a file have no such limits."""

    max_per_class: Count = Field(default=2, description="Ladders of one class that are not closed.")
    max_in_classes: Count = Field(
        default=100, description="Ladders of all classes together, closed ones included."
    )
    class_matches: Count = Field(default=2, description="Matches at once on the ladder of a class.")
    class_entries: Count = Field(
        default=200, description="Entries on the ladder of a class that are not retired."
    )
    class_move_ms: int = Field(
        default=120_000, ge=100, le=3_600_000, description="Longest time for each decision there."
    )
