"""Which files of a fix cannot hold the defect: tests, documentation, and what describes or builds the project.

In: a path. Out: the reason, or None. What nobody writes by hand (lock files, generated and vendored files) is not known
here: whoever reads the change says so. Pure; told from names alone, so that every language is treated alike.
"""

from __future__ import annotations

import re

from houndsman.models.repo_path import RepoPath

_TEST_FOLDERS = frozenset(
    {"test", "tests", "testing", "testdata", "spec", "specs", "e2e", "fixtures", "__tests__", "__snapshots__"}
)
#: `test_pay.py`, `pay_test.go`, `pay.spec.ts`, `PayTest.java`, `PayTests.cs`, `conftest.py`.
_TEST_NAME = re.compile(
    r"(?:^|[._-])(?:tests?|spec)(?:[._-])|[a-z0-9](?:Test|Tests|Spec)\.[A-Za-z]+$|^conftest\.py$", re.ASCII
)
_DOC_FOLDERS = frozenset({"doc", "docs", "documentation", "changelog.d", "newsfragments", "changes.d"})
_DOC_SUFFIXES = (".md", ".markdown", ".mdx", ".rst", ".adoc", ".txt", ".po", ".pot")
_DOC_NAME = re.compile(r"(?:authors|changelog|changes|contributors|copying|history|licen[cs]e|news|readme)\b", re.I)
_BUILD_FOLDERS = frozenset({".circleci", ".github", ".gitlab", ".vscode", ".idea"})
_BUILD_NAMES = frozenset(
    {
        ".gitignore",
        ".gitattributes",
        ".gitlab-ci.yml",
        ".pre-commit-config.yaml",
        "go.mod",
        "package.json",
        "pyproject.toml",
        "setup.cfg",
        "tox.ini",
    }
)


def beside_the_code(path: RepoPath) -> str | None:
    """Why a file of this path is no place for a defect that a reviewer should find; None where it may be one."""
    *folders, name = path.raw.decode("utf-8", "replace").split("/")
    inside = {folder.lower() for folder in folders}
    if inside & _TEST_FOLDERS or _TEST_NAME.search(name):
        return "test"
    if inside & _DOC_FOLDERS or name.lower().endswith(_DOC_SUFFIXES) or _DOC_NAME.match(name):
        return "documentation"
    if inside & _BUILD_FOLDERS or name.lower() in _BUILD_NAMES:
        return "project file"
    return None
