"""What is whole of a reply that breaks off."""

from __future__ import annotations

import pytest

from houndsman.hunt.salvage import whole_part


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("{", "{}"),
        ('{"watchdog": "w"', "{}"),  # the text may go on: `"w"` may be the first half of a quote within it
        ('{"watchdog": "w", ', '{"watchdog": "w"}'),
        ('{"a": 1, "b": 12', '{"a": 1}'),
        ('{"findings": [', "{}"),
        ('{"findings": []', '{"findings": []}'),
        ('{"findings": [{"file": "a"}', '{"findings": [{"file": "a"}]}'),
        ('{"findings": [{"file": "a"}, {"file": "b", "x": {}', '{"findings": [{"file": "a"}]}'),
        ('{"findings": [[1]', "{}"),
        ('{"findings": [{"file": "a"}, "b", "c"', '{"findings": [{"file": "a"}]}'),
        ('{"findings": [{"file": "a"}], "checks": [{"id": "C1"}', '{"findings": [{"file": "a"}]}'),
        ('{"findings": [{"a": 1}], "reviewedFiles": ["a"]', '{"findings": [{"a": 1}], "reviewedFiles": ["a"]}'),
        ('{"findings": [{"a": 1}], "reviewedFiles": ["a", "b', '{"findings": [{"a": 1}]}'),
        ("{findings: [{a: 1}, /* { */ {", "{findings: [{a: 1}]}"),
        ("{'findings': [{'a': '}'}, {'b", "{'findings': [{'a': '}'}]}"),
        ('{"x": {"findings": [{"a": 1}', "{}"),
    ],
)
def test_only_what_ended_is_kept(text: str, whole: str) -> None:
    assert whole_part(text) == whole
