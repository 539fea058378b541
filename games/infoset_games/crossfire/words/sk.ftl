crossfire-about = Dve strany dávajú rozkazy súčasne, v hmle, na doske, ktorá sa zmenšuje. Jednotky kĺžu a strieľajú; jedna z nich je tajne kráľ.
