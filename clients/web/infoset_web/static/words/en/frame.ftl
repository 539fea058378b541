# What stands around every view: where one can go, the connection, settings.

# The direction of the language: ltr or rtl.
frame-direction = ltr
frame-your-turn = Your turn
frame-brand = Infoset, to the lobby
frame-pages = Pages
frame-lobby = Lobby
frame-replays = Replays
frame-ladder = Ladder
frame-tournaments = Tournaments
frame-learn = Your first bot
frame-abtests = A-B tests
frame-console = Console
frame-dismiss = Dismiss
frame-close = Close
frame-cut = The connection is cut. Coming back by itself …
frame-late = The server has not answered yet. What you did is on its way …
frame-called = { $title }, round { $round }: you are called to your table, against { $others }. Say there by { $time } that you are ready.
frame-called-room = { $title }: you are called to your table. Say there that you are ready.
# In the title of the tab, and of a notice of the browser.
frame-called-title = Your table is called
frame-to-table = To your table
frame-to-match = Back to the match
frame-elsewhere = Match in another window
frame-queued = In the queue
frame-sounds = Sounds
frame-sounds-on = Sounds are on
frame-sounds-off = Sounds are off
frame-room = Room { $room }
# A match that is played: $others are names, $mine says whether it is your turn.
frame-running = { $game } against { $others }{ $mine ->
    [yes] : your turn
   *[no] { "" }
  }
# Several of one name in a list of names, such as bots.
frame-several = { $count }× { $name }
frame-matches = { $count ->
    [one] { $count } match
   *[other] { $count } matches
  }

## Settings

frame-settings = Settings
frame-language = Language
frame-language-auto = as the browser
frame-theme = Colours
frame-theme-auto = as the device
frame-theme-light = light
frame-theme-dark = dark
frame-text = Text
frame-text-normal = normal
frame-text-large = large
frame-pace = Pace at which others' moves are shown
frame-pace-slow = slow
frame-pace-normal = normal
frame-pace-brisk = brisk
frame-pace-instant = at once
frame-motion = Motion
frame-motion-on = pieces glide, unless the device wants less motion
frame-motion-off = nothing moves by itself
frame-confirm = Ask before something is final
frame-confirm-slips = after a single key or a tap
frame-confirm-always = always
frame-confirm-never = never
frame-only = Questions that have one answer
frame-only-ask = ask me
frame-only-send = answer them for me, no faster than I do
frame-who = You are { $name }, on { $server }.
frame-make-room = Somebody else plays here
frame-log-out = Log out
frame-log-out-pupil = Log out? You need a new card to come back.

## Those whom one does not want to meet

frame-keep-away = keep away
frame-keep-away-of = Keep { $name } away
frame-keep-away-about = Never meet or hear { $name } again
frame-kept-away = You will not meet or hear { $name } any more. Settings take it back.
frame-kept-away-list = Kept away from you
frame-let-near = Let near again

## A match in two windows

frame-gone = The match goes on in another window
frame-gone-about = You have continued it there. This window can be closed, or you take the match back: nothing is lost either way.
frame-take-back = Take it back here
frame-looking = Looking for the match …
frame-open-elsewhere = This match is open in another window of this browser, or was when that was closed.
frame-no-match = This match is somebody else's, or long over, or you play it on another device: leave it there, then reload this page.
## Talk

frame-talk = Talk
frame-talk-none = Nothing said yet.
frame-talk-say = Say something
frame-talk-send = Send
frame-talk-read = You may read along.
## What the server refuses, by its code

frame-error-room_full = All seats are taken.
frame-error-seat_taken = Somebody sits there already.
frame-error-wrong_code = That is not the code of this room.
frame-error-not_host = Only the host of the room may do that.
frame-error-not_found = There is no such room or match for you. An unlisted room needs its code.
frame-error-wrong_state = That cannot be done at the moment.
frame-error-stale_decision = Too late: this decision is closed.
frame-error-already_sealed = Your choice is sealed already.
frame-error-rate_limited = Too quick: wait a moment.
frame-error-storage_full = The server's disk is full. Nothing was changed; clocks stand still.
frame-error-unavailable = The server could not store it. Nothing was changed; try again.
frame-error-shutting_down = The server stops and takes nothing new.
frame-error-field = { $field }: expected { $want }
frame-error-scope = You may not do that here: it needs the right "{ $scope }".
# What is refused though one has the right, as to look through the eyes of a seat: $why is the server's sentence.
frame-error-not-here = You may not do that here: { $why }.
frame-error-unknown = That was refused.
frame-no-answer = The server does not answer.
frame-mine = My games
## What the server answers over HTTP instead of what was asked for, by the number of its answer

frame-refused-401 = The token of your account is not valid any more. Log in again.
frame-refused-429 = Too quick: wait a moment.
# $reason is the server's, in English.
frame-refused = Refused: { $reason }
frame-answered = The server answered { $status }.
frame-nothing-here = There is nothing here (yet).
