# Die Tür: Wer bist du?

door-title = Spiel, was du nicht siehst.
door-about = Brettspiele mit verdeckter Information. Menschen und Programme an denselben Tischen; was du nicht wissen darfst, erreicht deinen Browser nie.
door-ways = Wie man hineinkommt
door-as-guest = Als Gast
door-with-card = Mit einer Karte
door-with-token = Mit einem Token
door-unknown = Der Server kennt diesen Namen mit diesem Gerät nicht mehr, oder das Token gilt nicht.
door-forbidden = Hier darfst du nicht hinein.
door-elsewhere = Diese Seite ist unter demselben Namen anderswo offen. Stattdessen hier weitermachen?
door-refused = Der Server lässt dich nicht hinein: { $reason }
door-trying = Der Server antwortet nicht. Neuer Versuch …
door-stop = Aufhören
door-go-on = Hier weitermachen
door-go-on-as = Hier als { $name } weitermachen
door-name = Dein Name
door-name-about = Die anderen sehen ihn. Mehr wird nicht gefragt.
door-known = { $name } hat auf diesem Gerät schon gespielt. Bist du das?
door-another = Nein, ich bin { $name }
door-connecting = Verbinde …
door-enter = Eintreten
door-code = Der Code auf deiner Karte oder an der Tafel
door-code-about = Er gilt einmal. Von da an kennt der Server dieses Gerät als deines.
door-use-card = Karte einlösen
door-pupils = Auf diesem Gerät
door-token = Token deines Kontos
door-token-about = Es bleibt auf diesem Gerät und wird gegen ein Ticket getauscht, das einmal gilt.
