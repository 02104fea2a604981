"""A syntax tree that knows its own text."""

from __future__ import annotations

import ast

import pytest

from houndsman.intent.python_source import (
    called,
    docstring_span,
    is_public,
    keyword,
    parsed,
    span_of,
    statements,
    text_constant,
)
from houndsman.intent.sides import Span
from tests.intent.conftest import whole


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("x = a\n", "a"),
        ("x = (a +\n     b)\n", "a + b"),
        ("x = 'é' + f('ü')\n", "'é' + f('ü')"),
        ("x = '''a\n  b'''\n", "'''a b'''"),
        ("\ufeffx = a\n", "a"),
        ("x = a\r\ny = 1\r\n", "a"),
        ("x = '" + "a" * 200 + "'\n", "'" + "a" * 38 + "…"),
    ],
)
def test_the_text_of_an_expression(content: str, text: str) -> None:
    source = parsed(whole(content))
    assert source is not None
    (assignment, *_) = source.tree.body
    assert isinstance(assignment, ast.Assign)
    assert source.text(assignment.value, 40) == text


def test_statements_under_conditions_are_at_the_same_level() -> None:
    code = "a\nif b:\n  c\nelse:\n  d\ntry:\n  e\nexcept f:\n  g\nfinally:\n  h\nwith i:\n  j\ndef k():\n  l\n"
    found = [each for each in statements(ast.parse(code).body) if isinstance(each, ast.Expr)]
    assert [ast.unparse(each) for each in found] == ["a", "c", "d", "e", "g", "h", "j"]


@pytest.mark.parametrize(
    ("code", "span"),
    [('def f():\n  """a\n  b"""\n', Span(2, 3)), ("def f():\n  1\n", None), ("class A:\n  'x'\n", Span(2, 2))],
)
def test_docstrings(code: str, span: Span | None) -> None:
    (node,) = ast.parse(code).body
    assert isinstance(node, ast.FunctionDef | ast.ClassDef)
    assert docstring_span(node) == span


def test_small_questions() -> None:
    (statement,) = ast.parse("@a\n@b\ndef f(): pass").body
    assert span_of(statement) == Span(3, 3), "without its decorators"
    call = ast.parse("a.b('x', key=1)", mode="eval").body
    assert isinstance(call, ast.Call)
    assert (called(call), called(call.func), called(call.args[0])) == ("b", "b", "")
    assert (text_constant(call.args[0]), text_constant(keyword(call, "key")), keyword(call, "no")) == ("x", None, None)


@pytest.mark.parametrize(("name", "yes"), [("a", True), ("_a", False), ("__a", False), ("__init__", True)])
def test_what_is_public(name: str, yes: bool) -> None:
    assert is_public(name) is yes
