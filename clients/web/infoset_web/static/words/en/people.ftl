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

## Following

people-account-needed = With an account you can follow people, and see what they play.
people-followed = People you follow
people-follow-none = You follow nobody yet. A name in a room or in the replays leads to a profile, and there is the button.
people-cut = There are more than fit here.
people-followers = Followed by
people-follow = Follow
people-follow-of = Follow { $name }
people-unfollow = Unfollow
people-unfollow-of = No longer follow { $name }
people-state-away = away
people-state-online = here
people-state-other = here
people-state-room = in the room “{ $title }”
people-state-playing = plays: { $title }
people-shown = Show me to those who follow me
people-shown-about = They see whether you are here, and the public room or match you are in, as anybody could in the lobby. Nothing private shows. Off, you look as if you were away, and nobody can begin to follow you.
people-news = Tell me when one of them opens a room or begins a match
people-news-room = { $name } has opened a room: { $title }
people-news-match = { $name } has begun a match: { $title }
people-news-other = { $name }: { $title }
# Said in window and terminal.
people-hidden = You show yourself to nobody who follows you.
people-title = People
