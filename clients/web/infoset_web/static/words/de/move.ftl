# Ein anderes Gerät, auf dem jemand weitermacht.
move-title = Anderes Gerät
move-button = Auf einem anderen Gerät weiterspielen
move-enter = Wählen Sie auf dem anderen Gerät „Von einem anderen Gerät“ und geben Sie ein
move-about = oder öffnen Sie { $link }. Das gilt einmal, noch { $time }. Dann endet es hier, und was Sie spielen, geht dort weiter, mit allem, was gesagt wurde.
move-link = einen Link
move-copied = Der Link ist in der Zwischenablage. Zeigen Sie ihn niemandem: Er lässt jeden als Sie ein.
move-code = Der Code, den Ihr anderes Gerät zeigt
move-code-about = Er steht dort in den Einstellungen. Er gilt einmal.
move-go = Hier weiterspielen
move-way = Von einem anderen Gerät
move-gone = Sie spielen auf Ihrem anderen Gerät weiter.
