"""What the bar over a match offers: each tool with its words, and what its press does."""

from functools import partial

from infoset.wording import say
from infoset_gui.kit.regions import Press
from infoset_gui.preferences import SPEEDS, Preferences
from infoset_gui.screens.bar import Tool
from infoset_gui.screens.seating import Seating
from infoset_gui.screens.settings import SettingsScreen
from infoset_gui.stage import Stage
from infoset_protocol.messages import AnswerUndo, Consent, Ok, Undo


def speed_tool(stage: Stage) -> Tool:
    """How fast the turns of others are shown."""
    words = speed_words(stage.preferences)
    return "speed", "speed", say("tape-speed"), words, partial(next_speed, stage), "f9"


def settings_tool(stage: Stage) -> Tool:
    """What this person likes."""
    word = say("frame-settings")
    return "settings", "settings", word, word, lambda: stage.push(SettingsScreen(stage)), "f10"


def resign_tool(ask: Press) -> Tool:
    """To give up."""
    return "resign", "flag", say("match-give-up"), say("window-match-give-up-about"), ask, "f4"


def skip_tool(seating: Seating) -> Tool:
    """To see at once what is still to be shown."""
    word, label = say("match-catch-up"), say("window-match-catch-up-about")
    return "skip ahead", "next", word, label, seating.table.flush, "f7"


def lesson_tool(explain: Press) -> Tool:
    """To be shown around once more."""
    word, label = say("window-match-explain"), say("window-match-explain-about")
    return "lesson", "bulb", word, label, explain, "f1"


def end_tools(show: Press, review: Press) -> list[Tool]:
    """The result once more, and why it is so."""
    word, why = say("match-result"), say("match-why")
    return [
        ("result", "trophy", word, word, show, "f2"),
        ("why", "chart", why, say("match-why-review"), review, "f3"),
    ]


def consent_tool(stage: Stage, seating: Seating) -> Tool:
    """Whether others may look through these eyes, and the other way round."""
    press = partial(change_consent, stage, seating)
    if seating.table.is_watchable:
        word, label = say("window-match-shown"), say("window-match-shown-about")
        return "consent", "eye", word, label, press, "f6"
    word, label = say("window-match-hidden"), say("window-match-hidden-about")
    return "consent", "hidden", word, label, press, "f6"


def undo_tools(seating: Seating) -> list[Tool]:
    """Taking the own last step back, where that can be asked for."""
    table = seating.table
    undoing = table.undoing
    if undoing.undoable is None or undoing.vote is not None or table.sealed is not None:
        return []
    word, label = say("window-table-undo"), say("match-undo")
    return [("undo", "undo", word, label, partial(ask_undo, seating), "u")]


# What the presses do.


def next_speed(stage: Stage) -> None:
    """The next one, then the first again."""
    names = [name for name, _, _ in SPEEDS]
    likes = stage.preferences
    at = names.index(likes.speed) if likes.speed in names else -1
    likes.speed = names[(at + 1) % len(names)]
    stage.say(speed_words(likes))
    stage.save()


def speed_words(likes: Preferences) -> str:
    """How fast the turns of others are shown."""
    names = {name: say(key) for name, key, _ in SPEEDS}
    return say("window-match-speed", speed=names.get(likes.speed, likes.speed))


def change_consent(stage: Stage, seating: Seating) -> None:
    """Lets others look through this seat's eyes, or ends that."""
    table = seating.table
    wanted = not table.is_watchable

    def told(_: Ok) -> None:
        table.is_watchable = wanted
        if wanted:
            stage.say(say("window-match-watchable"), "good")
        else:
            stage.say(say("window-match-not-watchable"), "info")

    seating.session.request(Consent(match_id=table.match.match_id, on=wanted), Ok, told)


def ask_undo(seating: Seating) -> None:
    """Asks the others to let this seat take its last step back."""
    tell_of_undo(seating, seating.table.undoing.request())


def answer_undo(seating: Seating, agree: bool) -> None:
    """Lets another take a step back, or does not."""
    tell_of_undo(seating, seating.table.undoing.answer(agree=agree))


def tell_of_undo(seating: Seating, message: Undo | AnswerUndo | None) -> None:
    """Sends what there is to be said, if there is."""
    if message is not None:
        seating.session.request(message, Ok)
