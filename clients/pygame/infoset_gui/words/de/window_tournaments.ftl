# Tournaments of a server.
window-tournaments-none-about = Veranstalter öffnen sie; sie erscheinen hier.
window-tournaments-costs = Du verlierst alles, was noch nicht entschieden ist.
window-tournaments-again = Du kannst wieder eintreten, solange es offen ist.
window-tournaments-berserk = Berserk
window-tournaments-begins = beginnt { $time }
window-tournaments-where = { $title }, Runde { $round }
window-tournaments-called = { $where }: Du wirst an deinen Tisch gerufen, gegen { $others }
window-tournaments-drawn = { $where }: Du triffst auf { $others }
window-tournaments-bye = { $where }: Du hast spielfrei
