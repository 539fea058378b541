"""A server that breaks a promise on purpose: a commit that broke off counts as failed. The tests must notice.

python -m tests.faults.hasty_server serve ...
"""

import sys

from infoset.cli import main
from infoset_server.storage import postgresql
from infoset_server.storage.errors import StoreError, UnavailableError

honest = postgresql.explain


def sure(error: BaseException) -> StoreError:
    """As it is, but never in doubt."""
    trouble = honest(error)
    if isinstance(trouble, UnavailableError):
        trouble.is_unknown = False
    return trouble


if __name__ == "__main__":
    postgresql.explain = sure
    sys.exit(main())
