# The door: who are you?

door-title = Play what you cannot see.
door-about = Board games with hidden information. People and programs at the same tables; what you may not know never reaches your browser.
door-ways = How to enter
door-as-guest = As a guest
door-with-card = With a card
door-with-token = With a token
door-unknown = The server does not know this name with this device any more, or the token is not valid.
door-forbidden = You may not enter here.
door-elsewhere = This page is open somewhere else with the same name. Use it here instead?
door-refused = The server does not let you in: { $reason }
door-trying = The server does not answer. Trying again …
door-stop = Stop
door-go-on = Go on here
door-go-on-as = Go on here as { $name }
door-name = Your name
door-name-about = Others see it. Nothing else is asked of you.
door-known = { $name } has played on this device before. Is that you?
door-another = No, I am { $name }
door-connecting = Connecting …
door-enter = Enter
door-code = The code on your card, or on the board
door-code-about = It works once. From then on this device is you.
door-use-card = Use the card
door-pupils = On this device
door-token = Token of your account
door-token-about = It stays on this device and is exchanged for a ticket that is good once.
