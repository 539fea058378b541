"""The files of the page: all there, of known kinds, and nothing in them that needs another server."""

import re
from pathlib import Path, PurePosixPath

import pytest

from infoset_web import CONTENT_TYPES, PageError, files, page_files
from infoset_web.files import SAMPLES, shells, source_files

PAGE = source_files()
SCRIPTS = sorted(name for name in PAGE if name.endswith(".js"))
OTHERS = ("vendor/", "sdk/", SAMPLES)  # of others, and what runs elsewhere
OURS = [name for name in SCRIPTS if not name.startswith(OTHERS)]
IMPORT = re.compile(
    r"""^(?:import\b[^"'`;]*?|export\s*(?:\*|\{[^}]*\})\s*from\s*)["']([^"']+)["'];?$"""
    r"""|\bfrom"([^"]+)";""",
    re.MULTILINE,
)


def test_every_file_is_of_a_kind_that_browsers_are_told() -> None:
    assert {PurePosixPath(name).suffix for name in PAGE} <= set(CONTENT_TYPES)


def imports_of(name: str) -> list[str]:
    """The scripts that a script names."""
    return [plain or packed for plain, packed in IMPORT.findall(PAGE[name].decode())]


@pytest.mark.parametrize("name", OURS)
def test_everything_imported_is_there(name: str) -> None:
    folder = Path("/", name).parent
    for target in imports_of(name):
        assert target.startswith("."), f"{name} imports {target}"
        assert str((folder / target).resolve().relative_to("/")) in PAGE, f"{name} imports {target}"


def test_imports_are_found_in_our_scripts_and_in_those_of_others() -> None:
    assert "./views/frame.js" in imports_of("main.js")
    assert "./preact.js" in imports_of("vendor/hooks.js")


def test_the_library_is_imported_from_here() -> None:
    for name in SCRIPTS:
        if name.startswith("vendor/"):
            assert all(target.startswith("./") for target in imports_of(name))


def test_styles_and_index_fetch_nothing_from_elsewhere() -> None:
    for name, content in PAGE.items():
        if name.endswith((".css", ".html")):
            assert b"//" not in content.replace(b"http://www.w3.org", b""), name


def test_licences_lie_beside_what_is_not_ours() -> None:
    static = files.HERE / "static"
    assert {path.name for path in static.rglob("LICENSE.*")} == {
        "LICENSE.fluent",
        "LICENSE.fraunces",
        "LICENSE.htm",
        "LICENSE.inter",
        "LICENSE.preact",
        "LICENSE.signals",
    }


def test_a_page_without_an_index_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "HERE", tmp_path / "web" / "page")
    with pytest.raises(PageError, match=r"there is no index\.html"):
        page_files()


def test_links_out_of_the_folder_are_no_files_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "web" / "page" / "static"
    static.mkdir(parents=True)
    (static / "index.html").write_text("hello")
    (tmp_path / "secret.json").write_text("{}")
    (static / "secret.json").symlink_to(tmp_path / "secret.json")
    (static / "notes.txt").write_text("not for browsers")
    monkeypatch.setattr(files, "HERE", tmp_path / "web" / "page")
    assert set(source_files()) == {"index.html"}


# htm lets go of a line end at either end of a text, and of what is indented behind it.
GLUED = re.compile(r"[^\n]*[\w,;:]\n\s*(?:<(?:code|a|b|i|em|kbd|span)\b[^>]*>(?! )|\$\{)[^\n]*")


def test_words_are_apart_from_what_follows_on_the_next_line() -> None:
    found = [f"{name}: {line}" for name in OURS for line in GLUED.findall(PAGE[name].decode())]
    assert found == []


def test_what_is_shown_before_a_catalogue_is_written_in_each_language() -> None:
    template = b'<html lang="@language@" data-languages="@languages@">@shell-loading@'
    words = {"cs": b"shell-loading = a < b\nshell-loading = English", "en": b"shell-loading = x"}
    made = shells({"index.html": template, "manifest.webmanifest": b'["@shell-loading@"]'}, words)
    assert made["cs/index.html"] == b'<html lang="cs" data-languages="cs en">a &lt; b'
    assert made["index.html"] == made["en/index.html"]
    assert made["index.html"].endswith(b">x")
    assert made["manifest.cs.webmanifest"] == b'["a < b"]'
    with pytest.raises(PageError, match="shell-loading: expected words in one line"):
        shells({"index.html": template}, {"en": b"shell-other = x"})
