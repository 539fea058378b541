"""The Python SDK as a testee: reads and writes what the golden vectors ask for (docs/conformance.md).

usage: infoset conformance --level 1-2 --level 8 --testee "python testee.py"
"""

import json
import sys
from typing import Any

from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.errors import ProtocolError
from infoset_protocol.framing import make_framer
from infoset_protocol.merge_patch import apply_patch
from infoset_protocol.messages import Unknown, read_client_message, read_server_message


def answer(line: dict[str, Any]) -> dict[str, Any]:
    encoding = Encoding(line["encoding"])
    match line["do"]:
        case "decode":
            message = read_server_message(decode(bytes.fromhex(line["data"]), encoding))
            if isinstance(message, Unknown):
                return {"ok": True}
            return {"ok": True, "value": message.to_plain()}
        case "encode":
            written = encode(read_client_message(line["value"]).to_plain(), encoding)
            return {"ok": True, "data": written.hex()}
        case "frames":
            return frames(line, encoding)
        case "patch":
            return {"ok": True, "value": apply_patch(line["value"], line["patch"])}
    return {"skip": True}


def frames(line: dict[str, Any], encoding: Encoding) -> dict[str, Any]:
    framer = make_framer(encoding, line["max_frame"])
    payloads: list[str] = []
    for chunk in line["chunks"]:
        try:
            payloads += (payload.hex() for payload in framer.receive_data(bytes.fromhex(chunk)))
        except ProtocolError:
            break
    return {"ok": framer.fault is None, "payloads": payloads}


for text in sys.stdin:
    question = json.loads(text)
    try:
        said = answer(question)
    except ProtocolError as error:
        said = {"ok": False, "why": str(error)}
    sys.stdout.write(json.dumps({"name": question["name"], **said}) + "\n")
    sys.stdout.flush()
