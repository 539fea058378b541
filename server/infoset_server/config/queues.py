"""What may wait for one client."""

from pydantic import Field

from infoset_server.config.section import Bytes, Count, QueueBytes, Section


class QueueLimits(Section):
    """How much may wait for one client: what it has not read, what it has asked."""

    max_bytes: QueueBytes = Field(
        default=1 << 20,
        description="Outbound backlog at which the slow-consumer rule applies; "
        "told as `limits.queue_bytes`.",
    )
    max_messages: Count = Field(
        default=512, description="Outbound messages waiting at which the same rule applies."
    )
    resume_bytes: Bytes = Field(
        default=256 * 1024,
        description="Of the last numbered messages sent to a client and not acknowledged by it, "
        "what is kept so that it can resume; who missed more logs in anew.",
    )
    resume_messages: Count = Field(default=128, description="As many of them are kept at most.")
    write_buffer_bytes: Bytes = Field(
        default=64 * 1024,
        description="Bytes handed to the operating system's side before messages queue here.",
    )
    house_factor: Count = Field(
        default=64,
        description="House bots play many seats over one connection: their queues and request "
        "rates are this many times larger.",
    )
    max_inflight: Count = Field(
        default=16, description="Open requests per connection; told as `limits.max_inflight`."
    )
