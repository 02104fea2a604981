"""What `secrets` finds, whatever a change does to hide it, and what it never shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class

from houndsman import CheckUnavailable, FileStatus, RawFinding, Watchdog
from houndsman_plugins import secrets

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench, FakeScanner, Written

KEY = "AKIAIOSFODNN7EXAMPLE"
OTHER_KEY = "AKIAIOSFODNN8EXAMPLE"


def _check(bench: Bench, files: dict[str | bytes, str | Written]) -> list[RawFinding]:
    return bench.check(secrets.houndsman_check, secrets.WATCHDOG, files)


def _found(bench: Bench, files: dict[str | bytes, str | Written]) -> list[tuple[str, int | None, str]]:
    return [(str(f.file), f.line, str(f.rule)) for f in _check(bench, files)]


def test_another_watchdog_is_not_answered_for(bench: Bench) -> None:
    change, root = bench.build({"a.py": f"key = '{KEY}'\n"})
    assert secrets.houndsman_check(Watchdog(id="other", title="Other", agent="code"), change, root) is None


def test_only_changed_lines_are_reported_even_where_an_old_line_holds_the_same_value(bench: Bench) -> None:
    text = f"a = '{KEY}'\nb = 1\nc = '{KEY}'\nd = '{OTHER_KEY}'\n"
    assert _found(bench, {"a.py": bench.file(text, changed=[3])}) == [("a.py", 3, "aws-access-key")]


def test_a_value_on_several_lines_is_reported_at_each(bench: Bench) -> None:
    text = f"a = '{KEY}'\nb = 1\nc = '{KEY}'\n"
    assert _found(bench, {"a.py": text}) == [("a.py", 1, "aws-access-key"), ("a.py", 3, "aws-access-key")]


def test_deleted_files_are_silent(bench: Bench) -> None:
    assert _found(bench, {"a.py": bench.file(f"a = '{KEY}'\n", status=FileStatus.DELETED)}) == []


ODD_NAMES: list[str | bytes] = [
    ".env",
    ".secrets.baseline",
    "-n.py",
    "Cargo.lock",
    "app.js.map",
    "back\\slash.py",
    b"bad\xff.lock",
    "dir/ünï.txt",
    "docs/swagger-ui.html",
    "go.sum",
    "line\nbreak.py",
    "logo.svg",
    "no_suffix",
    "node_modules/x.js",
    "package-lock.json",
    "site.css",
    "two words.py",
]


def test_no_name_hides_a_file(bench: Bench) -> None:
    found = _check(bench, dict.fromkeys(ODD_NAMES, f"x {KEY}\n"))
    assert [f.file for f in found] == sorted(bench.build(dict.fromkeys(ODD_NAMES, ""))[1].exported)
    assert {(f.line, f.rule) for f in found} == {(1, "aws-access-key")}


@pytest.mark.parametrize(
    "line",
    [
        f"key = '{KEY}'  # pragma: allowlist secret",
        f'client = boto3.client("s3", key="{KEY}")',
        f"caf\xe9 {KEY}",
        f"one\rtwo {KEY}",
        f"{'x = 1; ' * 2000}{KEY}",
    ],
    ids=["allowlisted", "inside a call", "latin-1", "carriage return", "long line"],
)
def test_no_line_hides_a_value(bench: Bench, line: str) -> None:
    found = _found(bench, {"a.py": bench.file(b"first = 1\n" + line.encode("latin-1") + b"\n")})
    assert ("a.py", 2, "aws-access-key") in found


def test_comments_and_lists_of_a_settings_file_are_read(bench: Bench) -> None:
    text = f"[a]\nx = {{p: 1, q: 2}}\n# {KEY}\n- {OTHER_KEY}\n"
    expected = [3, 4]
    for path in ("a.yaml", "a.ini", "a.toml"):
        assert [line for _, line, _ in _found(bench, {path: text})] == expected


def test_the_repository_s_own_settings_do_not_count(bench: Bench) -> None:
    files: dict[str | bytes, str | Written] = {
        "a.py": f"x = '{KEY}'\n",
        ".secrets.baseline": '{"version": "1.5.0", "plugins_used": [], "filters_used": [], "results": {}}\n',
        "pyproject.toml": "[tool.detect-secrets]\nexclude = ['.*']\n",
    }
    assert ("a.py", 1, "aws-access-key") in _found(bench, files)


def test_modules_of_the_change_are_never_imported(bench: Bench, tmp_path: Path) -> None:
    trap = f"open({str(tmp_path / 'sprung')!r}, 'w').close()\n"
    names = ["detect_secrets/__main__.py", "requests.py", "json.py", "yaml.py", "sitecustomize.py"]
    assert _found(bench, dict.fromkeys(names, trap)) == []
    assert not (tmp_path / "sprung").exists()


def test_neither_message_nor_quote_holds_the_secret(bench: Bench) -> None:
    text = f'client = connect("{KEY}", password="correct-horse-battery")\nx = "{KEY}"\nlong_name_of_a_key = "{KEY}"\n'
    found = _check(bench, {"a.py": text})
    assert [f.line for f in found] == [1, 1, 2, 3]
    everything = " ".join(f"{f.message} {f.action} {f.quote}" for f in found)
    assert KEY not in everything
    assert "correct-horse" not in everything
    # Enough to prove the place, or nothing: a quote of fewer than eight letters and digits proves none.
    assert [f.quote for f in found] == ['client = connect("', 'client = connect("', "", 'long_name_of_a_key = "']


def test_the_detector_that_knows_a_value_best_reports_it(bench: Bench) -> None:
    # By its name a secret, by its looks random, by its shape a key of AWS.
    assert _found(bench, {"a.py": f'aws_secret = "{KEY}"\n'}) == [("a.py", 1, "aws-access-key")]


NO_SECRETS = {
    "package-lock.json": '"integrity": "sha512-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789+/AbCdEfGhIjKlMnOp=="',
    "go.sum": 'x "h1:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"',
    ".pre-commit-config.yaml": "  rev: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "digest.py": 'checksum = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"',
    "label.py": 'password_label = "Password"',
    "en.json": '"password": "Please enter your password"',
    "ask.py": 'password = getpass("Password: ")',
    "call.yaml": "password: get_password(user)",
    "template.yaml": "password: ${PASSWORD}",
    "net.py": 'DNS = "8.8.8.8"',
}


def test_what_is_plainly_no_secret_is_left_out(bench: Bench) -> None:
    assert _found(bench, {path: f"{line}\n" for path, line in NO_SECRETS.items()}) == []


@pytest.mark.parametrize(
    "line",
    ["DB_PASSWORD=correct-horse-x", "export DB_PASSWORD=correct-horse-x  # why", "db_password: correct-horse-x"],
)
def test_settings_need_no_quotes(bench: Bench, line: str) -> None:
    assert _found(bench, {".env.production": f"KEY={KEY}\n{line}\n"})[1:] == [(".env.production", 2, "secret-keyword")]


@pytest.mark.parametrize(
    "line",
    [
        'fields = {"password": "password1"}',
        'check(password="newsecret")',
        'login(username=name, password="test")',
        'password = form.get("new_password")',
    ],
    ids=["field's name", "a word for it", "too short", "a call"],
)
def test_what_only_names_a_secret_is_none(bench: Bench, line: str) -> None:
    assert _found(bench, {"a.py": f"{line}\n"}) == []


def test_new_suppressions_are_reported_and_moved_ones_are_not(bench: Bench) -> None:
    pragma = "# pragma: allowlist secret"
    text = f"a = 1  {pragma}\n    b = 2  {pragma}\n"
    found = _found(bench, {"a.py": bench.file(text, removed=(f"b = 2  {pragma}",))})
    assert found == [("a.py", 2, "secrets/new-suppression")]


def test_two_runs_say_the_same_in_the_same_order(bench: Bench) -> None:
    text = f'z = "{KEY}"\npassword = "correct-horse-battery"  # pragma: allowlist secret\n'
    files: dict[str | bytes, str | Written] = {f"dir{n % 3}/f{n}.py": text for n in range(12)}
    first = _check(bench, files)
    assert first == _check(bench, files)
    places = [(str(f.file), f.line, f.rule) for f in first]
    assert places == sorted(places, key=lambda place: (place[0], place[1] or 0, str(place[2])))


def test_a_missing_scanner_is_said_and_never_an_empty_list(bench: Bench, no_scanners: None) -> None:
    with pytest.raises(CheckUnavailable, match="detect-secrets") as caught:
        _check(bench, {"a.py": "x = 1\n"})
    assert "pip install 'houndsman[watchdogs]'" in str(caught.value)


@pytest.mark.parametrize(
    ("report", "complaint"),
    [
        ('{"results": {}}', "did not report the token"),
        ('{"version": "9"}', "cannot be read"),
        ('{"results": {"canary.txt": [{"type": "AWS"}]}}', "cannot be read"),
        ("Traceback", "printed no JSON"),
        ("", "printed no JSON"),
    ],
)
def test_a_report_that_cannot_be_trusted_is_an_error(
    bench: Bench, fake_scanner: FakeScanner, report: str, complaint: str
) -> None:
    fake_scanner("detect-secrets", prints=report)
    with pytest.raises(CheckUnavailable, match=complaint):
        _check(bench, {"a.py": "x = 1\n"})


def test_every_detector_of_the_installed_version_has_a_rule() -> None:
    slugs = {re.sub("[^a-z0-9]+", "-", kind.lower()).strip("-") for kind in get_mapping_from_secret_type_to_class()}
    declared = {slug for rule in secrets.WATCHDOG.rules for slug in rule.match}
    assert slugs - declared == {"public-ip-ipv4"}
