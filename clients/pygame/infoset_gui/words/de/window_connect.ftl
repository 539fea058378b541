# The first screen: who one is, and which server.
window-connect-about = Brettspiele mit Geheimnissen, für Menschen und Programme an einem Tisch
window-connect-server = Auf einem Server spielen
window-connect-name-hint = Was andere sehen
window-connect-address = Adresse
window-connect-with-token = Ich habe ein Konto: mit Token anmelden
window-connect-connect = Verbinden
window-connect-network = In deinem Netz
window-connect-none = Kein Server hat geantwortet. Einer, den andere starten, erscheint hier von selbst.
window-connect-people = { $count } verbunden
window-connect-to-server = mit { $name } verbinden
window-connect-here = Nur du und dieser Computer
window-connect-here-about = Startet hier einen Server und beendet ihn mit dem Fenster.
window-connect-play-here = Auf diesem Computer spielen
window-connect-board = An einem echten Catan-Brett
window-connect-connecting = Verbinde mit { $address }
window-connect-starting = Starte einen Server auf diesem Computer
window-connect-tls = Ein Token wird nur unter TLS gesendet: nimm infosets:// oder wss://
window-connect-refused = Der Server lehnt die Anmeldung ab: Der Token ist falsch oder abgelaufen.
window-connect-unreachable = Kein Server antwortet unter { $address }
window-connect-no-address = { $address } ist keine Adresse eines Servers. Sie sieht so aus: infoset://HOST:7421.

## A server of one's own

window-connect-slow = Der Server ist nicht innerhalb von { $seconds } s gestartet.
window-connect-cannot = Hier lässt sich kein Server starten: { $why }
window-connect-at-once = Der Server war sofort zu Ende; { $command } in einem Terminal sagt, warum.
