# The list of finished matches.
replays-title = Replays
replays-mine = only mine
replays-game = Game
replays-all = all games
replays-list = Finished matches
replays-match = Match
replays-players = Players, by place
replays-changes = Changes
replays-when = When
replays-replay = Replay
replays-looking = Looking …
replays-none = No finished matches yet.
replays-older = Older ones
# A match that goes on from a moment of another one.
replays-from = { $match }, from { $from }
replays-watch = Watch
