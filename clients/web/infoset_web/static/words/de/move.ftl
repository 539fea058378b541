# Ein anderes Gerät, auf dem jemand weitermacht.
move-title = Anderes Gerät
move-button = Auf einem anderen Gerät weiterspielen
move-enter = Wähle auf dem anderen Gerät „Von einem anderen Gerät“ und gib ein
move-about = oder öffne { $link }. Das gilt einmal, noch { $time }. Dann endet es hier, und was du spielst, geht dort weiter, mit allem, was gesagt wurde.
move-link = einen Link
move-copied = Der Link ist in der Zwischenablage. Zeige ihn niemandem: Er lässt jeden als dich ein.
move-code = Der Code, den dein anderes Gerät zeigt
move-code-about = Er steht dort in den Einstellungen. Er gilt einmal.
move-go = Hier weiterspielen
move-way = Von einem anderen Gerät
move-gone = Du spielst auf deinem anderen Gerät weiter.
move-once = Er gilt einmal, noch { $time }. Dann endet es hier, und was du spielst, geht dort weiter, mit allem, was gesagt wurde.
