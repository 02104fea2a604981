"""Equal shares for all files, the surplus by churn; and what an excerpt of each kind of file is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houndsman.briefs.excerpts import excerpts, shares
from houndsman.git.samples import SampleRepository
from houndsman.models.change import Change
from houndsman.prompt.foreign import TRUNCATED

ChangeOf = Callable[..., Change]
ReadChange = Callable[[str, str], Change]

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.mark.parametrize(
    ("needs", "total", "cap", "given_"),
    [
        ([], 100, None, []),
        ([10, 10], 100, None, [10, 10]),
        ([90, 10], 100, None, [90, 10]),
        ([900, 900], 100, None, [50, 50]),
        ([900, 10, 900], 100, None, [57, 10, 33]),
        ([10, 900, 900], 100, None, [10, 57, 33]),
        ([900, 900, 900], 100, None, [34, 33, 33]),
        ([900, 900], 100, 20, [20, 20]),
        ([900, 5], 100, 60, [60, 5]),
        ([5, 5, 5], 2, None, [2, 0, 0]),
        ([0, 0], 100, None, [0, 0]),
    ],
)
def test_equal_shares_and_the_surplus_to_the_first(
    needs: list[int], total: int, cap: int | None, given_: list[int]
) -> None:
    assert shares(needs, total, cap) == given_


@given(st.lists(st.integers(0, 10**6), max_size=80), st.integers(0, 10**5), st.none() | st.integers(1, 10**5))
def test_shares_waste_nothing_give_nobody_too_much_and_starve_nobody(
    needs: list[int], total: int, cap: int | None
) -> None:
    wanted = [need if cap is None else min(need, cap) for need in needs]
    got = shares(needs, total, cap)
    assert sum(got) == min(total, sum(wanted))
    for mine, want in zip(got, wanted, strict=True):
        assert min(want, total // len(needs)) <= mine <= want


def _excerpts(change: Change, total: int = 60_000, cap: int | None = None) -> dict[str, str]:
    shown = excerpts(change, change.files, total, cap)
    return {str(file.path): text for file, text in zip(change.files, shown, strict=True)}


def test_changed_lines_are_shown_without_context_and_headers(change_of: ChangeOf) -> None:
    change = change_of({"a.py": "1\n2\n3\n4\n"}, {"a.py": "1\nTWO\n3\n4\n"})
    assert _excerpts(change) == {"a.py": "```diff\n@@ -2 +2 @@\n-2\n+TWO\n```"}


def test_files_without_changed_lines_say_what_changed(change_of: ChangeOf) -> None:
    before = {"moved": "same\n" * 9, "bin": b"\0\1", "empty": ""}
    after = {"moved": None, "there": "same\n" * 9, "bin": b"\0\2", "empty": None, "new-empty": ""}
    told = _excerpts(change_of(before, after))
    assert told["there"] == "No line changed."
    assert told["bin"] == "Binary file; its content is not shown."


def test_a_change_of_mode_shows_both_modes(sample: SampleRepository, read_change: ReadChange) -> None:
    sample.write("run.sh", "x\n")
    left = sample.commit("plain")
    sample.write("run.sh", "x\n", executable=True)
    assert _excerpts(read_change(left, sample.commit("executable"))) == {
        "run.sh": "Only the file's mode changed. (100644 → 100755)"
    }


def test_links_are_shown_as_text(change_of: ChangeOf) -> None:
    told = _excerpts(change_of({"a": "x"}, {"link": Path("/etc/passwd")}))
    assert "+/etc/passwd" in told["link"]


def test_a_huge_file_takes_nothing_from_the_small_ones_beside_it(change_of: ChangeOf) -> None:
    small = {f"small{number:02}.py": f"value = {number}\n" for number in range(60)}
    huge = "".join(f"row {number} of the generated data\n" for number in range(92_000))
    assert len(huge) > 2_900_000
    told = _excerpts(change_of({"kept": "x"}, {**small, "huge.csv": huge}))
    for number in range(60):
        assert f"+value = {number}\n" in told[f"small{number:02}.py"]
        assert TRUNCATED not in told[f"small{number:02}.py"]
    assert "+row 0 of" in told["huge.csv"]
    assert told["huge.csv"].endswith(TRUNCATED)
    assert 50_000 < len(told["huge.csv"]) < 60_000, "and what they leave over is its own"


def test_a_huge_single_line_still_leaves_something(change_of: ChangeOf) -> None:
    told = _excerpts(change_of({"kept": "x"}, {"one.json": "x" * 2_900_000, "a.py": "1\n"}), total=2_000)
    assert told["one.json"].count("x") > 1_500
    assert TRUNCATED in told["one.json"]
    assert "+1\n" in told["a.py"]


def test_excerpts_stay_within_the_total_and_the_cap(change_of: ChangeOf) -> None:
    tree = {f"f{number}.py": "some changed line\n" * (number * 40) for number in range(1, 20)}
    change = change_of({"kept": "x"}, tree)
    for total, cap in [(10_000, None), (60_000, 2_000)]:
        bodies = [text.replace("```diff\n", "").replace("```", "").replace(TRUNCATED, "").strip("\n")
                  for text in _excerpts(change, total, cap).values()]  # fmt: skip
        assert sum(map(len, bodies)) <= total
        assert max(map(len, bodies)) <= (cap or total)


@pytest.mark.parametrize("shift", range(0, 60, 3))
def test_a_secret_at_the_cut_is_not_shown_in_part(change_of: ChangeOf, shift: int) -> None:
    text = "x" * (80 + shift) + f" {TOKEN}\n" + "y\n" * 500
    assert TOKEN[:8] not in _excerpts(change_of({"kept": "x"}, {"a": text}), total=120)["a"]


def test_a_secret_longer_than_the_room_does_not_bring_later_halves_to_light(change_of: ChangeOf) -> None:
    # Redacting the key makes room for the text behind it, down to where the slice of the patch ends.
    key = "-----BEGIN PRIVATE KEY-----\n" + ("A" * 64 + "\n") * 345 + "-----END PRIVATE KEY-----\n"
    tail = f"token = {TOKEN}\n" * 4_000
    told = _excerpts(change_of({"kept": "x"}, {"a": key + tail}), total=1_000)["a"]
    assert "[redacted:private-key]" in told
    assert "ghp_" not in told
    assert told.endswith(TRUNCATED), "there is more, although all that was looked at is shown"


def test_bytes_that_are_not_utf_8_are_shown_with_replacement(change_of: ChangeOf) -> None:
    assert "+caf\ufffd" in _excerpts(change_of({"kept": "x"}, {"a": b"caf\xe9\n"}))["a"]
