"""A script from a JSON file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.model_server.script import Conversation, Script, Step, ToolCall, Used

README = Path(__file__).with_name("README.md")


def test_a_file_is_the_same_as_the_object(tmp_path: Path) -> None:
    place = tmp_path / "script.json"
    place.write_text(
        json.dumps(
            {
                "conversations": [
                    {
                        "name": "python",
                        "when": ["watchdog: python"],
                        "repeat": True,
                        "steps": [
                            {"status": 429, "retryAfter": 1, "times": 2},
                            {"call": [{"tool": "read", "path": "a.py"}], "usage": {"in": 10, "out": 2, "cached": 4}},
                            {"say": {"findings": []}, "after": 0.5},
                        ],
                    }
                ]
            }
        ),
        encoding="utf-8",
    )
    steps = (
        Step(status=429, retry_after=1, times=2),
        Step(call=(ToolCall(tool="read", path="a.py"),), usage=Used(read=10, written=2, cached=4)),
        Step(say={"findings": []}, after=0.5),
    )
    python = Conversation(name="python", when=("watchdog: python",), repeat=True, steps=steps)
    assert Script.load(place) == Script(conversations=(python,))


@pytest.mark.parametrize(
    "step", [{"sya": "hello"}, {"status": "four"}, {"stop": "later"}, {"usage": {"in": 1}}, {"call": [{"path": "x"}]}]
)
def test_what_is_no_step_is_refused(step: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Script.model_validate({"conversations": [{"name": "a", "steps": [step]}]})


def test_the_example_of_the_readme_is_a_script() -> None:
    example = README.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
    assert [each.name for each in Script.model_validate_json(example).conversations] == ["python", "general"]


def test_the_readme_names_every_key_of_a_step() -> None:
    said = README.read_text(encoding="utf-8")
    keys = {field.alias or name for model in (Step, Conversation) for name, field in model.model_fields.items()}
    assert not {key for key in keys if f"`{key}`" not in said}
