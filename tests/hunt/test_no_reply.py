"""An agent is told what was seen instead of a reply."""

from __future__ import annotations

import pytest

from houndsman.hunt.no_reply import why_no_reply


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        ([], "no answer at all"),
        (["", " \n"], "no answer at all"),
        (["All good."], "no JSON object"),
        (['{"result": "{\\"findings\\": []}"}'], "escaped JSON"),
        (["x\nfindings:\n - file: a.py"], "YAML"),
        (["In my findings: nothing."], "no JSON object"),
        (['[{"file" : "a.py"}]', "Done."], "stand alone"),
    ],
)
def test_it_is_told_what_was_seen(messages: list[str], told: str) -> None:
    assert told in why_no_reply(messages)
