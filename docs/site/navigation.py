"""What stands in the sidebar: the index of the documents, and below each README the pages it leads to.

So the lists that people read in the repository are the only ones there are. Sphinx says which page is in none.
"""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from posixpath import normpath

from sphinx.application import Sphinx

INDEX = "docs/README"
HEADING = re.compile(r"^##+ +(.+)$", re.MULTILINE)
PAGE = re.compile(r"\]\(([^)#:\s]+)\.md\)")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", add_navigation)
    return {"parallel_read_safe": True}


def add_navigation(app: Sphinx, docname: str, source: list[str]) -> None:
    """Ends a README with trees of contents that are not shown on the page itself."""
    if docname == INDEX:
        source[0] += "".join(tree(title, pages) for title, pages in chapters(source[0]))
    elif docname.endswith("/README"):
        folder = PurePosixPath(docname).parent
        below = [page for page in leads_to(docname, source[0]) if folder in page.parents]
        source[0] += tree(None, below) if below else ""


def chapters(text: str) -> Iterator[tuple[str, list[PurePosixPath]]]:
    """The headings of the index that have pages directly below them, each with these."""
    parts = HEADING.split(text)
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        if pages := leads_to(INDEX, body):
            yield title, pages


def leads_to(docname: str, text: str) -> list[PurePosixPath]:
    """The pages that a text of `docname` links to, without what is behind a `#`, in order."""
    folder = PurePosixPath(docname).parent
    found = [PurePosixPath(normpath(folder / link)) for link in PAGE.findall(text)]
    return list(dict.fromkeys(page for page in found if str(page) != docname))


def tree(title: str | None, pages: list[PurePosixPath]) -> str:
    """A hidden tree of contents, as MyST writes it."""
    caption = f":caption: {title}\n" if title else ""
    lines = "\n".join(f"/{page}" for page in pages)
    return f"\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n{caption}\n{lines}\n```\n"
