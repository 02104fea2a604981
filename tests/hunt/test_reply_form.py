"""What has the form of a reply, and what is wrong with what has not."""

from __future__ import annotations

import json

import pytest

from houndsman.hunt.reply_form import ONLY_THE_EXAMPLE, Form, judge, objects_with_findings
from houndsman.prompt.reply import reply_example

FINDING: dict[str, object] = {"file": "a.py"}


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"findings": []}, [{"findings": []}]),
        ({"a": {"findings": [1]}, "b": [{"findings": [2]}]}, [{"findings": [1]}, {"findings": [2]}]),
        ({"findings": [], "a": {"findings": [1]}}, [{"findings": [], "a": {"findings": [1]}}]),
        ({"findings": {"findings": [1]}}, [{"findings": [1]}]),
        ({"a": '{"findings": []}'}, []),
        ([], []),
        (None, []),
    ],
)
def test_outermost_objects_with_a_list_of_findings_are_found(value: object, found: list[object]) -> None:
    assert list(objects_with_findings(value)) == found


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ({"watchdog": "w", "findings": [], "reviewedFiles": []}, Form.WHOLE),
        ({"watchdog": " W ", "findings": [FINDING, "odd"], "reviewed_files": [1]}, Form.WHOLE),
        ({"watchdog": None, "findings": [], "reviewedFiles": []}, Form.PARTIAL),
        ({"watchdog": "", "findings": [], "reviewedFiles": []}, Form.PARTIAL),
        ({"findings": [], "reviewedFiles": []}, Form.PARTIAL),
        ({"watchdog": "w", "findings": [FINDING]}, Form.PARTIAL),
        ({"watchdog": "w", "findings": [FINDING], "reviewedFiles": "a.py"}, Form.PARTIAL),
    ],
)
def test_the_form_is_as_whole_as_the_required_keys(value: dict[str, object], form: Form) -> None:
    judged = judge(value, "w")
    assert (judged.form, judged.reply, judged.complaint, judged.has_example) == (form, value, "", False)


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ({"watchdog": "x`y", "findings": [FINDING], "reviewedFiles": []}, "`watchdog` is ``x`y``: you answer for `w`"),
        ({"watchdog": ["w"], "findings": [FINDING], "reviewedFiles": []}, "you answer for `w`"),
        ({"watchdog": "w", "findings": []}, "`reviewedFiles` is missing"),
        ({"watchdog": "w", "findings": [], "reviewedFiles": None}, "`reviewedFiles` is missing"),
        ({"watchdog": "w", "findings": ["odd"], "reviewedFiles": []}, "`findings` holds no object"),
        (json.loads(reply_example("w")), ONLY_THE_EXAMPLE),
    ],
)
def test_what_is_no_reply_is_told_why(value: dict[str, object], complaint: str) -> None:
    judged = judge(value, "w")
    assert (judged.form, judged.reply) == (Form.NONE, None)
    assert complaint in judged.complaint


def test_a_reply_is_judged_without_what_it_repeats_from_the_example() -> None:
    example = json.loads(reply_example("w"))
    judged = judge({**example, "reviewedFiles": ["a.py"]}, "w")
    assert judged.form is Form.WHOLE
    assert judged.has_example
    assert judged.reply is not None
    assert judged.reply["findings"] == []
    assert judge({"findings": example["findings"]}, "w").complaint == ONLY_THE_EXAMPLE
