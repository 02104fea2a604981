"""What the changed lines of one side of a Python file hold beside declarations.

In: a parsed side. Out: signs of checks and constraints, keys of configuration, options of commands, tables of routes,
steps of migrations, and ways in that a function declares inside. Only what the change touches is looked at.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from houndsman.intent.python_doors import door
from houndsman.intent.python_meaning import meaning
from houndsman.intent.python_signs import inner_doors
from houndsman.intent.python_source import Function, PythonSource, called, keyword, span_of, text_constant
from houndsman.intent.sides import Span
from houndsman.intent.signs import Kind, Sign, within

_UPPER_KEY = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\Z")
_CONFIGURATIONS = re.compile(r"(?:config|settings|environ|conf|env)\Z", re.IGNORECASE)
_CONSTRAINTS = frozenset(
    {"CheckConstraint", "UniqueConstraint", "ExclusionConstraint", "ForeignKeyConstraint", "PrimaryKeyConstraint"}
)
_HOLDS = frozenset({("unique", True), ("null", False), ("nullable", False), ("primary_key", True)})
_ROUTE_TABLES = frozenset({"path", "re_path", "url", "add_url_rule", "add_route", "add_api_route", "register"})
_OPTIONS = frozenset({"option", "argument"})
_MIGRATION = re.compile(rb"(?:\A|/)(?:migrations|versions|alembic)/[^/]+\.py\Z")

#: Statements in the body of a check: a longer one does something beside refusing.
_GUARD_STATEMENTS = 3


class _Place(NamedTuple):
    """Where a node stands."""

    qualname: str
    """Of the innermost declaration; empty for the module."""
    in_function: bool

    def inside(self, name: str, *, function: bool) -> _Place:
        return _Place(f"{self.qualname}.{name}" if self.qualname else name, self.in_function or function)


def details(source: PythonSource) -> Iterator[Sign]:
    """The signs in what is touched of `source`."""
    waiting: list[tuple[ast.AST, _Place]] = [(source.tree, _Place("", False))]
    is_migration = _MIGRATION.search(source.side.path.raw) is not None
    while waiting:
        node, place = waiting.pop()
        if hasattr(node, "lineno") and not source.touches(node) and not _touches_decorators(source, node):
            continue
        yield from _of_node(source, node, place, is_migration)
        inner = place
        if isinstance(node, Function):
            if place.in_function:
                yield from inner_doors(source, node, place.inside(node.name, function=True).qualname)
            inner = place.inside(node.name, function=True)
        elif isinstance(node, ast.ClassDef):
            inner = place.inside(node.name, function=False)
        waiting += ((child, inner) for child in ast.iter_child_nodes(node))


def _touches_decorators(source: PythonSource, node: ast.AST) -> bool:
    decorators = node.decorator_list if isinstance(node, ast.ClassDef | Function) else []
    return any(source.touches(each) for each in decorators)


def _of_node(source: PythonSource, node: ast.AST, place: _Place, is_migration: bool) -> Iterator[Sign]:
    if isinstance(node, ast.If | ast.Assert):
        yield from _check(source, node, place)
    elif isinstance(node, ast.Dict) and not place.in_function:
        yield from _settings(node)
    elif isinstance(node, ast.Subscript):
        yield from _setting_read(node.value, node.slice)
    elif isinstance(node, ast.Call):
        yield from _call(source, node, place)
        if is_migration:
            yield from _migration(source, node)
    elif isinstance(node, Function):
        yield from _options(source, node)


def _check(source: PythonSource, node: ast.If | ast.Assert, place: _Place) -> Iterator[Sign]:
    """`assert …`, or `if …: raise …`."""
    where = f" in {place.qualname}" if place.qualname else ""
    if isinstance(node, ast.Assert):
        name, spans, outcome = f"assert {source.text(node.test, 100)}", (span_of(node),), "assert"
    else:
        last = node.body[-1]
        if not isinstance(last, ast.Raise) or len(node.body) > _GUARD_STATEMENTS:
            return
        outcome = f"raise {called(last.exc)}".strip() if last.exc is not None else "raise"
        name = f"if {source.text(node.test, 100)}: {outcome}"
        spans = (Span(node.lineno, span_of(last).last),)
    family = f"{place.qualname} {outcome}"
    yield Sign(
        kind=Kind.INVARIANT,
        noun="check",
        name=name,
        key=f"{family} {name}",
        line=node.lineno,
        spans=spans,
        shape=name,
        tail=where,
        family=family,
        owner=within(f"signature {place.qualname}"),
        rank=0,
        twin=partial(_check_twin, node, outcome),
    )


def _check_twin(node: ast.If | ast.Assert, outcome: str) -> str:
    return f"{meaning(node.test)} {outcome}"


def _settings(node: ast.Dict) -> Iterator[Sign]:
    """Keys such as `SECRET_KEY` in a table of defaults. Their values are nobody's business here."""
    for key, value in zip(node.keys, node.values, strict=True):
        name = text_constant(key)
        if key is not None and name and len(name) > 2 and _UPPER_KEY.match(name):
            span = Span(key.lineno, span_of(value).last)
            yield Sign(
                Kind.CONTRACT,
                "configuration",
                name,
                f"configuration {name}",
                key.lineno,
                (span,),
                meaning(value),
                rank=0,
            )


def _setting_read(of: ast.expr, key: ast.expr) -> Iterator[Sign]:
    name = text_constant(key)
    if name and _UPPER_KEY.match(name) and _CONFIGURATIONS.search(called(of)):
        noun = "use of configuration"
        yield Sign(Kind.CONTRACT, noun, name, f"use {name}", key.lineno, (span_of(key),), rank=2)


def _call(source: PythonSource, node: ast.Call, place: _Place) -> Iterator[Sign]:
    name, first = called(node), node.args[0] if node.args else None
    if name in _CONSTRAINTS:
        yield _constraint(source, node, source.text(node, 110), place)
    for each in node.keywords:
        if isinstance(each.value, ast.Constant) and (each.arg, each.value.value) in _HOLDS:
            words = f"{each.arg}={each.value.value!r}"
            yield _constraint(source, each, words, place, f" for {source.text(node, 60)}")
    if name == "getattr" and len(node.args) > 1:
        yield from _setting_read(node.args[0], node.args[1])
    elif isinstance(node.func, ast.Attribute) and name == "get" and first is not None:
        yield from _setting_read(node.func.value, first)
    elif name == "getenv" and first is not None:
        yield from _setting_read(ast.Name("environ"), first)
    elif name in _ROUTE_TABLES:
        yield from _route_row(source, node, name)
    elif name == "add_parser":
        yield from _named(Kind.FLOW, "command", first, "", "")
    elif name == "add_argument":
        where = f" in {place.qualname}" if place.qualname else ""
        yield from _named(Kind.CONTRACT, "option", first, where, meaning(node))


def _constraint(source: PythonSource, node: ast.AST, words: str, place: _Place, of: str = "") -> Sign:
    where = f" in {place.qualname}" if place.qualname else ""
    key = f"constraint {place.qualname} {of} {words}"
    line = span_of(node).first
    return Sign(Kind.INVARIANT, "constraint", words, key, line, (span_of(node),), words, f"{of}{where}", rank=0)


def _route_row(source: PythonSource, node: ast.Call, name: str) -> Iterator[Sign]:
    path, view = text_constant(node.args[0] if node.args else None), _view(node)
    if path is None or view is None or (name == "register" and not isinstance(node.func, ast.Attribute)):
        return
    handler = source.text(view, 80)
    line = node.args[0].lineno
    yield Sign(
        Kind.FLOW,
        "route",
        path,
        f"route {path}",
        line,
        (span_of(node),),
        f"{path} {handler}",
        f" → {handler}",
        family=f"route to {handler}",
        rank=0,
    )


def _view(node: ast.Call) -> ast.expr | None:
    return keyword(node, "view_func") or (node.args[1] if len(node.args) > 1 else keyword(node, "view"))


def _named(kind: Kind, noun: str, given: ast.expr | None, tail: str, shape: str) -> Iterator[Sign]:
    name = text_constant(given)
    if name and given is not None:
        yield Sign(kind, noun, name, f"{noun} {name}{tail}", given.lineno, (span_of(given),), shape, tail, rank=0)


def _options(source: PythonSource, node: Function) -> Iterator[Sign]:
    """Parameters of a click command: one for each decorator."""
    found = door(source, node)
    command = found.name if found else node.name
    for each in node.decorator_list:
        if not isinstance(each, ast.Call) or called(each) not in _OPTIONS or not source.touches(each):
            continue
        given = max(each.args, key=lambda word: len(text_constant(word) or ""), default=None)
        name = text_constant(given)
        if name and given is not None:
            yield Sign(
                Kind.CONTRACT,
                called(each),
                name,
                f"option {command} {name}",
                given.lineno,
                (span_of(each),),
                meaning(each),
                f" of {command}",
            )


def _migration(source: PythonSource, node: ast.Call) -> Iterator[Sign]:
    """A step of Django (`migrations.AddField(...)`) or alembic (`op.add_column(...)`)."""
    step = node.func
    if not isinstance(step, ast.Attribute) or called(step.value) not in ("migrations", "op", "batch_op"):
        return
    if called(step.value) == "migrations" and not step.attr[:1].isupper():
        return  # what it depends on
    words = [text for each in node.args if (text := text_constant(each))]
    words += [
        text for name in ("model_name", "name", "old_name", "new_name") if (text := text_constant(keyword(node, name)))
    ]
    columns = [each.args[0] for each in node.args if isinstance(each, ast.Call) and each.args]
    words += [text for each in columns if (text := text_constant(each))]
    of = f" of {'.'.join(words[:4])}" if words else ""
    key = f"migration {step.attr}{of}"
    line = getattr(step, "end_lineno", node.lineno)
    yield Sign(Kind.CONTRACT, "migration", step.attr, key, line, (span_of(node),), meaning(node), of, rank=0)
