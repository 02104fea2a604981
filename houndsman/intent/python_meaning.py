"""What a piece of Python comes to, however it is written.

In: nodes of a syntax tree. Out: a text that is the same for what does the same: comments, layout, docstrings,
annotations and the names of local variables are not in it. To be compared and never shown: secrets are still in it.
`RecursionError` for what is nested more deeply than Python follows.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence

from houndsman.intent.python_source import Function

_UNSAID = frozenset({"ctx", "kind", "returns", "type_comment", "type_ignores", "type_params"})


def meaning(*nodes: ast.AST, of: Function | None = None) -> str:
    """What `nodes` come to.

    Args:
        of: the function that they stand in, whose local variables go by their number.
    """
    teller = _Teller(_locals(of) if of is not None else ())
    return teller.told(list(nodes))


def function_meaning(node: Function) -> str:
    """What a function does, its decorators included; its name and its parameters are seen elsewhere."""
    return meaning(*node.decorator_list, *node.body, of=node)


def class_meaning(node: ast.ClassDef) -> str:
    """What a class declares, all but its name."""
    nameless = ast.ClassDef("", node.bases, node.keywords, node.body, node.decorator_list)
    return meaning(nameless)


class _Teller:
    def __init__(self, names: Collection[str]) -> None:
        self._locals = names
        self._numbers: dict[str, int] = {}
        self._declares = False
        """In a class an annotation alone declares a field; elsewhere it says nothing."""

    def told(self, value: object) -> str:
        if isinstance(value, ast.AST):
            return self._node(value)
        if isinstance(value, list):
            return f"[{','.join(said for each in value if (said := self.told(each)))}]"
        return repr(value)

    def _node(self, node: ast.AST) -> str:
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.ExceptHandler) and node.name:
            return f"Except({self.told(node.type)},{self._name(node.name)},{self.told(node.body)})"
        if isinstance(node, ast.arg):
            return node.arg
        if isinstance(node, ast.AnnAssign):
            return self._annotated(node)
        if isinstance(node, ast.Assign):
            return self._assigned(node.targets, node.value)
        if isinstance(node, ast.Pass) or _is_bare_text(node):
            return ""
        around, self._declares = self._declares, self._inside(node)
        fields = ",".join(self.told(value) for name, value in ast.iter_fields(node) if name not in _UNSAID)
        self._declares = around
        return f"{type(node).__name__}({fields})"

    def _name(self, name: str) -> str:
        if name not in self._locals:
            return f"Name({name})"
        return f"#{self._numbers.setdefault(name, len(self._numbers))}"

    def _assigned(self, targets: Sequence[ast.expr], value: ast.expr) -> str:
        """A constant that several targets get is the same as several assignments."""
        if isinstance(value, ast.Constant):
            return ",".join(f"Assign([{self.told(target)}],{self.told(value)})" for target in targets)
        return f"Assign({self.told(list(targets))},{self.told(value)})"

    def _inside(self, node: ast.AST) -> bool:
        return isinstance(node, ast.ClassDef) or (self._declares and not isinstance(node, Function | ast.Lambda))

    def _annotated(self, node: ast.AnnAssign) -> str:
        if node.value is not None:  # as if it had no annotation
            return self._assigned([node.target], node.value)
        return f"{self.told(node.target)}:{self.told(node.annotation)}" if self._declares else ""


def _is_bare_text(node: ast.AST) -> bool:
    """A docstring, or a text that stands where one might."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _locals(function: Function) -> frozenset[str]:
    """The variables of `function` that nobody outside can name: neither parameters, nor shared, nor in a class."""
    return frozenset(_assigned(ast.walk(function))) - frozenset(_named_outside(function))


def _assigned(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


def _named_outside(function: Function) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Global | ast.Nonlocal):
            yield from node.names
        elif isinstance(node, ast.ClassDef):
            yield from _assigned(ast.walk(node))
