"""Every setting and every limit of the server, in one frozen model. Reads files, starts nothing.

A configuration comes from a TOML file, whose tables are the sections below, with single values
overridden from the command line. It is built once and passed down; nobody imports it.
"""

import tomllib
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator
from pydantic.fields import FieldInfo

from infoset_protocol.version import DEFAULT_PORT

Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Bytes = Annotated[int, Field(ge=64, le=1 << 30)]
QueueBytes = Annotated[int, Field(ge=65_535, le=1 << 30)]  # one frame of usual size must fit
FrameBytes = Annotated[int, Field(ge=64, lt=1 << 24)]  # the first length byte stays zero
Units = Annotated[int, Field(ge=1, le=1 << 50)]
Milliseconds = Annotated[int, Field(ge=0, le=86_400_000)]
Days = Annotated[int, Field(ge=1, le=28)]


def _split_names(value: Any) -> Any:
    """Lets a command line write a list as `one,two`."""
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(",") if name.strip())
    return value


Names = Annotated[tuple[str, ...], BeforeValidator(_split_names)]


class ConfigError(ValueError):
    """The configuration cannot be used; the message names each field and what was expected."""


class Section(BaseModel):
    """A table of the configuration: frozen, and unknown names are errors (they are typing slips)."""

    model_config = ConfigDict(frozen=True, extra="forbid")


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
        default=16 * 1024, description="Largest HTTP request head accepted for a WebSocket upgrade."
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
    resume_messages: Count = Field(default=512, description="As many of them are kept at most.")
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


class TimeLimits(Section):
    """How long a connection may take, and when the server makes itself heard."""

    hello_s: Seconds = Field(
        default=10.0,
        description="From connecting to a valid `hello` and, for a login by key, its proof; then "
        "4408. Also the time for an HTTP request and its answer.",
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


class ConnectionLimits(Section):
    """Who may connect, and how often."""

    max_total: Count = Field(
        default=10_000, description="Open connections, all addresses together."
    )
    max_per_address: Count = Field(default=256, description="Open connections from one address.")
    max_away: Count = Field(
        default=2_000,
        description="Sessions without a connection that wait to be resumed; the longest gone end "
        "first.",
    )
    max_unwelcomed_per_address: Count = Field(
        default=64, description="Of those, connections that have not been welcomed yet."
    )
    failed_hellos_per_min: Count = Field(
        default=10,
        description="Logins per address that did not end in `welcome`, sustained; the burst is "
        "4 times that. A welcome gives its share back, so a class-room behind one address is "
        "not held up.",
    )
    hellos_per_s: Count = Field(
        default=500,
        description="Logins of everybody together, sustained; the burst is 2 s of that. Who is too "
        "many is told when to come again, each at another moment.",
    )
    hellos_per_user_per_min: Count = Field(
        default=600,
        description="Logins of one user, from wherever they come: stops a program that connects "
        "again and again.",
    )
    exempt_loopback: bool = Field(
        default=True,
        description="Do not count connections and logins from the server's own machine.",
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
        "requests for any other name are refused; with none, a server reached through a loopback "
        "address answers to `localhost` and loopback addresses only. Guards against DNS rebinding.",
    )
    trusted_proxies: Names = Field(
        default=(),
        description="Addresses or ranges of reverse proxies whose `X-Forwarded-For` and "
        "`X-Forwarded-Proto` are believed; everybody else's are ignored.",
    )

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for network in value:
            ip_network(network, strict=False)
        return value


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
    queries_per_s: Count = Field(default=2, description="`describe`, `replays`; burst 8.")
    computes_per_s: Count = Field(
        default=20, description="`determinize`, `simulate`, `rollout`; bursts 4 times that."
    )
    abuse_s: Seconds = Field(
        default=10.0,
        description="Time over the limit, without a pause of 3 s, that closes with 4429.",
    )
    abuse_retry_ms: Milliseconds = Field(
        default=10_000, description="Wait suggested to a client that was closed with 4429."
    )


class DefaultClock(Section):
    """The time control of a room or seek that names none."""

    kind: Literal["none", "per_move", "bank", "correspondence"] = Field(
        default="per_move", description="Family of the time control."
    )
    move_ms: Milliseconds = Field(default=30_000, description="`per_move`: time for each decision.")
    main_ms: Milliseconds = Field(
        default=600_000, description="`bank`: time each seat starts with."
    )
    inc_ms: Milliseconds = Field(
        default=5_000, description="`bank`: time added after each decision."
    )
    delay_ms: Milliseconds = Field(
        default=0, description="`bank`: time of each decision before the bank is touched."
    )
    first_ms: Milliseconds = Field(
        default=10_000, description="Extra time for a seat's first decision."
    )
    grace_ms: Milliseconds = Field(
        default=500, description="Allowance on each decision, not charged."
    )
    move_days: Days = Field(default=3, description="`correspondence`: days for each decision.")


class LagLimits(Section):
    """How much time a seat may have put down to its network (docs/clocks.md).

    As at lichess, a seat starts with three times what a decision adds, and keeps at most seven times that.
    """

    start_ms: Milliseconds = Field(
        default=900,
        description="What a seat may have forgiven at first: a bad moment right at the beginning.",
    )
    gain_ms: Milliseconds = Field(
        default=300,
        description="What each decision adds to it: a round trip across the world. The most that "
        "somebody gains, per decision and on average, who only pretends that his network is slow.",
    )
    max_ms: Milliseconds = Field(
        default=2_100, description="What it may grow to, and so the most forgiven at a time."
    )


class RoomLimits(Section):
    """How many rooms, seeks and watchers there may be, and how long an unused room lives."""

    max_rooms: Count = Field(default=2_000, description="Rooms on this server.")
    max_rooms_per_user: Count = Field(default=8, description="Open rooms one user may host.")
    max_seeks_per_user: Count = Field(default=4, description="Open `seek` tickets of one user.")
    max_watchers_per_room: Count = Field(default=1_000, description="Watchers of one room.")
    watch_delay_ms: int = Field(
        default=180_000,
        ge=1,
        le=86_400_000,
        description="How far watchers are behind in rooms with `watch: delayed` that name no delay.",
    )
    idle_expiry_s: Seconds = Field(
        default=1_800.0, description="A room in which nothing happened for this long is closed."
    )
    absence_s: Seconds = Field(
        default=60.0,
        description="How long a seat of a running match waits for a player whose connection broke.",
    )
    fill_ms: Milliseconds = Field(
        default=2_000,
        description="Wait of a `seek` without `fill_ms` before house bots fill the seats.",
    )
    compute: bool = Field(
        default=True, description="Players may think on the server, unless their room forbids it."
    )
    clock: DefaultClock = Field(
        default_factory=DefaultClock,
        description="Time control of rooms that ask for none.",
    )
    lag: LagLimits = Field(
        default_factory=LagLimits,
        description="Time that is lost to the network and forgiven.",
    )


class ComputeLimits(Section):
    """What thinking on the server may use (`rooms.compute` switches it off).

    The unit of budgets is one transition of a game's engine.
    """

    workers: int = Field(
        default=0, ge=0, le=1024, description="Worker processes; 0 is one for each processor."
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
        description="Work expected to take less is done at once, in the server's own process.",
    )
    hang_s: Seconds = Field(
        default=5.0, description="A worker this late with an answer is ended and replaced."
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


class ReplayLimits(Section):
    """What telling finished matches again may use (docs/replays.md)."""

    max_listed: Count = Field(
        default=10_000,
        description="Finished matches in the list; the oldest go first. By id they can be told as "
        "long as they are stored.",
    )
    max_streams: Count = Field(default=32, description="Replays told at a time, to all clients.")
    max_streams_per_client: Count = Field(
        default=2, description="Replays told at a time to one connection."
    )
    slice_ms: int = Field(
        default=4, ge=1, le=1_000, description="Replays are worked out in pieces of this length."
    )
    share: float = Field(
        default=0.25,
        gt=0,
        le=1,
        allow_inf_nan=False,
        description="Part of the server's time that all replays together may take.",
    )
    part_bytes: Bytes = Field(
        default=65_535,
        description="Size of the largest `replay_part`, where `hello.max_frame` allows more.",
    )


class BotSettings(Section):
    """Where house bots come from."""

    manifest: Path | None = Field(
        default=None, description="TOML manifest of the house bots; absent uses the one shipped."
    )
    folder: Path | None = Field(
        default=None,
        description="Folder watched for bots dropped in; absent is `bots` in `data_dir`.",
    )


class StoreSettings(Section):
    """Where matches are kept, and how safely (docs/storage.md)."""

    enabled: bool = Field(
        default=True,
        description="Keep matches, rooms and people. Without it they end with the server.",
    )

    url: str | None = Field(
        default=None,
        description="`sqlite:///PATH` or `postgresql://USER@HOST/NAME`; absent is the file "
        "`infoset.sqlite` in `data_dir`.",
    )
    synchronous: Literal["full", "normal"] = Field(
        default="full",
        description="`full`: what was acknowledged survives a power cut; `normal`: it survives the "
        "end of the server, but the last moments before a power cut may be lost.",
    )
    timeout_s: Seconds = Field(
        default=2.0, description="Patience with a database that is locked or does not answer."
    )
    wait_s: Seconds = Field(
        default=2.0,
        description="How long an action waits for a database in trouble before it is refused.",
    )
    doubt_s: Seconds = Field(
        default=5.0,
        description="A player whose action may or may not be stored waits at least so long for the "
        "database to tell, at most twice that; then the connection is closed with 4503, to be resumed.",
    )
    max_queued: Count = Field(
        default=4096, description="Actions that wait to be stored; more are refused."
    )
    max_batch: Count = Field(default=256, description="Actions stored in one transaction.")
    gather_ms: int = Field(
        default=5,
        ge=0,
        le=1_000,
        description="What a commit waits for more actions while those of many matches come in quickly: "
        "it costs time and saves work. 0 never waits.",
    )
    ballast_mb: int = Field(
        default=16,
        ge=0,
        le=1 << 20,
        description="Disk space set aside beside an SQLite file, given back for an orderly end when "
        "the disk is full.",
    )


class AccountSettings(Section):
    """Users, tokens and classes (docs/accounts.md)."""

    guests: bool = Field(default=True, description="Let people and bots in without an account.")
    tokens_in_clear: bool = Field(
        default=False,
        description="Accept tokens over connections that are neither under TLS nor from this machine: "
        "whoever shares the network can steal them.",
    )
    max_guests: Count = Field(
        default=10_000, description="Guests remembered; the longest absent is forgotten first."
    )
    max_accounts: Count = Field(default=10_000, description="Accounts kept, guests not counted.")
    max_tokens_per_user: Count = Field(default=16, description="Tokens and keys of one user.")
    ticket_s: Seconds = Field(
        default=30.0, description="From the fetching of a browser's ticket to its login."
    )
    max_tickets: Count = Field(
        default=1_000, description="Tickets open at a time; the oldest go first."
    )
    card_s: Seconds = Field(
        default=5_400.0, description="How long the code on a printed card works: a double lesson."
    )
    enrolments_per_min: Count = Field(
        default=5, description="Codes that may be tried in vain from one address."
    )
    class_days: int = Field(
        default=200, ge=1, le=3_650, description="Days until a class and its pupils are deleted."
    )
    max_class_size: Count = Field(default=60, description="Pupils of one class.")
    max_classes: Count = Field(default=500, description="Classes on this server.")
    max_bans: Count = Field(default=1_000, description="Banned addresses and ranges.")
    join_url: str | None = Field(
        default=None,
        max_length=512,
        description="Page that takes a card's code behind `#`; the cards' QR codes lead there. "
        "Absent: they hold the code alone.",
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


class StatusSettings(Section):
    """What the server tells of itself (docs/operation.md)."""

    metrics_for: Names = Field(
        default=(),
        description="Addresses or ranges that may read `/metrics`, besides this machine.",
    )
    min_free_percent: float = Field(
        default=5.0,
        ge=0,
        le=100,
        allow_inf_nan=False,
        description="Free share of the disk with `data_dir` below which `/health` is red.",
    )
    slow_ms: Milliseconds = Field(
        default=250,
        description="Answers to actions that took longer are reported in the log, by match.",
    )
    report_s: Seconds = Field(default=60.0, description="Interval of these reports.")

    @field_validator("metrics_for")
    @classmethod
    def _are_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for network in value:
            ip_network(network, strict=False)
        return value


class AuditSettings(Section):
    """The log of what organisers do, `audit.jsonl` in `data_dir`."""

    max_bytes: Bytes = Field(
        default=4 << 20, description="Size at which a file is put aside and a new one begun."
    )
    files: Count = Field(default=10, description="Files put aside that are kept.")


class ServerConfig(Section):
    """The whole configuration; `load_config` builds it from a file and overrides."""

    host: str = Field(default="127.0.0.1", min_length=1, description="Address to listen on.")
    port: int = Field(
        default=DEFAULT_PORT, ge=0, le=65_535, description="Port to listen on; 0 is any free."
    )
    name: str = Field(
        default="infoset", min_length=1, max_length=64, description="Name told in `welcome`."
    )
    data_dir: Path = Field(
        default=Path("data"), description="Folder for everything the server stores."
    )
    frames: FrameLimits = Field(default_factory=FrameLimits)
    queues: QueueLimits = Field(default_factory=QueueLimits)
    times: TimeLimits = Field(default_factory=TimeLimits)
    connections: ConnectionLimits = Field(default_factory=ConnectionLimits)
    rates: RateLimits = Field(default_factory=RateLimits)
    rooms: RoomLimits = Field(default_factory=RoomLimits)
    bots: BotSettings = Field(default_factory=BotSettings)
    compute: ComputeLimits = Field(default_factory=ComputeLimits)
    replays: ReplayLimits = Field(default_factory=ReplayLimits)
    store: StoreSettings = Field(default_factory=StoreSettings)
    accounts: AccountSettings = Field(default_factory=AccountSettings)
    tls: TlsSettings = Field(default_factory=TlsSettings)
    audit: AuditSettings = Field(default_factory=AuditSettings)
    status: StatusSettings = Field(default_factory=StatusSettings)

    @property
    def bots_dir(self) -> Path:
        """The folder watched for bots, with the default applied."""
        return self.bots.folder if self.bots.folder is not None else self.data_dir / "bots"


def load_config(
    path: Path | None = None, overrides: Mapping[str, Any] | None = None
) -> ServerConfig:
    """Reads `path` (TOML; `None` for the defaults) and lays `overrides` over it.

    Overrides are named with dots (`times.hello_s`); text values are converted, as they come from a
    command line. Raises ConfigError, which names every wrong field; nothing else is raised for
    anything a file can contain.
    """
    values = {} if path is None else _read_toml(path)
    for name, value in (overrides or {}).items():
        _override(values, name, value)
    try:
        return ServerConfig.model_validate(values)
    except ValidationError as error:
        raise ConfigError(_explain(error, path)) from None


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from None


def _override(values: dict[str, Any], name: str, value: Any) -> None:
    *tables, last = name.split(".")
    for table in tables:
        inner = values.setdefault(table, {})
        if not isinstance(inner, dict):
            raise ConfigError(f"{name}: {table} is not a table")
        values = inner
    values[last] = value


def _explain(error: ValidationError, path: Path | None) -> str:
    lines = []
    for problem in error.errors(include_url=False, include_context=False):
        field = ".".join(str(part) for part in problem["loc"]) or "configuration"
        message = problem["msg"]
        if problem["type"] == "extra_forbidden":
            message = "there is no such setting"
        elif problem["loc"]:
            message = f"{message}, got {problem['input']!r}"
        lines.append(f"{field}: {message}")
    source = "configuration" if path is None else str(path)
    return f"{source}: " + "; ".join(lines)


_PAGE = """# Configuration of the server

`infoset serve --config FILE` reads its settings from a TOML file; `--set NAME=VALUE` changes single ones,
and wins over the file. The parts of a dotted name are tables of the file:

```toml
port = 7421

[times]
hello_s = 5

[rooms.clock]
kind = "bank"
main_ms = 300000
```

A list is written `one,two` behind `--set`. Units are the last part of a name: `_s` seconds, `_ms` milliseconds, `_bytes` bytes. A name that does not exist
and a value out of bounds are errors, and the server does not start.

"""


def reference_page() -> str:
    """The page `docs/configuration.md`."""
    return _PAGE + reference_table()


def reference_table() -> str:
    """Every setting as a Markdown table: dotted name, type, default, meaning."""
    rows = ["| setting | type | default | meaning |", "| --- | --- | --- | --- |"]
    for name, field in settings():
        rows.append(
            f"| `{name}` | {_type_words(field.annotation)} | {_default_words(field)} "
            f"| {field.description} |"
        )
    return "\n".join(rows) + "\n"


def settings(
    section: type[Section] = ServerConfig, prefix: str = ""
) -> Iterator[tuple[str, FieldInfo]]:
    """Every single setting with its dotted name, tables opened up."""
    for name, field in section.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Section):
            yield from settings(kind, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", field


_TYPE_WORDS = {str: "text", int: "integer", float: "number", bool: "true/false", Path: "path"}


def _type_words(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " or ".join(f"`{value}`" for value in get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(_type_words(part) for part in get_args(kind) if part is not type(None))
    if get_origin(kind) is tuple:
        return f"list of {_type_words(get_args(kind)[0])}"
    return _TYPE_WORDS[kind]


def _default_words(field: FieldInfo) -> str:
    default = field.default
    if default is None:
        return "absent"
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    if isinstance(default, tuple):
        return f"`{list(default)}`"
    return f"`{default}`"
