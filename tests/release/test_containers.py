"""The files for containers: linted, parsed, in agreement with each other and with what the server says of itself."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from infoset_server.config import load_config

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "deploy" / "containers"
COMPOSED: Final = ("compose.yml", "compose.observed.yml", "compose.cluster.yml")
DASHBOARD: Final = FOLDER / "grafana" / "infoset.json"
YAML: Final = (
    "deploy/containers",
    "deploy/helm/infoset/Chart.yaml",
    "deploy/helm/infoset/values.yaml",
    ".github",
    "CITATION.cff",
    ".pre-commit-config.yaml",
)
METRIC: Final = re.compile(r"\b(?:infoset_\w+|process_\w+|python_info)\b")
PARTS: Final = re.compile(r"_(bucket|sum|count)$")


def read(name: str) -> Any:
    return yaml.safe_load((FOLDER / name).read_text("utf-8"))


def metrics(text: str) -> set[str]:
    """The names of metrics in a text; a histogram by its own name."""
    return {PARTS.sub("", name) for name in METRIC.findall(text)}


DOCKERFILES: Final = ("Dockerfile", ".devcontainer/Dockerfile")


@pytest.mark.parametrize("name", DOCKERFILES)
def test_nothing_is_to_be_said_against_a_dockerfile(name: str) -> None:
    linter = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if linter is None:
        pytest.skip("NO HADOLINT: the Dockerfile NOT LINTED")
    linted = subprocess.run([linter, ROOT / name], capture_output=True, text=True, check=False)
    assert linted.returncode == 0, linted.stdout + linted.stderr


def test_nothing_is_to_be_said_against_the_yaml() -> None:
    pytest.importorskip("yamllint", reason="NO YAMLLINT: YAML NOT LINTED")
    rules = "{extends: default, rules: {line-length: {max: 120}, document-start: disable, "
    rules += "truthy: disable, empty-values: disable, comments: {min-spaces-from-content: 1}}}"
    linted = subprocess.run(
        [sys.executable, "-m", "yamllint", "--strict", "-d", rules, *YAML],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert linted.returncode == 0, linted.stdout


def test_the_images_version_is_that_of_the_package() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    service = read("compose.yml")["services"]["infoset"]
    assert service["image"] == f"infoset:{version}"
    assert f"infoset:{version}" in (ROOT / "docs" / "containers.md").read_text("utf-8")


def test_no_image_names_the_registry_it_comes_from() -> None:
    composed = [
        service["image"]
        for name in COMPOSED
        for service in read(name)["services"].values()
        if "image" in service
    ]
    texts = [(ROOT / name).read_text("utf-8") for name in DOCKERFILES]
    stages = [image for text in texts for image in re.findall(r"^FROM (\S+)", text, re.MULTILINE)]
    for image in [*composed, *stages]:
        owner, slash, _ = image.partition("/")
        assert not slash or "." not in owner, image
    assert len(stages) == 3


def test_the_server_may_write_to_its_data_only() -> None:
    service = read("compose.yml")["services"]["infoset"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["volumes"] == ["data:/data"]
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    assert re.findall(r"^USER (.*)$", dockerfile, re.MULTILINE) == ["10001:10001"]
    assert "STOPSIGNAL SIGTERM" in dockerfile


def test_whatever_is_mounted_is_there_and_every_volume_is_declared() -> None:
    for name in COMPOSED:
        composed = read(name)
        for service in composed["services"].values():
            for mounted in service.get("volumes", []):
                source = mounted.split(":")[0]
                if source.startswith("."):
                    assert (FOLDER / source).is_file(), source
                else:
                    assert source in composed["volumes"], source


def test_prometheus_asks_the_server_and_is_the_one_who_may() -> None:
    services = read("compose.observed.yml")["services"]
    config = load_config(FOLDER / "infoset.toml")
    server = services["infoset"]["networks"]["inside"]["ipv4_address"]
    reader = services["prometheus"]["networks"]["inside"]["ipv4_address"]
    ((target,),) = [
        scraped["targets"]
        for job in read("prometheus.yml")["scrape_configs"]
        for scraped in job["static_configs"]
    ]
    assert target == f"{server}:{config.port}"
    written = tomllib.loads((FOLDER / "infoset.toml").read_text("utf-8"))
    assert written["status"]["metrics_for"] == [reader]
    assert config.store.url is not None
    assert "@db/" in config.store.url
    assert "db" in services


def test_every_metric_of_the_document_is_on_the_dashboard_and_no_other() -> None:
    text = (ROOT / "docs" / "operation.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    documented = metrics(" ".join(rows))
    dashboard = json.loads(DASHBOARD.read_text("utf-8"))
    shown = metrics(" ".join(expressions(dashboard)))
    prometheus_own = {name for name in shown if name.startswith("process_")}  # `process_*` there
    assert shown - prometheus_own == documented - {"process_"}
    assert len(prometheus_own) > 3


def expressions(dashboard: dict[str, Any]) -> list[str]:
    return [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]


def test_the_panels_lie_beside_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in json.loads(DASHBOARD.read_text("utf-8"))["panels"]:
        place = panel["gridPos"]
        cells = {
            (place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])
        }
        assert not taken & cells, panel["title"]
        assert all(x < 24 for x, _ in cells), panel["title"]
        taken |= cells


def test_the_container_to_develop_in_makes_what_the_makefile_knows() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    command, target = container["postCreateCommand"].split()
    assert command == "make"
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("$(VENV)", ".venv")
    assert re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE)
