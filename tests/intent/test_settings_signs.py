"""Keys of configuration are told by name and section, and never a value."""

from __future__ import annotations

import pytest

from houndsman.intent.settings_signs import is_configuration, settings_signs
from tests.intent.conftest import Derive, told, whole

CASES = {
    "TOML": (
        "pyproject.toml",
        "[project]\nname = 'a'\ndeps = [\n  'x',\n]\n[project.scripts]\n",
        "[project]\nname = 'b'\ndeps = [\n  'y',\n]\n[project.scripts]\nshop = 'shop:main'\n[tool.x]\n"
        'text = """\nnot = "a key"\n"""\nkey = 1\n',
        [
            "F command shop in project.scripts: added @ 7",
            "K configuration name in project: changed @ 2",
            "K configuration deps in project: changed @ 3,4",
            "K configuration text in tool.x: added @ 9",
            "K configuration key in tool.x: added @ 12",
        ],
    ),
    "YAML": (
        "c.yaml",
        "a:\n  b: 1\n",
        "a:\n  b: 2\n  run: |\n    not: a key\n\n    nor: this\n  d:\n    - e: 1\n      f:\n        deep: 2\n",
        [
            "K configuration b in a: changed @ 2",
            "K configuration run in a: added @ 3",
            "K configuration d in a: added @ 7",
            "K configuration e in a.d: added @ 8",
            "K configuration f in a.d: added @ 9",
        ],
    ),
    "OpenAPI": (
        "api.yaml",
        "openapi: 3.1.0\npaths:\n  /orders:\n    get:\n",
        "openapi: 3.1.0\npaths:\n  /orders:\n    get:\n  /orders/{id}:\n    put:\n",
        ["F route /orders/{id} in paths: added @ 5", "K configuration put in paths./orders/{id}: added @ 6"],
    ),
    "JSON": (
        "c.json",
        '{\n  "a": {\n    "b": 1,\n    "gone": 1\n  }\n}\n',
        '{\n  "a": {\n    "b": 2\n  }\n}\n',
        ["K configuration b in a: changed @ 3", "K configuration gone in a: removed (stood there before) @ 4"],
    ),
    "INI": (
        "c.ini",
        "[s]\na = 1\n",
        "[s]\na = 1\n  2\n; c = 3\n[t]\nb: 1\n",
        ["K configuration a in s: changed @ 2,3", "K configuration b in t: added @ 6"],
    ),
    "environment": (
        "prod.env",
        "A=1\n",
        "A=1\nexport PASSWORD=hunter2\n",
        ["K configuration PASSWORD: added @ 2"],
    ),
}


@pytest.mark.parametrize(("path", "before", "after", "facts"), CASES.values(), ids=CASES)
def test_what_is_told(derived: Derive, path: str, before: str, after: str, facts: list[str]) -> None:
    assert told(derived({path: before}, {path: after})) == facts


def test_a_comment_is_no_change_of_its_key(derived: Derive) -> None:
    assert told(derived({"a.toml": "a = 1\nb = 2\n"}, {"a.toml": "a = 1\n# why\n\nb = 2\n"})) == []


@pytest.mark.parametrize(("path", "yes"), [("a.toml", True), ("A.YML", True), ("a.md", False), ("toml", False)])
def test_which_files_hold_keys(path: str, yes: bool) -> None:
    assert is_configuration(whole("", path)) is yes


@pytest.mark.parametrize("path", ["a.toml", "a.yaml", "a.json", "a.ini"])
@pytest.mark.parametrize("content", [b"", b"\0a = 1\n", b"\xff\n" * 9, b"[" * 9_000, b"- " * 200 + b"\n", b"'" * 400])
def test_whatever_stands_there_nothing_fails(path: str, content: bytes) -> None:
    assert settings_signs(whole(content, path)) == []
