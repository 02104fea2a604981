"""Several sessions' findings files become one: nothing is lost, and the worst counts."""

from __future__ import annotations

import pytest

from houndsman.hunt.together import Said, of_all_files, together
from houndsman.models.passes import ADVERSARIAL, BOOKKEEPING, CHECKLIST, FLOW, HUNT

Entry = dict[str, object]


def reply(*findings: Entry, **more: object) -> Entry:
    return {"watchdog": "general", "findings": list(findings), "reviewedFiles": ["a.py"], **more}


def at(line: int, **more: object) -> Entry:
    return {"file": "a.py", "line": line, "rule": "logic:x", "message": "it is wrong", **more}


def findings(*parts: Said) -> list[Entry]:
    found = together(parts)["findings"]
    assert isinstance(found, list)
    return found


def test_a_single_session_is_taken_to_the_letter() -> None:
    alone = reply(at(1), at(1), odd="kept", reviewed_files=["b.py"])
    assert together([Said(HUNT, alone)]) == alone


def test_the_same_place_and_rule_is_one_and_the_worst_severity_wins() -> None:
    merged = findings(
        Said(FLOW, reply(at(1, severity="nit", impactClass="security"))),
        Said(ADVERSARIAL, reply(at(1, severity="blocker", impactClass="wording", message="it is worse"))),
    )
    (one,) = merged
    assert (one["severity"], one["impactClass"], one["message"]) == ("blocker", "security", "it is worse")
    assert one["pass"] == "flow", "which found it first"
    assert one["otherWords"] == ["it is wrong"]


@pytest.mark.parametrize(
    "other",
    [{"line": 2}, {"file": "b.py"}, {"rule": "logic:y"}, {"rule": None}],
)
def test_anything_else_is_another_finding(other: Entry) -> None:
    assert len(findings(Said(FLOW, reply(at(1))), Said(ADVERSARIAL, reply({**at(1), **other})))) == 2


@pytest.mark.parametrize("line", [None, 0])
def test_where_no_line_is_told_the_quote_tells_the_place(line: int | None) -> None:
    one, other = {**at(1), "line": line, "quote": "a = 1"}, {**at(1), "line": line, "quote": "b = 2"}
    assert len(findings(Said(FLOW, reply(one)), Said(ADVERSARIAL, reply(other)))) == 2
    assert len(findings(Said(FLOW, reply(one)), Said(ADVERSARIAL, reply(one)))) == 1


def test_the_same_line_of_the_other_side_is_another_place() -> None:
    sides = [
        Said(FLOW, reply(at(1, side="LEFT"))),
        Said(ADVERSARIAL, reply(at(1, side="old"), at(1), at(1, side="new"))),
    ]
    assert [each.get("side") for each in findings(*sides)] == ["LEFT", None]


def test_who_gave_verdicts_alone_has_reviewed_nothing_even_where_nobody_else_answered() -> None:
    alone = together([Said(BOOKKEEPING, reply(checks=[{"id": "C1"}]))])
    assert (alone["reviewedFiles"], alone["checks"]) == ([], [{"id": "C1"}])


@pytest.mark.parametrize(("message", "count"), [("It is  wrong.", 1), ("It is not wrong.", 2)])
def test_without_a_rule_the_message_tells(message: str, count: int) -> None:
    one, other = at(1, rule=None), at(1, rule="", message=message)
    assert len(findings(Said(FLOW, reply(one)), Said(ADVERSARIAL, reply(other)))) == count


def test_what_intake_will_refuse_is_kept_for_it() -> None:
    assert findings(Said(FLOW, reply()), Said(ADVERSARIAL, {"findings": ["not an object", 7]})) == ["not an object", 7]


def test_whoever_gives_verdicts_alone_has_reviewed_nothing() -> None:
    merged = together(
        [
            Said(FLOW, reply(reviewedFiles=["a.py"], skipped=[{"file": "b.py", "reason": "budget"}])),
            Said(BOOKKEEPING, reply(reviewedFiles=["b.py", "c.py"], checks=[{"id": "C1"}])),
            Said(CHECKLIST, reply(reviewedFiles=["d.py"], rules=[{"id": "1"}])),
        ]
    )
    assert merged["reviewedFiles"] == ["a.py"]
    assert merged["skipped"] == [{"file": "b.py", "reason": "budget"}]
    assert (merged["checks"], merged["rules"]) == ([{"id": "C1"}], [{"id": "1"}])


def test_what_one_skipped_and_another_read_is_read() -> None:
    merged = together(
        [
            Said(FLOW, reply(skipped=[{"file": "b.py", "reason": "budget"}, "c.py"])),
            Said(
                ADVERSARIAL, {"findings": [], "reviewed_files": ["b.py"], "skipped": [{"file": "a.py", "reason": "x"}]}
            ),
        ]
    )
    assert merged["reviewedFiles"] == ["a.py", "b.py"]
    assert merged["skipped"] == ["c.py"]


def test_the_first_that_says_what_the_change_is_for_is_heard_and_unknown_keys_stay() -> None:
    merged = together(
        [
            Said(FLOW, reply(businessSummary=" ", odd=1)),
            Said(ADVERSARIAL, reply(businessSummary="Orders are paid twice", odd=2, more=3)),
        ]
    )
    assert merged["businessSummary"] == "Orders are paid twice"
    assert (merged["odd"], merged["more"]) == (1, 3)


def test_verdicts_beside_one_hunter_leave_its_findings_as_they_were() -> None:
    assert findings(Said(HUNT, reply(at(1))), Said(CHECKLIST, reply(at(2)))) == [at(1), at(2)]


def test_a_verdict_on_one_file_is_none_on_the_others_but_a_gap_is_one_anywhere() -> None:
    def checked(**verdicts: str) -> Said:
        return Said(
            HUNT, {"findings": [], "checks": [{"id": name, "verdict": word} for name, word in verdicts.items()]}
        )

    said = of_all_files(
        [checked(C1="ok", C2="ok", C3="gap"), checked(C1="ok"), Said(CHECKLIST, {"checks": [{"id": "C9"}]})]
    )
    kept = [[each["id"] for each in part.reply["checks"]] for part in said]  # type: ignore[attr-defined]
    assert kept == [["C1", "C3"], ["C1"], ["C9"]]
    assert of_all_files([]) == []
