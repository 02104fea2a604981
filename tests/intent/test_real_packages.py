"""Three real changes: two releases each of three real packages, with what must be found written down by hand.

`HOUNDSMAN_SDISTS` names a folder in which each package has a folder of its own with two source distributions, the older
first by name. `.ci/run` fetches them; elsewhere there is nothing to test without them.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import tarfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from houndsman.git.blobs import BlobReader
from houndsman.git.samples import SampleRepository
from houndsman.intent.derive import derive
from houndsman.intent.status import must_dispatch
from houndsman.models.business import BusinessSummary, Fact
from houndsman.models.change import Change, ChangedFile
from houndsman.testing.trees import change_between, git_of
from tests.intent.conftest import facts_of

VARIABLE = "HOUNDSMAN_SDISTS"


class Release(NamedTuple):
    """What must be read off the step from one release of a package to the next: from its notes and its diff."""

    package: str
    facts: tuple[tuple[str, str, str], ...]
    """Letter of the kind, file, and how the title begins or what it holds."""
    quiet: tuple[str, ...]
    """Words that no title may hold: changed in the release, and nobody's business."""


RELEASES = (
    Release(
        "flask",  # 3.0.3 -> 3.1.0
        (
            ("K", "src/flask/app.py", "configuration PROVIDE_AUTOMATIC_OPTIONS: added"),
            ("K", "src/flask/app.py", "configuration SECRET_KEY_FALLBACKS: added"),
            ("K", "src/flask/app.py", "configuration SESSION_COOKIE_PARTITIONED: added"),
            ("K", "src/flask/app.py", "configuration TRUSTED_HOSTS: added"),
            ("K", "src/flask/app.py", "configuration MAX_FORM_PARTS: added"),
            ("K", "src/flask/app.py", "configuration MAX_FORM_MEMORY_SIZE: added"),
            ("K", "src/flask/wrappers.py", "property max_content_length of Request: accessors changed"),
            (
                "K",
                "src/flask/app.py",
                'method open_resource(self, resource, mode="rb", encoding=None) of Flask: signature',
            ),
            ("K", "src/flask/blueprints.py", "method open_resource("),
            ("K", "src/flask/cli.py", "function load_dotenv(path=None, load_defaults=True): signature changed (was"),
            ("K", "pyproject.toml", "configuration requires-python in project: changed"),
            ("F", "src/flask/cli.py", "function load_dotenv(path=None, load_defaults=True): changed"),
            ("F", "src/flask/cli.py", "method load_app(self) of ScriptInfo: changed"),
            ("F", "src/flask/sessions.py", "method get_cookie_partitioned(self, app) of SessionInterface: added"),
            (
                "F",
                "src/flask/sessions.py",
                "method get_signing_serializer(self, app) of SecureCookieSessionInterface: changed",
            ),
            ("F", "src/flask/wrappers.py", "property max_form_memory_size of Request: added"),
            ("F", "src/flask/sansio/app.py", "method add_url_rule("),
            ("I", "src/flask/cli.py", "check if value is not None: raise BadParameter in _env_file_callback: added"),
            ("I", "tests/test_basic.py", "test test_session_secret_key_fallbacks: "),
            (
                "I",
                "tests/test_request.py",
                "test test_trusted_hosts_config: added with 3 assertions, first: assert r.stat",
            ),
        ),
        (
            "function _env_file_callback",
            "class _CollectErrors",
            "stream_with_context(generator_or_function): added",  # an overload
            "endpoint of Request",  # a comment for a type checker
            "flask.cli.run_command",
            "as_view(",
            "make_response(",  # annotations
            "get_root_path(",
            "decorators",
            "test_open_resource:",  # it stands less deep now
            "test_open_resource_exceptions",
            "test_max_content_length",  # in another file now, with the same assertion
        ),
    ),
    Release(
        "sqlite-utils",  # 3.35 -> 3.36
        (
            ("F", "sqlite_utils/cli.py", "command create-table → sqlite_utils.cli.create_table: changed"),
            ("F", "sqlite_utils/cli.py", "command insert → sqlite_utils.cli.insert: changed"),
            ("F", "sqlite_utils/cli.py", "command upsert → sqlite_utils.cli.upsert: changed"),
            ("F", "sqlite_utils/cli.py", "command add-column → sqlite_utils.cli.add_column: changed"),
            ("F", "sqlite_utils/db.py", "method transform_sql("),
            ("F", "sqlite_utils/db.py", "method create_table_sql("),
            ("K", "sqlite_utils/cli.py", "option --strict of create-table: added"),
            ("K", "sqlite_utils/cli.py", "argument col_type of add-column: changed"),
            ("K", "sqlite_utils/cli.py", "class CaseInsensitiveChoice(click.Choice) with convert: added"),
            ("K", "sqlite_utils/db.py", "of Database: signature changed, now with strict=False"),
            ("K", "sqlite_utils/db.py", "of Table: signature changed, now with strict="),
            ("K", "sqlite_utils/db.py", "constant COLUMN_TYPE_MAPPING: changed"),
            ("K", "sqlite_utils/utils.py", "constant SPATIALITE_PATHS: changed"),
            (
                "I",
                "tests/test_cli.py",
                "test test_create_table_strict: added with 2 assertions, first: assert result.exit_code == 0",
            ),
            ("I", "tests/test_create.py", "test test_database_strict_override: "),
            ("I", "tests/test_transform.py", "test test_transform_preserves_rowids: "),
        ),
        ("changelog", " _convert", " _insert"),
    ),
    Release(
        "django-oauth-toolkit",  # 2.4.0 -> 3.0.1
        (
            ("K", "oauth2_provider/settings.py", "configuration REFRESH_TOKEN_REUSE_PROTECTION: added"),
            (
                "K",
                "oauth2_provider/migrations/0011_refreshtoken_token_family.py",
                "migration AddField of refreshtoken.token_family",
            ),
            (
                "K",
                "oauth2_provider/migrations/0012_add_token_checksum.py",
                "migration AddField of accesstoken.token_checksum",
            ),
            ("K", "oauth2_provider/migrations/0012_add_token_checksum.py", "migration RunPython: added"),
            ("K", "oauth2_provider/models.py", "class TokenChecksumField(models.CharField) with pre_save: added"),
            ("K", "oauth2_provider/models.py", "field token_family of AbstractRefreshToken: added"),
            ("K", "oauth2_provider/validators.py", "class RedirectURIValidator(URIValidator): removed"),
            ("K", "oauth2_provider/validators.py", "class WildcardSet(set): removed"),
            ("K", "oauth2_provider/views/oidc.py", "function validate_logout_request("),
            ("F", "oauth2_provider/checks.py", "function validate_token_configuration(app_configs, **kwargs): added"),
            ("F", "oauth2_provider/urls.py", "route token/ → views.TokenView.as_view(): changed (was ^token/$)"),
            ("F", "oauth2_provider/models.py", "method revoke(self) of AbstractRefreshToken: changed"),
            ("F", "oauth2_provider/oauth2_validators.py", "method validate_refresh_token("),
            ("F", "oauth2_provider/oauth2_validators.py", "method invalidate_authorization_code("),
            ("I", "oauth2_provider/migrations/0012_add_token_checksum.py", "constraint unique=True for"),
            (
                "I",
                "oauth2_provider/contrib/rest_framework/authentication.py",
                'check if str(error) == "Invalid hex encoding in query string.": raise SuspiciousOperation',
            ),
            ("I", "tests/test_models.py", "test test_token_checksum_field: "),
            ("I", "tests/test_django_checks.py", "test test_checks_fail_when_router_crosses_databases: "),
        ),
        ("CHANGELOG", "swappable_dependency", "forwards_func"),
    ),
)


class Read(NamedTuple):
    """A real change, and what was read off it."""

    release: Release
    change: Change
    summary: BusinessSummary
    lines: Callable[[ChangedFile, bool], list[str]]
    """Those of a file, on its old side or not."""


@pytest.fixture(params=RELEASES, ids=lambda release: release.package)
def read(request: pytest.FixtureRequest, tmp_path: Path) -> Read:
    """One of the three."""
    release: Release = request.param
    named = os.environ.get(VARIABLE)
    archives = sorted((Path(named) / release.package).glob("*.tar.gz"), key=_by_version) if named else []
    if len(archives) != 2:
        told = f"{VARIABLE} names no folder with two source distributions in {release.package}/"
        assert os.environ.get("CI") != "true", told
        pytest.skip(told)
    repository = SampleRepository.create(tmp_path / "package")
    commits = [_committed(repository, archive) for archive in archives]
    change = change_between(repository, *commits)
    git = git_of(repository)
    with BlobReader(git) as blobs:
        summary = derive(change, [file.path for file in change.files], blobs)

    @cache
    def lines(file: ChangedFile, is_old: bool) -> list[str]:
        return git.run("cat-file", "blob", file.old_id if is_old else file.new_id).decode().split("\n")

    return Read(release, change, summary, lines)


def _by_version(archive: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", archive.name)]


def _committed(repository: SampleRepository, archive: Path) -> str:
    for place in repository.path.iterdir():
        if place.name != ".git":
            shutil.rmtree(place) if place.is_dir() else place.unlink()
    with tarfile.open(archive) as opened:
        opened.extraction_filter = getattr(tarfile, "data_filter", None)  # Python before 3.11.4 has none
        for member in opened:
            member.name = member.name.partition("/")[2]  # the folder that is named for the release
            if member.name:
                opened.extract(member, repository.path)
    return repository.commit(archive.name)


def test_what_must_be_there_is_there_and_nothing_is_invented(read: Read) -> None:
    facts = facts_of(read.summary)
    missing = [
        expected
        for expected in read.release.facts
        if not any(
            fact.id[0] == expected[0] and expected[2] in fact.title and fact.at[0].startswith(f"{expected[1]}:")
            for fact in facts
        )
    ]
    assert not missing, "\n".join(f"{fact.id} {fact.title} {fact.at}" for fact in facts)
    assert len({kind for kind, _, _ in read.release.facts}) >= 3
    assert not [fact for fact in facts if any(word in fact.title for word in read.release.quiet)]
    invented = [f"{fact.id} {fact.title} {fact.at}" for fact in facts if not _is_proved(read, fact)]
    assert not invented, "\n".join(invented)
    assert not [fact.title for fact in facts if "`" in fact.title or " in : " in fact.title]
    owed = [*read.summary.flows, *read.summary.invariants]
    assert len(owed) <= 40
    assert not [fact.title for fact in owed if _is_old(fact)], "nobody can prove what is gone"
    assert not must_dispatch(read.summary, len(read.change.files))


def test_each_slice_holds_the_facts_of_its_files_and_no_others(read: Read) -> None:
    seen: list[Fact] = []
    for file in read.change.files:
        mine = facts_of(read.summary.slice_for([file.path]))
        assert all(fact.files == (file.path,) for fact in mine)
        own = {file.path.text, file.path_at_base.text}
        assert all(at.rpartition(":")[0] in own for fact in mine for at in fact.at)
        seen += mine
    assert sorted(fact.id for fact in seen) == sorted(fact.id for fact in facts_of(read.summary))


def _is_proved(read: Read, fact: Fact) -> bool:
    """Whether its name stands where it says, and lines of its own differ, by nothing that `derive` itself says."""
    file = read.change.by_path[fact.files[0]]
    is_old = _is_old(fact)
    lines = read.lines(file, is_old)
    numbers = [int(at.rpartition(":")[2]) for at in fact.at]
    changed = {
        number
        for hunk in file.hunks
        for number in (
            range(hunk.old_start, hunk.old_start + hunk.old_count)
            if is_old
            else range(hunk.new_start, hunk.new_start + max(hunk.new_count, 1))  # where lines went, the one before
        )
    }
    text = "\n".join(lines)
    own = set(numbers) | set(_extent(text, numbers[0]) if file.path.raw.endswith(b".py") else ())
    return _names(lines[numbers[0] - 1], fact.title) and bool(changed & own)


def _is_old(fact: Fact) -> bool:
    return fact.title.endswith(": removed (stood there before)")


_NOUNS = (
    "use of configuration|exported name|[a-z]+ handler|configuration|function|method|property|class|field|constant"
    "|setting|state|command|job|route|option|argument|check|constraint|migration|test"
)


def _names(line: str, title: str) -> bool:
    """Whether what a title names stands on `line`."""
    found = re.match(rf"({_NOUNS}) (?:async )?(.+)", title)
    assert found is not None, title
    noun, name = found[1], found[2]
    folded = " ".join(line.split())
    if noun == "check":
        condition = name.removeprefix("if ").removeprefix("assert ")
        stands = re.sub(r"\A(?:el)?if |\Aassert ", "", folded).removesuffix(":").rstrip("( ")
        return stands in condition or condition.partition(": raise")[0] in stands or stands.startswith(condition[:40])
    if noun == "constraint":
        return name.partition("=")[0] in folded
    if noun == "route":
        return name.partition(" → ")[0].rpartition(" ")[2] in folded
    return re.search(rf"(?<!\w){re.escape(re.split(r'[( :]', name, maxsplit=1)[0])}(?!\w)", folded) is not None


_tree = cache(ast.parse)


def _extent(text: str, number: int) -> range:
    """The lines of the Python declaration whose name, or a decorator of which, stands on line `number`."""
    for node in ast.walk(_tree(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first <= number <= node.lineno:
                return range(first, (node.end_lineno or first) + 1)
    return range(number, number + 1)
