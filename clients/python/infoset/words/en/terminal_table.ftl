# A real board of Catan in the terminal: people type what happens, programs say what they do. What is typed is the same in all languages.

terminal-table-left = left; go on with: { $command }
terminal-table-kept = Everything is kept in { $file }; ? helps at any prompt.
terminal-table-played-by = { $name }, played by { $bot }
terminal-table-lay = Lay the board like this:
terminal-table-lies = Enter when it lies there
terminal-table-corners = corners
terminal-table-edges = edges

## What is asked

terminal-table-roll = roll: type the dice
terminal-table-discard = put { $count ->
    [one] { $count } card
   *[other] { $count } cards
  } aside for the seven ({ $typed })
terminal-table-first = or first: { $actions }
terminal-table-dice = the dice of { $name }
terminal-table-drawn = the card that { $name } has drawn ({ $typed }; not shown)
terminal-table-stolen = the card that { $name } draws from { $whom } ({ $typed }; not shown)
terminal-table-stolen-or = the card that { $name } draws from { $whom } ({ $typed }; not shown; ? lets the program draw)
terminal-table-draws = { $name } draws { $card } from { $whom }: move the card.
terminal-table-takes = { $name } takes { $card } from { $whom }.
terminal-table-hands-over = how many { $card } does { $name } hand over?
terminal-table-held = how many victory cards did { $name } hold?
terminal-table-done = Enter when that is done
terminal-table-press = press Enter when it is done; undo takes back what was entered before

## What a program's player does: done for it on the real board

terminal-table-say-roll = { $name } rolls the dice.
terminal-table-say-play_knight = { $name } plays its knight: lay it open.
terminal-table-say-play_road_building = { $name } plays road building: lay it open.
terminal-table-say-play_monopoly = { $name } plays monopoly on { $card }: everybody hands over all { $card }.
terminal-table-say-play_plenty = { $name } plays year of plenty: it takes { $cards } from the bank.
terminal-table-say-accept = { $name } says yes to the offer.
terminal-table-say-reject = { $name } says no to the offer.
terminal-table-say-withdraw = { $name } withdraws its offer.
terminal-table-say-road = { $name } builds { $road }; pay { $price } to the bank.
terminal-table-say-settlement = { $name } builds a settlement at { $vertex }; pay { $price } to the bank.
terminal-table-say-city = { $name } makes its settlement at { $vertex } a city; pay { $price } to the bank.
terminal-table-say-buy_dev = { $name } buys a development card: lay the top card face down before it; pay { $price } to the bank.
terminal-table-say-place_settlement = { $name } places a settlement at { $vertex }.
terminal-table-say-place_road = { $name } places { $road }.
terminal-table-say-free_road = { $name } builds, free of charge, { $road }.
terminal-table-say-move_robber = { $name } moves the robber to hex { $hex } ({ $lies }).
terminal-table-say-steal = { $name } steals from { $whom }.
terminal-table-say-discard = { $name } puts 1 { $card } aside.
terminal-table-say-end_turn = { $name } ends its turn: the dice go to { $whom }.
terminal-table-say-bank = { $name } trades with the bank: { $trade }.
terminal-table-say-offer = { $name } offers { $whom }: { $give } of its own for { $take }.
terminal-table-say-counter = { $name } would give { $trade }.
terminal-table-say-confirm = { $name } trades with { $whom }: it gives { $trade }.
terminal-table-vertex = vertex { $number } ({ $around })
terminal-table-harbour = { $kind } harbour
terminal-table-road = a road from { $from } to { $to }: edge { $edge }
terminal-table-opens = { $name } lays open { $count ->
    [one] { $count } victory card
   *[other] { $count } victory cards
  }.
terminal-table-trouble = { $name } { $what }; the harmless action is played
terminal-table-too-slow = took more than { $seconds } s
terminal-table-not-allowed = wanted what is not allowed: { $why }
terminal-table-failed = failed; the log says how

## Words for the table

terminal-table-holds = { $name } holds { $cards }; { $more }
terminal-table-nothing-else = nothing else
terminal-table-no-program = { $name }: expected the name of a program's player
terminal-table-saved = saved in { $file }
terminal-table-nothing-undo = there is nothing to undo
terminal-table-nothing-redo = there is nothing to redo
terminal-table-nothing-yet = nothing has happened yet
terminal-table-gone-undo = taken back: { $count }; the last that happened:
terminal-table-gone-redo = entered again: { $count }; the last that happened:
terminal-table-too-few = { $name } would need { $count ->
    [one] { $count } victory card
   *[other] { $count } victory cards
  } and has { $held ->
    [one] { $held } card
   *[other] { $held } cards
  }
terminal-table-record = record: { $file }
terminal-table-name-expected = expected a name behind it
terminal-table-number-behind = expected a number behind it, got { $got }
# Each behind what is typed, in a column of its own.
terminal-table-help-dice = the dice, as their sum or both
terminal-table-help-number = a place where only places are asked, else the number of a listed action
terminal-table-help-words = an action in words; the brackets in the list say how
terminal-table-help-letters = w wood, b brick, s sheep, h wheat, o ore; yes, no, end, buy and knight will do as well
terminal-table-help-discard = all cards that somebody puts aside; discard 2w1o is the same
terminal-table-help-hidden = behind a card that nobody else shall know: steal ann ?
terminal-table-help-enter = what can be done, once more; behind an announcement: it is done
terminal-table-help-win = whoever's turn it is has won; with so many victory cards laid open
terminal-table-help-undo = takes the last entries back; redo enters them again
terminal-table-help-show = the position; the numbers of all places
terminal-table-help-log = what has happened
terminal-table-help-cards = what a program's seat holds, to compare with its pile
terminal-table-help-save = a copy of the table's file, which is written at every entry anyway
terminal-table-help-quit = leaves; infoset tabletop --resume FILE goes on

## What cannot be read

terminal-table-got = { $what }, got { $got }
terminal-table-action-expected = expected an action; ? helps
terminal-table-type-dice = type the dice: 8, or 3 5
terminal-table-dice-expected = expected the dice: their sum, or both like 3 5
terminal-table-sum = dice: expected a sum in { $least }..{ $most }, got { $got }
terminal-table-two-numbers = dice: expected two numbers in 1..{ $most }
terminal-table-resource = expected a resource ({ $names })
terminal-table-one-of = expected one of { $names }
terminal-table-count = expected a number in 0..{ $most }, got { $got }
terminal-table-listed = expected a number in 0..{ $last }, or an action in words

## The board that lies on the table, row by row

terminal-table-how = how does the board lie?
terminal-table-rows = The board row by row from the top, like: { $example } (the desert without a number).
terminal-table-keeps = Enter alone keeps what is in brackets.
terminal-table-row = row { $number }, { $count ->
    [one] { $count } hex
   *[other] { $count } hexes
  }
terminal-table-harbours = harbours clockwise from the north-west edge of the first hex
terminal-table-no-board = that is no board: { $why }
terminal-table-again = Once more; Enter keeps a row.
terminal-table-parts = expected { $count }, parted by commas, got { $got }

## What cannot be after all that was entered

terminal-table-not-asked = it is not for { $name } to decide now
terminal-table-no-discards = nobody has to put cards aside now
terminal-table-discards = { $name } has to put { $count ->
    [one] { $count } card
   *[other] { $count } cards
  } aside, got { $got }
terminal-table-not-aside = { $name } cannot put { $cards } aside
terminal-table-none-to-steal = { $name } has no { $card } to be stolen
terminal-table-cannot-have = { $name } cannot have { $cards }
terminal-table-counts = these counts of { $card } cannot be all together
terminal-table-cards-for-it = the cards for it
terminal-table-cannot-by-entries = by all that was entered { $name } cannot have { $what }
terminal-table-deck-empty = no card can be left in the deck
terminal-table-none-in-deck = no { $card } can be left in the deck
terminal-table-says-itself = { $name } says so by itself when it has won
terminal-table-own-turn = { $name } can win in the own turn only
terminal-table-not-enough = { $name } has { $points ->
    [one] { $points } point
   *[other] { $points } points
  } in sight; with { $cards ->
    [one] { $cards } victory card
   *[other] { $cards } victory cards
  } that makes { $sum } of { $target }
terminal-table-no-win = by all that was entered { $name } cannot have { $count ->
    [one] { $count } victory card
   *[other] { $count } victory cards
  } now: such cards are not left, or the game would have been over before
terminal-table-won-before = { $name } had as many points before: undo to there, then enter win
terminal-table-shown-later = hidden victory cards are shown when the game is over
terminal-table-nothing-hidden = { $name } has no hidden cards
terminal-table-held-between = by all that was entered { $name } held { $least } to { $most } victory cards
