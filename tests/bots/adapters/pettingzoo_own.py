"""PettingZoo's own tests. To import them warns where pygame is installed: they then load an old example of theirs."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (  # type: ignore[import-untyped]  # it ships no types
        api_test,
        parallel_api_test,
        parallel_seed_test,
        seed_test,
    )

__all__ = ["api_test", "parallel_api_test", "parallel_seed_test", "seed_test"]
