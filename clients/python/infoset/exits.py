"""The exit codes of the command line."""

from typing import Final

FAILED: Final = 1
WRONG_USE: Final = 2  # as argparse ends
DIFFERENT: Final = 3  # nothing failed, but something is not as it was recorded
INTERRUPTED: Final = 130  # as a shell reports Ctrl-C
UNREAD: Final = 141  # as a shell reports a program that SIGPIPE has ended
