# Hra, kterou stránka nezná.

any-about = Hra tohoto serveru. Stránka ukazuje, co tvé místo ví a jaké máš možnosti.
any-seat = místo { $seat }
any-known = Co vědí všichni
any-known-seat = Co ví tvé místo
any-decide = Rozhodnout
any-hidden = tah, který není vidět
