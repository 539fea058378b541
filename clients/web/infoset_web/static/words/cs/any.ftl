# Hra, kterou stránka nezná.

any-about = Hra tohoto serveru. Stránka ukazuje, co tvé místo ví a jaké máš možnosti.
