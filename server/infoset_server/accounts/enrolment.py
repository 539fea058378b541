"""Exchanges a code from a card or a blackboard for what stays on the device: a token, or its own key."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from infoset_server.accounts.authentication import read_public_key
from infoset_server.accounts.classrooms import Classrooms
from infoset_server.accounts.code_words import read_code
from infoset_server.accounts.credentials import Credentials, Kind
from infoset_server.accounts.users import EnrolmentError, TooManyTriesError, User
from infoset_server.network.rate_limits import BucketTable


@dataclass(frozen=True)
class Enrolled:
    """A device that is let in from now on; `token` is empty where it has a key of its own."""

    user: User
    token: str


class Enrolment:
    """Takes codes, a few tries for each address; a code that works costs no try."""

    def __init__(
        self,
        classrooms: Classrooms,
        credentials: Credentials,
        tries: BucketTable,
        clock_s: Callable[[], float],
    ) -> None:
        """`tries` counts by address; `clock_s` is monotonic."""
        self._classrooms = classrooms
        self._credentials = credentials
        self._tries = tries
        self._clock_s = clock_s

    def enrol(self, text: str, address: str, pub: str | None = None) -> Enrolled:
        """Lets a device in. With `pub`, by that key, and no secret is told.

        Raises MistypedError (costs no try and tells nothing about codes that exist), TooManyTriesError,
        EnrolmentError, and AccountError for a bad key or a full class.
        """
        code = read_code(text)
        key = None if pub is None else read_public_key(pub)
        wait_s = self._tries.take(address, self._clock_s())
        if wait_s:
            raise TooManyTriesError(math.ceil(wait_s * 1000))
        user = self._classrooms.use_code(code)
        if user is None:
            raise EnrolmentError
        self._tries.give_back(address)
        if key is None:
            return Enrolled(user, self._credentials.issue(user, Kind.DEVICE, label="device")[1])
        self._credentials.add_key(user, key, label="device")
        return Enrolled(user, "")
