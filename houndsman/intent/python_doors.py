"""Ways into Python code that no name tells: what a function's decorators make of it.

In: a function. Out: the door, such as the route `PUT /orders/<id>`, or None for a function that only code calls.
"""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from houndsman.intent.python_source import Function, PythonSource, called, keyword, text_constant

_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options", "trace"})
_ROUTES = frozenset({"route", "api_route", "websocket", "websocket_route"})
_COMMANDS = frozenset({"command", "group", "cli_command"})
_JOBS = frozenset({"task", "shared_task", "periodic_task", "job", "scheduled_job", "actor", "flow"})
_HANDLERS = frozenset(
    {"receiver", "on_event", "hookimpl", "subscriber", "subscribe", "listener", "listens_for", "errorhandler"}
    | {"exception_handler", "before_request", "after_request", "teardown_request", "middleware", "listens"}
)
_MANAGEMENT = re.compile(rb"(?:\A|/)management/commands/([^/]+)\.py\Z")


class Door(NamedTuple):
    """How a function is reached."""

    noun: str
    name: str
    line: int
    """Where the name stands."""


def door(source: PythonSource, function: Function) -> Door | None:
    """The first of the function's decorators that lets somebody in."""
    for decorator in function.decorator_list:
        name = called(decorator)
        call = decorator if isinstance(decorator, ast.Call) else None
        if call is not None and name in _ROUTES | _VERBS:
            found = _route(call, name)
            if found is not None:
                return found
        elif name in _COMMANDS:
            given = (call.args[0] if call.args else keyword(call, "name")) if call else None
            said = text_constant(given)
            at = given.lineno if said and given is not None else function.lineno
            return Door("command", said or function.name, at)
        elif name in _JOBS | _HANDLERS:
            noun = "job" if name in _JOBS else f"{name} handler"
            return Door(noun, function.name, function.lineno)
    return None


def management_command(source: PythonSource) -> str | None:
    """The name of Django's command that the file is."""
    found = _MANAGEMENT.search(source.side.path.raw)
    name = found[1].decode("utf-8", "replace") if found else "_"
    return None if name.startswith("_") else name


def _route(call: ast.Call, name: str) -> Door | None:
    given = call.args[0] if call.args else keyword(call, "path") or keyword(call, "rule")
    path = text_constant(given)
    if path is None or given is None or (name in _VERBS and not path.startswith("/")):
        return None  # `@patch("module.name")` is a mock
    verbs = name.upper() if name in _VERBS else _methods(keyword(call, "methods"))
    return Door("route", f"{verbs} {path}".strip(), given.lineno)


def _methods(given: ast.expr | None) -> str:
    if not isinstance(given, ast.List | ast.Tuple | ast.Set):
        return ""
    return "|".join(text.upper() for each in given.elts if (text := text_constant(each)))
