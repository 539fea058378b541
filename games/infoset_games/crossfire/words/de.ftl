crossfire-about = Zwei Seiten befehlen gleichzeitig, im Nebel, auf einem Brett, das schrumpft. Einheiten gleiten und schießen; eine von ihnen ist heimlich der König.
