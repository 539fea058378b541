# Words of the window that every screen shares, and its settings.
window-back = Zpět
window-change = Změnit
window-stay = Zůstat
window-skip = Přeskočit
window-on = Zapnuto
window-off = Vypnuto
window-none = nic
window-all = Vše
window-no-further = Dál už žádná hodnota není.
window-game-about = Hra tohoto serveru.
window-other-rules = Tato hra má jiná pravidla, než která obrázek zná ({ $error }).
window-hours-minutes = { $hours } h { $minutes } min

## Notes

window-no-clipboard = Schránka tu není.
window-not-kept = Nastavení nejde uložit: { $why }
window-broke = Něco se pokazilo: { $why }
window-no-connection = Spojení není.
window-closed = Spojení je uzavřené.
window-own-server-ended = Server na tomto počítači skončil.
window-server-ended = Server skončil.
window-not-connected = Bez spojení: { $why }
window-reconnect = Znovu připojit
window-reconnecting = Připojuji …
window-late = Zatím bez odpovědi …
window-reconnected = Spojení je zpět.
window-turn-elsewhere = Jsi na tahu v jiné partii: { $game }.

## Settings

window-language-auto = podle počítače
window-speed = Rychlost tahů ostatních
window-confirm-keys = Po klávese
window-sounds-about = Krátké tóny: jsi na tahu, odmítnutí, konec
window-motion-about = Věci kloužou na nová místa; klepnutí vedle nich nebo mezerník to přeskočí
window-hints = Ukazovat, co se dá dělat
window-hints-about = Dovolené tahy jsou na desce vyznačené
window-guide = Vysvětlovat při hře
window-guide-about = Řádek rady u každé otázky
window-forced = Přeskočit, kde není z čeho volit
window-forced-about = Kolonista bez schopnosti, není co stavět
window-hide = Skrývat karty mezi lidmi u tohoto počítače
window-hide-about = Opona před každým tahem
window-kept-away = Koho nepotkáváš: { $names }
