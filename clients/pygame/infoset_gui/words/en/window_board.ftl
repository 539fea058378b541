# An evening at a real board: who sits there, and what is asked.
window-board-title = At a real board
window-board-about = You play on your own board; the window keeps the books by what you point at, and programs play along. Seats are in the order of turns, clockwise.
window-board-program = Program
window-board-quick = Quick
window-board-trades = Trades
window-board-strong = Strong, slower
window-board-drawn = Drawn
window-board-beginners = Beginners'
window-board-wild = Wild
window-board-enter = As it lies
window-board-points = Points
window-board-go-on = Go on with the last table
window-board-why-two = At least two play.
window-board-why-person = At least one is a person: programs alone need no table.
window-board-why-name = Every seat needs a name without blanks that is no number.
window-board-why-same = Two seats have the same name.
window-board-cannot = The table cannot be opened: { $why }

## At the table

window-board-table = At the table
window-board-over = The match is over; the log has the scores.
window-board-closed = The table was closed.
window-board-show = Show how the board lies
window-board-lay = Lay the board
window-board-kept = The table is kept: Go on brings it back
window-board-undo-about = Take the last entry back
window-board-redo = Redo
window-board-redo-about = Enter again what was taken back
window-board-cards = Cards
window-board-cards-about = What a program holds, in the log
window-board-thinks = The table thinks …
