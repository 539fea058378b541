"""Films of records: one frame for each version, through whichever eyes."""

import dataclasses

import pytest
from tests.client.replaying.records import record_of

from infoset.errors import CommandError
from infoset.replaying.film import Film, OneFilm, RecordReel, cut, film_record
from infoset_games.steps import RecordError, Step
from infoset_games.views import ALL, PUBLIC, View
from infoset_protocol.messages import Events, MatchOver, Snapshot

GAMES = ("leduc", "ambush", "colonizers", "crossfire")


@pytest.mark.parametrize("name", GAMES)
def test_every_view_has_a_frame_for_each_version(name: str) -> None:
    record = record_of(name)
    reel = RecordReel(record)
    *_, (_, match, _) = record.play()
    assert list(reel.views) == [PUBLIC, *range(record.game.seats), ALL]
    for view in reel.views:
        film = reel.film(view)
        assert [frame.version for frame in film.frames] == list(range(match.ver + 1))
        assert isinstance(film.frames[0].messages[0], Snapshot)
        assert isinstance(film.frames[-1].messages[-1], MatchOver)
        assert reel.film(view) is film


@pytest.mark.parametrize("name", GAMES)
def test_a_frame_has_what_the_match_shows_these_eyes(name: str) -> None:
    record = record_of(name)
    shown: dict[View, Film] = {view: film_record(record, view) for view in RecordReel(record).views}
    for _, match, _ in record.play():
        for view, film in shown.items():
            frame = film.frames[match.ver]
            last = next(m for m in reversed(frame.messages) if isinstance(m, Events | Snapshot))
            if view == ALL:
                seats = [match.observation(seat) for seat in range(match.game.seats)]
                assert last.obs == {"public": match.observation(None), "seats": seats}
            else:
                assert last.obs == match.observation(view)


def test_the_eyes_of_all_see_every_event_as_whoever_saw_most() -> None:
    record = record_of("colonizers")
    everything, public = (film_record(record, view) for view in (ALL, PUBLIC))
    seats = [film_record(record, seat) for seat in range(4)]
    for number, frame in enumerate(everything.frames):
        events = [message for message in frame.messages if isinstance(message, Events)]
        for event in events:
            views = [
                next(m.items for m in film.frames[number].messages if isinstance(m, Events))
                for film in (public, *seats)
            ]
            for place, item in enumerate(event.items):
                shown = [view[place] for view in views]
                assert item in shown
                assert "-1" not in str(item) or all("-1" in str(one) for one in shown)


def test_a_version_is_found_or_the_nearest_behind_it() -> None:
    film = film_record(record_of("leduc"), PUBLIC)
    last = len(film.frames) - 1
    assert [film.find(version) for version in (0, 2, last, last + 9)] == [0, 2, last, last]


def test_a_missed_deadline_stands_before_what_was_played_for_it() -> None:
    film = film_record(record_of("colonizers"), PUBLIC)
    kinds = [tuple(message.type for message in frame.messages) for frame in film.frames]
    assert ("timeout", "events") in kinds
    assert kinds[-1] == ("events", "match_over")


def test_a_record_that_cannot_be_played_is_named() -> None:
    record = dataclasses.replace(record_of("leduc"), steps=(Step("start"), Step("act", 0, 7, 0)))
    with pytest.raises(CommandError, match="cannot be played"):
        RecordReel(record).film(PUBLIC)
    with pytest.raises(RecordError):
        film_record(dataclasses.replace(record, steps=()), PUBLIC)


def test_a_stream_of_a_server_is_a_film_of_one_view() -> None:
    with pytest.raises(CommandError, match="has not begun"):
        cut([], "m_1")
    film = film_record(record_of("leduc"), 1)
    reel = OneFilm(1, film)
    assert (list(reel.views), reel.film(1)) == ([1], film)
