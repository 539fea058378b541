# A room: its seats, its rules, what is known of it.
window-room-seats = Seats
window-room-rules = Rules
window-room-rules-title = Rules of this room
window-room-not-ready = not ready
window-room-closed = closed
window-room-gone = The room is closed.
window-room-free = Free
window-room-remove = Remove { $name }
window-room-guest = Another person at this computer
window-room-guest-about = They get a login of their own; between turns a curtain hides what the other must not see.
window-room-guest-name = Name
window-room-guest-who = What is the other person's name?
window-room-no-bots = This server has no house bots for it.
window-room-fill = Fill with bots
window-room-who = Who shall play?
window-room-bot = house bot { $name }
window-room-strength = { $level }, { $rating } ± { $margin }
window-room-code = Code: { $code }
window-room-copy = Copy room and code for a friend
window-room-option-wrong = An option is not filled in right.
window-room-option-json = Expected JSON, like { $example }

## Facts

window-room-assist-off = No assistants
window-room-assist-advice = Assistants may give advice
window-room-assist-confirm = Assistants propose, people confirm
window-room-assist-auto = Assistants may play
window-room-silent = Nobody talks during a match
window-room-programs-talk = Programs may talk, too
window-room-late-fallback = Who is late makes a harmless move
window-room-late-random = Who is late makes a random move
window-room-late-forfeit = Who is late loses the seat
window-room-no-watching = Nobody may watch
window-room-watching = { $count ->
    [0] Nobody watches
   *[other] { $count } watching
  }
window-room-later = later
window-room-later-seconds = { $seconds } s later
window-room-later-moves = { $count ->
    [one] { $count } move later
   *[other] { $count } moves later
  }
window-room-counts = The result counts
