"""A secret of the change, or of an agent's words, is shown and recorded by nobody but who wrote it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from houndsman.models.finding import Anchor

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import CommandLine
    from tests.trust.conftest import Attack, Search

# Put together here, so that no scanner finds them here.
AWS = "AKIA" + "QYLPMN5HHHFPZAM2"
GITHUB = "ghp_" + "x7Kq" * 9
PASSWORD = "correct-horse-" + "battery"
URL = "postgres://shop:" + PASSWORD + "@db.example.com/shop"
BODY = "MIIEpAIBAAKCAQEA7bq0Xkq1Rr0mB3Jt1nXo0c9sVq2f"
PRIVATE = f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}\n{BODY}\n-----END RSA PRIVATE KEY-----\n"
SECRETS = (AWS, GITHUB, PASSWORD, BODY)

SETTINGS = f"""\
AWS_ACCESS_KEY_ID = "{AWS}"
token = "{GITHUB}"
url = "{URL}"
password = "{PASSWORD}"
"""

PLUGIN = f"""\
from houndsman import CheckUnavailable, Note, Section, Watchdog, hookimpl

@hookimpl
def houndsman_watchdogs():
    return [Watchdog(id=name, title=name, agent="code") for name in ("broken", "absent")]

@hookimpl
def houndsman_check(watchdog):
    if watchdog.id == "broken":
        raise ValueError({SETTINGS!r})
    if watchdog.id == "absent":
        raise CheckUnavailable({URL!r}, hint={AWS!r})
    return None

@hookimpl
def houndsman_brief_sections():
    return [Section(title={AWS!r}, text={SETTINGS!r})]

@hookimpl
def houndsman_finding():
    return [Note(code="seen", text={URL!r})]

@hookimpl
def houndsman_agents():
    raise ValueError({URL!r})
"""

#: What an agent writes stays as it came where it came, and where a run keeps it; so does the checkout that it reads.
RAW = re.compile(r".*/(findings/general\.json|worktree/.*)")


def _everybody_talks(command_line: CommandLine) -> str:
    """An agent repeats each secret wherever it can; what every command then prints."""
    finding = {
        "file": "settings.py",
        "line": 1,
        "message": f"{AWS} and {URL} were committed, and {GITHUB}",
        "action": f"Revoke {AWS}: password = '{PASSWORD}'",
        "quote": f'AWS_ACCESS_KEY_ID = "{AWS}"',
        "impactClass": "security",
        "severity": f"{AWS}",
        "because": [URL, {"of": PRIVATE}],
    }
    refused = {"file": "/etc/shadow", "message": SETTINGS, "quote": PRIVATE}
    key = {"file": "id_rsa", "line": None, "message": PRIVATE, "quote": PRIVATE}
    command_line.answer(
        command_line.prepare(),
        "general",
        finding,
        refused,
        key,
        businessSummary=f"Moves to {URL} with {AWS}.\n{PRIVATE}",
        checks=[{"id": "C1", "verdict": "gap", "at": None, "note": SETTINGS}],
    )
    ran = [command_line("hunt"), command_line("finalize"), command_line("hunt", "--json"), command_line("prepare")]
    ids = [item.id for item in command_line.findings()]
    for line in (["list"], ["list", "--json"], ["show", *ids], ["show", "--json", *ids], ["decide", *ids, "execute"]):
        ran.append(command_line("findings", *line))
    ran += [command_line("explain", *ids), command_line("explain", "--json", *ids)]
    return "".join(each.out + each.err for each in ran)


@pytest.fixture
def leaky(attack: Attack, install: Callable[..., None]) -> CommandLine:
    """A change with secrets in it, and a plugin that repeats them."""
    install("leaky", {"watch": PLUGIN})
    config = f"[budgets]\nmaxFilesPerBrief = '{AWS}'\n"  # wrong, and so repeated in a warning
    return attack({".houndsman/config.toml": config}, {"settings.py": SETTINGS, "id_rsa": PRIVATE})


def test_no_secret_is_printed_or_kept(leaky: CommandLine, kept_in: Search, brief_of: Callable[[], str]) -> None:
    printed = _everybody_talks(leaky)
    for secret in SECRETS:
        assert secret not in printed
        assert not [place for place in kept_in(secret) if not RAW.fullmatch(place)]
    assert "[redacted:aws-access-key]" in printed
    assert brief_of().count("[redacted:private-key]") == 1


def test_a_quote_of_a_secret_places_its_finding_all_the_same(leaky: CommandLine) -> None:
    _everybody_talks(leaky)
    found = {str(item.file): (item.line, item.anchor, item.quote) for item in leaky.findings()}
    assert found["settings.py"] == (1, Anchor.EXACT, 'AWS_ACCESS_KEY_ID = "[redacted:named-secret]"')
    assert found["id_rsa"] == (None, Anchor.EXACT, "[redacted:private-key]")


def test_the_scanners_repeat_no_value(attack: Attack, kept_in: Search) -> None:
    """A line that they quote may hold one that they did not look for."""
    command_line = attack({}, {"shop.py": f'import json; key = "{AWS}"\n', ".env": f"KEY={AWS}\n"})
    command_line.blocked = ()
    ran = command_line("hunt")
    rules = {item.rule for item in command_line.findings()}
    assert {"F401", "aws-access-key"} <= rules
    listed = command_line("findings", "list", "--json")
    assert AWS not in ran.out + ran.err + listed.out
    # ruff's own report quotes its line; it is a findings file, which stays as it came.
    raw = ("/findings/python.json", "/worktree/shop.py", "/worktree/.env")
    assert not [place for place in kept_in(AWS) if not place.endswith(raw)]


def test_a_name_that_is_a_secret_is_shown_to_nobody(attack: Attack, brief_of: Callable[[], str]) -> None:
    """The manifest and `--json` keep the name, which is what a file is found by."""
    command_line = attack({}, {f"{AWS}/notes.md": "<<<<<<< a\n=======\n>>>>>>> b\n"})
    ran = [command_line("hunt"), command_line("findings", "list")]
    (item,) = command_line.findings()
    ran += [command_line("findings", "show", item.id), command_line("findings", "decide", item.id, "execute")]
    assert AWS not in "".join(each.out + each.err for each in ran) + brief_of()
    assert str(item.file) == f"{AWS}/notes.md"


def test_an_error_repeats_no_secret(attack: Attack) -> None:
    command_line = attack({}, {".houndsman/config.toml": f'failOn = "{URL}"\n', "a.md": "a\n"})
    ran = command_line("prepare", "--config-from", "worktree")
    assert ran.code == 2
    assert "failOn" in ran.err
    assert PASSWORD not in ran.out + ran.err


def test_the_credentials_of_the_remote_are_kept_nowhere(attack: Attack, kept_in: Search) -> None:
    command_line = attack({}, {"a.md": "a\n"})
    command_line.repository.git("config", "remote.origin.url", f"https://shop:{PASSWORD}@example.com/shop.git")
    ran = [command_line("hunt"), command_line("prepare", "--json"), command_line("findings", "list", "--json")]
    assert "example.com/shop" in ran[1].out
    assert PASSWORD not in "".join(each.out + each.err for each in ran)
    assert kept_in(PASSWORD) == []
