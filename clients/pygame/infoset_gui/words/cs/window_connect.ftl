# The first screen: who one is, and which server.
window-connect-about = Deskové hry s tajemstvím, pro lidi i programy u jednoho stolu
window-connect-server = Hrát na serveru
window-connect-name-hint = Jak tě uvidí ostatní
window-connect-address = Adresa
window-connect-with-token = Mám účet: přihlásit se tokenem
window-connect-connect = Připojit
window-connect-network = V tvé síti
window-connect-none = Žádný server neodpověděl. Ten, který spustí jiní, se tu objeví sám.
window-connect-people = { $count ->
    [one] { $count } připojený
    [few] { $count } připojení
   *[other] { $count } připojených
  }
window-connect-to-server = připojit k { $name }
window-connect-here = Jen ty a tento počítač
window-connect-here-about = Spustí tu server a zavře ho spolu s oknem.
window-connect-play-here = Hrát na tomto počítači
window-connect-board = U skutečné desky Catanu
window-connect-connecting = Připojuji se k { $address }
window-connect-starting = Spouštím server na tomto počítači
window-connect-tls = Token se posílá jen přes TLS: použij infosets:// nebo wss://
window-connect-refused = Server přihlášení odmítl: token je chybný, nebo vypršel.
window-connect-unreachable = Na adrese { $address } neodpovídá žádný server
window-connect-no-address = { $address } není adresa serveru. Vypadá takto: infoset://HOST:7421.

## A server of one's own

window-connect-slow = Server se do { $seconds } s nespustil.
window-connect-cannot = Server tu spustit nejde: { $why }
window-connect-at-once = Server hned skončil; proč, řekne { $command } v terminálu.
