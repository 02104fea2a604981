"""What is kept of an agent's words: all but the secrets in them.

In: findings that are placed already (a quote proves its place by the code as it is), or the plain data of a report.
Out: the same with each secret that `prompt/redact.py` knows replaced. The findings file itself stays as it came.
"""

from __future__ import annotations

from dataclasses import replace

from houndsman.models.finding import Finding, Note
from houndsman.models.hunt_report import Gap
from houndsman.prompt.redact import redact


def finding_without_secrets(finding: Finding) -> Finding:
    """`finding` with its words redacted; its file, rule and place are what they were."""
    return replace(
        finding,
        message=redact(finding.message),
        action=redact(finding.action),
        quote=redact(finding.quote),
        severity_claimed=None if finding.severity_claimed is None else redact(finding.severity_claimed),
        notes=tuple(note_without_secrets(note) for note in finding.notes),
    )


def note_without_secrets(note: Note) -> Note:
    """`note` with its text redacted."""
    return Note(code=note.code, text=redact(note.text))


def gap_without_secrets(gap: Gap) -> Gap:
    """`gap` with its note redacted; its id and place are what they were."""
    return Gap(id=gap.id, at=gap.at, note=redact(gap.note))


def data_without_secrets(value: object) -> object:
    """Plain JSON data with every text in it redacted; keys stay."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [data_without_secrets(item) for item in value]
    if isinstance(value, dict):
        return {key: data_without_secrets(item) for key, item in value.items()}
    return value
