"""Keys and columns of strangers: which means what."""

from __future__ import annotations

import pytest

from houndsman.exchange.spellings import Field, folded, sorted_out


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("file", Field.FILE),
        ("path", Field.FILE),
        ("fileName", Field.FILE),
        ("File Path", Field.FILE),
        ("line", Field.LINE),
        ("line_number", Field.LINE),
        ("startLine", Field.FIRST),
        ("start_line", Field.FIRST),
        ("line-start", Field.FIRST),
        ("endLine", Field.LAST),
        ("end_line", Field.LAST),
        ("LINE_END", Field.LAST),
        ("side", Field.SIDE),
        ("ruleId", Field.RULE),
        ("check_name", Field.RULE),
        ("body", Field.MESSAGE),
        ("text", Field.MESSAGE),
        ("suggestion", Field.ACTION),
        ("quote", Field.QUOTE),
        ("Severity", Field.SEVERITY),
        ("level", Field.SEVERITY),
        ("category", Field.CATEGORY),
        ("pr", Field.CASE),
        ("case", Field.CASE),
        ("id", Field.ID),
        ("commit_id", Field.COMMIT),
    ],
)
def test_every_usual_spelling_gives_its_field(name: str, field: Field) -> None:
    assert sorted_out((name,)).fields == {field: name}
    assert sorted_out((name,), columns=True).fields == {field: name}


@pytest.mark.parametrize("name", ["code", "msg", "warning"])
def test_some_names_mean_a_field_only_as_columns(name: str) -> None:
    assert sorted_out((name,)) == ({}, (name,))
    assert sorted_out((name,), columns=True).others == ()


@pytest.mark.parametrize(
    ("names", "fields", "others"),
    [
        (("text", "message"), {Field.MESSAGE: "message"}, ("text",)),
        (("message", "text"), {Field.MESSAGE: "message"}, ("text",)),
        (("pr", "label", "case"), {Field.CASE: "case"}, ("pr", "label")),
        (("end_line", "endLine"), {Field.LAST: "end_line"}, ("endLine",)),
        ((), {}, ()),
    ],
)
def test_of_two_names_for_a_field_the_more_usual_counts(
    names: tuple[str, ...], fields: dict[Field, str], others: tuple[str, ...]
) -> None:
    assert sorted_out(names) == (fields, others)


def test_case_and_breaks_make_no_difference() -> None:
    assert {folded(name) for name in ("endLine", "end_line", " End Line ", "END-LINE", "end.line")} == {"endline"}
