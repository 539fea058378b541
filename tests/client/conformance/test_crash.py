"""What an exception says is found in what a program printed, in many languages."""

import pytest

from infoset.conformance.crash import find_message

PYTHON = """Traceback (most recent call last):
  File "bot.py", line 3, in <module>
    raise ValueError("no such card\\nsee the list")
ValueError: no such card
see the list
"""
OWN = """Traceback (most recent call last):
  File "bot.py", line 3, in <module>
    main()
    ~~~~^^
__main__.Lost: at sea
"""
CHAINED = PYTHON + "\nDuring handling of the above exception, another exception occurred:\n\n" + OWN
NODE = """/bot.mjs:3
  throw new TypeError("not a card");
  ^

TypeError: not a card
    at decide (file:///bot.mjs:3:9)
    at node:internal/main:1:2

Node.js v20.1.0
"""
JAVA = """Exception in thread "main" java.lang.IllegalStateException: wrapped
\tat MyBot.main(MyBot.java:3)
Caused by: java.lang.ArithmeticException: / by zero
\tat MyBot.decide(MyBot.java:9)
\t... 1 more
"""
GO = """panic: no card

goroutine 1 [running]:
main.main()
\t/bot.go:4 +0x1d
exit status 2
"""
RUST = """thread 'main' (7) panicked at src/main.rs:5:9:
no card
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
CPP = """terminate called after throwing an instance of 'std::runtime_error'
  what():  no card
Aborted (core dumped)
"""
RUBY = """bot.rb:2:in 'Object#decide': no card (ArgumentError)
\tfrom bot.rb:5:in '<main>'
"""
LUA = """lua5.4: bot.lua:3: no card
stack traceback:
\t[C]: in function 'error'
"""
OCAML = """Fatal error: exception Failure("no card")
Raised at Stdlib.failwith in file "stdlib.ml", line 29, characters 17-33
"""
PHP = """PHP Fatal error:  Uncaught RuntimeException: no card in /bot.php:3
Stack trace:
#0 {main}
  thrown in /bot.php on line 3
"""
PERL = "playing\nno card at bot.pl line 3.\n"


@pytest.mark.parametrize(
    ("story", "message"),
    [
        (PYTHON, "ValueError: no such card"),
        (OWN, "__main__.Lost: at sea"),
        (CHAINED, "__main__.Lost: at sea"),
        (NODE, "TypeError: not a card"),
        (JAVA, "java.lang.ArithmeticException: / by zero"),
        (GO, "panic: no card"),
        (RUST, "no card"),
        (RUST.replace("\n", "\r\n"), "no card"),
        (CPP, "no card"),
        (RUBY, "no card (ArgumentError)"),
        (LUA, "bot.lua:3: no card"),
        (OCAML, 'Failure("no card")'),
        (PHP, "RuntimeException: no card"),
        (PERL, "no card at bot.pl line 3."),
        ("I think there is an Error: somewhere\nbye\n", "bye"),
    ],
)
def test_the_message_is_told_and_not_the_last_line(story: str, message: str) -> None:
    assert find_message(story) == message
    assert find_message(f"before\n{story}") == message


def test_who_said_nothing_is_said_to_have_said_nothing() -> None:
    assert find_message("\n \n") == "nothing"
