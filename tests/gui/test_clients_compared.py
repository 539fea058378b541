"""What page, window and terminal can do stands in docs/page-window-terminal.md, with the reason for what the window lacks."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from infoset_protocol import messages
from infoset_protocol.messages import ClientMessage

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs/page-window-terminal.md"
STATIC = ROOT / "clients/web/infoset_web/static"
WINDOW = ROOT / "clients/pygame/infoset_gui"
SDK = ROOT / "clients/python"
MODULE = re.compile(r"`(\w+)`")
SEE = re.compile(r"see \*(.+)\*")  # a feature of the first table
LEAST_REASON = 20  # characters
BY_THE_SDK = {"hello"}  # which every client begins with


def rows(title: str) -> Iterator[list[str]]:
    """The cells of a table of the document, without its head."""
    part = DOCUMENT.read_text("utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    assert len(lines) > 2, title
    for line in lines[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def named(column: int) -> set[str]:
    """The modules in a column of the features."""
    return {name for row in rows("What one can do") for name in MODULE.findall(row[column])}


def test_every_view_of_the_page_stands_in_a_row() -> None:
    assert named(1) == {path.stem for path in (STATIC / "views").glob("*.js")}


def test_every_screen_of_the_window_stands_in_a_row() -> None:
    assert named(2) == {path.stem for path in (WINDOW / "screens").glob("*.py")} - {"__init__"}


def test_what_the_terminal_does_is_there() -> None:
    places = SDK / "infoset"
    for name in named(3):
        assert (places / name).is_dir() or (places / f"{name}.py").is_file(), name


def test_what_the_window_or_the_page_lacks_has_its_reason() -> None:
    for feature, page, window, terminal, reason in rows("What one can do"):
        assert all(cell == "no" or MODULE.search(cell) for cell in (page, window, terminal)), (
            feature
        )
        lacks = "no" in (page, window)
        assert lacks == bool(reason), f"{feature}: {reason or 'no reason'}"
        assert not lacks or len(reason) >= LEAST_REASON, feature


def kinds() -> dict[str, str]:
    """The classes of all requests with the `type` that they have on the wire."""
    return {
        name: str(kind.model_fields["type"].default)
        for name, kind in vars(messages).items()
        if isinstance(kind, type)
        and issubclass(kind, ClientMessage)
        and "type" in kind.model_fields
    }


def sent_by_page() -> set[str]:
    """The requests that a script of the page sends."""
    scripts = [path for path in STATIC.rglob("*.js") if "vendor" not in path.parts]
    text = "\n".join(path.read_text("utf-8") for path in scripts)
    return {kind for kind in kinds().values() if re.search(rf'(?:type: |\w\(\s*)"{kind}"', text)}


def imports(path: Path) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or "", [alias.name for alias in node.names]


def known_to_window() -> set[str]:
    """The requests that the window makes, by itself or with what it takes from the SDK."""
    files = set(WINDOW.rglob("*.py"))
    modules = {module for path in files for module, _ in imports(path)}
    beside = {SDK / f"{module.replace('.', '/')}.py" for module in modules if "." in module}
    found = {
        name
        for path in files | {path for path in beside if path.is_file()}
        for module, names in imports(path)
        if module == "infoset_protocol.messages"
        for name in names
    }
    return {kind for name, kind in kinds().items() if name in found}


def test_what_only_the_page_asks_of_a_server_is_named() -> None:
    assert len(sent_by_page()) > 30, "the scripts are read"
    lacking = sent_by_page() - known_to_window() - BY_THE_SDK
    reasons = {row[0].strip("`"): row[1] for row in rows("What is asked of a server")}
    assert set(reasons) == lacking
    features = [row[0] for row in rows("What one can do")]
    for request, reason in reasons.items():
        link = SEE.fullmatch(reason)
        is_there = link and any(feature.startswith(link[1]) for feature in features)
        assert is_there or len(reason) >= LEAST_REASON, request
