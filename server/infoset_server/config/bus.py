"""How much may wait between parts of the server."""

from pydantic import Field

from infoset_server.config.section import Count, Section


class BusLimits(Section):
    """How much may wait between parts of the server, of what can be read again where it is lost."""

    max_pending: Count = Field(
        default=256,
        description="Messages that wait for one subscriber: changes of a match for the watchers of one "
        "view, changes of rooms for the list of rooms. What comes on top is lost, and the whole is read again.",
    )
    max_at_once: Count = Field(
        default=64,
        description="Messages handled before clients get their turn. Lower, watchers of a busy server "
        "are shown changes later, and players wait less.",
    )
