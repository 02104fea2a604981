"""What one side of a Python file declares, whether it is touched or not."""

from __future__ import annotations

import pytest

from houndsman.intent.python_signs import claims, declared
from houndsman.intent.python_source import PythonSource, parsed
from tests.intent.conftest import whole


def source_of(code: str, path: str = "src/shop/orders.py") -> PythonSource:
    """A side of that code."""
    source = parsed(whole(code, path))
    assert source is not None
    return source


@pytest.mark.parametrize(
    ("code", "signs"),
    [
        ("def f(a, b=1): pass\n", ["F function f(a, b=1)", "K function f(a, b=1)"]),
        ("def _f(): pass\nclass _C:\n  def f(self): pass\n_X = 1\nx = 1\n", []),
        ("@app.get('/a')\ndef f(): pass\n", ["F route GET /a → shop.orders.f", "K function f()"]),
        ("class A(B, metaclass=M):\n  x: int\n  _y = 1\n", ["K class A(B, M) with x", "K field x of A"]),
        ("class A:\n  class B:\n    X = 1\n", ["K class A with B", "K class B with X", "K field X of A.B"]),
        (
            "class A(models.TextChoices):\n  NEW = 'n', 'New'\n",
            ["K class A(models.TextChoices) with NEW", "S state NEW of A"],
        ),
        ("class A:\n  OPEN = 'open'\n", ["K class A with OPEN", "S state OPEN of A"]),
        ("class A:\n  class Meta:\n    ordering = ['x']\n", ["K class A with Meta"]),
        (
            "ORDER_STATUS = 3\nLIMIT = 3\nNAMES = ['a']\n",
            ["S state ORDER_STATUS", "K constant LIMIT", "K constant NAMES"],
        ),
        ("__all__ = ['a', *b]\n", ["K exported name a"]),
        ("try:\n  def f(): pass\nexcept E:\n  X = 1\n", ["F function f()", "K function f()", "K constant X"]),
    ],
)
def test_declarations(code: str, signs: list[str]) -> None:
    assert [f"{each.kind} {each.noun} {each.name}{each.tail}" for each in declared(source_of(code))] == signs


@pytest.mark.parametrize("path", ["shop/settings.py", "settings/prod.py", "config.py"])
def test_constants_of_settings_are_settings(path: str) -> None:
    (sign,) = declared(source_of("DEBUG = True\n", path))
    assert sign.noun == "setting"


@pytest.mark.parametrize(
    ("code", "signs"),
    [
        ("def test_a():\n  assert a\n  assert b\n", ["test_a: assert a, assert b"]),
        ("def test_a():\n  for a in b:\n    assert a\n  assert b\n", ["test_a: assert a, assert b"]),
        ("def test_a():\n  with raises(E):\n    a()\n", ["test_a: raises(E)"]),
        ("def test_a():\n  self.assertEqual(a, 1)\n", ["test_a: self.assertEqual(a, 1)"]),
        ("def test_a():\n  run()\n", ["test_a: "]),
        (
            "class TestA:\n  async def test_b(self): assert b\n  def helper(self): assert c\n",
            ["test_b: assert b"],
        ),
        ("def helper():\n  assert a\nX = 1\n", []),
    ],
)
def test_claims(code: str, signs: list[str]) -> None:
    found = [(each.name, each.parts() if each.parts else ()) for each in claims(source_of(code))]
    assert [f"{name}: {', '.join(part.text for part in parts)}" for name, parts in found] == signs
