"""Which lines of a source file do something: neither blank nor comment, docstring or import.

In: a path and the file's lines. Out: line numbers, counted from 1; and of a line, what of it is no comment. Python is
read with its own grammar, everything else by how lines begin, which is right for nearly all of them. Nothing fails:
Python that cannot be parsed is read like the rest.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from collections.abc import Iterator, Sequence

_HASH = (".bash", ".cfg", ".coffee", ".ex", ".exs", ".jl", ".mk", ".pl", ".ps1", ".py", ".pyi", ".r", ".rb", ".sh")
_HASH_TOO = (".tcl", ".tf", ".toml", ".yaml", ".yml", ".zsh")
_DASH = (".elm", ".hs", ".lua", ".sql")
_SEMICOLON = (".asm", ".clj", ".el", ".ini", ".lisp", ".scm")

_SLASH_COMMENT = r"//|/\*|\*/|\*(?:\s|$)|<!--|-->"
_QUOTED = r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"""
_IMPORT = re.compile(
    r"(?:import\b|from\s+\S+\s+import\b|#\s*include\b|using\s+[\w.]+\s*;|use\s+[\w:\\{]|package\s+[\w.]+;?$|require\b"
    r"|(?:const|let|var)\s+[\w{},\s]+=\s*require\(|export\s+[*{].*\sfrom\s)"
)
_NO_TEXT = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT})


def working_lines(path: str, lines: Sequence[bytes]) -> frozenset[int]:
    """The lines that do something. One of several lines, as a call over three of them, is all of them."""
    text = [line.decode("utf-8", "replace").rstrip("\r") for line in lines]
    if path.endswith((".py", ".pyi")):
        told = _of_python(text)
        if told is not None:
            return told
    return frozenset(_by_beginnings(_comment(path), text))


def statement_lines(path: str, lines: Sequence[bytes]) -> frozenset[int]:
    """The lines of Python or YAML at which something begins whose indentation means something; none of other files."""
    if path.endswith((".yaml", ".yml")):
        return frozenset(range(1, len(lines) + 1))
    tree = _parsed("\n".join(line.decode("utf-8", "replace").rstrip("\r") for line in lines) + "\n")
    if tree is None or not path.endswith((".py", ".pyi")):
        return frozenset()
    return frozenset(node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt))


def without_comment(path: str, line: bytes) -> str:
    """`line` without the comment at its end, and without white space at both ends."""
    pattern = re.compile(rf"({_QUOTED})|(?:^|\s)(?:{_comment(path)}).*")
    return pattern.sub(lambda found: found[1] or "", line.decode("utf-8", "replace")).strip()


def _by_beginnings(comment: str, text: Sequence[str]) -> Iterator[int]:
    """Lines that begin as neither comment nor import; an import goes on until its brackets are closed."""
    begins, depth = re.compile(comment), 0
    for number, line in enumerate((line.strip() for line in text), 1):
        if depth > 0 or _IMPORT.match(line):
            depth = max(0, depth + sum(line.count(sign) for sign in "({") - sum(line.count(sign) for sign in ")}"))
        elif line and not begins.match(line):
            yield number


def _comment(path: str) -> str:
    """How comments begin in the language of a file, as a regular expression."""
    name = path.rpartition("/")[2].lower()
    if name.endswith(_HASH + _HASH_TOO) or name in ("dockerfile", "makefile"):
        return "#"
    if name.endswith(_DASH):
        return "--"
    return "[;#]" if name.endswith(_SEMICOLON) else _SLASH_COMMENT


def _of_python(text: Sequence[str]) -> frozenset[int] | None:
    source = "\n".join(text) + "\n"
    tree = _parsed(source)
    if tree is None:
        return None
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (SyntaxError, tokenize.TokenError):
        return None
    written: set[int] = set()
    for token in tokens:
        if token.type not in _NO_TEXT and token.string:
            written.update(range(token.start[0], token.end[0] + 1))
    return frozenset(written.difference(_quiet(tree)))


def _parsed(source: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings(action="ignore"):  # of escapes in the file's own strings
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _quiet(tree: ast.Module) -> Iterator[int]:
    """Lines of imports, and of strings that stand for themselves."""
    for node in ast.walk(tree):
        alone = (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        )
        if isinstance(node, ast.stmt) and (alone or isinstance(node, ast.Import | ast.ImportFrom)):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)
