# What the terminal says besides what the page has words for; a game's own words are in its catalogue.

## Names, times

terminal-nobody = nobody
terminal-per-move = { $time } per move
terminal-no-clock = no clock

## The picture

terminal-match = match { $match }
terminal-knows = { $name } knows
terminal-no-result-yet = the match has no result yet
terminal-no-result = no result ({ $reason })
terminal-result = result ({ $reason }):
terminal-reason-finished = finished
terminal-reason-forfeit = forfeit
terminal-reason-resign = resign
terminal-reason-timeout = timeout
terminal-reason-aborted = aborted
terminal-reason-error = error
terminal-is-back = { $name } is back
terminal-is-away = { $name } is away
terminal-stands-in = { $name } is away; the house bot { $bot } plays on
terminal-replaced = Your time ran out too often: the house bot { $bot } plays on for you. Log in anew with the same account, and the seat is yours again
terminal-asks-undo = { $name } would like to take the last step back
terminal-over = the game is over

## Sitting at a match

terminal-help-1 = Type the number of an action, or write it: the words in brackets say how.
terminal-help-2 = A joint order takes an option for each slot, parted by commas.
terminal-help-3 = The bare verb of an action with fields, like offer, asks for them one by one.
terminal-help-4 = A list in brackets is taken as the protocol has it.
terminal-help-5 = A dot plays what a missed deadline would.
terminal-help-6 = assist makes a code for a program that helps; accept 1, commit, grant, dismiss answer it.
terminal-help-7 = block NAME keeps another person away from you, unblock NAME lets them near again.
terminal-help-8 = device makes a code with which you go on on another device.
terminal-help-9 = undo takes your last step back where that is possible; agree and decline answer who asks you for it.
terminal-help-10 = text tells the position and the question in sentences.
terminal-help-11 = know tells what you know, with chances; weigh how each of your actions changes your chances to win.
terminal-help-12 = Enter alone shows the position again, q leaves the seat when it is typed twice, ? shows this.
terminal-ask-leave = Leave the seat? The match goes on without you, and a bot may play for you: q again leaves, anything else stays.
terminal-prompt-leave = leave the seat?
terminal-prompt-waiting = waiting:
terminal-too-late = too late: { $why }
terminal-nothing-asked = nothing is asked of you now
terminal-not-sent = not sent: { $why }
terminal-left = you have left the seat; the match goes on without you
terminal-input-ended = the input has ended; the match goes on without you
terminal-terminal-gone = the terminal is gone; the match goes on without you
terminal-nothing-to-undo = there is nothing to take back now
terminal-nothing-to-weigh = you have no choice of actions to weigh now
terminal-undo-not-asked = nobody asks you for a step back
terminal-more = more: { $what }
terminal-answer-with = answer with { $count } of them, parted by commas
terminal-type-number = type the number of an action, or ? for help
terminal-too-long = that is too long; expected at most { $count } characters
terminal-none-of-these = that is none of the actions that can be done now
terminal-no-number = there is no { $number } here; expected 0 to { $last }, or an action in words
terminal-no-joint = there is no joint order number { $number }
terminal-no-json = that is no JSON: { $why }
terminal-list-expected = expected a list that opens with a verb, like { $example }
terminal-options-expected = expected { $count } options ({ $names }), parted by commas; got { $got }
terminal-several-options = several options begin like that
terminal-no-option = there is no such option
terminal-one-of = { $where }: { $what }; expected one of { $options }
terminal-no-person = no other person { $name } plays here; there are: { $people }
terminal-none = none
terminal-unblock-expected = expected: unblock NAME. { $kept }
terminal-kept-away = kept away from you: { $names }
terminal-you-are = { $rules }, you are { $name } on seat { $seat }
terminal-decision = decision { $number }: { $task }
terminal-room-open = room { $room } is open, { $count ->
    [one] { $count } seat is
   *[other] { $count } seats are
  } free; join: { $command }

## A tournament, between its matches

terminal-tournament-where = { $title }, round { $round }
terminal-tournament-in = you take part in { $title }: { $state }
terminal-tournament-state = { $title }: { $state }
terminal-tournament-open = it has not begun; your tables are called here
terminal-tournament-running = it is running; your tables are called here
terminal-tournament-paused = it is paused
terminal-tournament-over = it is over
terminal-tournament-gone = it was deleted
terminal-tournament-other = in a state that is not known here
terminal-tournament-drawn = { $where }: you meet { $others }
terminal-tournament-bye = { $where }: you have a bye
terminal-tournament-called = { $where }: you are called to your table, against { $others }
terminal-tournament-ask = Press Enter when you are ready; { $time } left.
terminal-tournament-wait = The match begins as soon as everybody is there; { $time } left.
terminal-tournament-prompt = ready?
terminal-tournament-ready = you are ready; the match begins when all are
terminal-tournament-ask-leave = Leave? Who is not ready in time loses the table: q again leaves, anything else stays.
terminal-tournament-left = you have left; who is not ready at a table in time loses it
terminal-tournament-decided = { $where } is decided (place, name, points):
terminal-tournament-decided-hidden = { $where } is decided; results are not released yet
terminal-tournament-row = { $place }  { $name }  { $points }

## Programs that help

terminal-and-more = { $by }: and { $count } more
terminal-suggests = { $by } suggests { $what }
terminal-laid-ready = laid ready: { $orders }; open: { $open }
terminal-laid-none = none
terminal-played = played
terminal-grant-expected = expected: grant ASSISTANT RIGHT ...
terminal-granted = { $name } may now: { $rights }
terminal-dismiss-expected = expected: dismiss [ASSISTANT]
terminal-dismissed = { $name }: sent away
terminal-dismissed-all = all assistants: sent away
terminal-accept-expected = expected: accept N, or accept N.C
terminal-laid-commit = laid ready; `commit` plays it
terminal-nothing-laid = nothing is laid ready
terminal-commit-expected = expected: commit
terminal-no-assistant = no assistant { $name }; there are: { $names }
terminal-no-right = no right { $right }; there are: { $rights }
terminal-server = server
terminal-level-warning = warning
terminal-level-error = error
terminal-heat = heat { $value }
terminal-index = index { $index }
terminal-picks = picks { $picks }

## Watching, replays

terminal-waiting-for-match = no match is running; waiting for one
terminal-no-match = there is no match { $match } to watch; it may be over
terminal-no-room = there is no room { $room } to watch; it may be over
terminal-version = version { $version } of { $last }
terminal-running = running
terminal-still = still
terminal-go-to = go to version: { $typed }
terminal-view-public = public
terminal-view-all = all
terminal-keys = space run  arrows step  page leap  home/end  g VERSION  +/- speed  0-9 seat  p public  a all  q

## Going on on another device

terminal-device = enter { $code } on the other device, or run there: { $command } (once, within { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
  }; then you go on there)
terminal-code-once = good once, for { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
  }; show it to nobody
# $way are options of the command line.
terminal-moved = you are { $name }; from now on come with { $way }
