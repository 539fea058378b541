# The table of a ladder.
window-ladder-missing = Dieser Server hat keine Ranglisten.
window-ladder-none-about = Wer den Server betreibt, öffnet sie; Partien dort werden gewertet.
window-ladder-down = Weiter nach unten
window-ladder-up = Weiter nach oben
window-ladder-bottom = Das ist das Ende.
window-ladder-top = Das ist der Anfang.
window-ladder-play-about = Eine Partie auf dieser Rangliste, gegen wen es passt
window-ladder-empty-about = In der Tabelle steht, wer eine gewertete Partie spielt.
window-ladder-rank = Rang
window-ladder-programs-only = Diese Rangliste ist für Programme.
window-ladder-rated = { $ladder }: deine Wertung ist { $rating } ({ $change }), nach { $count ->
    [one] { $count } Ergebnis
   *[other] { $count } Ergebnissen
  }
