"""`-k EXPR`."""

from __future__ import annotations

import pytest

from houndsman.classify.select import compile_selection
from houndsman.errors import ExitCode, UsageError

IDS = ["debris", "python", "python-types", "secrets"]


@pytest.mark.parametrize(
    ("expression", "selected"),
    [
        ("python", ["python", "python-types"]),
        ("PYTHON", ["python", "python-types"]),
        ("ecre", ["secrets"]),
        ("not python", ["debris", "secrets"]),
        ("not not python", ["python", "python-types"]),
        ("python and types", ["python-types"]),
        ("python and not types", ["python"]),
        ("debris or secrets", ["debris", "secrets"]),
        ("debris or python and types", ["debris", "python-types"]),
        ("(debris or python) and types", ["python-types"]),
        ("not (debris or python)", ["secrets"]),
        ("not debris and not secrets", ["python", "python-types"]),
        ("((python))", ["python", "python-types"]),
        ("  python  ", ["python", "python-types"]),
        ("python(", None),
        ("android", []),
        ("nothing", []),
        ("", None),
        ("   ", None),
        ("and", None),
        ("or python", None),
        ("python and", None),
        ("python or or debris", None),
        ("not", None),
        ("(python", None),
        ("python)", None),
        ("()", None),
        ("python debris", None),
    ],
)
def test_the_grammar(expression: str, selected: list[str] | None) -> None:
    if selected is None:
        with pytest.raises(UsageError) as caught:
            compile_selection(expression)
        assert caught.value.where == "-k"
        assert repr(expression) in caught.value.what
        assert caught.value.hint is not None and caught.value.exit_code is ExitCode.USAGE
    else:
        is_selected = compile_selection(expression)
        assert [name for name in IDS if is_selected(name)] == selected
