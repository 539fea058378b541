# A match seen again, and the list of them.
window-replay-title = Replay: { $game }
window-replay-first = First
window-replay-last = Last
window-replay-next = Next
window-replay-pause = Pause
window-replay-run = Run
window-replay-run-about = Run, or stand still
window-replay-end-about = To the end
window-replay-speed = Speed: { $speed }
window-replay-try = Try it
window-replay-public = Public
window-replay-not-saved = The match cannot be saved: { $why }
window-replay-no-picture = The picture cannot be saved: { $why }
window-replay-picture = Picture
window-replay-saved = saved as { $file }
window-replay-working = It is being worked out: { $share } %
window-replay-chance = { $name }: { $percent } ± { $margin } % to win
window-replay-error-before = The decision before this that cost something
window-replay-error-next = The next decision that cost something
window-replay-no-error = There is none.
window-replay-none-about = Every match that is played to its end can be seen again here. A saved one: drop it here.
window-replay-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
  }
