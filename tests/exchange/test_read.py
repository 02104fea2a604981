"""Anyone's findings: recognised by content, placed, put in their cases, and every odd thing told."""

from __future__ import annotations

import gc
import json
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.errors import ExitCode
from houndsman.exchange.read import READERS, ReadFindings, Wanted, read_findings
from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Text
from houndsman.models.severity import Severity

HERE = Path(__file__).parent
SHARED = os.environ.get("HOUNDSMAN_SHARED")

#: A sample and its format.
SAMPLES = [
    ("samples/agent-reply.json", "houndsman"),
    ("samples/triage.json", "houndsman"),
    ("samples/hunt.json", "houndsman"),
    ("samples/by-case.json", "houndsman"),
    ("samples/findings.jsonl", "houndsman"),
    ("samples/bare-places.jsonl", "houndsman"),
    ("samples/github.json", "github"),
    ("samples/gitlab.json", "gitlab"),
    ("samples/rdjson.json", "rdjson"),
    ("samples/rdjson.jsonl", "rdjson"),
    ("samples/table.csv", "csv"),
    ("samples/excel.csv", "csv"),
    ("samples/flawfinder.csv", "csv"),
    ("reports/clang.sarif", "sarif"),
    ("reports/flawfinder.sarif", "sarif"),
    ("reports/ruff.sarif", "sarif"),
    ("reports/typos.sarif", "sarif"),
    ("reports/zizmor.sarif", "sarif"),
    ("reports/cppcheck.xml", "cppcheck"),
    ("reports/shellcheck.xml", "checkstyle"),
    ("reports/gcc.json", "gcc"),
    ("reports/gcc.jsonl", "gcc"),
]

_FILE = '{"file": "src/pay.py", "line": 3, "message": "m"}'


def _codes(read: ReadFindings) -> list[str]:
    return [warning.code for warning in read.warnings]


def test_every_format_has_a_name_of_its_own_and_a_sample() -> None:
    names = [reader.name for reader in READERS]
    assert len(set(names)) == len(names)
    assert set(names) == {name for _, name in SAMPLES}


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
@pytest.mark.parametrize(("sample", "name"), SAMPLES)
def test_no_format_is_taken_for_another_whatever_is_asked_first(sample: str, name: str, reader: Reader) -> None:
    text = Text("sample", (HERE / sample).read_bytes().decode())
    assert reader.recognises(text) is (reader.name == name)


@pytest.mark.parametrize(("sample", "name"), SAMPLES)
def test_content_alone_tells_the_format(tmp_path: Path, sample: str, name: str) -> None:
    place = tmp_path / "report.txt"
    place.write_bytes((HERE / sample).read_bytes())
    read = read_findings(place, Wanted())
    assert read.formats == (name,)
    assert read.findings
    assert all(str(place) in finding.source for finding in read.findings)
    assert read_findings(place, Wanted(format=name)) == read


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "findings",
                    "diagnostics",
                    "notes",
                    "path",
                    "body",
                    "diff_hunk",
                    "file",
                    "line",
                    "message",
                    "location",
                    "runs",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
).map(json.dumps)


@settings(max_examples=200)
@given(st.one_of(st.text(max_size=30), _JSON))
def test_recognition_never_fails(text: str) -> None:
    assert all(reader.recognises(Text("x", text)) in (True, False) for reader in READERS)


@given(
    sample=st.sampled_from([sample for sample, _ in SAMPLES if sample.startswith("samples/")]),
    cut=st.integers(0, 400),
    put=st.sampled_from(["", "\n", "}", '"', "[", "null", ",", "\0", "-1"]),
    at=st.floats(0, 1),
)
def test_a_broken_sample_is_read_or_refused_and_never_breaks_the_reader(
    sample: str, cut: int, put: str, at: float
) -> None:
    text = (HERE / sample).read_bytes().decode()
    start = int(at * len(text))
    broken = Text("x", text[:start] + put + text[start + cut :])
    name = dict(SAMPLES)[sample]
    (reader,) = (reader for reader in READERS if reader.name == name)
    try:
        findings = list(reader.read(broken, ReadOptions()))
    except ForeignFormatError as error:
        assert error.where is not None
        assert error.where.startswith("x")
        assert error.hint
    else:
        assert all(finding.source.startswith("x") for finding in findings)


@pytest.mark.parametrize(
    "text", ["Nothing to see here.\n", '{"name": "shop", "files": []}', "<html></html>", "a,b\n1,2\n", '{"half', "null"]
)
def test_what_nobody_recognises_is_an_error_that_lists_the_formats(tmp_path: Path, text: str) -> None:
    place = tmp_path / "findings.json"
    place.write_text(text, encoding="utf-8")
    with pytest.raises(ForeignFormatError) as caught:
        read_findings(place, Wanted())
    assert (caught.value.where, caught.value.exit_code) == (str(place), ExitCode.USAGE)
    assert caught.value.hint is not None
    assert all(reader.name in caught.value.hint for reader in READERS)


@pytest.mark.parametrize("name", ["report.csv", "report.TSV"])
def test_a_table_without_a_header_says_which_columns_it_needs(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("src/a.py,3,Bad.\n", encoding="utf-8")
    with pytest.raises(ForeignFormatError, match="no header with a column for the file") as caught:
        read_findings(tmp_path / name, Wanted())
    assert "file and line are needed" in (caught.value.hint or "")


def test_a_place_that_is_an_index_says_from_where_it_is_counted(tmp_path: Path) -> None:
    place = tmp_path / "report.json"
    place.write_text('[{"file": "a.py", "line": 1}, {"file": "a.py", "line": "x"}]', encoding="utf-8")
    (warning,) = read_findings(place, Wanted()).warnings
    assert warning.message.endswith("report.json: [1], counted from 0")


def test_a_format_that_nobody_has_is_an_error_that_lists_them(tmp_path: Path) -> None:
    with pytest.raises(ForeignFormatError, match="no format is called 'sarf'") as caught:
        read_findings(tmp_path, Wanted(format="sarf"))
    assert caught.value.hint is not None
    assert "sarif" in caught.value.hint


def test_a_format_that_is_named_is_not_doubted(tmp_path: Path) -> None:
    place = tmp_path / "report.csv"
    place.write_text("file,owner\na.py,ada\n", encoding="utf-8")
    with pytest.raises(ForeignFormatError):
        read_findings(place, Wanted())
    assert len(read_findings(place, Wanted(format="csv")).findings) == 1


def test_options_reach_the_reader() -> None:
    place = HERE / "reports" / "ruff.sarif"
    levels = {finding.severity for finding in read_findings(place, Wanted()).findings}
    worst = read_findings(place, Wanted(options=ReadOptions(min_level=Severity.BLOCKING))).findings
    assert {finding.severity for finding in worst} == levels & {Severity.BLOCKING}


# -- folders


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "b.json").write_text(f"[{_FILE}]", encoding="utf-8")
    (tmp_path / "deep" / "a.csv").write_text("file,line\nsrc/cart.py,4\n", encoding="utf-8")
    (tmp_path / ".DS_Store").write_text("no report", encoding="utf-8")
    return tmp_path


def test_each_file_of_a_folder_is_recognised_by_itself(folder: Path) -> None:
    read = read_findings(folder, Wanted())
    assert [finding.file for finding in read.findings] == ["src/pay.py", "src/cart.py"]
    assert read.formats == ("csv", "houndsman")
    assert [finding.source for finding in read.findings] == [f"{folder}/b.json: [0]", f"{folder}/deep/a.csv:2"]


def test_one_file_that_nobody_recognises_is_named(folder: Path) -> None:
    (folder / "deep" / "README").write_text("# Reports\n", encoding="utf-8")
    with pytest.raises(ForeignFormatError) as caught:
        read_findings(folder, Wanted())
    assert caught.value.where == f"{folder}/deep/README"


# -- empty files


@pytest.mark.parametrize("text", ["", " \r\n\n"])
@pytest.mark.parametrize("name", [None, "houndsman", "rdjson", "gcc", "csv"])
def test_an_empty_file_is_no_findings_and_a_warning(tmp_path: Path, name: str | None, text: str) -> None:
    place = tmp_path / "findings.jsonl"
    place.write_text(text, encoding="utf-8")
    read = read_findings(place, Wanted(format=name))
    assert (read.findings, read.formats, _codes(read)) == ((), (), ["empty-file"])
    assert str(place) in read.warnings[0].message
    assert read.empty == (str(place),)


@pytest.mark.parametrize("name", ["sarif", "checkstyle", "cppcheck", "github", "gitlab"])
def test_an_empty_file_is_no_document(tmp_path: Path, name: str) -> None:
    place = tmp_path / "report"
    place.write_text("", encoding="utf-8")
    with pytest.raises(ForeignFormatError, match=f"the file is empty, and a report in {name} never is") as caught:
        read_findings(place, Wanted(format=name))
    assert caught.value.where == str(place)


# -- paths and cases


def test_paths_are_placed_by_what_is_known(tmp_path: Path) -> None:
    place = tmp_path / "findings.jsonl"
    place.write_text(_FILE.replace("src/", "/home/ada/shop/src/"), encoding="utf-8")
    assert _codes(read_findings(place, Wanted())) == ["unknown-root"]
    for wanted in (Wanted(known_paths=["src/pay.py"]), Wanted(root="/home/ada/shop")):
        read = read_findings(place, wanted)
        assert ([finding.file for finding in read.findings], read.warnings) == (["src/pay.py"], ())
    assert _codes(read_findings(place, Wanted(root="/build"))) == ["outside-root"]


@pytest.mark.parametrize(
    ("name", "cases", "case"),
    [
        ("pay.json", ["pay"], "pay"),
        ("pay.json", [], None),
        ("pay.json", ["cart"], None),
        ("pay.json", ["pay.json", "pay"], "pay.json"),
        ("pay.c.sarif.json", ["pay.c"], "pay.c"),
        ("shop/pay.json", ["shop/pay", "pay"], "shop/pay"),
        ("shop/pay.json", ["pay"], "pay"),
        ("pay", ["pay"], "pay"),
    ],
)
def test_a_file_named_like_a_case_holds_its_findings(
    tmp_path: Path, name: str, cases: list[str], case: str | None
) -> None:
    place = tmp_path / "runs" / name
    place.parent.mkdir(parents=True)
    place.write_text(f'[{_FILE}, {{"file": "a.py", "line": 1, "case": "own"}}]', encoding="utf-8")
    read = read_findings(tmp_path / "runs", Wanted(cases=cases))
    assert [finding.case for finding in read.findings] == [case, "own"]


def test_a_pull_request_is_its_case_if_there_is_one_of_its_number() -> None:
    read = read_findings(HERE / "samples" / "github.json", Wanted(cases=["515", "516"]))
    assert {finding.case for finding in read.findings} == {"516"}


# -- warnings


def test_a_thousand_odd_things_of_a_kind_are_one_warning(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text("\n".join([_FILE, *['{"file": "a.py", "line": 0}'] * 500]), encoding="utf-8")
    read = read_findings(tmp_path, Wanted())
    assert len(read.findings) == 1002
    (warning,) = read.warnings
    assert warning.code == "unread-line"
    assert warning.message.endswith(f": 1000, the first at {tmp_path}/a.jsonl:2")


def test_answers_and_outdated_comments_are_counted() -> None:
    read = read_findings(HERE / "samples" / "github.json", Wanted())
    assert _codes(read) == ["conversation", "outdated"]


def test_the_collector_goes_on_as_it_was_even_after_an_error(tmp_path: Path) -> None:
    assert gc.isenabled()
    with pytest.raises(ForeignFormatError):
        read_findings(tmp_path / "gone", Wanted())
    assert gc.isenabled()


# -- public data


@pytest.mark.skipif(SHARED is None, reason="HOUNDSMAN_SHARED names no folder of public data")
@pytest.mark.parametrize(
    ("place", "count", "unplaced"),
    [
        ("swe-review-bench/converted/findings.claude-sonnet-4-5.jsonl", 30, 0),
        ("swe-review-bench/converted/findings.gpt-4o-mini.jsonl", 49, 0),
        ("swe-review-bench/converted/findings.static.jsonl", 242, 0),
        ("swe-review-bench/findings.jsonl", 321, 0),
        ("aacr-bench/converted/findings.GPT_5.2.jsonl", 575, 0),
        ("osprey-coderabbit/converted/findings_no_body.jsonl", 342, 101),
        ("reviewbench-excerpt/findings.excerpt.json", 19, 0),
    ],
)
def test_public_findings(place: str, count: int, unplaced: int) -> None:
    read = read_findings(Path(SHARED or "") / "data" / place, Wanted())
    assert len(read.findings) == count
    assert sum(not finding.has_place for finding in read.findings) == unplaced
    assert read.warnings == ()


@pytest.mark.skipif(SHARED is None, reason="HOUNDSMAN_SHARED names no folder of public data")
@pytest.mark.parametrize(
    ("raw", "converted", "min_rank"),
    [
        ("flawfinder.csv", "flawfinder", None),
        ("flawfinder.sarif", "flawfinder", 0.1),
        ("cppcheck.xml", "cppcheck", None),
        ("gcc.jsonl", "gcc", None),
        ("clang", "clang", None),
    ],
)
def test_what_a_tool_wrote_gives_the_same_as_its_converted_lines(
    raw: str, converted: str, min_rank: float | None
) -> None:
    castle = Path(SHARED or "") / "data" / "castle"
    lines = read_findings(castle / "converted" / f"findings.{converted}.jsonl", Wanted()).findings
    known = {finding.file for finding in lines if finding.file}
    read = read_findings(
        castle / "tool_outputs" / raw, Wanted(known_paths=known, options=ReadOptions(min_rank=min_rank))
    )
    assert Counter((each.file, each.line) for each in read.findings) == Counter(
        (each.file, each.line) for each in lines
    )
    assert "unknown-root" not in _codes(read)
