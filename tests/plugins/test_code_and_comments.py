"""What is code, what is a comment and what is data, in several languages."""

from __future__ import annotations

import pytest

from houndsman_plugins import code_and_comments


def _read(name: str, text: str) -> tuple[str, str]:
    code, comments = code_and_comments.read(name, text)
    return "\n".join(code), "\n".join(comments)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'x = "word"'),
        ("a.py", "x = '''\nword\n'''"),
        ("a.py", 'x = """\nit\'s a word"""'),
        ("a.py", 'x = f"{y} word"'),
        ("broken.py", 'def f(:\n    x = "word"'),
        ("a.js", "x = 'word'"),
        ("a.ts", "x = `line\nword`"),
        ("a.js", 'x = s.replace(/"/g, "word")'),
        ("a.js", "x = (/word/)"),
        ("a.go", "x := `\nword\n`"),
        ("a.rs", 'let x = r#"say "word""#;'),
        ("a.rb", 'x = "word"'),
        ("A.java", 'var x = """\n  word\n  """;'),
        ("a.sql", "select 'word'"),
        ("a.toml", 'x = "word"'),
        ("notes.unknown", "word"),
    ],
)
def test_data_is_neither_code_nor_comment(name: str, text: str) -> None:
    code, comments = _read(name, text)
    assert "word" not in code
    assert "word" not in comments


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "x = 1  # word"),
        ("a.py", 'x = "#"  # word'),
        ("broken.py", "def f(:  # word"),
        ("a.js", "x = 1; // word"),
        ("a.js", 'x = "//"; /* a\nword */'),
        ("a.vue", "<!-- word -->"),
        ("a.rs", "fn f<'a>() {} // word"),
        ("a.rs", "let c = '\"'; // word"),
        ("a.php", "$x = 1; # word"),
        ("a.rb", 'x = "#{y}" # word'),
        ("a.sql", "select 1 -- word"),
        ("a.yaml", "x: 1 # word"),
        ("Dockerfile", "# word"),
        ("page.html", "<!--\nword\n-->"),
        ("notes.unknown", "  # word"),
    ],
)
def test_comments_are_only_comments(name: str, text: str) -> None:
    code, comments = _read(name, text)
    assert "word" not in code
    assert "word" in comments


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'x = "a"; word("b")'),
        ("a.js", "x = 'a'; word('b')"),
        ("a.js", "x = `a`; word(`b`)"),
        ("a.js", "x = a / b; word()"),
        ("a.rs", "fn f<'a>(word: &'a str) {}"),
        ("a.sh", "echo $#; word"),
        ("a.css", "a { word: url(x) }"),
    ],
)
def test_code_is_only_code(name: str, text: str) -> None:
    code, comments = _read(name, text)
    assert "word" in code
    assert "word" not in comments


@pytest.mark.parametrize("name", ["a.py", "a.js", "a.rs", "a.md", "a.unknown"])
@pytest.mark.parametrize("text", ["", "\n", "a\n# b\n", 'x = """\n\n"""\n// y\n', "'''\nunfinished\n", "/* open\nx\n"])
def test_views_keep_every_line_and_column(name: str, text: str) -> None:
    code, comments = code_and_comments.read(name, text)
    widths = [len(line) for line in text.split("\n")]
    assert [len(line) for line in code] == widths
    assert [len(line) for line in comments] == widths
