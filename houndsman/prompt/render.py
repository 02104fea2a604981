"""Templates filled in one pass, with strict undefined.

A template prints `Shown` text and whole numbers, nothing else: plain `str` is an error, so that foreign text cannot get
into a prompt around `foreign.py`. Values are never expanded again.
"""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from houndsman.prompt.foreign import Shown


def render(template: str, **values: object) -> str:
    """The text of `houndsman/prompt/templates/<template>`, filled with `values`.

    Raises:
        TypeError: the template prints a value that did not come through `foreign.py`.
        jinja2.UndefinedError: the template names a value that is not given.
    """
    return _environment().get_template(template).render(values)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("houndsman.prompt"),
        undefined=StrictUndefined,
        autoescape=False,  # Markdown, not HTML; `_checked` is the guard
        finalize=_checked,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _checked(value: object) -> object:
    if isinstance(value, StrictUndefined | Shown | int):
        return value
    raise TypeError(f"a template may not print a plain {type(value).__name__}: {value!r}")
