"""Commands about tokens and keys."""

from tests.server.admin.office import Office

from infoset_protocol.messages import Hello
from infoset_server.accounts.authentication import Challenge, Entry
from infoset_server.network.caller import Caller

PUB = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"  # of RFC 8032, test 1


def say(office: Office, kind: str, secret: str) -> Entry | Challenge:
    field = "pub" if kind == "key" else "token"
    auth = {"kind": kind, field: secret}
    hello = Hello.model_validate({"type": "hello", "proto": [1], "auth": auth})
    return office.accounts.login.begin(hello, Caller("192.0.2.7"))


async def test_a_new_token_works_is_told_once_and_listed_without_its_secret(
    office: Office,
) -> None:
    await office.do("add-bot", name="crab")
    made = await office.do("add-token", user="crab", label="at home", scopes=["play"], days=2)
    entry = say(office, "token", made.secret)
    assert isinstance(entry, Entry)
    assert (entry.user.name, entry.scopes) == ("crab", frozenset({"play"}))
    (row,) = (await office.do("tokens", user="crab")).rows
    assert row["expires_ms"] == office.now_ms + 2 * 86_400_000
    assert (row["kind"], row["label"], row["scopes"]) == ("token", "at home", "play")
    assert made.secret not in str(row)
    assert made.secret.startswith("inf_bot_")


async def test_a_key_is_let_in_however_it_was_written(office: Office) -> None:
    await office.do("add-user", name="ann")
    await office.do("add-key", user="ann", key=f" ed25519:{PUB}= ")
    assert "in use" in (await office.refuse("add-key", user="ann", key=PUB)).reason
    assert isinstance(say(office, "key", PUB), Challenge)
    assert office.accounts.credentials.find(PUB, is_key=True) is not None
    for wrong in ("x", "AAAA", PUB + "AAAA", "é"):
        refused = await office.refuse("add-key", user="ann", key=wrong)
        assert "public ed25519 key" in refused.reason


async def test_a_revoked_token_is_gone_and_all_of_a_users_with_one_command(
    office: Office,
) -> None:
    await office.do("add-bot", name="crab")
    tokens = [(await office.do("add-token", user="crab")).secret for _ in range(3)]
    (first, *_) = (await office.do("tokens", user="crab")).rows
    await office.do("revoke-token", id=first["id"])
    assert office.accounts.credentials.find(tokens[0]) is None
    assert office.accounts.credentials.find(tokens[1]) is not None
    assert "2 tokens" in (await office.do("revoke-tokens", user="crab")).message
    assert office.accounts.credentials.find(tokens[1]) is None
    assert "there is no token" in (await office.refuse("revoke-token", id=first["id"])).reason


async def test_a_bot_gets_no_scope_to_organise_and_nobody_one_that_does_not_exist(
    office: Office,
) -> None:
    await office.do("add-bot", name="crab")
    for scope in ("organise", "admin", "fly"):
        refused = await office.refuse("add-token", user="crab", scopes=["play", scope])
        assert f"got {scope}" in refused.reason
    assert (await office.do("tokens", user="crab")).rows == []


async def test_an_organiser_handles_tokens_of_his_own_and_his_bots_only(office: Office) -> None:
    mine, other = office.teacher("Ms Hill"), office.teacher("Mr Dale")
    await office.do("add-bot", mine, name="crab")
    await office.do("add-token", mine, user="crab")
    await office.do("add-token", mine, user="Ms Hill")
    (row,) = (await office.do("tokens", mine, user="crab")).rows
    for name, arguments in (
        ("tokens", {"user": "crab"}),
        ("add-token", {"user": "crab"}),
        ("add-key", {"user": "crab", "key": PUB}),
        ("revoke-token", {"id": row["id"]}),
        ("revoke-tokens", {"user": "crab"}),
    ):
        refused = await office.refuse(name, other, **arguments)
        nothing = "there is no token" if name == "revoke-token" else "no users go by 'crab'"
        assert nothing in refused.reason
    assert len((await office.do("tokens", user="crab")).rows) == 1


async def test_guests_have_no_tokens(office: Office) -> None:
    office.accounts.register.add_guest("ann")
    assert "ann is a guest" in (await office.refuse("add-token", user="ann")).reason
