"""The line of a key."""

from __future__ import annotations

import pytest
import yaml

from houndsman.config.places import KeyPath, toml_line, yaml_line

TOML = """\
projectName = "Shop"
exclusions = [
  "a/",
  "b/",
]

[budgets]  # how large
"maxFilesPerBrief" = 3
nested.deep = 1

[[priorities]]
pattern = "db/**"

[[priorities]]
pattern = "ui/**"
bonus = 3

[tool.houndsman]
failOn = "nit"

[[ tool . houndsman . priorities ]]
pattern = "x"
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (["projectName"], 1),
        (["exclusions"], 2),
        (["exclusions", 1], 2),
        (["budgets"], 7),
        (["budgets", "maxFilesPerBrief"], 8),
        (["budgets", "nested", "deep"], 9),
        (["budgets", "absent"], 7),
        (["priorities", 0], 11),
        (["priorities", 0, "pattern"], 12),
        (["priorities", 1], 14),
        (["priorities", 1, "pattern"], 15),
        (["priorities", 1, "bonus"], 16),
        (["tool"], 18),
        (["tool", "houndsman"], 18),
        (["tool", "houndsman", "failOn"], 19),
        (["tool", "houndsman", "priorities", 0, "pattern"], 22),
        (["absent"], None),
        ([], None),
    ],
)
def test_a_toml_key_is_found_where_it_is_set(path: KeyPath, line: int | None) -> None:
    assert toml_line(TOML, path) == line
    assert toml_line(TOML.replace("\n", "\r\n"), path) == line


def test_a_key_in_an_inline_table_is_found_at_the_key_that_opens_it() -> None:
    text = 'a = 1\nbudgets = { maxFilesPerBrief = 0 }\npriorities = [\n  {pattern = "x"},\n  {patern = "y"},\n]\n'
    assert toml_line(text, ["budgets", "maxFilesPerBrief"]) == 2
    assert toml_line(text, ["priorities", 1, "patern"]) == 3


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (["title"], 1),
        (["rules"], 2),
        (["rules", 0], 3),
        (["rules", 0, "number"], 4),
        (["rules", 1, "id"], 5),
        (["rules", 1, "absent"], 5),
        (["rules", 7], 2),
        (["absent"], None),
    ],
)
def test_a_yaml_key_is_found_or_the_nearest_node_above(path: KeyPath, line: int | None) -> None:
    root = yaml.compose("title: x\nrules:\n  - id: a\n    number: 1\n  - id: b\n", Loader=yaml.SafeLoader)
    assert yaml_line(root, path) == line
