# What one may conclude, live, beside the board: chances of what others hold, and of what actions bring.
known-title = What you know
known-open = Show
known-close = Hide
known-forbidden = This room allows no aids.
known-nothing-told = This game tells no chances of what is hidden.
known-works = Works it out …
known-estimated = Estimated in { $count ->
    [one] { $count } position
   *[other] { $count } positions
  } that agree with what you know.
known-counted = Counted from what you know; nobody's habits are assumed.
known-nothing = Nothing is hidden there.
known-what = What
known-chance = Chance
known-expected-head = To be expected
known-expected = { $count } expected
known-sure = certain
known-interval = holds 95 times of 100
known-more = { $count } more
known-wholes = All { $count ->
    [one] { $count } possible hand
   *[other] { $count } possible hands
  }
known-effects = What may come
known-weigh-title = Your chances to win
known-weigh-about = An estimate: a simple player plays on for everybody, many times.
known-weigh = Estimate { $count ->
    [one] { $count } action
   *[other] { $count } actions
  }
known-action = Action
