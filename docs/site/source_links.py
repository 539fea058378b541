"""Links to folders. One with a README leads there; any other is shown by its name.

A link to a file that is no page hands out the file, which MyST does by itself.
"""

from pathlib import Path
from posixpath import normpath
from typing import Any, ClassVar

from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_post_transform(FolderLinks)
    return {"parallel_read_safe": True}


class FolderLinks(SphinxPostTransform):
    """Runs before MyST resolves its links, which knows pages and files only."""

    default_priority: ClassVar[int] = 8

    def run(self, **_: Any) -> None:
        for link in list(self.document.findall(pending_xref)):
            if link["reftype"] == "myst" and link.get("refdomain") != "doc":
                self._resolve(link)

    def _resolve(self, link: pending_xref) -> None:
        folder = normpath(Path(self.env.docname).parent / link["reftarget"])
        if not (self.env.srcdir / folder).is_dir():
            return
        shown, readme = link[0].deepcopy(), f"{folder}/README"
        if readme in self.env.found_docs:
            shown = make_refnode(self.app.builder, self.env.docname, readme, "", [shown])
        link.replace_self(shown)
