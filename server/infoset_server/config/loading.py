"""Builds the configuration from a TOML file and the command line. Starts nothing."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from infoset_server.config.server import ServerConfig
from infoset_server.config.toml_text import parse_toml


class ConfigError(ValueError):
    """The configuration cannot be used; the message names each field and what was expected."""


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
