"""What a watching client has heard, and who it is."""

from tests.integration.harness import Client, Message


def versions(client: Client) -> list[int]:
    return [message["ver"] for message in client.of_type("events")]


def told(client: Client, *kinds: str) -> list[Message]:
    """What a client heard, without the envelope."""
    envelope = ("seq", "re")
    return [
        {name: value for name, value in message.items() if name not in envelope}
        for message in client.of_type(*kinds)
    ]


def guest(name: str) -> dict[str, str]:
    return {"kind": "guest", "name": name, "token": f"the secret of {name}"}
