# The menu of the terminal, where one chooses what to play.

terminal-menu-game = game
terminal-menu-players = players
terminal-menu-matches = matches
terminal-menu-way-play = play here, without a server
terminal-menu-way-game = choose the game
terminal-menu-way-players = choose the players
terminal-menu-way-options = set options of the game
terminal-menu-way-matches = set the number of matches
terminal-menu-way-join = play on a server
terminal-menu-way-watch = watch a server
terminal-menu-way-stats = statistics of the last matches played here
terminal-menu-way-table = sit with people at a real board of Catan
terminal-menu-way-leave = leave
terminal-menu-number = number
terminal-menu-number-expected = expected a number from 1 to { $most }, got { $got }

## What is chosen for the game

terminal-menu-which-game = which game?
terminal-menu-how-many = how many matches
terminal-menu-matches-expected = matches: expected 1 to { $most }, got { $got }
terminal-menu-who-plays = who plays?
terminal-menu-remove = remove { $name }
terminal-menu-add = add a player
terminal-menu-these = these shall play
terminal-menu-one-player = at least one player is needed
terminal-menu-most-players = expected at most { $count } players
terminal-menu-who-joins = who joins?
terminal-menu-other = another, as `infoset arena` names it
terminal-menu-player-name = name, file or command
terminal-menu-which-option = which option?
terminal-menu-none = none
# $name is the option as it is typed, @FILE is typed as it stands.
terminal-menu-value = { $name }, or @FILE; - for the usual

## What is started

terminal-menu-table-game = a real board is one of { $game }: choose that game first
terminal-menu-people = people at the board, with commas between
terminal-menu-one-person = at a board sits at least one person
terminal-menu-your-name = your name
terminal-menu-server = server
terminal-menu-nothing-played = no matches have been played here yet
