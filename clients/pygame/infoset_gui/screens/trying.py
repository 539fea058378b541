"""Playing on from a moment of a finished match: a room of one's own that begins there, against house bots."""

from typing import Final

from infoset.wording import say
from infoset_gui.screens.bar import game_title
from infoset_gui.screens.room import RoomScreen
from infoset_gui.stage import Stage
from infoset_protocol.messages import CreateRoom, Room, ServerMessage, Sit, Start, StartFrom

FIRST: Final = 0  # the seat of somebody who has not played


def try_here(stage: Stage, game: str, match_id: str, ver: int, seat: int | None) -> None:
    """Opens the room and begins, on `seat` or (None) where one has played."""
    session = stage.session
    start = StartFrom(replay=match_id, ver=ver, seat=seat)
    title = say("try-title", game=game_title(game), match=match_id)
    request = CreateRoom(game=game, title=title[:64], start_from=start)

    def begin(room: Room) -> None:
        session.take_room(room)
        session.request(Start(room=room.room.room), ServerMessage)

    def opened(room: Room) -> None:
        session.take_room(room)
        stage.push(RoomScreen(stage, room.room.room))
        if any(one.kind == "human" for one in room.room.seats):
            begin(room)
        else:
            session.request(Sit(room=room.room.room, seat=FIRST), Room, begin)

    session.enter(request, Room, opened)
