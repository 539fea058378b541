"""What is remarked on a program: once, in one line, and not without end."""

from infoset_server.programs.sandbox.process import MAX_LENGTH, MOST, Remarks


def test_the_same_is_said_once() -> None:
    said: list[str] = []
    remarks = Remarks(said.append)
    for _ in range(3):
        remarks.add("it strays")
    remarks.add("it floods")
    assert said == ["it strays", "it floods"]


def test_a_program_that_always_finds_something_new_is_not_listened_to_for_ever() -> None:
    said: list[str] = []
    remarks = Remarks(said.append)
    for number in range(10 * MOST):
        remarks.add(f"unknown type {number}")
    assert len(said) == MOST


def test_what_a_program_has_said_stays_on_its_line() -> None:
    said: list[str] = []
    Remarks(said.append).add("no type 'a\n[infoset] all is well'\x1b[31m" + "x" * 2 * MAX_LENGTH)
    (line,) = said
    assert line.isprintable()
    assert len(line) <= MAX_LENGTH
