"""Faults of level 2, `msgpack`: how frames are written and read."""

from typing import ClassVar

from tests.conformance.clients.bot import Bot, Lines, Message, Packs
from tests.conformance.clients.faults.fault import Faults

fault = Faults(2)


class BinaryPacks(Packs):
    def pack(self, message: Message) -> bytes:
        import msgpack

        return bytes(
            msgpack.packb({k: v.encode() if k == "type" else v for k, v in message.items()})
        )


@fault("plain", "it sent what no server takes: msgpack bin and ext are not used")
class BinaryText(Bot):
    """Packs text as bin."""

    transports: ClassVar = {"infoset+msgpack": BinaryPacks}


class LittlePacks(Packs):
    def send(self, message: Message) -> None:
        frame = self.pack(message)
        self.write(len(frame).to_bytes(4, "little") + frame)


@fault("plain", "in little-endian order; expected 00 00 00")
class LittleEndian(Bot):
    """Writes the length the wrong way round."""

    transports: ClassVar = {"infoset+msgpack": LittlePacks}


@fault("plain", "it speaks tcp json")
class OnlyJson(Bot):
    """Does not look at the scheme of the address."""

    transports: ClassVar = {"infoset+msgpack": Lines}


class ShortPacks(Packs):
    def unpack(self, frame: bytes) -> Message:
        if frame[0] in (0xDE, 0xDF) and b"your_turn" in frame:
            raise ValueError(f"no map: {frame[0]}")
        return super().unpack(frame)


@fault("wide", "the program ended with exit code 1 during the match")
class ShortForms(Bot):
    """Reads what its own library writes, and nothing wider."""

    transports: ClassVar = {"infoset+msgpack": ShortPacks}
