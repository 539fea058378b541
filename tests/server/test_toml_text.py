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
        ("x = [\n" + "9" * DEEP + "]", "x: expected at most 1000 digits or letters in a row"),
        ("x = 0x" + "f" * DEEP, "x: expected at most 1000 digits or letters in a row"),
        ("#" * (MAX_CHARACTERS + 1), "expected at most 262144 characters"),
        ("a = [", "."),
        ('a = """' + "[" * DEEP, "."),
    ],
)
def test_what_goes_too_deep_is_refused_by_name(text: str, says: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match=says):
        parse_toml(text)


@pytest.mark.parametrize(
    "part",
    ['"""\n\\', "'''\n\\", '\\"', "\\'", '"\n', '"""\\"', '"""a""""', '"" \\'],
)
def test_texts_without_an_end_take_no_longer_than_others(part: str) -> None:
    """Looked at from each of their quotes to the end of the file, some of these would take ten minutes."""
    for begin in ("a = 1\n", 'a = "', "a = '''"):
        with pytest.raises(tomllib.TOMLDecodeError):
            parse_toml(begin + part * ((MAX_CHARACTERS - 10) // len(part)))


@pytest.mark.parametrize("quotes", ['"""', "'''"])
@pytest.mark.parametrize("more", [1, 2])
def test_nothing_hides_between_texts_that_end_in_quotes(quotes: str, more: int) -> None:
    """Two quotes before the three that end a text belong to it, and begin no other."""
    text = f"{quotes}t{quotes}{quotes[:more]}"
    assert parse_toml(f"x = [{text}, {text}]") == {"x": ["t" + quotes[:more]] * 2}
    key = ".".join("k" * DEEP)
    with pytest.raises(tomllib.TOMLDecodeError, match="x: expected at most 32 parts of a key"):
        parse_toml(f"x = {{a = {text}, {key} = 1, b = {text}}}")


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
