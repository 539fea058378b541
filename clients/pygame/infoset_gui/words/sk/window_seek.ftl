# Looking for opponents.
window-seek-title = Nájsť súperov: { $game }
window-seek-players = Hráči
window-seek-patience = Boti doplnia miesta po
window-seek-look = Hľadať súperov
window-seek-about = Hrá s tebou, kto chce to isté. Čím viac vecí je obvyklých, tým skôr to bude.
window-seek-looking = Hľadám súperov … { $time }
window-seek-ladder-about = Najprv súperov asi tvojej sily; čím dlhšie čakáš, tým aj iných.
window-seek-enough = Partia začne, keď to isté bude chcieť dosť ľudí.
window-seek-bots-in = O { $time } zaberú voľné miesta boti.
