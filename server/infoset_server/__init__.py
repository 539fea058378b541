"""The Infoset server. Each room below knows those above it, never the other way round (`lint-imports`).

common/       ids, clocks, counters, tasks with an owner, refusals
config/       every setting
bus/          messages between parts that need not know each other
storage/      what outlives the process: match logs and documents, in SQLite or PostgreSQL
network/      sockets, transports, framing, limits; a `Line` to each client
accounts/     users, credentials, bans; the clients through which they act
programs/     house bots and their processes; sandbox/: where strangers' programs run
matches/      matches being played: committed, told, timed, watched, replayed
rooms/        rooms, the lobby, seeks, and the registry of running matches
compute/      `determinize`, `simulate` and `rollout` for clients
assistants/   programs beside players
uploads/      bots that owners hand over
contests/     ladders and tournaments
admin/        the organiser's console, moderation, the audit log
sessions/     login, resume, restore, what becomes of a client that is away
handlers/     requests of clients, one file for each chapter of the protocol
monitoring/   metrics, health, logs
http/         pages and endpoints on the game port
app/          the core put together, begun and ended; features/: everything else, one file for each
commands/     `infoset serve`, `infoset ladder`, `infoset store`
"""
