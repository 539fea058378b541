colonizers-about = Bau die wertvollste Kolonie auf dem Mars. Niemand weiß, wen du geschickt hast: einen Bergmann, eine Spionin oder den Dieb, der ihnen die Lager leert.
