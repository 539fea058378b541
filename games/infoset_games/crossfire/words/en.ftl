crossfire-about = Two sides order at the same time, in fog, on a board that shrinks. Units slide and shoot; one of them is secretly the king.
