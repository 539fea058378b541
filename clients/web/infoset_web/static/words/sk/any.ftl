# Hra, ktorú stránka nepozná.

any-about = Hra tohto servera. Stránka ukazuje, čo tvoje miesto vie a aké máš možnosti.
any-seat = miesto { $seat }
any-known = Čo vedia všetci
any-known-seat = Čo vie tvoje miesto
any-decide = Rozhodnúť
any-hidden = ťah, ktorý nevidno
any-instead = Táto hra má vlastnú dosku, ktorú sa nepodarilo zobraziť. Hráš s doskou, ktorá sa hodí pre každú hru; nič iné nechýba.
