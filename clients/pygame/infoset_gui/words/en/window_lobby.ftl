# The lobby: games to begin at once, rooms to enter or to watch.
window-lobby-where = { $name } at { $server }
window-lobby-no-bots = This server has no house bots for it; open a room and wait for people.
window-lobby-more = More games
window-lobby-find-about = Waits for others who want the same
window-lobby-new-about = Choose options, clock and who plays
window-lobby-play-about = Against house bots, without a clock
window-lobby-none = No room is open
window-lobby-none-about = Begin a game above, or open a room and wait for others.
window-lobby-not-found = No room is like that
window-lobby-not-found-about = Titles, games and players are looked through.
window-lobby-nobody = nobody yet
window-lobby-over = over
window-lobby-room-hint = The room that you were told
window-lobby-code-hint = The code that you were told
window-lobby-which = Which room?
