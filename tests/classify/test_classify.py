"""Who sees which file: every path keeps its row, and what is left out is listed with the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from houndsman.classify.classify import FLOW_CHARS, FLOW_KEPT, Selection, classify
from houndsman.classify.marks import Marks
from houndsman.config.load import Declaration
from houndsman.errors import UsageError
from houndsman.hook_relay import HookRelay, PluginFailure
from houndsman.models.change import Change
from houndsman.models.classification import Assignment, Classification
from houndsman.models.config import Budgets, Config, Priority
from houndsman.models.watchdog import GENERAL, Watchdog

ChangeOf = Callable[..., Change]

LEFT = {"kept.txt": "x\n"}


def _dog(name: str = GENERAL, **fields: object) -> Watchdog:
    return Watchdog.model_validate({"id": name, "title": name.title(), **fields})


@pytest.fixture
def sort(load: Callable[..., HookRelay]) -> Callable[..., Classification]:
    """`classify` with what a test does not care about filled in."""

    def run(
        change: Change,
        *dogs: Watchdog,
        config: Config | None = None,
        selection: Selection | None = None,
        relay: HookRelay | None = None,
    ) -> Classification:
        declared = [Declaration(dog, "test") for dog in dogs]
        return classify(change, declared, config or Config(), Marks(), selection or Selection(), relay or load())

    return run


Sort = Callable[..., Classification]


def _assigned(result: Classification, name: str) -> Assignment:
    (assignment,) = [each for each in result.assignments if each.watchdog.id == name]
    return assignment


def _names(paths: Sequence[object]) -> list[str]:
    return [str(path) for path in paths]


# Rows


def test_every_changed_path_keeps_its_row(change_of: ChangeOf, sort: Sort) -> None:
    before = {"a.py": "1\n", "gone.py": "was\n", "from.py": "same\n" * 9, "poetry.lock": "1\n"}
    after = {
        "a.py": "2\n", "gone.py": None, "from.py": None, "to.py": "same\n" * 9, "poetry.lock": "2\n",
        "logo.png": b"\x89PNG\0", b"bad\xff.py": "1\n2\n", "new.txt": "3\n4\n",
    }  # fmt: skip
    change = change_of(before, after)
    result = sort(change, _dog())
    assert [row.path for row in result.files] == [file.path for file in change.files]
    told = {str(row.path): (row.status.value, row.excluded) for row in result.files}
    assert told == {
        "a.py": ("modified", None),
        '"bad\\377.py"': ("added", None),
        "gone.py": ("deleted", None),
        "logo.png": ("added", "image"),
        "new.txt": ("added", None),
        "poetry.lock": ("modified", "lock file"),
        "to.py": ("renamed", None),
    }
    assert all(GENERAL in row.watchdogs for row in result.files), "general's business is everything"
    assert set(_names(_assigned(result, GENERAL).files)) == {name for name, told in told.items() if told[1] is None}


def test_globs_say_whose_business_a_file_is(change_of: ChangeOf, sort: Sort) -> None:
    change = change_of(LEFT, {"src/a.py": "1\n", "src/test_a.py": "1\n", "web/a.js": "1\n"})
    result = sort(change, _dog(), _dog("python", paths=["*.py"], exclude=["test_*"]), _dog("ruby", paths=["*.rb"]))
    assert {str(row.path): row.watchdogs for row in result.files} == {
        "src/a.py": ("general", "python"),
        "src/test_a.py": ("general",),
        "web/a.js": ("general",),
    }
    assert result.expected == ("general", "python"), "who has no files owes nothing"


def test_general_sees_all_files_whatever_it_declares(change_of: ChangeOf, sort: Sort) -> None:
    change = change_of(LEFT, {"a.py": "1\n", "b.js": "1\n"})
    result = sort(change, _dog(paths=["*.py"], exclude=["*"]))
    assert _names(_assigned(result, GENERAL).files) == ["a.py", "b.js"]


def test_a_renamed_file_is_the_business_of_who_guarded_its_old_path(change_of: ChangeOf, sort: Sort) -> None:
    change = change_of({"pay/a.py": "same\n" * 20}, {"pay/a.py": None, "misc/a.py": "same\n" * 20 + "more\n"})
    result = sort(change, _dog("payments", paths=["pay/"]))
    assert _names(_assigned(result, "payments").files) == ["misc/a.py"]


def test_an_empty_change_asks_nobody(change_of: ChangeOf, sort: Sort) -> None:
    result = sort(change_of(LEFT, {}), _dog(), _dog("python"))
    assert (result.files, result.expected, result.deselected) == ((), (), ())


# Excluded files


@pytest.mark.parametrize(
    ("fields", "files"),
    [
        ({}, ["a.py"]),
        ({"agent": "code"}, ["a.py"]),
        ({"agent": "code", "seesExcluded": True}, [".env", "a.py", "poetry.lock"]),
        ({"agent": "owl", "seesExcluded": True}, ["a.py"]),
        ({"seesExcluded": True}, ["a.py"]),
    ],
)
def test_only_code_that_asks_for_them_sees_excluded_files(
    change_of: ChangeOf, sort: Sort, fields: dict[str, object], files: list[str]
) -> None:
    change = change_of(LEFT, {".env": "A=1\n", "poetry.lock": "x\n", "a.py": "1\n"})
    assert _names(_assigned(sort(change, _dog("one", **fields)), "one").files) == files


def test_the_projects_exclusions_bind(change_of: ChangeOf, sort: Sort) -> None:
    change = change_of(LEFT, {"fixtures/a.py": "1\n", "b.py": "1\n"})
    result = sort(change, _dog(), config=Config(exclusions=("fixtures/",)))
    assert {str(row.path): row.excluded for row in result.files} == {
        "b.py": None,
        "fixtures/a.py": "excluded by the project",
    }


# The hook


CLASSIFIES = """
from houndsman import FileVerdict, hookimpl

@hookimpl
def houndsman_classify_file(file, config):
    {body}
"""


def test_a_plugin_may_exclude_and_may_add_watchdogs(
    change_of: ChangeOf, sort: Sort, install: Callable[..., None], load: Callable[..., HookRelay]
) -> None:
    body = """
    if file.path.raw == b"snapshot.txt":
        return FileVerdict(excluded="snapshot")
    if file.path.raw == b"deploy":
        return FileVerdict(watchdogs=("shell",))
    """
    install("acme", {"sorter": CLASSIFIES.format(body=body.strip())})
    change = change_of(LEFT, {"snapshot.txt": "x\n", "deploy": "#!/bin/sh\n", "a.sh": "x\n"})
    result = sort(change, _dog(), _dog("shell", paths=["*.sh"]), relay=load())
    assert {str(row.path): row.excluded for row in result.files} == {
        "a.sh": None,
        "deploy": None,
        "snapshot.txt": "snapshot",
    }
    assert _names(_assigned(result, "shell").files) == ["a.sh", "deploy"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return 'snapshot'", "must return a FileVerdict or None, not str"),
        ("return FileVerdict(watchdogs=('nobody',))", "names unknown watchdogs: nobody"),
        ("return 1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_plugin_that_answers_nonsense_is_named_and_hides_nothing(
    change_of: ChangeOf,
    sort: Sort,
    install: Callable[..., None],
    load: Callable[..., HookRelay],
    body: str,
    told: str,
) -> None:
    install("acme", {"sorter": CLASSIFIES.format(body=body)})
    relay = load()
    result = sort(change_of(LEFT, {"a": "x\n", "b": "x\n"}), _dog(), relay=relay)
    assert _names(_assigned(result, GENERAL).files) == ["a", "b"]
    (failure,) = relay.failures
    assert (failure.plugin, failure.stage) == ("sorter", "houndsman_classify_file")
    assert told in failure.error


# Budgets


def _many(count: int, lines: int = 1) -> dict[str, str]:
    return {f"f{number:03}.py": "x\n" * lines for number in range(count)}


@pytest.mark.parametrize("limit", [None, 5])
def test_over_its_budget_the_riskiest_stay_and_the_rest_is_budget(
    change_of: ChangeOf, sort: Sort, limit: int | None
) -> None:
    tree = {**_many(8), "big.py": "x\n" * 50, "bigger.py": "x\n" * 60}
    config = Config(budgets=Budgets(max_files_per_brief=3))
    result = sort(change_of(LEFT, tree), _dog("one", maxFilesPerBrief=limit), config=config)
    assignment = _assigned(result, "one")
    kept = limit or 3
    assert _names(assignment.files) == ["bigger.py", "big.py", "f000.py", "f001.py", "f002.py"][:kept]
    assert [(str(each.path), each.reason) for each in assignment.out_of_scope] == [
        (f"f{number:03}.py", "budget") for number in range(kept - 2, 8)
    ]
    assert assignment.max_file_chars is None


def test_reformatted_client_code_does_not_crowd_out_the_database(change_of: ChangeOf, sort: Sort) -> None:
    change = change_of(LEFT, {"client/a.js": "x\n" * 2_000, "db/a.sql": "x\n", "other.py": "x\n" * 130})
    priorities = (Priority(pattern="client/", max_risk_from_churn=120), Priority(pattern="db/", bonus=300))
    config = Config(priorities=priorities, budgets=Budgets(max_files_per_brief=2))
    result = sort(change, _dog("one"), config=config)
    assert {str(row.path): row.risk for row in result.files} == {"client/a.js": 120, "db/a.sql": 301, "other.py": 130}
    assert _names(_assigned(result, "one").files) == ["db/a.sql", "other.py"]
    assert _names([each.path for each in _assigned(result, "one").out_of_scope]) == ["client/a.js"]


@pytest.mark.parametrize(
    ("tree", "is_cut"),
    [
        (_many(40), False),
        (_many(41), True),
        (_many(40, lines=50), False),
        ({**_many(39, lines=50), "f039.py": "x\n" * 51}, True),
        ({"one.py": "x\n" * 2_000}, False),
        ({"one.py": "x\n" * 2_001}, True),
        ({**_many(40), "poetry.lock": "x\n" * 5_000}, False),
    ],
    ids=["40-files", "41-files", "2000-lines", "2001-lines", "one-2000", "one-2001", "excluded-do-not-count"],
)
def test_above_40_files_or_2000_lines_general_is_cut_to_its_flow(
    change_of: ChangeOf, sort: Sort, tree: dict[str, str], is_cut: bool
) -> None:
    config = Config(budgets=Budgets(max_files_per_brief=100))
    assignment = _assigned(sort(change_of(LEFT, tree), _dog(max_files_per_brief=100), config=config), GENERAL)
    visible = len(tree) - ("poetry.lock" in tree)
    assert (FLOW_KEPT, FLOW_CHARS) == (15, 2_000)
    assert len(assignment.files) == (min(visible, 15) if is_cut else visible)
    assert assignment.max_file_chars == (2_000 if is_cut else None)
    assert len(assignment.files) + len(assignment.out_of_scope) == visible
    assert {each.reason for each in assignment.out_of_scope} <= {"out-of-flow"}


def test_a_small_file_budget_does_not_bind_general(change_of: ChangeOf, sort: Sort) -> None:
    result = sort(change_of(LEFT, _many(40)), _dog(), config=Config(budgets=Budgets(max_files_per_brief=3)))
    assert len(_assigned(result, GENERAL).files) == 40


@pytest.mark.parametrize(("limit", "kept"), [(None, 60), (10, 10)])
def test_code_reads_every_file_by_path_unless_it_says_otherwise(
    change_of: ChangeOf, sort: Sort, limit: int | None, kept: int
) -> None:
    tree = {**_many(59), "zz.py": "x\n" * 90}
    assignment = _assigned(sort(change_of(LEFT, tree), _dog("one", agent="code", maxFilesPerBrief=limit)), "one")
    assert len(assignment.files) == kept
    assert list(assignment.files) == sorted(assignment.files)
    assert str(assignment.files[-1]) == "zz.py", "the riskiest stays, wherever it is sorted"
    assert {each.reason for each in assignment.out_of_scope} == ({"budget"} if limit else set())


# Selection


@pytest.mark.parametrize(
    ("selection", "expected", "deselected", "without_general"),
    [
        (Selection(), ("general", "python", "secrets"), (), False),
        (Selection("python"), ("general", "python"), ("secrets",), False),
        (Selection("not general"), ("general", "python", "secrets"), (), False),
        (Selection("ruby"), ("general",), ("python", "secrets"), False),
        (Selection("python", True), ("python",), ("secrets",), True),
        (Selection(None, True), ("python", "secrets"), (), True),
    ],
)
def test_k_never_deselects_general_and_only_without_general_does(
    change_of: ChangeOf,
    sort: Sort,
    selection: Selection,
    expected: tuple[str, ...],
    deselected: tuple[str, ...],
    without_general: bool,
) -> None:
    change = change_of(LEFT, {"a.py": "1\n"})
    result = sort(change, _dog(), _dog("python"), _dog("ruby", paths=["*.rb"]), _dog("secrets"), selection=selection)
    assert (result.expected, result.deselected, result.without_general) == (expected, deselected, without_general)


def test_a_blocked_general_is_a_review_without_it(change_of: ChangeOf, sort: Sort) -> None:
    assert sort(change_of(LEFT, {"a.py": "1\n"}), _dog("python")).without_general


def test_an_expression_that_nobody_matches_is_refused_also_for_an_empty_change(change_of: ChangeOf, sort: Sort) -> None:
    for tree in ({}, {"a.py": "1\n"}):
        with pytest.raises(UsageError, match=r"-k: no watchdog matches 'pyhton'\n  Did you mean 'python'\?"):
            sort(change_of(LEFT, tree), _dog(), _dog("python"), selection=Selection("pyhton"))


def test_the_watchdogs_of_a_plugin_that_broke_may_be_those_that_were_meant(
    change_of: ChangeOf, sort: Sort, load: Callable[..., HookRelay]
) -> None:
    """The run is incomplete, and says why; a typo is not the likelier reason."""
    relay = load()
    relay.add_failure(PluginFailure("acme", "acme", "import", "no such module"))
    result = sort(change_of(LEFT, {"a.py": "1\n"}), _dog(), _dog("debris"), selection=Selection("acme"), relay=relay)
    assert (result.expected, result.deselected) == (("general",), ("debris",))


def test_a_malformed_expression_is_refused(change_of: ChangeOf, sort: Sort) -> None:
    with pytest.raises(UsageError):
        sort(change_of(LEFT, {}), _dog(), selection=Selection("("))


def test_the_same_change_is_sorted_the_same_whatever_the_order_of_declarations_and_globs(
    change_of: ChangeOf, sort: Sort
) -> None:
    change = change_of(LEFT, _many(5))
    dogs = [_dog(), _dog("one"), _dog("two")]
    assert sort(change, *dogs).files == sort(change, *reversed(dogs)).files
