# The first screen: who one is, and which server.
window-connect-about = Doskové hry s tajomstvom, pre ľudí aj programy pri jednom stole
window-connect-server = Hrať na serveri
window-connect-name-hint = Ako ťa uvidia ostatní
window-connect-address = Adresa
window-connect-with-token = Mám účet: prihlásiť sa tokenom
window-connect-connect = Pripojiť
window-connect-network = V tvojej sieti
window-connect-none = Žiadny server neodpovedal. Ten, ktorý spustia iní, sa tu objaví sám.
window-connect-people = { $count ->
    [one] { $count } pripojený
    [few] { $count } pripojení
   *[other] { $count } pripojených
  }
window-connect-to-server = pripojiť k { $name }
window-connect-here = Len ty a tento počítač
window-connect-here-about = Spustí tu server a zatvorí ho spolu s oknom.
window-connect-play-here = Hrať na tomto počítači
window-connect-board = Pri skutočnej doske Catanu
window-connect-connecting = Pripájam sa k { $address }
window-connect-starting = Spúšťam server na tomto počítači
window-connect-tls = Token sa posiela len cez TLS: použi infosets:// alebo wss://
window-connect-refused = Server prihlásenie odmietol: token je nesprávny alebo vypršal.
window-connect-unreachable = Na adrese { $address } neodpovedá žiadny server
window-connect-no-address = { $address } nie je adresa servera. Vyzerá takto: infoset://HOST:7421.

## A server of one's own

window-connect-slow = Server sa do { $seconds } s nespustil.
window-connect-cannot = Server sa tu spustiť nedá: { $why }
window-connect-at-once = Server hneď skončil; prečo, povie { $command } v termináli.
