# Was die Seite als Datei, als Rahmen einer anderen Seite oder als Übertragung verlässt und zurückkommt.
sharing-csv = CSV
sharing-csv-about = Diese Ergebnisse als Tabelle für eine Tabellenkalkulation
sharing-save = Speichern
sharing-save-about = Diese Partie speichern
sharing-film = Für diese Seite
sharing-film-about = Ein Film: Jede Seite von Infoset öffnet ihn, auch ohne diesen Server
sharing-record = Für das Fenster, das Terminal und Programme
sharing-record-about = Das Protokoll: jeder Schritt, wie ihn die Regeln haben
sharing-picture = Bild speichern
sharing-picture-about = Das Brett, wie es zu sehen ist, als Bild speichern
sharing-no-picture = Dieser Browser kann kein Bild vom Brett machen.

sharing-open = Datei öffnen
sharing-saved = Eine gespeicherte Partie
sharing-replays = Alle Aufzeichnungen
sharing-none-open = Hier ist keine Datei geöffnet.
sharing-not-shown = Diese Datei kann nicht gezeigt werden: Sie enthält keine Partie dieses Spiels.
sharing-too-large = Die Datei ist größer als { $size } MB.
sharing-not-opened = Diese Datei kann nicht geöffnet werden: { $why }.
sharing-is-record = Das ist ein Protokoll. Um es zu zeigen, braucht man die Regeln: Zieh es auf das Fenster oder nimm infoset replay FILE. Dieser Server hat die Partie nicht.

# What a file was expected to hold: ends the sentence of sharing-not-opened.
sharing-wants-form = erwartet wird eine Datei, die diese Seite gespeichert hat, mit der Form { $form }
sharing-wants-match = { $field }: erwartet wird die Kennung einer Partie
sharing-wants-object = { $field }: erwartet wird ein Objekt
sharing-wants-views = { $field }: erwartet wird all, public oder seat:N
sharing-wants-list = { $field }: erwartet wird eine Liste
sharing-wants-value = { $field }: erwartet wird, was { $type } dort hat
sharing-wants-beginning = { $field }: erwartet wird eine Partie von Anfang an

## A stream, and a frame of another site

sharing-waiting = Warte auf die Partie …
sharing-tape = Wiedergabe
sharing-back = Einen zurück
sharing-on = Einen weiter
sharing-run = Abspielen
sharing-stop = Anhalten
sharing-place = Stelle in der Partie
sharing-not-shown-here = Diese Partie kann hier nicht gezeigt werden.
sharing-not-found = Es gibt keine solche Partie für alle, oder sie ist zu lang, um hier gezeigt zu werden.
sharing-busy = Der Server hat gerade keine Zeit für diese Partie. Versuche es gleich noch einmal.
