colonizers-about = Bau die wertvollste Kolonie auf dem Mars. Niemand weiß, wen du geschickt hast: einen Bergmann, eine Spionin oder den Dieb, der ihnen die Lager leert.
## Options, as people speak of them

colonizers-option-colony = Module einer Kolonie
colonizers-option-legacy = Jede volle Kolonie bringt 4
colonizers-option-copies = Der Stapel
colonizers-option-about-colony = Module, die eine Kolonie füllen und das Spiel mit der Runde beenden
colonizers-option-about-legacy = jede volle Kolonie bringt 4 Punkte, nicht nur die erste (die anderen 2)
colonizers-option-about-copies = Karten jedes Moduls, insgesamt 1 bis 52: kleinere Stapel für den Unterricht
colonizers-preset-quick = schnell: Kolonien aus 4
colonizers-preset-first = ein erster Blick: Kolonien aus 2
