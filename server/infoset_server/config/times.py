"""How long connections may take."""

from pydantic import Field

from infoset_server.config.section import Milliseconds, Seconds, Section


class TimeLimits(Section):
    """How long a connection may take, and when the server makes itself heard."""

    hello_s: Seconds = Field(
        default=10.0,
        description="From connecting to a valid `hello` and, for a login by key, its proof; then "
        "4408. Also the time for an HTTP request and its answer.",
    )
    http_idle_s: Seconds = Field(
        default=15.0,
        description="Silence after which an HTTP connection ends that has had its answers: browsers "
        "keep up to six of them for the files of a page.",
    )
    frame_s: Seconds = Field(
        default=10.0, description="From the first byte of a frame to its last."
    )
    idle_s: Seconds = Field(
        default=600.0,
        description="Silence after which a client without a seat is dropped with 4440.",
    )
    keepalive_s: Seconds = Field(
        default=15.0, description="Silence of the server after which it sends a keep-alive."
    )
    pong_s: Seconds = Field(
        default=30.0,
        description="Silence after a keep-alive that ends a connection with the feature `pong`; "
        "other clients may think as long as their clocks allow.",
    )
    unacknowledged_s: Seconds = Field(
        default=30.0,
        description="Sent bytes unacknowledged by the peer's machine for this long: dead.",
    )
    close_s: Seconds = Field(
        default=2.0,
        description="Wait for a client to take its last bytes before the connection is cut.",
    )
    sweep_s: Seconds = Field(
        default=1.0, description="Interval of the one timer that watches all of the times above."
    )
    measure_s: Seconds = Field(
        default=1.0,
        description="How often the round trip to somebody who plays against a clock is measured.",
    )
    resume_ttl_ms: Milliseconds = Field(
        default=120_000,
        description="How long a dropped session is kept; told as `limits.resume_ttl_ms`.",
    )
    shutdown_grace_s: float = Field(
        default=30.0,
        ge=0,
        le=86_400,
        allow_inf_nan=False,
        description="Wait for running matches to end after the order to stop; 0 does not wait.",
    )
