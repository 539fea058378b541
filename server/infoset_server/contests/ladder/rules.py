"""The sections of a ladder's file that say how matches come about and what counts. `season_rules.py` has those about time."""

from typing import Annotated, Literal

from pydantic import Field

from infoset_server.config.section import Count, Milliseconds, Seconds, Section
from infoset_server.contests.ladder.tables import DRIFT, SEAT_SPREAD, SPREAD

Share = Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]
Points = Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)]
Logits = Annotated[float, Field(gt=0, le=20, allow_inf_nan=False)]


class LadderClock(Section):
    """The time control of all matches."""

    kind: Literal["none", "per_move", "bank"] = Field(
        default="per_move", description="Family of the time control."
    )
    move_ms: Milliseconds = Field(default=5_000, description="`per_move`: for each decision.")
    main_ms: Milliseconds = Field(
        default=120_000, description="`bank`: what each seat starts with."
    )
    inc_ms: Milliseconds = Field(default=1_000, description="`bank`: added after each decision.")
    delay_ms: Milliseconds = Field(
        default=0, description="`bank`: time of each decision before the bank is touched."
    )
    first_ms: Milliseconds = Field(
        default=15_000,
        description="Extra time for a seat's first decision: who lets it pass is "
        "taken off the queue.",
    )
    grace_ms: Milliseconds = Field(default=300, description="Allowance on each decision.")


class PairingRules(Section):
    """Who meets whom. The first three are shares: what the first seat of a table is given for."""

    promise: Share = Field(default=0.5, description="The chance to be among the best.")
    doubt: Share = Field(default=0.25, description="The greatest uncertainty.")
    novelty: Share = Field(default=0.25, description="The fewest matches.")
    top: Count = Field(default=10, description="So many are the best, whose order counts most.")
    own: bool = Field(default=False, description="Entries of one owner may meet.")
    repeats: Count = Field(
        default=3, description="How often one line-up may meet in `recent` tables."
    )
    recent: Count = Field(default=60, description="Tables that are remembered for `repeats`.")
    parallel: int = Field(default=2, ge=1, le=64, description="Matches at once of one entry.")
    copies: int = Field(
        default=1,
        ge=1,
        le=4,
        description="Seats of one table that a bot of this server may take where others are too few.",
    )


class PaceRules(Section):
    """How often bots meet. Matches with people are not counted."""

    per_hour: Count = Field(default=600, description="Matches an hour on the whole ladder.")
    entry_per_hour: Count = Field(default=240, description="Matches an hour of one entry.")
    owner_per_hour: Count | None = Field(
        default=None,
        description="Matches an hour of all entries of one owner; bots that come with the server have none.",
    )
    settled_per_hour: Count = Field(
        default=20,
        description="Of those on the whole ladder, matches in which nothing is to be learnt.",
    )
    settled_points: Points = Field(
        default=25,
        description="A rating is settled within this margin (two sigma), or when the order of its entry "
        "among its neighbours is clear.",
    )


class PeopleRules(Section):
    """How people are paired, and how fast their strength may change."""

    window: Points = Field(default=150, description="Rating difference that is fine at once.")
    widen_per_s: Points = Field(
        default=10, description="What is added to it for each second of waiting."
    )
    most: Points = Field(default=800, description="What it may grow to.")
    bots_after_s: Seconds = Field(
        default=10,
        description="After this wait, bots take the seats for which there are no people.",
    )
    period_days: Annotated[int, Field(ge=1, le=3650)] = Field(
        default=30, description="A person's strength is estimated anew for each so many days."
    )
    drift: Logits = Field(
        default=DRIFT, description="How much it changes from one to the next, in logits."
    )


class HealthRules(Section):
    """When an entry is taken out of play."""

    faults: Count = Field(
        default=3,
        description="So many matches in a row in which its seat did not play on or hardly decided "
        "anything itself, and it is benched.",
    )
    undecided: Annotated[float, Field(gt=0, le=1, allow_inf_nan=False)] = Field(
        default=0.5,
        description="It hardly decided anything itself where this part of its decisions was left to "
        "fallbacks: it raised, answered wrongly or was silent.",
    )


class RatingRules(Section):
    """What is assumed of strengths beforehand, in logits (1 logit is 174 points)."""

    spread: Logits = Field(
        default=SPREAD, description="Of the strengths of entries, before results say better."
    )
    seat_spread: Logits = Field(default=SEAT_SPREAD, description="Of the advantages of seats.")
