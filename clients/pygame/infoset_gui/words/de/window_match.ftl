# A match, played or watched: what stands around and over the board.
window-match-passed = Von selbst gepasst: Es gab keine Wahl
window-match-sent = { $words } wurde gesendet
window-match-is-away = { $name } ist abwesend
window-match-is-taken = { $name } ist abwesend; { $bot } spielt weiter
window-match-is-back = { $name } ist wieder da
window-match-replaced = { $bot } spielt für dich
window-match-play-myself = Selbst weiterspielen
window-match-gave-up = Du hast die Partie aufgegeben.
window-match-watchable = Andere dürfen sehen, was du siehst.
window-match-not-watchable = Niemand schaut mehr auf deinen Platz.
window-match-foot-over = Der Pokal oben zeigt das Ergebnis noch einmal; der Pfeil führt zurück.
window-match-foot-others = Sieh, was die anderen tun; der Verlauf rechts erzählt alles.
window-match-foot-point = Zeig auf etwas, und du erfährst, was es ist.
window-match-not-explained = Über dieses Spiel steht hier nichts.

## The tools in the bar: a word below a sign, and what is said when one points at it

window-match-speed = Tempo fremder Züge: { $speed }
window-match-explain = Erklären
window-match-explain-about = Den Tisch erklären
window-match-shown = Sichtbar
window-match-hidden = Verdeckt
window-match-shown-about = Andere dürfen deinen Platz sehen: beenden
window-match-hidden-about = Andere deinen Platz sehen lassen
window-match-give-up-about = Die Partie aufgeben
window-match-catch-up-about = Alles sofort zeigen
window-match-agree-about = Zustimmen, dass der letzte Zug zurückgenommen wird
window-match-decline-about = Der letzte Zug bleibt

## What is asked first

window-match-give-up-costs = Das zählt als verloren. Bots und Menschen spielen weiter, wo die Regeln des Raums es vorsehen.
window-match-leave = Den Tisch verlassen?
window-match-leave-about = Die Partie geht ohne dich weiter. Nach einer Minute, oder nach { $count ->
    [one] { $count } verspäteten Antwort
   *[other] { $count } verspäteten Antworten
  } hintereinander, spielt vielleicht ein Bot für dich, bis du über den Raum in der Lobby zurückkommst.
window-match-held = { $words }? Enter oder derselbe Druck noch einmal tut es; Esc nicht.
window-match-not-yet-about = Nimmt es zurück (Esc)
window-match-do-it-about = Wie derselbe Druck noch einmal

## Another person at the same computer

window-match-next = { $name } ist dran
window-match-pass-on = Gib den Computer weiter. Sonst sollte niemand hinsehen.
window-match-take-over = Ich bin da: zeig meine Karten

## The end

window-match-no-result = Kein Ergebnis
window-match-draw = Niemand gewinnt: unentschieden
window-match-shared = Du teilst dir den ersten Platz
window-match-points = { $count ->
    [one] { $count } Punkt
   *[other] { $count } Punkte
  }
window-match-see-table = Den Tisch ansehen

## Beside the board

window-match-helpers = Helfer
window-match-helpers-new = Helfer !
window-match-all-see = Alle
window-match-more = { $count ->
    [one] und noch { $count }
   *[other] und noch { $count }
  }
