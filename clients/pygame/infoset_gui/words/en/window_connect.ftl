# The first screen: who one is, and which server.
window-connect-about = Board games with secrets, for people and programs at one table
window-connect-server = Play on a server
window-connect-name-hint = What others see
window-connect-address = Address
window-connect-with-token = I have an account: log in with a token
window-connect-connect = Connect
window-connect-network = On your network
window-connect-none = No server has answered. One that others run shows up here by itself.
window-connect-people = { $count } connected
window-connect-to-server = connect to { $name }
window-connect-here = Just you and this computer
window-connect-here-about = Starts a server here and closes it with the window.
window-connect-play-here = Play on this computer
window-connect-board = At a real board of Catan
window-connect-connecting = Connecting to { $address }
window-connect-starting = Starting a server on this computer
window-connect-tls = A token is only sent under TLS: use infosets:// or wss://
window-connect-refused = The server refuses the login: the token is wrong, or has expired.
window-connect-unreachable = No server answers at { $address }
window-connect-no-address = { $address } is not the address of a server. Expected one like infoset://HOST:7421.

## A server of one's own

window-connect-slow = The server did not start within { $seconds } s.
window-connect-cannot = No server can be started here: { $why }
window-connect-at-once = The server ended at once; { $command } in a terminal says why.
