# Hra, kterou stránka nezná.

any-about = Hra tohoto serveru. Stránka ukazuje, co tvé místo ví a jaké máš možnosti.
any-seat = místo { $seat }
any-known = Co vědí všichni
any-known-seat = Co ví tvé místo
any-decide = Rozhodnout
any-hidden = tah, který není vidět
any-instead = Tato hra má vlastní desku, kterou se nepodařilo zobrazit. Hraješ s deskou, která se hodí pro každou hru; nic jiného nechybí.
