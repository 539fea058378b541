"""Who may connect, and how often."""

from pydantic import Field

from infoset_server.config.section import Addresses, Count, Names, Networks, Section


class ConnectionLimits(Section):
    """Who may connect, and how often."""

    max_total: Count = Field(
        default=10_000, description="Open connections, all addresses together."
    )
    max_per_address: Count = Field(
        default=512,
        description="Open connections from one address, which may be that of a whole school: a browser "
        "that loads the page opens up to six besides its own WebSocket. Here and in every limit per address, an "
        "IPv6 network of 64 bits counts as one.",
    )
    max_away: Count = Field(
        default=2_000,
        description="Sessions without a connection that wait to be resumed; the longest gone end "
        "first.",
    )
    max_away_per_address: Count = Field(
        default=256,
        description="Of those, sessions that came from one address; its longest gone end first.",
    )
    max_unwelcomed_per_address: Count = Field(
        default=256,
        description="Of those, connections that have neither been welcomed nor been given a page.",
    )
    failed_hellos_per_min: Count = Field(
        default=10,
        description="Logins per address that did not end in `welcome`, sustained; the burst is "
        "4 times that. A welcome gives its share back, so a class-room behind one address is "
        "not held up.",
    )
    hellos_per_s: Count = Field(
        default=500,
        description="Logins of everybody together, sustained; the burst is 2 s of that. Who is too "
        "many is told when to come again, each at another moment.",
    )
    hellos_per_user_per_min: Count = Field(
        default=600,
        description="Logins of one user, from wherever they come: stops a program that connects "
        "again and again.",
    )
    exempt_loopback: bool = Field(
        default=True,
        description="Do not count what comes from the server's own machine: in no limit per address.",
    )
    max_tracked_addresses: Count = Field(
        default=10_000,
        description="Addresses whose logins are remembered; the longest silent goes first.",
    )
    allowed_origins: Names = Field(
        default=(),
        description="Web origins (`https://play.example.org`) whose pages may connect besides the "
        "server's own; `*` allows every page. Programs send no origin and are not concerned.",
    )
    allowed_hosts: Names = Field(
        default=(),
        description="Names clients may call the server by. With some listed, HTTP and WebSocket "
        "requests for any other name or address are refused; with none, the server answers to its own names "
        "(`localhost`, the machine's, that with `.local`, those of `tls.certificate`) and, except through "
        "a loopback address, to every IP address. Through loopback `localhost` and its addresses always "
        "work. Guards against DNS rebinding.",
    )
    addresses: Addresses = Field(
        default=(),
        description="By which clients reach the server (`play.example.org:443`), each with its port: a login by key "
        "that was signed for another one is refused. With none listed, these count: the address at which the connection "
        "has arrived, the machine's own names, and `allowed_hosts`, there and on ports 80 and 443. List them where a "
        "proxy or a router passes connections on.",
    )
    trusted_proxies: Networks = Field(
        default=(),
        description="Addresses or ranges of reverse proxies whose `X-Forwarded-For` and "
        "`X-Forwarded-Proto` are believed; everybody else's are ignored. They must set both.",
    )
