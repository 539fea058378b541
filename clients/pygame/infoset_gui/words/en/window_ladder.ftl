# The table of a ladder.
window-ladder-missing = This server has no ladders.
window-ladder-none-about = Whoever runs the server opens them; matches there are rated.
window-ladder-down = Further down
window-ladder-up = Further up
window-ladder-bottom = This is the end.
window-ladder-top = This is the top.
window-ladder-play-about = One match on this ladder, against whoever suits
window-ladder-empty-about = Who plays a rated match is in the table.
window-ladder-rank = Rank
window-ladder-programs-only = This ladder is for programs.
window-ladder-rated = { $ladder }: your rating is { $rating } ({ $change }), after { $count ->
    [one] { $count } result
   *[other] { $count } results
  }
