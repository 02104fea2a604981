"""A call by kind, in the words of each real program (its tools as seen, see PROGRAMS.md)."""

from __future__ import annotations

import pytest

from tests.model_server.dialect import Asked
from tests.model_server.json_fields import JsonObject
from tests.model_server.offered import offered
from tests.model_server.script import ToolCall


def tool(required: str = "", optional: str = "") -> JsonObject:
    properties = {name: {"type": "string"} for name in (*required.split(), *optional.split())}
    return {"type": "object", "properties": properties, "required": required.split()}


PROGRAMS: dict[str, dict[str, JsonObject]] = {
    "claude": {"Read": tool("file_path", "offset limit"), "Grep": tool("pattern", "path"), "Glob": tool("pattern")},
    "codex": {"exec_command": tool("cmd", "workdir")},
    "gemini": {"read_file": tool("file_path"), "list_directory": tool("dir_path"), "grep_search": tool("pattern")},
    "opencode": {"read": tool("filePath"), "grep": tool("pattern", "path"), "bash": tool("command description")},
}
READ = ToolCall(tool="read", path="app/money.py")
LIST = ToolCall(tool="list", path=".")
SEARCH = ToolCall(tool="search", pattern="a b", path="app")


def asked(program: str, said: str = "Working directory: /srv/it it") -> Asked:
    return Asked(dialect="chat", model="m", stream=False, said=(said,), turns=0, tools=PROGRAMS[program])


@pytest.mark.parametrize(
    ("program", "call", "name", "arguments"),
    [
        ("claude", READ, "Read", {"file_path": "/srv/it/app/money.py"}),
        ("claude", SEARCH, "Grep", {"pattern": "a b", "path": "app"}),
        ("codex", READ, "exec_command", {"cmd": "cat app/money.py"}),
        ("codex", SEARCH, "exec_command", {"cmd": "grep -rn -e 'a b' app"}),
        ("codex", LIST, "exec_command", {"cmd": "ls ."}),
        ("gemini", LIST, "list_directory", {"dir_path": "/srv/it"}),
        ("opencode", READ, "read", {"filePath": "/srv/it/app/money.py"}),
        ("opencode", LIST, "bash", {"command": "ls .", "description": "scripted"}),
        (
            "opencode",
            ToolCall(tool="write", path="x", content="y z"),
            "bash",
            {"command": "printf %s 'y z' > x", "description": "scripted"},
        ),
        ("claude", ToolCall(tool="Read", arguments={"file_path": "/etc/passwd"}), "Read", {"file_path": "/etc/passwd"}),
        ("claude", ToolCall(tool="read", arguments={"file_path": "odd"}), "Read", {"file_path": "odd"}),
    ],
)
def test_a_call_is_made_in_the_words_of_the_program(
    program: str, call: ToolCall, name: str, arguments: JsonObject
) -> None:
    found = offered(call, asked(program))
    assert found is not None
    assert found == (name, arguments)


@pytest.mark.parametrize("call", [LIST, ToolCall(tool="run", command="id"), ToolCall(tool="write", path="x")])
def test_what_nobody_offers_is_none(call: ToolCall) -> None:
    assert offered(call, asked("claude")) is None


@pytest.mark.parametrize(
    ("said", "root"),
    [
        ("# Environment\n - Primary working directory: /a/b\n - Platform: linux", "/a/b"),
        ("<environment_context>\n  <cwd>/a/b</cwd>\n", "/a/b"),
        ("- **Workspace Directories:**\n  - /a/b\n- **Directory Structure:**", "/a/b"),
        ("I'm currently working in the directory: /a/b\nHere is", "/a/b"),
        ("  Working directory: /a/b\n  Workspace root folder: /", "/a/b"),
        ("use /commands and </directory> <path>", None),
    ],
)
def test_the_folder_is_where_the_program_says_that_it_works(said: str, root: str | None) -> None:
    assert asked("claude", said).root == root


def test_without_a_folder_paths_stay_as_they_are() -> None:
    found = offered(READ, asked("claude", "hello"))
    assert found is not None
    assert found.arguments == {"file_path": "app/money.py"}
