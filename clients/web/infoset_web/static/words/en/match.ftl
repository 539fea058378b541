# A match on the screen, whatever the game.
match-title = Match
# What stands instead of a name for whoever looks.
match-you = You
match-seat = seat { $seat }
match-board-comes = The board comes …
match-board = Board
match-beside = Beside the board
match-tab-log = Log
match-tab-know = You know
match-tab-known = Known
match-tab-guide = Guide
match-tab-talk = Talk
match-tab-talk-new = Talk ({ $count })
match-time-up = The time is up: { $told }.
match-room = room { $room }
match-watching = watching
match-watching-later = watching, later
match-watching-of = watching { $name }
match-watching-of-later = watching { $name }, later
match-your-turn = Your turn.
match-catch-up = Catch up
match-pace = Pace at which moves are shown
match-side = Log, talk and help
match-give-up = Give up
match-give-up-title = Give the match up?
match-give-up-about = You take a place behind all who play on.
match-play-on = Play on
match-consent = Watchers may see what I see
match-not-agreed = They have not agreed that others look over their shoulder.
match-eyes = Watch through the eyes of
match-eyes-stranger = a stranger at the table
match-eyes-seat = { $name }, if they agree
match-decision = Your decision
match-sealed = Sealed
match-sealed-about = Sealed. The others are still deciding.
match-take-back = Take it back
match-others-play = The others are playing.
match-reopened = What you sent counts until you send something else.
match-leave-so = Leave it so
match-tries = { $words } ({ $count ->
    [one] { $count } more try
   *[other] { $count } more tries
  })
match-seat-time = time of { $name }
match-away = away
# $time is what is left until the seat is lost, as on a clock.
match-away-awaited = away, we wait { $time } more
match-away-bot = away, { $bot } plays
# A bot has the seat of whoever looks, who was late too often.
match-replaced = { $bot } plays for you.
match-replaced-about = Your time ran out too often. The seat is yours again as soon as you want it.
match-replaced-bar = Who plays for you
match-play-myself = Play on myself

## Deciding

match-meant = Is that meant?
match-question = { $words }?
match-do-it = Do it
match-not-yet = Not yet
match-choice = Choice { $number }
match-one-answer = One answer
match-only-about = There is no other answer: it is sent by itself, after as long as you usually take.
match-let-me = Let me do it
match-undo = Take the last step back
match-undo-waiting = You ask to take your step back. { $names } may still agree.
match-undo-question = { $name } would like to take the last step back. If you play on, it stands.
match-agree = Agree
match-decline = Decline

## The log

# One line: $who is a name, $text what they did.
match-log-line = { $who } { $text }
match-log = What happened
match-log-nothing = Nothing yet.
match-log-newest = Newest ↓
match-log-earlier = Earlier …
match-log-only = Answered by itself, as there was one answer: { $words }
match-log-undone = takes the last step back
match-log-branched = From here the match is played anew
match-log-undo-declined = { $name } asked to take a step back: somebody declined
match-log-undo-lapsed = { $name } asked to take a step back: the match went on
match-log-late-fallback = { $name } ran out of time: the default was played
match-log-late-random = { $name } ran out of time: a move was drawn by lot
match-log-late-forfeit = { $name } ran out of time: the seat forfeits
match-log-replaced = { $name } is away: { $bot } plays on
match-log-returned = { $name } is back
match-log-warning = { $text }; { $count ->
    [one] once
   *[other] { $count } times
  } more in a row, and the seat goes to a bot or is lost

## The guide through a first match

match-guide-now = Now
match-guide-seen = Seen so far, { $seen } of { $all }
match-guide-steps = steps seen
match-guide-over-title = The end
match-guide-over-1 = Below stand places and scores, and why it ended. The replay shows everything again, also what you could not see: try the eyes of the others.
match-guide-over-2 = Rematch keeps the seats.

## The end

match-reason-finished = Played to the end.
match-reason-forfeit = Somebody forfeited.
match-reason-resign = Given up.
match-reason-timeout = Lost on time.
match-reason-aborted = Aborted: nobody wins.
match-reason-error = Ended by a fault of the server.
match-over = The match is over.
match-place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
  }
match-rating-before = rating { $before }
match-rating-open = rating { $before }, not counted yet
match-rating = rating { $before } → { $after } ({ $change })
match-result = Result
match-you-win = You win.
match-wins = { $names } { $count ->
    [one] wins
   *[other] win
  }.
match-no-winner = No winner.
match-late = { $count } late
match-illegal = { $count } illegal
match-waiting = Waiting for the others
match-again-too = Play again, too
match-rematch = Rematch
match-want-rematch = { $names } { $count ->
    [one] wants
   *[other] want
  } a rematch
match-to-room = Back to the room
match-why = Why?
match-why-review = Review the match
match-replay = Replay
match-lobby = Lobby
