colonizers-about = Postav najcennejšiu kolóniu na Marse. Nikto nevie, koho posielaš: baníka, špióna, alebo zlodeja, ktorý im vyprázdni sklady.
## Options, as people speak of them

colonizers-option-colony = Modulov v kolónii
colonizers-option-legacy = Každá plná kolónia má 4 body
colonizers-option-copies = Balíček
colonizers-option-about-colony = koľko modulov zaplní kolóniu a ukončí hru tým kolom
colonizers-option-about-legacy = každá plná kolónia má 4 body, nielen prvá (ostatné 2)
colonizers-option-about-copies = koľko kariet má každý modul, spolu 1 až 52: menšie balíčky na výučbu
colonizers-preset-quick = rýchla: kolónie so 4 modulmi
colonizers-preset-first = na skúšku: kolónie s 2 modulmi
