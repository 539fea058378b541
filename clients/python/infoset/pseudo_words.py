"""A language that nobody speaks, made of English: what is not in its letters has not come from a catalogue. For tests.

The page has the same in words/pseudo.js.
"""

import math
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fluent.syntax import ast

PSEUDO: Final = "en-XA"
ACCENTED: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđéƒğħíĵķĺɱñóþɋřšŧúṽŵẋýžÅƁÇĐÉƑĞĦÍĴĶĹṀÑÓÞɊŘŠŦÚṼŴẊÝŽ",
)
DIRECTIONS: Final = ("ltr", "rtl")  # what programs read in a catalogue


def longer(text: str) -> str:
    """The same in letters that English lacks, and a third longer, as German is."""
    if text in DIRECTIONS:
        return text
    word = text.translate(ACCENTED)
    letters = sum(letter.isalnum() for letter in word)
    if letters < 3:
        return word
    end = len(word.rstrip())
    return f"{word[:end]}{'~' * math.ceil(letters / 3)}{word[end:]}"


def is_disguised(text: str) -> bool:
    """Is no word of English left in it? A single letter or two are none."""
    return re.search(r"[A-Za-z]{3,}", text) is None


def disguise(resource: "ast.Resource") -> "ast.Resource":
    """The same resource, with all texts of its messages in the pseudo-language."""
    from fluent.syntax import ast
    from fluent.syntax.visitor import Transformer

    class Disguise(Transformer):
        def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:
            node.value = longer(node.value)
            return node

    Disguise().visit(resource)
    return resource
