# The form of a new room.
window-create-title = Nová místnost: { $game }
window-create-title-about = Co ukáže herna
window-create-title-of = Místnost: { $name }
window-create-test = Lekce nebo zkušební místnost
window-create-test-about = Pro jednoho člověka
window-create-pace-about = Pojmenované tempo určí hodiny i co čeká opozdilce
window-create-clock-about = Čas každého hráče
window-create-watch-about = Diváci vidí jen to, co je veřejné
window-create-assist = Pomocníci
window-create-assist-about = Programy, které pomáhají: radou, tahy k potvrzení, nebo samy
window-create-assist-off = Ne
window-create-assist-advice = Radí
window-create-assist-confirm = Navrhují
window-create-assist-auto = Hrají
window-create-series-about = Na vítězství z tolika partií
window-create-series = { $count ->
    [1] Jedna partie
    [one] Nejvýše { $count } partie
    [few] Nejvýše { $count } partie
   *[other] Nejvýše { $count } partií
  }
window-create-unlisted = Ne v herně
window-create-unlisted-about = Ostatní potřebují kód místnosti
