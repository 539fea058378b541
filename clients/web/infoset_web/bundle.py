"""Makes one script of modules and one sheet of styles, so that a browser asks once for each. Needs no other tool.

A module becomes a function that is called once, behind all that it imports, and returns what it exports; nothing else of it
changes. So it has to be written as the page's are: `import` and `export` begin a statement, what is exported is never assigned
to again, and no two modules import each other.
"""

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


def beginning(word: str) -> str:
    """A form for the first word of a statement: it begins a line, or follows another in what has been minified.

    The word stands before what is asked of the place, so that a search leaps from one to the next.
    """
    return rf"{word}(?<![^\n;}}]{word})"


IMPORT_WORD: Final = beginning("import")
EXPORT_WORD: Final = beginning("export")
NAMES: Final = r"\{(?P<names>[^{}]*)\}"
FROM: Final = r"""from\s*["'](?P<source>[^"']+)["'];?"""
IMPORT: Final = re.compile(
    rf"{IMPORT_WORD}\s*(?:{NAMES}|\*\s*as\s+(?P<whole>[\w$]+)|(?P<default>[\w$]+))\s*{FROM}"
)
EXPORT_FROM: Final = re.compile(rf"{EXPORT_WORD}\s*(?:{NAMES}|\*)\s*{FROM}")
EXPORT_NAMES: Final = re.compile(rf"{EXPORT_WORD}\s*{NAMES};?")
EXPORT_DEFAULT: Final = re.compile(rf"{EXPORT_WORD} default (?=(?:async )?function\b)")
EXPORT: Final = re.compile(
    rf"{EXPORT_WORD} (?=(?:(?:async )?function\b\s*\*?|class|const)\s*(?P<name>[\w$]+))"
)
LEFT_OVER: Final = re.compile(rf"{IMPORT_WORD}\b(?!\s*[.(]).*|{EXPORT_WORD}\b.*")
SHEET: Final = re.compile(r'<link rel="stylesheet" href="@root@/([^"]+)">\n')
DEFAULT: Final = "default"


class BundleError(Exception):
    """A module cannot be put together with the others. The message names it and says why."""


@dataclass
class Module:
    """A module: its number, the code of its function, and by exported name where that is found."""

    number: int
    code: str
    exports: dict[str, str] = field(default_factory=dict)


def bundle(files: Mapping[str, bytes], start: str) -> str:
    """One module that runs `start` and all it needs. Exports `modules`: what each exports, by name. Raises BundleError."""
    bundler = Bundler(files)
    bundler.add(start, ())
    made = bundler.modules
    parts = [
        f"// {name}\nconst m{one.number} = (() => {{\n{one.code}\nreturn {written(one)};\n}})();\n"
        for name, one in made.items()
    ]
    listed = "".join(f'  "{name}": m{one.number},\n' for name, one in made.items())
    return "".join(parts) + f"export const modules = {{\n{listed}}};\n"


def written(module: Module) -> str:
    """What the function returns: an object of what it exports."""
    return "{ " + ", ".join(f"{name}: {where}" for name, where in module.exports.items()) + " }"


class Bundler:
    """Rewrites modules one behind the other; `modules` has them in the order in which they run."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.modules: dict[str, Module] = {}
        self._files = files

    def add(self, name: str, importers: tuple[str, ...]) -> Module:
        """The module of this name, with all that it imports before it."""
        if name in importers:
            raise BundleError(f"{name}: imports itself, by way of {', '.join(importers)}")
        if name not in self.modules:
            if name not in self._files:
                raise BundleError(
                    f"{'/'.join(importers[-1:])}: expected {name}, which is not there"
                )
            made = self._rewrite(name, (*importers, name))
            self.modules[name] = made
        return self.modules[name]

    def _rewrite(self, name: str, chain: tuple[str, ...]) -> Module:
        code = self._files[name].decode()
        exports: dict[str, str] = {}

        def imported(found: re.Match[str]) -> Module:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), found["source"]))
            return self.add(target, chain)

        def take_import(found: re.Match[str]) -> str:
            source = imported(found)
            if found["whole"]:
                return f"const {found['whole']} = m{source.number};"
            wanted = (
                renamed(found["names"])
                if found["names"] is not None
                else {found["default"]: DEFAULT}
            )
            for one in wanted.values():
                if one not in source.exports:
                    raise BundleError(
                        f"{name}: imports {one} from {found['source']}, which has none"
                    )
            pairs = ", ".join(
                here if here == there else f"{there}: {here}" for here, there in wanted.items()
            )
            return f"const {{ {pairs} }} = m{source.number};"

        def take_passed_on(found: re.Match[str]) -> str:
            source = imported(found)
            names = (
                {one: one for one in source.exports if one != DEFAULT}
                if found["names"] is None
                else renamed(found["names"])
            )
            exports.update((there, f"m{source.number}.{here}") for there, here in names.items())
            return ""

        def take_names(found: re.Match[str]) -> str:
            exports.update(renamed(found["names"]))
            return ""

        def take_default(found: re.Match[str]) -> str:
            exports[DEFAULT] = "$default"
            return "const $default = "

        def take_export(found: re.Match[str]) -> str:
            exports[found["name"]] = found["name"]
            return ""

        for form, take in (
            (EXPORT_FROM, take_passed_on),
            (IMPORT, take_import),
            (EXPORT_NAMES, take_names),
            (EXPORT_DEFAULT, take_default),
            (EXPORT, take_export),
        ):
            code = form.sub(take, code)
        if left := LEFT_OVER.search(code):
            raise BundleError(f"{name}: expected a known form of import or export, not {left[0]!r}")
        return Module(len(self.modules), code.rstrip() + ";" * (DEFAULT in exports), exports)


def renamed(names: str) -> dict[str, str]:
    """Of `a, b as c`: a by a, and b by c."""
    pairs = [one.split(" as ") for one in names.split(",") if one.strip()]
    return {words[-1].strip(): words[0].strip() for words in pairs}


def join_sheets(index: str, files: Mapping[str, bytes], joined: str) -> tuple[str, bytes]:
    """The index with one link, to the sheet `joined`, where its sheets stood; and that: all of them in their order."""
    sheet = b"".join(files[name] for name in SHEET.findall(index))
    head, *others = SHEET.split(index)[::2]
    link = f'<link rel="stylesheet" href="@root@/{joined}">\n'
    return head + link + "".join(others), sheet
