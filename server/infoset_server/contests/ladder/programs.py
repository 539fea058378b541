"""The server's own programs on a ladder: new ones enter, changed ones as new versions, missing ones are retired."""

from collections.abc import Callable, Iterable, Mapping

from infoset_server.common.ids import fresh_id
from infoset_server.contests.ladder.definition import LadderFile
from infoset_server.contests.ladder.entries import Entry, EntryState, find_version
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.contests.ladder.roster import NOT_OFFERED
from infoset_server.contests.ladder.sources import OfferedBot

OTHERS_NAME = "an entry of somebody else has its name"
ANCHORS_NAME = "an anchor has its name and version, whose rating is given"


def is_wanted(file: LadderFile, bot: OfferedBot) -> bool:
    """Shall it play on the ladder of `file`? A class plays among itself, with the server's bots and with those of its
    teacher that are named, and nowhere else: there its pupils would be read by name.

    To an owner outside a class there is no such ladder: nothing is said of their bot there.
    """
    if not bot.is_house and bot.classroom != file.classroom:
        return bot.may_be_named(file.classroom) and bot.name in file.hosted
    is_upload = file.uploads and not bot.is_house
    return is_upload or file.hosted == "all" or bot.name in file.hosted


def offer(
    ladder: Ladder,
    bots: Iterable[OfferedBot],
    now_s: float,
    is_kept: Callable[[str], bool] = lambda bot: False,
) -> dict[str, str]:
    """These shall play on `ladder` now, and no others of the server's. Returns who is kept out, by `OfferedBot.bot`, and why.

    Where versions stay as they are, those that were replaced since play on, as long as they are kept.
    """
    offered = {(bot.name, bot.version, bot.owner): bot for bot in bots}
    kept_out = {}
    for bot in offered.values():
        entry = find_version(ladder.entries.values(), bot.name, bot.version)
        if why := _why_kept_out(ladder, bot, entry):
            if ladder.takes_versions:
                kept_out[bot.bot] = why
            continue
        if entry is None and ladder.takes_versions:
            entry = _admit(ladder, bot)
        if entry is None or entry.bot is None:
            continue  # nothing new enters, or its owner has it play there themselves
        entry.bot = bot.bot
        ladder.roster.offer_again(entry)
        if _may_queue(ladder, entry):
            ladder.queue(entry, None, ladder.file.pairing.parallel, None, now_s)
    _withdraw_missing(ladder, offered, is_kept)
    return kept_out


def _admit(ladder: Ladder, bot: OfferedBot) -> Entry:
    entry = Entry(fresh_id("e"), bot.name, bot.version, "bot", bot.owner, bot.owner_name, bot.bot)
    ladder.roster.admit(entry)
    return entry


def _why_kept_out(ladder: Ladder, bot: OfferedBot, entry: Entry | None) -> str:
    """What is in the way of a program whose version is `entry`, or has none yet; "" where nothing is.

    A name is of whoever came first. Nothing of the server's own is kept out by another version's owner.
    """
    if entry is not None:
        return "" if entry.owner == bot.owner else OTHERS_NAME
    if bot.is_house:
        return ""
    if not bot.may_anchor and ladder.file.anchor_of(bot.name, bot.version) is not None:
        return ANCHORS_NAME
    namesakes = (one for one in ladder.entries.values() if one.name == bot.name)
    return OTHERS_NAME if any(one.owner != bot.owner for one in namesakes) else ""


def _may_queue(ladder: Ladder, entry: Entry) -> bool:
    """Is it to be queued? Where versions stay as they are, none comes back."""
    if entry.state in (EntryState.QUEUED, EntryState.BENCHED):
        return False
    if entry.state is EntryState.RETIRED and not ladder.takes_versions:
        return False
    return ladder.state.plays or ladder.state is LadderState.PAUSED


def _withdraw_missing(
    ladder: Ladder,
    offered: Mapping[tuple[str, str, str], OfferedBot],
    is_kept: Callable[[str], bool],
) -> None:
    for entry in ladder.entries.values():
        if entry.bot is None or (entry.name, entry.version, entry.owner) in offered:
            continue
        plays_on = not ladder.takes_versions and is_kept(entry.bot)
        was_left = (
            entry.state is EntryState.IDLE and entry.why == NOT_OFFERED
        )  # by earlier versions
        if was_left or (entry.state is EntryState.QUEUED and not plays_on):
            ladder.roster.withdraw(entry)
