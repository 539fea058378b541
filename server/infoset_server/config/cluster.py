"""How a server works together with others."""

import math
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from infoset_server.config.section import Section, split_names

Placing: TypeAlias = Literal["hall", "even"]  # where matches are played
Role: TypeAlias = Literal["edge", "play", "think"]  # what a server does for a cluster
EVEN: Final = "even"
HALL: Final = "hall"  # what claims call the node that is it
EDGE: Final = "edge"
PLAY: Final = "play"
THINK: Final = "think"


def check_urls(values: Sequence[str]) -> Sequence[str]:
    """Raises ValueError for what is no address of a NATS server."""
    for value in values:
        scheme, separator, host = value.partition("://")
        if scheme not in ("nats", "tls", "ws", "wss") or not separator or not host:
            raise ValueError("expected an address as in nats://10.0.0.1:4222")
    return values


Roles = Annotated[tuple[Role, ...], BeforeValidator(split_names), Field(min_length=1)]
Urls = Annotated[tuple[str, ...], BeforeValidator(split_names), AfterValidator(check_urls)]
LEAST_BEATS: Final = 2
UNDER_TLS: Final = ("tls://", "wss://")
WORD = r"^[A-Za-z0-9_-]{1,64}$"


class ClusterSettings(Section):
    """How a server works together with others; without `bus` it works alone."""

    name: str = Field(
        default="infoset",
        pattern=WORD,
        description="The cluster: servers of one name work together, and several clusters may share a bus.",
    )
    node: str | None = Field(
        default=None,
        pattern=WORD,
        description="This server's name among them; without one, its machine's name.",
    )
    roles: Roles = Field(
        default=(EDGE, PLAY, THINK),
        description="`play` keeps accounts, rooms and matches; of several on one database one is the hall of the "
        "cluster, and the others stand by. `edge` takes connections and passes on what they say to the hall, where "
        "this server is not the hall itself. `think` lends processors to the others.",
    )
    bus: Urls = Field(
        default=(),
        description="Servers of NATS, as in `nats://10.0.0.1:4222`; the first that answers is used.",
    )
    bus_credentials: Path | None = Field(
        default=None, description="File with this server's credentials for NATS (`.creds`)."
    )
    bus_ca_file: Path | None = Field(
        default=None,
        description="File of certificates (PEM) that servers of NATS may prove themselves by, besides those that the "
        "system trusts. Needs `tls://` in `bus`.",
    )
    bus_certificate: Path | None = Field(
        default=None,
        description="PEM file with the certificate by which this server proves itself to NATS, where that asks for one "
        "(`verify: true`). Needs `tls://` in `bus`.",
    )
    bus_key: Path | None = Field(
        default=None, description="PEM file with its private key; absent: in the same file."
    )
    beat_s: float = Field(
        default=0.5,
        gt=0,
        le=60,
        allow_inf_nan=False,
        description="How often a server tells the others that it is there, and what it could do for them.",
    )
    patience_s: float = Field(
        default=8.0,
        gt=0,
        le=600,
        allow_inf_nan=False,
        description="How long nothing may be heard of a server before it counts as gone, where no lease tells; at least "
        "twice `beat_s`.",
    )

    place: Placing = Field(
        default="hall",
        description="Where matches are played: all by the hall, or as evenly as may be by all servers with the role "
        "`play` that set this to `even`. See `docs/scale.md`.",
    )

    @property
    def patience(self) -> int:
        """How many beats may fail to come."""
        return math.ceil(self.patience_s / self.beat_s)

    @property
    def node_name(self) -> str:
        """What the other servers call this one."""
        return self.node or socket.gethostname().partition(".")[0]

    @model_validator(mode="after")
    def _needs_a_bus(self) -> "ClusterSettings":
        if PLAY not in self.roles and not self.bus:
            raise ValueError("roles: expected play among them, or servers of NATS in bus")
        if self.patience_s < LEAST_BEATS * self.beat_s:
            raise ValueError("patience_s: expected at least twice beat_s")
        if self.place == EVEN and PLAY in self.roles and self.node_name == HALL:
            raise ValueError(f"node: expected another name than {HALL!r}, which is the hall's")
        return self

    @model_validator(mode="after")
    def _has_tls_for_its_files(self) -> "ClusterSettings":
        if self.bus_key is not None and self.bus_certificate is None:
            raise ValueError("bus_certificate: expected one, as bus_key is set")
        is_wanted = self.bus_ca_file is not None or self.bus_certificate is not None
        if is_wanted and not all(url.startswith(UNDER_TLS) for url in self.bus):
            raise ValueError("bus: expected tls:// before each address, as there are files for TLS")
        return self
