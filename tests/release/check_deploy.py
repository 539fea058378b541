"""The tests of what deploys a cluster that need tools few machines have. Run by `make release-check`."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.release.artefacts import BUILD_S, run
from tests.release.test_cluster_files import (
    test_a_pod_drains_before_it_is_killed_and_is_asked_what_the_server_answers as test_a_pod_drains,
)
from tests.release.test_cluster_files import (
    test_a_pod_sees_its_own_secrets_only_and_has_no_rights as test_a_pod_has_no_rights,
)
from tests.release.test_cluster_files import (
    test_compose_understands_the_file,
    test_nothing_is_to_be_said_against_the_chart,
    test_the_chart_makes_objects_as_kubernetes_has_them,
    test_values_that_cannot_be_are_refused_by_name,
)

__all__ = [
    "test_a_pod_drains",
    "test_a_pod_has_no_rights",
    "test_compose_understands_the_file",
    "test_nothing_is_to_be_said_against_the_chart",
    "test_the_chart_makes_objects_as_kubernetes_has_them",
    "test_values_that_cannot_be_are_refused_by_name",
]

HELM = "helm.sh/helm/v3/cmd/helm@v3.19.0"
CHECKER = "kubernetes-validate"
COMPOSE = "github.com/docker/compose/v2@v2.40.3"

pytestmark = pytest.mark.timeout(BUILD_S)


@pytest.fixture(scope="module")
def helm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """That of this machine, or one that is built from its source; the checker of objects is beside it."""
    folder = tmp_path_factory.mktemp("tools")
    found = shutil.which("helm") or built(folder)
    run([sys.executable, "-m", "venv", folder / "python"], folder)
    run([folder / "python" / "bin" / "python", "-m", "pip", "install", "-q", CHECKER], folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", os.environ["PATH"] + os.pathsep + str(folder / "python" / "bin"))
        yield found


def built(folder: Path) -> str:
    run([go(), "install", HELM], folder, GOBIN=str(folder))
    return str(folder / "helm")


@pytest.fixture(scope="module")
def compose(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """One that is built from its source, which `go install` cannot do as its go.mod replaces modules."""
    folder = tmp_path_factory.mktemp("compose")
    found = json.loads(run([go(), "mod", "download", "-json", COMPOSE], folder))
    source = shutil.copytree(found["Dir"], folder / "source", copy_function=shutil.copyfile)
    for place, _, _ in os.walk(source):
        os.chmod(place, 0o755)  # modules are kept unwritable
    run([go(), "build", "-o", folder / "docker-compose", "./cmd"], source)
    return [str(folder / "docker-compose")]


def go() -> str:
    found = shutil.which("go")
    if found is None:
        pytest.skip("NO GO: HELM AND DOCKER COMPOSE NOT BUILT, WHAT DEPLOYS A CLUSTER NOT CHECKED")
    return found
