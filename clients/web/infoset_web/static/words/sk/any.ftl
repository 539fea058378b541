# Hra, ktorú stránka nepozná.

any-about = Hra tohto servera. Stránka ukazuje, čo tvoje miesto vie a aké máš možnosti.
any-seat = miesto { $seat }
any-known = Čo vedia všetci
any-known-seat = Čo vie tvoje miesto
any-decide = Rozhodnúť
any-hidden = ťah, ktorý nevidno
