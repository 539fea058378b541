"""What a sandboxed program sees: here, where Python and our packages are."""

from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from infoset_server.programs.sandbox import environment
from infoset_server.programs.sandbox.environment import package_mounts


def test_what_is_compiled_of_a_package_is_seen_with_it_and_the_server_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("infoset_protocol", "infoset_server"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / f"{name}_compiled__mypyc.cpython-311.so").touch()

    def find(name: str) -> ModuleSpec | None:
        folder = tmp_path / name
        return (
            ModuleSpec(name, None, origin=str(folder / "__init__.py")) if folder.exists() else None
        )

    monkeypatch.setattr(environment, "find_spec", find)
    seen = [
        mount for mount in package_mounts.__wrapped__() if mount.source.is_relative_to(tmp_path)
    ]
    assert [mount.at for mount in seen] == [
        "/cage/lib/infoset_protocol",
        "/cage/lib/infoset_protocol_compiled__mypyc.cpython-311.so",
    ]
