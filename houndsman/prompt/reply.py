"""What an answer looks like, told to agents: the JSON schema and one example."""

from __future__ import annotations

import json
from functools import cache

from houndsman.models.owed import Owed
from houndsman.models.reply import Asks, Reply

#: No file of a real change: an answer that repeats it is an echo and no finding.
EXAMPLE_FILE = "path/of/the/file.py"

#: What stands in no answer to what is asked.
_ASKED_FOR = {
    Asks.ALL: (),
    Asks.FINDINGS: ("checks", "rules"),
    Asks.VERDICTS: ("businessSummary",),
}


def reply_schema(asks: Asks = Asks.ALL, owed: Owed | None = None) -> str:
    """The JSON schema of a findings file, as an agent that is asked this should fill it in.

    Args:
        asks: what is asked.
        owed: the verdicts; None where they are not known here.
    """
    return _schema(_left_out(asks, owed))


@cache
def _schema(left_out: frozenset[str]) -> str:
    schema = Reply.model_json_schema(by_alias=True)
    for key in ("usage", *left_out):
        schema["properties"].pop(key)
    schema["$defs"].pop("Usage")
    if left_out >= {"checks", "rules"}:
        schema["$defs"].pop("Verdict")
    return json.dumps(_without_titles(schema), separators=(", ", ": "), ensure_ascii=False, sort_keys=True)


def reply_example(watchdog: str, asks: Asks = Asks.ALL, owed: Owed | None = None) -> str:
    """A valid findings file: of one finding, where findings are asked for.

    Args:
        watchdog: its id.
        asks: what is asked.
        owed: the verdicts, of which the example has no kind that is not owed; None for one of each.
    """
    example: dict[str, object] = {
        "watchdog": watchdog,
        "findings": [
            {
                "file": EXAMPLE_FILE,
                "line": 12,
                "endLine": 13,
                "side": "new",
                "rule": None,
                "message": "The old copy is deleted before the new one is safe on disk: a crash between loses both.",
                "action": "Rename the new file over the old one.",
                "quote": "os.remove(target)\nshutil.copy(source, target)",
                "severity": "blocking",
                "impactClass": "data-loss",
                "confidence": 0.8,
            }
        ],
        "reviewedFiles": [EXAMPLE_FILE],
        "skipped": [{"file": "path/of/another.py", "reason": "budget"}],
        "checks": [{"id": "C1", "verdict": "gap", "at": f"{EXAMPLE_FILE}:12", "note": "nothing survives a crash here"}],
        "rules": [{"id": "1", "verdict": "ok", "at": f"{EXAMPLE_FILE}:30", "note": ""}],
    }
    if asks is Asks.VERDICTS:
        example |= {"findings": [], "skipped": []}
    left_out = _left_out(asks, owed)
    return json.dumps({key: each for key, each in example.items() if key not in left_out}, indent=1, ensure_ascii=False)


def _left_out(asks: Asks, owed: Owed | None) -> frozenset[str]:
    """What is not asked for: agents copy whatever an example shows."""
    not_owed = () if owed is None else [key for key, ids in (("checks", owed.checks), ("rules", owed.rules)) if not ids]
    return frozenset([*_ASKED_FOR[asks], *not_owed])


def _without_titles(value: object) -> object:
    """pydantic names every field twice; an agent reads it once."""
    if isinstance(value, dict):
        return {
            key: _without_titles(item) for key, item in value.items() if not (key == "title" and isinstance(item, str))
        }
    if isinstance(value, list):
        return [_without_titles(item) for item in value]
    return value
