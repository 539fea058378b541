"""Records as files: a match that is over is kept in one, and seen again from one, with no server."""

import asyncio
from pathlib import Path

from infoset.errors import CommandError
from infoset.printing import clean
from infoset.replaying.film import Film, RecordReel
from infoset.replaying.source import load_file
from infoset.replaying.source import save_record as write_record
from infoset.wording import say
from infoset_gui.screens.replay import ReplayScreen
from infoset_gui.stage import Stage


def open_record(stage: Stage, file: Path) -> None:
    """Shows the match of a record, once it has been played again; says so where the file holds none."""

    async def load() -> tuple[RecordReel, Film]:
        return await asyncio.to_thread(load_reel, file)

    def loaded(found: tuple[RecordReel, Film]) -> None:
        stage.push(ReplayScreen(stage, *found, is_file=True))

    stage.network.start(load(), loaded, lambda error: stage.say(clean(error), "bad"))


def load_reel(file: Path) -> tuple[RecordReel, Film]:
    """The match in a file, and its replay in the view that shows most. Raises CommandError."""
    reel = RecordReel(load_file(file))
    return reel, reel.film(reel.views[-1])


def save_record(stage: Stage, reel: RecordReel) -> None:
    """Keeps a match as a file among the person's downloads, and says where."""
    name = str(reel.record.about.get("match_id", "match"))
    file = stage.downloads / f"{name if name.replace('_', '').isalnum() else 'match'}.jsonl"
    try:
        stage.downloads.mkdir(parents=True, exist_ok=True)
        write_record(reel.record, file)
    except (OSError, CommandError) as error:
        stage.say(say("window-replay-not-saved", why=clean(error)), "bad")
    else:
        stage.say(say("window-replay-saved", file=str(file)), "good")
