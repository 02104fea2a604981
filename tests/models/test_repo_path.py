"""Paths are bytes inside and one unambiguous text outside."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from houndsman.git.samples import SampleRepository
from houndsman.models.base import Model
from houndsman.models.repo_path import RepoPath, c_quote, c_unquote


class Holder(Model):
    path: RepoPath


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"a/b.py", "a/b.py"),
        ("é/日本".encode(), "é/日本"),
        (b"sp ace\ttab\nline", "sp ace\ttab\nline"),
        (b"back\\slash", "back\\slash"),
        (b'in"side', 'in"side'),
        (b"bad\377.py", '"bad\\377.py"'),
        (b'"quoted"', '"\\"quoted\\""'),
        (b'"', '"\\""'),
        (b'\xff\a\b\t\n\v\f\r"\\\x01\x7f', '"\\377\\a\\b\\t\\n\\v\\f\\r\\"\\\\\\001\\177"'),
    ],
)
def test_the_outside_form_and_back(raw: bytes, text: str) -> None:
    assert str(RepoPath(raw)) == text
    assert RepoPath.parse(text) == RepoPath(raw)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(raw=st.binary(min_size=1, max_size=20))
def test_every_name_survives_the_way_out_and_in(raw: bytes) -> None:
    text = RepoPath(raw).text
    assert RepoPath.parse(text).raw == raw
    assert c_unquote(c_quote(raw)) == raw
    assert c_quote(raw).isascii()
    holder = Holder(path=RepoPath(raw))
    assert Holder.model_validate_json(holder.model_dump_json()) == holder


def test_the_quoted_form_is_gits_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    sample = SampleRepository.create(tmp_path_factory.mktemp("quoted") / "shop")
    names = [b"bad\377.py", b'"x"', b"\xc3\xa9\t\n\x01\x7f\\"]
    for name in names:
        sample.write(name, "")
    sample.stage()
    shown = sample.git("-c", "core.quotePath=true", "ls-files").decode("ascii").splitlines()
    assert sorted(shown) == sorted(c_quote(name) for name in names)


@pytest.mark.parametrize("text", ['"', '"a', 'a"', '"a"b"', '"\\q"', '"\\8"', '"\\400"', '"\\'])
def test_malformed_quoted_forms_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="quoted path"):
        c_unquote(text)


def test_a_malformed_form_in_json_is_a_validation_error() -> None:
    for bad in ('"a', ""):
        with pytest.raises(ValidationError):
            Holder.model_validate({"path": bad})


def test_order_and_equality_are_those_of_the_bytes() -> None:
    names = [b"a", b"a/b", b"a-b", b"B", "é".encode(), b"\xff"]
    assert [path.raw for path in sorted(map(RepoPath, names))] == sorted(names)
    assert len({RepoPath(b"a"), RepoPath(b"a"), RepoPath(b"b")}) == 2
    assert RepoPath(b"a") != b"a"


def test_parts() -> None:
    path = RepoPath(b"a/b/c.py")
    assert (path.name, path.parts, repr(path)) == (b"c.py", [b"a", b"b", b"c.py"], "RepoPath(b'a/b/c.py')")
