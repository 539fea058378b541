catan-about = Osídli ostrov, obchoduj s ostatnými a karty si nechaj pre seba. Pre dvoch až štyroch hráčov, so všetkými pravidlami a voľným obchodom.
