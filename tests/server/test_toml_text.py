"""TOML from strangers: what is nested without end is refused by name, before it costs anything."""

import tomllib

import pytest

from infoset_server.config.toml_text import MAX_CHARACTERS, MAX_DEPTH, parse_toml

DEEP = 3_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"name = 1\ngames = {'[' * DEEP}{']' * DEEP}", "games: expected at most 32 lists or tab"),
        ("games = " + "[\n" * DEEP, "games: expected at most 32 lists"),
        ("run = " + "{a=" * DEEP + "1" + "}" * DEEP, "run: expected at most 32 lists"),
        ("x = {" + ".".join("a" * DEEP) + "=1}", "x: expected at most 32 parts of a key"),
        (".".join("a" * 100_000) + " = 1", "a: expected at most 32 parts of a key"),
        ("a . " * DEEP + "a = 1", "expected at most 32 parts of a key"),
        ('"x".' * DEEP + "a = 1", "expected at most 32 parts of a key"),
        ("[" + ".".join("b" * DEEP) + "]", "b: expected at most 32 parts of a key"),
        ("#" * (MAX_CHARACTERS + 1), "expected at most 262144 characters"),
        ("a = [", "."),
        ('a = """' + "[" * DEEP, "."),
    ],
)
def test_what_goes_too_deep_is_refused_by_name(text: str, says: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match=says):
        parse_toml(text)


def test_brackets_and_dots_in_texts_and_comments_mean_nothing() -> None:
    brackets, dots = "[" * DEEP, "." * DEEP
    lines = (
        f'basic = "{brackets} {dots} \\" {brackets}"',
        f"literal = '{brackets}{dots}'",
        f'several = """\n{brackets}\n{dots}\n"""',
        f"others = '''{brackets}{dots}'''  # {brackets} {dots}",
        f"# {brackets}",
        "many = [" + "[1.5, 2.5], " * DEEP + "]",
    )
    found = parse_toml("\n".join(lines))
    assert len(found["basic"]) == 3 * DEEP + 4
    assert len(found["many"]) == DEEP


def test_what_is_nested_a_little_is_read() -> None:
    text = "a = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert parse_toml(text) == tomllib.loads(text)
    key = ".".join(f"k{number}" for number in range(MAX_DEPTH))
    assert parse_toml(f"{key} = 1") == tomllib.loads(f"{key} = 1")
