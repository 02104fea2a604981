"""Anchors carried between real commits: renames are followed, and what cannot be followed says why."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.errors import GitError
from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.golden.relocate import State
from houndsman.golden.two_commits import Travel
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenAnchor

LINES = [f"step_{number} = prepare({number}, order)\n" for number in range(12)]


def _anchor(file: str | None, line: int | None = 5, end: int | None = None, code: str | None = None) -> GoldenAnchor:
    return GoldenAnchor("it", "case", file, line, end, code=code)


@pytest.fixture
def travel(sample: SampleRepository, tmp_path: Path) -> Iterator[Travel]:
    repository = Repository.discover(sample.path)
    with Travel(repository, Shadow.open(tmp_path / "shadow", repository)) as travel:
        yield travel


@pytest.fixture
def commits(sample: SampleRepository) -> tuple[str, str]:
    """Every kind of fate in one change."""
    for name in ("same.py", "moved.py", "gone.py", "spaced name.py", b"bad\xff.py"):
        sample.write(name, f"# {name!r}\n" + "".join(LINES))
    sample.write("data.bin", b"\0\1")
    sample.write("turned.py", "".join(LINES))
    before = sample.commit("Before")
    sample.remove("moved.py")
    sample.write("there/moved.py", "# new\n# there\n" + "".join(LINES))
    sample.remove("gone.py")
    sample.write("spaced name.py", "import this\n\n" + "".join(LINES))
    sample.write(b"bad\xff.py", "\n" + "".join(LINES))
    sample.write("turned.py", b"\0" + "".join(LINES).encode())
    sample.write("late.py", "nothing = like(the, others)\n" * 6)
    return before, sample.commit("After")


@pytest.mark.parametrize(
    ("anchor", "told", "place"),
    [
        (_anchor("same.py"), "exact", ("same.py", 5)),
        (_anchor("moved.py"), "exact", ("there/moved.py", 6)),
        (_anchor("moved.py", code=LINES[3]), "exact", ("there/moved.py", 6)),
        (_anchor("spaced name.py"), "exact", ("spaced name.py", 6)),
        (_anchor('"bad\\377.py"'), "exact", ('"bad\\377.py"', 5)),
        (_anchor("gone.py"), "vanished", ("gone.py", None)),
        (_anchor("late.py"), "not carried", ("late.py", 5)),
        (_anchor("data.bin", 1), "not carried", ("data.bin", 1)),
        (_anchor("turned.py"), "not carried", ("turned.py", 5)),
        (_anchor("same.py", None), "not carried", ("same.py", None)),
        (_anchor(None, None), "not carried", (None, None)),
        (_anchor("same.py")._replace(side=Side.OLD), "not carried", ("same.py", 5)),
        (_anchor("same.py")._replace(side=Side.NEW), "exact", ("same.py", 5)),
    ],
)
def test_what_becomes_of_an_anchor(
    travel: Travel, commits: tuple[str, str], anchor: GoldenAnchor, told: str, place: tuple[str | None, int | None]
) -> None:
    found = travel.between(*commits).relocated(anchor)
    assert (found.told, (found.now.file, found.now.line)) == (told, place)
    assert found.why or found.state is State.EXACT


def test_the_way_back_is_as_good(travel: Travel, commits: tuple[str, str]) -> None:
    found = travel.between(*reversed(commits)).relocated(_anchor("there/moved.py", 6))
    assert (found.state, found.now.file, found.now.line) == (State.EXACT, "moved.py", 5)


def test_what_stands_there_is_told_as_it_is(travel: Travel, commits: tuple[str, str]) -> None:
    pair = travel.between(*commits)
    assert pair.code(_anchor("there/moved.py", 5, 6)) == "".join(LINES[2:4]).rstrip("\n")
    assert pair.code(_anchor("gone.py")) == pair.code(_anchor("same.py", None)) == ""


def test_a_commit_is_known_by_any_of_its_names(
    travel: Travel, sample: SampleRepository, commits: tuple[str, str]
) -> None:
    sample.git("tag", "v1", commits[0])
    assert travel.between("v1", commits[1][:9]) is travel.between(*commits)
    with pytest.raises(GitError, match="'v2' is not in this repository"):
        travel.between("v2", commits[1])


# Random edits and renames ---------------------------------------------------------------------------------------------

EDITS = st.lists(
    st.tuples(
        st.sampled_from(["insert", "remove", "change", "indent", "move"]), st.integers(0, 11), st.integers(0, 11)
    ),
    max_size=5,
)


def _edited(lines: list[str], kind: str, at: int, to: int) -> list[str]:
    at %= len(lines)
    before, (line, *after) = lines[:at], lines[at:]
    if kind == "insert":
        return [*before, "added = other(order)\n", line, *after]
    if kind == "remove":
        return [*before, *after] or [line]
    if kind == "change":
        return [*before, line.replace("prepare", "refuse"), *after]
    if kind == "indent":
        return [*before, f"    {line}", *after]
    rest = [*before, *after]
    to %= len(rest) + 1
    return [*rest[:to], line, *rest[to:]]


@settings(max_examples=15, deadline=None, derandomize=True)
@given(edits=EDITS, renamed=st.booleans(), coded=st.booleans())
def test_random_edits_and_renames_leave_the_same_code_or_a_reason(
    edits: list[tuple[str, int, int]], renamed: bool, coded: bool
) -> None:
    new = LINES
    for edit in edits:
        new = _edited(new, *edit)
    with tempfile.TemporaryDirectory() as place:
        sample = SampleRepository.create(Path(place) / "shop")
        sample.write("shop/steps.py", "".join(LINES))
        before = sample.commit("Before")
        path = "depot/all_steps.py" if renamed else "shop/steps.py"
        sample.remove("shop/steps.py")
        sample.write(path, "".join(new))
        after = sample.commit("After")
        repository = Repository.discover(sample.path)
        with Travel(repository, Shadow.open(Path(place).resolve() / "shadow", repository)) as travel:
            pair = travel.between(before, after)
            for number, line in enumerate(LINES, 1):
                code = line.strip()
                found = pair.relocated(_anchor("shop/steps.py", number, code=code if coded else None))
                there = [at for at, each in enumerate(new, 1) if each.strip() == code]
                if there:
                    assert found.state in (State.EXACT, State.DRIFTED)
                    assert (found.now.file, found.now.line) == (path, there[0])
                else:
                    assert found.state is State.VANISHED
                    assert found.why
