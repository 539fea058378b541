# The organiser's console: commands, their fields, what came of them. What the server answers is shown as it is, in English.

console-account = Log in with the token of an organiser's account. Guests give no commands.
console-groups = Groups of commands
console-group-event = Event
console-group-people = People
console-group-classes = Classes
console-group-bots = Bots
console-group-ladders = Ladders
console-group-tournaments = Tournaments
console-group-abtests = A-B tests
console-group-audit = Audit
console-look = Look
console-run = Do it
console-make = Make it
console-answers = What came of it
console-no-answers = Nothing yet.
console-done = { $title }: done
# $message is the server's, in English.
console-told = { $title }: { $message }
console-really = { $title }: { $about } Really?
console-goes = This goes for ever: { $things }.
console-goes-pupils = { $count ->
    [one] { $count } pupil
   *[other] { $count } pupils
  }
console-goes-ladders = { $count ->
    [one] { $count } ladder
   *[other] { $count } ladders
  }
console-goes-entries = { $count ->
    [one] { $count } entry
   *[other] { $count } entries
  }
console-goes-results = { $count ->
    [one] { $count } result
   *[other] { $count } results
  }
console-goes-seasons = { $count ->
    [one] { $count } past season
   *[other] { $count } past seasons
  }
console-goes-tournaments = { $count ->
    [one] { $count } tournament
   *[other] { $count } tournaments
  }
console-goes-matches = { $count ->
    [one] { $count } kept match
   *[other] { $count } kept matches
  }
console-secret = Shown this once:
console-save = Save the file
console-characters = { $count ->
    [one] { $count } character
   *[other] { $count } characters
  }
console-not-json = { $field }: expected JSON

## Forms of their own

console-new-ladder = New ladder of a class
console-new-ladder-about = The class plays it among itself.
console-class = Name of the class
console-rules = Rules
console-time = Time for a decision
console-talk = Who may talk at a table
console-copies = Seats of a table that each bot of the server may take
console-seasons-off = none
console-seasons-carried = ratings use the results of all seasons
console-seasons-fresh = each begins without results
console-season-ends = A season ends
console-season-by-you = when you end it
console-season-days = { $count ->
    [one] after { $count } day
   *[other] after { $count } days
  }
console-hosted = Bots of the server, and your own, that play along
console-hosted-yours = uploaded by you
console-uploads = Bots that members of the class have uploaded play, too
console-change-ladder-about = While it is played; entries and results stay.
console-no-class-ladders = There is no ladder of a class that could be changed.
console-ladder-matches = Matches at once
console-ladder-per_hour = Matches between programs in an hour
console-ladder-entry_per_hour = The same of one entry
console-ladder-played = Game, options, time and talk stay as they were in the first match: they decide what results mean.
console-change = Change it
console-follows-endless = Season { $season } never ends; the tables of past seasons stay.
console-follows-begins = { $count ->
    [one] Season { $season } is on from now, with the { $count } result so far.
   *[other] Season { $season } is on from now, with the { $count } results so far.
  }
console-follows-fresh = Ratings begin anew with season { $season }, and with each one after it.
console-follows-carried = Ratings do not begin anew with season { $season }, nor with any after it.
console-follows-by_word = Season { $season } ends when you end it.
console-follows-ends = Season { $season } ends at { $at }.
console-follows-at_once = Season { $season } ends at once, and the next one begins.
console-new-tournament = New tournament
console-new-tournament-about = Filled in as a form.
console-format = Who meets whom
console-format-swiss = Swiss: those of like scores meet
console-format-round_robin = Everybody meets everybody
console-format-single_elimination = Knock-out: who loses is out
console-format-double_elimination = Knock-out: who loses twice is out
console-format-arena = Arena: again as soon as one is free
console-format-number-rounds = Rounds; 0 for as many as it takes
console-format-number-cycles = How often
console-format-number-minutes = Minutes
console-only-class = Only for the class, all of which takes part; may be empty
console-opens = Who may enter by themselves
console-opens-human = people with an account
console-opens-bot = programs of accounts
console-opens-hosted = bots that were uploaded here
console-entrants-users = Accounts that take part, one a line
console-entrants-bots = Bots of the server, one a line
console-as-file = As a file, to keep or to change by hand

## Commands: what each is called (do), and what it is for (about)

console-do-announce = Announce
console-about-announce = Shows a text to everybody.
console-do-open = Open
console-about-open = Lets matches begin, and frozen ones go on.
console-do-close = Close
console-about-close = Begins no new matches; those that run are played to their end.
console-do-freeze = Freeze
console-about-freeze = Begins no new matches, and time stands still in those that run.
console-do-re-run = Play again
console-about-re-run = Plays a match again with another deal.
console-do-end-match = End a match
console-about-end-match = Ends a match that is being played, without a result.
console-do-export = Export a match
console-about-export = The record of a match, as a file.
console-do-slow = Slow matches
console-about-slow = Matches whose answers took long.
console-do-users = Users
console-about-users = Who has an account.
console-do-add-user = Add a user
console-about-add-user = A new account.
console-do-set-role = Set a role
console-about-set-role = Somebody becomes a player, organiser or administrator.
console-do-rename = Rename
console-about-rename = Calls a person, a pupil or a bot otherwise; results stay theirs.
console-do-remove-user = Remove a user
console-about-remove-user = Deletes an account and all that is its.
console-do-mute = Mute
console-about-mute = No chat.
console-do-unmute = Unmute
console-about-unmute = Chat again.
console-do-ban = Ban
console-about-ban = Keeps out and throws out.
console-do-unban = Lift a ban
console-about-unban = Lets in again.
console-do-bans = Bans
console-about-bans = Who is kept out.
console-do-tokens = Tokens
console-about-tokens = What lets somebody in.
console-do-add-token = Add a token
console-about-add-token = A new token; it is shown once.
console-do-add-key = Add a key
console-about-add-key = A public key with which somebody logs in without sending a secret.
console-do-revoke-token = Revoke a token
console-about-revoke-token = It works no more.
console-do-revoke-tokens = Revoke all tokens
console-about-revoke-tokens = None of somebody's works any more.
console-do-classes = Classes
console-about-classes = All classes.
console-do-add-class = Add a class
console-about-add-class = A class with pupils under made-up names.
console-do-add-pupils = Add pupils
console-about-add-pupils = More of them, by number or by name.
console-do-remove-pupil = Remove a pupil
console-about-remove-pupil = Deletes the account of one.
console-do-pupils = Pupils
console-about-pupils = Who is in it.
console-do-cards = Cards
console-about-cards = Cards to print and cut up.
console-do-open-class = Open a class
console-about-open-class = One code for the blackboard.
console-do-close-class = Close a class
console-about-close-class = The code works no more.
console-do-allow-chat = Allow chat
console-about-allow-chat = The class may chat.
console-do-forbid-chat = Forbid chat
console-about-forbid-chat = It may not.
console-do-keep-class = Keep a class
console-about-keep-class = Keeps the class as long again as a new one, from now on.
console-do-rename-class = Rename a class
console-about-rename-class = Calls the class otherwise.
console-do-remove-class = Remove a class
console-about-remove-class = Deletes the class with its pupils, ladders, tournaments and matches.
console-do-add-bot = Add a bot
console-about-add-bot = An account for a bot.
console-do-disable-bot = Disable a bot
console-about-disable-bot = It plays no more.
console-do-enable-bot = Enable a bot
console-about-enable-bot = It may play again.
console-do-ladders = Ladders
console-about-ladders = All ladders.
console-do-class-ladder = New ladder of a class
console-do-change-ladder = Change a ladder of a class
console-do-ladder-file = What a ladder of a class is
console-about-ladder-file = What of it can be changed, as it is now.
console-do-ladder = Set a ladder's state
console-about-ladder = Opens, pauses, freezes or closes one.
console-do-remove-ladder = Delete a ladder
console-about-remove-ladder = A closed ladder of a class, with its results and matches.
console-do-load-ladders = Load ladders
console-about-load-ladders = Reads the files of ladders again.
console-do-entries = Entries
console-about-entries = Who is on it.
console-do-entry-log = Log of an entry
console-about-entry-log = What is noted for the owner of an entry.
console-do-bench = Bench an entry
console-about-bench = An entry plays no more.
console-do-unbench = Unbench an entry
console-about-unbench = It may again.
console-do-ladder-results = Results of a ladder
console-about-ladder-results = The newest results, which are annulled, and why.
console-do-annul = Annul a result
console-about-annul = The result of a match, or of its whole series, does not count any more. It stays to be seen, with the reason.
console-do-reinstate = Reinstate a result
console-about-reinstate = A result that is annulled counts again.
console-do-seasons = Seasons
console-about-seasons = Its seasons, and who was first.
console-do-end-season = End the season
console-about-end-season = Ends the season that is on; another begins.
console-do-batch = Batch of matches
console-about-batch = An entry plays so many matches.
console-do-batches = Batches
console-about-batches = Matches that were asked for, and how far they have come.
console-do-cancel-batch = Cancel a batch
console-about-cancel-batch = Begins no more matches of a batch.
console-do-tournaments = Tournaments
console-about-tournaments = All of them.
console-do-tournament-create = Create a tournament
console-about-tournament-create = A new one, from a file that was kept or changed by hand.
console-do-tournament-open = Open
console-about-tournament-open = Shows it, and lets it start when its time comes.
console-do-tournament-enter = Enter
console-about-tournament-enter = Enters somebody.
console-do-tournament-start = Start
console-about-tournament-start = Begins.
console-do-tournament-pause = Pause
console-about-tournament-pause = Draws no further tables.
console-do-tournament-resume = Resume
console-about-tournament-resume = Goes on.
console-do-tournament-pace = Set the pace
console-about-tournament-pace = How many matches are played at once, from now on.
console-do-tournament-release = Release results
console-about-tournament-release = Shows results up to a round; all of them without one.
console-do-tournament-schedule = Schedule
console-about-tournament-schedule = All tables, or those of a round.
console-do-tournament-standings = Standings
console-about-tournament-standings = Who is ahead.
console-do-tournament-teams = Teams
console-about-tournament-teams = How its teams stand.
console-do-tournament-crosstable = Cross table
console-about-tournament-crosstable = Who made how many points against whom.
console-do-tournament-bracket = Bracket
console-about-tournament-bracket = The bracket of a knock-out.
console-do-tournament-export = Export
console-about-tournament-export = Everything, as a file.
console-do-tournament-forfeit = Forfeit
console-about-tournament-forfeit = Somebody loses a table.
console-do-tournament-withdraw = Withdraw
console-about-tournament-withdraw = Somebody leaves; what is not decided is lost.
console-do-tournament-readmit = Take back
console-about-tournament-readmit = Somebody who has left plays on, also at tables that were lost for nothing else.
console-do-tournament-rule = Rule
console-about-tournament-rule = Says how a table ended.
console-do-tournament-replay = Play a table again
console-about-tournament-replay = A table is played again; what happened there does not count.
console-do-tournament-adjust = Adjust points
console-about-tournament-adjust = Gives points; negative ones are taken.
console-do-tournament-remove = Remove
console-about-tournament-remove = Deletes it with all its results.
console-do-ab-tests = Tests
console-about-ab-tests = Yours, in the order of the queue.
console-do-ab-submit = Submit a test
console-about-ab-submit = Is A better than B? Programs with files of their own are sent by { $command }.
console-do-ab-show = Show a test
console-about-ab-show = Where a test stands, or what its programs wrote.
console-do-ab-stop = Stop a test
console-about-ab-stop = Plays it no further.
console-do-ab-priority = Set a priority
console-about-ab-priority = Lets it be played before others, or after them.
console-do-ab-release = Release a program
console-about-ab-release = Keeps a program as the newest of its name.
console-do-audit = Audit log
console-about-audit = What was done, by whom.

## Fields: what is to be written there

console-field-address = address or range
console-field-against = entries at the same table, one a line; empty for anybody
console-field-batch = id of the batch
console-field-bot = name of the bot
console-field-class = name of the class
console-field-classroom = a whole class
console-field-days = days
console-field-deals = deals at most
console-field-entrant = name in the tables, or number from 1
console-field-entry = name or id of the entry
console-field-entry-only = only this entry: its name or id
console-field-everybody = for the whole class; all its devices are locked out
console-field-file = the text of the file
console-field-form = form of the file
console-field-game = game
console-field-guests = guests, too
console-field-key = the public key, as it was printed
console-field-label = label
console-field-ladder = name of the ladder
console-field-match = id of the match
console-field-matches = how many
console-field-minutes = minutes, or empty
console-field-minutes-back = minutes back
console-field-minutes-open = minutes
console-field-name = name
console-field-name-new = new name
console-field-name-shown = name in the tables
console-field-names = names, one a line
console-field-number = how many
console-field-parallel = of those, matches of one bot of this server
console-field-places = places of its entrants, as in 1 2
console-field-points = points
console-field-priority = priority, above 0 for administrators
console-field-priority-range = from -10 to 10
console-field-private = only for you
# $example is JSON.
console-field-program = the program, as { $example }
console-field-program-a = A, as { $example }
console-field-program-b = B, or empty
console-field-public = only what everybody may know
console-field-pupil = name or id of the pupil
console-field-pupil-only = only this pupil
console-field-pupils = how many
console-field-pupils-made-up = how many under made-up names
console-field-reason = why
console-field-reason-shown = why; everybody who sees the result sees it
console-field-release-against = name of a release, where B is empty
console-field-role = role
console-field-room = room; empty for all, if you are an administrator
console-field-round = round
console-field-state = from now on it is
console-field-table = name of the table, as in R2.1
console-field-tables-at-once = matches at once
console-field-test = id of the test
console-field-text = the text
console-field-title = title
console-field-token = id of the token
console-field-tournament = id of the tournament
console-field-user = name or id
console-field-written = what was written

## Headings of the tables that the server answers with

console-column-acts = acts
console-column-against = against
console-column-asked = asked
console-column-batch = batch
console-column-began = began
console-column-blocks = blocks
console-column-boards = boards
console-column-chat = chat
console-column-class = class
console-column-created = created
console-column-device = device
console-column-ended = ended
console-column-ends = ends
console-column-entrants = entrants
console-column-entries = entries
console-column-entry = entry
console-column-expires = expires
console-column-faults = faults
console-column-field = field
console-column-figure = figure
console-column-first = first
console-column-format = format
console-column-game = game
console-column-games = games
console-column-games_per_hour = games an hour
console-column-here = here
console-column-id = id
console-column-kind = kind
console-column-label = label
console-column-ladder = ladder
console-column-line = line
console-column-match = match
console-column-matches = matches
console-column-mean = mean
console-column-name = name
console-column-outcome = outcome
console-column-owner = owner
console-column-performance = performance
console-column-place = place
console-column-played = played
console-column-playing = playing
console-column-points = points
console-column-priority = priority
console-column-pupils = pupils
console-column-rating = rating
console-column-reason = why
console-column-results = results
console-column-role = role
console-column-room = room
console-column-round = round
console-column-running = running
console-column-scopes = rights
console-column-score = score
console-column-season = season
console-column-seats = seats
console-column-seed = seed
console-column-seen = seen
console-column-state = state
console-column-status = state
console-column-table = table
console-column-tables = tables
console-column-teacher = teacher
console-column-team = team
console-column-test = test
console-column-tied = tied
console-column-title = title
console-column-tournament = tournament
console-column-until = until
console-column-used = used
console-column-value = value
console-column-waiting = waiting
console-column-what = what
console-column-when = when
console-column-who = who
console-column-why = why
console-column-with = with
console-column-won = won
console-column-workers = workers
console-column-worst = longest

## What stands in them where there are few possibilities, and in lists to choose from

console-value-admin = administrator
console-value-annulled = annulled
console-value-banned = banned
console-value-benched = benched
console-value-bot = bot
console-value-broken = broken
console-value-bye = bye
console-value-called = called
console-value-cancelled = cancelled
console-value-closed = closed
console-value-closing = closing
console-value-counts = counts
console-value-decided = decided
console-value-disabled = disabled
console-value-done = done
console-value-draining = draining
console-value-draft = draft
console-value-drawn = drawn
console-value-ended = ended
console-value-enrolled = enrolled
console-value-failed = failed
console-value-frozen = frozen
console-value-guest = guest
console-value-here = here
console-value-idle = idle
console-value-key = key
console-value-muted = muted
console-value-none = none
console-value-open = open
console-value-organiser = organiser
console-value-over = over
console-value-passed = passed
console-value-paused = paused
console-value-player = player
console-value-playing = playing
console-value-queued = queued
console-value-retired = retired
console-value-running = running
console-value-stopped = stopped
console-value-token = token
console-value-uncounted = does not count
console-value-undecided = undecided
