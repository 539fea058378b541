"""The files for a cluster in containers: in agreement with each other, with the server, and with what its tools say of them."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from infoset_server.config import ServerConfig, load_config

ROOT: Final = Path(__file__).parents[2]
BESIDE: Final = str(Path(sys.executable).parent)  # where pip puts the programs of packages
DEPLOY: Final = ROOT / "deploy"
CHART: Final = DEPLOY / "helm" / "infoset"
COMPOSE: Final = DEPLOY / "containers" / "compose.cluster.yml"
NODES: Final = ("n1", "n2", "n3")
TEMPLATE: Final = ("template", "--kube-version", "1.30.0")
UNITS: Final = {"s": 1, "m": 60}
EVERYTHING: Final = (
    "probeHost=infoset.example.org",
    "ingress.enabled=true",
    "ingress.tlsSecret=web",
    "gateway.name=front",
    "gateway.tcpListener=tcp",
    "settings.rooms\\.max_rooms_per_user=9",
)


def make_secrets(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = ["python3", str(DEPLOY / "make_secrets.py"), str(folder), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def composed() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(COMPOSE.read_text("utf-8"))
    return read


def longest_stop_s() -> float:
    """What a server takes at most to stop in order, where it does not hand over to others."""
    return ServerConfig().times.shutdown_grace_s


def seconds(text: str) -> int:
    return int(text[:-1]) * UNITS[text[-1]]


# Secrets.


def test_each_server_gets_its_own_secrets_and_they_fit_together(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    made = make_secrets(folder)
    assert made.returncode == 0, made.stderr
    bus = dict(line.split("=") for line in (folder / "bus.env").read_text().splitlines())
    database = (folder / "database.password").read_text().strip()
    for node in NODES:
        config = load_config(folder / f"{node}.toml")
        assert config.cluster.node == node
        word = bus[f"{node.upper()}_PASSWORD"]
        assert config.cluster.bus == tuple(
            f"nats://{node}:{word}@bus-{number}:4222" for number in (1, 2, 3)
        )
        assert config.store.url == f"postgresql://infoset:{database}@db/infoset"
        text = (folder / f"{node}.toml").read_text()
        others = [one for name, one in bus.items() if name != f"{node.upper()}_PASSWORD"]
        assert len(others) == 3
        assert not any(one in text for one in others), "it knows the password of another"
    operator = load_config(folder / "operator.toml")
    assert operator.store.url is None
    assert len(bytes.fromhex((folder / "server.key").read_text().strip())) == 32
    assert folder.stat().st_mode & 0o077 == 0


def test_rights_are_made_for_servers_of_other_names(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    assert make_secrets(folder, "--nodes", "infoset-0,infoset-1").returncode == 0
    rights = (folder / "nats.conf").read_text()
    assert re.findall(r"user: (\S+), password: \$(\w+)", rights) == [
        ("operator", "OPERATOR_PASSWORD"),
        ("infoset-0", "INFOSET_0_PASSWORD"),
        ("infoset-1", "INFOSET_1_PASSWORD"),
    ]
    known = (DEPLOY / "nats" / "nats.conf").read_text()
    for name, node in (("n1", "infoset-0"), ("n2", "infoset-1")):
        subjects = [one for one in re.findall(r'"(infoset\.[^"]*)"', known) if one.endswith(name)]
        assert subjects
        for subject in subjects:
            assert f'"{subject.removesuffix(name)}{node}"' in rights
    assert not re.search(r"\bn[123]\b", rights.partition("authorization")[2])


def test_who_has_one_role_gets_no_more_than_it_needs(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    made = make_secrets(folder, "--edges", "e1", "--thinkers", "t1")
    assert made.returncode == 0, made.stderr
    bus = dict(line.split("=") for line in (folder / "bus.env").read_text().splitlines())
    for node, role in (("e1", "edge"), ("t1", "think")):
        config = load_config(folder / f"{node}.toml")
        assert (config.cluster.node, config.cluster.roles) == (node, (role,))
        assert config.store.url is None
        text = (folder / f"{node}.toml").read_text()
        own = f"{node.upper()}_PASSWORD"
        assert bus[own] in text
        for secret in ("database.password", "server.key"):
            assert (folder / secret).read_text().strip() not in text
        assert not any(word in text for name, word in bus.items() if name != own)
    assert (folder / "nats.conf").read_text() == (DEPLOY / "nats" / "nats.conf").read_text()


def test_each_edge_has_its_own_rights_and_there_are_none_for_edges_that_are_not(
    tmp_path: Path,
) -> None:
    assert make_secrets(tmp_path / "many", "--nodes", "n1", "--edges", "e-1,e-2").returncode == 0
    rights = (tmp_path / "many" / "nats.conf").read_text()
    users = re.findall(r"user: (\S+), password: \$(\w+)", rights)
    assert users == [
        ("operator", "OPERATOR_PASSWORD"),
        ("n1", "N1_PASSWORD"),
        ("e-1", "E_1_PASSWORD"),
        ("e-2", "E_2_PASSWORD"),
    ]
    for edge in ("e-1", "e-2"):
        said = [
            one for one in re.findall(r'"(infoset\.[^"]*)"', rights) if one.endswith(f".{edge}")
        ]
        assert f"infoset.trunk.*.{edge}" in said
        assert f"infoset.hall.{edge}" not in said
    assert make_secrets(tmp_path / "none").returncode == 0
    alone = (tmp_path / "none" / "nats.conf").read_text().partition("authorization")[2]
    assert re.findall(r"user: (\S+),", alone) == ["operator", *NODES]


def read_all(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_servers_are_added_and_what_was_made_stays(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    assert make_secrets(folder, "--bus", "b:1,c:2", "--database", "db.here/games").returncode == 0
    (folder / "n1.toml").chmod(0o600)
    with (folder / "n1.toml").open("a") as edited:
        edited.write('\n[tls]\ncertificate = "here.pem"\n')
    before = read_all(folder)
    assert make_secrets(folder, "--add", "--edges", "e1").returncode == 0
    assert make_secrets(folder, "--add", "--nodes", "n4", "--thinkers", "t1").returncode == 0
    after = read_all(folder)
    assert set(after) - set(before) == {"e1.toml", "n4.toml", "t1.toml"}
    assert {name for name in before if after[name] != before[name]} == {"bus.env", "nats.conf"}
    assert after["bus.env"].startswith(before["bus.env"])
    words = dict(line.split("=") for line in after["bus.env"].splitlines())
    one, four, edge = (load_config(folder / f"{name}.toml") for name in ("n1", "n4", "e1"))
    assert (four.store.url, edge.store.url) == (one.store.url, None)
    assert edge.cluster.roles == ("edge",)
    assert four.cluster.bus == tuple(
        f"nats://n4:{words['N4_PASSWORD']}@{at}" for at in ("b:1", "c:2")
    )
    users = re.findall(r"user: (\S+),", after["nats.conf"])
    assert users == ["operator", "n1", "n2", "n3", "e1", "n4", "t1"]
    kept = before["nats.conf"].removesuffix("  ]\n}\n")
    assert after["nats.conf"].startswith(kept)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "--add: expected names of new servers"),
        (("--nodes", "n1"), "each different from all others"),
        (("--edges", "operator"), "each different from all others"),
        (("--edges", "e1", "--bus", "b:1"), "--bus, --database: expected neither"),
    ],
)
def test_what_cannot_be_added_is_refused_and_nothing_is_changed(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    folder = tmp_path / "secrets"
    assert make_secrets(folder).returncode == 0
    before = read_all(folder)
    refused = make_secrets(folder, "--add", *options)
    assert refused.returncode == 2
    assert said in refused.stderr
    assert read_all(folder) == before


def test_servers_are_added_to_what_was_made_only(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    refused = make_secrets(folder, "--add", "--edges", "e1")
    assert refused.returncode == 2
    assert "FOLDER: expected what this program has made" in refused.stderr
    assert read_all(folder) == {}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--edges", "n1"), "each different from all others"),
        (("--edges", "e1,"), "each different from all others"),
        (("--thinkers", "operator"), "each different from all others"),
        (("--nodes", "n1,n1"), "each different from all others"),
        (("--nodes", "n1,operator"), "each different from all others"),
        (("--nodes", ""), "--nodes: expected one at least"),
        (("--nodes", "n-1,n_1"), "each different from all others"),
        (("--nodes", "n 1"), "each different from all others"),
    ],
)
def test_names_that_cannot_be_are_refused_and_nothing_is_made(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    made = make_secrets(tmp_path / "secrets", *options)
    assert made.returncode == 2
    assert said in made.stderr
    assert not (tmp_path / "secrets").exists()


def test_secrets_that_are_there_are_never_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    assert make_secrets(folder).returncode == 0
    before = {path.name: path.read_text() for path in folder.iterdir()}
    again = make_secrets(folder)
    assert (again.returncode, "exists, expected none" in again.stderr) == (2, True)
    assert {path.name: path.read_text() for path in folder.iterdir()} == before


def test_secrets_go_neither_into_the_repository_nor_into_the_image() -> None:
    folder = COMPOSE.parent / "secrets"
    name = folder.relative_to(ROOT).as_posix()
    assert f"/{name}/" in (ROOT / ".gitignore").read_text().splitlines()
    assert name in (ROOT / ".dockerignore").read_text().splitlines()
    for secret in composed()["secrets"].values():
        assert (COMPOSE.parent / secret["file"]).parent == folder


# Compose.


def test_the_services_are_the_servers_that_the_other_files_name() -> None:
    services = composed()["services"]
    balancer = (DEPLOY / "haproxy.cfg").read_text("utf-8")
    assert re.findall(r"^  server \w+ (\w+):7421$", balancer, re.MULTILINE) == list(NODES)
    assert set(services) == {*NODES, "bus-1", "bus-2", "bus-3", "db", "front"}
    for node in NODES:
        service = services[node]
        assert service["command"][:2] == ["--config", f"/run/secrets/{node}.toml"]
        assert service["secrets"] == [
            f"{node}.toml",
            {"source": "server.key", "target": "/data/server.key"},
        ]
        assert service["volumes"] == [f"{node}:/data"]
        assert "ports" not in service, "players come by the front"
    front = services["front"]["networks"]["inside"]["ipv4_address"]
    assert all(
        f"connections.trusted_proxies={front}" in services[node]["command"] for node in NODES
    )


def test_each_service_is_looked_after_and_has_time_to_stop() -> None:
    for name, service in composed()["services"].items():
        assert service["restart"] == "unless-stopped", name
        assert "no-new-privileges:true" in service["security_opt"], name
        if name in NODES:  # its image has the check
            assert service["stop_signal"] == "SIGTERM"
            assert seconds(service["stop_grace_period"]) > longest_stop_s()
        else:
            assert service["healthcheck"]["test"][0] == "CMD", name


def test_no_service_is_told_a_secret_by_its_environment_or_command() -> None:
    text = COMPOSE.read_text("utf-8")
    assert "${" not in text
    for service in composed()["services"].values():
        for name, value in service.get("environment", {}).items():
            assert "PASSWORD" not in name or name.endswith("_FILE")
            assert "PASSWORD" not in name or value.startswith("/run/secrets/")


@pytest.fixture(scope="module")
def compose() -> list[str]:
    """What Docker Compose is called by."""
    docker = shutil.which("docker")
    command = [docker or "docker", "compose"]
    asked = [*command, "version"]
    if docker is None or subprocess.run(asked, capture_output=True, check=False).returncode:
        pytest.skip("NO DOCKER COMPOSE: FILES NOT READ BY IT (`make release-check` builds it)")
    return command


@pytest.mark.parametrize("name", ["compose.yml", "compose.observed.yml", "compose.cluster.yml"])
def test_compose_understands_the_file(compose: list[str], name: str, tmp_path: Path) -> None:
    command = [*compose, "-f", str(COMPOSE.parent / name), "config", "--quiet"]
    told = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"GRAFANA_PASSWORD": "chosen", "POSTGRES_PASSWORD": "chosen"},
    )
    assert told.returncode == 0, told.stderr


# The chart.


@pytest.fixture(scope="module")
def helm() -> str:
    return needed("helm")


def needed(program: str) -> str:
    """A program that comes with the tools for tests where there is one for the machine, or lies in the path."""
    found = shutil.which(program, path=os.pathsep.join((BESIDE, os.environ["PATH"])))
    if found is None:
        pytest.skip(f"NO {program.upper()} FOR THIS MACHINE: THE CHART NOT CHECKED WITH IT")
    return found


def rendered(helm: str, *values: str, name: str = "infoset") -> list[dict[str, Any]]:
    command = [helm, *TEMPLATE, name, str(CHART)]
    for value in values:
        command += ["--set", value]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return [one for one in yaml.safe_load_all(told.stdout) if one is not None]


def named(one: dict[str, Any]) -> str:
    name: str = one["metadata"]["name"]
    return name


def of_kind(objects: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    (found,) = [one for one in objects if one["kind"] == kind]
    return found


def test_nothing_is_to_be_said_against_the_chart(helm: str) -> None:
    linted = subprocess.run(
        [helm, "lint", "--strict", str(CHART)], capture_output=True, text=True, check=False
    )
    assert linted.returncode == 0, linted.stdout + linted.stderr


def test_the_chart_makes_objects_as_kubernetes_has_them(helm: str, tmp_path: Path) -> None:
    objects = rendered(helm, *EVERYTHING, "edges=2")
    known = [one for one in objects if "gateway" not in one["apiVersion"]]
    path = tmp_path / "objects.yaml"
    path.write_text(yaml.safe_dump_all(known))
    told = subprocess.run(
        [needed("kubernetes-validate"), "--strict", "-k", "1.27", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_a_pod_drains_before_it_is_killed_and_is_asked_what_the_server_answers(helm: str) -> None:
    objects = rendered(helm, *EVERYTHING)
    kinds = {one["kind"] for one in objects}
    assert kinds >= {"StatefulSet", "Service", "PodDisruptionBudget", "NetworkPolicy"}
    assert kinds >= {"Ingress", "HTTPRoute", "TCPRoute"}
    pod = of_kind(objects, "StatefulSet")["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    delay_s = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["terminationGracePeriodSeconds"] > delay_s + longest_stop_s()
    paths = {
        name: container[name]["httpGet"]["path"] for name in container if name.endswith("Probe")
    }
    assert paths == {
        "startupProbe": "/health",
        "readinessProbe": "/ready",
        "livenessProbe": "/health",
    }
    (header,) = container["readinessProbe"]["httpGet"]["httpHeaders"]
    assert header == {"name": "Host", "value": "infoset.example.org"}
    assert of_kind(objects, "PodDisruptionBudget")["spec"]["maxUnavailable"] == 1
    settings = dict(one.split("=") for one in container["args"] if "=" in one)
    assert settings.pop("cluster.node") == "$(POD_NAME)"
    assert load_config(None, settings).rooms.max_rooms_per_user == 9
    claimed = of_kind(objects, "StatefulSet")["spec"]["volumeClaimTemplates"]
    assert claimed[0]["metadata"]["name"] == "data"


def test_a_pod_sees_its_own_secrets_only_and_has_no_rights(helm: str) -> None:
    pod = of_kind(rendered(helm), "StatefulSet")["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    secret = [one for one in container["volumeMounts"] if one["name"] == "secrets"]
    assert [one.get("subPath", one.get("subPathExpr")) for one in secret] == [
        "server.key",
        "$(POD_NAME).toml",
    ]
    assert all(one["readOnly"] for one in secret)
    assert pod["automountServiceAccountToken"] is False
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert pod["securityContext"]["runAsUser"] == 10001


def test_edges_have_neither_the_key_nor_a_way_to_the_database(helm: str) -> None:
    objects = rendered(helm, "edges=2")
    servers, edges = (
        next(one for one in objects if one["kind"] == "StatefulSet" and named(one) == name)
        for name in ("infoset", "infoset-edge")
    )
    assert (servers["spec"]["replicas"], edges["spec"]["replicas"]) == (3, 2)
    pod = edges["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    mounted = [one for one in container["volumeMounts"] if one["name"] == "secrets"]
    assert [one["subPathExpr"] for one in mounted] == ["$(POD_NAME).toml"]
    assert "volumeClaimTemplates" not in edges["spec"]
    assert {"name": "data", "emptyDir": {"sizeLimit": "256Mi"}} in pod["volumes"]
    ways = {}
    for policy in (one for one in objects if one["kind"] == "NetworkPolicy"):
        component = policy["spec"]["podSelector"]["matchLabels"]["app.kubernetes.io/component"]
        ways[component] = [
            port["port"] for rule in policy["spec"]["egress"] for port in rule["ports"]
        ]
    assert ways == {"server": [53, 53, 4222, 5432], "edge": [53, 53, 4222]}
    selectors = [one["spec"]["selector"]["matchLabels"] for one in (servers, edges)]
    assert selectors[0] != selectors[1], "each set would take the pods of the other for its own"
    front = next(one for one in objects if one["kind"] == "Service" and named(one) == "infoset")
    for one in (servers, edges):
        labels = one["spec"]["template"]["metadata"]["labels"].items()
        assert labels >= one["spec"]["selector"]["matchLabels"].items()
        assert labels >= front["spec"]["selector"].items()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("edges=-1", "edges"),
        ("replicas=0", "replicas"),
        ("replicas=two", "replicas"),
        ("service.type=Other", "type"),
        ("data.size=much", "size"),
        ("secret=", "secret"),
        ("nonsense=1", "nonsense"),
        ("terminationGracePeriodSeconds=10", "terminationGracePeriodSeconds"),
        ("drainDelaySeconds=90", "expected more than drainDelaySeconds"),
        ("networkPolicy.busPort=0", "busPort"),
    ],
)
def test_values_that_cannot_be_are_refused_by_name(helm: str, value: str, said: str) -> None:
    told = subprocess.run(
        [helm, *TEMPLATE, "infoset", str(CHART), "--set", value],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode != 0
    assert said in told.stderr


def test_the_chart_has_the_version_of_the_package_and_explains_each_value() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text("utf-8"))
    assert chart["appVersion"] == chart["version"] == version
    images = {service["image"] for service in composed()["services"].values()}
    assert f"infoset:{version}" in images
    schema = json.loads((CHART / "values.schema.json").read_text("utf-8"))
    values = yaml.safe_load((CHART / "values.yaml").read_text("utf-8"))
    assert set(schema["properties"]) - {"global"} == set(values)
    for name, value in values.items():
        inner = schema["properties"][name].get("properties")
        if inner is not None:
            assert set(value) == set(inner), name


def test_addresses_under_tls_stay_so_also_of_servers_that_are_added(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    made = make_secrets(folder, "--bus", "tls://bus-1:4222,bus-2:4222", "--nodes", "n1")
    assert made.returncode == 0, made.stderr
    assert make_secrets(folder, "--add", "--edges", "e1").returncode == 0
    for name in ("n1", "e1", "operator"):
        first, second = load_config(folder / f"{name}.toml").cluster.bus
        assert re.fullmatch(f"tls://{name}:p[0-9a-f]+@bus-1:4222", first)
        assert re.fullmatch(f"nats://{name}:p[0-9a-f]+@bus-2:4222", second)
