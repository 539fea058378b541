# The lobby: games on offer, rooms, joining by a code.
lobby-title = Lobby
lobby-offer = What shall it be?
lobby-rooms = Rooms
lobby-join-code = Join with a code
lobby-new-room = New room
# What a room is called in which somebody plays alone against bots.
lobby-against-bots = { $game } against bots
lobby-play-now = Play now
lobby-learn = Learn it
lobby-set-up = Set up a room
lobby-find-opponents = Find opponents
lobby-looking = Looking, bots in { $seconds } s … stop
lobby-terms = Now: bots, no clock. Opponents: bots after { $seconds } s.
lobby-terms-clock = Now: bots, no clock. Opponents: { $clock }, bots after { $seconds } s.
lobby-seats = { $count ->
    [one] { $count } seat
   *[other] { $count } seats
  }
lobby-seats-range = { $least } to { $most } seats
lobby-find = Find
lobby-find-what = title, player or room
lobby-game = Game
lobby-state = State
lobby-all = all
lobby-seats-free = seats free
lobby-playing = playing
lobby-shown = { $shown } of { $all }
lobby-empty = No rooms here yet. Open one: friends and bots can join.
lobby-looking-rooms = Looking for rooms …
lobby-taken = { $taken } of { $all } seats taken
lobby-free = { $count } free
lobby-full = full
lobby-watch = Watch
lobby-sit = Sit down
lobby-enter = Enter
lobby-bots = { $count ->
    [one] { $count } bot
   *[other] { $count } bots
  }
lobby-join-title = Join a room
lobby-join-room = Room, or its title
lobby-join-secret = Code, if the room is unlisted
lobby-join = Join
