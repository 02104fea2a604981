"""Which functions somebody gets in by, told from their decorators."""

from __future__ import annotations

import ast

import pytest

from houndsman.intent.python_doors import door, management_command
from houndsman.intent.python_source import parsed
from tests.intent.conftest import whole


@pytest.mark.parametrize(
    ("decorator", "noun", "name", "line"),
    [
        ('@app.route("/a")', "route", "/a", 1),
        ('@bp.route("/a", methods=("GET", "POST"))', "route", "GET|POST /a", 1),
        ('@router.get("/a/{id}")', "route", "GET /a/{id}", 1),
        ('@router.api_route(\n  path="/a")', "route", "/a", 2),
        ("@click.command()", "command", "f", 2),
        ("@cli.command", "command", "f", 2),
        ('@cli.command("do-it")', "command", "do-it", 1),
        ('@cli.group(name="all")', "command", "all", 1),
        ("@celery.task(bind=True)", "job", "f", 2),
        ("@receiver(post_save)", "receiver handler", "f", 2),
        ("@app.errorhandler(404)", "errorhandler handler", "f", 2),
    ],
)
def test_doors(decorator: str, noun: str, name: str, line: int) -> None:
    source = parsed(whole(f"{decorator}\ndef f(): pass\n"))
    assert source is not None
    (function,) = source.tree.body
    assert isinstance(function, ast.FunctionDef)
    assert door(source, function) == (noun, name, line)


@pytest.mark.parametrize(
    "decorator",
    ["@property", "@mock.patch('a.b')", "@cache.get(key)", "@app.route(PATH)", "@a[0]", "@functools.wraps(f)"],
)
def test_no_doors(decorator: str) -> None:
    source = parsed(whole(f"{decorator}\ndef f(): pass\n"))
    assert source is not None
    (function,) = source.tree.body
    assert isinstance(function, ast.FunctionDef)
    assert door(source, function) is None


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("shop/management/commands/purge.py", "purge"),
        ("management/commands/purge.py", "purge"),
        ("shop/management/commands/_base.py", None),
        ("shop/management/purge.py", None),
    ],
)
def test_django_names_a_command_by_its_file(path: str, name: str | None) -> None:
    source = parsed(whole("", path))
    assert source is not None
    assert management_command(source) == name
