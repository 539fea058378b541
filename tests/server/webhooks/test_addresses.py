"""Where messages may go: addresses as they are written, and the machines behind a name."""

import pytest

from infoset_server.webhooks.addresses import AddressError, Guard, Target, read_target

PORTS = (443, 8443)


@pytest.mark.parametrize(
    ("text", "target", "authority"),
    [
        ("https://club.example", Target("club.example", 443, "/"), "club.example"),
        ("https://Club.Example/a/b?c=d", Target("club.example", 443, "/a/b?c=d"), "club.example"),
        ("https://club.example:443/a", Target("club.example", 443, "/a"), "club.example"),
        ("https://club.example:8443/", Target("club.example", 8443, "/"), "club.example:8443"),
        ("https://[2606:4700::1]:8443/", Target("2606:4700::1", 8443, "/"), "[2606:4700::1]:8443"),
        ("https://xn--bcher-kva.example/", Target("xn--bcher-kva.example", 443, "/"), None),
    ],
)
def test_an_address_is_read(text: str, target: Target, authority: str | None) -> None:
    assert read_target(text, PORTS) == target
    assert target.authority == (authority or target.host)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("http://club.example/", "begins with https://"),
        ("ftp://club.example/", "begins with https://"),
        ("club.example", "begins with https://"),
        ("https:///path", "begins with https://"),
        ("https://ann:secret@club.example/", "no name and password"),
        ("https://@club.example/", "no name and password"),
        ("https://club.example/#part", "nothing behind #"),
        ("https://club.example:22/", "one of the ports 443, 8443"),
        ("https://club.example:0/", "one of the ports"),
        ("https://club.example:99999/", "an address such as"),
        ("https://club.example:x/", "an address such as"),
        ("https://[::1/", "an address such as"),
        ("https://club.example/a b", "without blanks"),
        ("https://club.example/\r\nHost: x", "without blanks"),
        ("https://bücher.example/", "of ASCII"),
        ("https://club_example!/", "the name of a machine"),
        ("https://club.example/" + "x" * 500, "at most 500"),
        ("", "ASCII"),
    ],
)
def test_what_is_no_address_is_refused_with_what_was_expected(text: str, why: str) -> None:
    with pytest.raises(AddressError, match=why):
        read_target(text, PORTS)


PUBLIC = ["93.184.216.34", "2606:4700:4700::1111", "64:ff9b::5db8:d822", "2002:5db8:d822::1"]
NOT_PUBLIC = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",  # where clouds tell secrets
    "100.64.0.1",  # behind a carrier's translation
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:0:127.0.0.1",  # translated, RFC 2765
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::1",
    "2002:a00:1::1",
    "2002:c0a8:101::",
    "2001:0:5db8:d822::f5ff:fffe",  # Teredo
    "2001:db8::1",
    "2606:4700::5efe:10.0.0.1",
    "2606:4700::200:5efe:10.0.0.1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "100::1",
    "4000::1",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_machines_of_the_public_internet_are_allowed(address: str) -> None:
    Guard().require([address])


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_all_others_are_refused_also_beside_a_public_one(address: str) -> None:
    for addresses in ([address], ["93.184.216.34", address], [address, "93.184.216.34"]):
        with pytest.raises(AddressError, match=r"not of the public Internet"):
            Guard().require(addresses)


def test_a_name_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(AddressError, match="leads nowhere"):
        Guard().require([])


def test_a_setting_allows_ranges_and_nothing_beside_them() -> None:
    guard = Guard(["10.1.0.0/16", "fd00::/8"])
    for address in ("10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::a01:203", "fd00::1"):
        guard.require([address])
    for address in ("10.2.0.1", "127.0.0.1", "::ffff:10.2.0.1", "fc00::1"):
        with pytest.raises(AddressError):
            guard.require([address])
