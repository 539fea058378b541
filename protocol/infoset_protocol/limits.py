"""Limits of messages that are also kept where no message is read, so that their models need not be loaded there."""

from typing import Final

MAX_LISTED: Final = 1024  # actions whose keys are told
