"""Languages without a tree are told from their lines."""

from __future__ import annotations

import pytest

from houndsman.intent.line_signs import line_signs
from houndsman.intent.sides import Span
from tests.intent.conftest import Derive, told, whole

CASES = {
    "JavaScript": (
        "shop.ts",
        "export function pay(a) {\n  return 1\n}\n\nexport const refund = async (x) => {\n  return 2\n}\nlet a = 1\n",
        "export function pay(a) {\n  return 2\n}\n\nexport const refund = async (x) => {\n  return 3\n}\nlet a = 2\n"
        "router.post('/pay', (q) => {\n  q()\n})\nconst url = process.env.API_URL\n"
        "export interface Card {\n  no: string\n}\nenum Color {\n  RED\n}\nfunction hidden() {}\n",
        [
            "F function pay: changed @ 1,2",
            "F function refund: changed @ 5,6",
            "F route POST /pay: added @ 9",
            "K use of configuration API_URL: added @ 12",
            "K type Card: added @ 13",
            "S enumeration Color: added @ 16",
        ],
    ),
    "tests in JavaScript": (
        "pay.test.js",
        "",
        "export function helper() {}\nit('adds up', () => {\n  expect(1).toBe(1)\n})\n",
        ["I test adds up: added @ 2"],
    ),
    "Go": (
        "shop.go",
        "func (s *Shop) Pay(a int) error {\n\treturn nil\n}\n",
        "func (s *Shop) Pay(a int) error {\n\treturn err\n}\nfunc hidden() {}\ntype Card struct {\n\tNo int\n}\n"
        'func Run() {\n\tmux.HandleFunc("/pay", s.Pay)\n\tr.GET("/x", y)\n\tk := os.Getenv("SHOP_KEY")\n}\n',
        [
            "F function Pay: changed @ 1,2",
            "F function Run: added @ 8",
            "F route /pay: added @ 9",
            "F route GET /x: added @ 10",
            "K type Card: added @ 5",
            "K use of configuration SHOP_KEY: added @ 11",
        ],
    ),
    "Java": (
        "Shop.java",
        "",
        'public class Shop {\n    @PutMapping("/orders/{id}")\n    public Order update(Long id)\n    {\n'
        "        return x;\n    }\n    private void hidden() {}\n}\npublic enum State { OPEN }\n",
        [
            "F route PUT /orders/{id}: added @ 2",
            "F method update: added @ 3",
            "K type Shop: added @ 1",
            "S enumeration State: added @ 9",
        ],
    ),
    "Ruby": (
        "shop.rb",
        "def pay\n  1\nend\n",
        "def pay\n  2\nend\nget '/pay', to: 'x#y'\nvalidates :tax, presence: true\nadd_column :orders, :tax, :integer\n"
        "get 'just a call'\n",
        [
            "F method pay: changed @ 1,2",
            "F route GET /pay: added @ 4",
            "I validation tax: added @ 5",
            "K migration add_column orders: added @ 6",
        ],
    ),
    "PHP": (
        "shop.php",
        "",
        "Route::get('/pay', [Shop::class, 'pay']);\nclass Shop {\n"
        "    public function pay() {\n        return 1;\n    }\n}\n",
        ["F route GET /pay: added @ 1", "F method pay: added @ 3", "K class Shop: added @ 2"],
    ),
    "Rust": (
        "shop.rs",
        "",
        '#[get("/pay")]\npub async fn pay() -> R {\n    x\n}\nfn hidden() {}\npub enum State { Open }\n',
        ["F route GET /pay: added @ 1", "F function pay: added @ 2", "S enumeration State: added @ 6"],
    ),
    "SQL": (
        "up.sql",
        "",
        "CREATE TABLE IF NOT EXISTS orders (\n  id INTEGER PRIMARY KEY,\n  tax INTEGER NOT NULL,\n  note TEXT,\n"
        "  CHECK (tax >= 0)\n);\nalter table orders\n  add column x INT;\n-- DROP TABLE x\nDROP TABLE old;\n",
        [
            "I constraint id INTEGER PRIMARY KEY: added @ 2",
            "I constraint tax INTEGER NOT NULL: added @ 3",
            "I constraint CHECK (tax >= 0): added @ 5",
            "K schema CREATE TABLE orders: added @ 1",
            "K schema alter table orders: added @ 7",
            "K schema add column x: added @ 8",
            "K schema DROP TABLE old: added @ 10",
        ],
    ),
    "GraphQL": (
        "shop.graphql",
        "type Order {\n  id: ID!\n}\n",
        "type Order {\n  id: ID!\n  tax: Int\n}\nenum State {\n  OPEN\n}\n",
        ["K schema type Order: changed @ 1,3", "S enumeration State: added @ 5"],
    ),
    "Protocol Buffers": (
        "shop.proto",
        "message Order {\n  int32 id = 1;\n}\n",
        "message Order {\n  int32 id = 2;\n}\nservice Shop {\n  rpc Pay(Order) returns (Order);\n}\n",
        [
            "F call rpc Pay: added @ 5",
            "K schema message Order: changed @ 1,2",
            "K field id: changed @ 2",
            "K schema service Shop: added @ 4",
        ],
    ),
}


@pytest.mark.parametrize(("path", "before", "after", "facts"), CASES.values(), ids=CASES)
def test_what_is_told(derived: Derive, path: str, before: str, after: str, facts: list[str]) -> None:
    assert told(derived({path: before}, {path: after})) == facts


@pytest.mark.parametrize(
    ("content", "last"),
    [
        ("export function f() {\n  a\n}\nlet b\n", 3),
        ("export function f(\n  a,\n) {\n  a\n}\nlet b\n", 5),
        ("export function f()\n{\n  a\n\n  b\n}\n", 6),
        ("export function f() {\n  if (a) {\n    b\n  } else {\n    c\n  }\n}\nlet d\n", 7),
        ("export function f() {}\nlet b\n", 1),
        ("export function f() {\n  a\n", 2),
    ],
)
def test_how_far_a_declaration_reaches(content: str, last: int) -> None:
    (sign,) = line_signs(whole(content, "a.js"), is_test=False)
    assert sign.spans == (Span(1, last),)


@pytest.mark.parametrize("suffix", ["js", "go", "java", "rb", "php", "rs", "sql", "graphql", "proto", "py"])
@pytest.mark.parametrize("content", [b"", b"\0", b"\xff\xfe\n" * 9, b"public " * 60_000, b"{" * 9_000 + b"\n}" * 9_000])
def test_whatever_stands_there_nothing_fails(suffix: str, content: bytes) -> None:
    assert line_signs(whole(content, f"a.{suffix}"), is_test=False) == []
