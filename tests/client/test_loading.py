"""Finding the bot in a file or module."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from infoset.bot import Bot
from infoset.errors import BotLoadError
from infoset.loading import configure, is_reading, load_bot, read_params
from infoset.running import bot_name

ONE = """
import infoset

class Base(infoset.Bot):
    pass

class Mine(Base):
    def decide(self, turn):
        return 0
"""
TWO = """
from infoset import Bot

class One(Bot): ...
class Two(Bot): ...

def tuned():
    return Two()

NOT_A_BOT = 7

class Stranger: ...
"""


@pytest.fixture(autouse=True)
def _path_is_restored(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "one.py").write_text(ONE)
    (tmp_path / "two.py").write_text(TWO)
    (tmp_path / "with-dash.py").write_text(ONE)
    (tmp_path / "none.py").write_text("import infoset\nBot = infoset.Bot\n")
    (tmp_path / "helped.py").write_text("import helper_of_bot\n" + ONE)
    (tmp_path / "helper_of_bot.py").write_text("")
    (tmp_path / "broken.py").write_text("import a_module_that_is_not_there\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_only_bot_of_a_file_needs_no_name(folder: Path) -> None:
    assert getattr(load_bot(str(folder / "one.py")), "__name__", "") == "Mine"
    assert getattr(load_bot("with-dash.py"), "__name__", "") == "Mine"


def test_a_file_that_ends_with_run_is_only_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["infoset", "bot", "running.py"])
    (folder / "running.py").write_text(ONE + "\n\ninfoset.run(Mine)\n")
    assert getattr(load_bot("running.py"), "__name__", "") == "Mine"
    assert not is_reading()


def test_a_bot_can_be_named_as_a_class_or_a_function(folder: Path) -> None:
    assert getattr(load_bot("two.py:Two"), "__name__", "") == "Two"
    assert type(load_bot("two.py:tuned")()).__name__ == "Two"


def test_a_module_is_found_from_the_current_folder(folder: Path) -> None:
    assert getattr(load_bot("one"), "__name__", "") == "Mine"
    assert getattr(load_bot("two:One"), "__name__", "") == "One"


def test_a_file_may_import_its_neighbours(folder: Path) -> None:
    load_bot(str(folder / "helped.py"))


@pytest.mark.parametrize(
    ("target", "complaint"),
    [
        ("missing.py", "missing.py: there is no such file"),
        ("no.such.module", "no.such.module: no such module or file; a file ends in .py"),
        ("none.py", "none.py: defines no class derived from infoset.Bot"),
        ("two.py", "two.py: which of One, Two? Name it: two.py:One"),
        ("two.py:Three", "two.py: has no Three; its bots: One, Two"),
        ("two.py:Stranger", "Stranger is not derived from infoset.Bot"),
        ("two.py:NOT_A_BOT", "NOT_A_BOT is neither a Bot class nor a function"),
    ],
)
def test_what_cannot_be_loaded_is_explained(folder: Path, target: str, complaint: str) -> None:
    with pytest.raises(BotLoadError) as failed:
        load_bot(target)
    assert complaint in str(failed.value)


def test_a_fault_of_the_author_s_own_code_keeps_its_traceback(folder: Path) -> None:
    with pytest.raises(ModuleNotFoundError, match="a_module_that_is_not_there"):
        load_bot("broken.py")
    with pytest.raises(ModuleNotFoundError, match="a_module_that_is_not_there"):
        load_bot("broken")


# Parameters.


class Deep(Bot):
    """Counts how deep it was told to look."""

    def __init__(self, depth: int = 1, name: str = "") -> None:
        if depth < 0:
            raise ValueError("depth: expected 0 or more")
        self.depth = depth
        self.name = name


def test_parameters_are_json_values_or_text() -> None:
    params = read_params(["depth=3", "name=deep blue", "c=0.5", "on=true", 'rest=["=", 1]'])
    assert params == {"depth": 3, "name": "deep blue", "c": 0.5, "on": True, "rest": ["=", 1]}


@pytest.mark.parametrize("text", ["depth", "=3", "the depth=3", ""])
def test_a_parameter_without_a_name_is_refused(text: str) -> None:
    with pytest.raises(BotLoadError, match="expected NAME=VALUE"):
        read_params([text])


def test_a_bot_is_made_with_its_parameters_and_keeps_its_name() -> None:
    configured = configure(Deep, {"depth": 4, "name": "x"})
    bot = configured()
    assert isinstance(bot, Deep)
    assert (bot.depth, bot.name) == (4, "x")
    assert bot_name(configured) == "Deep"
    assert configure(Deep, {}) is Deep


@pytest.mark.parametrize(
    ("params", "message"),
    [({"depth": -1}, "--param: depth: expected 0 or more"), ({"width": 2}, "--param: .*width")],
)
def test_a_parameter_the_bot_does_not_take_is_refused_at_once(
    params: dict[str, int], message: str
) -> None:
    with pytest.raises(BotLoadError, match=message):
        configure(Deep, params)


def test_each_bot_imports_the_modules_of_its_own_folder(tmp_path: Path) -> None:
    """The last version of a bot has the same modules beside it as the new one."""
    for version in ("old", "new"):
        folder = tmp_path / version
        (folder / "parts" / "deep").mkdir(parents=True)
        (folder / "parts" / "__init__.py").write_text("")
        (folder / "parts" / "deep" / "facts.py").write_text(f"SAID = {version!r}")
        (folder / "helper_of_bot.py").write_text(
            f"from parts.deep import facts\nSAID = {version!r}"
        )
        (folder / "bot.py").write_text(
            "import helper_of_bot\nimport parts.deep.facts as facts\nimport infoset\n\n"
            "class Mine(infoset.Bot):\n"
            "    said = (helper_of_bot.SAID, helper_of_bot.facts.SAID, facts.SAID)\n"
            "    def helper(self): return helper_of_bot.SAID\n"
        )
    loaded = [
        (version, load_bot(str(tmp_path / version / "bot.py")))
        for version in ("old", "new", "old", "new")
    ]
    for version, bot in loaded:
        assert getattr(bot, "said", None) == (version,) * 3
        assert getattr(bot(), "helper", str)() == version
    assert sys.modules["json"] is json
