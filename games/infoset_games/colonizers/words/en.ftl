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
