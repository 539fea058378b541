"""Settings of the wire: connections, frames, rates, queues, times, TLS and the bus."""

from pathlib import Path

from pydantic import Field

from infoset_server.config.section import (
    Addresses,
    Bytes,
    Count,
    FrameBytes,
    Milliseconds,
    Names,
    Networks,
    QueueBytes,
    Seconds,
    Section,
)


class ConnectionLimits(Section):
    """Who may connect, and how often."""

    max_total: Count = Field(
        default=10_000, description="Open connections, all addresses together."
    )
    max_per_address: Count = Field(
        default=512,
        description="Open connections from one address, which may be that of a whole school: a browser "
        "that loads the page opens up to six besides its own WebSocket. Here and in every limit per address, an "
        "IPv6 network of 64 bits counts as one.",
    )
    max_away: Count = Field(
        default=2_000,
        description="Sessions without a connection that wait to be resumed; the longest gone end "
        "first.",
    )
    max_away_per_address: Count = Field(
        default=256,
        description="Of those, sessions that came from one address; its longest gone end first.",
    )
    max_unwelcomed_per_address: Count = Field(
        default=256,
        description="Of those, connections that have neither been welcomed nor been given a page.",
    )
    failed_hellos_per_min: Count = Field(
        default=10,
        description="Logins per address that did not end in `welcome`, sustained; the burst is "
        "4 times that. A welcome gives its share back, so a class-room behind one address is "
        "not held up.",
    )
    hellos_per_s: Count = Field(
        default=500,
        description="Logins of everybody together, sustained; the burst is 2 s of that. Clients that are too "
        "many are told when to come again, each at another moment.",
    )
    hellos_per_user_per_min: Count = Field(
        default=600,
        description="Logins of one user, from wherever they come: stops a program that connects "
        "again and again.",
    )
    exempt_loopback: bool = Field(
        default=True,
        description="Do not count what comes from the server's own machine: in no limit per address. It may "
        "ask and think as often as house bots (`queues.house_factor`).",
    )
    max_tracked_addresses: Count = Field(
        default=10_000,
        description="Addresses whose logins are remembered; the longest silent goes first.",
    )
    allowed_origins: Names = Field(
        default=(),
        description="Web origins (`https://play.example.org`) whose pages may connect besides the "
        "server's own; `*` allows every page. Programs send no origin and are not concerned.",
    )
    allowed_hosts: Names = Field(
        default=(),
        description="Names clients may call the server by. With some listed, HTTP and WebSocket "
        "requests for any other name or address are refused; with none, the server answers to its own names "
        "(`localhost`, the machine's, that with `.local`, those of `tls.certificate`) and, except through "
        "a loopback address, to every IP address. Through loopback `localhost` and its addresses always "
        "work. Guards against DNS rebinding.",
    )
    addresses: Addresses = Field(
        default=(),
        description="By which clients reach the server (`play.example.org:443`), each with its port: a login by key "
        "that was signed for another one is refused. With none listed, these count: the address at which the connection "
        "has arrived, the machine's own names, and `allowed_hosts`, there and on ports 80 and 443. List them where a "
        "proxy or a router passes connections on.",
    )
    trusted_proxies: Networks = Field(
        default=(),
        description="Addresses or ranges of reverse proxies whose `X-Forwarded-For` and "
        "`X-Forwarded-Proto` are believed; everybody else's are ignored. They must set both.",
    )


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
        "rates are this many times larger. So are `rates.msgs_per_s`, `rates.computes_per_s` and "
        "`compute.units_per_s` for programs on the server's own machine, with `connections.exempt_loopback`.",
    )
    max_inflight: Count = Field(
        default=16, description="Open requests per connection; told as `limits.max_inflight`."
    )


class RateLimits(Section):
    """Token buckets per connection; over them, requests are answered `rate_limited`."""

    msgs_per_s: Count = Field(
        default=50,
        description="Requests of any kind, sustained; told as `limits.msgs_per_s`. Each "
        "`your_turn` allows one more, so that no match is too fast.",
    )
    burst_factor: Count = Field(
        default=4, description="Burst of that bucket as a multiple of its rate."
    )
    in_bytes_per_s: Bytes = Field(
        default=4 << 20,
        description="Bytes read from one client; over it, reading pauses for the moment.",
    )
    chats_per_s: Count = Field(default=1, description="`chat`; burst 5.")
    rooms_per_min: Count = Field(default=6, description="`create_room`; burst 6.")
    queries_per_s: Count = Field(
        default=2, description="`describe`, `replays`, `tournaments`; burst 8."
    )
    computes_per_s: Count = Field(
        default=20, description="`determinize`, `simulate`, `rollout`, `know`; bursts 4 times that."
    )
    abuse_s: Seconds = Field(
        default=10.0,
        description="Time over the limit, without a pause of 3 s, that closes with 4429.",
    )
    abuse_retry_ms: Milliseconds = Field(
        default=10_000, description="Wait suggested to a client that was closed with 4429."
    )


class TimeLimits(Section):
    """How long a connection may take, and when the server makes itself heard."""

    hello_s: Seconds = Field(
        default=10.0,
        description="From connecting to a valid `hello` and, for a login by key, its proof; then "
        "4408. Also the time for an HTTP request and its answer. An uploaded bot, which runs on this machine and stands back "
        "behind the server, has twelve times as long.",
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


class TlsSettings(Section):
    """Encryption by the server itself (docs/deployment.md tells when a proxy is better)."""

    certificate: Path | None = Field(
        default=None, description="PEM file with the certificate and its chain; turns TLS on."
    )
    key: Path | None = Field(
        default=None, description="PEM file with its private key; absent: in the same file."
    )
    local_port: int = Field(
        default=0,
        ge=0,
        le=65_535,
        description="With TLS, the second port, without TLS and for this machine only, that house "
        "bots use; 0 is any free.",
    )


class BusLimits(Section):
    """How much may wait between parts of the server, of what can be read again where it is lost."""

    max_pending: Count = Field(
        default=256,
        description="Messages that wait for one subscriber: changes of a match for the watchers of one "
        "view, changes of rooms for the list of rooms. What comes on top is lost, and the whole is read again.",
    )
    max_at_once: Count = Field(
        default=64,
        description="Messages handled before clients get their turn. Lower, watchers of a busy server "
        "are shown changes later, and players wait less.",
    )
