# Words of the window that every screen shares, and its settings.
window-back = Zurück
window-change = Ändern
window-stay = Bleiben
window-skip = Überspringen
window-on = An
window-off = Aus
window-none = nichts
window-all = Alles
window-no-further = Einen weiteren Wert gibt es nicht.
window-game-about = Ein Spiel dieses Servers.
window-other-rules = Dieses Spiel hat andere Regeln, als das Bild kennt ({ $error }).
window-hours-minutes = { $hours } h { $minutes } min

## Notes

window-no-clipboard = Eine Zwischenablage gibt es hier nicht.
window-not-kept = Die Einstellungen lassen sich nicht speichern: { $why }
window-broke = Etwas ist kaputtgegangen: { $why }
window-no-connection = Es gibt keine Verbindung.
window-closed = Die Verbindung ist geschlossen.
window-own-server-ended = Der Server auf diesem Computer ist beendet.
window-server-ended = Der Server ist beendet.
window-not-connected = Nicht verbunden: { $why }
window-reconnect = Neu verbinden
window-reconnecting = Verbinde neu …
window-late = Noch keine Antwort …
window-reconnected = Die Verbindung ist wieder da.
window-turn-elsewhere = Du bist in einer anderen Partie am Zug: { $game }.

## Settings

window-language-auto = wie der Computer
window-speed = Tempo fremder Züge
window-confirm-keys = Nach Tasten
window-sounds-about = Kurze Töne: du bist am Zug, eine Ablehnung, das Ende
window-motion-about = Dinge gleiten an ihren neuen Platz; ein Klick daneben oder die Leertaste überspringt das
window-hints = Zeigen, was möglich ist
window-hints-about = Erlaubte Züge sind auf dem Brett markiert
window-guide = Beim Spielen erklären
window-guide-about = Eine Zeile Rat zu jeder Frage
window-forced = Passen, wo es keine Wahl gibt
window-forced-about = Ein Kolonist ohne Fähigkeit, nichts zu bauen
window-hide = Karten vor anderen an diesem Computer verbergen
window-hide-about = Ein Vorhang vor jedem Zug
window-kept-away = Von dir ferngehalten: { $names }
