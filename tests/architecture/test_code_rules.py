"""House rules that no linter knows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.architecture.conftest import Module, Source

#: Where anything may be raised by somebody else's code, what hands it on from thread to thread, and the last resort
#: that turns it into an exit code.
MAY_CATCH_ALL = {"houndsman.plugin_manager", "houndsman.hook_relay", "houndsman.hunt.dispatch", "houndsman.cli.main"}

NAMES_THAT_SAY_NOTHING = {"utils", "util", "common", "helpers", "helper", "core", "misc", "base_utils", "lib"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def test_only_the_plugin_door_and_the_last_resort_catch_everything(source: Source) -> None:
    wrong = [
        module.at(node.lineno)
        for module in source.modules
        if module.name not in MAY_CATCH_ALL
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and _catches_all(node)
    ]
    assert not wrong, "\n".join(wrong)


def _catches_all(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    return any(isinstance(n, ast.Name) and n.id in ("Exception", "BaseException") for n in ast.walk(handler.type))


def test_no_any_in_a_public_signature(source: Source) -> None:
    wrong = [
        f"{module.at(function.lineno)}: {function.name}"
        for module in source.modules
        for function in _public_functions(module.tree)
        for annotation in _annotations(function)
        for node in ast.walk(annotation)
        if (isinstance(node, ast.Name) and node.id == "Any") or (isinstance(node, ast.Attribute) and node.attr == "Any")
    ]
    assert not wrong, "\n".join(wrong)


def test_everything_public_is_documented(source: Source) -> None:
    wrong = [f"{m.at(1)}: module" for m in source.modules if not ast.get_docstring(m.tree) and m.tree.body]
    wrong += [
        f"{module.at(node.lineno)}: {node.name}"
        for module in source.modules
        for node in [*_public_functions(module.tree), *_public_classes(module.tree)]
        if not ast.get_docstring(node)
    ]
    assert not wrong, "\n".join(wrong)


def _public_classes(tree: ast.Module | ast.ClassDef) -> Iterator[ast.ClassDef]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node
            yield from _public_classes(node)


def _public_functions(tree: ast.Module) -> Iterator[Function]:
    # What a method of a class from outside, such as `click.Group`, does is said where it was first declared.
    own = [each for each in _public_classes(tree) if not any(isinstance(base, ast.Attribute) for base in each.bases)]
    bodies = [tree.body, *(each.body for each in own)]
    for body in bodies:
        for node in body:
            if isinstance(node, Function) and not node.name.startswith("_"):
                yield node


def _annotations(function: Function) -> Iterator[ast.expr]:
    given = function.args
    arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    for annotation in (function.returns, *(argument.annotation for argument in arguments if argument)):
        if annotation is not None:
            yield annotation


def test_every_file_is_named_for_what_it_answers(source: Source) -> None:
    wrong = [module.name for module in source.modules if NAMES_THAT_SAY_NOTHING & set(module.name.split("."))]
    assert not wrong


@pytest.mark.parametrize("marker", ["TO" + "DO", "FIX" + "ME", "X" * 3, "NotImplemented" + "Error"])
def test_nothing_is_left_for_later(source: Source, marker: str) -> None:
    wrong = [m.path.name for m in source.harness if _has_word(m, marker)]
    assert not wrong


def _has_word(module: Module, word: str) -> bool:
    return word in module.path.read_text(encoding="utf-8")
