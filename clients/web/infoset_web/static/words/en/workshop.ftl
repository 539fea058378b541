# A bot that is written in the page: the editor, how it plays, where it goes on.
workshop-about = Nothing to install. The program runs in this browser, without a network of its own; it is kept on this device. Tab indents; Esc, then Tab leaves the editor.
workshop-editor = Program of the bot
workshop-open = Open a file
workshop-sample = Begin with …
workshop-sample-starter = the starter: builds where it can
workshop-sample-verbs = verbs in an order
workshop-sample-playouts = playouts on the server
workshop-sample-sure = Put it in the place of what you have written?
workshop-try = Let it play
workshop-rules = Rules
workshop-rules-usual = as usual
workshop-against = Against
workshop-matches = Matches
workshop-room = { $name }: a bot at work
workshop-play = Play
workshop-stop = Stop
workshop-starting = It begins …
workshop-progress = { $played } of { $count ->
    [one] { $count } match
   *[other] { $count } matches
  }
workshop-waits = Your bot has not answered for more than ten seconds. Is there a loop without an end? Stop ends it.
workshop-no-run = Nothing plays: a program ends with “if (isMain(import.meta)) await run(MyBot);”, as the starter does.
workshop-line = Line { $line }
workshop-results = Results
workshop-won = First in { $won } of { $played ->
    [one] { $played } match
   *[other] { $played } matches
  }. In the long run that is a share between { $low } % and { $high } % (95 of 100 times).
workshop-faults = { $count ->
    [one] One decision went wrong
   *[other] { $count } decisions went wrong
  }: the log says why. The server's fallback was played.
workshop-match = Match
workshop-place = Place
workshop-points = Points
workshop-fault = Faults
workshop-why = Look
workshop-replay = Replay
workshop-log = What it wrote
workshop-left-out = More was written in this match; it is left out.
workshop-asked = What it was asked last: { $kind }
workshop-onward = Where it goes on
workshop-onward-about = As a folder it runs at home, unchanged, in any match and in the arena. Uploaded, it plays on this server day and night, and on its ladders; each upload is a new version.
workshop-name = Name of the bot
workshop-plays = For
workshop-plays-all = all games
workshop-save = Save the folder
workshop-upload = Upload it
