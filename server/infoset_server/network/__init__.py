"""The port: from sockets and bytes to one object per client. Knows messages as such, no rooms and no games.

listener.py         the listening port; connection_gate.py: who may connect; tls.py: encrypted
socket_link.py      a link over a socket; link.py: what a link is and how long it waits
socket_protocol.py  what asyncio holds of a link; loop_turn.py: bytes in and out once a turn of the event loop
wires.py            what bytes look like on each transport; websocket.py, websocket_frames.py, http_wire.py, http.py
line.py             what others know of the way to a client
outgoing.py         a line over a link: what is sent; connection.py: what is heard; handler.py: whom it asks
outbox.py           what a client has not taken yet; parked.py: a session on its way to another server
rate_limits.py      what a client may send; lag.py: how slow it is
caller.py           who is calling; beacon.py: answers who looks for servers on the local network
"""
