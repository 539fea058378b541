# The lobby: games to begin at once, rooms to enter or to watch.
window-lobby-where = { $name } na { $server }
window-lobby-no-bots = Tento server pro ni nemá boty; založ místnost a počkej na lidi.
window-lobby-more = Další hry
window-lobby-find-about = Čeká na ostatní, kdo chtějí totéž
window-lobby-new-about = Vybrat pravidla, hodiny a kdo hraje
window-lobby-play-about = Proti botům serveru, bez hodin
window-lobby-none = Žádná místnost není otevřená
window-lobby-none-about = Začni hru nahoře, nebo založ místnost a počkej na ostatní.
window-lobby-not-found = Žádná taková místnost není
window-lobby-not-found-about = Hledá se v názvech, hrách a hráčích.
window-lobby-nobody = zatím nikdo
window-lobby-over = dohráno
window-lobby-room-hint = Místnost, kterou ti řekli
window-lobby-code-hint = Kód, který ti řekli
window-lobby-which = Která místnost?
