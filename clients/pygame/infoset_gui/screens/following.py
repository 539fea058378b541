"""Those whom one follows and what they do, who follows oneself, and whether they may see anything."""

from collections.abc import Callable, Iterator
from functools import partial

from infoset.people_text import room_title
from infoset.printing import clean
from infoset.wording import is_said, say
from infoset_gui.kit.listing import draw_list
from infoset_gui.kit.lists import Button, Empty, Heading, Item, Listing, Note, Row
from infoset_gui.kit.ui import Ui
from infoset_gui.net.following import Following
from infoset_gui.net.session import Session
from infoset_gui.screens.bar import draw_bar, margins
from infoset_gui.screens.profile import follow_button, show_profile
from infoset_gui.screens.room import enter_room
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import Followed, Profile, ServerMessage, ShowProfile, Watch


class FollowingScreen(Screen):
    """The list as the server tells it; what changes is shown as it comes."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._stage = stage
        self._session = session
        self._is_guest = False
        self._following.look()
        session.request(ShowProfile(recent=1), Profile, self._take_own, lambda error: None)

    @property
    def _following(self) -> Following:
        return self._session.following

    def _take_own(self, profile: Profile) -> None:
        self._is_guest = bool(profile.guest)

    def draw(self, ui: Ui) -> None:
        rest = draw_bar(ui, say("people-followed"), "", self._stage.pop, [])
        guest = Empty("people", say("people-followed"), say("people-account-needed"))
        listing = Listing(
            name="people",
            rows=[] if self._is_guest else list(self._rows()),
            empty=guest if self._is_guest else None,
            is_loading=not self._following.is_known,
        )
        draw_list(ui, ui.panel(margins(ui, rest)), listing)

    def _rows(self) -> Iterator[Item]:
        following = self._following
        if not following.is_known:
            return
        if not following.items:
            yield Note(say("people-follow-none"))
        for item in following.items:
            yield self._person(item)
        if following.is_cut:
            yield Note(say("people-cut"), 2)
        if following.followers:
            yield Heading(say("people-followers"))
        for one in following.followers:
            yield Row(
                title=clean(one.name),
                sign="person",
                name=f"follower {one.user}",
                label=say("people-profile"),
                press=partial(show_profile, self._stage, self._session, one.user),
            )
        yield Heading(say("frame-settings"))
        shown = following.is_shown
        yield switch("shown", say("people-shown"), shown, self._show)
        yield Note(say("people-shown-about"), 2)
        yield switch("friends", say("people-news"), self._stage.preferences.friends, self._tell)

    def _person(self, item: Followed) -> Row:
        name = clean(item.name)
        return Row(
            title=name,
            cover=item.game or "",
            sign="person",
            facts=[state_words(item)],
            buttons=[*self._ways(item), follow_button(self._session, item.user, name, self._done)],
            name=f"profile {item.user}",
            label=say("people-profile"),
            press=partial(show_profile, self._stage, self._session, item.user),
        )

    def _ways(self, item: Followed) -> Iterator[Button]:
        """To what somebody does."""
        if item.match_id is not None:
            watch = partial(self._watch, item.match_id)
            name = f"watch {item.user}"
            yield Button(name=name, label=say("room-watch"), press=watch, tone="primary")
        elif item.room is not None:
            enter = partial(enter_room, self._stage, self._session, item.room)
            yield Button(name=f"enter {item.user}", label=say("mine-to-room"), press=enter)

    def _watch(self, match_id: str) -> None:
        self._session.enter(Watch(match_id=match_id), ServerMessage)

    def _show(self, on: bool) -> None:
        self._following.show(on=on)

    def _tell(self, on: bool) -> None:
        self._stage.preferences.friends = on
        self._stage.save()

    def _done(self) -> None:
        """The list is drawn from what the server told."""
        self._stage.is_stale = True


def switch(name: str, words: str, is_on: bool, change: Callable[[bool], None]) -> Row:
    """Something in a list that is on or off."""
    label = say("window-on") if is_on else say("window-off")
    press = partial(change, not is_on)
    return Row(title=words, buttons=[Button(name=name, label=label, press=press, is_on=is_on)])


def state_words(item: Followed) -> str:
    """What somebody does now."""
    key = f"people-state-{item.state}"
    title = room_title(item.title, item.game) if item.game else ""
    state = item.state if is_said(key) else "other"
    return say(f"people-state-{state}", title=title)


def show_people(stage: Stage, session: Session) -> None:
    """Those whom one follows."""
    stage.push(FollowingScreen(stage, session))
