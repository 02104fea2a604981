"""The procedure in its wrappings: a skill's file that is all ours, a section that touches nothing else."""

from __future__ import annotations

import re

import pytest
import yaml

from houndsman import __version__
from houndsman.errors import UsageError
from houndsman.skill.stamp import State
from houndsman.skill.wording import DESCRIPTION, NAME, Found, Section, SkillFile, Wording, procedure

WORDINGS = [SkillFile(), Section()]

CURRENT = Found(State.CURRENT, __version__)


@pytest.mark.parametrize("wording", WORDINGS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_was_written_is_current_and_writing_it_again_changes_nothing(wording: Wording, newline: str) -> None:
    text = wording.written(None).replace("\n", newline)
    assert wording.found(text) == CURRENT
    if isinstance(wording, Section) or newline == "\n":
        assert wording.written(text) == text


@pytest.mark.parametrize("wording", WORDINGS)
def test_both_hold_the_whole_procedure_and_when_to_use_it(wording: Wording) -> None:
    text = wording.written(None)
    assert procedure() in text
    assert DESCRIPTION in text
    assert text.endswith("\n")


@pytest.mark.parametrize("wording", WORDINGS)
def test_nothing_is_absent_and_one_letter_is_an_edit(wording: Wording) -> None:
    assert wording.found(None) == Found(State.ABSENT)
    text = wording.written(None)
    assert wording.found(text.replace("Prepare", "prepare", 1)).state is State.EDITED
    assert wording.found(text.replace("Houndsman", "Bloodhound", 1)).state is State.EDITED


@pytest.mark.parametrize("wording", WORDINGS)
def test_other_words_of_another_version_are_known_for_what_they_are(
    wording: Wording, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = wording.written(None)
    with monkeypatch.context() as past:
        past.setattr("houndsman.skill.wording.procedure", lambda: "## 1. Another way\n")
        past.setattr("houndsman.skill.stamp.__version__", "0.0.1")
        then = wording.written(None)
    assert wording.found(then) == Found(State.OTHER_VERSION, "0.0.1")
    assert wording.written(then) == now


def test_the_front_matter_is_what_the_open_format_of_skills_asks_for() -> None:
    """Its limits: name 64 of a-z, 0-9 and single hyphens, equal to the folder's; description 1,024 characters."""
    _, front, body = SkillFile().written(None).split("---\n", 2)
    assert yaml.safe_load(front) == {"name": NAME, "description": DESCRIPTION}
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", NAME)
    assert len(DESCRIPTION) <= 1024
    assert body.lstrip().startswith("<!-- houndsman skill ")
    assert len(body.splitlines()) < 500, "what programs load whole"


def test_a_file_without_our_stamp_is_not_ours() -> None:
    assert SkillFile().found("---\nname: houndsman\n---\nMine.\n") == Found(State.FOREIGN)
    assert SkillFile().found("") == Found(State.FOREIGN)


BEFORE = "# Rules\r\n\r\nBe kind. \udcff\r\n"
AFTER = "\r\n## More\r\n\r\nNo last line end"


@pytest.mark.parametrize(
    ("text", "gap"),
    [("", ""), ("# Rules\n", "\n"), ("# Rules", "\n\n"), ("# Rules\n\n\n", "\n"), ("# Rules\r\n", "\r\n")],
)
def test_a_new_section_comes_last_in_the_line_ends_of_the_file(text: str, gap: str) -> None:
    written = Section().written(text)
    assert written.startswith(f"{text}{gap}<!-- houndsman skill ")
    assert ("\r\n" in written) == ("\r\n" in text)
    assert Section().found(written) == CURRENT


def test_a_section_is_replaced_where_it_stands_and_nothing_else_is_touched() -> None:
    section = Section().written(BEFORE).removeprefix(f"{BEFORE}\r\n")
    edited = section.replace("Prepare", "Skip", 1)
    assert Section().found(BEFORE + edited + AFTER).state is State.EDITED
    assert Section().written(BEFORE + edited + AFTER) == BEFORE + section + AFTER


def test_a_file_without_a_section_has_none() -> None:
    assert Section().found(BEFORE) == Found(State.ABSENT)


@pytest.mark.parametrize("broken", ["no end", "no beginning", "turned round", "twice"])
def test_two_lines_that_are_no_pair_are_refused(broken: str) -> None:
    section = Section().written(None)
    first, _, rest = section.partition("\n")
    content, end = rest.rsplit("<!--", 1)
    text = {
        "no end": f"{first}\n{content}",
        "no beginning": rest,
        "turned round": f"<!--{end}{content}{first}\n",
        "twice": section + section,
    }[broken]
    for act in (Section().found, Section().written):
        with pytest.raises(UsageError, match="no pair"):
            act(text)
