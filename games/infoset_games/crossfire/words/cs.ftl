crossfire-about = Dvě strany dávají rozkazy současně, v mlze, na desce, která se zmenšuje. Jednotky kloužou a střílejí; jedna z nich je tajně král.
