"""`-k EXPR`."""

from __future__ import annotations

import pytest

from houndsman.classify.select import compile_selection, selection_among
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


@pytest.mark.parametrize(
    "expression", ["python", "python or nosuch", "not python", "not nosuch", "debris and not nosuch", "not debris"]
)
def test_a_selection_that_somebody_is_of_stands(expression: str) -> None:
    is_selected, plain = selection_among(IDS, expression), compile_selection(expression)
    assert [is_selected(name) for name in IDS] == [plain(name) for name in IDS]


@pytest.mark.parametrize(
    ("expression", "hint"),
    [
        ("pyhton", "Did you mean 'python'? There are: debris, python, python-types, secrets."),
        ("Pyhton and not types", "Did you mean 'python'? There are: debris, python, python-types, secrets."),
        ("secret_s or debirs", "Did you mean 'secrets' or 'debris'? There are: debris, python, python-types, secrets."),
        ("android", "There are: debris, python, python-types, secrets."),
        ("python and debris", "There are: debris, python, python-types, secrets."),
        ("not (debris or python or secrets)", "There are: debris, python, python-types, secrets."),
    ],
)
def test_a_selection_of_nobody_is_refused_and_names_who_there_is(expression: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        selection_among(IDS, expression)
    assert (caught.value.what, caught.value.where) == (f"no watchdog matches {expression!r}", "-k")
    assert caught.value.hint == hint
