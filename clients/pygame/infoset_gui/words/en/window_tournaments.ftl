# Tournaments of a server.
window-tournaments-none-about = Organisers open them; they appear here.
window-tournaments-costs = You lose all that is not decided yet.
window-tournaments-again = You can enter again while it is open.
window-tournaments-berserk = Berserk
window-tournaments-begins = begins { $time }
window-tournaments-where = { $title }, round { $round }
window-tournaments-called = { $where }: you are called to your table, against { $others }
window-tournaments-drawn = { $where }: you meet { $others }
window-tournaments-bye = { $where }: you have a bye
