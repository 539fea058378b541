"""The whole configuration of a server, its sections put together, from a TOML file and the command line."""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import Field, ValidationError

from infoset_protocol.beacon import BEACON_PORT
from infoset_protocol.version import DEFAULT_PORT
from infoset_server.config.admin import AccountSettings, AuditSettings, StatusSettings
from infoset_server.config.cluster import ClusterSettings
from infoset_server.config.compute import ComputeLimits, KnowLimits, ReviewLimits
from infoset_server.config.contests import (
    AbTestLimits,
    LadderLimits,
    LadderRecordLimits,
    TournamentLimits,
)
from infoset_server.config.network import (
    BusLimits,
    ConnectionLimits,
    FrameLimits,
    QueueLimits,
    RateLimits,
    TimeLimits,
    TlsSettings,
)
from infoset_server.config.programs import AssistLimits, BotSettings, HostedSettings
from infoset_server.config.rooms import ReplayLimits, ResultLimits, RoomLimits
from infoset_server.config.section import Section
from infoset_server.config.store import StoreSettings
from infoset_server.config.toml_text import parse_toml
from infoset_server.config.webhooks import WebhookSettings

PASSWORD: Final = re.compile(r"//\S*@")  # and who has it, in addresses


class ServerConfig(Section):
    """The whole configuration; `load_config` builds it from a file and overrides."""

    host: str = Field(default="127.0.0.1", min_length=1, description="Address to listen on.")
    port: int = Field(
        default=DEFAULT_PORT, ge=0, le=65_535, description="Port to listen on; 0 is any free."
    )
    beacon_port: int = Field(
        default=BEACON_PORT,
        ge=0,
        le=65_535,
        description="UDP port on which the server answers who looks for one on the local network; 0 is "
        "never.",
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
    bus: BusLimits = Field(default_factory=BusLimits)
    bots: BotSettings = Field(default_factory=BotSettings)
    hosted: HostedSettings = Field(default_factory=HostedSettings)
    compute: ComputeLimits = Field(default_factory=ComputeLimits)
    know: KnowLimits = Field(default_factory=KnowLimits)
    replays: ReplayLimits = Field(default_factory=ReplayLimits)
    reviews: ReviewLimits = Field(default_factory=ReviewLimits)
    assist: AssistLimits = Field(default_factory=AssistLimits)
    results: ResultLimits = Field(default_factory=ResultLimits)
    store: StoreSettings = Field(default_factory=StoreSettings)
    accounts: AccountSettings = Field(default_factory=AccountSettings)
    tls: TlsSettings = Field(default_factory=TlsSettings)
    audit: AuditSettings = Field(default_factory=AuditSettings)
    status: StatusSettings = Field(default_factory=StatusSettings)
    ladders: LadderLimits = Field(default_factory=LadderLimits)
    ladder_records: LadderRecordLimits = Field(default_factory=LadderRecordLimits)
    tournaments: TournamentLimits = Field(default_factory=TournamentLimits)
    abtests: AbTestLimits = Field(default_factory=AbTestLimits)
    webhooks: WebhookSettings = Field(default_factory=WebhookSettings)
    cluster: ClusterSettings = Field(default_factory=ClusterSettings)

    @property
    def bots_dir(self) -> Path:
        """The folder watched for bots, with the default applied."""
        return self.bots.folder if self.bots.folder is not None else self.data_dir / "bots"


class ConfigError(ValueError):
    """The configuration cannot be used; the message names each field and what was expected."""


def settings_given(texts: Iterable[str]) -> dict[str, str]:
    """Values by dotted name, of `--set NAME=VALUE`. Raises ConfigError."""
    values: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ConfigError(f"--set {text}: expected NAME=VALUE")
        values[name.strip()] = value.strip()
    return values


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
        raise ConfigError(_explain(error, path, (overrides or {}).keys())) from None


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return parse_toml(path.read_text(encoding="utf-8"))
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


def _without_passwords(text: str) -> str:
    """What was given, but that addresses in it name nobody, with or without a password."""
    return PASSWORD.sub("//", text)


def _explain(error: ValidationError, path: Path | None, overridden: Collection[str]) -> str:
    """Every wrong field. The file is named only where one of them can be in it."""
    lines = []
    is_in_file = False
    for problem in error.errors(include_url=False, include_context=False):
        field = ".".join(str(part) for part in problem["loc"]) or "configuration"
        message = problem["msg"]
        if problem["type"] == "extra_forbidden":
            message = "there is no such setting"
        elif problem["loc"]:
            message = f"{message}, got {_without_passwords(repr(problem['input']))}"
        lines.append(f"{field}: {message}")
        is_in_file |= not any(
            f"{name}.".startswith(f"{field}.") or f"{field}.".startswith(f"{name}.")
            for name in overridden
        )
    source = str(path) if path is not None and is_in_file else "configuration"
    return f"{source}: " + "; ".join(lines)
