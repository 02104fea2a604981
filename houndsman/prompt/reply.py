"""What an answer looks like, told to agents: the JSON schema and one example."""

from __future__ import annotations

import json
from functools import cache

from houndsman.models.reply import Reply

#: No file of a real change: an answer that repeats it is an echo and no finding.
EXAMPLE_FILE = "path/of/the/file.py"


@cache
def reply_schema() -> str:
    """The JSON schema of a findings file, as an agent should fill it in."""
    schema = Reply.model_json_schema(by_alias=True)
    schema["properties"].pop("usage")
    schema["$defs"].pop("Usage")
    return json.dumps(_without_titles(schema), separators=(", ", ": "), ensure_ascii=False, sort_keys=True)


def reply_example(watchdog: str) -> str:
    """A valid findings file of one finding."""
    example = {
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
    return json.dumps(example, indent=1, ensure_ascii=False)


def _without_titles(value: object) -> object:
    """pydantic names every field twice; an agent reads it once."""
    if isinstance(value, dict):
        return {
            key: _without_titles(item) for key, item in value.items() if not (key == "title" and isinstance(item, str))
        }
    if isinstance(value, list):
        return [_without_titles(item) for item in value]
    return value
