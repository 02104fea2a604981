from __future__ import annotations

import os
from pathlib import Path

import pytest

from houndsman.errors import StoreError
from houndsman.store.artifacts import (
    archive_findings,
    copy_findings,
    own_folder,
    read_artifact,
    write_artifact,
    write_bytes,
)


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def plant(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.mark.parametrize("durable", [False, True])
def test_a_file_is_written_with_its_folders_and_nothing_else(tmp_path: Path, durable: bool) -> None:
    write_bytes(tmp_path / "a" / "b.json", b"one", durable=durable)
    write_bytes(tmp_path / "a" / "b.json", b"two", durable=durable)
    assert tree(tmp_path) == {"a/b.json": "two"}


def test_the_same_content_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_artifact(path, {"version": 1})
    before = path.stat()
    write_artifact(path, {"version": 1})
    after = path.stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)


def test_other_content_of_the_same_length_is_written(tmp_path: Path) -> None:
    write_bytes(tmp_path / "a", b"one")
    write_bytes(tmp_path / "a", b"two")
    assert (tmp_path / "a").read_bytes() == b"two"


@pytest.mark.parametrize("content", ["same", "other"])
def test_a_link_at_the_place_is_replaced_and_never_followed(tmp_path: Path, content: str) -> None:
    outside = tmp_path / "file"
    outside.write_text("same")
    place = tmp_path / "a.json"
    place.symlink_to("file")  # a link's size is the length of its text: here that of the content
    write_bytes(place, content.encode())
    assert not place.is_symlink()
    assert (place.read_text(), outside.read_text()) == (content, "same")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="HOUNDSMAN_HOME") as caught:
        write_bytes(tmp_path / "file" / "a.json", b"")
    assert caught.value.where == str(tmp_path / "file" / "a.json")


def test_a_failed_write_leaves_no_temporary_file(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(StoreError):
        write_bytes(tmp_path / "a", b"over a folder")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_a_killed_writer_left_is_replaced_by_the_next(tmp_path: Path) -> None:
    (tmp_path / ".a.json.tmp").write_bytes(b"ha")
    write_bytes(tmp_path / "a.json", b"whole")
    assert tree(tmp_path) == {"a.json": "whole"}


@pytest.mark.parametrize("value", [{"a": [1, None, "é"], "b": {"c": True}}, [], "lone \ud800", {"version": 1}])
def test_what_is_written_is_read_again(tmp_path: Path, value: object) -> None:
    write_artifact(tmp_path / "a.json", value)
    assert read_artifact(tmp_path / "a.json") == value


@pytest.mark.parametrize(
    ("raw", "line", "words"),
    [
        (b"", ":1", "damaged"),
        (b'{\n "a": 1,\n "b"', ":3", "damaged"),
        (b'{\n "a": "\xff"}', ":2", "not UTF-8"),
        (b"[" * 100_000, "", "nested too deep"),
        (b'{"version": 999}', "", "Upgrade houndsman"),
    ],
)
def test_a_damaged_artifact_is_named_with_its_line_and_a_remedy(
    tmp_path: Path, raw: bytes, line: str, words: str
) -> None:
    path = tmp_path / "manifest.json"
    path.write_bytes(raw)
    with pytest.raises(StoreError, match=words) as caught:
        read_artifact(path)
    assert caught.value.where == f"{path}{line}"
    assert caught.value.hint


def test_an_absent_artifact_says_what_makes_it(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="houndsman prepare"):
        read_artifact(tmp_path / "manifest.json")


def test_a_folder_in_the_place_of_an_artifact_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        read_artifact(tmp_path)


@pytest.fixture
def staging(tmp_path: Path) -> Path:
    return tmp_path / "work" / "r-1"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "reviews" / "r-1" / "runs" / "1"


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ({}, {"findings/general.json": "new"}),
        ({"findings/general.json": "new"}, {"findings/general.json": "new"}),
        (
            {"findings/general.json": "old"},
            {"findings/general.json": "old", "findings/general.2.json": "new"},
        ),
        (
            {"findings/general.json": "old", "findings/general.2.json": "older"},
            {"findings/general.json": "old", "findings/general.2.json": "older", "findings/general.3.json": "new"},
        ),
    ],
    ids=["absent", "identical", "different", "different twice"],
)
def test_archiving_moves_and_never_writes_over(
    staging: Path, run: Path, there: dict[str, str], expected: dict[str, str]
) -> None:
    plant(staging, {"findings/general.json": "new", "briefs/general.md": "brief"})
    plant(run, there)
    archive_findings(staging, run)
    assert tree(run) == expected
    assert tree(staging) == {"briefs/general.md": "brief"}
    assert not (staging / "findings").exists()


def test_archiving_keeps_folders_inside(staging: Path, run: Path) -> None:
    plant(staging, {"findings/general/part.json": "1", "findings/a.json": "2"})
    (staging / "findings" / "empty").mkdir()
    archive_findings(staging, run)
    assert tree(run) == {"findings/a.json": "2", "findings/general/part.json": "1"}
    assert not (staging / "findings").exists()


def test_archiving_nothing_is_nothing(staging: Path, run: Path) -> None:
    archive_findings(staging, run)
    assert not run.exists()


def test_links_that_an_agent_left_are_removed_and_never_followed(staging: Path, run: Path, tmp_path: Path) -> None:
    plant(tmp_path / "outside", {"secret.json": "secret"})
    plant(staging, {"findings/a.json": "a"})
    (staging / "findings" / "general.json").symlink_to(tmp_path / "outside" / "secret.json")
    (staging / "findings" / "folder").symlink_to(tmp_path / "outside")
    archive_findings(staging, run)
    assert tree(run) == {"findings/a.json": "a"}
    assert tree(tmp_path / "outside") == {"secret.json": "secret"}
    assert not (staging / "findings").exists()


def test_a_findings_folder_that_is_a_link_is_removed_and_never_entered(
    staging: Path, run: Path, tmp_path: Path
) -> None:
    plant(tmp_path / "outside", {"secret.json": "secret"})
    staging.mkdir(parents=True)
    (staging / "findings").symlink_to(tmp_path / "outside")
    archive_findings(staging, run)
    assert not run.exists()
    assert not os.path.lexists(staging / "findings")
    assert tree(tmp_path / "outside") == {"secret.json": "secret"}


def test_a_copy_shows_what_staging_holds_and_keeps_what_was_there(staging: Path, run: Path) -> None:
    plant(staging, {"findings/general.json": "new", "findings/python.json": "same"})
    plant(run, {"findings/general.json": "old", "findings/python.json": "same", "report.json": "{}"})
    copy_findings(staging, run)
    expected = {
        "findings/general.2.json": "old",
        "findings/general.json": "new",
        "findings/python.json": "same",
        "report.json": "{}",
    }
    assert tree(run) == expected
    copy_findings(staging, run)
    assert tree(run) == expected
    assert tree(staging) == {"findings/general.json": "new", "findings/python.json": "same"}


def test_archiving_what_was_copied_leaves_one_of_each(staging: Path, run: Path) -> None:
    plant(staging, {"findings/general.json": "answer"})
    copy_findings(staging, run)
    archive_findings(staging, run)
    assert tree(run) == {"findings/general.json": "answer"}


def test_findings_that_cannot_be_moved_stay_and_are_named(staging: Path, run: Path) -> None:
    plant(staging, {"findings/general.json": "answer"})
    run.parent.mkdir(parents=True)
    run.write_text("a file in the way")
    for act in (archive_findings, copy_findings):
        with pytest.raises(StoreError):
            act(staging, run)
    assert tree(staging) == {"findings/general.json": "answer"}


def test_a_folder_of_ours_takes_the_place_of_a_link(tmp_path: Path) -> None:
    plant(tmp_path / "host", {"a.md": "theirs"})
    (tmp_path / "briefs").symlink_to(tmp_path / "host")
    own_folder(tmp_path / "briefs")
    assert not (tmp_path / "briefs").is_symlink()
    assert tree(tmp_path) == {"host/a.md": "theirs"}
    plant(tmp_path, {"briefs/b.md": "ours"})
    own_folder(tmp_path / "briefs")
    assert tree(tmp_path / "briefs") == {"b.md": "ours"}, "what is there stays"


def test_a_file_in_the_place_of_a_folder_of_ours_is_named(tmp_path: Path) -> None:
    plant(tmp_path, {"briefs": "a file"})
    with pytest.raises(StoreError, match="briefs"):
        own_folder(tmp_path / "briefs")


def test_a_link_at_the_temporary_files_name_is_not_written_through(tmp_path: Path) -> None:
    plant(tmp_path, {"host": "theirs"})
    (tmp_path / ".a.json.tmp").symlink_to(tmp_path / "host")
    write_bytes(tmp_path / "a.json", b"ours")
    assert tree(tmp_path) == {"host": "theirs", "a.json": "ours"}
