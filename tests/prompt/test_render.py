"""Templates print only what came through `foreign.py`, once, and every name must be given."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from jinja2 import DictLoader, UndefinedError

from houndsman.prompt import render as render_module
from houndsman.prompt.foreign import inline, ours
from houndsman.prompt.render import render


@pytest.fixture
def render_text(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Render a template given as text, in the environment that briefs are rendered in."""

    def run(text: str, **values: object) -> str:
        environment = render_module._environment().overlay(loader=DictLoader({"t": text}))
        monkeypatch.setattr(render_module, "_environment", lambda: environment)
        return render("t", **values)

    return run


Render = Callable[..., str]


def test_shown_text_and_numbers_are_printed(render_text: Render) -> None:
    assert render_text("{{ a }} {{ n }} {{ items | length }}", a=ours("A"), n=3, items=[1, 2]) == "A 3 2"


@pytest.mark.parametrize("value", ["plain", None, 1.5, ["a"], b"x"])
def test_anything_else_is_refused(render_text: Render, value: object) -> None:
    with pytest.raises(TypeError, match="may not print a plain"):
        render_text("{{ value }}", value=value)


def test_text_put_together_in_a_template_is_refused(render_text: Render) -> None:
    with pytest.raises(TypeError, match="plain str"):
        render_text("{{ a ~ b }}", a=ours("x"), b=ours("y"))


def test_a_name_that_is_not_given_is_an_error(render_text: Render) -> None:
    for template in ("{{ missing }}", "{% if missing %}{% endif %}", "{{ given.missing }}"):
        with pytest.raises(UndefinedError):
            render_text(template, given={})


@pytest.mark.parametrize("value", ["{{ secret }}", "{% for x in y %}", "{# gone #}", "${secret}", "%(secret)s"])
def test_values_are_never_expanded_again(render_text: Render, value: str) -> None:
    assert render_text("{{ value }}", value=inline(value), secret=ours("S")) == f"`{value}`"


def test_markup_is_not_escaped(render_text: Render) -> None:
    assert render_text("{{ value }}", value=inline("a < b & c")) == "`a < b & c`"
