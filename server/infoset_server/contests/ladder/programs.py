"""The server's own programs on a ladder: new ones enter, changed ones as new versions, missing ones drain."""

from collections.abc import Iterable, Mapping

from infoset_server.common.ids import fresh_id
from infoset_server.contests.ladder.entries import Entry, EntryState, find_version
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.contests.ladder.sources import OfferedBot

NOT_OFFERED = "this version is not offered any more"


def offer(ladder: Ladder, bots: Iterable[OfferedBot], now_s: float) -> None:
    """These shall play on `ladder` now, and no others of the server's."""
    offered = {(bot.name, bot.version): bot for bot in bots}
    for bot in offered.values():
        entry = _entry_of(ladder, bot)
        if entry is None or entry.bot is None:
            continue  # nothing new enters, or somebody has the name already
        entry.bot = bot.bot
        if _may_queue(ladder, entry):
            ladder.queue(entry, None, ladder.file.pairing.parallel, None, now_s)
    _drain_missing(ladder, offered)


def _entry_of(ladder: Ladder, bot: OfferedBot) -> Entry | None:
    """The entry of a program, made where the ladder takes new ones."""
    entry = find_version(ladder.entries.values(), bot.name, bot.version)
    if entry is None and ladder.state.takes_entries:
        entry = Entry(
            fresh_id("e"), bot.name, bot.version, "bot", bot.owner, bot.owner_name, bot.bot
        )
        ladder.roster.add(entry)
    return entry


def _may_queue(ladder: Ladder, entry: Entry) -> bool:
    """Is it to be queued? Where versions stay as they are, none comes back."""
    if entry.state in (EntryState.QUEUED, EntryState.BENCHED):
        return False
    if entry.state is EntryState.RETIRED and not ladder.state.takes_entries:
        return False
    return ladder.state.plays or ladder.state is LadderState.PAUSED


def _drain_missing(ladder: Ladder, offered: Mapping[tuple[str, str], OfferedBot]) -> None:
    for entry in ladder.entries.values():
        is_gone = entry.bot is not None and (entry.name, entry.version) not in offered
        if is_gone and entry.state is EntryState.QUEUED:
            ladder.roster.drain(entry, NOT_OFFERED)
