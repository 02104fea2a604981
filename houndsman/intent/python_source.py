"""One side of a Python file as a syntax tree that knows its own text.

In: a side of a file. Out: the tree, or None for what Python does not take, or takes another way than the diff counts
its lines. Nothing fails: contents are hostile.
"""

from __future__ import annotations

import ast
import codecs
import warnings
from collections.abc import Iterator, Sequence

from houndsman.intent.sides import Side, Span
from houndsman.intent.signs import shortened

Function = ast.FunctionDef | ast.AsyncFunctionDef


class PythonSource:
    """A side that parsed."""

    def __init__(self, side: Side, tree: ast.Module) -> None:
        self.side = side
        self.tree = tree

    def touches(self, node: ast.AST) -> Sequence[int]:
        """The changed lines of `node`."""
        return self.side.touched(span_of(node))

    def text(self, node: ast.AST, cap: int = 160) -> str:
        """What stands there, on one line, at most `cap` characters, to be shown."""
        return shortened(self._raw(node, cap), cap)

    def _raw(self, node: ast.AST, most_lines: int) -> str:
        span, lines = span_of(node), self.side.lines
        start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", None)
        taken = list(lines[span.first - 1 : min(span.last, span.first + most_lines)])
        if not taken:
            return ""
        if span.first == 1:
            taken[0] = taken[0].removeprefix(codecs.BOM_UTF8)  # which no column counts
        if len(taken) == span.last - span.first + 1:
            taken[-1] = taken[-1][:end]
        taken[0] = taken[0][start:]
        return b" ".join(taken).decode("utf-8", "replace")


def parsed(side: Side) -> PythonSource | None:
    """The tree of `side`."""
    if b"\r" in side.content.replace(b"\r\n", b"\n"):
        return None  # Python begins a line there, and the diff does not
    try:
        with warnings.catch_warnings(action="ignore"):  # of escapes in the text under review
            return PythonSource(side, ast.parse(side.content))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def span_of(node: ast.AST) -> Span:
    """The lines of `node`, without its decorators."""
    first = getattr(node, "lineno", 1)
    return Span(first, getattr(node, "end_lineno", None) or first)


def docstring_span(node: ast.ClassDef | Function) -> Span | None:
    """The lines of its docstring; None where it has none."""
    first = node.body[0]
    is_text = (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    )
    return span_of(first) if is_text else None


def statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of `body`, those under `if`, `try` and `with` included."""
    waiting = list(reversed(body))
    while waiting:
        statement = waiting.pop()
        yield statement
        inner: list[ast.stmt] = []
        if isinstance(statement, ast.If | ast.Try):
            inner += [*statement.body, *statement.orelse]
        elif isinstance(statement, ast.With):
            inner += statement.body
        if isinstance(statement, ast.Try):
            inner += [each for handler in statement.handlers for each in handler.body] + statement.finalbody
        waiting += reversed(inner)


def called(node: ast.expr) -> str:
    """The last name of what is called, or of a name: `route` for `app.route(...)`; empty for what has none."""
    target = node.func if isinstance(node, ast.Call) else node
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else ""


def text_constant(node: ast.expr | None) -> str | None:
    """The text that `node` is; None for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def keyword(call: ast.Call, name: str) -> ast.expr | None:
    """The value given under `name`."""
    return next((each.value for each in call.keywords if each.arg == name), None)


def is_public(name: str) -> bool:
    """Whether others may rely on it: no underscore before it, or two on both sides."""
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))
