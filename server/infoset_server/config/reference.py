"""Writes the page docs/configuration.md from the sections themselves."""

from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from infoset_server.config.section import Section
from infoset_server.config.server import ServerConfig

_PAGE: Final = """# Configuration of the server

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


_TYPE_WORDS: Final = {
    str: "text",
    int: "integer",
    float: "number",
    bool: "true/false",
    Path: "path",
}


def _type_words(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " or ".join(f"`{value}`" for value in get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(_type_words(part) for part in get_args(kind) if part is not type(None))
    if get_origin(kind) is Annotated:
        return _type_words(get_args(kind)[0])
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
