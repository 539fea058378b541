colonizers-about = Postav nejcennější kolonii na Marsu. Nikdo neví, koho posíláš: horníka, špiona, nebo zloděje, který jim vyprázdní sklady.
## Options, as people speak of them

colonizers-option-colony = Modulů v kolonii
colonizers-option-legacy = Každá plná kolonie má 4 body
colonizers-option-copies = Balíček
colonizers-option-about-colony = kolik modulů zaplní kolonii a ukončí hru tím kolem
colonizers-option-about-legacy = každá plná kolonie má 4 body, nejen první (ostatní 2)
colonizers-option-about-copies = kolik karet má každý modul, celkem 1 až 52: menší balíčky pro výuku
colonizers-preset-quick = rychlá: kolonie o 4 modulech
colonizers-preset-first = na zkoušku: kolonie o 2 modulech
