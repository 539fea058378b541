"""A server that never doubts that its matches are its own: after a pause it serves whoever asks. No tests here."""

import sys

from infoset.cli import main
from infoset_server.storage.node import Node


class Trusting:
    """What such a server thinks of its claim."""

    def __get__(self, node: Node, kind: type[Node]) -> bool:
        return True


if __name__ == "__main__":
    Node.is_held = Trusting()  # type: ignore[assignment, method-assign]
    sys.exit(main())
