# Tournaments of a server.
window-tournaments-none-about = Otvárajú ich usporiadatelia; objavia sa tu.
window-tournaments-costs = Prehráš všetko, čo ešte nie je rozhodnuté.
window-tournaments-again = Kým je otvorený, môžeš sa prihlásiť znova.
window-tournaments-berserk = Berserk
window-tournaments-begins = začína { $time }
window-tournaments-where = { $title }, { $round }. kolo
window-tournaments-called = { $where }: čaká na teba stôl, súperi: { $others }
window-tournaments-drawn = { $where }: stretneš sa s: { $others }
window-tournaments-bye = { $where }: máš voľno
