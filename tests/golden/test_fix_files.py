"""Files of a fix that cannot hold the defect, told from their names."""

from __future__ import annotations

import pytest

from houndsman.golden.fix_files import beside_the_code
from houndsman.models.repo_path import RepoPath


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("tests/pay.py", "test"),
        ("src/__tests__/pay.ts", "test"),
        ("pay/test_cart.py", "test"),
        ("pay/cart_test.go", "test"),
        ("web/cart.spec.ts", "test"),
        ("web/cart.test.tsx", "test"),
        ("src/CartTest.java", "test"),
        ("src/CartTests.cs", "test"),
        ("conftest.py", "test"),
        ("docs/conf.py", "documentation"),
        ("README.rst", "documentation"),
        ("CHANGELOG", "documentation"),
        ("locale/de/django.po", "documentation"),
        ("LICENSE", "documentation"),
        (".github/workflows/ci.yml", "project file"),
        ("pyproject.toml", "project file"),
        ("web/package.json", "project file"),
        ("pay/cart.py", None),
        ("pay/latest.py", None),
        ("pay/contest.py", None),
        ("pay/testimony.py", None),
        ("src/Contest.java", None),
        ("deploy/values.yaml", None),
        ("news.py", "documentation"),
        ("history/load.py", None),
    ],
)
def test_a_file_is_known_by_its_name(path: str, reason: str | None) -> None:
    assert beside_the_code(RepoPath.parse(path)) == reason
