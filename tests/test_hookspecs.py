"""A hook's docstring is its contract: it is complete, and it stands in the protocol."""

from __future__ import annotations

import inspect
import re

import pytest

from houndsman import hookspecs
from houndsman.plugin_manager import hook_names

HOOKS = hook_names()
FIRST_RESULT = {"houndsman_classify_file", "houndsman_check"}


def _options(hook: str) -> dict[str, object]:
    options = getattr(getattr(hookspecs, hook), f"{hookspecs.PROJECT}_spec")
    assert isinstance(options, dict)
    return options


def test_the_protocol_names_every_hook_in_the_order_of_the_file() -> None:
    assert hookspecs.__doc__ is not None
    assert tuple(re.findall(r"^    (houndsman_\w+) ", hookspecs.__doc__, re.MULTILINE)) == HOOKS


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hooks_docstring_says_when_it_is_called_and_what_each_argument_is(hook: str) -> None:
    spec = getattr(hookspecs, hook)
    told = inspect.getdoc(spec) or ""
    assert re.search(r"\b(Called|runs)\b", told)
    for argument in inspect.signature(spec).parameters:
        assert re.search(rf"^    {argument}: ", told, re.MULTILINE), argument


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hooks_docstring_says_how_answers_count(hook: str) -> None:
    told = " ".join((inspect.getdoc(getattr(hookspecs, hook)) or "").split())
    first, all_of_them = "The first answer other than None wins", "All results are collected"
    assert bool(_options(hook)["firstresult"]) is (hook in FIRST_RESULT)
    assert (first in told, all_of_them in told) == (hook in FIRST_RESULT, hook not in FIRST_RESULT)
