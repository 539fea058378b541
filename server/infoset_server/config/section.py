"""What the tables of the configuration are made of: the frozen base, and kinds of values with their bounds."""

import re
from collections.abc import Sequence
from ipaddress import ip_network
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from infoset_protocol.key_login import DIALLED

Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Bytes = Annotated[int, Field(ge=64, le=1 << 30)]
QueueBytes = Annotated[int, Field(ge=65_535, le=1 << 30)]  # one frame of usual size must fit
FrameBytes = Annotated[int, Field(ge=64, lt=1 << 24)]  # the first length byte stays zero
Units = Annotated[int, Field(ge=1, le=1 << 50)]
Milliseconds = Annotated[int, Field(ge=0, le=86_400_000)]
Days = Annotated[int, Field(ge=1, le=28)]


def split_names(value: Any) -> Any:
    """Lets a command line write a list as `one,two`."""
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(",") if name.strip())
    return value


def check_networks(values: Sequence[str]) -> Sequence[str]:
    """Raises ValueError for what is neither an address nor a range of addresses."""
    for value in values:
        ip_network(value, strict=False)
    return values


def check_addresses(values: Sequence[str]) -> Sequence[str]:
    """Raises ValueError for what is no host with a port."""
    for value in values:
        host, colon, port = value.rpartition(":")
        if not (host and colon and port.isdecimal() and DIALLED.fullmatch(f"infoset://{value}")):
            raise ValueError(f"{value!r}: expected a host and a port, as in play.example.org:443")
    return values


SITE: Final = re.compile(r"https?://(\*\.)?[a-z0-9.-]+(:[0-9]{1,5})?")


def check_sites(values: Sequence[str]) -> Sequence[str]:
    """Raises ValueError for what names no site that a browser could compare with a frame's."""
    for value in values:
        if value != "*" and not SITE.fullmatch(value):
            raise ValueError(f"{value!r}: expected a site such as https://school.example, or *")
    return values


Names = Annotated[tuple[str, ...], BeforeValidator(split_names)]
Addresses = Annotated[
    tuple[str, ...], BeforeValidator(split_names), AfterValidator(check_addresses)
]
Sites = Annotated[tuple[str, ...], BeforeValidator(split_names), AfterValidator(check_sites)]
Networks = Annotated[tuple[str, ...], BeforeValidator(split_names), AfterValidator(check_networks)]


class Section(BaseModel):
    """A table of the configuration: frozen, and unknown names are errors (they are typing slips)."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        defer_build=True,  # most tables of contests are never read
    )
