"""Loaded into the fork server last: makes what each server would make anew when it first wants it."""

from infoset_protocol.messages.reading import CLIENT_MESSAGES, SERVER_MESSAGES
from infoset_server.config import ServerConfig

for message in (*CLIENT_MESSAGES.values(), *SERVER_MESSAGES.values()):
    message.model_rebuild()
ServerConfig()  # with every table in it
