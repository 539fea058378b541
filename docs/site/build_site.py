"""Builds the site of this version beside those that are already there.

python docs/site/build_site.py           into build/site
python docs/site/build_site.py FOLDER    into FOLDER, where the sites of older versions may be

    FOLDER/index.html       leads to the newest version
    FOLDER/versions.js      names them all, for the menu on every page
    FOLDER/0.1.0/...        one version

It needs no network. Any warning is an error: a link that leads nowhere, a page that is in no list.
"""

import json
import sys
import tomllib
from pathlib import Path

from packaging.version import InvalidVersion, Version
from sphinx.cmd.build import main as sphinx

ROOT = Path(__file__).parents[2]
REDIRECT = """<!doctype html>
<meta charset="utf-8">
<title>Infoset</title>
<meta http-equiv="refresh" content="0; url={path}">
<a href="{path}">Infoset</a>
"""


def main(arguments: list[str]) -> int:
    """The command. Returns its exit code."""
    folder = Path(arguments[0] if arguments else ROOT / "build/site")
    with (ROOT / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    failed = build(folder / version)
    if not failed:
        (folder / version / "index.html").write_text(
            REDIRECT.format(path="docs/README.html"), "utf-8"
        )
        publish(folder)
    return failed


def build(target: Path) -> int:
    """Makes one version. Returns the exit code of Sphinx."""
    cache = ROOT / "build/doctrees"
    strict = ("--fail-on-warning", "--keep-going", "--quiet")
    anew = ("--fresh-env", "--write-all")  # else pages that have not changed keep the menu they had
    folders = ("--conf-dir", ROOT / "docs/site", "--doctree-dir", cache, ROOT, target)
    return sphinx([*strict, *anew, *map(str, folders)])


def publish(folder: Path) -> None:
    """Writes what leads to the versions in a folder, newest first."""
    newest, *_ = found = versions(folder)
    names = json.dumps([str(version) for version in found])
    (folder / "versions.js").write_text(f"window.infosetVersions = {names};\n", "utf-8")
    (folder / "index.html").write_text(REDIRECT.format(path=f"{newest}/index.html"), "utf-8")


def versions(folder: Path) -> list[Version]:
    """The versions in a folder, newest first. Folders with other names are left out."""
    found = []
    for path in folder.iterdir():
        try:
            found.append(Version(path.name))
        except InvalidVersion:
            continue
    return sorted(found, reverse=True)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
