"""A search finds lines of the commit, within a limit of time and of output, whatever the pattern."""

from __future__ import annotations

import threading

import pytest

from houndsman.agents.api_search import Hit, Hits, Search, Unsearched, Wanted, paths_of
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.models.repo_path import RepoPath
from houndsman.testing.trees import commit_tree

#: Perl's matcher gives it up at once; POSIX's would take minutes.
COSTLY = "(a+)+b"


@pytest.fixture
def head(sample: SampleRepository) -> str:
    head = commit_tree(
        sample,
        {
            "a.py": "alpha = 1\nbeta = 22\nalpha = 3\n",
            "d/b.py": "Alpha = 4\n",
            b"d/odd\n\xff.py": "alpha\n",
            "picture": b"\0alpha\n",
            "long.txt": ("a" * 5000 + "c\n") * 200,
        },
    )
    (sample.path / "a.py").write_text("nothing here any more")
    return head


def found(git: Git, head: str, wanted: Wanted, seconds: float = 30.0) -> Hits | Unsearched:
    return Search(git, head, seconds).run(wanted)


A1, A3 = Hit(RepoPath(b"a.py"), 1), Hit(RepoPath(b"a.py"), 3)
ODD = Hit(RepoPath(b"d/odd\n\xff.py"), 1)
B1 = Hit(RepoPath(b"d/b.py"), 1)


@pytest.mark.parametrize(
    ("wanted", "hits"),
    [
        (Wanted("alpha"), (A1, A3, ODD)),
        (Wanted(r"^\w+\s=\s\d$"), (A1, A3, B1)),
        (Wanted("alpha", ignore_case=True), (A1, A3, B1, ODD)),
        (Wanted("lpha", RepoPath(b"d")), (B1, ODD)),
        (Wanted("lpha", RepoPath(b"d/")), (B1, ODD)),
        (Wanted("alpha", RepoPath(b"a.py")), (A1, A3)),
        (Wanted("alpha", RepoPath(b"*.py")), ()),
        (Wanted("gamma"), ()),
        (Wanted("--help"), ()),
    ],
)
def test_the_lines_of_the_commit_that_match_are_found(
    git: Git, head: str, wanted: Wanted, hits: tuple[Hit, ...]
) -> None:
    assert found(git, head, wanted) == Hits(hits, True)


@pytest.mark.parametrize("pattern", ["", "a\nb", "a\0b", "(unclosed"])
def test_what_is_no_pattern_is_said(git: Git, head: str, pattern: str) -> None:
    assert isinstance(found(git, head, Wanted(pattern)), Unsearched)


def test_a_costly_pattern_is_ended_in_time(git: Git, head: str) -> None:
    answer = found(git, head, Wanted(COSTLY), seconds=0.5)
    assert isinstance(answer, Unsearched) and "0.5 seconds" in answer.why


def test_a_search_can_be_stopped_from_outside(git: Git, head: str) -> None:
    search = Search(git, head, 600.0)
    answers: list[Hits | Unsearched] = []
    thread = threading.Thread(target=lambda: answers.append(search.run(Wanted(COSTLY))))
    thread.start()
    search.stop()
    thread.join(timeout=30)
    assert isinstance(answers[0], Unsearched)


def test_more_output_than_is_wanted_ends_the_search_and_is_said(sample: SampleRepository, git: Git) -> None:
    head = commit_tree(sample, {"wide.txt": ("x" * 100_000 + "\n") * 100})
    answer = found(git, head, Wanted("x"))
    assert isinstance(answer, Hits)
    assert not answer.whole
    assert 10 < len(answer.hits) < 100


def test_the_files_of_hits_are_each_named_once_in_order() -> None:
    assert paths_of([B1, A1, A3]) == (B1.path, A1.path)
