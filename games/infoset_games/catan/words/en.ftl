# On the card of the lobby in the window: a few words.
catan-brief = Settle, trade, and mind the robber.
catan-about = Settle the island, trade with the others, and keep your cards to yourself. Two to four seats, with all rules and free trade.
## Options, as people speak of them

catan-option-seats = Seats
catan-option-target = Points to win
catan-option-layout = Island
catan-option-round_limit = Rounds at most
catan-option-public_discards = Discards are seen
catan-option-bank_public = The bank is seen
catan-option-trade_menu = Offers on the list
catan-option-max_offers = Offers in a turn
catan-option-friendly_robber = Friendly robber
catan-option-rob_empty = Empty hands can be robbed
catan-option-about-seats = seats that play
catan-option-about-target = points that win
catan-option-about-layout = the board by name, or an object with hexes and harbours
catan-option-about-round_limit = rounds after which the most points win
catan-option-about-public_discards = everybody sees what a seven costs others
catan-option-about-bank_public = everybody sees how much the bank holds
catan-option-about-trade_menu = offers that are listed; all others can be made as well
catan-option-about-max_offers = offers to other seats in one turn; 0: no trade
catan-option-about-friendly_robber = the robber spares whoever has less than 3 public points
catan-option-about-rob_empty = seats without cards can be chosen as victims
catan-choice-layout-beginner = printed, for beginners
catan-choice-layout-thesis = as in the thesis
catan-choice-layout-random = shuffled, red numbers apart
catan-choice-layout-fully_random = shuffled freely
catan-choice-trade_menu-none = none
catan-choice-trade_menu-1_1 = one card for one
catan-choice-trade_menu-small = up to two for two
catan-preset-quick = quick: 7 points, the beginners' island
catan-preset-kind = kind: the robber spares whoever is behind
catan-preset-quiet = quiet: no trade between players
catan-preset-strict = from memory: discards and the bank are hidden
## A first match, guided

catan-lesson-about-1 = Settle the island. Settlements and cities yield cards when the number of their hex is rolled; cards build more. In this first match four points win.
catan-lesson-about-2 = Hands are hidden, but all that comes and goes openly is remembered for you.
catan-lesson-settlement-title = Place a settlement
catan-lesson-settlement-1 = Look for corners with many dots under the numbers: they come up often. Three different resources are better than two.
catan-lesson-settlement-2 = Click a corner, or go there with Tab and press Enter.
catan-lesson-road-title = Place a road
catan-lesson-road-1 = It must touch the settlement. Point it to where you want to settle next; two edges further is far enough.
catan-lesson-roll-title = Roll
catan-lesson-roll-1 = The sum of the dice tells which hexes yield. Everybody with a building there gets a card, cities two.
catan-lesson-seven-title = A seven: discard
catan-lesson-seven-1 = Whoever holds more than seven cards loses half. Click the cards you can spare.
catan-lesson-robber-title = The robber
catan-lesson-robber-1 = Its hex yields nothing, and you steal a card from somebody who lives there. Only you and the victim see which.
catan-lesson-answer-title = Answer an offer
catan-lesson-answer-1 = Agree, decline, or say what you would rather have. All answers are shown together.
catan-lesson-deal-title = Close a deal
catan-lesson-deal-1 = Choose one of those who agreed, or take the offer back.
catan-lesson-turn-title = Your turn
catan-lesson-turn-1 = The small signs are prices. A button lights up when you can pay and there is a place; choose it, then click the place.
catan-lesson-turn-2 = Four equal cards buy any other from the bank; at harbours three or two.
catan-lesson-watch-title = Watching the others
catan-lesson-watch-1 = Small coloured figures beside a name are what its hand must hold, as far as it follows from what everybody saw.
## Resources and cards

catan-resource-0 = wood
catan-resource-1 = brick
catan-resource-2 = sheep
catan-resource-3 = wheat
catan-resource-4 = ore
catan-desert = desert
# So many cards of a resource, as in "2 wood".
catan-count = { $count } { $name }
catan-nothing = nothing
catan-a-card = a card
catan-dev-0 = Knight
catan-dev-1 = Road building
catan-dev-2 = Year of plenty
catan-dev-3 = Monopoly
catan-dev-4 = Victory point
catan-dev-about-0 = Move the robber and steal a card.
catan-dev-about-1 = Build two roads for nothing.
catan-dev-about-2 = Take any two cards from the bank.
catan-dev-about-3 = Everybody gives you all cards of one resource.
catan-dev-about-4 = Counts one point, unseen, at once.
catan-dev-fresh = { $about } Bought in this turn: playable from the next.

## What is asked, whose turn it is

catan-ask-place_settlement = Place a settlement: click a corner.
catan-ask-place_road = Place a road beside it.
catan-ask-roll = Roll the dice, or play a card first.
catan-ask-robber = Move the robber to another hex.
catan-ask-victim = Whom do you rob?
catan-ask-free_road = Build a free road.
catan-ask-main = Build, trade, or end your turn.
catan-ask-answer = You are offered a trade.
catan-ask-deal = Choose whom to trade with.
catan-ask-discard = Put { $count ->
    [one] { $count } card
   *[other] { $count } cards
  } aside.
catan-halving = Large hands are halved.
catan-offers = { $name } { $me ->
    [yes] offer
   *[no] offers
  } a trade.
catan-places = { $name } { $me ->
    [yes] place
   *[no] places
  }.
catan-rolls = { $name } { $me ->
    [yes] roll
   *[no] rolls
  }.
catan-plays = { $name } { $me ->
    [yes] play
   *[no] plays
  }.

## The log: what somebody did, behind their name

catan-log-settlement = built a settlement
catan-log-city = built a city
catan-log-road = built a road
catan-log-turn = · round { $round }
catan-log-dice = rolled { $sum } ({ $first } + { $second })
catan-log-yield = got { $cards }
catan-log-aside = put { $card } aside
catan-log-discard = lost { $cards } to the seven
catan-log-discard-count = lost { $count ->
    [one] { $count } card
   *[other] { $count } cards
  } to the seven
catan-log-robber = moved the robber
catan-log-theft = stole { $card } from { $me ->
    [yes] you
   *[no] { $name }
  }
catan-log-buy = bought a development card
catan-log-bought = drew { $card }
catan-log-play = played { $card }
catan-log-monopoly = took all { $name }: { $count ->
    [one] { $count } card
   *[other] { $count } cards
  }
catan-log-plenty = took { $cards } from the bank
catan-log-bank = traded { $give } for { $take } with the bank
catan-log-offer = offered { $give } for { $take }
catan-log-accept = would agree
catan-log-reject = declined
catan-log-counter = would give { $give } for { $take }
catan-log-trade = gave { $me ->
    [yes] you
   *[no] { $name }
  } { $give } for { $take }
catan-log-withdraw = took the offer back
catan-log-longest = has the longest road: 2 points
catan-log-longest-none = Nobody has the longest road any more.
catan-log-army = has the largest army: 2 points
catan-log-army-none = Nobody has the largest army any more.
catan-log-last-round = The last round is over.
catan-end-limit = The round limit was reached.
catan-end-points = { $count ->
    [one] { $count } point wins
   *[other] { $count } points win
  } in the own turn.

## Actions, as orders to oneself

catan-do-roll = Roll the dice
catan-do-end_turn = End your turn
catan-do-end = End turn
catan-do-accept = Agree to give { $give } for { $take }
catan-do-reject = Decline the trade
catan-do-withdraw = Take the offer back
catan-do-offer = Offer { $give } for { $take }
catan-do-counter = Suggest { $give } for { $take } instead
catan-do-confirm = Trade with { $name }
catan-do-buy_dev = Buy a development card
catan-do-play_knight = Play a knight
catan-do-play_road_building = Play { $card }
catan-do-play_plenty = Take { $cards }
catan-do-play_monopoly = Take all { $name }
catan-do-bank = Trade { $rate } { $give } for 1 { $take }
catan-bank-rate = { $rate } { $give } for 1 { $take }
catan-do-steal = Rob { $name }
catan-do-move_robber = Move the robber to { $hex }
catan-do-city = Build a city at { $corner }
catan-do-settlement = Build a settlement at { $corner }
catan-do-place_settlement = Place a settlement at { $corner }
catan-do-road = Build a road { $edge }
catan-do-free_road = Build a road { $edge }
catan-do-place_road = Place a road { $edge }
catan-between = between { $one } and { $other }
catan-harbour = harbour { $exchange }
catan-exchange = 2 { $name } for 1
catan-exchange-any = 3 for 1

## The board

catan-island = The island
catan-place-road = road { $edge }, { $where }
catan-place-settlement = settlement at corner { $corner }: { $where }
catan-place-city = city at corner { $corner }: { $where }
catan-settlement-of = settlement of { $name }
catan-city-of = city of { $name }
catan-robber = the robber
catan-player = { $name }: { $count ->
    [one] { $count } point
   *[other] { $count } points
  }
catan-points = points
catan-points-public = public points
catan-hand-cards = cards in the hand
catan-cards = cards
catan-cards-of = { $count ->
    [one] { $count } card
   *[other] { $count } cards
  }
catan-devs = development cards
catan-army = largest army
catan-knights-played = knights played
catan-knights = knights
catan-longest = longest road
catan-trail = longest trail
catan-road = road
catan-known-hand = its hand, as far as it follows from what you saw
catan-answer-counter = gives { $give } for { $take }
catan-answer-waiting = is asked
catan-answer-accept = agrees
catan-answer-reject = declines
catan-dice = dice: { $first } and { $second }
catan-bank = Bank
catan-own-hand = Your hand
catan-set-aside = { $cards }: set one aside
catan-discard-more = Put { $count ->
    [one] { $count } more
   *[other] { $count } more
  } aside
catan-discard-these = Put { $cards } aside
catan-begin-again = Begin again
catan-chosen = Chosen so far: { $cards }.
catan-counter-offer = A counter-offer
catan-an-offer = An offer
catan-costs = , costs { $cards }
catan-build-road = Road
catan-build-settlement = Settlement
catan-build-city = City
catan-build-dev = Development card
catan-build-dev-short = Card
catan-trade-bank = Trade with the bank
catan-opens = { $title } …
catan-offer-trade = Offer a trade
catan-offer-short = Offer …
catan-say-so = Say so
catan-offer = Offer
catan-wants = { $name } gives { $give } and wants { $take }.
catan-agree = Agree
catan-decline = Decline
catan-else = Something else …
catan-lacking = You do not have what is wanted.
catan-trade-with = Trade with { $name }: { $answer }
catan-may-hold = What they may hold
catan-unsure = { $count ->
    [one] Thefts you did not see leave { $count } possibility.
   *[other] Thefts you did not see leave { $count } possibilities.
  } The likeliest:
catan-dice-so-far = Dice so far
catan-dice-plot = how often each number was rolled
catan-prices = Costs
catan-give = You give
catan-get = You get
catan-to = To
catan-one-less = one { $name } less
catan-one-more = one { $name } more, { $count } so far
catan-cancel = Cancel
catan-for = { $give } for { $take }

## The window

catan-setting-up = Setting up
catan-in-bank = { $cards } in the bank
catan-certain = Certain: { $cards }
catan-dice-short = Rolls
catan-not-here = Not here: { $where }
catan-why-not = Press to be told why.
catan-along = along { $hex }
catan-put-aside = Put aside
catan-no-offers = No more offers in this turn.
catan-no-bank = You have too few cards of one kind for the bank.
catan-missing = Missing: { $cards }
catan-no-place = { $what }: no place or no piece is left.
catan-none-there = No { $name } is on the table.
catan-no-more = You have no more { $name }.
catan-both-sides = Both sides give at least one card.
catan-also-to = Also to { $name }
catan-not-to = Not to { $name }
catan-to-somebody = An offer goes to at least one player.
catan-deal = Deal
catan-stat-buildings = Settlements, cities
catan-stat-dice = Cards from the dice
catan-stat-stolen = Cards lost to thieves
catan-tour-island-title = The island
catan-tour-seat-title = Players
catan-tour-seat-1 = Points, cards in hand, development cards, knights and roads. Below stands which cards a hand holds for certain. The longest road and the largest army bring two points; a star marks them.
catan-tour-bank-title = The bank
catan-tour-bank-1 = What is left of each resource, and of the development cards.
catan-tour-bar-title = Your cards and what you can do
catan-tour-bar-1 = In your turn: roll, then trade and build. Press Road, Settlement or City, then a marked place. What you cannot do says why when you press it. Offer asks the others, Bank uses your harbours.
catan-layer-terrain = Hexes
catan-layer-numbers = Numbers
catan-layer-harbours = Harbours
catan-lay-empty = empty
catan-lay-else = Press to lay something else.
catan-lay-done = The board lies so
catan-lay-all = Everything is laid.
catan-in-box = { $piece }: { $count } left in the box
catan-box-empty = { $piece }: none is left in the box
catan-left = { $count } left
catan-table-gives = Gives
catan-table-gets = Gets
catan-table-lay = Lay the board on the table as it is shown here; harbours and numbers, too.
catan-table-laid = It lies there
catan-table-done = Done
catan-table-rolled = The sum of the dice that were rolled:
catan-table-roll = Roll, and press the sum of the dice:
catan-table-comes = The table is being set …
catan-table-first = or first:
catan-table-secret = Only who may know the card looks now: which is it?
catan-table-draw = The program draws one
catan-table-point = Point at the place on the board: marked places are free.
catan-table-no-bank = Nobody can have cards for the bank.
catan-table-won = Has won
catan-table-asks = { $name }: { $words }
catan-table-hands-over = How many of { $resource } does { $name } hand over?
catan-secret-points = and { $count } that only you see
catan-uncertain = { $count ->
    [one] and { $count } more card
   *[other] and { $count } more cards
  }
catan-lay-missing = { $count } still to be laid
catan-table-aside = { $name } puts { $count ->
    [one] { $count } card
   *[other] { $count } cards
  } aside.
catan-tour-island-1 = Settlements at the corners are worth a point, cities two. Who has { $target ->
    [one] { $target } point
   *[other] { $target } points
  } in a turn of their own wins. Every roll yields cards beside the hexes with that number: more dots, more often.
catan-table-held = How many victory points did { $name } hold as cards?

## What one may conclude, beside the board.
catan-known-roll = The next roll
catan-known-steal = A theft from { $name }
catan-known-gains = { $name }: { $cards }
catan-known-discards = { $name }: { $count } to discard

## In the terminal: what is asked

catan-tell-task-place_settlement = place a settlement
catan-tell-task-place_road = place a road at it
catan-tell-task-roll = roll, or play a card first
catan-tell-task-discard = put a card aside for the seven
catan-tell-task-robber = move the robber
catan-tell-task-victim = choose whom to rob
catan-tell-task-free_road = build a free road
catan-tell-task-main = trade and build, or end the turn
catan-tell-task-answer = answer the offer
catan-tell-task-deal = close the deal, or withdraw
catan-tell-head-place_settlement = settlement at vertex
catan-tell-head-place_road = road at edge
catan-tell-head-roll = roll
catan-tell-head-play_knight = play a knight
catan-tell-head-play_road_building = play road building
catan-tell-head-play_monopoly = play monopoly on
catan-tell-head-play_plenty = play year of plenty for
catan-tell-head-discard = put aside
catan-tell-head-move_robber = robber to hex
catan-tell-head-steal = rob
catan-tell-head-free_road = free road at edge
catan-tell-head-end_turn = end the turn
catan-tell-head-buy_dev = buy a development card
catan-tell-head-road = road at edge
catan-tell-head-settlement = settlement at vertex
catan-tell-head-city = city at vertex
catan-tell-head-bank = trade with the bank
catan-tell-head-offer = offer to the others
catan-tell-head-reject = say no
catan-tell-head-accept = say yes
catan-tell-head-counter = say what you would give
catan-tell-head-withdraw = withdraw
catan-tell-head-confirm = deal with
catan-tell-best = { $heading }; those that bring most:
catan-tell-any-other = or any other of the { $count } numbers on the island
catan-tell-corner = { $lies } ({ $ways } of 36)
catan-tell-harbour = harbour { $kind }
catan-tell-offer-to = { $sides } to { $names }
catan-tell-ask-give = you give, like { $example }
catan-tell-ask-take = you get, like { $example }
catan-tell-ask-to = to whom, parted by commas (nothing: to all)
catan-tell-some-of = { $verb }: expected some of { $names }, got { $got }

## In the terminal: the position

catan-tell-round = round { $round }
catan-tell-setting-up = setting up
catan-tell-dice = dice { $roll }
catan-tell-phase-place_settlement = { $name } places a settlement
catan-tell-phase-place_road = { $name } places a road
catan-tell-phase-roll = { $name } is to roll
catan-tell-phase-dice = { $name } rolls
catan-tell-phase-discard = { $name } has rolled a seven: discards
catan-tell-phase-robber = { $name } moves the robber
catan-tell-phase-victim = { $name } chooses a victim
catan-tell-phase-theft = { $name } steals
catan-tell-phase-free_road = { $name } builds a free road
catan-tell-phase-main = { $name } trades and builds
catan-tell-phase-draw = { $name } draws a card
catan-tell-phase-answer = { $name } waits for answers
catan-tell-phase-deal = { $name } closes a deal
catan-tell-bank = bank { $cards }
catan-tell-bank-keyed = bank ({ $key }): { $cards }
catan-tell-left = { $cards } dev { $count }
catan-tell-col-points = pts
catan-tell-col-cards = cards
catan-tell-col-devs = dev
catan-tell-col-knights = knights
catan-tell-col-road = road
catan-tell-col-hand = hand
catan-tell-short = { $points }p { $cards }c { $devs }d
catan-tell-block = road { $road }, knights { $knights }
catan-tell-hand = hand: { $cards }
catan-tell-no-cards = no cards
catan-tell-devs = cards: { $cards }
catan-tell-fresh = { $card } (new)
catan-tell-dev-0 = knight
catan-tell-dev-1 = road building
catan-tell-dev-2 = plenty
catan-tell-dev-3 = monopoly
catan-tell-dev-4 = victory
catan-tell-with-hidden = points with hidden ones: { $points }
catan-tell-aside = put aside: { $cards }
catan-tell-hexes = hexes (number, terrain, roll): { $hexes }
catan-tell-harbours = harbours (kind, corners): { $harbours }
catan-tell-harbour-at = { $kind } at { $corners }
catan-tell-robber-at = robber: hex { $hex }
catan-tell-seat = { $called }: { $points } points, { $cards }, { $devs } development cards, { $knights } knights played{ $army }, road length { $road }{ $longest }
catan-tell-seat-you = { $called }, you
catan-tell-seat-cards = { $count } cards
catan-tell-seat-cards-known = { $count } cards ({ $hand })
catan-tell-and-longest = and longest (+{ $points })
catan-tell-and-army = and largest army (+{ $points })
catan-tell-settlements = settlements: { $places }
catan-tell-cities = cities: { $places }
catan-tell-roads = roads: { $places }
catan-tell-offer = offer: { $trade }
catan-tell-answered = { $name }: would give { $trade }
catan-tell-open-corners = open corners: { $places }
catan-tell-open-edges = open edges: { $places }
catan-tell-trade = { $give } for { $take }

## In the terminal: what happened

catan-tell-did-reject = { $name } says no
catan-tell-did-accept = { $name } says yes
catan-tell-did-withdraw = { $name } withdraws the offer
catan-tell-did-buy = { $name } buys a development card
catan-tell-did-settlement = { $name } builds a settlement at { $place }
catan-tell-did-city = { $name } builds a city at { $place }
catan-tell-did-road = { $name } builds a road at { $place }
catan-tell-did-robber = { $name } moves the robber to { $place }
catan-tell-did-longest_road = { $name } has the longest road
catan-tell-did-largest_army = { $name } has the largest army
catan-tell-lost-longest_road = the longest road is set aside
catan-tell-lost-largest_army = the largest army is set aside
catan-tell-did-turn = round { $round }, { $name }
catan-tell-did-dice = { $name } rolls { $roll }
catan-tell-did-bought = { $name } draws { $card }
catan-tell-did-play = { $name } plays { $card }
catan-tell-did-yield = { $name } gets { $cards }
catan-tell-did-discard = { $name } discards { $cards }
catan-tell-cards = { $count } cards
catan-tell-did-theft = { $name } steals { $card } from { $whom }
catan-tell-did-monopoly = { $name } takes all { $card }: { $count }
catan-tell-did-bank = { $name } gives the bank { $trade }
catan-tell-did-offer = { $name } offers { $trade } to { $whom }
catan-tell-did-counter = { $name } would give { $trade }
catan-tell-did-trade = { $name } gives { $whom } { $trade }
catan-tell-vertex = vertex { $number }
catan-tell-edge = edge { $number }
catan-tell-hex = hex { $number }
