"""What an operator can tell one server of a cluster, with `infoset cluster`."""

from typing import Final

from infoset_server.bus.port import TEXT, Service

ORDER: Final[Service[str, str]] = Service("order", TEXT, TEXT)  # to one server
DRAIN: Final = "drain"  # stop as by SIGTERM
NEXT: Final = "next"  # become the hall as soon as there is none
LATER: Final = "later"  # leave that to another for a while
MOVE: Final = "move"  # MATCH WHERE: have a match go there, to the hall
REBALANCE: Final = "rebalance"  # have matches go from full servers to others, to the hall
REFUSED: Final = "refused: "  # begins an answer that says why nothing was done
