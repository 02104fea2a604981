"""What `structure` looks at, and on which lines. What each rule finds is shown by the fixtures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman import CheckUnavailable, RawFinding
from houndsman_plugins import structure

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench, FakeScanner, Written

EMPTY_CATCH = "try { pay(); } catch (error) {}\n"


def _check(bench: Bench, files: dict[str | bytes, str | Written]) -> list[RawFinding]:
    return bench.check(structure.houndsman_check, structure.WATCHDOG, files)


def _found(bench: Bench, files: dict[str | bytes, str | Written]) -> list[tuple[str, int | None, str]]:
    return [(str(f.file), f.line, str(f.rule).removeprefix("structure/")) for f in _check(bench, files)]


def test_only_changed_lines_are_reported(bench: Bench) -> None:
    assert _found(bench, {"a.ts": bench.file(EMPTY_CATCH * 3, changed=[2])}) == [("a.ts", 2, "swallowed-error")]


def test_a_match_that_spans_a_changed_line_is_reported_where_it_begins(bench: Bench) -> None:
    text = "db.query(`SELECT id\n  FROM orders\n  WHERE name = ${name}`);\n"
    [finding] = _check(bench, {"a.ts": bench.file(text, changed=[3])})
    assert (finding.line, finding.end_line) == (1, 3)


def test_a_change_inside_a_callback_is_no_change_of_the_call(bench: Bench) -> None:
    text = "orders.forEach(async (order) => {\n  await pay(order);\n});\n"
    assert _found(bench, {"a.ts": bench.file(text, changed=[2])}) == []
    assert _found(bench, {"a.ts": bench.file(text, changed=[1])}) == [("a.ts", 1, "unawaited-call")]


@pytest.mark.parametrize("suffix", ["ts", "mts", "cts", "tsx", "jsx", "js", "mjs", "cjs", "TS"])
def test_every_dialect_of_typescript_is_read(bench: Bench, suffix: str) -> None:
    assert _found(bench, {f"a.{suffix}": EMPTY_CATCH}) == [(f"a.{suffix}", 1, "swallowed-error")]


def test_markup_in_script_is_read_where_it_may_stand(bench: Bench) -> None:
    text = f"const page = <Page title='x'>{{orders}}</Page>;\n{EMPTY_CATCH}"
    files: dict[str | bytes, str | Written] = {"a.tsx": text, "b.js": text}
    assert _found(bench, files) == [("a.tsx", 2, "swallowed-error"), ("b.js", 2, "swallowed-error")]
    assert _found(bench, {"a.ts": f"const x = <number>y;\n{EMPTY_CATCH}"}) == [("a.ts", 2, "swallowed-error")]


@pytest.mark.parametrize(
    "mark",
    ["// ast-grep-ignore", "// ast-grep-ignore: swallowed-error.typescript", "/* ast-grep-ignore */"],
)
def test_ignore_comments_do_not_work_and_are_reported_themselves(bench: Bench, mark: str) -> None:
    found = _found(bench, {"a.ts": f"{mark}\n{EMPTY_CATCH}"})
    assert found == [("a.ts", 1, "new-suppression"), ("a.ts", 2, "swallowed-error")]


def test_an_ignore_comment_for_the_whole_file_does_not_work(bench: Bench) -> None:
    text = f"// ast-grep-ignore\n\n{EMPTY_CATCH}"
    assert _found(bench, {"a.ts": bench.file(text, changed=[3])}) == [("a.ts", 3, "swallowed-error")]


def test_a_file_that_does_not_parse_is_looked_at_as_far_as_it_can_be(bench: Bench) -> None:
    text = f"const x = (;\n{EMPTY_CATCH}}}}}\n"
    assert ("a.ts", 2, "swallowed-error") in _found(bench, {"a.ts": text})


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("src/a.py", "print(x == 0.1)\n", True),
        ("tests/test_a.py", "assert x == 0.1\n", False),
        ("a.go", "package a\nvar n, _ = 1, 2\nfunc f() { n, _ := strconv.Atoi(s) }\n", True),
        ("a_test.go", "package a\nfunc f() { n, _ := strconv.Atoi(s) }\n", False),
        ("a.test.ts", "new Agent({ rejectUnauthorized: false });\n", False),
        ("a.test.ts", EMPTY_CATCH, True),
    ],
)
def test_some_slips_are_none_in_tests(bench: Bench, path: str, text: str, found: bool) -> None:
    assert bool(_found(bench, {path: text})) is found


NO_SLIPS = {
    "a function of the same name inside": "async def save(): ...\ndef pay():\n    def save(): ...\n    save()\n",
    "a decorated coroutine": "@task\nasync def save(): ...\ndef pay():\n    save()\n",
    "another class": "class A:\n    async def go(self): ...\nclass B:\n    def run(self):\n        self.go()\n",
    "a handler that names its error": "with suppress(KeyError):\n    pay()\n",
    "numbers in a list": "row = [0, None] * 3\n",
    "what ruff finds": "import requests\nrequests.get(u, verify=False)\n",
    "a whole number": "ok = rate == 1.0 or rate != 0.125\n",
}


@pytest.mark.parametrize("text", NO_SLIPS.values(), ids=NO_SLIPS.keys())
def test_what_only_looks_like_a_slip_of_python_is_none(bench: Bench, text: str) -> None:
    assert _found(bench, {"a.py": text}) == []


NO_SCRIPT_SLIPS = {
    "a comment says why": "try { pay(); } catch { /* repeated */ }\n",
    "a value in its place": "const paid = await pay().catch(() => null);\n",
    "called from where nothing can be awaited": "async function save() {}\nbutton.onclick = () => { save(); };\n",
    "meant to run on its own": "async function save() {}\nasync function pay() { void save(); }\n",
    "a tag makes parameters": "db.query(sql`SELECT a FROM b WHERE c = ${d}`);\n",
    "a constant": "db.query(`SELECT a FROM ${TABLE}`);\n",
    "words": "log(`Select one from ${names}`);\n",
    "a drawing": "context.fill(path);\n",
}


@pytest.mark.parametrize("text", NO_SCRIPT_SLIPS.values(), ids=NO_SCRIPT_SLIPS.keys())
def test_what_only_looks_like_a_slip_of_typescript_is_none(bench: Bench, text: str) -> None:
    assert _found(bench, {"a.ts": text}) == []


def test_a_file_that_ast_grep_passes_over_is_an_error(bench: Bench, fake_scanner: FakeScanner) -> None:
    said = "sg: entity|file|files/000000.ts: skipped=fileTooLarge"
    fake_scanner("ast-grep", script=f"import sys; print('[]'); print({said!r}, file=sys.stderr)")
    with pytest.raises(CheckUnavailable, match=r"src/a\.ts: ast-grep passes over this file"):
        _check(bench, {"src/a.ts": EMPTY_CATCH})


def test_a_large_file_is_scanned(bench: Bench) -> None:
    text = "pay(1);\n" * 5000 + EMPTY_CATCH
    assert _found(bench, {"a.ts": bench.file(text, changed=[5001])}) == [("a.ts", 5001, "swallowed-error")]
