# Von einem Moment einer beendeten Partie aus weiterspielen.
try-here = Von hier aus versuchen
try-title = { $game }, aus { $match }
try-about = Die Partie geht von der Stellung auf dem Brett aus weiter, mit anderem Glück. Sie wird nicht gewertet.
try-seat = Du spielst
try-others = Die anderen
try-as-then = Bots wie damals, wenn sie da sind
try-people = wer dazukommt
try-open = Raum öffnen
try-play = Von hier aus spielen
