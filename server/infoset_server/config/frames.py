"""How large a frame may be."""

from pydantic import Field

from infoset_server.config.section import Bytes, Count, FrameBytes, Section


class FrameLimits(Section):
    """How large a frame may be that a client sends; `hello.max_frame` limits the other direction."""

    max_in_before_welcome_bytes: FrameBytes = Field(
        default=8 * 1024, description="Largest frame accepted before `welcome`."
    )
    max_in_bytes: FrameBytes = Field(
        default=256 * 1024,
        description="Largest frame accepted after `welcome`; told as `limits.max_frame_in`.",
    )
    max_handshake_bytes: Bytes = Field(
        default=16 * 1024, description="Largest head of an HTTP request or WebSocket handshake."
    )
    max_requests: Count = Field(
        default=1_000,
        description="HTTP requests that are answered over one connection; then it ends.",
    )
    max_body_bytes: Bytes = Field(
        default=64 * 1024, description="Largest body of an HTTP request (enrolment, organisers)."
    )
    max_fragments: Count = Field(
        default=64, description="Pieces one WebSocket message may be cut into by its sender."
    )
    max_controls: Count = Field(
        default=100,
        description="WebSocket pings and pongs of one client during one `times.sweep_s`; more end "
        "the connection, as they cost work and say nothing.",
    )
