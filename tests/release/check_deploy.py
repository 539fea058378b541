"""The test of what deploys a cluster that needs a tool few machines have. Run by `make release-check`."""

import json
import os
import shutil

import pytest
from tests.release.artefacts import BUILD_S, run
from tests.release.test_cluster_files import test_compose_understands_the_file

__all__ = ["test_compose_understands_the_file"]

COMPOSE = "github.com/docker/compose/v2@v2.40.3"

pytestmark = pytest.mark.timeout(BUILD_S)


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
        pytest.skip("NO GO: DOCKER COMPOSE NOT BUILT, ITS FILES NOT READ BY IT")
    return found
