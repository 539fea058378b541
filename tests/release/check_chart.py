"""The tests of the Helm chart, with the tools that few machines have. Run by `make release-check`."""

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
    test_nothing_is_to_be_said_against_the_chart,
    test_the_chart_makes_objects_as_kubernetes_has_them,
    test_values_that_cannot_be_are_refused_by_name,
)

__all__ = [
    "test_a_pod_drains",
    "test_a_pod_has_no_rights",
    "test_nothing_is_to_be_said_against_the_chart",
    "test_the_chart_makes_objects_as_kubernetes_has_them",
    "test_values_that_cannot_be_are_refused_by_name",
]

HELM = "helm.sh/helm/v3/cmd/helm@v3.19.0"
CHECKER = "kubernetes-validate"

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
    go = shutil.which("go")
    if go is None:
        pytest.skip("NO HELM, AND NO GO TO BUILD IT: THE CHART NOT RENDERED")
    run([go, "install", HELM], folder, GOBIN=str(folder))
    return str(folder / "helm")
