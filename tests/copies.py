"""The ways to make a second one of a position, or of what holds positions."""

import copy
import pickle
from collections.abc import Callable
from typing import Any, Final

Copy = Callable[[Any], Any]


def pickled(value: Any) -> Any:
    """What another process would get."""
    return pickle.loads(pickle.dumps(value))


DEEP: Final[list[Copy]] = [copy.deepcopy, pickled]
WAYS: Final[list[Copy]] = [copy.copy, *DEEP]
