"""Review comments of GitHub's pull requests."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

import pytest

from houndsman.exchange.github import READER
from houndsman.exchange.reader import ForeignFormatError, ReadOptions, Text
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding

SAMPLE = (Path(__file__).parent / "samples" / "github.json").read_text(encoding="utf-8")

Told = list[tuple[str, str]]


def _read(text: str, cases: Collection[str] = ()) -> tuple[list[ForeignFinding], Told]:
    told: Told = []
    options = ReadOptions(cases=cases, remark=lambda code, _, place: told.append((code, place)))
    return list(READER.read(Text("x", text), options)), told


def _comment(**more: object) -> dict[str, object]:
    return {"id": 1, "path": "a.py", "body": "b", "diff_hunk": "", "pull_request_review_id": 9, "side": "RIGHT"} | more


def _one(**more: object) -> ForeignFinding:
    (finding,), _ = _read(json.dumps([_comment(**more)]))
    return finding


def test_comments_are_findings_and_answers_are_conversation() -> None:
    (first, outdated), told = _read(SAMPLE)
    assert first._replace(extra={}) == ForeignFinding(
        file="src/pay.py",
        line=11,
        end_line=12,
        side=Side.NEW,
        message="A price is a float.",
        quote="    price = float(text)\n    return price",
        id="101",
        commit="def5678",
        source="x: [0]",
        extra={},
    )
    assert first.extra["author"] == "coderabbitai[bot]"
    assert first.extra["html_url"] == "https://github.com/acme/shop/pull/516#discussion_r101"
    assert (outdated.file, outdated.line, outdated.quote) == ("src/cart.py", None, "")
    assert outdated.extra["original_line"] == 4
    assert told == [("conversation", "x: [1]"), ("outdated", "x: [2]")]


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ({"line": 7}, (7, None, Side.NEW)),
        ({"line": 7, "start_line": None, "start_side": None}, (7, None, Side.NEW)),
        ({"line": 7, "start_line": 5, "start_side": "RIGHT"}, (5, 7, Side.NEW)),
        ({"line": 7, "start_line": 5, "side": "LEFT", "start_side": "LEFT"}, (5, 7, Side.OLD)),
        ({"line": 7, "start_line": 90, "start_side": "LEFT"}, (7, None, Side.NEW)),  # 90 is counted in another file
        ({"line": None, "start_line": None, "original_line": 7}, (None, None, Side.NEW)),
        ({"line": None, "start_line": 5, "original_line": 7}, (None, None, Side.NEW)),
        ({"line": 1, "subject_type": "file"}, (None, None, Side.NEW)),
        ({"line": 7, "side": None}, (7, None, None)),
    ],
)
def test_line_is_the_last_one_of_a_range(
    said: dict[str, object], place: tuple[int | None, int | None, Side | None]
) -> None:
    finding = _one(**said)
    assert (finding.line, finding.end_line, finding.side) == place


def test_a_comment_on_a_whole_file_is_not_outdated() -> None:
    _, told = _read(json.dumps([_comment(line=None, subject_type="file")]))
    assert told == []


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ({"line": 2}, "new"),
        ({"line": 2, "start_line": 1, "start_side": "RIGHT"}, "kept\nnew"),
        ({"line": 2, "side": "LEFT"}, "old"),
        ({"line": 2, "start_line": 1, "side": "LEFT", "start_side": "LEFT"}, "kept\nold"),
        ({"line": None}, ""),
    ],
)
def test_the_end_of_the_hunk_is_what_it_is_about(said: dict[str, object], quote: str) -> None:
    hunk = "@@ -1,2 +1,2 @@ def f():\n kept\n-old\n+new\n\\ No newline at end of file"
    assert _one(diff_hunk=hunk, **said).quote == quote


def test_lines_of_the_old_side_are_not_counted_in_the_head() -> None:
    assert _one(line=2, commit_id="abc").commit == "abc"
    assert _one(line=2, commit_id="abc", side="LEFT").commit is None


@pytest.mark.parametrize(
    ("cases", "case"),
    [
        ((), None),
        (("pay", "cart"), None),
        (("516",), "516"),
        (("#516", "516"), "#516"),
        (("acme/shop#516",), "acme/shop#516"),
        (("acme/shop/pull/516",), "acme/shop/pull/516"),
        (("516", "https://github.com/acme/shop/pull/516"), "https://github.com/acme/shop/pull/516"),
        (("51",), None),
    ],
)
def test_the_case_is_its_pull_request_if_one_is_called_so(cases: tuple[str, ...], case: str | None) -> None:
    findings, _ = _read(SAMPLE, cases)
    assert {finding.case for finding in findings} == {case}


def test_an_enterprise_server_has_its_own_addresses() -> None:
    text = json.dumps([_comment(line=2, pull_request_url="https://git.acme.dev/api/v3/repos/acme/shop/pulls/5")])
    (finding,), _ = _read(text, ["https://git.acme.dev/acme/shop/pull/5"])
    assert finding.case == "https://git.acme.dev/acme/shop/pull/5"


@pytest.mark.parametrize("join", ["{0}{1}", "{0}\n{1}\n", "[{0}, {1}]"])
def test_pages_are_one_list(join: str) -> None:
    pages = [json.dumps([_comment(id=at, line=at)]) for at in (1, 2)]
    text = join.format(*pages)
    assert READER.recognises(Text("x", text))
    findings, _ = _read(text)
    assert [finding.line for finding in findings] == [1, 2]


def test_one_comment_a_line() -> None:
    findings, _ = _read("\n".join(json.dumps(_comment(line=at)) for at in (1, 2)))
    assert [(finding.line, finding.source) for finding in findings] == [(1, "x:1"), (2, "x:2")]


def test_entries_that_are_no_comments_are_left_out_and_told() -> None:
    findings, told = _read(json.dumps([_comment(line=1), None, "x"]))
    assert (len(findings), told) == (1, [("no-finding", "x: [1]"), ("no-finding", "x: [2]")])


def test_no_comments_are_no_findings() -> None:
    assert _read("[]\n[]") == ([], [])


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ('{"message": "Not Found", "status": "404"}', "x", "no review comments"),
        ('[{"id": 1, "body": "a comment on the pull request as a whole"}]', "x", "no review comments"),
        ('[{"id": 1,', "x:1:11", "not JSON"),
        ("Not Found", "x:1:1", "not JSON"),
    ],
)
def test_what_are_no_comments_is_an_error_and_never_nothing(text: str, where: str, what: str) -> None:
    assert not READER.recognises(Text("x", text))
    with pytest.raises(ForeignFormatError) as caught:
        _read(text)
    assert (caught.value.where, what in caught.value.what) == (where, True)
    assert caught.value.hint
