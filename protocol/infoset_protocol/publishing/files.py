"""Everything that is published, as texts by path. What is on disk should equal it; writing is for tools."""

import json
from collections.abc import Mapping
from typing import Any

from infoset_protocol.catalog import Direction, all_messages
from infoset_protocol.conformance.vectors import read_samples
from infoset_protocol.publishing.asyncapi import document
from infoset_protocol.publishing.chapters import fill
from infoset_protocol.publishing.samples import complete
from infoset_protocol.schema import combined_schema, message_schema

SAMPLES = "vectors/v1/messages.ndjson"
_FOLDERS = {Direction.CLIENT: "client", Direction.SERVER: "server"}


def schema_files() -> dict[str, str]:
    """The JSON Schemas and the AsyncAPI document."""
    files = {
        f"schemas/{_FOLDERS[entry.direction]}/{entry.type_name}.json": _write(message_schema(entry))
        for entry in all_messages()
    }
    files["schemas/messages.json"] = _write(combined_schema())
    files["schemas/asyncapi.json"] = _write(document())
    return files


def published(samples: str, chapters: Mapping[str, str]) -> dict[str, str]:
    """All files by path below `protocol/`: from the text of `SAMPLES` and of the chapters as they are."""
    completed = complete(samples)
    by_name = {sample.name: sample for sample in read_samples(completed)}
    filled = {path: fill(text, by_name) for path, text in chapters.items()}
    return {SAMPLES: completed, **schema_files(), **filled}


def _write(plain: dict[str, Any]) -> str:
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"
