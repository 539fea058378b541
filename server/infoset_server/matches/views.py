"""Views as words of the wire: read from requests, told to spectators. What they show is the games' business."""

from infoset_games.views import ALL, PUBLIC, View, Viewer
from infoset_server.common.request_errors import BadOptionError

__all__ = ["ALL", "PUBLIC", "View", "Viewer", "read_view", "write_role", "write_view"]


def read_view(text: str | None, seats: int) -> View:
    """The view of `public`, `seat:N` or `all`. Raises BadOptionError for a seat that is not there."""
    if text is None or text == "public":
        return PUBLIC
    if text == "all":
        return ALL
    seat = int(text.removeprefix("seat:"))
    if seat >= seats:
        raise BadOptionError("view", f"public, all, or seat:0 to seat:{seats - 1}")
    return seat


def write_view(view: View) -> str:
    """The words that `read_view` reads."""
    if isinstance(view, int):
        return f"seat:{view}"
    return "public" if view is PUBLIC else ALL


def write_role(view: View) -> dict[str, int | str]:
    """What a spectator's `match_start` says about its view."""
    if isinstance(view, int):
        return {"role": "watcher", "seat": view, "view": "seat"}
    return {"role": "watcher", "view": write_view(view)}
