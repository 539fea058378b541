# A match seen again, and the list of them.
window-replay-title = Aufzeichnung: { $game }
window-replay-first = Anfang
window-replay-last = Ende
window-replay-next = Weiter
window-replay-pause = Pause
window-replay-run = Start
window-replay-run-about = Abspielen oder anhalten
window-replay-end-about = Ans Ende
window-replay-speed = Tempo: { $speed }
window-replay-try = Versuchen
window-replay-public = Öffentlich
window-replay-not-saved = Die Partie lässt sich nicht speichern: { $why }
window-replay-no-picture = Das Bild lässt sich nicht speichern: { $why }
window-replay-picture = Bild
window-replay-saved = gespeichert als { $file }
window-replay-working = Wird ausgerechnet: { $share } %
window-replay-chance = { $name }: { $percent } ± { $margin } % auf den Sieg
window-replay-error-before = Die Entscheidung davor, die etwas gekostet hat
window-replay-error-next = Die nächste Entscheidung, die etwas gekostet hat
window-replay-no-error = Es gibt keine.
window-replay-none-about = Jede zu Ende gespielte Partie ist hier noch einmal zu sehen. Eine gespeicherte: zieh sie hierher.
window-replay-moves = { $count ->
    [one] { $count } Zug
   *[other] { $count } Züge
  }
