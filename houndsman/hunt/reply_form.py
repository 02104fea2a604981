"""Which objects have the form of a reply, and what is wrong with those that nearly have it.

In: any JSON value that an agent wrote. Out: the objects in it that may be its reply, each with how much of the
contract's form it has, or with a complaint in words for the agent. What stands in a finding is intake's to put right or
refuse; here it must only be an object. Nobody is taken to have found nothing who does not say what he read. Pure;
nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from houndsman.hunt.echo import without_example
from houndsman.hunt.scan import REPLY_KEY
from houndsman.intake.finding import keyed
from houndsman.prompt.foreign import inline

_KEYS = frozenset({"watchdog", REPLY_KEY, "reviewedFiles"})

ONLY_THE_EXAMPLE = "what you wrote is the example of the brief: give your own findings, or none, and the files you read"


NOT_A_LIST = '`findings` is no list; `"findings": []` together with `reviewedFiles` is the way to say "nothing found"'


class Form(IntEnum):
    """How much of the contract's form an object has."""

    NONE = 0
    PARTIAL = 1  # findings, or files that were reviewed; intake takes it
    WHOLE = 2  # all required keys


class Judged(NamedTuple):
    """An object that may be a reply."""

    reply: dict[str, object] | None
    """Without what it repeats from the example; None where the form is none."""
    form: Form
    complaint: str
    """What is wrong where the form is none; else empty."""
    has_example: bool = False
    """Something was taken out."""


def objects_with_findings(value: object) -> Iterator[dict[str, object]]:
    """The objects in `value` that have a list of findings, in order; none that is inside another one of them."""
    if isinstance(value, dict):
        if isinstance(value.get(REPLY_KEY), list):
            yield value
            return
        for item in value.values():
            yield from objects_with_findings(item)
    elif isinstance(value, list):
        for item in value:
            yield from objects_with_findings(item)


def judge(value: dict[str, object], watchdog: str) -> Judged:
    """What `value`, which has a list of findings, is as a reply of `watchdog`."""
    reply = without_example(value)
    has_example = reply != value
    known = keyed(reply, _KEYS).known
    findings, reviewed, named = known.get(REPLY_KEY), known.get("reviewedFiles"), known.get("watchdog")

    def refused(complaint: str) -> Judged:
        return Judged(None, Form.NONE, complaint, has_example)

    if not (named in (None, "") or (isinstance(named, str) and named.strip().casefold() == watchdog.casefold())):
        return refused(f"`watchdog` is {inline(str(named))}: you answer for {inline(watchdog)}")
    if has_example and not findings and not reviewed:
        return refused(ONLY_THE_EXAMPLE)
    if findings and isinstance(findings, list) and not any(isinstance(each, dict) for each in findings):
        return refused(
            "`findings` holds no object: each finding is an object with `file`, `line`, `message` and `quote`"
        )
    if not isinstance(reviewed, list):
        if not findings:
            return refused(
                "`reviewedFiles` is missing: without it, no finding does not mean that anything was looked at"
            )
        return Judged(reply, Form.PARTIAL, "", has_example)
    return Judged(reply, Form.WHOLE if named else Form.PARTIAL, "", has_example)
