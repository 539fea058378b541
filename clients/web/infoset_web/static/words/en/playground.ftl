# A bot that is written in the page: the editor, how it plays, where it goes on.
playground-about = Nothing to install. The program runs in this browser, without a network of its own; it is kept on this device. Tab indents; Esc, then Tab leaves the editor.
playground-editor = Program of the bot
playground-open = Open a file
playground-sample = Begin with …
playground-sample-starter = the starter: builds where it can
playground-sample-verbs = verbs in an order
playground-sample-playouts = playouts on the server
playground-sample-sure = Put it in the place of what you have written?
playground-try = Let it play
playground-rules = Rules
playground-rules-usual = as usual
playground-against = Against
playground-matches = Matches
playground-pace = Pace
playground-room = { $name }: a bot at work
playground-play = Play
playground-stop = Stop
playground-starting = It begins …
playground-progress = { $played } of { $count ->
    [one] { $count } match
   *[other] { $count } matches
  }
playground-waits = Your bot has not answered for more than ten seconds. Is there a loop without an end? Stop ends it.
playground-no-run = Nothing plays: a program ends with “if (isMain(import.meta)) await run(MyBot);”, as the starter does.
playground-line = Line { $line }
playground-results = Results
playground-won = First in { $won } of { $played ->
    [one] { $played } match
   *[other] { $played } matches
  }. In the long run that is a share between { $low } % and { $high } % (95 of 100 times).
playground-faults = { $count ->
    [one] One decision went wrong
   *[other] { $count } decisions went wrong
  }: the log says why. The server's fallback was played.
playground-match = Match
playground-place = Place
playground-points = Points
playground-fault = Faults
playground-why = Look
playground-replay = Replay
playground-log = What it wrote
playground-left-out = More was written in this match; it is left out.
playground-asked = What it was asked last: { $kind }
playground-onward = Where it goes on
playground-onward-about = As a folder it runs at home, unchanged, in any match and in the arena. Uploaded, it plays on this server day and night, and on its ladders; each upload is a new version.
playground-name = Name of the bot
playground-plays = For
playground-plays-all = all games
playground-save = Save the folder
playground-upload = Upload it
