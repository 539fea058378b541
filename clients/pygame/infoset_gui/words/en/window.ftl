# Words of the window that every screen shares, and its settings.
window-back = Back
window-change = Change
window-stay = Stay
window-skip = Skip
window-on = On
window-off = Off
window-none = none
window-all = All
window-no-further = There is no further value.
window-game-about = A game of this server.
window-other-rules = This game has other rules than the picture knows ({ $error }).
window-hours-minutes = { $hours } h { $minutes } min

## Notes

window-no-clipboard = There is no clipboard here.
window-not-kept = The settings cannot be kept: { $why }
window-broke = Something broke: { $why }
window-no-connection = There is no connection.
window-closed = The connection is closed.
window-own-server-ended = The server on this computer has ended.
window-server-ended = The server has ended.
window-not-connected = Not connected: { $why }
window-reconnect = Connect again
window-reconnecting = Reconnecting …
window-late = No answer yet …
window-reconnected = The connection is back.
window-turn-elsewhere = It is your turn in another match: { $game }.

## Settings

window-language-auto = as the computer
window-speed = Speed of others' turns
window-confirm-keys = Single keys
window-sounds-about = Short tones: your turn, a refusal, the end
window-motion-about = Things glide to their new places; a click beside them, or the space bar, skips
window-hints = Show what can be done
window-hints-about = Legal moves are marked on the board
window-guide = Explain while I play
window-guide-about = A line of advice with every question
window-forced = Pass where there is no choice
window-forced-about = A colonist without a power, nothing to build
window-hide = Hide hands between people at this computer
window-hide-about = A curtain before each turn
window-kept-away = Kept away from you: { $names }
