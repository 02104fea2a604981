"""What agents and tools call the four severities: the one table.

In: any JSON value. Out: a severity of ours and the notes. An unknown word is `attention`, never less: nobody's blocker
may drown because of its spelling. Tools with numeric levels map them in their own reader.
"""

from __future__ import annotations

from houndsman.intake.notes import Repair, note
from houndsman.models.finding import Note
from houndsman.models.severity import Severity

_WORDS: dict[Severity, str] = {
    Severity.BLOCKING: "blocking blocker critical crítico fatal high alto error",
    Severity.ATTENTION: "attention major medium médio warning",
    Severity.SUGGESTION: "suggestion minor low baixo note portability performance",
    Severity.NIT: "nit info style trivial",
}

#: Casefolded word to severity.
SEVERITY_WORDS: dict[str, Severity] = {word: severity for severity, words in _WORDS.items() for word in words.split()}


def claimed_severity(value: object) -> tuple[str | None, tuple[Note, ...]]:
    """The severity that an agent claims, as one of our words; None where it claims none."""
    if value is None or value == "":
        return None, ()
    word = value.strip().casefold() if isinstance(value, str) else None
    severity = SEVERITY_WORDS.get(word) if word is not None else None
    if severity is None:
        return Severity.ATTENTION.value, (note(Repair.SEVERITY_UNKNOWN, value),)
    if severity.value == value:
        return severity.value, ()
    return severity.value, (note(Repair.SEVERITY_WORD, value, severity.value),)
