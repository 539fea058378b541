# One's own games in one list.
window-mine-turns = Moje hry ({ $count })
window-mine-room = Nezačala
window-mine-none = Nic se nehraje ani nečeká
window-mine-none-about = Tady je, co hraješ, na co čekáš a co už skončilo.
