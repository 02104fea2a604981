from __future__ import annotations

import hashlib
import json

import pytest

from houndsman.models.artifact import artifact_bytes, content_hash


def test_an_artifact_is_sorted_indented_utf8_with_a_final_newline() -> None:
    assert artifact_bytes({"b": ["é"], "a": {"d": None, "c": 1}}) == (
        '{\n "a": {\n  "c": 1,\n  "d": null\n },\n "b": [\n  "é"\n ]\n}\n'.encode()
    )


def test_half_a_surrogate_pair_is_written_and_read_again() -> None:
    raw = artifact_bytes({"message": "bad \ud83d end"})
    assert json.loads(raw.decode("utf-8", "surrogatepass")) == {"message": "bad \ud83d end"}
    assert len(content_hash("bad \ud83d end")) == 64


def test_a_hash_is_that_of_the_compact_form() -> None:
    assert content_hash({"b": 1, "a": "é"}) == hashlib.sha256('{"a":"é","b":1}'.encode()).hexdigest()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"a": 1, "createdAt": "then"}, {"a": 1, "createdAt": "now"}),
        ({"a": 1, "run": 1, "hash": "x"}, {"a": 1}),
    ],
    ids=["order of keys", "time", "run and hash"],
)
def test_a_hash_says_what_was_made_and_not_when(one: object, other: object) -> None:
    assert content_hash(one) == content_hash(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1}, {"a": "1"}),
        ({"a": None}, {}),
        ([1, 2], [2, 1]),
        ({"a": "run"}, {"a": "hash"}),
        ({"a": [{"hash": 1}]}, {"a": [{"hash": 2}]}),
    ],
)
def test_a_hash_tells_contents_apart(one: object, other: object) -> None:
    assert content_hash(one) != content_hash(other)


def test_a_hash_is_the_same_on_another_machine() -> None:
    def manifest(root: str, out: str) -> dict[str, object]:
        return {"brief": f"{out}/briefs/general.md", "text": f"see {root}/a.py and {root}"}

    here = content_hash(
        manifest("/home/me/x", "/home/me/x/out"), {"/home/me/x": "{{root}}", "/home/me/x/out": "{{out}}"}
    )
    there = content_hash(manifest("/ci/p", "/var/out"), {"/var/out": "{{out}}", "/ci/p": "{{root}}"})
    assert here == there


def test_a_place_that_json_must_escape_is_replaced_too() -> None:
    windows = 'C:\\Users\\"me"\\x'
    assert content_hash({"a": windows}, {windows: "{{root}}"}) == content_hash({"a": "{{root}}"})
