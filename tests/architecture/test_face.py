"""The public face: what it promises is there, and is promised to type checkers in the same words."""

from __future__ import annotations

import ast
import importlib.metadata
from typing import TYPE_CHECKING

import pytest

import houndsman

if TYPE_CHECKING:
    from tests.architecture.conftest import Source


@pytest.mark.parametrize("name", houndsman.__all__)
def test_every_promised_name_resolves_and_is_documented(name: str) -> None:
    value = getattr(houndsman, name)
    assert name == "__version__" or value.__doc__


def test_the_type_checker_is_told_the_same_as_the_interpreter(source: Source) -> None:
    (face,) = [module for module in source.harness if module.name == "houndsman"]
    for_types = {found.name: found.module for found in face.imports if found.module.startswith("houndsman.")}
    assert for_types == houndsman._HOMES
    assert {*for_types, "__version__"} == set(houndsman.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="Watchdogs"):
        getattr(houndsman, "Watchdogs")  # noqa: B009 - the type checker would stop the plain form


def test_the_version_is_a_literal_and_the_installed_one(source: Source) -> None:
    (face,) = [module for module in source.harness if module.name == "houndsman"]
    values = [
        node.value
        for node in face.tree.body
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["__version__"]
    ]
    assert [ast.literal_eval(value) for value in values] == [importlib.metadata.version("houndsman")]
