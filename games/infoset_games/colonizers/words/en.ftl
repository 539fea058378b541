# On the card of the lobby in the window: a few words.
colonizers-brief = Mars, four colonies, six secret roles.
colonizers-about = Build the most valuable colony on Mars. Nobody knows whom you sent: a miner, a spy, or the thief who empties their stores.
## Options, as people speak of them

colonizers-option-colony = Modules of a colony
colonizers-option-legacy = Every full colony earns 4
colonizers-option-copies = The deck
colonizers-option-about-colony = modules that fill a colony and end the game with the round
colonizers-option-about-legacy = every full colony earns 4 points, not only the first (the others 2)
colonizers-option-about-copies = cards of each module, 1..52 in all: reduced decks for teaching
colonizers-preset-quick = quick: colonies of 4
colonizers-preset-first = a first look: colonies of 2
## A first match, guided

colonizers-lesson-about-1 = Four colonies on Mars compete. You pay omnium to build modules from your hand; each is worth points. In this first match four modules fill a colony.
colonizers-lesson-about-2 = Each round everybody secretly picks one of six colonists, who earns, steals, swaps or draws for you.
colonizers-lesson-pick-title = Pick a colonist
colonizers-lesson-pick-1 = Each card says what the colonist does. The others pick from what you leave, so you know a little about who they can be.
colonizers-lesson-pick-2 = One colonist was put away unseen. Under each name you see whom that player may have, as far as you can know.
colonizers-lesson-draw-title = Omnium or cards
colonizers-lesson-draw-1 = Two omnium at once, or two cards of which you keep one. With an empty hand draw; with cards you cannot pay, take omnium.
colonizers-lesson-draw-2 = Your colonist is revealed now, and its income comes by itself.
colonizers-lesson-discard-title = Keep one card
colonizers-lesson-discard-1 = Top left is the cost, top right the value. Colours matter for income: solid green, dashed blue, dotted red.
colonizers-lesson-discard-2 = The other card goes under the deck. You will remember it: see You know, beside the board.
colonizers-lesson-power-title = A power
colonizers-lesson-power-1 = You name a colonist, not a player. If nobody has it, nothing happens. Colonists who are revealed are sure targets.
colonizers-lesson-build-title = Build
colonizers-lesson-build-1 = One module a turn. Click it here or in your hand; what you can pay for is outlined.
colonizers-lesson-watch-title = Watching the others
colonizers-lesson-watch-1 = The log beside the board tells each move. Icons under a name show who that player may still be; a card with a question mark has a face you have not seen.
colonizers-lesson-watch-2 = The pace above the board makes it slower or faster.
## Colonists

colonizers-role-0 = Ecologist
colonizers-role-1 = General
colonizers-role-2 = Miner
colonizers-role-3 = Opportunist
colonizers-role-4 = Spy
colonizers-role-5 = Visionary
colonizers-role-somebody = somebody
colonizers-power-0 = Earns 1 omnium for each green module in the colony.
colonizers-power-1 = Earns 1 omnium for each red module in the colony.
colonizers-power-2 = Earns 1 omnium for each blue module in the colony.
colonizers-power-3 = May steal up to 2 omnium from whoever has a colonist of your choice.
colonizers-power-4 = May swap whole hands with whoever has a colonist of your choice.
colonizers-power-5 = Draws one more card.

## What is asked, whose turn it is

colonizers-ask-pick = Pick your colonist for this round.
colonizers-ask-draw = Omnium, or cards?
colonizers-ask-discard = Keep one of the two cards.
colonizers-ask-power = Use your colonist's power?
colonizers-ask-build = Build a module?
colonizers-does-pick = { $name } { $me ->
    [yes] pick
   *[no] picks
  } a colonist.
colonizers-does-draw = { $name } { $me ->
    [yes] choose
   *[no] chooses
  } omnium or cards.
colonizers-does-discard = { $name } { $me ->
    [yes] keep
   *[no] keeps
  } one of two cards.
colonizers-does-power = { $name } may use a power.
colonizers-does-build = { $name } may build.
colonizers-does-shuffle = { $name } { $me ->
    [yes] wait
   *[no] waits
  } for the shuffle.
colonizers-hidden-card = a hidden card
colonizers-nothing = nothing

## Actions, as orders to oneself

colonizers-do-pick = Pick the { $role }
colonizers-do-omnium = Take 2 omnium
colonizers-do-draw = Draw two cards, keep one
colonizers-do-keep = Keep { $module }
colonizers-do-steal = Steal from the { $role }
colonizers-do-swap = Swap hands with the { $role }
colonizers-do-build = Build { $module }
colonizers-do-build-nothing = Build nothing
colonizers-do-nothing = Do nothing

## The log: what somebody did, behind their name

colonizers-log-shuffle = Round { $round }. The colonists are shuffled, one is put away unseen.
colonizers-log-put-away = Round { $round }: the shuffle put away one colonist: { $role }
colonizers-log-pick = picked the { $role }
colonizers-log-pick-secret = picked a colonist in secret
colonizers-log-turn = turned out to be the { $role }
colonizers-log-income = earned { $amount } omnium from modules
colonizers-log-bonus = drew { $module } besides
colonizers-log-bonus-hidden = drew one more card
colonizers-log-omnium = took { $amount } omnium
colonizers-log-draw = drew { $module }
colonizers-log-draw-hidden = drew a card
colonizers-log-keep = kept { $module }; the other went under the deck
colonizers-log-keep-hidden = kept one card; the other went under the deck
colonizers-log-gone = had a full hand, so the card left the game
colonizers-log-steal = robbed the { $role }, { $me ->
    [yes] you
   *[no] { $name }
  }, of { $amount } omnium
colonizers-log-steal-nobody = wanted to rob the { $role }, whom nobody has
colonizers-log-swap = swapped hands with the { $role }, { $me ->
    [yes] you
   *[no] { $name }
  }
colonizers-log-swap-cards = { $swap }: gave { $given }, got { $taken }
colonizers-log-swap-nobody = wanted to swap with the { $role }, whom nobody has
colonizers-log-build = built { $module } for { $cost }
colonizers-log-skip = built nothing
colonizers-log-draw-end = The deck ran out: a draw.
colonizers-log-over = A colony is full. The match is over.
colonizers-end-draw = The deck ran out, so everybody is equal.
colonizers-end-points = Points are the values of all modules; the first full colony earns 4 more, later ones 2.
colonizers-end-equal = { $points } Of equal points the first seat is ahead.
colonizers-why-unaffordable = Nothing in your hand is affordable yet.
colonizers-why-empty = Your hand is empty.
colonizers-why-power = The { $role } names nobody. What it does comes by itself.

## The board

colonizers-module = { $name }: costs { $cost }, worth { $value }, { $colour ->
    [green] green
    [blue] blue
    [red] red
   *[none] no colour
  }
colonizers-no-colonist = no colonist yet
colonizers-may-be = may be: { $names }
colonizers-one-of = one of
colonizers-round = Round
colonizers-deck = Deck
colonizers-phases = Phases of a turn
colonizers-phase-pick = pick
colonizers-phase-draw = draw
colonizers-phase-discard = discard
colonizers-phase-power = power
colonizers-phase-build = build
colonizers-out = Out of play
colonizers-choice-was = Your choice was
colonizers-choice-was-about = the colonists among which you chose
colonizers-seat = { $name }: { $omnium } omnium, { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
colonizers-omnium = omnium
colonizers-points = points
colonizers-colony = Colony
colonizers-hand = Hand
colonizers-seen-by = also seen by { $names }
colonizers-no-cards = no cards
colonizers-full-hand = Your hand is full, so you cannot draw.
colonizers-steal-from = steal from
colonizers-swap-with = swap with
colonizers-known-cards = Cards of each module whose place you know, of all there are.
colonizers-bottom = Under the deck, that you know of
colonizers-colonists = Colonists
## A colonist within a sentence

colonizers-one-0 = ecologist
colonizers-one-1 = general
colonizers-one-2 = miner
colonizers-one-3 = opportunist
colonizers-one-4 = spy
colonizers-one-5 = visionary

## Modules, by their letter. Words of more than eleven letters have soft hyphens where a card may break them.

colonizers-card-a = Oxygen Generator
colonizers-card-b = Water Reservoir
colonizers-card-c = Hydroponics Facility
colonizers-card-d = Eco-Dome
colonizers-card-e = Marketplace
colonizers-card-f = Warehouse
colonizers-card-g = Quarry
colonizers-card-h = Omnium Purification Plant
colonizers-card-i = Garrison
colonizers-card-j = Barracks
colonizers-card-k = Military Academy
colonizers-card-l = Planetary Defense System
colonizers-card-m = Housing Unit
colonizers-card-n = Spaceport
colonizers-card-o = Research Lab
colonizers-card-p = Mass Relay

## The window

colonizers-phase-shuffle = shuffle
colonizers-in-deck = { $count ->
    [one] { $count } module in the deck
   *[other] { $count } modules in the deck
  }
# How many cards of a module there are.
colonizers-copies = { $count } in the game
# Who can have a colonist.
colonizers-perhaps = Perhaps { $names }
colonizers-not-picked = Not picked yet
colonizers-nobody = Nobody, as far as you can tell
colonizers-secret-yet = Nobody else knows yet.
colonizers-you-know = You know this card.
colonizers-about-omnium = Omnium pays for modules.
colonizers-about-draw = The other goes under the deck.
colonizers-skip = Skip
colonizers-tray-show = Show the cards
colonizers-tray-show-short = Show
colonizers-tray-hide = Put the cards away
colonizers-tray-hide-short = Hide
colonizers-end-filled = { $names } { $count ->
    [one] has
   *[other] have
  } filled the colony.
colonizers-stat-built = Modules built
colonizers-stat-omnium = Omnium left
colonizers-stat-hand = Cards in hand
colonizers-tour-table-title = Four colonies on Mars
colonizers-tour-table-1 = Everybody builds modules; the most points win. Who fills a colony of eight ends the game with that round, and earns a bonus.
colonizers-tour-round-title = Six colonists
colonizers-tour-round-1 = In every round each player secretly picks one of them. It lasts for the round and is shown when that player's turn begins. Point at a sign to read what it does and who may have it.
colonizers-tour-own-title = Your seat
colonizers-tour-own-1 = Omnium pays for modules: above on a card its cost, below its points. At the top your colony, at the bottom your hand. Borders tell the colours apart: solid green, dashed blue, dotted red.
colonizers-tour-others-title = What the others may be
colonizers-tour-others-1 = The small signs show which colonists a player can still have, from all that you have seen. Cards that you know lie open.
colonizers-tour-tray-title = Your move
colonizers-tour-tray-1 = Press a card here, or the key with its number. H puts the cards away to see the table. In a turn: omnium or cards, then the power of your colonist, then one module.

## What one may conclude, beside the board.
colonizers-known-role = is the { $role }
colonizers-known-nobody = nobody
colonizers-known-draw = Among the two cards of a draw
colonizers-known-steal = Stealing from the { $role }
colonizers-known-swap = Swapping hands with the { $role }
colonizers-known-omnium = { $count } omnium

## In the terminal: what is asked

colonizers-tell-task-pick = pick a colonist
colonizers-tell-task-draw = take omnium, or draw modules
colonizers-tell-task-discard = choose the module to keep
colonizers-tell-task-power = use the power of your colonist, or skip
colonizers-tell-task-build = build a module, or skip
colonizers-tell-head-pick = pick a colonist
colonizers-tell-head-omnium = take 2 omnium
colonizers-tell-head-draw = draw two modules and keep one
colonizers-tell-head-keep = keep
colonizers-tell-head-steal = steal from the
colonizers-tell-head-swap = swap hands with the
colonizers-tell-head-build = build
colonizers-tell-head-skip = do nothing
colonizers-tell-costs = { $name } (costs { $cost }, worth { $value })

## In the terminal: the position

colonizers-tell-head = round { $round }, { $phase } phase, { $count } modules in the deck
colonizers-tell-phase-shuffle = shuffle
colonizers-tell-phase-over = over
colonizers-tell-phase-deal = deal
colonizers-tell-phase-bonus = bonus
colonizers-tell-out = out of play: { $names }
colonizers-tell-numbers = { $points } points  { $omnium } omnium  { $count } in hand  { $role }
colonizers-tell-own = { $role }, hand: { $modules }
colonizers-tell-no-role = no colonist yet
colonizers-tell-the-role = the { $role }
colonizers-tell-drawn = drawn: { $modules }

## In the terminal: what happened

colonizers-tell-did-shuffle = round { $round }
colonizers-tell-did-pick = { $name } picks a colonist
colonizers-tell-did-turn = { $name } is the { $role }
colonizers-tell-did-income = { $name } earns { $amount } omnium
colonizers-tell-did-bonus = { $name } draws a module as a bonus
colonizers-tell-did-omnium = { $name } takes { $amount } omnium
colonizers-tell-did-draw = { $name } draws two modules
colonizers-tell-did-keep = { $name } keeps one and puts the other under the deck
colonizers-tell-did-gone = { $name } has a full hand: one module leaves the game
colonizers-tell-did-skip = { $name } builds nothing
colonizers-tell-did-steal = { $name } steals from { $whom }: { $amount } omnium
colonizers-tell-did-swap = { $name } swaps hands with { $whom }
colonizers-tell-did-build = { $name } builds { $module } for { $cost }
colonizers-tell-holder = the { $role } ({ $name })
colonizers-tell-unknown = unknown colonist
colonizers-tell-several-names = several begin like that
colonizers-tell-no-name = there is no such name
colonizers-tell-one-of = { $typed }: { $what }; expected one of { $names }
colonizers-tell-words-of = { $typed }: expected one of { $words }
