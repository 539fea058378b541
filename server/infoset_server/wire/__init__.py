"""The port: from sockets and bytes to one object per client. Knows messages as such, no rooms and no games.

listener.py      the listening port; gate.py: who may connect; tls.py, tls_door.py: encrypted
socket_protocol.py  what asyncio holds of a link; sender.py: how bytes get out
links.py         what a link is; socket_link.py over a socket, with its patience.py, memory_link.py without one
loop_turn.py     bytes in and out once a turn of the event loop
wires.py         what bytes look like on each transport; websocket.py, websocket_frames.py, http_wire.py, http.py
connection.py    session, link, outbox and limits of a client as one object; handler.py: whom it asks
outbox.py        what a client has not taken yet; intake.py, rate_limit.py: what it may send; lag.py: how slow it is
caller.py        who is calling; beacon.py: who asks the local network for servers
"""
