# Playing on from a moment of a finished match.
try-here = Try it from here
try-title = { $game }, from { $match }
try-about = The match goes on from the position on the board, with other luck. It is not rated.
try-seat = You play
try-others = The others
try-as-then = bots, as then if they are here
try-people = whoever joins
try-open = Open the room
try-play = Play from here
