catan-about = Osídli ostrov, obchoduj s ostatními a karty si nech pro sebe. Pro dva až čtyři hráče, se všemi pravidly a volným obchodem.
