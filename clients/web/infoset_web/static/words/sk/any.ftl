# Hra, ktorú stránka nepozná.

any-about = Hra tohto servera. Stránka ukazuje, čo tvoje miesto vie a aké máš možnosti.
