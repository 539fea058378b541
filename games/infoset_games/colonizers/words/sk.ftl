colonizers-about = Postav najcennejšiu kolóniu na Marse. Nikto nevie, koho posielaš: baníka, špióna, alebo zlodeja, ktorý im vyprázdni sklady.
