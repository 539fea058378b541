# Words of the window that every screen shares, and its settings.
window-back = Späť
window-change = Zmeniť
window-stay = Zostať
window-skip = Preskočiť
window-on = Zapnuté
window-off = Vypnuté
window-none = nič
window-all = Všetko
window-no-further = Ďalej už žiadna hodnota nie je.
window-game-about = Hra tohto servera.
window-other-rules = Táto hra má iné pravidlá, než ktoré obrázok pozná ({ $error }).
window-hours-minutes = { $hours } h { $minutes } min

## Notes

window-no-clipboard = Schránka tu nie je.
window-not-kept = Nastavenia sa nedajú uložiť: { $why }
window-broke = Niečo sa pokazilo: { $why }
window-no-connection = Spojenie nie je.
window-closed = Spojenie je zatvorené.
window-own-server-ended = Server na tomto počítači skončil.
window-server-ended = Server skončil.
window-not-connected = Bez spojenia: { $why }
window-reconnect = Znova pripojiť
window-reconnecting = Pripájam …
window-late = Zatiaľ bez odpovede …
window-reconnected = Spojenie je späť.
window-turn-elsewhere = Si na ťahu v inej partii: { $game }.

## Settings

window-language-auto = podľa počítača
window-speed = Rýchlosť ťahov ostatných
window-confirm-keys = Po klávese
window-sounds-about = Krátke tóny: si na ťahu, odmietnutie, koniec
window-motion-about = Veci kĺžu na nové miesta; klepnutie vedľa nich alebo medzerník to preskočí
window-hints = Ukazovať, čo sa dá robiť
window-hints-about = Dovolené ťahy sú na doske vyznačené
window-guide = Vysvetľovať pri hre
window-guide-about = Riadok rady pri každej otázke
window-forced = Preskočiť, kde nie je z čoho voliť
window-forced-about = Kolonista bez schopnosti, nie je čo stavať
window-hide = Skrývať karty medzi ľuďmi pri tomto počítači
window-hide-about = Opona pred každým ťahom
window-kept-away = Koho nestretávaš: { $names }
