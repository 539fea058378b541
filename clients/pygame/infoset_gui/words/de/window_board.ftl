# An evening at a real board: who sits there, and what is asked.
window-board-title = An einem echten Brett
window-board-about = Ihr spielt auf eurem eigenen Brett; das Fenster führt Buch darüber, worauf du zeigst, und Programme spielen mit. Die Plätze folgen der Zugreihe, im Uhrzeigersinn.
window-board-program = Programm
window-board-quick = Schnell
window-board-trades = Handelt
window-board-strong = Stark, langsamer
window-board-drawn = Gelost
window-board-beginners = Für Anfang
window-board-wild = Wild
window-board-enter = Wie es liegt
window-board-points = Punkte
window-board-go-on = Am letzten Tisch weiterspielen
window-board-why-two = Mindestens zwei spielen.
window-board-why-person = Mindestens eine ist ein Mensch: Programme allein brauchen keinen Tisch.
window-board-why-name = Jeder Platz braucht einen Namen ohne Leerzeichen, der keine Zahl ist.
window-board-why-same = Zwei Plätze haben denselben Namen.
window-board-cannot = Der Tisch lässt sich nicht öffnen: { $why }

## At the table

window-board-table = Am Tisch
window-board-over = Die Partie ist vorbei; die Punkte stehen im Verlauf.
window-board-closed = Der Tisch wurde geschlossen.
window-board-show = Zeig, wie das Brett liegt
window-board-lay = Leg das Brett
window-board-kept = Der Tisch ist gespeichert: Weiterspielen bringt ihn zurück
window-board-undo-about = Den letzten Eintrag zurücknehmen
window-board-redo = Wiederholen
window-board-redo-about = Zurückgenommenes wieder eintragen
window-board-cards = Karten
window-board-cards-about = Was ein Programm hält, im Verlauf
window-board-thinks = Der Tisch denkt …
