"""What a change of a Python file is told as."""

from __future__ import annotations

import pytest

from houndsman.intent.python_file import python_traces
from houndsman.intent.sides import Sides
from tests.intent.conftest import Derive, added, told, whole

ROUTE = '@app.route("/orders/<id>", methods=["PUT"])\ndef update(id):\n    return 1\n'
GUARD = "def f(x):\n    if x < 0:\n        raise ValueError\n    return x\n"
ORDER = "class Order(Base):\n    total: int = 0\n\n    def pay(self, card):\n        self.card = card\n"
FACTORY = "def create_app():\n    @app.get('/a')\n    def a():\n        return 1\n    return app\n"
COMMAND = "@cli.command()\n@click.option('--a')\ndef run(a):\n    pass\n"
LONG = ", ".join(f"argument{number}=None" for number in range(9))

CASES = {
    "a decorator of a route": (
        ROUTE,
        ROUTE.replace("\ndef", "\n@login_required\ndef"),
        ["F route PUT /orders/<id> → shop.a.update: changed @ 1,2"],
    ),
    "the path of a route": (
        ROUTE,
        ROUTE.replace("orders", "order"),
        ["F route PUT /order/<id> → shop.a.update: changed (was PUT /orders/<id>) @ 1"],
    ),
    "a route goes": (
        ROUTE,
        "",
        [
            "K route PUT /orders/<id> → shop.a.update: removed (stood there before) @ 1",
            "K function update(id): removed (stood there before) @ 2",
        ],
    ),
    "a route inside a factory": (
        FACTORY,
        FACTORY.replace("return 1", "return 2"),
        ["F function create_app(): changed @ 1,4", "F route GET /a → shop.a.create_app.a: changed @ 2,4"],
    ),
    "a signature": (
        "def charge(order):\n    return 1\n",
        "def charge(order, retries=3):\n    return 1\n",
        ["K function charge(order, retries=3): signature changed (was charge(order)) @ 1"],
    ),
    "a signature that is too long to be shown twice": (
        f"def f({LONG}):\n    return 1\n",
        f"def f({LONG.replace('argument0', 'key')}):\n    return 1\n",
        [
            f"K function f({LONG.replace('argument0', 'key')}"[:130]
            + "…: signature changed, now with key=None and without argument0=None @ 1"
        ],
    ),
    "every kind of parameter": (
        "def f(a, /, b, *c, d=1, **e):\n    return 1\n",
        "async def f(a, b, *, d=2):\n    return 1\n",
        ["K function async f(a, b, *, d=2): signature changed (was f(a, /, b, *c, d=1, **e)) @ 1"],
    ),
    "a function by another name": (
        "def f():\n    return 1\n",
        "def g():\n    return 1\n",
        ["K function g(): renamed (was f()) @ 1"],
    ),
    "a function by another name that does something else": (
        "def f():\n    return 1\n",
        "def g():\n    return 2\n",
        ["F function g(): added @ 1,2", "K function f(): removed (stood there before) @ 1"],
    ),
    "a class with all that is in it": ("", ORDER, ["K class Order(Base) with total, pay: added @ 1"]),
    "a class goes": (ORDER, "", ["K class Order(Base) with total, pay: removed (stood there before) @ 1"]),
    "a class by another name": (
        ORDER,
        ORDER.replace("Order(", "Sale("),
        ["K class Sale(Base) with total, pay: renamed (was Order(Base)) @ 1"],
    ),
    "a method in another class": (
        "class A:\n    x = 1\n\n    def f(self):\n        return g()\n\n\nclass B:\n    y = 2\n",
        "class A:\n    x = 1\n\n\nclass B:\n    y = 2\n\n    def f(self):\n        return g()\n",
        ["K method f(self) of B: moved (was of A) @ 8"],
    ),
    "the bases of a class": (
        ORDER,
        ORDER.replace("Base", "Sale"),
        ["K class Order(Sale) with total, pay: bases changed (was Order(Base)) @ 1"],
    ),
    "a method and a field": (
        ORDER,
        ORDER.replace("= 0", "= 1").replace("= card", "= card or 1"),
        ["F method pay(self, card) of Order: changed @ 4,5", "K field total of Order: changed @ 2"],
    ),
    "a property is one flow, however many functions it has": (
        "class A:\n    @property\n    def x(self): return 1\n    @x.setter\n    def x(self, v): self.v = v\n",
        "class A:\n    @property\n    def x(self): return 1\n    @x.setter\n    def x(self, v): self.v = int(v)\n",
        ["F property x of A: changed @ 3,5"],
    ),
    "a property that comes": (
        "class A:\n    y = 1\n",
        "class A:\n    y = 1\n    @property\n    def x(self): return 1\n    @x.setter\n    def x(self, v): go(v)\n",
        ["F property x of A: added @ 4,3"],
    ),
    "a property that may be set now": (
        "class A:\n    @property\n    def x(self): return 1\n",
        "class A:\n    @property\n    def x(self): return 1\n    @x.setter\n    def x(self, v): self.v = v\n",
        ["F property x of A: changed @ 3,4", "K property x of A: accessors changed @ 3,4"],
    ),
    "a method that becomes a property": (
        "class A:\n    def x(self): return 1\n",
        "class A:\n    @property\n    def x(self): return 1\n",
        ["F property x of A: changed @ 3,2", "K property x of A: accessors changed (was x(self)) @ 3,2"],
    ),
    "members of an enumeration": (
        "class S(Enum):\n    A = 1\n    B = 2\n",
        "class S(Enum):\n    A = 1\n    C = 3\n",
        ["S state B of S: removed (stood there before) @ 3", "S state C of S: added @ 3"],
    ),
    "status constants": (
        "",
        "STATUS_OPEN = 'o'\nPENDING = 'pending'\nLIMIT = 3\nlower = 1\n",
        ["K constant LIMIT: added @ 3", "S state STATUS_OPEN: added @ 1", "S state PENDING: added @ 2"],
    ),
    "what is exported": ("__all__ = ['a']\n", "__all__ = ['a', 'b']\n", ["K exported name b: added @ 1"]),
    "the condition of a check": (
        GUARD,
        GUARD.replace("<", "<="),
        [
            "F function f(x): changed @ 1,2",
            "I check if x <= 0: raise ValueError in f: changed (was if x < 0: raise ValueError) @ 2",
        ],
    ),
    "a check goes": (
        GUARD,
        "def f(x):\n    return x\n",
        [
            "F function f(x): changed @ 1",
            "K check if x < 0: raise ValueError in f: removed (stood there before) @ 2",
        ],
    ),
    "a check that only moved": (
        GUARD + "\n\ndef g(x):\n    return 1\n",
        "def g(x):\n    return 1\n\n\n" + GUARD.replace("        raise", "            raise"),
        [],
    ),
    "a check in another function": (
        "def f(x):\n    if x < 0:\n        raise ValueError\n    return g(x)\n\n\ndef g(x):\n    return x\n",
        "def f(x):\n    return g(x)\n\n\ndef g(x):\n    if (x < 0):\n        raise ValueError\n    return x\n",
        [
            "F function f(x): changed @ 1",
            "F function g(x): changed @ 5,6",
            "I check if x < 0: raise ValueError in g: moved (was in f) @ 6",
        ],
    ),
    "a function with its check": (GUARD + ROUTE, ROUTE, ["K function f(x): removed (stood there before) @ 1"]),
    "an option and a command": (
        COMMAND,
        COMMAND.replace("def run(a)", "@click.option('-b', '--bee')\ndef run(a, bee)")
        + "@cli.command('sync-all')\ndef sync():\n    go()\n",
        [
            "F command run → shop.a.run: changed @ 4,3",
            "F command sync-all → shop.a.sync: added @ 6",
            "K option --bee of run: added @ 3",
            "K function run(a, bee): signature changed (was run(a)) @ 4",
        ],
    ),
    "jobs and handlers": (
        "@shared_task\ndef nightly():\n    a()\n@receiver(saved)\ndef on(x):\n    a()\n",
        "@shared_task\ndef nightly():\n    b()\n@receiver(saved)\ndef on(x):\n    b()\n",
        ["F job nightly → shop.a.nightly: changed @ 2,3", "F receiver handler on → shop.a.on: changed @ 5,6"],
    ),
    "declared under a condition": (
        "if new:\n    def f(): return 1\nelse:\n    def f(): return 2\n",
        "if new:\n    def f(): return 1\nelse:\n    def f(): return 3\n",
        ["F function f(): changed @ 4"],
    ),
    "overloads say nothing of their own": (
        "@overload\ndef f(a: int): ...\ndef f(a): return a\n",
        "@overload\ndef f(a: str): ...\ndef f(a): return a\n",
        [],
    ),
    "a file that does not parse": (
        "def f():\n    return 1\n",
        "def f():\n    return 2\ndef g(:\n    pass\n",
        ["F function f: changed @ 1,2", "F function g: added @ 3"],
    ),
}


@pytest.mark.parametrize(("before", "after", "facts"), CASES.values(), ids=CASES)
def test_what_is_told(derived: Derive, before: str, after: str, facts: list[str]) -> None:
    assert told(derived({"shop/a.py": before}, {"shop/a.py": after})) == facts


def test_of_a_test_file_only_what_its_tests_claim(derived: Derive) -> None:
    before = "def test_x():\n    a = 1\n    assert f() == 1\n\nclass TestY:\n    def test_y(self):\n        f()\n"
    after = (
        "def helper():\n    raise ValueError\n\n"
        "def test_x():\n    a = 2\n    assert f() == 2\n\n"
        "class TestZ:\n    def test_y(self):\n        f()\n    def test_z(self):\n"
        "        with pytest.raises(ValueError):\n            f()\n"
    )
    assert told(derived({"tests/test_a.py": before}, {"tests/test_a.py": after})) == [
        "I test test_x: 1 assertion changed: assert f() == 2 @ 4,6",
        "I test test_z: added with 1 assertion: pytest.raises(ValueError) @ 11,12",
    ]


def test_a_test_whose_claims_stay_is_no_fact(derived: Derive) -> None:
    before = "def test_x():\n    a = 1\n    assert f(a)\n"
    assert told(derived({"test_a.py": before}, {"test_a.py": before.replace("= 1", "= 2")})) == []


TWO = "def test_x():\n    r = get()\n    assert r == 1\n    assert r < 2\n"


@pytest.mark.parametrize(
    ("after", "facts"),
    [
        (TWO.replace("    a", "        a").replace("    r", "    with app:\n        r"), []),
        (TWO.replace("r ", "rv "), []),
        (TWO.replace("():", "(app: App) -> None:"), []),
        (TWO.replace("assert r == 1", "assert r == 1  # type: ignore"), []),
        (TWO.replace("test_x", "test_new_name"), []),
        (TWO.replace("== 1", "== 3"), ["I test test_x: 1 assertion changed: assert r == 3 @ 1,3"]),
        (TWO + "    assert r > 0\n", ["I test test_x: 1 assertion added: assert r > 0 @ 1,5"]),
        (TWO.replace("    assert r < 2\n", ""), ["K test test_x: 1 assertion removed: assert r < 2 @ 1"]),
        (
            TWO.replace("get()", "post()").replace("== 1", "== 2").replace("< 2", "< 3"),
            ["I test test_x: 2 assertions changed, first: assert r == 2 @ 1,3"],
        ),
        (
            TWO + TWO.replace("test_x", "test_y"),
            ["I test test_y: added with 2 assertions, first: assert r == 1 @ 5,7"],
        ),
        ("", ["K test test_x: removed (stood there before) @ 1,3"]),
    ],
)
def test_what_is_told_of_a_test(derived: Derive, after: str, facts: list[str]) -> None:
    assert told(derived({"tests/test_a.py": TWO}, {"tests/test_a.py": after})) == facts


def test_the_class_around_a_migration_says_nothing(derived: Derive) -> None:
    after = "class Migration(migrations.Migration):\n    operations = [migrations.RunPython(go)]\n"
    assert told(derived({}, {"shop/migrations/0002.py": after})) == ["K migration RunPython: added @ 2"]


@pytest.mark.parametrize(
    "content",
    [
        "x = " + "-" * 100_000 + "1\n",
        "(" * 100_000,
        "a" + ".b" * 100_000 + "\n",
        "x = 1" + " + 1" * 50_000 + "\n",
        "x = " + "not " * 50_000 + "1\n",
        "x = " + "lambda: " * 20_000 + "1\n",
        "if a:\n pass\n" + "elif a:\n pass\n" * 20_000,
        "x = a" + "()" * 50_000 + "\n",
        "".join(" " * depth + "if a:\n" for depth in range(300)),
        "a = 1\n\0",
        "# coding: no-such\n",
        b"# \xff\n",
        "def f(): pass\rdef g(): pass\n",
    ],
    ids=lambda content: repr(content[:12]),
)
def test_whatever_stands_there_nothing_fails(content: str | bytes) -> None:
    sides = added(content, "a.py")
    assert not python_traces(sides, is_test=False)
    assert not python_traces(Sides(sides.new, sides.new), is_test=True)


def test_a_declaration_beside_too_deep_nesting_is_left_to_the_line_scan(derived: Derive) -> None:
    deep = "def pay():\n    return 1\n\n\nx = " + "(" * 1_000 + ")" * 1_000 + "\n"
    assert python_traces(added(deep), is_test=False) is None
    assert told(derived({}, {"a.py": deep})) == ["F function pay: added @ 1"]


def test_a_warning_about_the_text_under_review_is_nobodys() -> None:
    traces = python_traces(added('def f(a="\\d"):\n    return a is 1\n'), is_test=False)
    assert [trace.title for trace in traces or ()] == ['function f(a="\\d"): added']


def test_what_is_the_same_on_both_sides_only_moved() -> None:
    side = whole(GUARD + ORDER + ROUTE + COMMAND)
    assert python_traces(Sides(side, side), is_test=False) == []
