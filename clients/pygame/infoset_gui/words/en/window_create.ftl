# The form of a new room.
window-create-title = New room: { $game }
window-create-title-about = What the lobby shows
window-create-title-of = { $name }'s room
window-create-test = Lesson or test room
window-create-test-about = For one person
window-create-pace-about = A named pace sets the clock and what happens to the late
window-create-clock-about = Time of each player
window-create-watch-about = Onlookers see only what is public
window-create-assist = Assistants
window-create-assist-about = Programs that help: with advice, with moves to confirm, or on their own
window-create-assist-off = Off
window-create-assist-advice = Advice
window-create-assist-confirm = Confirm
window-create-assist-auto = Auto
window-create-series-about = Best of so many matches
window-create-series = { $count ->
    [1] One match
   *[other] Best of { $count }
  }
window-create-unlisted = Not in the lobby
window-create-unlisted-about = Others need the room's code
