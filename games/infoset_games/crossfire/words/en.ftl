# On the card of the lobby in the window: a few words.
crossfire-brief = Two sides move at once, in fog, with lasers.
crossfire-about = Two sides order at the same time, in fog, on a board that shrinks. Units slide and shoot; one of them is secretly the king.
## Options, as people speak of them

crossfire-option-preset = Board and units
crossfire-option-laser_stop = What stops a beam
crossfire-option-recharge_min = Shortest recharge
crossfire-option-recharge_max = Longest recharge
crossfire-option-symmetry = Map
crossfire-option-map = Drawn map
crossfire-option-mirror = Mirror
crossfire-option-about-preset = board and units: mini 11x11 with 3, standard 15x15 with 5, large 21x21 with 8
crossfire-option-about-laser_stop = what ends a beam: mountain and water, or mountain only
crossfire-option-about-recharge_min = the least recharge time, in rounds
crossfire-option-about-recharge_max = the greatest recharge time, in rounds
crossfire-option-about-symmetry = the symmetry of random maps
crossfire-option-about-map = a drawn map in text form; empty for random ones. It decides size and units
crossfire-option-about-mirror = a test room for one seat: the enemy does the image of what you do
crossfire-choice-preset-mini = mini: 11×11, 3 units
crossfire-choice-preset-standard = standard: 15×15, 5 units
crossfire-choice-preset-large = large: 21×21, 8 units
crossfire-choice-laser_stop-obstructed = mountains and water
crossfire-choice-laser_stop-mountain = mountains only
crossfire-choice-symmetry-any = any symmetry
crossfire-choice-symmetry-half_turn = the same after half a turn
crossfire-choice-symmetry-left_right = left and right mirrored
crossfire-choice-symmetry-top_bottom = top and bottom mirrored
crossfire-choice-symmetry-diagonal = mirrored along a diagonal
crossfire-choice-symmetry-antidiagonal = mirrored along the other diagonal
crossfire-preset-mini = mini: 3 units on 11×11
crossfire-preset-large = large: 8 units on 21×21
crossfire-preset-fair = a map that looks the same to both
## A first match, guided

crossfire-lesson-about-1 = Two sides order their units at the same time and unseen. Whose king dies loses.
crossfire-lesson-about-2 = Every fifth round the outer ring becomes mountain. What you do not see lies in fog; dots show where enemies may be.
crossfire-lesson-setup-title = Set up
crossfire-lesson-setup-1 = A small number lets a unit fire sooner and oftener. The king should be neither in front nor in a corner that falls early.
crossfire-lesson-setup-2 = The enemy knows where you stand now, but neither numbers nor king.
crossfire-lesson-blocked-title = A blocked unit
crossfire-lesson-blocked-1 = A unit that wants a square somebody else wants, or that is taken, stays where it is. The log says why.
crossfire-lesson-blocked-2 = On ground that is also the way to stop.
crossfire-lesson-shrinks-title = The board shrinks
crossfire-lesson-shrinks-1 = The hatched ring falls after this round. Bring your units in, the king first.
crossfire-lesson-fire-title = Ready to fire
crossfire-lesson-fire-1 = A unit with a bolt is charged. Its beam lights everything up to a mountain, water or the edge, your own units too. The line shows it before you send.
crossfire-lesson-orders-title = Give orders
crossfire-lesson-orders-1 = Choose a unit, then a direction. On light ground it slides on until something stops it; on sand and in forest it stops at once. The dashed line shows where it would end.
crossfire-lesson-orders-2 = Nothing is sent before you press Send the orders.
crossfire-lesson-sealed-title = Sealed
crossfire-lesson-sealed-1 = Both sides' orders take effect together.
## What is asked

crossfire-ask-setup = Give each unit its recharge time and name your king.
crossfire-ask-orders = Round { $round }: an order for every idle unit.
crossfire-sealed = Your orders are sealed.
crossfire-both-set-up = Both sides set up.
crossfire-round = Round { $round }.
crossfire-do-setup = Set up with recharge times { $numbers } and unit { $king } as king

## The log: what somebody did, behind their name

crossfire-log-setup = set up: recharge times { $numbers }, the king is unit { $king }
crossfire-log-setup-secret = set up in secret
crossfire-log-round = Round { $round }
crossfire-log-round-ring = Round { $round }: the outer ring is gone
crossfire-log-played = played: { $units }
crossfire-log-waited = waited
crossfire-log-destroyed = unit { $unit } was destroyed at { $square }
crossfire-log-fired = unit { $unit } fired { $way }
crossfire-log-slid = unit { $unit } slid on to { $square }
crossfire-log-moved = unit { $unit } moved to { $square }
crossfire-log-stayed-edge = unit { $unit } stayed: the edge is in the way
crossfire-log-stayed-mountain = unit { $unit } stayed: a mountain is in the way
crossfire-log-stayed-water = unit { $unit } stayed: water is in the way
crossfire-log-blocked-by = unit { $unit } was blocked: unit { $other } stands on { $square }
crossfire-log-blocked-both = unit { $unit } was blocked: both units { $one } and { $other } wanted { $square }
crossfire-log-blocked-else = unit { $unit } was blocked: somebody else wanted { $square } or stands there
crossfire-log-saw = saw an enemy on { $squares }
crossfire-log-saw-fall = saw an enemy fall on { $squares }
crossfire-log-saw-beam = saw an enemy beam
crossfire-log-tie = Both kings are dead: a tie.
crossfire-log-king = A king is dead.
crossfire-end = Whose king dies has lost.

## The board

crossfire-way-up = up
crossfire-way-right = right
crossfire-way-down = down
crossfire-way-left = left
crossfire-order-move = move { $way }
crossfire-order-fire = fire { $way }
crossfire-no-order = no order
crossfire-rounds = Round
crossfire-recharge-times = Recharge times
crossfire-zoom = Zoom { $factor }×
crossfire-secret = Where units are is secret until the end: you see where they began.
crossfire-secret-ask = { $secret } Under Talk you can ask to look through a player's eyes.
crossfire-ring-falls = Outer ring falls
crossfire-ring-now = after this round
crossfire-ring-in = { $count ->
    [one] in { $count } round
   *[other] in { $count } rounds
  }
crossfire-unit = Unit
crossfire-until-fire = rounds until it can fire again
crossfire-recharge-of = recharge time of unit { $unit }
crossfire-king = king
crossfire-set-up = Set up
crossfire-charged = charged
crossfire-send = Send
crossfire-send-orders = Send the orders
crossfire-begin-again = Begin again
crossfire-ring-warning = After this round the hatched ring becomes mountain; units on it are lost.
crossfire-sent-setup = your setup was sent
crossfire-sent-orders = the orders of unit { $units } were sent
crossfire-sent-some = the orders of unit { $units } were sent; unit { $missing } had none and does the first that it can
crossfire-order-for = Order for unit { $unit }
crossfire-your-units = Your units
crossfire-recharge = Recharge
crossfire-state = State
crossfire-unit-king = { $unit } (king)
crossfire-destroyed = destroyed
crossfire-sliding = sliding { $way }
crossfire-fires-in = fires in { $count }
crossfire-reading = Reading the board
crossfire-legend-mountain = Mountain: stops units and beams, hides
crossfire-legend-water = Water: stops units
crossfire-legend-water-beams = Water: stops units and beams
crossfire-legend-forest = Forest: seen from next to it only
crossfire-legend-desert = Desert: a unit stops on it
crossfire-legend-ground = Ground: units slide on
crossfire-legend-fog = Dim squares are in fog. Dots mark where enemies may be; the hatched ring falls next. A small −2 tells that an enemy was seen there two rounds ago.
crossfire-legend-keys = { $up } moves, { $shift } { $up } fires, { $one } chooses a unit, { $enter } sends.
crossfire-board = Board, { $size } by { $size }
crossfire-began-here = unit { $unit } of { $name } began here
crossfire-enemy = an enemy unit
crossfire-unit-recharge = unit { $unit }, recharge time { $recharge }
crossfire-make-king = unit { $unit }: make it the king
crossfire-unit-on = unit { $unit } on { $square }
crossfire-the-king = the king
crossfire-can-fire = { $count ->
    [one] can fire in { $count } round
   *[other] can fire in { $count } rounds
  }
crossfire-terrain-M = mountain
crossfire-terrain-W = water
crossfire-terrain-F = forest
crossfire-terrain-D = desert
crossfire-terrain-G = ground
crossfire-may-be = { $count ->
    [one] an enemy may be here
   *[other] { $count } enemies may be here
  }
crossfire-must-be = an enemy must be here
crossfire-was-seen = { $count ->
    [one] an enemy was seen here { $count } round ago
   *[other] an enemy was seen here { $count } rounds ago
  }
crossfire-enemy-on = an enemy on { $square }
crossfire-warn-edge = Unit { $unit } stays: the edge is in its way.
crossfire-warn-obstacle = Unit { $unit } stays: an obstacle is in its way.
crossfire-warn-buried = Unit { $unit } would be lost: { $square } becomes mountain while it is there.
crossfire-warn-beam = The beam of unit { $unit } passes your own unit { $other }.
crossfire-warn-both = Units { $units } both want { $square }: neither would move.
## Single lessons

crossfire-practice-target = Target
crossfire-practice-crossing = Crossing
crossfire-practice-slides = Slides

## The window

crossfire-guide-setup = Press two units to exchange their times: so many rounds pass between two shots. Lose your king and you lose.
crossfire-guide-orders = Press a unit, then where it shall go; F changes between moving and firing. On ground units slide until something stops them.
crossfire-both-order = Both sides order in secret.
crossfire-secret-eyes = A player may let you look through their eyes: choose their seat beside the board.
crossfire-takes = The shrinking board takes unit { $units }
crossfire-no-way = No way from there outlives the shrinking board.
crossfire-see-maybe = Dots
crossfire-see-maybe-about = Where enemies can be
crossfire-see-closer = Near
crossfire-see-closer-about = Closer (+ or the wheel)
crossfire-see-farther = Far
crossfire-see-farther-about = Farther (- or the wheel)
crossfire-see-whole = All
crossfire-see-whole-about = The whole board (0); drag with the right button
crossfire-shrinks-now = Shrinks this round!
crossfire-lost = lost
crossfire-choose-unit = Choose a unit that waits for an order.
crossfire-not-from-here = { $order }: not possible from here
crossfire-without = without an order yet: unit { $units }
crossfire-left = Order your units: { $count } left
crossfire-king-fell = The king of { $name } has fallen.
crossfire-stat-units = Units left
crossfire-fires = Fires
crossfire-moves = Moves
crossfire-move-or-fire = Move or fire?
crossfire-exchange = Press two units to exchange.
crossfire-tour-board-title = Two sides, at the same time
crossfire-tour-board-1 = Both order in secret, then everything happens at once. Who loses the king loses; nobody tells which unit it is. You see only what is near your units, and forests only from beside them.
crossfire-tour-facts-title = The board shrinks
crossfire-tour-facts-1 = Every five rounds the outermost ring turns to mountain, with all that stands on it. The striped squares are next. On bright ground units slide until something stops them; sand and forest stop them at once.
crossfire-tour-bar-title = Your units
crossfire-tour-bar-1 = First give out the recharge times: so many rounds pass between two shots of a unit. The crown makes a king. Later: press a unit, then a square or an arrow; F changes between moving and firing. Send when all have an order.
crossfire-of-rounds = of at most { $count }
crossfire-lights = lights { $count ->
    [one] { $count } square
   *[other] { $count } squares
  }
crossfire-stops = stops at { $square } after { $count ->
    [one] { $count } round
   *[other] { $count } rounds
  }
crossfire-shrinks-in = Shrinks in { $count ->
    [one] { $count } round
   *[other] { $count } rounds
  }

## What one may conclude, beside the board.
crossfire-may-be-chance = { $words }: { $chance }

## In the terminal: what is asked

crossfire-tell-task-setup = give out the recharge times, name the king
crossfire-tell-task-orders = command every idle unit
crossfire-tell-times = recharge times to give out, in any order: { $times }
crossfire-tell-times-about = a unit waits so many rounds after it has fired; one of the units is your king, in secret
crossfire-tell-times-write = write them in the order of the units, then the king, for instance: { $example }
crossfire-tell-times-give = that gives { $units }, and unit 2 is the king
crossfire-tell-unit-time = unit { $unit } { $time }
crossfire-tell-unit = unit { $unit }
crossfire-tell-nth = the { $place } left over
crossfire-tell-ordinal-0 = 1st
crossfire-tell-ordinal-1 = 2nd
crossfire-tell-ordinal-2 = 3rd
crossfire-tell-ordinal = { $number }th
crossfire-tell-slots-expected = expected one option for each slot, like `{ $orders }`, or a whole setup, like `{ $setup }`
crossfire-tell-king-expected = king: expected the number of a unit, from 1

## In the terminal: the position

crossfire-tell-head = round { $round }, { $phase }
crossfire-tell-phase-setup = setup
crossfire-tell-phase-orders = orders
crossfire-tell-phase-over = over
crossfire-tell-shrinks-now = the board shrinks now
crossfire-tell-shrinks-in = the board shrinks in { $count ->
    [one] { $count } round
   *[other] { $count } rounds
  }
crossfire-tell-recharge = recharge times: { $times }
crossfire-tell-legend-1 = map (two characters a square, columns by letters, rows by numbers, as C7): # mountain, ~ water, f forest, : desert,
crossfire-tell-legend-2 = a digit is your unit with * for the king and ^ > v < for its motion, E an enemy;
crossfire-tell-legend-3 = behind it . is in view, ? may hide an enemy, - and | are beams that were seen
crossfire-tell-enemies = enemies in view: { $squares }
crossfire-tell-may-live = enemies that may live: { $count }
crossfire-tell-starts = unit { $unit } starts at { $square }
crossfire-tell-king-unit = unit { $unit } king
crossfire-tell-fallen = { $unit }: destroyed
crossfire-tell-stands = { $unit } { $square }: { $state }, { $charge }
crossfire-tell-moving = moving { $way }
crossfire-tell-idle = idle

## In the terminal: what happened

crossfire-tell-did-setup = { $name } is set up
crossfire-tell-did-round = round { $round } is over
crossfire-tell-did-shrink = round { $round } is over; the board has shrunk
crossfire-tell-did-units = units: { $units }
crossfire-tell-did-fired = { $unit } fired { $way }
crossfire-tell-did-went = { $unit } went { $way }
crossfire-tell-did-stopped = { $unit } was stopped going { $way }
crossfire-tell-did-fallen = { $deed } and was destroyed
crossfire-tell-did-see = { $count ->
    [one] { $count } enemy
   *[other] { $count } enemies
  } in view
crossfire-tell-did-see-fallen = { $count } seen destroyed
