"""The tool of a kind that a program offers, with the arguments that it wants.

In: a call by kind ("read app/money.py") and the tools of the request. Out: a name and arguments; None where the program
offers nothing of the kind, nor a shell that could do it.
"""

from __future__ import annotations

import shlex
from typing import NamedTuple

from tests.model_server.dialect import Asked
from tests.model_server.json_fields import JsonObject, a_list, a_text, an_object
from tests.model_server.script import ToolCall

#: What programs call their tools, by kind; compared without case.
NAMES: dict[str, tuple[str, ...]] = {
    "read": ("read", "read_file"),
    "list": ("list", "ls", "list_directory", "list_files", "list_dir"),
    "find": ("glob", "find"),
    "search": ("grep", "grep_search", "search", "search_file_content"),
    "run": ("bash", "run_shell_command", "exec_command", "shell_command", "shell"),
    "write": ("write", "write_file"),
}

#: What they call the arguments.
_PATH = ("path", "file_path", "filepath", "absolute_path", "dir_path", "directory", "file")
_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "path": _PATH,
    "pattern": ("pattern", "query", "regex", "text"),
    "command": ("command", "cmd"),
    "content": ("content",),
}
#: Paths that must be absolute, so far as the program says where it works.
_ABSOLUTE = ("file_path", "filepath", "absolute_path", "dir_path")


class Offered(NamedTuple):
    """A call that the program understands."""

    name: str
    arguments: JsonObject


def offered(call: ToolCall, asked: Asked) -> Offered | None:
    """`call` in the words of the program that asked."""
    if call.tool not in NAMES:
        return Offered(call.tool, call.arguments or {})
    name = _offered_name(call.tool, asked)
    if name is not None:
        return Offered(name, call.arguments or _arguments(call, name, asked))
    shell = _offered_name("run", asked)
    line = _shell_line(call)
    if shell is None or line is None:
        return None
    return Offered(shell, _arguments(ToolCall(tool="run", command=line), shell, asked))


def _offered_name(kind: str, asked: Asked) -> str | None:
    by_folded = {name.lower(): name for name in asked.tools}
    return next((by_folded[name] for name in NAMES[kind] if name in by_folded), None)


def _arguments(call: ToolCall, name: str, asked: Asked) -> JsonObject:
    schema = asked.tools[name]
    required = {a_text(each) for each in a_list(schema.get("required"))}
    given: JsonObject = {}
    for key, declared in an_object(schema.get("properties")).items():
        value = _value(call, key, an_object(declared), asked)
        if value is None and key in required:
            value = _filler(an_object(declared))
        if value is not None:
            given[key] = value
    return given


def _value(call: ToolCall, key: str, declared: JsonObject, asked: Asked) -> object:
    meant = next((ours for ours, theirs in _ARGUMENTS.items() if key.lower() in theirs), None)
    value: str | None = getattr(call, meant) if meant else None
    if value is None:
        return None
    if meant == "path" and key.lower() in _ABSOLUTE and asked.root and not value.startswith("/"):
        return asked.root if value == "." else f"{asked.root}/{value}"
    return ["bash", "-c", value] if declared.get("type") == "array" else value


def _filler(declared: JsonObject) -> object:
    kinds: dict[str, object] = {"boolean": False, "integer": 1, "number": 1, "array": [], "object": {}}
    choices = a_list(declared.get("enum"))
    return choices[0] if choices else kinds.get(a_text(declared.get("type")), "scripted")


def _shell_line(call: ToolCall) -> str | None:
    path = shlex.quote(call.path or ".")
    pattern = shlex.quote(call.pattern or "")
    return {
        "read": f"cat {path}",
        "list": f"ls {path}",
        "find": f"find . -name {pattern}",
        "search": f"grep -rn -e {pattern} {path}",
        "write": f"printf %s {shlex.quote(call.content or '')} > {path}",
    }.get(call.tool)
