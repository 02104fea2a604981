"""Scores made elsewhere: what is read, and what every mistake is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.compare.score_table import Columns, parse_columns, read_scores
from houndsman.errors import UsageError

TABLE = "case,variant,repeat,score\na,X,1,0.5\na,X,2,1\nb,X,1,0\na,Y,1,0.25\n"
WIDE = "agent,model,run_id,instance_id,f1\nCopilot,opus,7,a,0.5\nCopilot,opus,8,a,0.75\nClaude,opus,7,a,1\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "scores.csv"


def read(place: Path, text: str, columns: str | None = None) -> dict[str, dict[str, list[float]]]:
    place.write_text(text, encoding="utf-8")
    table = read_scores(place, parse_columns(columns))
    return {name: {case: list(scores) for case, scores in cases.items()} for name, cases in table.variants.items()}


def test_the_usual_columns_need_no_option(place: Path) -> None:
    assert read(place, TABLE) == {"X": {"a": [0.5, 1.0], "b": [0.0]}, "Y": {"a": [0.25]}}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\ufeff" + TABLE, id="byte-order-mark"),
        pytest.param(TABLE.replace("\n", "\r\n"), id="windows"),
        pytest.param(TABLE.replace(",", ";"), id="semicolons"),
        pytest.param(TABLE.replace(",", "\t"), id="tabs"),
        pytest.param("\n" + TABLE.replace("\n", "\n\n"), id="blank-lines"),
        pytest.param(TABLE.replace(",", " , "), id="blanks"),
        pytest.param(TABLE.replace("X", '"X"'), id="quotes"),
        pytest.param("score,more,variant,repeat,case\n0.5,?,X,1,a\n1,?,X,2,a\n0,?,X,1,b\n0.25,?,Y,1,a\n", id="order"),
    ],
)
def test_the_same_table_written_in_another_way_is_the_same(place: Path, text: str) -> None:
    assert read(place, text) == {"X": {"a": [0.5, 1.0], "b": [0.0]}, "Y": {"a": [0.25]}}


def test_rows_in_another_order_are_the_same_scores(place: Path) -> None:
    header, *rows = TABLE.splitlines(keepends=True)
    assert list(read(place, header + "".join(rows[::-1])).items()) == list(read(place, TABLE).items())


def test_columns_are_named_and_a_variant_may_be_several(place: Path) -> None:
    told = read(place, WIDE, "case=instance_id, variant=agent+model ,repeat=run_id,score=f1")
    assert told == {"Claude+opus": {"a": [1.0]}, "Copilot+opus": {"a": [0.5, 0.75]}}


def test_without_a_column_for_repeats_each_row_is_one(place: Path) -> None:
    assert read(place, WIDE, "case=instance_id,variant=model,score=f1") == {"opus": {"a": [0.5, 0.75, 1.0]}}


def test_a_role_that_is_not_named_is_the_column_of_its_name() -> None:
    assert parse_columns("score=f1") == Columns(score="f1")
    assert parse_columns(None) is None


@pytest.mark.parametrize(
    ("text", "columns", "told", "hint"),
    [
        pytest.param("", None, "no scores in this file", "case,variant,repeat,score", id="empty"),
        pytest.param(TABLE, "score=f1", "scores.csv:1: there is no column 'f1'", "'variant'", id="no-such-column"),
        pytest.param(
            WIDE, "case=run_id,variant=agent,score=F1", "no column 'F1'", "Did you mean 'f1'?", id="another-case"
        ),
        pytest.param(
            WIDE,
            "case=instance,variant=agent,score=f1",
            "no column 'instance'",
            "Did you mean 'instance_id'?",
            id="near",
        ),
        pytest.param(WIDE, None, "no column 'case'", "--scores-columns says which", id="unusual-columns"),
        pytest.param(TABLE, "skore=f1", "'skore=f1' names no column", "case, variant, repeat, score", id="no-role"),
        pytest.param(TABLE, "score", "'score' names no column", "role=column", id="no-equals"),
        pytest.param(TABLE, "score=a,score=b", "'score=b' names a role twice", "once", id="role-twice"),
        pytest.param(
            TABLE + "a,Y,2,good\n", None, "scores.csv:6: score is 'good'", "Leave the row out", id="no-number"
        ),
        pytest.param(TABLE + "a,Y,2,\n", None, "scores.csv:6: score is ''", "Leave the row out", id="no-score"),
        pytest.param(TABLE + "a,Y,2,nan\n", None, "score is 'nan'", "Leave the row out", id="nan"),
        pytest.param(TABLE + "a,Y,2\n", None, "scores.csv:6: 3 cells where the header has 4", "quotes", id="slipped"),
        pytest.param(
            TABLE + "a,Y,1,1\n", None, "scores.csv:6: 'a' has a score for repeat '1' twice", "repeat=", id="twice"
        ),
        pytest.param(TABLE + 'a,"Y"x,1,1\n', None, "scores.csv:6: not a table", "doubled", id="quotes"),
        pytest.param(
            "agent,model,case,score\na+b,c,1,1\na,b+c,1,1\n",
            "variant=agent+model",
            "scores.csv:3: 'a+b+c' is ambiguous",
            "fewer columns",
            id="ambiguous",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place_and_a_way_out(
    place: Path, text: str, columns: str | None, told: str, hint: str
) -> None:
    with pytest.raises(UsageError) as raised:
        read(place, text, columns)
    assert told in str(raised.value)
    assert hint in (raised.value.hint or "")


@pytest.mark.parametrize(
    ("name", "hint"), [("x", "Did you mean 'X'?"), ("other", "There are: 'X', 'Y'."), ("", "There are: 'X', 'Y'.")]
)
def test_a_variant_that_is_not_there_is_told_with_the_nearest(place: Path, name: str, hint: str) -> None:
    place.write_text(TABLE, encoding="utf-8")
    table = read_scores(place)
    with pytest.raises(UsageError, match="--a: no variant is called") as raised:
        table.of(name, "--a")
    assert raised.value.hint == hint


def test_many_variants_are_not_all_named(place: Path) -> None:
    rows = "".join(f"a,variant-{at:02},1,1\n" for at in range(30))
    place.write_text("case,variant,repeat,score\n" + rows, encoding="utf-8")
    with pytest.raises(UsageError) as raised:
        read_scores(place).of("###", "--b")
    assert "'variant-19' and more." in (raised.value.hint or "") and "variant-20" not in (raised.value.hint or "")


def test_a_file_that_cannot_be_read_is_told(place: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_scores(place)
    place.write_bytes(b"case,variant\xff")
    with pytest.raises(UsageError, match="it is not UTF-8"):
        read_scores(place)
