# The lobby: games to begin at once, rooms to enter or to watch.
window-lobby-where = { $name } na { $server }
window-lobby-no-bots = Tento server pre ňu nemá boty; založ miestnosť a počkaj na ľudí.
window-lobby-more = Ďalšie hry
window-lobby-find-about = Čaká na ostatných, ktorí chcú to isté
window-lobby-new-about = Vybrať pravidlá, hodiny a kto hrá
window-lobby-play-about = Proti botom servera, bez hodín
window-lobby-none = Žiadna miestnosť nie je otvorená
window-lobby-none-about = Začni hru hore, alebo založ miestnosť a počkaj na ostatných.
window-lobby-not-found = Žiadna taká miestnosť nie je
window-lobby-not-found-about = Hľadá sa v názvoch, hrách a hráčoch.
window-lobby-nobody = zatiaľ nikto
window-lobby-over = dohrané
window-lobby-room-hint = Miestnosť, ktorú ti povedali
window-lobby-code-hint = Kód, ktorý ti povedali
window-lobby-which = Ktorá miestnosť?
