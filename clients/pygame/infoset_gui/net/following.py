"""Whom one login follows, who follows it, and word of what those people do."""

from collections.abc import Callable

from infoset.people_text import doing_rank, room_title
from infoset.printing import clean
from infoset.wording import is_said, say
from infoset_gui.net.network import ignore
from infoset_protocol.messages import Follow, Followed, FollowedChanged, Follower, FollowList

Ask = Callable[[Follow, Callable[[FollowList], None], Callable[[Exception], None] | None], None]


class Following:
    """What the server told last. Its fields are free to be read."""

    def __init__(self, ask: Ask) -> None:
        """`ask(request, done, failed)` tells a refusal itself where there is no `failed`."""
        self.items: list[Followed] = []
        self.followers: list[Follower] = []
        self.is_shown = True  # to those who follow oneself
        self.is_cut = False  # there are more
        self.is_known = False
        self._ask = ask

    def has(self, user: str) -> bool:
        """Is this one followed?"""
        return any(item.user == user for item in self.items)

    def look(self) -> None:
        """Asks for the lists, and for word of what changes; an older server knows nothing of it."""
        self._ask(Follow(tell=True), self._told, ignore)

    def set(self, user: str, *, on: bool, done: Callable[[], None]) -> None:
        """Follows somebody, or no longer; `done` is told when the server has it."""

        def told(reply: FollowList) -> None:
            self._told(reply)
            done()

        self._ask(Follow(user=user, on=on), told, None)

    def show(self, *, on: bool) -> None:
        """Shows oneself to those who follow one, or hides."""
        self._ask(Follow(shown=on), self._told, None)

    def take(self, changed: FollowedChanged) -> str:
        """A followed person does something else now; returns what there is to say of it. People no longer followed are left out."""
        item = changed.item
        if not self.has(item.user):
            return ""
        self._put([item if one.user == item.user else one for one in self.items])
        return news_words(item, changed.news) if changed.news else ""

    def _told(self, reply: FollowList) -> None:
        self._put(reply.items)
        self.followers, self.is_shown = reply.followers, reply.shown
        self.is_cut, self.is_known = bool(reply.more), True

    def _put(self, items: list[Followed]) -> None:
        """Those who do something stand first."""
        self.items = sorted(items, key=lambda item: (doing_rank(item), item.name))


def news_words(item: Followed, news: str) -> str:
    """What somebody has begun, by its name on the wire."""
    known = news if is_said(f"people-news-{news}") else "other"
    title = room_title(item.title, item.game or "")
    return say(f"people-news-{known}", name=clean(item.name), title=title)
