# Where one begins: lessons, a bot of one's own, what goes over the wire.
learn-tab-bot = Your first bot
learn-tab-here = Write a bot here
learn-tab-wire = What goes over the wire
learn-tab-bots = Your uploaded bots
learn-tab-games = Learn a game
learn-tabs = Learning
learn-begin-minutes = Begin, { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
  }
learn-room = First match of { $game }
learn-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
  }
learn-first-match = Your first match of { $game }
learn-at-once = You play at once. Beside the board, Guide explains what is asked and why; there is no clock.
learn-begin = Begin
learn-not-now = Not now
learn-single = Or a single lesson
learn-copied = Copied.
learn-copy = Copy
learn-python = Nothing but Python
learn-python-about = Save this as { $file } and run { $command }. It is a complete player of every game here: each question comes with the list of legal answers.
learn-sdk = With the SDK
learn-sdk-about = Typed turns, named fields, tracebacks where you look. With Infoset installed, by { $command } in the folder of its source:
learn-folder = A folder to begin with
learn-folder-about = A bot that plays, how to run it, and a check, in your language. No download beyond this one.
learn-sees = What your bot sees
learn-sees-about = Play a match here and look at what goes over the wire: your bot would get the very same messages.
learn-show-wire = Show the wire
learn-server = Let the server run it
learn-server-about = A bot can be uploaded and then plays day and night: { $command }. Its versions, checks and logs are under { $link }.
learn-server-link = your uploaded bots
learn-wire-about = All messages of this page, newest at the bottom, without secrets. This is everything the page is ever told: what your seat may not know is not in it.
learn-wire-type = Type of message
learn-wire-all = all types
learn-wire-go-on = Go on
learn-wire-hold = Hold
learn-wire-messages = Messages
learn-done = Done.
learn-account = Uploaded bots belong to an account. Log in with a token or a card; guests have none.
learn-sending = Sending, { $share } %
learn-upload = Upload a bot
learn-upload-about = An archive (.zip, .tar.gz) of the bot's folder. It is built, plays a match against itself, and is then offered as a house bot; a new upload is a new version.
learn-your-bots = Your bots
learn-bot = Bot
learn-version = Version
learn-state = State
learn-result = Result
learn-to-do = What to do
learn-in-use = in use
learn-logs = Logs
learn-use = Use
learn-enable = Enable
learn-disable = Disable
learn-logs-of = Logs of { $title }
learn-close = Close
