"""Who wants to play again in a room whose match is over, and waits for one's own word."""

from infoset.printing import clean
from infoset.wording import listed, say
from infoset_protocol.messages import RoomInfo


def waiting_for(room: RoomInfo, user: str) -> dict[str, str]:
    """The names, by id, of the people who are ready there while `user`, who sits there or still can, is not."""
    own = next((seat for seat in room.seats if seat.user == user), None)
    has_place = any(seat.kind == "open" for seat in room.seats) if own is None else not own.ready
    if room.status != "over" or not has_place:
        return {}
    others = [seat for seat in room.seats if seat.kind == "human" and seat.user != user]
    return {seat.user or "": clean(seat.name or "") for seat in others if seat.ready}


def rematch_words(names: dict[str, str]) -> str:
    """Who that is, in words: "" for nobody."""
    if not names:
        return ""
    return say("match-want-rematch", names=listed(list(names.values())), count=len(names))
