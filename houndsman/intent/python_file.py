"""What a change did to one Python file.

In: both sides. Out: traces, or None where a side does not parse or is nested more deeply than Python follows; then a
scan of its lines is all there is.
"""

from __future__ import annotations

from houndsman.intent.python_details import details
from houndsman.intent.python_signs import claims, declared
from houndsman.intent.python_source import PythonSource, parsed
from houndsman.intent.sides import Sides
from houndsman.intent.signs import Sign, Trace, differences

_MIGRATIONS = b"migrations"


def python_traces(sides: Sides, *, is_test: bool) -> list[Trace] | None:
    """What became of the signs of a Python file."""
    try:
        signs = [_signs(source, is_test=is_test) for side in sides if (source := parsed(side)) is not None]
        return differences(sides, *signs) if len(signs) == len(sides) else None
    except RecursionError:
        return None


def _signs(source: PythonSource, *, is_test: bool) -> list[Sign]:
    if is_test:
        return list(claims(source))
    if _MIGRATIONS in source.side.path.parts[:-1]:
        return list(details(source))  # the class around the steps says nothing
    return [*declared(source), *details(source)]
