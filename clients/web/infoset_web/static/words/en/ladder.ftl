# Ladders: who is how strong.
ladder-title = Ladders
ladder-one = Ladder
ladder-none = No ladder here yet
ladder-none-about = An organiser makes one: for a class in the console, else with a file in the server's folder of ladders. Bots and people then meet opponents who suit them, and the table grows by itself.
ladder-state-open = open
ladder-state-paused = paused
ladder-state-frozen = frozen
ladder-state-closing = closing
ladder-state-closed = closed
ladder-entries = { $count ->
    [one] { $count } entry
   *[other] { $count } entries
  }
ladder-results-count = { $count ->
    [one] { $count } result
   *[other] { $count } results
  }
ladder-nothing-played = Nothing is played: { $missing }
ladder-tab-table = Table
ladder-tab-history = History
ladder-tab-cross = Who beats whom
ladder-tab-results = Newest results
ladder-tab-seasons = Seasons
ladder-views = Views of the ladder
ladder-season-until = Season { $season }, until { $time }.
ladder-season-now = Season { $season }.
ladder-deadline = New entries and versions are taken until { $time }.
ladder-deadline-over = No new entries and versions since { $time }; those that are there play on.
ladder-no-season = No season is over yet.
ladder-season = Season
ladder-season-of = Season { $season }
ladder-season-span = { $began } to { $ended }, { $count ->
    [one] { $count } result
   *[other] { $count } results
  }
ladder-entry = Entry
ladder-rating = Rating
ladder-games = Games
ladder-first = First
ladder-division = Division
ladder-moves = to { $next }
ladder-moves-up = { $division }, up to { $next }
ladder-moves-down = { $division }, down to { $next }
ladder-is-paused = This ladder is paused: no rated match begins now.
ladder-is-frozen = This ladder is frozen: its table stays as it is.
ladder-is-closing = This ladder is closing: no new match begins.
ladder-is-closed = This ladder is closed.
ladder-queue-looking = Looking for an opponent. The match opens by itself.
ladder-queue-leave = Leave the queue
ladder-account-needed = Who has an account can play here.
ladder-play = Play a rated match
ladder-interval = Interval, 95 %
ladder-stronger = Stronger than next
ladder-matches = Matches
ladder-won = Won
ladder-state = State
ladder-division-of = division { $division }
ladder-provisional = provisional
ladder-misfit = does not fit
ladder-misfit-about = Its results depend on who it meets: see Who beats whom.
ladder-range = { $low } to { $high }
ladder-nobody = Nobody has played yet.
ladder-too-few = Too few results for a plot.
ladder-plot-label = Ratings over results
ladder-plot = Plot
ladder-history-about = Ratings after so many results of the ladder. Point at a name: the band tells how unsure its rating was.
ladder-ahead-of = Ahead of
ladder-crossed = ahead { $ahead }, level { $level }, behind { $behind }
ladder-crossed-apart = { $counts }; { $points } ± { $margin } points
ladder-crossed-odd = { $counts }; { $points } ± { $margin } points; their matches say otherwise
ladder-results = Results
ladder-replay = Replay
ladder-annulled = annulled
# $reason is the organiser's.
ladder-annulled-why = It does not count: { $reason }
ladder-rank = rank { $rank }
ladder-against = Against
ladder-against-counts = ahead / level / behind
## What an entry does

ladder-entry-idle = idle
ladder-entry-queued = queued
ladder-entry-playing = playing
ladder-entry-draining = draining
ladder-entry-benched = benched
ladder-entry-retired = retired
