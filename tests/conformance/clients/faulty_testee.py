"""Testees with one fault each: what readers and writers of JSON and msgpack often get wrong.

usage: python faulty_testee.py FAULT
"""

import json
import sys
from typing import Any

import msgpack


def read(encoding: str, data: bytes) -> Any:
    return json.loads(data) if encoding == "json" else msgpack.unpackb(data)


def write(encoding: str, value: Any) -> bytes:
    return json.dumps(value).encode() if encoding == "json" else bytes(msgpack.packb(value))


def merge(target: Any, patch: Any) -> Any:
    """A merge patch, but for lists, which are patched entry by entry."""
    if isinstance(patch, list) and isinstance(target, list):
        return [*patch, *target[len(patch) :]]
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    result |= {name: merge(result.get(name), value) for name, value in patch.items()}
    return {name: value for name, value in result.items() if value is not None}


def answer(fault: str, line: dict[str, Any]) -> dict[str, Any]:
    match line["do"], fault:
        case "frames", _:
            return {"skip": True}
        case "patch", "keeps_nulls":
            return {"ok": True, "value": {**line["value"], **line["patch"]}}
        case "patch", "merges_lists":
            return {"ok": True, "value": merge(line["value"], line["patch"])}
        case "patch", _:
            return {"skip": True}
        case "decode", "accepts_everything":
            value = read(line["encoding"], bytes.fromhex(line["data"]))
            return {"ok": True, "value": value}
        case "decode", "knows_all_types" if line["name"].startswith("unknown_server_type"):
            return {"ok": False, "why": "no such type"}
        case "encode", "writes_text" if isinstance(line["value"].get("index"), int):
            value = {**line["value"], "index": str(line["value"]["index"])}
            return {"ok": True, "data": write(line["encoding"], value).hex()}
        case "encode", "writes_latin":
            return {"ok": True, "data": json.dumps(line["value"]).encode("utf-16").hex()}
        case "encode", _:
            return {"ok": True, "data": write(line["encoding"], line["value"]).hex()}
    value = read(line["encoding"], bytes.fromhex(line["data"]))
    return {"ok": True, "value": value}


for text in sys.stdin:
    if sys.argv[1] == "ends":
        sys.exit()
    try:
        said = answer(sys.argv[1], json.loads(text))
    except Exception as error:  # noqa: BLE001  # whatever a reader raises is a refusal
        said = {"ok": False, "why": str(error)}
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()
