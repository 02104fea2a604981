"""What one side of a Python file declares: functions, classes, fields, constants, and the ways in.

In: a parsed side. Out: signs of everything public that it declares. Of a test file only what its tests claim counts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from houndsman.intent.python_doors import door, management_command
from houndsman.intent.python_meaning import class_meaning, function_meaning, meaning
from houndsman.intent.python_source import (
    Function,
    PythonSource,
    called,
    docstring_span,
    is_public,
    span_of,
    statements,
    text_constant,
)
from houndsman.intent.sides import Span, without
from houndsman.intent.signs import Event, Kind, Part, Sign, shortened

_ENUMERATIONS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "Choices", "TextChoices", "IntegerChoices"})
_STATUS = re.compile(r"(?:\A|_)(?:STATUS|STATE|PHASE|STAGE)(?:_|\Z)")
_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*\Z")
_SETTINGS = re.compile(rb"(?:\A|/)(?:settings|config|conf|default_?settings)(?:/[^/]+)?\.py\Z")
_PROPERTIES = frozenset({"property", "cached_property"})
_ACCESSORS = frozenset({"getter", "setter", "deleter"})
_INSIDE = frozenset({Event.ADDED, Event.CHANGED, Event.REMOVED})
_NOT_FIELDS = frozenset({"__slots__", "__doc__", "__module__", "__hash__"})


def declared(source: PythonSource) -> Iterator[Sign]:
    """The signs of a file that is no test."""
    module = _module(source)
    for statement in statements(source.tree.body):
        if isinstance(statement, ast.ClassDef):
            yield from _class(source, statement, "", module)
        elif isinstance(statement, Function):
            yield from _function(source, statement, "", module)
        else:
            yield from _constants(source, statement)


def inner_doors(source: PythonSource, function: Function, qualname: str) -> Iterator[Sign]:
    """A way in that is declared inside another function, as in a factory of applications."""
    found = door(source, function)
    if found is not None:
        yield _flow(source, function, qualname, "", _module(source))


def _class(source: PythonSource, node: ast.ClassDef, outer: str, module: str) -> Iterator[Sign]:
    if not is_public(node.name) or node.name == "Meta":  # Django's: what it says are constraints
        return
    name = f"{outer}{node.name}"
    bases = ", ".join(source.text(each) for each in [*node.bases, *(each.value for each in node.keywords)])
    own = without(Span(node.lineno, span_of(node).last), docstring_span(node))
    yield Sign(
        kind=Kind.CONTRACT,
        noun="class",
        name=f"{node.name}({bases})" if bases else node.name,
        key=f"class {name}",
        line=node.lineno,
        spans=own,
        shape=", ".join(source.text(_bare(each)) for each in node.bases),
        reshaped="bases changed",
        tail=_members(node),
        owner=f"class {outer.removesuffix('.')}",
        twin=partial(class_meaning, node),
    )
    is_enumeration = any(called(base) in _ENUMERATIONS for base in node.bases)
    properties: dict[str, list[Function]] = {}
    for statement in statements(node.body):
        if isinstance(statement, ast.ClassDef):
            yield from _class(source, statement, f"{name}.", module)
        elif isinstance(statement, Function) and _is_accessor(statement):
            properties.setdefault(statement.name, []).append(statement)
        elif isinstance(statement, Function):
            yield from _function(source, statement, f"{name}.", module)
        else:
            yield from _fields(source, statement, name, is_enumeration)
    for accessors in properties.values():
        yield from _property(accessors, name)


def _bare(base: ast.expr) -> ast.expr:
    """A base class without its type parameters, which only a type checker sees."""
    return base.value if isinstance(base, ast.Subscript) else base


def _members(node: ast.ClassDef) -> str:
    """The first public names in a class, for the one fact that tells a whole one."""
    names: list[str] = []
    for statement in node.body:
        if isinstance(statement, ast.ClassDef | Function):
            names.append(statement.name)
        else:
            names += [name for name, _ in _targets(statement)]
    public = list(dict.fromkeys(name for name in names if is_public(name) and not name.startswith("__")))
    return f" with {shortened(', '.join(public), 80)}" if public else ""


def _is_accessor(node: Function) -> bool:
    """Whether a function is one of those that make up a property."""
    names = map(called, node.decorator_list)
    return any(name in _PROPERTIES or name in _ACCESSORS for name in names)


def _property(accessors: Sequence[Function], owner: str) -> Iterator[Sign]:
    """A property is one thing, however many functions it is made of."""
    first = accessors[0]
    if not is_public(first.name):
        return
    kinds = [name for each in accessors for name in map(called, each.decorator_list) if name in _ACCESSORS]
    inside = partial(_property_meaning, accessors)
    flow = Sign(
        kind=Kind.FLOW,
        noun="property",
        name=first.name,
        key=f"flow {owner}.{first.name}",
        line=first.lineno,
        spans=tuple(span for each in accessors for span in _body_spans(each)),
        tail=f" of {owner}",
        owner=f"class {owner}",
        tells=frozenset({Event.ADDED, Event.CHANGED}),
        meaning=inside,
        twin=inside,
    )
    yield flow
    yield replace(
        flow,
        kind=Kind.CONTRACT,
        key=f"signature {owner}.{first.name}",
        spans=tuple(Span(_first_line(each), each.lineno) for each in accessors),
        shape="\n".join(["property", *kinds]),
        tells=frozenset({Event.RESHAPED, Event.RENAMED, Event.REMOVED}),
        reshaped="accessors changed",
        rank=0,
        meaning=None,
    )


def _property_meaning(accessors: Sequence[Function]) -> str:
    return "\n".join(map(function_meaning, accessors))


def _function(source: PythonSource, node: Function, outer: str, module: str) -> Iterator[Sign]:
    if not is_public(node.name) or "overload" in map(called, node.decorator_list):
        return
    yield _flow(source, node, f"{outer}{node.name}", outer, module)
    yield Sign(
        kind=Kind.CONTRACT,
        noun="method" if outer else "function",
        name=_signature(source, node),
        key=f"signature {outer}{node.name}",
        line=node.lineno,
        spans=(Span(node.lineno, max(node.body[0].lineno - 1, node.lineno)),),
        shape="\n".join([_prefix(node), *_parameters(source, node)]),
        tail=f" of {outer.removesuffix('.')}" if outer else "",
        owner=f"class {outer.removesuffix('.')}",
        tells=frozenset({Event.RESHAPED, Event.RENAMED, Event.REMOVED}),
        reshaped="signature changed",
        rank=0,
        twin=partial(_function_twin, source, node),
    )


def _function_twin(source: PythonSource, node: Function) -> str:
    return "\n".join([_prefix(node), *_parameters(source, node), function_meaning(node)])


def _body_spans(node: Function) -> tuple[Span, ...]:
    """The lines of a function that its signature, which is a contract, does not tell."""
    header = Span(node.lineno, node.body[0].lineno - 1)
    told_apart = header if header.last >= header.first else None
    return without(Span(_first_line(node), span_of(node).last), told_apart, docstring_span(node))


def _first_line(node: Function) -> int:
    """That of its first decorator, if it has any."""
    return min((each.lineno for each in node.decorator_list), default=node.lineno)


def _flow(source: PythonSource, node: Function, qualname: str, outer: str, module: str) -> Sign:
    found = door(source, node)
    command = management_command(source) if outer and node.name == "handle" else None
    tail = f" of {outer.removesuffix('.')}" if outer else ""
    if found is not None:
        tail = f" → {module}.{qualname}"
    elif command is not None:
        tail += f", the management command {command}"
    return Sign(
        kind=Kind.FLOW,
        noun=found.noun if found else "method" if outer else "function",
        name=found.name if found else _signature(source, node),
        key=f"flow {qualname}",
        line=found.line if found else node.lineno,
        spans=_body_spans(node),
        shape=found.name if found else "",
        tail=tail,
        owner="" if found or command else f"class {outer.removesuffix('.')}",
        tells=frozenset({Event.ADDED, Event.CHANGED, Event.RESHAPED, *((Event.REMOVED,) if found else ())}),
        rank=0 if found or command else 1,
        meaning=partial(function_meaning, node),
        twin=partial(_function_twin, source, node),
    )


def _signature(source: PythonSource, node: Function) -> str:
    """Name and parameters with their defaults, without annotations: others call it by these."""
    return f"{_prefix(node)}{node.name}({', '.join(_parameters(source, node))})"


def _prefix(node: Function) -> str:
    return "async " if isinstance(node, ast.AsyncFunctionDef) else ""


def _parameters(source: PythonSource, node: Function) -> list[str]:
    given = node.args
    positional = [*given.posonlyargs, *given.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(given.defaults)) + list(given.defaults)
    words = [_parameter(source, *pair) for pair in zip(positional, defaults, strict=True)]
    if given.posonlyargs:
        words.insert(len(given.posonlyargs), "/")
    if given.vararg:
        words.append(f"*{given.vararg.arg}")
    elif given.kwonlyargs:
        words.append("*")
    words += [_parameter(source, *pair) for pair in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    return [*words, f"**{given.kwarg.arg}"] if given.kwarg else words


def _parameter(source: PythonSource, argument: ast.arg, default: ast.expr | None) -> str:
    return argument.arg if default is None else f"{argument.arg}={source.text(default, 60)}"


def _targets(statement: ast.stmt) -> list[tuple[str, ast.expr | None]]:
    """Names that a statement gives a value or a type, with the value."""
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return [(statement.target.id, statement.value)]
    if isinstance(statement, ast.Assign):
        return [(each.id, statement.value) for each in statement.targets if isinstance(each, ast.Name)]
    return []


def _fields(source: PythonSource, statement: ast.stmt, owner: str, is_enumeration: bool) -> Iterator[Sign]:
    for name, value in _targets(statement):
        if not is_public(name) or name in _NOT_FIELDS:
            continue
        is_state = is_enumeration or _is_state(name, value)
        yield Sign(
            kind=Kind.STATE if is_state else Kind.CONTRACT,
            noun="state" if is_state else "field",
            name=name,
            key=f"field {owner}.{name}",
            line=statement.lineno,
            spans=(span_of(statement),),
            tail=f" of {owner}",
            owner="" if is_state else f"class {owner}",
            tells=_INSIDE,
            meaning=partial(_value, statement),
        )


def _constants(source: PythonSource, statement: ast.stmt) -> Iterator[Sign]:
    for name, value in _targets(statement):
        if name == "__all__" and isinstance(value, ast.List | ast.Tuple):
            yield from _exported(value)
        elif _CONSTANT.match(name):
            is_state = _is_state(name, value)
            is_setting = bool(_SETTINGS.search(source.side.path.raw))
            yield Sign(
                kind=Kind.STATE if is_state else Kind.CONTRACT,
                noun="state" if is_state else "setting" if is_setting else "constant",
                name=name,
                key=f"constant {name}",
                line=statement.lineno,
                spans=(span_of(statement),),
                tells=_INSIDE,
                meaning=partial(_value, statement),
            )


def _value(statement: ast.stmt) -> str:
    """What a name is given; an annotation counts only where there is nothing else."""
    if isinstance(statement, ast.AnnAssign):
        return meaning(statement.annotation if statement.value is None else statement.value)
    return meaning(statement.value) if isinstance(statement, ast.Assign) else ""


def _exported(names: ast.List | ast.Tuple) -> Iterator[Sign]:
    for each in names.elts:
        name = text_constant(each)
        if name:
            yield Sign(Kind.CONTRACT, "exported name", name, f"exported {name}", each.lineno, (span_of(each),))


def _is_state(name: str, value: ast.expr | None) -> bool:
    """Whether a name is a value that something can be in: by its name, or because it is its own value."""
    said = text_constant(value)
    if said is None and not (isinstance(value, ast.Constant) and isinstance(value.value, int)):
        return False
    is_own_name = said is not None and said.casefold().replace("-", "_") == name.casefold()
    return _CONSTANT.match(name) is not None and (is_own_name or _STATUS.search(name) is not None)


def _module(source: PythonSource) -> str:
    parts = source.side.path.raw.decode("utf-8", "replace").removesuffix(".py").split("/")
    return ".".join(parts[1:] if parts[0] == "src" and len(parts) > 1 else parts).removesuffix(".__init__")


def claims(source: PythonSource) -> Iterator[Sign]:
    """What the tests of a test file claim."""
    for statement in statements(source.tree.body):
        if isinstance(statement, Function):
            yield from _claim(source, statement, "")
        elif isinstance(statement, ast.ClassDef):
            for inner in statements(statement.body):
                if isinstance(inner, Function):
                    yield from _claim(source, inner, f"{statement.name}.")


def _claim(source: PythonSource, node: Function, outer: str) -> Iterator[Sign]:
    if not node.name.startswith("test"):
        return
    # Of a test that nobody touched only the name matters, to find it on the other side.
    spans = tuple(map(span_of, _proofs(node))) if source.touches(node) else ()
    yield Sign(
        kind=Kind.INVARIANT,
        noun="test",
        name=node.name,
        key=f"test {outer}{node.name}",
        line=node.lineno,
        spans=spans or (span_of(node),),
        family=f"test {node.name}",
        tells=_INSIDE,
        rank=2,
        meaning=partial(_claimed, source, node),
        twin=partial(function_meaning, node),
        parts=partial(_assertions, source, node),
    )


def _proofs(node: Function) -> list[ast.AST]:
    return sorted(filter(_is_proof, ast.walk(node)), key=span_of)


def _assertions(source: PythonSource, node: Function) -> list[Part]:
    return [Part(source.text(each, 120), meaning(each, of=node)) for each in _proofs(node)]


def _claimed(source: PythonSource, node: Function) -> str:
    """What a test claims; all of it for a test that asserts nothing."""
    parts = _assertions(source, node)
    return "\n".join(part.meaning for part in parts) if parts else function_meaning(node)


def _is_proof(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.Assert)
    return called(node).startswith("assert") or called(node) in ("raises", "warns")
