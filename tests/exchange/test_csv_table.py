"""Tables with a header, and flawfinder's."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.exchange.csv_table import READER, refusal
from houndsman.exchange.reader import ForeignFormatError, ReadOptions, Text
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

SAMPLES = Path(__file__).parent / "samples"

Told = list[tuple[str, str]]


def _read(text: str) -> tuple[list[ForeignFinding], Told]:
    told: Told = []
    options = ReadOptions(remark=lambda code, _, place: told.append((code, place)))
    return list(READER.read(Text("x", text), options)), told


def _sample(name: str) -> tuple[list[ForeignFinding], Told]:
    text = (SAMPLES / name).read_bytes().decode()
    assert READER.recognises(Text("x", text))
    return _read(text)


def test_a_table_of_findings() -> None:
    (price, cart), told = _sample("table.csv")
    assert price == ForeignFinding(
        file="src/pay.py",
        line=12,
        end_line=15,
        rule="float-money",
        message="A price, as a float.",
        severity=Severity.BLOCKING,
        source="x:2",
        extra={},
    )
    assert (cart.line, cart.end_line, cart.rule, cart.message) == (4, None, None, "The cart\nmay be empty.")
    assert (cart.source, told) == ("x:3", [])


def test_a_table_that_excel_wrote() -> None:
    (finding,), told = _sample("excel.csv")
    assert (finding.file, finding.line, finding.severity, finding.source) == (
        "src/pay.py",
        12,
        Severity.BLOCKING,
        "x:3",
    )
    assert told == []


def test_flawfinder_has_its_own_meaning_of_its_columns() -> None:
    (printf, char), told = _sample("flawfinder.csv")
    assert printf._replace(extra={}) == ForeignFinding(
        file="src/pay.c",
        line=9,
        rule="FF1016:printf",
        message="If format strings can be influenced by an attacker, they can be exploited (CWE-134).",
        action="Use a constant for the format specification.",
        quote="    printf(argv[1]);",
        severity=Severity.BLOCKING,
        category="CWE-134",
        source="x:2",
        extra={},
    )
    assert printf.extra["Category"] == "format"
    assert (char.rule, char.severity, char.category) == ("FF1013:char", Severity.SUGGESTION, "CWE-119")
    assert told == []


@pytest.mark.parametrize(
    ("level", "severity"),
    [
        ("5", Severity.BLOCKING),
        ("4", Severity.BLOCKING),
        ("3", Severity.ATTENTION),
        ("2", Severity.SUGGESTION),
        ("1", Severity.SUGGESTION),
        ("0", Severity.SUGGESTION),
        ("", None),
    ],
)
def test_flawfinder_levels(level: str, severity: Severity | None) -> None:
    header = "File,Line,Column,DefaultLevel,Level,Category,Name,Warning,Suggestion,Note,CWEs,Context"
    (finding,), told = _read(f"{header}\na.c,9,5,4,{level},format,printf,w,s,,,c\n")
    assert (finding.severity, finding.rule, finding.category, told) == (severity, "printf", None, [])


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("file,line,code,msg\na.py,3,E501,long\n", [("a.py", 3, "E501", "long")]),
        ("file\tline\tcheck\na.py\t3\tE501\n", [("a.py", 3, "E501", "")]),
        ("file|line|rule\na.py|3|E501\n", [("a.py", 3, "E501", "")]),
        ('"file";"line"\n"a.py";"3"\n', [("a.py", 3, None, "")]),
        ("file;line;message\na.py;3;one, two\n", [("a.py", 3, None, "one, two")]),
        ("file,line\na.py,3", [("a.py", 3, None, "")]),
        ("file,line\r\na.py,3\r\n\r\nb.py,4\r\n", [("a.py", 3, None, ""), ("b.py", 4, None, "")]),
        ("file,line\n,\na.py,\n", [("a.py", None, None, "")]),
        ("file,line,message\na.py\n", [("a.py", None, None, "")]),
        ('file,message\na.py,"say ""hi"""\n', [("a.py", None, None, 'say "hi"')]),
        ("file,line\n", []),
        ("\n\nfile,line\na.py,3\n", [("a.py", 3, None, "")]),
    ],
)
def test_dialects(text: str, findings: list[tuple[str, int | None, str | None, str]]) -> None:
    assert READER.recognises(Text("x", text))
    read, told = _read(text)
    assert [(each.file, each.line, each.rule, each.message) for each in read] == findings
    assert [code for code, _ in told if code != "no-line-column"] == []


def test_other_columns_are_kept() -> None:
    (finding,), _ = _read("file,line,tool,owner\na.py,3,dog,\n")
    assert finding.extra == {"tool": "dog", "owner": None}


def test_cells_that_slipped_are_told_and_kept() -> None:
    (finding, _), told = _read("file,line,message\na.py,3,one, two\nb.py,4,m\n")
    assert (finding.message, finding.extra) == ("one", {"surplus": [" two"]})
    assert told == [("surplus-cells", "x:2")]


def test_what_cannot_be_read_is_told_with_its_line() -> None:
    findings, told = _read('file,line,severity\na.py,3,"\nhigh"\nb.py,soon,loud\n')
    assert [finding.source for finding in findings] == ["x:2", "x:4"]
    assert told == [("unread-line", "x:4"), ("unread-severity", "x:4")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "file\na.py\n",
        "file,size\na.py,3\n",
        "judge,pr,tool,candidates,golden,tp,fp,fn\n",
        "case,variant,repeat,score\n",
        '{"file": "a.py", "line": 3}\n',
        '[{"file": "a.py", "line": 3}]',
        "<file,line>",
        "| file | line |\n|---|---|\n| a.py | 3 |\n",
        "A file, as far as one can tell, has a line.\n",
        "x" * 100_000,
        'file,"line\n',
    ],
)
def test_other_texts_are_no_tables_of_findings(text: str) -> None:
    assert not READER.recognises(Text("x", text))


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("line,rule\n3,R1\n", "x:1", "no header with a column for the file"),
        ('file,line\na.py,3\nb.py,"4\nc.py,5\n', "x:3", "not a table"),
        ('file,line\na.py,"3"4\n', "x:2", "not a table"),
        ("file,message\na.py," + "x" * 200_000, "x:2", "not a table"),
    ],
)
def test_errors(text: str, where: str, what: str) -> None:
    with pytest.raises(ForeignFormatError) as caught:
        _read(text)
    assert (caught.value.where, what in caught.value.what) == (where, True)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("file,row,message", "; columns not understood: 'row'"),
        ("file,message", ""),
        ("file,message,a,b,c,d,e,f,g", "; columns not understood: 'a', 'b', 'c', 'd', 'e' and 2 more"),
    ],
)
def test_a_table_that_says_no_line_is_told(header: str, words: str) -> None:
    told: list[tuple[str, str, str]] = []
    options = ReadOptions(remark=lambda *each: told.append(each))
    assert len(list(READER.read(Text("x", f"{header}\na.py,m\n"), options))) == 1
    (remark,) = told
    assert remark == (
        "no-line-column",
        f"tables without a column called line, so that no finding has a place{words}",
        "x:1",
    )


@pytest.mark.parametrize("header", ["file,line,tool", "file,startLine,tool", "path;end_line;tool"])
def test_columns_of_one_s_own_are_nobody_s_business_beside_a_line(header: str) -> None:
    assert _read(f"{header}\n")[1] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("module,row,message\na,3,m\n", "column for the file; columns not understood: 'module', 'row'"),
        ("src/a.py;3;Bad.\n", "column for the file; columns not understood: 'src/a.py', '3', 'Bad.'"),
        ("file,row\na.py,3\n", "no column of a finding beside the file's; columns not understood: 'row'"),
        ("", "no header with a column for the file"),
    ],
)
def test_a_refusal_names_what_it_saw_and_what_is_needed(text: str, words: str) -> None:
    refused = refusal(Text("report.csv", text))
    assert words in refused.what
    assert "file,line,rule,severity,message" in (refused.hint or "")
