"""What tests of the page pretend that a server tells is described by docs/openapi.json: else the page is tried with what
nobody will ever tell it.
"""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator
from tests.page.documents import AB_TEST, DOCUMENTS

from infoset_server.http.abtests import AbTestDocument

OPENAPI: Final = Path(__file__).parents[2] / "docs" / "openapi.json"


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(OPENAPI.read_text("utf-8"))
    return found


def answer_of(described: dict[str, Any], path: str) -> dict[str, Any]:
    """The schema of what is told there."""
    for template, operations in described["paths"].items():
        if re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)), path):
            (operation,) = operations.values()
            schema: dict[str, Any] = operation["responses"]["200"]["content"]["application/json"]
            return {**schema["schema"], "components": described["components"]}
    pytest.fail(f"docs/openapi.json has no {path}")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_of_these_tests_is_one_that_a_server_tells(
    described: dict[str, Any], name: str
) -> None:
    validator = Draft202012Validator(answer_of(described, f"/{name}"))
    assert [
        f"{error.json_path}: {error.message}" for error in validator.iter_errors(DOCUMENTS[name])
    ] == []


def test_an_ab_test_of_these_tests_has_all_that_a_server_tells() -> None:
    assert set(AB_TEST) == set(AbTestDocument.model_fields)
