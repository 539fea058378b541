"""Subjects of messages and patterns of them. Pure.

A subject is words with dots between them: `view.m_7.public`. In a pattern `*` stands for any one word, and
`>` at the end for one or more.
"""

from functools import lru_cache
from typing import Final

ANY_WORD: Final = "*"
THE_REST: Final = ">"


def is_pattern(text: str) -> bool:
    """May it stand for several subjects?"""
    return any(word in (ANY_WORD, THE_REST) for word in text.split("."))


@lru_cache(maxsize=1024)  # the same few are published on again and again
def check_subject(text: str) -> str:
    """`text`, which is one subject. Raises ValueError otherwise."""
    if is_pattern(check_words(text)):
        raise ValueError(f"subject {text!r}: expected no {ANY_WORD} and {THE_REST}")
    return text


def check_pattern(text: str) -> str:
    """`text`, which is a pattern or a subject. Raises ValueError otherwise."""
    if THE_REST in check_words(text).split(".")[:-1]:
        raise ValueError(f"pattern {text!r}: expected {THE_REST} only at its end")
    return text


def check_words(text: str) -> str:
    """`text`, in which every word is one. Raises ValueError otherwise."""
    if not all(text.split(".")) or any(letter.isspace() for letter in text):
        raise ValueError(f"subject {text!r}: expected words with dots between them")
    return text


def fits(pattern: str, subject: str) -> bool:
    """Does the pattern stand for this subject, among others?"""
    wanted, words = pattern.split("."), subject.split(".")
    if wanted[-1] == THE_REST:
        if len(words) < len(wanted):
            return False
        wanted, words = wanted[:-1], words[: len(wanted) - 1]
    return len(wanted) == len(words) and all(
        want in (ANY_WORD, word) for want, word in zip(wanted, words, strict=True)
    )
