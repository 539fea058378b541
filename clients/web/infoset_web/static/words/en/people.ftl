# People: profiles.
people-profile = Profile
people-unknown = Nobody here is called { $name }, or several people are.
people-kind-person = Player
people-kind-program = Program
people-kind-guest = Guest
people-since = since { $day }
people-guest = A guest is known only while this server remembers them.
people-guest-you = You are a guest: this server remembers your results only for a while.
# Said to the owner of a bot, or the teacher of a pupil.
people-all = You see private matches, too. Others see only those that everybody may watch.
people-all-you = You see all your matches. Others see only those that everybody may watch.
people-results = Results
people-no-results = No finished match is known.
people-from = Matches since { $day }.
people-matches = { $count ->
    [one] { $count } match
   *[other] { $count } matches
  }
# How often somebody came in at a place.
people-place = place { $place }: { $count }×
people-against = Against
people-opponents-person = people
people-opponents-program = programs
people-opponents-other = others
# A bot that the server runs.
people-house = bot { $bot }
people-ahead = Ahead
people-level = Level
people-behind = Behind
people-share = Share
people-share-about = Opponents who came in behind; a shared place counts as half
people-ratings = Ratings
people-rating-of = { $name }, rank { $rank }, { $count ->
    [one] { $count } match
   *[other] { $count } matches
  }
people-too-few = There is no course yet: one result more will begin it.
# Read out instead of the chart.
people-plot = Rating on { $name } from { $from } to { $to }: it went from { $before } to { $now }, which lies between { $low } and { $high }.
people-numbers = In numbers
people-when = When
people-recent = Newest matches
people-review = Review
people-mine = My profile
