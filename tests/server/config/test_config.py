"""The configuration: defaults, files, overrides, and errors that name the field."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from infoset_server.config import (
    ConfigError,
    Section,
    ServerConfig,
    load_config,
    reference_page,
    reference_table,
    settings,
)


def write(folder: Path, text: str) -> Path:
    path = folder / "infoset.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_file_and_overrides_every_setting_has_its_default() -> None:
    config = load_config()
    assert config == ServerConfig()
    assert config.port == 7421
    assert config.frames.max_in_before_welcome_bytes == 8192
    assert config.times.hello_s == 10.0
    assert config.bots_dir == Path("data/bots")


def test_a_file_sets_values_in_its_tables(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        port = 0
        [times]
        hello_s = 3
        [connections]
        allowed_origins = ["https://play.example.org"]
        [rooms.clock]
        kind = "bank"
        main_ms = 60000
        """,
    )
    config = load_config(path)
    assert config.port == 0
    assert config.times.hello_s == 3.0
    assert config.connections.allowed_origins == ("https://play.example.org",)
    assert (config.rooms.clock.kind, config.rooms.clock.main_ms) == ("bank", 60_000)


def test_overrides_from_a_command_line_are_text_and_win_over_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, "port = 1\n[times]\nhello_s = 3\nidle_s = 5\n")
    config = load_config(path, {"port": "2", "times.hello_s": "0.5", "bots.folder": "/srv/bots"})
    assert config.port == 2
    assert (config.times.hello_s, config.times.idle_s) == (0.5, 5.0)
    assert config.bots_dir == Path("/srv/bots")


def test_a_list_is_written_with_commas_on_a_command_line() -> None:
    config = load_config(None, {"connections.allowed_hosts": "game.test, other.test,"})
    assert config.connections.allowed_hosts == ("game.test", "other.test")
    config = load_config(None, {"rooms.listed_games": "catan,crossfire"})
    assert config.rooms.listed_games == ("catan", "crossfire")


@pytest.mark.parametrize(
    ("overrides", "field", "expectation"),
    [
        ({"port": 70_000}, "port", "less than or equal to 65535"),
        ({"port": "x"}, "port", "valid integer"),
        ({"times.hello_s": 0}, "times.hello_s", "greater than 0"),
        ({"times.hello_s": float("nan")}, "times.hello_s", "finite"),
        ({"rates.msgs_per_s": -1}, "rates.msgs_per_s", "greater than or equal to 1"),
        ({"frames.max_in_bytes": 1 << 24}, "frames.max_in_bytes", "less than 16777216"),
        (
            {"rooms.clock.kind": "fischer"},
            "rooms.clock.kind",
            "'none', 'per_move', 'bank' or 'correspondence'",
        ),
        ({"queues.max_bytes": 1024}, "queues.max_bytes", "greater than or equal to 65535"),
        ({"rooms.listed_games": "catan,chess"}, "rooms.listed_games", "no game 'chess'"),
        ({"times.helo_s": 1}, "times.helo_s", "no such setting"),
        ({"tims.hello_s": 1}, "tims", "no such setting"),
        ({"port.number": 1}, "port", "valid integer"),
    ],
)
def test_an_error_names_the_field_and_what_was_expected(
    overrides: dict[str, object], field: str, expectation: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(None, overrides)
    assert f"{field}: " in str(caught.value)
    assert expectation in str(caught.value)


def test_all_wrong_fields_are_named_at_once() -> None:
    with pytest.raises(ConfigError, match=r"port: .*; times\.hello_s: "):
        load_config(None, {"port": -1, "times.hello_s": -1})


def test_a_wrong_setting_of_the_command_line_is_not_laid_to_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, "port = 7500")
    for wrong in ({"http.x": "1"}, {"port": "none"}):
        with pytest.raises(ConfigError, match=r"^configuration: (http|port): "):
            load_config(path, wrong)
    path = write(tmp_path, "prt = 7500")
    with pytest.raises(ConfigError) as failed:
        load_config(path, {"port": "none"})
    assert str(failed.value).startswith(f"{path}: ")


def test_an_override_below_a_value_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "port = 1\n")
    with pytest.raises(ConfigError, match=r"port\.number: port is not a table"):
        load_config(path, {"port.number": 1})


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read .*absent\.toml: No such file"):
        load_config(tmp_path / "absent.toml")


@pytest.mark.parametrize("content", [b"port = ", b"port = 1\nport = 2\n", b"name = '\xff'"])
def test_a_file_that_is_not_toml_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"broken\.toml is not valid TOML"):
        load_config(path)


def test_a_configuration_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        load_config().times.hello_s = 1.0  # type: ignore[misc]  # that it is refused is the test


def test_the_reference_lists_every_setting_with_its_default_and_meaning() -> None:
    table = reference_table()
    names = [name for name, _ in settings()]
    assert "times.hello_s" in names
    assert "rooms.clock.move_ms" in names
    for name, field in settings():
        assert field.description, f"{name} is not described"
        assert f"| `{name}` |" in table
    assert "| `port` | integer | `7421` | Port to listen on; 0 is any free. |" in table
    assert "| `bots.manifest` | path | absent |" in table
    assert "| `connections.allowed_origins` | list of text | `[]` |" in table
    assert "| `connections.exempt_loopback` | true/false | `true` |" in table
    assert len(table.splitlines()) == len(names) + 2


def test_the_page_in_the_documentation_is_current() -> None:
    page = Path(__file__).parents[3] / "docs" / "configuration.md"
    command = "from infoset_server.config import *; print(reference_page(), end='')"
    assert page.read_text(encoding="utf-8") == reference_page(), (
        f'run: python -c "{command}" > docs/configuration.md'
    )


def test_the_example_in_the_documentation_is_a_valid_file(tmp_path: Path) -> None:
    example = reference_page().split("```toml\n")[1].split("```")[0]
    assert load_config(write(tmp_path, example)).rooms.clock.kind == "bank"


def test_the_reference_can_be_made_of_one_section() -> None:
    class Tea(Section):
        cups: int = 2

    assert [name for name, _ in settings(Tea)] == ["cups"]
