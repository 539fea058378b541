# One's own games in one list.
window-mine-turns = Moje hry ({ $count })
window-mine-room = Nezačala
window-mine-none = Nič sa nehrá ani nečaká
window-mine-none-about = Tu je, čo hráš, na čo čakáš a čo už skončilo.
