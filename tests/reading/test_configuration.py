"""What the user has configured, for git or in the environment, does not change a review by a byte."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from houndsman.desk import Request
from houndsman.git.samples import SampleRepository
from houndsman.models.target import TargetRequest
from houndsman.session import Session

#: Writes the name of whatever runs it into `ran`, and fails.
TRAP = "{folder}/trap"

#: Configuration as `git config` takes it; `{folder}` is a folder with a trap, an order file and attributes in it.
SETTINGS: dict[str, Mapping[str, str]] = {
    "diff.noprefix": {"diff.noprefix": "true"},
    "diff.mnemonicPrefix": {"diff.mnemonicPrefix": "true"},
    "diff prefixes": {"diff.srcPrefix": "from/", "diff.dstPrefix": "to/"},
    "diff.external": {"diff.external": TRAP, "diff.trustExitCode": "true"},
    "diff.orderFile": {"diff.orderFile": "{folder}/order"},
    "diff.renames=false": {"diff.renames": "false", "merge.renames": "false", "status.renames": "false"},
    "diff.renames=copies": {"diff.renames": "copies"},
    "diff.renameLimit": {"diff.renameLimit": "1", "merge.renameLimit": "1", "status.renameLimit": "1"},
    "diff.algorithm=patience": {"diff.algorithm": "patience"},
    "diff.algorithm=histogram": {"diff.algorithm": "histogram"},
    "diff.algorithm=minimal": {"diff.algorithm": "minimal"},
    "diff.indentHeuristic": {"diff.indentHeuristic": "false"},
    "color.ui": {"color.ui": "always", "color.diff": "always", "color.status": "always", "color.grep": "always"},
    "diff.colorMoved": {"diff.colorMoved": "zebra", "diff.colorMovedWS": "ignore-all-space"},
    "diff.wsErrorHighlight": {"diff.wsErrorHighlight": "all", "core.whitespace": "cr-at-eol,tab-in-indent"},
    "core.quotePath=true": {"core.quotePath": "true"},
    "core.quotePath=false": {"core.quotePath": "false"},
    "core.pager": {"core.pager": TRAP, "pager.diff": "true", "pager.config": "true", "pager.log": "true"},
    "core.autocrlf=true": {"core.autocrlf": "true", "core.safecrlf": "true"},
    "core.autocrlf=input": {"core.autocrlf": "input", "core.safecrlf": "true"},
    "core.eol": {"core.eol": "crlf"},
    "core.abbrev": {"core.abbrev": "4"},
    "core.attributesFile": {"core.attributesFile": "{folder}/attributes"},
    "textconv": {"core.attributesFile": "{folder}/attributes", "diff.loud.textconv": TRAP},
    "diff driver": {"diff.loud.command": TRAP, "diff.loud.binary": "true", "diff.loud.xfuncname": "^x"},
    "filters": {"filter.loud.clean": TRAP, "filter.loud.smudge": TRAP, "filter.loud.required": "true"},
    "filter process": {"filter.loud.process": TRAP, "filter.loud.required": "true"},
    "hooks": {"core.hooksPath": "{folder}/hooks"},
    "core.fsmonitor": {"core.fsmonitor": TRAP, "core.untrackedCache": "true"},
    "editor and askpass": {"core.editor": TRAP, "core.askPass": TRAP, "sequence.editor": TRAP},
    "signatures": {"gpg.program": TRAP, "commit.gpgSign": "true", "log.showSignature": "true"},
    "diff.submodule": {"diff.submodule": "log"},
    "diff.ignoreSubmodules": {"diff.ignoreSubmodules": "all", "submodule.vendor.ignore": "all"},
    "submodule.recurse": {"submodule.recurse": "true"},
    "diff.wordRegex": {"diff.wordRegex": "."},
    "diff.suppressBlankEmpty": {"diff.suppressBlankEmpty": "true"},
    "diff.interHunkContext": {"diff.interHunkContext": "9"},
    "diff.context": {"diff.context": "9"},
    "diff.relative": {"diff.relative": "true"},
    "diff.statGraphWidth": {"diff.statGraphWidth": "1", "diff.statNameWidth": "1", "diff.dirstat": "lines"},
    "status": {"status.showUntrackedFiles": "no", "status.relativePaths": "true", "status.short": "true"},
    "log": {"log.date": "relative", "log.decorate": "full", "log.follow": "true", "log.mailmap": "true"},
    "grep": {"grep.patternType": "perl", "grep.lineNumber": "true", "grep.column": "true", "grep.fullName": "true"},
    "column and i18n": {"column.ui": "always", "i18n.logOutputEncoding": "UTF-16", "i18n.commitEncoding": "latin1"},
    "apply": {"apply.whitespace": "error", "apply.ignoreWhitespace": "change"},
    "alias": {"alias.diff": f"!{TRAP}", "alias.rev-parse": f"!{TRAP}", "alias.config": f"!{TRAP}"},
    "warnings": {"advice.detachedHead": "true", "core.warnAmbiguousRefs": "true", "feature.manyFiles": "true"},
    "index version": {"index.version": "4", "index.threads": "true", "core.splitIndex": "true"},
    "identity": {"user.name": "Somebody Else", "user.email": "else@example.com", "user.useConfigOnly": "true"},
    "excludes": {"core.excludesFile": "{folder}/none"},
}

#: Environment variables, with `{folder}` as above.
VARIABLES: dict[str, Mapping[str, str]] = {
    "GIT_DIFF_OPTS": {"GIT_DIFF_OPTS": "--unified=9"},
    "GIT_EXTERNAL_DIFF": {"GIT_EXTERNAL_DIFF": TRAP},
    "GIT_PAGER": {"GIT_PAGER": TRAP, "PAGER": TRAP, "GIT_PAGER_IN_USE": "true"},
    "GIT_DIR": {"GIT_DIR": "{folder}/other/.git"},
    "a hook's variables": {
        "GIT_DIR": "{folder}/other/.git",
        "GIT_WORK_TREE": "{folder}/other",
        "GIT_INDEX_FILE": "{folder}/other/.git/index",
        "GIT_PREFIX": "sub/",
        "GIT_OBJECT_DIRECTORY": "{folder}/other/.git/objects",
    },
    "GIT_COMMON_DIR": {"GIT_COMMON_DIR": "{folder}/other/.git"},
    "GIT_NAMESPACE": {"GIT_NAMESPACE": "elsewhere"},
    "GIT_CEILING_DIRECTORIES": {"GIT_CEILING_DIRECTORIES": "{folder}/.."},
    "GIT_CONFIG": {"GIT_CONFIG": "{folder}/config"},
    "GIT_CONFIG_GLOBAL": {"GIT_CONFIG_GLOBAL": "{folder}/config", "GIT_CONFIG_SYSTEM": "{folder}/config"},
    "GIT_CONFIG_COUNT": {
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_0": "diff.noprefix",
        "GIT_CONFIG_VALUE_0": "true",
        "GIT_CONFIG_KEY_1": "diff.external",
        "GIT_CONFIG_VALUE_1": TRAP,
    },
    "GIT_CONFIG_PARAMETERS": {"GIT_CONFIG_PARAMETERS": "'diff.noprefix'='true' 'core.bare'='true'"},
    "pathspecs": {"GIT_GLOB_PATHSPECS": "1", "GIT_ICASE_PATHSPECS": "1"},
    "GIT_REPLACE_REF_BASE": {"GIT_REPLACE_REF_BASE": "refs/heads/"},
    "GIT_DEFAULT_HASH": {"GIT_DEFAULT_HASH": "sha256"},
    "GIT_TRACE": {"GIT_TRACE": "2", "GIT_TRACE_PACKET": "1", "GIT_CURL_VERBOSE": "1"},
    "GIT_LITERAL_PATHSPECS": {"GIT_LITERAL_PATHSPECS": "0", "GIT_NOGLOB_PATHSPECS": "1"},
    "identity": {"GIT_AUTHOR_NAME": "Else", "GIT_AUTHOR_DATE": "1 +0000", "GIT_COMMITTER_EMAIL": "else@example.com"},
    "locale": {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de:fr", "LANG": "de_DE.UTF-8"},
    "terminal": {"TERM": "xterm-256color", "COLUMNS": "40", "GIT_EDITOR": TRAP, "GIT_ASKPASS": TRAP},
}

#: The branch, and the work tree, for which git looks at the user's configuration, attributes and hooks most.
TARGETS = (TargetRequest(), TargetRequest(working_tree=True))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the files that configuration names lie."""
    folder = tmp_path / "named by configuration"
    (folder / "hooks").mkdir(parents=True)
    trap = f'#!/bin/sh\necho "$0 $*" >> "{folder}/ran"\nexit 1\n'
    for place in (
        folder / "trap",
        *(folder / "hooks" / name for name in ("post-index-change", "reference-transaction")),
    ):
        place.write_text(trap)
        place.chmod(0o755)
    (folder / "order").write_text("z*\n*.md\n")
    (folder / "attributes").write_text("* -diff diff=loud filter=loud\n")
    (folder / "config").write_text(f'[diff]\n\tnoprefix = true\n\texternal = "{folder}/trap"\n[core]\n\tpager = cat\n')
    other = SampleRepository.create(folder / "other")
    other.write("other.py", "1\n")
    other.commit("Other")
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A change that any of these settings would show differently."""
    # With an origin, which names the repository wherever a copy of it lies.
    repository = SampleRepository.create(tmp_path_factory.mktemp("built") / "it", origin="https://example.com/it")
    _build(repository)
    return repository.path


@pytest.fixture(scope="module")
def plain(built: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    """The manifests of `TARGETS` where nothing is configured."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("nobody")))
        patch.delenv("XDG_CONFIG_HOME", raising=False)
        return _manifests(built, tmp_path_factory.mktemp("home"))


@pytest.fixture
def copied(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of `built`, and a user who has configured nothing yet."""
    (tmp_path / "user").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return shutil.copytree(built, tmp_path / "copied", symlinks=True)


def _manifests(place: Path, home: Path) -> list[dict[str, object]]:
    environ = {"HOUNDSMAN_HOME": str(home), "HOUNDSMAN_CONFIG": os.devnull}
    manifests = []
    for target in TARGETS:
        with Session(Request(cwd=place, environ=environ, target=target)) as session:
            manifests.append(session.prepare().manifest.to_json())
    return manifests


def _differences(left: list[dict[str, object]], right: list[dict[str, object]]) -> list[str]:
    """What differs, by name; briefs and staging lie in each test's own home."""
    pairs = list(zip(left, right, strict=True))
    differing = [key for one, other in pairs for key in one if one[key] != other[key]]
    return differing if [one["hash"] for one, _ in pairs] != [other["hash"] for _, other in pairs] else []


def _build(repository: SampleRepository) -> None:
    """A change with what these settings are about, on a branch, in the index and in the work tree."""
    long = "".join(f"line {number}\n\n" for number in range(20))
    crlf = "one\r\ntwo\r\n"
    vendored = SampleRepository.create(repository.path / "vendor")
    vendored.commit("One")
    repository.write(".gitattributes", "*.txt filter=loud diff=loud\n")
    for name, content in {"a.py": long, "b é.txt": long, "crlf.c": crlf, "gone.md": "1\n", "z.py": "1\n"}.items():
        repository.write(name, content)
    repository.write("sub/copied.py", "".join(f"copied {number}\n" for number in range(9)))
    repository.commit("Before")
    repository.branch("feature")
    vendored.commit("Two")
    repository.write("a.py", long.replace("line 3\n", "LINE 3\n").replace("line 6\n", "  line 6\n"))
    repository.move("b é.txt", "moved é.txt")
    repository.write("moved é.txt", long.replace("line 9\n", "LINE 9\n"))
    repository.write("crlf.c", crlf + "three\r\n")
    repository.remove("gone.md")
    repository.write("sub/copy.py", "".join(f"copied {number}\n" for number in range(9)))
    repository.write("z.py", "1\n2")
    repository.commit("After")
    repository.write("a.py", long)
    repository.stage()
    repository.write("z.py", "1\n2\n3\n")
    repository.write("crlf.c", crlf + "three\r\nfour\r\n")
    repository.write("new.txt", "1\n")


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_configuration_of_git_does_not_matter(
    plain: list[dict[str, object]], copied: Path, folder: Path, tmp_path: Path, settings: Mapping[str, str]
) -> None:
    for scope in ("--global", "--local"):
        for name, value in settings.items():
            # By plain git, as the user would: ours never writes the user's own file.
            subprocess.run(["git", "config", scope, name, value.format(folder=folder)], cwd=copied, check=True)
    assert not _differences(plain, _manifests(copied, tmp_path / "home"))
    assert not (folder / "ran").exists(), (folder / "ran").read_text()


@pytest.mark.parametrize("variables", VARIABLES.values(), ids=VARIABLES)
def test_the_environment_does_not_matter(
    plain: list[dict[str, object]],
    copied: Path,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    variables: Mapping[str, str],
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(folder=folder))
    assert not _differences(plain, _manifests(copied, tmp_path / "home"))
    assert not (folder / "ran").exists(), (folder / "ran").read_text()
