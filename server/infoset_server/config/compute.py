"""What thinking on the server may use."""

from pydantic import Field

from infoset_server.config.section import Bytes, Count, Milliseconds, Seconds, Section, Units


class ComputeLimits(Section):
    """What thinking on the server may use (`rooms.compute` switches it off).

    The unit of budgets is one transition of a game's engine.
    """

    workers: int = Field(
        default=0,
        ge=0,
        le=1024,
        description="Worker processes; 0 is one for each processor that the server, or its container, may use.",
    )
    units_per_s: Units = Field(
        default=200_000,
        description="Units per second of one session, on average; told as `limits.compute_units_s`.",
    )
    per_decision: Units = Field(
        default=200_000, description="Units of a seat until its next decision is closed."
    )
    per_game: Units = Field(default=20_000_000, description="Units of a seat in one match.")
    per_world: Count = Field(default=20, description="Units charged for a fresh world.")
    max_k: int = Field(default=256, ge=1, le=1024, description="Worlds of one request.")
    max_worlds: Count = Field(default=4096, description="Handles of one seat; the oldest go first.")
    max_worlds_bytes: Bytes = Field(
        default=4 << 20, description="Memory of those handles; the oldest go first."
    )
    max_depth: Count = Field(
        default=4096, description="Transitions a kept world may be away from its `determinize`."
    )
    ttl_ms: Milliseconds = Field(
        default=30_000, description="How long handles outlive the decision they were drawn for."
    )
    export: bool = Field(
        default=False,
        description="Let everybody `export` sampled positions, at ten times the price of a world.",
    )
    max_queued: Count = Field(
        default=8,
        description="Requests of one seat that wait; over it, the answer is `busy`. Less than "
        "`queues.max_inflight`, so that there is always room for an `act` or `cancel`.",
    )
    max_request_ms: int = Field(
        default=10_000, ge=1, le=600_000, description="Longest time one request may take."
    )
    slice_ms: int = Field(
        default=20,
        ge=1,
        le=1_000,
        description="Work is done in pieces of this length, so that all seats get their turn.",
    )
    inline_us: int = Field(
        default=100,
        ge=0,
        le=10_000,
        description="Work expected to take less is done at once, in the server's own process; for a seat that thinks while "
        "no other does, six times as much.",
    )
    hang_s: Seconds = Field(
        default=5.0,
        description="A worker that computes for so much longer than the longest request is ended and replaced; "
        "waiting for a processor does not count.",
    )
    stall_s: Seconds = Field(
        default=120.0,
        description="The same for one that has not answered for so long, however little it has computed.",
    )
    worker_memory_bytes: int = Field(
        default=1 << 30, ge=64 << 20, le=1 << 40, description="Address space of one worker."
    )
    nice: int = Field(
        default=10, ge=0, le=19, description="How far workers stand back behind the server."
    )
    cached_states: Count = Field(
        default=1024, description="Positions each worker keeps, which saves working them out again."
    )
    answer_bytes: Bytes = Field(
        default=2048,
        description="What `legal`, `obs` and `events` of one job may each take; a batch that "
        "might not fit into `hello.max_frame` is refused.",
    )


class ReviewLimits(Section):
    """What reviews of finished matches may use (docs/reviews.md). One is worked out at a time, by a worker of its own."""

    enabled: bool = Field(
        default=True, description="Let people ask for reviews of finished matches."
    )
    budget_s: Seconds = Field(
        default=40.0,
        description="Processor time of one review, about; how much it looks at follows from that.",
    )
    share: float = Field(
        default=0.5,
        gt=0,
        le=1,
        allow_inf_nan=False,
        description="Part of one processor that reviews may take; between pieces their worker rests.",
    )
    max_waiting: Count = Field(default=100, description="Reviews that wait or are under way.")
    max_per_user: Count = Field(
        default=3, description="Of those, reviews that one user has asked for."
    )
    nice: int = Field(
        default=15, ge=0, le=19, description="How far the worker stands back behind the server."
    )


class KnowLimits(Section):
    """What players may have worked out of what they know (docs/what-you-know.md), by a worker of its own."""

    enabled: bool = Field(
        default=True,
        description="Tell players chances of what is hidden, in rooms that allow `compute`.",
    )
    worlds: int = Field(
        default=100,
        ge=1,
        le=1024,
        description="Worlds in which chances are estimated, where a game cannot count them.",
    )
    playouts: int = Field(
        default=200,
        ge=2,
        le=1024,
        description="Plays to the end for each action whose chances to win are estimated.",
    )
    units: Units = Field(
        default=400_000,
        description="Units (`compute`) of one such estimate; it has fewer plays where these do not suffice.",
    )
    share: float = Field(
        default=0.5,
        gt=0,
        le=1,
        allow_inf_nan=False,
        description="Part of one processor that all of it may take; between pieces its worker rests.",
    )
    max_waiting: Count = Field(default=200, description="Requests that wait or are under way.")
    nice: int = Field(
        default=15, ge=0, le=19, description="How far the worker stands back behind the server."
    )
