"""What a piece of Python comes to: what is only written otherwise is the same, and nothing else is."""

from __future__ import annotations

import ast

import pytest

from houndsman.intent.python_meaning import class_meaning, function_meaning, meaning


def does(body: str, head: str = "def f(p):") -> str:
    """What a function with these statements, one a line, does."""
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    function = ast.parse(f"{head}\n{lines}\n").body[0]
    assert isinstance(function, ast.FunctionDef)
    return function_meaning(function)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("return g()", "return g()  # type: ignore"),
        ("return g(1, 2)", "return g(\n  1,\n  2,\n)"),
        ("return 'ab'", 'return "a" "b"'),
        ("return 1", '"""Why."""\nreturn 1'),
        ("x = 1\nreturn x", "x: int = 1\nreturn x"),
        ("x = 1\nreturn x", "x: int\nx = 1\nreturn x"),
        ("a = b = None\nreturn a", "a: A = None\nb: B = None\nreturn a"),
        ("x = g()\nreturn x", "y = g()\nreturn y"),
        ("for x in p: print(x)", "for y in p: print(y)"),
        ("try: g()\nexcept E as e: raise F from e", "try: g()\nexcept E as error: raise F from error"),
        ("def g(a): return a\nreturn g", "def g(a: int) -> int: return a\nreturn g"),
    ],
)
def test_what_is_only_written_otherwise_is_the_same(one: str, other: str) -> None:
    assert does(one) == does(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("return 1", "return 2"),
        ("return 1", "return True"),
        ("return a", "return b"),
        ("return p", "return q"),
        ("p = 1\nreturn p", "q = 1\nreturn q"),
        ("x = 1\ny = 2\nreturn x", "x = 1\ny = 2\nreturn y"),
        ("x = 1\nreturn lambda x: x", "y = 1\nreturn lambda x: y"),
        ("global x\nx = 1", "global y\ny = 1"),
        ("class A:\n    x = 1\nreturn A", "class A:\n    y = 1\nreturn A"),
        ("a = b = g()", "a = g()\nb = g()"),
        ("self.x = 1", "self.y = 1"),
        ("return g(a=1)", "return g(b=1)"),
    ],
)
def test_what_does_something_else_is_another(one: str, other: str) -> None:
    assert does(one) != does(other)


def test_a_decorator_is_part_of_it() -> None:
    assert does("return 1") != does("return 1", "@cached\ndef f(p):")


def test_in_a_class_an_annotation_alone_declares_a_field() -> None:
    one, renamed, other, commented = (
        tree.body[0]
        for tree in map(
            ast.parse, ("class A:\n x: int", "class B:\n x: int", "class A:\n x: str", "class A:\n 'why'\n x: int")
        )
    )
    for node in (one, renamed, other, commented):
        assert isinstance(node, ast.ClassDef)
    told = [class_meaning(node) for node in (one, renamed, other, commented) if isinstance(node, ast.ClassDef)]
    assert told[0] == told[1] == told[3] != told[2]


def test_what_is_nested_too_deeply_says_so() -> None:
    deep: ast.expr = ast.Constant(1)
    for _ in range(100_000):
        deep = ast.UnaryOp(ast.Not(), deep)
    with pytest.raises(RecursionError):
        meaning(deep)
