# A room: seats, settings, invitation; and the form that makes or changes one.
room-title = Room { $room }
room-of-game = { $game } · room { $room }
room-to-lobby = Back to the lobby
room-entering = Entering …
room-change = Change settings
room-leave = Leave
room-table = The table
room-talk = Talk
room-series = Series: best of { $most }, { $played } played, { $points }.
room-series-over = Series: best of { $most }, { $played } played, { $points }, over.
room-clock = Clock
room-begins = Begins at
room-begins-moment = a moment of { $match }
room-watching = Watching
room-watchers = Watchers now
room-stream = For a stream
room-stream-board = the board alone
room-talking = Talk during a match
room-code = Code for friends
room-invitation = Invitation
room-invitation-here = Only this computer can open the link. For others, open the page under the name or number of this computer in your network.
room-copied = The invitation is in the clipboard.
room-copy = Copy link
room-watch-public = everybody
room-watch-delayed = everybody, later
room-watch-off = nobody
room-seat-free = Seat { $seat }, free
room-move-here = Move here
room-sit-here = Sit here
room-kind-bot = bot
room-kind-human = person
room-you = you
room-ready = ready
room-away = away
room-stand = Stand up
room-remove = Remove
room-sent-out = You were sent out of room { $room }.
room-add-bot = Add a bot
room-add-bot-seat = Add a bot on seat { $seat }
room-not-measured = not measured
# How strong a bot is: level 3 of 5.
room-level = level { $level } of { $of }
room-level-about = about level { $level } of { $of }
room-nobody-watches = Nobody may watch this table.
room-watch = Watch
room-playing = playing
room-to-match = To the match
room-start = Start
room-start-bots = Start, bots on the free seats
room-again = Play again
room-again-bots = Play again, bots on the free seats
room-not-ready = Not ready after all
room-rematch = Ready for a rematch
room-i-am-ready = I am ready
room-starts-when = It starts when all seats are taken and ready.

## The form

room-form-change = Change the room
room-form-new = A new room
room-form-title = Title
room-form-pace = Pace
room-form-pace-clock = by the clock below
room-form-same = as it is
room-form-watch = Who may watch
room-form-watch-public = everybody, at once
room-form-watch-delayed = everybody, later
room-form-watch-off = nobody
room-form-talk = Who may talk while you play
room-form-series = Matches in series
room-form-unlisted = Unlisted: only those with its code can enter
room-form-undo = A step that showed nothing can be taken back
room-form-aids = Aids: chances of what is hidden, thinking on the server
room-form-rules = Rules of { $game }
room-form-more = More rules
room-form-sets = Sets of rules
room-form-usual = usual
room-form-save = Save
room-form-open = Open the room
room-form-cancel = Cancel
room-form-expected = expected { $want }
room-yes = yes
room-no = no
room-own = one of its own

## Clocks

room-clock-none = no clock
room-clock-move = { $time } a move
room-clock-bank = { $main } + { $increment }
room-clock-days = { $count ->
    [one] { $count } day a move
   *[other] { $count } days a move
  }
room-minutes = { $count } min
room-seconds = { $count } s
room-clock-choice-none = none
room-clock-choice-relaxed = 90 s a move
room-clock-choice-quick = 20 s a move
room-clock-choice-bank = 10 min each, 5 s a move
room-clock-choice-days = a day a move
room-talk-people = people
room-talk-all = people and programs
room-talk-off = nobody
room-aids = Aids
room-aids-on = allowed
room-aids-off = not allowed

## How long ago

room-ago-now = just now
room-ago-minutes = { $count } min ago
room-ago-hours = { $count } h ago
room-ago-days = { $count } d ago
room-days-hours = { $days } d { $hours } h
## Paces of a server

room-pace-casual = casual
room-pace-bots = for bots
room-pace-classic = classic
room-clock-choice-days3 = 3 days a move
room-clock-choice-week = 7 days a move
room-slow = Say that you are ready, and you may go away: your seat stays yours, and the match begins when all have said so. My games tells you when it is your turn.
