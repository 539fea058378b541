# Die Konsole für alle, die organisieren: Befehle, ihre Felder, was herauskam. Was der Server antwortet, steht da, wie es ist, auf Englisch.

console-account = Melde dich mit dem Token eines Kontos an, das organisieren darf. Gäste geben keine Befehle.
console-groups = Gruppen von Befehlen
console-group-event = Veranstaltung
console-group-people = Personen
console-group-classes = Klassen
console-group-bots = Bots
console-group-ladders = Ranglisten
console-group-tournaments = Turniere
console-group-abtests = A-B-Tests
console-group-audit = Protokoll
console-look = Ansehen
console-run = Ausführen
console-make = Anlegen
console-answers = Was herauskam
console-no-answers = Noch nichts.
console-done = { $title }: erledigt
# $message is the server's, in English.
console-told = { $title }: { $message }
console-really = { $title }: { $about } Wirklich?
console-goes = Das geht für immer verloren: { $things }.
console-goes-pupils = { $count ->
    [one] { $count } Schüler
   *[other] { $count } Schüler
  }
console-goes-ladders = { $count ->
    [one] { $count } Rangliste
   *[other] { $count } Ranglisten
  }
console-goes-entries = { $count ->
    [one] { $count } Teilnehmer
   *[other] { $count } Teilnehmer
  }
console-goes-results = { $count ->
    [one] { $count } Ergebnis
   *[other] { $count } Ergebnisse
  }
console-goes-seasons = { $count ->
    [one] { $count } vergangene Saison
   *[other] { $count } vergangene Saisons
  }
console-goes-tournaments = { $count ->
    [one] { $count } Turnier
   *[other] { $count } Turniere
  }
console-goes-matches = { $count ->
    [one] { $count } aufbewahrte Partie
   *[other] { $count } aufbewahrte Partien
  }
console-secret = Wird nur jetzt gezeigt:
console-save = Datei speichern
console-characters = { $count ->
    [one] { $count } Zeichen
   *[other] { $count } Zeichen
  }
console-not-json = { $field }: erwartet wird JSON

## Eigene Formulare

console-new-ladder = Neue Rangliste einer Klasse
console-new-ladder-about = Die Klasse spielt sie unter sich aus.
console-class = Name der Klasse
console-rules = Regelsatz
console-time = Zeit für eine Entscheidung
console-talk = Wer am Tisch reden darf
console-copies = Plätze am Tisch, die jeder Bot des Servers einnehmen darf
console-seasons-off = keine
console-seasons-carried = Wertungen aus den Ergebnissen aller Saisons
console-seasons-fresh = jede beginnt ohne Ergebnisse
console-season-ends = Eine Saison endet
console-season-by-you = wenn Sie sie beenden
console-season-days = { $count ->
    [one] nach { $count } Tag
   *[other] nach { $count } Tagen
  }
console-hosted = Bots des Servers und deine eigenen, die mitspielen
console-hosted-yours = von dir hochgeladen
console-uploads = Auch Bots, die Mitglieder der Klasse hochgeladen haben, spielen mit
console-change-ladder-about = Während auf ihr gespielt wird; Teilnehmer und Ergebnisse bleiben.
console-no-class-ladders = Es gibt keine Rangliste einer Klasse, die sich ändern ließe.
console-ladder-matches = Partien zugleich
console-ladder-per_hour = Partien zwischen Programmen in einer Stunde
console-ladder-entry_per_hour = Dasselbe für einen Teilnehmer
console-ladder-played = Spiel, Optionen, Zeit und Gespräch bleiben wie in der ersten Partie: Sie entscheiden, was Ergebnisse bedeuten.
console-change = Ändern
console-follows-endless = Saison { $season } endet nie; die Tabellen vergangener Saisons bleiben.
console-follows-begins = { $count ->
    [one] Saison { $season } läuft ab jetzt, mit dem bisherigen { $count } Ergebnis.
   *[other] Saison { $season } läuft ab jetzt, mit den bisherigen { $count } Ergebnissen.
  }
console-follows-fresh = Die Wertungen beginnen mit Saison { $season } und mit jeder danach von vorn.
console-follows-carried = Die Wertungen beginnen mit Saison { $season } nicht von vorn und auch mit keiner danach.
console-follows-by_word = Saison { $season } endet, wenn Sie sie beenden.
console-follows-ends = Saison { $season } endet am { $at }.
console-follows-at_once = Saison { $season } endet sofort, und die nächste beginnt.
console-new-tournament = Neues Turnier
console-new-tournament-about = Als Formular ausfüllen.
console-format = Wer gegen wen spielt
console-format-swiss = Schweizer System: wer ähnlich viele Punkte hat
console-format-round_robin = Alle gegen alle
console-format-single_elimination = K. o.: wer verliert, ist draußen
console-format-double_elimination = K. o.: wer zweimal verliert, ist draußen
console-format-arena = Arena: weiter, sobald jemand frei ist
console-format-number-rounds = Runden; 0 für so viele, wie es braucht
console-format-number-cycles = Wie oft
console-format-number-minutes = Minuten
console-only-class = Nur für die Klasse, die ganz teilnimmt; kann leer bleiben
console-opens = Wer sich selbst anmelden darf
console-opens-human = Menschen mit einem Konto
console-opens-bot = Programme mit einem Konto
console-opens-hosted = Bots, die hier hochgeladen wurden
console-entrants-users = Konten, die teilnehmen, eines pro Zeile
console-entrants-bots = Bots des Servers, einer pro Zeile
console-as-file = Als Datei, zum Aufheben oder zum Ändern von Hand

## Commands: what each is called (do), and what it is for (about)

console-do-announce = Ansagen
console-about-announce = Zeigt allen einen Text.
console-do-open = Öffnen
console-about-open = Partien dürfen beginnen, eingefrorene gehen weiter.
console-do-close = Schließen
console-about-close = Keine neue Partie beginnt; laufende werden zu Ende gespielt.
console-do-freeze = Einfrieren
console-about-freeze = Keine neue Partie beginnt, und in laufenden steht die Zeit still.
console-do-re-run = Noch einmal spielen
console-about-re-run = Spielt eine Partie noch einmal, neu verteilt.
console-do-end-match = Partie beenden
console-about-end-match = Beendet eine laufende Partie ohne Ergebnis.
console-do-export = Partie herunterladen
console-about-export = Das Protokoll einer Partie als Datei.
console-do-slow = Langsame Partien
console-about-slow = Partien, deren Antworten lange dauerten.
console-do-users = Personen
console-about-users = Wer ein Konto hat.
console-do-add-user = Person hinzufügen
console-about-add-user = Ein neues Konto.
console-do-set-role = Rolle setzen
console-about-set-role = Jemand darf künftig spielen, organisieren oder verwalten.
console-do-rename = Umbenennen
console-about-rename = Gibt einer Person, einem Mitglied einer Klasse oder einem Bot einen anderen Namen; Ergebnisse bleiben.
console-do-remove-user = Person entfernen
console-about-remove-user = Löscht ein Konto und alles, was dazugehört.
console-do-mute = Stummschalten
console-about-mute = Kein Gespräch mehr.
console-do-unmute = Stummschaltung aufheben
console-about-unmute = Darf wieder mitreden.
console-do-ban = Aussperren
console-about-ban = Hält fern und wirft hinaus.
console-do-unban = Sperre aufheben
console-about-unban = Lässt wieder herein.
console-do-bans = Sperren
console-about-bans = Wer ferngehalten wird.
console-do-tokens = Token
console-about-tokens = Womit sich jemand anmeldet.
console-do-add-token = Token hinzufügen
console-about-add-token = Ein neues Token; es wird einmal gezeigt.
console-do-add-key = Schlüssel hinzufügen
console-about-add-key = Ein öffentlicher Schlüssel, mit dem sich jemand anmeldet, ohne ein Geheimnis zu senden.
console-do-revoke-token = Token widerrufen
console-about-revoke-token = Es gilt nicht mehr.
console-do-revoke-tokens = Alle Token widerrufen
console-about-revoke-tokens = Keines dieses Kontos gilt mehr.
console-do-classes = Klassen
console-about-classes = Alle Klassen.
console-do-add-class = Klasse hinzufügen
console-about-add-class = Eine Klasse, deren Mitglieder erfundene Namen haben.
console-do-add-pupils = Mitglieder hinzufügen
console-about-add-pupils = Weitere Mitglieder, nach Zahl oder nach Namen.
console-do-remove-pupil = Mitglied entfernen
console-about-remove-pupil = Löscht ein Konto der Klasse.
console-do-pupils = Mitglieder
console-about-pupils = Wer in der Klasse ist.
console-do-cards = Karten
console-about-cards = Karten zum Drucken und Ausschneiden.
console-do-open-class = Klasse öffnen
console-about-open-class = Ein Code für die Tafel.
console-do-close-class = Klasse schließen
console-about-close-class = Der Code gilt nicht mehr.
console-do-allow-chat = Gespräch erlauben
console-about-allow-chat = Die Klasse darf sich unterhalten.
console-do-forbid-chat = Gespräch verbieten
console-about-forbid-chat = Sie darf es nicht.
console-do-keep-class = Klasse behalten
console-about-keep-class = Behält die Klasse von jetzt an so lange wie eine neue.
console-do-rename-class = Klasse umbenennen
console-about-rename-class = Gibt der Klasse einen anderen Namen.
console-do-remove-class = Klasse entfernen
console-about-remove-class = Löscht die Klasse mit ihren Schülern, Ranglisten, Turnieren und Partien.
console-do-add-bot = Bot hinzufügen
console-about-add-bot = Ein Konto für einen Bot.
console-do-disable-bot = Bot ausschalten
console-about-disable-bot = Er spielt nicht mehr.
console-do-enable-bot = Bot einschalten
console-about-enable-bot = Er darf wieder spielen.
console-do-ladders = Ranglisten
console-about-ladders = Alle Ranglisten.
console-do-class-ladder = Neue Rangliste einer Klasse
console-do-change-ladder = Rangliste einer Klasse ändern
console-do-ladder-file = Was eine Rangliste einer Klasse ist
console-about-ladder-file = Was sich an ihr ändern lässt, wie es jetzt ist.
console-do-ladder = Stand einer Rangliste ändern
console-about-ladder = Öffnet, pausiert, friert ein oder schließt eine Rangliste.
console-do-remove-ladder = Rangliste löschen
console-about-remove-ladder = Eine geschlossene Rangliste einer Klasse mit ihren Ergebnissen und Partien.
console-do-load-ladders = Ranglisten laden
console-about-load-ladders = Liest die Dateien der Ranglisten neu.
console-do-entries = Einträge
console-about-entries = Wer auf der Rangliste steht.
console-do-entry-log = Protokoll eines Eintrags
console-about-entry-log = Was vermerkt ist für die Person, der ein Eintrag gehört.
console-do-bench = Eintrag sperren
console-about-bench = Der Eintrag spielt nicht mehr.
console-do-unbench = Eintrag freigeben
console-about-unbench = Er darf wieder spielen.
console-do-ladder-results = Ergebnisse einer Rangliste
console-about-ladder-results = Die neuesten Ergebnisse, welche annulliert sind und warum.
console-do-annul = Ergebnis annullieren
console-about-annul = Das Ergebnis einer Partie, oder das ihrer ganzen Serie, zählt nicht mehr. Es bleibt zu sehen, mit der Begründung.
console-do-reinstate = Ergebnis wieder werten
console-about-reinstate = Ein annulliertes Ergebnis zählt wieder.
console-do-seasons = Saisons
console-about-seasons = Die Saisons der Rangliste, und wer jeweils vorn war.
console-do-end-season = Saison beenden
console-about-end-season = Beendet die laufende Saison; eine neue beginnt.
console-do-batch = Partien in Serie
console-about-batch = Ein Eintrag spielt so viele Partien.
console-do-batches = Serien
console-about-batches = Partien, die verlangt wurden, und wie weit sie sind.
console-do-cancel-batch = Serie abbrechen
console-about-cancel-batch = Keine weitere Partie der Serie beginnt.
console-do-tournaments = Turniere
console-about-tournaments = Alle Turniere.
console-do-tournament-create = Turnier anlegen
console-about-tournament-create = Ein neues, aus einer Datei, die aufgehoben oder von Hand geändert wurde.
console-do-tournament-open = Öffnen
console-about-tournament-open = Zeigt das Turnier und lässt es beginnen, wenn seine Zeit kommt.
console-do-tournament-enter = Anmelden
console-about-tournament-enter = Meldet jemanden an.
console-do-tournament-start = Starten
console-about-tournament-start = Das Turnier beginnt.
console-do-tournament-pause = Anhalten
console-about-tournament-pause = Lost keine weiteren Tische aus.
console-do-tournament-resume = Fortsetzen
console-about-tournament-resume = Das Turnier geht weiter.
console-do-tournament-pace = Tempo ändern
console-about-tournament-pace = Wie viele Partien von jetzt an gleichzeitig gespielt werden.
console-do-tournament-release = Ergebnisse freigeben
console-about-tournament-release = Zeigt die Ergebnisse bis zu einer Runde; ohne Runde alle.
console-do-tournament-schedule = Spielplan
console-about-tournament-schedule = Alle Tische, oder die einer Runde.
console-do-tournament-standings = Stand
console-about-tournament-standings = Wer vorn liegt.
console-do-tournament-teams = Teams
console-about-tournament-teams = Wie die Teams stehen.
console-do-tournament-crosstable = Kreuztabelle
console-about-tournament-crosstable = Wer wie viele Punkte gegen wen gemacht hat.
console-do-tournament-bracket = Turnierbaum
console-about-tournament-bracket = Der Turnierbaum eines K.-o.-Turniers.
console-do-tournament-export = Turnier herunterladen
console-about-tournament-export = Alles als Datei.
console-do-tournament-forfeit = Kampflos werten
console-about-tournament-forfeit = Jemand verliert an einem Tisch.
console-do-tournament-withdraw = Abmelden
console-about-tournament-withdraw = Jemand geht; was nicht entschieden ist, ist verloren.
console-do-tournament-readmit = Wieder aufnehmen
console-about-tournament-readmit = Wer gegangen ist, spielt weiter, auch an Tischen, die nur deshalb verloren waren.
console-do-tournament-rule = Tisch entscheiden
console-about-tournament-rule = Sagt, wie ein Tisch ausgegangen ist.
console-do-tournament-replay = Tisch neu spielen
console-about-tournament-replay = An einem Tisch wird noch einmal gespielt; was dort geschah, zählt nicht.
console-do-tournament-adjust = Punkte ändern
console-about-tournament-adjust = Gibt Punkte; negative werden abgezogen.
console-do-tournament-remove = Löschen
console-about-tournament-remove = Löscht das Turnier mit allen Ergebnissen.
console-do-ab-tests = Tests
console-about-ab-tests = Deine, in der Reihenfolge der Warteschlange.
console-do-ab-submit = Test einreichen
console-about-ab-submit = Ist A besser als B? Programme mit eigenen Dateien schickt { $command }.
console-do-ab-show = Test zeigen
console-about-ab-show = Wie ein Test steht, oder was seine Programme geschrieben haben.
console-do-ab-stop = Test anhalten
console-about-ab-stop = Er wird nicht weiter gespielt.
console-do-ab-priority = Vorrang setzen
console-about-ab-priority = Er wird vor anderen gespielt, oder nach ihnen.
console-do-ab-release = Programm veröffentlichen
console-about-ab-release = Behält ein Programm als das neueste seines Namens.
console-do-audit = Was geschah
console-about-audit = Was getan wurde, und von wem.

## Fields: what is to be written there

console-field-address = Adresse oder Bereich
console-field-against = Einträge am selben Tisch, einer pro Zeile; leer für beliebige
console-field-batch = Kennung der Serie
console-field-bot = Name des Bots
console-field-class = Name der Klasse
console-field-classroom = eine ganze Klasse
console-field-days = Tage
console-field-deals = höchstens so viele Verteilungen
console-field-entrant = Name in den Tabellen, oder Nummer ab 1
console-field-entry = Name oder Kennung des Eintrags
console-field-entry-only = nur dieser Eintrag: Name oder Kennung
console-field-everybody = für die ganze Klasse; alle ihre Geräte werden ausgesperrt
console-field-file = der Text der Datei
console-field-form = Form der Datei
console-field-game = Spiel
console-field-guests = auch Gäste
console-field-key = der öffentliche Schlüssel, wie er ausgegeben wurde
console-field-label = Bezeichnung
console-field-ladder = Name der Rangliste
console-field-match = Kennung der Partie
console-field-matches = wie viele
console-field-minutes = Minuten, oder leer
console-field-minutes-back = Minuten zurück
console-field-minutes-open = Minuten
console-field-name = Name
console-field-name-new = neuer Name
console-field-name-shown = Name in den Tabellen
console-field-names = Namen, einer pro Zeile
console-field-number = wie viele
console-field-parallel = davon Partien eines Bots dieses Servers
console-field-places = Plätze am Tisch der Reihe nach, etwa 1 2
console-field-points = Punkte
console-field-priority = Vorrang; über 0 nur mit Verwaltungsrecht
console-field-priority-range = von -10 bis 10
console-field-private = nur für dich
# $example is JSON.
console-field-program = das Programm, etwa { $example }
console-field-program-a = A, etwa { $example }
console-field-program-b = B, oder leer
console-field-public = nur was alle wissen dürfen
console-field-pupil = Name oder Kennung des Mitglieds
console-field-pupil-only = nur dieses Mitglied
console-field-pupils = wie viele
console-field-pupils-made-up = wie viele mit erfundenen Namen
console-field-reason = warum
console-field-reason-shown = warum; jeder, der das Ergebnis sieht, sieht es
console-field-release-against = Name einer Veröffentlichung, wenn B leer ist
console-field-role = Rolle
console-field-room = Raum; leer für alle, wenn du verwaltest
console-field-round = Runde
console-field-state = ist von jetzt an
console-field-table = Name des Tischs, etwa R2.1
console-field-tables-at-once = Partien gleichzeitig
console-field-test = Kennung des Tests
console-field-text = der Text
console-field-title = Titel
console-field-token = Kennung des Tokens
console-field-tournament = Kennung des Turniers
console-field-user = Name oder Kennung
console-field-written = was geschrieben wurde

## Headings of the tables that the server answers with

console-column-acts = Züge
console-column-against = gegen
console-column-asked = verlangt
console-column-batch = Serie
console-column-began = Beginn
console-column-blocks = Blöcke
console-column-boards = Bretter
console-column-chat = Gespräch
console-column-class = Klasse
console-column-created = angelegt
console-column-device = Gerät
console-column-ended = Ende
console-column-ends = endet
console-column-entrants = Teilnehmende
console-column-entries = Einträge
console-column-entry = Eintrag
console-column-expires = gültig bis
console-column-faults = Fehler
console-column-field = Feld
console-column-figure = Angabe
console-column-first = vorn
console-column-format = System
console-column-game = Spiel
console-column-games = Partien
console-column-games_per_hour = Partien pro Stunde
console-column-here = da
console-column-id = Kennung
console-column-kind = Art
console-column-label = Bezeichnung
console-column-ladder = Rangliste
console-column-line = Zeile
console-column-match = Partie
console-column-matches = Partien
console-column-mean = Mittel
console-column-name = Name
console-column-outcome = Ergebnis
console-column-owner = gehört
console-column-performance = Leistung
console-column-place = Platz
console-column-played = gespielt
console-column-playing = läuft
console-column-points = Punkte
console-column-priority = Vorrang
console-column-pupils = Mitglieder
console-column-rating = Wertung
console-column-reason = warum
console-column-results = Ergebnisse
console-column-role = Rolle
console-column-room = Raum
console-column-round = Runde
console-column-running = laufend
console-column-scopes = Rechte
console-column-score = Punkte
console-column-season = Saison
console-column-seats = Plätze
console-column-seed = Setzplatz
console-column-seen = zuletzt da
console-column-state = Stand
console-column-status = Stand
console-column-table = Tisch
console-column-tables = Tische
console-column-teacher = Lehrkraft
console-column-team = Team
console-column-test = Test
console-column-tied = unentschieden
console-column-title = Titel
console-column-tournament = Turnier
console-column-until = bis
console-column-used = zuletzt benutzt
console-column-value = Wert
console-column-waiting = wartet
console-column-what = was
console-column-when = wann
console-column-who = wer
console-column-why = warum
console-column-with = womit
console-column-won = gewonnen
console-column-workers = Arbeitsprozesse
console-column-worst = am längsten

## What stands in them where there are few possibilities, and in lists to choose from

console-value-admin = verwaltet
console-value-annulled = annulliert
console-value-banned = ausgesperrt
console-value-benched = gesperrt
console-value-bot = Bot
console-value-broken = defekt
console-value-bye = spielfrei
console-value-called = aufgerufen
console-value-cancelled = abgebrochen
console-value-closed = geschlossen
console-value-closing = schließt
console-value-counts = zählt
console-value-decided = entschieden
console-value-disabled = ausgeschaltet
console-value-done = erledigt
console-value-draft = in Vorbereitung
console-value-draining = läuft aus
console-value-drawn = ausgelost
console-value-ended = zu Ende
console-value-enrolled = angemeldet
console-value-failed = nicht bestanden
console-value-frozen = eingefroren
console-value-guest = Gast
console-value-here = da
console-value-idle = untätig
console-value-key = Schlüssel
console-value-muted = stummgeschaltet
console-value-none = keines
console-value-open = offen
console-value-organiser = organisiert
console-value-over = zu Ende
console-value-passed = bestanden
console-value-paused = pausiert
console-value-player = spielt
console-value-playing = läuft
console-value-queued = wartet
console-value-retired = ausgeschieden
console-value-running = läuft
console-value-stopped = angehalten
console-value-token = Token
console-value-uncounted = zählt nicht
console-value-undecided = unentschieden
