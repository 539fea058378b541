# Looking for opponents.
window-seek-title = Najít soupeře: { $game }
window-seek-players = Hráči
window-seek-patience = Boti doplní místa po
window-seek-look = Hledat soupeře
window-seek-about = Hraje s tebou, kdo chce totéž. Čím víc věcí je obvyklých, tím dřív to bude.
window-seek-looking = Hledám soupeře … { $time }
window-seek-ladder-about = Nejdřív soupeře asi tvé síly; čím déle čekáš, tím i jiné.
window-seek-enough = Partie začne, až totéž bude chtít dost lidí.
window-seek-bots-in = Za { $time } zaberou volná místa boti.
