"""What a change is for is read off its diff: nothing invented, nothing flooded, the same each time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from houndsman.git.blobs import BlobReader
from houndsman.git.samples import SampleRepository
from houndsman.intent import derive as room
from houndsman.intent.derive import MOST_FACTS, MOST_FACTS_OF_FILE, derive, is_aside, is_test
from houndsman.intent.signs import Kind
from houndsman.models.business import BusinessSource, CommitWords
from houndsman.models.change import Change
from houndsman.models.repo_path import RepoPath
from houndsman.testing.trees import Tree, change_between, git_of
from tests.intent.conftest import Derive, facts_of, told

SHOP = "def pay(card):\n    return 1\n"


@pytest.mark.parametrize(
    ("path", "yes"),
    [
        ("tests/a.py", True),
        ("pkg/tests/a.js", True),
        ("test_a.py", True),
        ("pkg/conftest.py", True),
        ("pkg/tests.py", True),
        ("pay_test.go", True),
        ("pay.test.ts", True),
        ("pay.spec.mjs", True),
        ("contest.py", False),
        ("latest/a.py", False),
        ("attest_a.py", False),
        ("testimony.py", False),
        ("specification.py", False),
    ],
)
def test_which_files_are_tests(path: str, yes: bool) -> None:
    assert is_test(RepoPath(path.encode())) is yes


def test_each_kind_is_numbered_by_place(derived: Derive) -> None:
    summary = derived({}, {"b.py": SHOP, "a.py": SHOP + SHOP.replace("pay", "ask")})
    assert [(fact.id, fact.at[0], fact.files) for fact in summary.flows] == [
        ("F1", "a.py:1", (RepoPath(b"a.py"),)),
        ("F2", "a.py:3", (RepoPath(b"a.py"),)),
        ("F3", "b.py:1", (RepoPath(b"b.py"),)),
    ]
    assert summary.source is BusinessSource.DETERMINISTIC
    assert summary.text is None


def test_it_is_about_the_two_sides_of_the_diff(sample: SampleRepository) -> None:
    left = sample.commit("one")
    sample.write("a.py", SHOP)
    head = sample.commit("two")
    change = change_between(sample, left, head)
    with BlobReader(git_of(sample)) as blobs:
        summary = derive(change, [], blobs)
    assert (summary.base, summary.head) == (left, head)
    assert not facts_of(summary), "a file that no brief may show is not read"


def test_the_same_change_gives_the_same_bytes_whatever_the_order(
    sample: SampleRepository, change_of: Callable[[Tree, Tree], Change]
) -> None:
    trees: Tree = {f"m{number}.py": f"def f{number}(a):\n    if a: raise E{number}\n" for number in range(60)}
    change = change_of({"README": ""}, trees)
    paths = [file.path for file in change.files]
    with BlobReader(git_of(sample)) as blobs:
        first, second = (derive(change, each, blobs).to_json() for each in (paths, paths[::-1]))
    assert first == second


def test_what_is_removed_stands_in_the_old_version(derived: Derive) -> None:
    rest = "def kept():\n    return 'long enough to be known again'\n" * 9
    (fact,) = derived({"old.py": f"\n\n\n{SHOP}{rest}"}, {"old.py": None, "new.py": f"\n\n\n{rest}"}).contracts
    assert fact.title == "function pay(card): removed (stood there before)"
    assert (fact.at, fact.files) == (("old.py:4",), (RepoPath(b"new.py"),))


def test_much_is_cut_to_what_weighs_most(derived: Derive) -> None:
    most = MOST_FACTS[Kind.FLOW]
    small: Tree = {f"s{number:02}.py": f"def f{number}():\n    return 1\n" for number in range(most)}
    large: Tree = {"z.py": "".join(f"def g{number}():\n    a()\n    return 1\n" for number in range(most))}
    summary = derived({}, {**small, **large})
    assert len(summary.flows) == most
    assert sum(fact.files == (RepoPath(b"z.py"),) for fact in summary.flows) == MOST_FACTS_OF_FILE
    assert [fact.id for fact in summary.flows] == [f"F{number}" for number in range(1, most + 1)]
    assert summary.left_out == {"flows": most}


@pytest.mark.parametrize("own_files", [1, MOST_FACTS[Kind.CONTRACT]])
def test_how_a_project_is_built_and_explained_comes_last(derived: Derive, own_files: int) -> None:
    tools = "".join(f"[tool.t{number}]\nkey = 1\n" for number in range(MOST_FACTS_OF_FILE))
    aside = "".join(f"[s{number}]\nkey = 1\n" for number in range(MOST_FACTS_OF_FILE))
    after: Tree = {"pyproject.toml": f"{tools}[project]\nname = 'a'\n", "tox.ini": aside, "docs/conf.py": "LIMIT = 1\n"}
    own: Tree = {f"settings{number}.py": f"LIMIT_{number} = 1\n" for number in range(own_files)}
    kept = derived({}, {**after, **own}).contracts
    assert set(own) <= {fact.files[0].text for fact in kept}
    assert ("configuration name in project: added" in {fact.title for fact in kept}) == (own_files == 1)
    assert not any(fact.files[0].text.startswith("docs/") for fact in kept) or own_files == 1


@pytest.mark.parametrize(
    ("path", "yes"),
    [
        ("docs/a.py", True),
        ("examples/shop/pyproject.toml", True),
        (".github/workflows/ci.yml", True),
        ("tox.ini", True),
        (".pre-commit-config.yaml", True),
        ("pyproject.toml", False),
        ("src/docs_of.py", False),
        ("shop/conf.py", False),
    ],
)
def test_which_files_are_aside(path: str, yes: bool) -> None:
    assert is_aside(RepoPath(path.encode())) is yes


def test_reading_ends_where_enough_was_read(derived: Derive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_BYTES", 40)
    summary = derived({}, {"big.py": SHOP * 2, "small.py": SHOP, "tests/test_a.py": "def test():\n    assert x\n" * 5})
    assert [fact.files for fact in summary.flows] == [(RepoPath(b"big.py"),)] * 2


def test_a_secret_in_a_default_is_taken_out(derived: Derive) -> None:
    (fact,) = derived({}, {"a.py": "def f(key='AKIAABCDEFGHIJKLMNOP'):\n    return 1\n"}).flows
    assert "AKIA" not in fact.title
    assert "[redacted:aws-access-key]" in fact.title


@pytest.mark.parametrize("before", range(90, 125, 3))
def test_a_secret_that_a_title_would_cut_in_half_is_taken_out(derived: Derive, before: int) -> None:
    (fact,) = derived({}, {"a.py": f"def f({'a' * before}='AKIAABCDEFGHIJKLMNOP'):\n    return 1\n"}).flows
    assert "AKIA" not in fact.title


def test_a_secret_that_becomes_another_is_a_change(derived: Derive) -> None:
    before = "TOKEN = 'AKIAABCDEFGHIJKLMNOP'\n"
    summary = derived({"a.py": before}, {"a.py": before.replace("MNOP", "MNOQ")})
    assert told(summary) == ["K constant TOKEN: changed @ 1"]


def test_names_that_steer_a_terminal_are_shown_as_data(derived: Derive) -> None:
    (fact,) = derived({}, {b"\xff.py": "def f(a='\x1b[31m\u202e'):\n    return 1\n"}).flows
    assert fact.title == r"function f(a='\x1b[31m\u202e'): added"
    assert fact.at[0] == '"\\377.py":1'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import a\n", "import b\n"),
        ("# why\n", "# why not\n"),
        ('"""Old."""\n', '"""New."""\n'),
        ("def _f():\n    return 1\n", "def _f():\n    return 2\n"),
        ("class _C:\n    def f(self):\n        return 1\n", "class _C:\n    def f(self):\n        return 2\n"),
        ('def f():\n    """Old."""\n    return 1\n', 'def f():\n    """New.\n\n    More.\n    """\n    return 1\n'),
        ("def f(a):\n    return 1\n", "def f(a: int) -> int:\n    return 1\n"),
        ("def f():\n    return 1\n", "def f():\n\n    # why\n    return 1\n"),
        ("def f():\n    return 1\n\nx = 1\n", "def f():\n    return 1\n\nx = 2\n"),
        ("class A(B):\n    x = 1\n", "class A(B[int]):\n    x = 1\n"),
        ("def f():\n    return g()\n", "def f():\n    return g()  # type: ignore\n"),
        ("def f():\n    return g(1, 2)\n", "def f():\n    return g(\n        1,\n        2,\n    )\n"),
        (
            "def f():\n    a = b = None\n    return g(a)\n",
            "def f():\n    a: A | None = None\n    b = None\n    return g(a)\n",
        ),
        ("def f():\n    x = g()\n    return x\n", "def f():\n    y = g()\n    return y\n"),
        ("def f():\n    return g()\n", "if a:\n\n    def f():\n        return g()\n"),
        ("class A:\n    x: list[int] = []\n", "class A:\n    x: ClassVar[list[int]] = []\n"),
        ("LIMITS = {1: 2, 3: 4}\n", "LIMITS: dict[int, int] = {\n    1: 2,  # why\n    3: 4,\n}\n"),
        (
            "class A:\n    @property\n    def x(self): return 1\n",
            "class A:\n    @property\n    def x(self) -> int: return 1\n",
        ),
    ],
)
def test_what_is_nobodys_business_is_no_fact(derived: Derive, before: str, after: str) -> None:
    assert told(derived({"a.py": before}, {"a.py": after})) == []


@pytest.mark.parametrize("path", ["notes.md", "a.txt", "no_suffix", ".gitignore", "data.csv", "tests/data.yaml"])
def test_what_is_no_code_tells_nothing(derived: Derive, path: str) -> None:
    assert told(derived({}, {path: "def f():\n  key: value\nCREATE TABLE x (a INT NOT NULL);\n"})) == []


def test_links_binaries_and_renames_tell_nothing(derived: Derive, sample: SampleRepository) -> None:
    code = SHOP * 20
    after: Tree = {"link.py": sample.path / "a.py", "b.py": b"\0def f(): pass\n", "moved.py": code, "kept.py": None}
    assert told(derived({"kept.py": code}, after)) == []


def test_what_the_authors_say_is_capped_and_without_secrets(
    sample: SampleRepository, change_of: Callable[[Tree, Tree], Change]
) -> None:
    change = change_of({"README": ""}, {"a.py": SHOP})
    words = [CommitWords(sha="1" * 40, message="Pay\n\nkey AKIAABCDEFGHIJKLMNOP\x1b\n" + "long\n" * 1_000)]
    with BlobReader(git_of(sample)) as blobs:
        (kept,) = derive(change, [], blobs, words).commits
    assert kept.message.startswith("Pay\n\nkey [redacted:aws-access-key]\\x1b\nlong\n")
    assert 900 < len(kept.message) <= 1_000
