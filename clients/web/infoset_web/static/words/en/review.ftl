# Why a match ended as it did; remarks and traces of programs.
review-of = Review of
review-own = { $name } (you)
review-waits = { $count ->
    [one] Waits for { $count } other review …
   *[other] Waits for { $count } other reviews …
  }
review-works = Works it out …
review-progress = How far the review is
review-leave = What is known by now is shown below. You can leave: it goes on, and is kept.
review-chances = Chances to win
review-chances-here = Chances to win here: { $chances }
review-costly = Decisions that cost
review-costly-some = { $found } of { $count ->
    [one] { $count } decision
   *[other] { $count } decisions
  }, given what { $name } knew then.
review-costly-none = None of { $count ->
    [one] { $count } decision
   *[other] { $count } decisions
  }, given what { $name } knew then.
review-costly-none-yet = None of { $count ->
    [one] { $count } decision
   *[other] { $count } decisions
  } so far, given what { $name } knew then.
review-all = All { $count }
review-played = Played: { $action }
review-better = Better: { $action }
review-cost = cost { $worth }
review-shares = Luck and decisions
review-unit = In { $unit }.
review-unit-chance = % chance to win
review-unit-places = places
review-worth = { $figures } { $unit }
review-seat = Seat
review-luck = Luck
review-lost = Lost
review-swings = Chance that mattered
review-deal = The deal
review-dice = Dice
review-throws = { $count ->
    [one] { $count } throw
   *[other] { $count } throws
  }; the line is what was to be expected.
review-sum = Sum
review-came = Came
review-expected = Expected
review-cards-drawn = Development cards
review-cards-stolen = Stolen cards
review-cards = { $count ->
    [one] { $count } card
   *[other] { $count } cards
 }; the line is what was to be expected.
review-card = Card
review-method = How this was worked out
review-method-about = Each decision was compared with another action in { $worlds } positions that agree with what the seat knew; then the same program played on for everybody. It is marked when it surely cost more than { $threshold }, also in { $confirm } others. Chances and luck come from { $chances } and { $luck } continuations of the true position. The ± holds 95 times of 100.
review-seed = Seed { $seed }, reference { $reference }.

## The verdict: $whose is empty for oneself

review-verdict = { $luck }: { $worth }. { $cost }
review-luck-good = { $me ->
    [yes] Your luck
   *[no] { $name }’s luck
  } was good
review-luck-bad = { $me ->
    [yes] Your luck
   *[no] { $name }’s luck
  } was bad
review-luck-even = { $me ->
    [yes] Your luck
   *[no] { $name }’s luck
  } was even, as far as can be told
review-cost-some = { $me ->
    [yes] Your decisions
   *[no] { $name }’s decisions
  } cost { $worth }.
review-cost-none = { $me ->
    [yes] Your decisions
   *[no] { $name }’s decisions
  } cost nothing that can be told from chance.
## What programs remarked

review-expectations = What programs expected along the match: { $expected }
review-expected-end = { $name } { $value } at the end
review-published = Everybody who may see this replay can read your remarks.
review-unpublished = Your remarks are yours alone again.
review-no-remarks = Nothing was remarked up to here.
review-remark-at = ply { $ply }, { $ms } ms
review-expects = expects { $values }
review-publish = Let everybody read mine
review-unpublish = Only me
