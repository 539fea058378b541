# The form of a new room.
window-create-title = Nová miestnosť: { $game }
window-create-title-about = Čo ukáže herňa
window-create-title-of = Miestnosť: { $name }
window-create-test = Lekcia alebo skúšobná miestnosť
window-create-test-about = Pre jedného človeka
window-create-pace-about = Pomenované tempo určí hodiny aj čo čaká oneskorencov
window-create-clock-about = Čas každého hráča
window-create-watch-about = Diváci vidia len to, čo je verejné
window-create-assist = Pomocníci
window-create-assist-about = Programy, ktoré pomáhajú: radou, ťahmi na potvrdenie, alebo samy
window-create-assist-off = Nie
window-create-assist-advice = Radia
window-create-assist-confirm = Navrhujú
window-create-assist-auto = Hrajú
window-create-series-about = Na víťazstvo z toľkých partií
window-create-series = { $count ->
    [1] Jedna partia
    [one] Najviac { $count } partia
    [few] Najviac { $count } partie
   *[other] Najviac { $count } partií
  }
window-create-unlisted = Nie v herni
window-create-unlisted-about = Ostatní potrebujú kód miestnosti
