"""A stamp tells whether the words around it are still those that were written, whatever git made of the line ends."""

from __future__ import annotations

import pytest

from houndsman import __version__
from houndsman.skill.stamp import State, find_stamps, stamp_for, state_of

CONTENT = "One.\n\nTwo.\n"


def test_a_stamp_is_found_where_it_was_put_and_names_the_version() -> None:
    text = f"before\n{stamp_for(CONTENT)}\nafter\n"
    (stamp,) = find_stamps(text)
    assert stamp.version == __version__
    assert (text[: stamp.start], text[stamp.end :]) == ("before\n", "after\n")


@pytest.mark.parametrize(
    ("now", "wanted", "state"),
    [
        (CONTENT, CONTENT, State.CURRENT),
        (CONTENT.replace("\n", "\r\n"), CONTENT, State.CURRENT),
        (CONTENT, "Three.\n", State.OTHER_VERSION),
        ("One.\n\nTwo, mine.\n", CONTENT, State.EDITED),
        ("One.\n\nTwo.", CONTENT, State.EDITED),
        ("Three.\n", "Three.\n", State.EDITED),
    ],
)
def test_what_a_stamp_says_of_its_content(now: str, wanted: str, state: State) -> None:
    (stamp,) = find_stamps(stamp_for(CONTENT))
    assert state_of(stamp, now, wanted) is state


def test_the_same_words_of_another_version_are_current() -> None:
    (stamp,) = find_stamps(stamp_for(CONTENT).replace(__version__, "9.9.9"))
    assert stamp.version == "9.9.9"
    assert state_of(stamp, CONTENT, CONTENT) is State.CURRENT


@pytest.mark.parametrize(
    "line",
    [
        "  " + stamp_for(CONTENT),
        "See " + stamp_for(CONTENT),
        "<!-- houndsman skill -->",
        "<!-- houndsman skill 0.1.0, sha256 short -->",
    ],
)
def test_only_a_whole_line_of_ours_is_a_stamp(line: str) -> None:
    assert not find_stamps(f"{line}\n")
