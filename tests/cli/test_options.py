"""What a command's options ask for."""

from __future__ import annotations

import io
from pathlib import Path

import click
import pytest

from houndsman.classify.classify import Selection
from houndsman.cli import options
from houndsman.config.project import ConfigFrom
from houndsman.desk import Request
from houndsman.errors import ExitCode, UsageError
from houndsman.hunt.ceilings import Ceiling
from houndsman.hunt.orders import Orders
from houndsman.models.target import PatchText, TargetRequest


@click.command()
@options.target_options
@options.selection_options
@options.plugin_options
@options.config_options
@options.verdict_options
@options.review_options
@options.agents_options
def _command(**given: object) -> dict[str, object]:
    return given


def _request(*words: str) -> Request:
    given = _command.main(list(words), standalone_mode=False)
    assert isinstance(given, dict)
    return options.request_of(given)


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ([], TargetRequest()),
        (["--base", "a", "--head", "b"], TargetRequest(base="a", head="b")),
        (["--commit", "a"], TargetRequest(commit="a")),
        (["--range", "a..b"], TargetRequest(range="a..b")),
        (["--staged"], TargetRequest(staged=True)),
        (["--working-tree"], TargetRequest(working_tree=True)),
    ],
)
def test_the_target(words: list[str], target: TargetRequest) -> None:
    assert _request(*words).target == target


@pytest.mark.parametrize("name", ["a b.patch", "-"])
def test_a_patch_is_read_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    content = b"--- a/\xff\r\n"
    (tmp_path / "a b.patch").write_bytes(content)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    monkeypatch.chdir(tmp_path)
    told = "standard input" if name == "-" else name
    assert _request("--patch", name).target.patch == PatchText(name=told, content=content)


@pytest.mark.parametrize("name", ["nowhere", "."])
def test_a_patch_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="the patch cannot be read") as caught:
        _request("--patch", name)
    assert (caught.value.where, caught.value.exit_code) == (name, ExitCode.USAGE)


def test_everything_else() -> None:
    request = _request(
        *["-k", "python or secrets", "--without-general", "-p", "no:debris", "-pmine.py", "--config-from", "worktree"],
        *["--fail-on", "nit", "--allow-missing", "--review", "feature-12345678", "--variant", "terse"],
    )
    assert request.selection == Selection("python or secrets", without_general=True)
    assert request.plugins == ("no:debris", "mine.py")
    assert request.config_from is ConfigFrom.WORKTREE
    assert (request.fail_on, request.allow_missing) == ("nit", True)
    assert (request.review, request.variant) == ("feature-12345678", "terse")


def test_who_is_sent_out_and_what_may_be_spent() -> None:
    words = ["--agent", "replay:3", "--concurrency", "8", "--max-cost", "1.5", "--max-tokens", "9", "--timeout", "60"]
    assert _request(*words, "-x", "--lf").orders == Orders(
        "replay:3", 8, Ceiling(tokens=9, cost=1.5, seconds=60.0), stop_at_first=True, only_owing=True
    )


def test_a_command_without_an_option_asks_for_nothing() -> None:
    assert options.request_of({}) == _request()


def test_an_empty_label_is_no_variant() -> None:
    assert _request("--variant", "").variant is None


def test_the_request_knows_where_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUNDSMAN_HOME", "a home")
    request = _request()
    assert request.environ["HOUNDSMAN_HOME"] == "a home"
    assert request.cwd.is_absolute()
