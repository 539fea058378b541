"""Thinking on the server: sampling worlds, stepping them, playing them out, within a budget."""

# Messages are frozen, so each may narrow the `type` of its base to its own name.
# pyright: reportIncompatibleVariableOverride=false

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from infoset_protocol.limits import MAX_LISTED
from infoset_protocol.messages.base import ClientMessage, ExactlyOne, Part, ServerMessage, one_of
from infoset_protocol.messages.play import MATCH, MAX_SLOTS, Legal
from infoset_protocol.messages.scalars import (
    MAX_SEATS,
    Ms,
    Num,
    Obj,
    OpenEnum,
    Ref,
    SeatNumber,
    Slug,
    Str64,
    Uint,
    integral,
)

MAX_WORLDS = 1024  # of one request
MAX_JOBS = 256
MAX_ACTS = 1024  # of one job
MAX_PLAYOUTS = 4096  # per world and first action
MAX_ROWS = 1024
MAX_NUMBER = 2**32 - 1  # of a world or of luck
MAX_WEIGHED = 16  # actions whose chances are estimated at once
MAX_FACTS = 1024  # about one seat
MAX_WORDS = 8  # of the name of something hidden

WorldCount = Annotated[int, Field(ge=1, le=MAX_WORLDS), BeforeValidator(integral)]
PlayoutCount = Annotated[int, Field(ge=1, le=MAX_PLAYOUTS), BeforeValidator(integral)]
StreamNumber = Annotated[int, Field(ge=0, le=MAX_NUMBER), BeforeValidator(integral)]
FirstWorld = Annotated[int, Field(ge=0, le=MAX_NUMBER - MAX_WORLDS), BeforeValidator(integral)]
Want = Annotated[Literal["legal", "keys", "obs", "events", "returns", "hash", "other"], OpenEnum()]
ChanceRule = Annotated[Literal["sample", "stop", "other"], OpenEnum()]
SimStatus = Annotated[
    Literal["ok", "over", "illegal", "chance", "budget", "gone", "other"], OpenEnum()
]
RolloutStatus = Annotated[
    Literal["done", "cancelled", "budget", "deadline", "stale", "other"], OpenEnum()
]

ROOT = "open decision of yours that this is for; refused once it is closed"
WORLD = "opaque handle of a world; yours alone, in this session and match"


class Budget(Part):
    """What a request has cost and what is left. The unit is one transition of the game's engine."""

    used: Uint = Field(description="units charged for this request")
    left: Uint = Field(description="units left until your seat's next decision is closed")
    left_game: Uint | None = Field(default=None, description="units left for the whole match")


class ActRef(ExactlyOne):
    """Names one action. Exactly one of index, picks, action, as in `act`."""

    model_config = one_of("index", "picks", "action")
    choices: ClassVar = ("index", "picks", "action")

    seat: SeatNumber | None = Field(
        default=None,
        description="whose action, where several decide at once; absent = the only seat to act, "
        "or your own",
    )
    index: Uint | None = Field(
        default=None, description="position in the list, or mixed-radix number over the slots"
    )
    picks: list[Uint] | None = Field(
        default=None, min_length=1, max_length=MAX_SLOTS, description="one option per slot"
    )
    action: Any | None = Field(default=None, description="the action itself, `[verb, arg...]`")


def _all_or_list(value: Any) -> Any:
    """Says what was expected in one piece, where the two branches would each say their own."""
    if value != "all" and not isinstance(value, list):
        raise PydanticCustomError("first", "`all` or a list of actions")
    return value


FirstActions = Annotated[
    Annotated[list[ActRef], Field(min_length=1, max_length=MAX_ROWS)] | Literal["all"],
    BeforeValidator(_all_or_list),
]


class Determinize(ClientMessage):
    """Samples worlds: complete positions that agree with all your seat knows."""

    replies: ClassVar = ("worlds",)

    type: Literal["determinize"] = "determinize"
    match_id: Ref = Field(description=MATCH)
    k: WorldCount = Field(default=1, description="number of worlds")
    decision: Uint | None = Field(default=None, description=ROOT)
    seed: Uint | None = Field(
        default=None, description="same seed and same knowledge give the same worlds"
    )
    start: FirstWorld = Field(
        default=0, description="number of the first one among the worlds of the seed"
    )
    export: bool | None = Field(
        default=None, description="also return the positions (scope `compute_export`)"
    )


class WorldRef(Part):
    """A sampled world."""

    w: Ref = Field(description=WORLD)
    weight: Num = Field(default=1.0, description="importance weight, mean 1")
    state: Obj | None = Field(default=None, description="the whole position, only with `export`")


class Worlds(ServerMessage):
    """The sampled worlds."""

    type: Literal["worlds"] = "worlds"
    match_id: Ref = Field(description=MATCH)
    ver: Uint = Field(description="version of the view they agree with")
    worlds: list[WorldRef] = Field(max_length=MAX_WORLDS, description="the worlds")
    budget: Budget = Field(description="what it cost")
    ttl_ms: Ms = Field(description="the handles live at least this long, unless caps evict them")


class SimJob(Part):
    """One walk from one world."""

    w: Ref = Field(description=WORLD)
    acts: list[ActRef] = Field(
        default=[], max_length=MAX_ACTS, description="actions of whoever is to act, in order"
    )
    chance: ChanceRule = Field(
        default="sample",
        description="draw at chance nodes; or stop before them, unless the next act writes out "
        "one of their outcomes",
    )
    fill: Slug = Field(
        default="random",
        description="policy of the seats that `acts` leaves out where several decide at once",
    )
    keep: bool = Field(default=True, description="return a handle of the end position")
    luck: StreamNumber | None = Field(
        default=None,
        description="number of its random stream among those of the seed; absent = its place in `jobs`",
    )
    policy: Slug | None = Field(
        default=None,
        description="plays all seats on from there to the end of the play; there is no handle then",
    )
    horizon: Uint | None = Field(
        default=None,
        description="with `policy`: stop after this many more transitions and use the game's own "
        "valuation",
    )


class Simulate(ClientMessage):
    """Applies actions to worlds. The worlds stay as they are; each walk ends in a new one."""

    replies: ClassVar = ("sims",)

    type: Literal["simulate"] = "simulate"
    match_id: Ref = Field(description=MATCH)
    jobs: list[SimJob] = Field(min_length=1, max_length=MAX_JOBS, description="independent walks")
    want: list[Want] = Field(
        default=["legal"], max_length=8, description="what to tell of each end position"
    )
    view: SeatNumber | None = Field(
        default=None,
        description="seat whose `obs`, `events`, `legal` are told; absent = whoever is to act there",
    )
    seed: Uint | None = Field(
        default=None,
        description="same seed and same worlds give the same chance draws and playouts",
    )


class SimOut(Part):
    """How one walk ended."""

    status: SimStatus = Field(
        description="`ok`; `over`: the play ended; `illegal`: the action behind the `applied` "
        "ones is; `chance`: stopped at a chance node; `budget`: spent; `gone`: no such world"
    )
    w: Ref | None = Field(default=None, description="handle of the end position")
    applied: Uint = Field(description="actions of `acts` applied")
    to_act: list[SeatNumber] = Field(
        default=[], max_length=MAX_SEATS, description="seats to decide; empty = chance, or over"
    )
    n: Uint | None = Field(
        default=None, description="indexable actions there; at a chance node, its outcomes"
    )
    legal: Legal | None = Field(default=None, description="legal actions there")
    keys: list[Uint] | None = Field(
        default=None,
        max_length=MAX_LISTED,
        description="by index, what each action means whatever is hidden: a tree over many worlds "
        "merges actions of equal key; absent where there are too many to list",
    )
    obs: Obj | None = Field(default=None, description="observation there")
    events: list[Obj] | None = Field(
        default=None, max_length=MAX_PLAYOUTS, description="what happened on the way"
    )
    outcomes: list[Any] | None = Field(
        default=None,
        max_length=MAX_PLAYOUTS,
        description="at a chance node, with `legal`: `[[action, probability], ...]`, the first of "
        "the `n` if there is no room for all; absent where the game does not list them",
    )
    returns: list[Num] | None = Field(
        default=None,
        max_length=MAX_SEATS,
        description="final results; only when over, or as valued at the `horizon`",
    )
    places: list[Uint] | None = Field(
        default=None,
        max_length=MAX_SEATS,
        description="with `returns`: the place of each seat, 1 is best, ties share",
    )
    hash: Str64 | None = Field(
        default=None, description="hash of the end position: equal for equal positions"
    )


class Sims(ServerMessage):
    """The ends of the walks, in the order of the jobs."""

    type: Literal["sims"] = "sims"
    match_id: Ref = Field(description=MATCH)
    results: list[SimOut] = Field(max_length=MAX_JOBS, description="one per job")
    budget: Budget = Field(description="what it cost")


class Rollout(ClientMessage):
    """Plays worlds out with a policy and tells the mean results: flat Monte Carlo in one request."""

    replies: ClassVar = ("rollouts",)

    type: Literal["rollout"] = "rollout"
    match_id: Ref = Field(description=MATCH)
    worlds: list[Ref] | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_WORLDS,
        description="worlds; absent = `k` fresh ones",
    )
    k: WorldCount = Field(default=1, description="fresh worlds when `worlds` is absent")
    decision: Uint | None = Field(default=None, description=ROOT)
    first: FirstActions | None = Field(
        default=None,
        description="first actions to compare, one row each: `all` indexable ones, or these; "
        "absent = the policy moves first",
    )
    n: PlayoutCount = Field(default=1, description="playouts per world and first action")
    policy: Slug = Field(default="random", description="policy of all seats")
    policies: list[Slug] | None = Field(
        default=None, min_length=1, max_length=MAX_SEATS, description="or one per seat"
    )
    horizon: Uint | None = Field(
        default=None,
        description="stop a playout after this many transitions and use the game's own valuation",
    )
    seed: Uint | None = Field(
        default=None, description="same seed and same knowledge give the same playouts"
    )
    max_ms: Ms | None = Field(default=None, description="answer after this time with what is there")
    progress_ms: Ms | None = Field(default=None, description="send `progress` this often")


class RollRow(Part):
    """The playouts that began with one action."""

    first: ActRef | None = Field(default=None, description="that action")
    n: Uint = Field(description="playouts")
    mean: list[Num] = Field(max_length=MAX_SEATS, description="mean return of each seat")
    sd: list[Num] = Field(max_length=MAX_SEATS, description="standard deviation of each seat")
    win: list[Num] = Field(
        max_length=MAX_SEATS, description="share of first places of each seat, shared ones included"
    )
    moves: Num = Field(description="mean number of transitions, the first action included")


class Rollouts(ServerMessage):
    """The means of the playouts."""

    type: Literal["rollouts"] = "rollouts"
    match_id: Ref = Field(description=MATCH)
    status: RolloutStatus = Field(description="`done`, or why it ended earlier")
    rows: list[RollRow] = Field(
        max_length=MAX_ROWS, description="one per first action that was played at all"
    )
    budget: Budget = Field(description="what it cost")


class Release(ClientMessage):
    """Forgets worlds. What is gone already does not matter."""

    type: Literal["release"] = "release"
    match_id: Ref = Field(description=MATCH)
    worlds: list[Ref] | None = Field(
        default=None, max_length=MAX_WORLDS, description="absent = all of yours in this match"
    )


class Know(ClientMessage):
    """Asks what your seat may conclude of what it does not see, or how your actions change your chances to win."""

    replies: ClassVar = ("known",)

    type: Literal["know"] = "know"
    match_id: Ref = Field(description=MATCH)
    first: list[ActRef] | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_WEIGHED,
        description="actions of your open decision whose chances to win are estimated; absent = what is hidden, and what "
        "rolls, thefts and the like may bring",
    )


class KnownFact(Part):
    """How likely it is that a seat has at least one of something."""

    what: list[Any] = Field(
        min_length=1,
        max_length=MAX_WORDS,
        description="its kind and number, as the game names them",
    )
    chance: Num = Field(description="from 0 to 1")
    mean: Num | None = Field(
        default=None, description="how many of it are to be expected, where there can be several"
    )
    low: Num | None = Field(
        default=None,
        description="with `high`: 95 % interval of a chance that is estimated in worlds; absent = counted exactly",
    )
    high: Num | None = Field(default=None, description="the other end")
    sure: bool | None = Field(default=None, description="it is certain, by what you have seen")


class KnownWhole(Part):
    """Everything of one kind that a seat may hide, together."""

    counts: list[Uint] = Field(max_length=MAX_SLOTS, description="numbers as the game counts them")
    chance: Num = Field(description="from 0 to 1")


class KnownSeat(Part):
    """What you may conclude of another seat."""

    seat: SeatNumber = Field(description="the seat")
    facts: list[KnownFact] = Field(max_length=MAX_FACTS, description="likeliest first")
    wholes: list[KnownWhole] | None = Field(
        default=None, max_length=MAX_FACTS, description="all possibilities, where they are few"
    )


class KnownOutcome(Part):
    """One thing that may come of an action."""

    what: list[Any] = Field(
        min_length=1,
        max_length=MAX_WORDS,
        description="its kind and number, as the game names them",
    )
    chance: Num = Field(description="from 0 to 1, counted exactly")
    gains: list[Any] | None = Field(
        default=None,
        max_length=MAX_SEATS,
        description="by seat a list of what it gets or loses, as the game counts it",
    )


class KnownEffect(Part):
    """What may come of an action of yours, or of the next roll."""

    action: list[Any] = Field(
        min_length=1, max_length=MAX_WORDS, description="the action, as far as it matters"
    )
    outcomes: list[KnownOutcome] = Field(max_length=MAX_FACTS, description="all of them")


class Known(ServerMessage):
    """What a seat may conclude. It follows from what the seat has seen, and from nothing else."""

    type: Literal["known"] = "known"
    match_id: Ref = Field(description=MATCH)
    ver: Uint = Field(description="version of the view it is about")
    worlds: Uint = Field(
        description="worlds in which chances were estimated; 0 = all are counted exactly"
    )
    seats: list[KnownSeat] = Field(
        default=[],
        max_length=MAX_SEATS,
        description="the other seats, as far as they hide something",
    )
    effects: list[KnownEffect] = Field(
        default=[], max_length=MAX_FACTS, description="what actions may bring"
    )
    rows: list[RollRow] | None = Field(
        default=None,
        max_length=MAX_WEIGHED,
        description="with `first`: the playouts that began with each action",
    )
    policy: Slug | None = Field(
        default=None, description="with `first`: what plays on for all seats"
    )
