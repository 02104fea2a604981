"""What changed lines of Python hold beside declarations."""

from __future__ import annotations

import pytest

from houndsman.intent.python_details import details
from houndsman.intent.python_source import parsed
from tests.intent.conftest import Derive, told, whole


@pytest.mark.parametrize(
    ("code", "signs"),
    [
        ("assert a > 1\n", ["I check assert a > 1 @ 1"]),
        ("if not a:\n  raise E('x')\n", ["I check if not a: raise E @ 1"]),
        ("if a:\n  log()\n  raise\n", ["I check if a: raise @ 1"]),
        ("if a:\n  b()\n  c()\n  d()\n  raise E\n", []),
        ("if a:\n  b()\n", []),
        ("D = {'SECRET_KEY': 'x', 'lower': 1, 2: 3, **E}\n", ["K configuration SECRET_KEY @ 1"]),
        ("def f():\n  return {'NOT_ONE': 1}\n", []),
        ("a = os.environ['HOME_DIR']\n", ["K use of configuration HOME_DIR @ 1"]),
        ("a = os.environ.get('HOME_DIR')\n", ["K use of configuration HOME_DIR @ 1"]),
        ("a = os.getenv('HOME_DIR')\n", ["K use of configuration HOME_DIR @ 1"]),
        ("a = app.config['MAX_SIZE']\n", ["K use of configuration MAX_SIZE @ 1"]),
        ("a = getattr(settings, 'SHOP_TAX', 1)\n", ["K use of configuration SHOP_TAX @ 1"]),
        ("a = rows['UPPER']\nb = rows.get('UPPER')\nc = app.config['lower']\n", []),
        ("path('a/', v.a, name='a')\n", ["F route a/ → v.a @ 1"]),
        ("app.add_url_rule('/a', view_func=a)\n", ["F route /a → a @ 1"]),
        ("router.register('orders', OrderView)\n", ["F route orders → OrderView @ 1"]),
        ("register('orders', f)\npath('x')\npath(a, b)\n", []),
        ("sub.add_parser('run')\n", ["F command run @ 1"]),
        ("def main():\n  p.add_argument('--fast')\n", ["K option --fast in main @ 2"]),
        (
            "class M:\n  a = C(unique=True)\n  b = C(null=True)\n",
            ["I constraint unique=True for C(unique=True) in M @ 2"],
        ),
        (
            "class A:\n  class Meta:\n    constraints = [models.CheckConstraint(x)]\n",
            ["I constraint models.CheckConstraint(x) in A.Meta @ 3"],
        ),
    ],
)
def test_signs(code: str, signs: list[str]) -> None:
    source = parsed(whole(code))
    assert source is not None
    assert [f"{sign.kind} {sign.noun} {sign.name}{sign.tail} @ {sign.line}" for sign in details(source)] == signs


@pytest.mark.parametrize(
    ("path", "code", "facts"),
    [
        (
            "shop/migrations/0002_tax.py",
            "class Migration(migrations.Migration):\n    dependencies = [migrations.swappable_dependency(X)]\n"
            "    operations = [\n        migrations.AddField(\n            model_name='order',\n"
            "            name='tax',\n"
            "            field=models.IntegerField(unique=True),\n        ),\n    ]\n",
            [
                "I constraint unique=True for models.IntegerField(unique=True) in Migration: added @ 7",
                "K migration AddField of order.tax: added @ 4",
            ],
        ),
        (
            "alembic/versions/1.py",
            "def upgrade():\n    op.add_column('order', sa.Column('tax', sa.Integer()))\n    op.drop_table('old')\n",
            [
                "F function upgrade(): added @ 1,2",
                "K migration add_column of order.tax: added @ 2",
                "K migration drop_table of old: added @ 3",
            ],
        ),
    ],
)
def test_steps_of_migrations(derived: Derive, path: str, code: str, facts: list[str]) -> None:
    assert told(derived({}, {path: code})) == facts


@pytest.mark.parametrize(
    ("before", "after", "facts"),
    [
        (
            "urls = [\n    path('a/', v.a),\n]\n",
            "urls = [\n    path('b/', v.a),\n    path('c/', v.c),\n]\n",
            ["F route b/ → v.a: changed (was a/) @ 2", "F route c/ → v.c: added @ 3"],
        ),
        ("urls = [path('a/', v.a)]\n", "urls = [path('a/', v.b)]\n", ["F route a/ → v.b: changed @ 1"]),
        (
            "D = {'KEY_A': 1}\n",
            "D = {'KEY_A': 2}\n",
            ["K configuration KEY_A: changed @ 1", "K constant D: changed @ 1"],
        ),
        ("a = getenv('KEY_A')\n", "b = getenv('KEY_A')\n", []),
    ],
)
def test_what_a_change_makes_of_them(derived: Derive, before: str, after: str, facts: list[str]) -> None:
    assert told(derived({"a.py": before}, {"a.py": after})) == facts
