"""What a seat is shown as a vector of NumPy. Needs nothing else: what was learnt also plays where no environments are installed."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from infoset_bots.adapters.encoding import Encoding

EXACT_IN_FLOAT32: Final = 2**24  # integers up to here are exact in 32 bits


def dtype_of(encoding: Encoding) -> type[np.float32] | type[np.float64]:
    """32 bits where they keep every integer within the bounds, else 64."""
    largest = max(-encoding.low, encoding.high)
    return np.float32 if largest <= EXACT_IN_FLOAT32 else np.float64


def vector_of(encoding: Encoding, cells: Sequence[float]) -> NDArray[Any]:
    """The cells of one tensor of the encoding."""
    values: Any = np.frombuffer(cells, np.uint8) if isinstance(cells, bytes) else cells
    return np.array(values, dtype_of(encoding))
