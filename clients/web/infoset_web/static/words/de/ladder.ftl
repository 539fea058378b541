# Ladders: who is how strong.
ladder-title = Ranglisten
ladder-one = Rangliste
ladder-none = Hier gibt es noch keine Rangliste
ladder-none-about = Wer organisiert, legt sie an: für eine Klasse in der Konsole, sonst mit einer Datei im Ordner der Ranglisten auf dem Server. Bots und Menschen treffen dann passende Gegner, und die Tabelle wächst von selbst.
ladder-state-open = offen
ladder-state-paused = pausiert
ladder-state-frozen = eingefroren
ladder-state-closing = schließt
ladder-state-closed = geschlossen
ladder-entries = { $count ->
    [one] { $count } Eintrag
   *[other] { $count } Einträge
  }
ladder-results-count = { $count ->
    [one] { $count } Ergebnis
   *[other] { $count } Ergebnisse
  }
ladder-nothing-played = Es wird nichts gespielt: { $missing }
ladder-tab-table = Tabelle
ladder-tab-history = Verlauf
ladder-tab-cross = Wer wen schlägt
ladder-tab-results = Neueste Ergebnisse
ladder-tab-seasons = Saisons
ladder-views = Ansichten der Rangliste
ladder-season-until = Saison { $season }, bis { $time }.
ladder-season-now = Saison { $season }.
ladder-deadline = Neue Einträge und Versionen werden bis { $time } angenommen.
ladder-deadline-over = Seit { $time } keine neuen Einträge und Versionen; wer da ist, spielt weiter.
ladder-no-season = Noch ist keine Saison zu Ende.
ladder-season = Saison
ladder-season-of = Saison { $season }
ladder-season-span = { $began } bis { $ended }, { $count ->
    [one] { $count } Ergebnis
   *[other] { $count } Ergebnisse
  }
ladder-entry = Eintrag
ladder-rating = Wertung
ladder-games = Partien
ladder-first = Erste Plätze
ladder-division = Liga
ladder-moves = nach { $next }
ladder-moves-up = { $division }, Aufstieg nach { $next }
ladder-moves-down = { $division }, Abstieg nach { $next }
ladder-is-paused = Diese Rangliste pausiert: Gerade beginnt keine gewertete Partie.
ladder-is-frozen = Diese Rangliste ist eingefroren: Ihre Tabelle bleibt, wie sie ist.
ladder-is-closing = Diese Rangliste schließt: Keine neue Partie beginnt.
ladder-is-closed = Diese Rangliste ist geschlossen.
ladder-queue-looking = Ein Gegner wird gesucht. Die Partie öffnet sich von selbst.
ladder-queue-leave = Warteschlange verlassen
ladder-account-needed = Wer ein Konto hat, kann hier spielen.
ladder-play = Eine gewertete Partie spielen
ladder-interval = Intervall, 95 %
ladder-stronger = Stärker als der nächste Eintrag
ladder-matches = Partien
ladder-won = Gewonnen
ladder-state = Stand
ladder-division-of = Liga { $division }
ladder-provisional = vorläufig
ladder-misfit = passt nicht
ladder-misfit-about = Die Ergebnisse hängen vom Gegner ab: siehe „Wer wen schlägt“.
ladder-range = { $low } bis { $high }
ladder-nobody = Noch hat niemand gespielt.
ladder-too-few = Zu wenige Ergebnisse für ein Diagramm.
ladder-plot-label = Wertungen über den Ergebnissen
ladder-plot = Diagramm
ladder-history-about = Wertungen nach so vielen Ergebnissen der Rangliste. Zeig auf einen Namen: Das Band sagt, wie unsicher die Wertung war.
ladder-ahead-of = Vor
ladder-crossed = vorn { $ahead }, gleich { $level }, hinten { $behind }
ladder-crossed-apart = { $counts }; { $points } ± { $margin } Punkte
ladder-crossed-odd = { $counts }; { $points } ± { $margin } Punkte; ihre Partien sagen etwas anderes
ladder-results = Ergebnisse
ladder-replay = Aufzeichnung
ladder-annulled = annulliert
# $reason is the organiser's.
ladder-annulled-why = Es zählt nicht: { $reason }
ladder-rank = Rang { $rank }
ladder-against = Gegen
ladder-against-counts = vorn / gleich / hinten
## What an entry does

ladder-entry-idle = untätig
ladder-entry-queued = wartet
ladder-entry-playing = spielt
ladder-entry-draining = läuft aus
ladder-entry-benched = gesperrt
ladder-entry-retired = ausgeschieden
