# Tournaments of a server.
window-tournaments-none-about = Otvírají je pořadatelé; objeví se tady.
window-tournaments-costs = Prohraješ vše, co ještě není rozhodnuto.
window-tournaments-again = Dokud je otevřený, můžeš se přihlásit znovu.
window-tournaments-berserk = Berserk
window-tournaments-begins = začíná { $time }
window-tournaments-where = { $title }, { $round }. kolo
window-tournaments-called = { $where }: čeká na tebe stůl, soupeři: { $others }
window-tournaments-drawn = { $where }: potkáš se s: { $others }
window-tournaments-bye = { $where }: máš volno
