"""Settings of the site, for Sphinx. Its pages are the Markdown files of the repository, where they are.

The choice, looked at with each: Zensical reads one folder, so that every link from `docs/` to the protocol,
the clients and the rules would have to be rewritten first; it keeps several versions only by a tool that no
registry has; and it is before its first stable release. Sphinx reads any files of a folder, makes the
reference from docstrings itself, and treats each link that leads nowhere as an error.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

SITE = Path(__file__).parent
ROOT = SITE.parents[1]
sys.path.insert(0, str(SITE))

_metadata: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

project = "Infoset"
author = "the authors of Infoset"
release = version = _metadata["version"]
language = "en"

root_doc = "docs/README"
include_patterns = [
    "*.md",
    "docs/**.md",
    "protocol/README.md",
    "protocol/spec/*.md",
    "protocol/vectors/README.md",
    "clients/**.md",
    "games/**/README.md",
    "examples/**/README.md",
    "benchmarks/**.md",
]
# Folders with a dot, and all that is built or installed, are no part of the source.
exclude_patterns = [
    ".*",
    "build",
    "dist",
    "data",
    "clients/*/CHANGELOG.md",
    "**/node_modules",
    "**/target",
    "changes",
]

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "navigation",
    "source_links",
    "contracts",
]
nitpicky = True
# Types that the SDK takes from elsewhere, or that are not part of what it promises.
nitpick_ignore_regex = [("py:.*", r"(?!infoset\.\w+$).*")]

myst_heading_anchors = 6
myst_enable_extensions = ["deflist"]

# Docstrings are written with single backticks for code, as Markdown has it.
default_role = "code"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
add_module_names = False

# Blocks of what a terminal shows, and JSON with "..." in it, are nothing that could be highlighted; the headings
# that are generated into the chapters of the protocol are smaller than their place asks for.
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure", "myst.header"]
copybutton_prompt_text = r"\$ |>>> "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"Infoset {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["versions.js"]
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "versions.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_show_copyright = False
html_copy_source = False
