"""What all messages share: the envelope, strictness, and that `null` means absent."""

from operator import attrgetter
from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from infoset_protocol.messages.scalars import Uint


class Part(BaseModel):
    """An object inside a message. Frozen; strict about types; unknown fields are ignored."""

    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="ignore",
        regex_engine="rust-regex",
        defer_build=True,  # a bot reads a dozen of these two hundred
    )

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, plain: Any) -> Any:
        """Drops nulls, so that defaults apply: absent and null are the same on this wire."""
        if type(plain) is dict and None in plain.values():
            return {name: value for name, value in plain.items() if value is not None}
        return plain

    def to_plain(self) -> dict[str, Any]:
        """The plain values as they go onto the wire: `type` first, absent fields left out."""
        return self.model_dump(exclude_none=True)


class Message(Part):
    """One frame's worth. `type` is declared here so that it comes first in every message."""

    type: str


class ClientMessage(Message):
    """A request or notice from client to server.

    `replies` names the types that may answer it besides `error`; none means it is never answered.
    """

    replies: ClassVar[tuple[str, ...]] = ("ok",)

    id: Uint | None = Field(
        default=None,
        description="request number, above all earlier ones of the session; asks for an answer",
    )


class ServerMessage(Message):
    """An answer (with `re`) or a push (without). `sequenced`: the type carries `seq`."""

    sequenced: ClassVar[bool] = True

    re: Uint | None = Field(default=None, description="the `id` of the request this answers")
    seq: Uint | None = Field(
        default=None, description="number in the session's stream, one more each time"
    )
    ts: Uint | None = Field(default=None, description="server time in ms, for logs only")


class ExactlyOne(Part):
    """A message or part of which exactly one of the fields `choices` must be there."""

    choices: ClassVar[tuple[str, ...]]
    _read_choices: ClassVar[Any]  # reads them all at once, from a message

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        cls._read_choices = attrgetter(*cls.choices)

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        """Refuses none and several."""
        if self._read_choices(self).count(None) != len(self.choices) - 1:
            raise PydanticCustomError(
                "choice", "exactly one of {names}", {"names": ", ".join(self.choices)}
            )
        return self


def one_of(*names: str) -> ConfigDict:
    """Model configuration that states `ExactlyOne`'s rule in the JSON Schema too."""
    return ConfigDict(json_schema_extra={"oneOf": [{"required": [name]} for name in names]})
