# Liar's Dice: what the page, the window and the terminal say of it.

liars_dice-about = Everybody rolls under a cup and sees only their own dice. Bid higher, or call the last bid a lie.
liars_dice-option-seats = Players
liars_dice-option-dice = Dice of each
liars_dice-option-about-seats = how many play
liars_dice-option-about-dice = how many dice everybody begins with

## Dice

liars_dice-face-0 = covered
liars_dice-face-1 = one
liars_dice-face-2 = two
liars_dice-face-3 = three
liars_dice-face-4 = four
liars_dice-face-5 = five
liars_dice-face-6 = six
liars_dice-dice = { $count ->
    [one] { $count } die
   *[other] { $count } dice
  }
liars_dice-on-table = { $count ->
    [one] { $count } die on the table
   *[other] { $count } dice on the table
  }
# A player has no dice left.
liars_dice-out = out of dice
liars_dice-last-round = Last round
# In the terminal: $cups are the dice of all, by player.
liars_dice-last-cups = last round: { $cups }
liars_dice-hand = dice: { $dice }

## The bid

liars_dice-new-round = New round
liars_dice-no-bid = No bid yet
# Before the bid itself is drawn.
liars_dice-says = { $name } { $me ->
    [yes] say there are
   *[no] says there are
  }
# $bid is a number and a die.
liars_dice-says-bid = { $name } { $me ->
    [yes] say there are { $bid }
   *[no] says there are { $bid }
  }
liars_dice-bids = Bids of this round

## What is to be done

liars_dice-ask-open = Open the round with a bid
liars_dice-ask-raise = Bid higher, or call the last bid a lie
liars_dice-ask-roll = The dice are rolled
liars_dice-ask-wait = Waiting for the others
liars_dice-decides = { $name } { $me ->
    [yes] decide
   *[no] decides
  }
liars_dice-how-many = How many
liars_dice-fewer = Fewer
liars_dice-more = More
liars_dice-which-face = Bid { $dice } with the face
liars_dice-choose-bid = Bid { $bid }
liars_dice-choose-liar = Call “Liar!”
liars_dice-liar = Liar!
liars_dice-not-higher = It is no higher bid

## What has happened: behind the name of who did it

liars_dice-did-roll = { $me ->
    [yes] roll a { $face }
   *[no] rolls a { $face }
  }
liars_dice-did-bid = { $me ->
    [yes] bid { $bid }
   *[no] bids { $bid }
  }
liars_dice-did-liar = { $me ->
    [yes] call “Liar!”
   *[no] calls “Liar!”
  }
liars_dice-did-lose = { $me ->
    [yes] lose a die
   *[no] loses a die
  }
