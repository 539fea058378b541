"""A hall's programs, as far as matches are placed by them. No tests here."""

from collections.abc import Awaitable, Callable, Mapping
from types import SimpleNamespace
from typing import Any

from infoset_server.common.ids import UserId
from infoset_server.programs.upload_source import LentVersion


class Uploads:
    """Versions that were uploaded, those that others may run."""

    def __init__(self, *titles: str) -> None:
        self.known = {title: version_of(title) for title in titles}

    def lent(self, title: str) -> LentVersion | None:
        return self.known.get(title)


class Hosting:
    """All bots but one that is `gone`."""

    def __init__(self) -> None:
        self.uploads = Uploads("ferris@1", "ferris@2", "gopher@1")
        self.on_uploads: list[Callable[[], object]] = []
        self.far_logs: Callable[[str], Awaitable[Mapping[str, str]]]
        self.places = SimpleNamespace(freed=lambda: None)

    def find(self, bot: str, game: str) -> object:
        return None if bot == "gone" else bot

    def for_game(self, game: str) -> dict[str, Any]:
        return {}

    def uploads_changed(self) -> None:
        for tell in self.on_uploads:
            tell()


def version_of(title: str, owner: str = "u_olga") -> LentVersion:
    return LentVersion(title, title.partition("@")[0], UserId(owner), "d1ge57", 9, {})
