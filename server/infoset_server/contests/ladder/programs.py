"""The server's own programs on a ladder: new ones enter, changed ones as new versions, missing ones drain."""

from collections.abc import Callable, Iterable, Mapping

from infoset_server.common.ids import fresh_id
from infoset_server.contests.ladder.entries import Entry, EntryState, find_version
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.contests.ladder.sources import OfferedBot

NOT_OFFERED = "this version is not offered any more"


def offer(
    ladder: Ladder,
    bots: Iterable[OfferedBot],
    now_s: float,
    is_kept: Callable[[str], bool] = lambda bot: False,
) -> None:
    """These shall play on `ladder` now, and no others of the server's.

    Where versions stay as they are, those that were replaced since play on, as long as they are kept.
    """
    offered = {(bot.name, bot.version, bot.owner): bot for bot in bots}
    for bot in offered.values():
        entry = _entry_of(ladder, bot)
        if entry is None or entry.bot is None:
            continue  # nothing new enters, or somebody has the name already
        entry.bot = bot.bot
        if _may_queue(ladder, entry):
            ladder.queue(entry, None, ladder.file.pairing.parallel, None, now_s)
    _drain_missing(ladder, offered, is_kept)


def _entry_of(ladder: Ladder, bot: OfferedBot) -> Entry | None:
    """The entry of a program, made where the ladder takes new ones; None where the name is somebody else's."""
    entry = find_version(ladder.entries.values(), bot.name, bot.version)
    if entry is not None and entry.owner != bot.owner:
        return None
    if entry is None and ladder.takes_versions and not _is_kept_from(ladder, bot):
        entry = Entry(
            fresh_id("e"), bot.name, bot.version, "bot", bot.owner, bot.owner_name, bot.bot
        )
        ladder.roster.admit(entry)
    return entry


def _is_kept_from(ladder: Ladder, bot: OfferedBot) -> bool:
    """Has somebody else an entry of this name, or is that an anchor, whose rating is given? Nothing of the server's own
    is kept out.
    """
    if bot.is_house:
        return False
    is_anchor = ladder.file.anchor_of(bot.name, bot.version) is not None
    namesakes = (entry for entry in ladder.entries.values() if entry.name == bot.name)
    return (is_anchor and not bot.may_anchor) or any(one.owner != bot.owner for one in namesakes)


def _may_queue(ladder: Ladder, entry: Entry) -> bool:
    """Is it to be queued? Where versions stay as they are, none comes back."""
    if entry.state in (EntryState.QUEUED, EntryState.BENCHED):
        return False
    if entry.state is EntryState.RETIRED and not ladder.takes_versions:
        return False
    return ladder.state.plays or ladder.state is LadderState.PAUSED


def _drain_missing(
    ladder: Ladder,
    offered: Mapping[tuple[str, str, str], OfferedBot],
    is_kept: Callable[[str], bool],
) -> None:
    for entry in ladder.entries.values():
        if entry.bot is None or (entry.name, entry.version, entry.owner) in offered:
            continue
        plays_on = not ladder.takes_versions and is_kept(entry.bot)
        if entry.state is EntryState.QUEUED and not plays_on:
            ladder.roster.drain(entry, NOT_OFFERED)
