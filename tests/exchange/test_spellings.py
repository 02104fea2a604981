"""Keys and columns of strangers: which means what."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.exchange.spellings import AS_COLUMN, Field, folded, sorted_out


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


def test_the_page_lists_every_column_in_the_order_in_which_it_counts() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    section = page.partition("### Columns of a table\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")][1:]
    listed = {name.removesuffix(" of several"): names.replace("`", "").split(", ") for name, names in rows}
    known = {field: sorted((m.rank, name) for name, m in AS_COLUMN.items() if m.field is field) for field in Field}
    assert listed == {field.value: [name for _, name in names] for field, names in known.items()}
