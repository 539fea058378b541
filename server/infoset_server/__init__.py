"""The Infoset server: bytes, people, rooms, matches and house bots around the pure cores.

wire/          the port: sockets, framing, one connection per client
accounts/      who people are; arrivals/: who comes, is away, comes back, goes
rooms/         where people meet; matches/: what they play, kept, told, timed and watched
assisting/     programs beside players; compute/: thinking for clients
house_bots/    programs that the server runs; hosted/: those of owners, caged
ladder/        rated play; tournaments/
store/         what outlives the process, as bytes; records/: as matches and documents
console/       the organiser's commands; status/: what the server tells of itself; config/: every setting
parts.py       all of it put together; app.py: begun and ended; desks.py: who serves which request
"""
