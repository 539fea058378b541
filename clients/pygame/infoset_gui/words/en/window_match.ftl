# A match, played or watched: what stands around and over the board.
window-match-passed = Passed by itself: there was no choice
window-match-sent = { $words } was sent
window-match-is-away = { $name } is away
window-match-is-taken = { $name } is away; { $bot } plays on
window-match-is-back = { $name } is back
window-match-replaced = { $bot } plays for you
window-match-play-myself = Play on myself
window-match-gave-up = You have given the match up.
window-match-watchable = Others may watch what you see.
window-match-not-watchable = Nobody watches your seat any longer.
window-match-foot-over = The cup at the top shows the result again; the arrow leads back.
window-match-foot-others = Watch what the others do; the log at the right tells all of it.
window-match-foot-point = Point at anything to be told what it is.
window-match-not-explained = Nothing is written about this game.

## The tools in the bar: a word below a sign, and what is said when one points at it

window-match-speed = Speed of others' turns: { $speed }
window-match-explain = Explain
window-match-explain-about = Explain the table
window-match-shown = Shown
window-match-hidden = Hidden
window-match-shown-about = Others may watch your seat: end that
window-match-hidden-about = Let others watch your seat
window-match-give-up-about = Give the match up
window-match-catch-up-about = Show everything at once
window-match-agree-about = Agree that the last step is taken back
window-match-decline-about = The last step stands

## What is asked first

window-match-give-up-costs = It counts as lost. House bots and people play on where the rules of the room say so.
window-match-leave = Leave the table?
window-match-leave-about = The match goes on without you. After a minute, or when { $count ->
    [one] { $count } answer
   *[other] { $count } answers
  } in a row are late, a house bot may play for you, until you come back by the room in the lobby.
window-match-held = { $words }? Enter, or the same press again, does it; Esc does not.
window-match-not-yet-about = Takes it back (Esc)
window-match-do-it-about = As does the same press again

## Another person at the same computer

window-match-next = { $name } is next
window-match-pass-on = Pass the computer on. Nobody else should look.
window-match-take-over = I am here: show my cards

## The end

window-match-no-result = No result
window-match-draw = Nobody wins: a draw
window-match-shared = You share the first place
window-match-points = { $count ->
    [one] { $count } point
   *[other] { $count } points
  }
window-match-see-table = See the table

## Beside the board

window-match-helpers = Helpers
window-match-helpers-new = Helpers !
window-match-all-see = All see
window-match-more = { $count ->
    [one] and { $count } more
   *[other] and { $count } more
  }
