"""What a caged program sees: here, where Python and our packages are."""

from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from infoset_server.hosted import view


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

    monkeypatch.setattr(view, "find_spec", find)
    seen = [path for path in view.python_folders.__wrapped__() if path.is_relative_to(tmp_path)]
    assert [path.name for path in seen] == [
        "infoset_protocol",
        "infoset_protocol_compiled__mypyc.cpython-311.so",
    ]
