"""Files under the home folder: written whole or not at all, and never over something that would be lost.

In: bytes or plain JSON data. Out: files that a killed process leaves either as they were or as they should be. A file
that already holds the same bytes is not touched, so that a second run leaves the times alone. Fails with `StoreError`
that names the file and says what to do.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO

from houndsman.errors import StoreError
from houndsman.models.artifact import ARTIFACT_VERSION, artifact_bytes

#: The folder of findings files, in staging and in a run.
FINDINGS = "findings"


def write_bytes(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Make `path` hold `data`, by way of a temporary file beside it; folders are made as needed.

    One writer at a time: whoever writes below the home folder holds the review's lock, and its threads write files of
    their own. So the temporary file has one name, and what a killed writer left of it is replaced by the next.

    Args:
        path: a link that stands there is replaced, never followed.
        data: the whole content.
        durable: also wait until the disk has it. For what was paid for; an artifact that can be made again is safe
            from a killed process without, and a prepare writes dozens.

    Raises:
        StoreError: the file system refuses.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        if _holds(path, data):
            return
        with new_file(temporary) as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
        if durable:
            sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise cannot_be_written(path, error) from error


def own_folder(folder: Path) -> None:
    """Make the folder, in place of a link: whoever may write beside it must not choose where we write and delete.

    Raises:
        StoreError: the file system refuses, or a file has the name.
    """
    try:
        if folder.is_symlink():
            folder.unlink()
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refused(error, folder, "kept there") from error


def write_artifact(path: Path, value: object) -> None:
    """Write plain JSON data in the one form that artifacts have. Raises `StoreError` as `write_bytes`."""
    write_bytes(path, artifact_bytes(value))


def read_artifact(path: Path) -> object:
    """The plain JSON data of an artifact that we wrote.

    Raises:
        StoreError: the file is absent, unreadable, not whole, or of a layout from a newer houndsman.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise StoreError(
            "there is no such artifact", where=str(path), hint="Run `houndsman prepare` (or `hunt`) for this target."
        ) from error
    except OSError as error:
        raise StoreError(
            f"the artifact cannot be read ({error.strerror})", where=str(path), hint="Mend its permissions."
        ) from error
    again = "Move the file away and run `houndsman prepare` (or `hunt`) for this target again."
    try:
        value: object = json.loads(raw.decode("utf-8", "surrogatepass"))
    except json.JSONDecodeError as error:
        raise StoreError(
            f"the artifact is damaged ({error.msg})", where=f"{path}:{error.lineno}", hint=again
        ) from error
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise StoreError("the artifact is damaged (not UTF-8)", where=f"{path}:{line}", hint=again) from error
    except RecursionError as error:
        raise StoreError("the artifact is damaged (nested too deep)", where=str(path), hint=again) from error
    version = value.get("version") if isinstance(value, dict) else None
    if isinstance(version, int) and version > ARTIFACT_VERSION:
        raise StoreError(
            f"the artifact has layout {version}, and this houndsman reads up to {ARTIFACT_VERSION}",
            where=str(path),
            hint="Upgrade houndsman: a newer one wrote it.",
        )
    return value


def archive_findings(staging: Path, run_folder: Path) -> None:
    """Move the findings files of `staging` to the run that they belong to, and leave none behind.

    Nothing in the run is written over: a file that differs from its namesake there is kept beside it, with a number
    before its suffix. Links hold no answer of their own and are removed; a file that cannot be read is moved as well.
    Safe to repeat after a kill.

    Raises:
        StoreError: the file system refuses.
    """
    try:
        for source, within in _findings_of(staging):
            place = run_folder / FINDINGS / within
            if not _holds_same(place, source):
                place = _free_name(place)
                place.parent.mkdir(parents=True, exist_ok=True)
                source.rename(place)
            source.unlink(missing_ok=True)
        _remove_emptied(staging / FINDINGS)
    except OSError as error:
        raise _refused(error, staging / FINDINGS, "moved") from error


def copy_findings(staging: Path, run_folder: Path) -> None:
    """Make `findings/` of the run hold what `staging` holds now.

    A file that was there with other content is kept beside the new one, with a number before its suffix. Links in
    staging are not followed, and a file that cannot be read stays where it is alone.

    Raises:
        StoreError: the file system refuses.
    """
    try:
        for source, within in _findings_of(staging):
            try:
                data = source.read_bytes()
            except PermissionError:
                continue
            place = run_folder / FINDINGS / within
            if place.exists() and not _holds(place, data):
                place.rename(_free_name(place))
            write_bytes(place, data, durable=True)
    except OSError as error:
        raise _refused(error, staging / FINDINGS, "copied") from error


def _holds(path: Path, data: bytes) -> bool:
    try:
        status = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size == len(data) and path.read_bytes() == data


def _holds_same(path: Path, other: Path) -> bool:
    try:
        return _holds(path, other.read_bytes())
    except PermissionError:
        return False


def new_file(path: Path) -> BinaryIO:
    """An empty file at `path`, in place of what a killed writer left; its folder is made where there is none."""
    try:
        return path.open("xb")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        path.unlink()  # its name can be guessed: a link there must not be written through
    return path.open("xb")


def sync_folder(folder: str | Path) -> None:
    """Wait until the disk has the names of the files in `folder`."""
    if os.name == "nt":  # a folder cannot be opened there, and the rename is already journalled
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def cannot_be_written(path: Path, error: OSError) -> StoreError:
    """What is said where the file system refuses a file below the home folder."""
    return StoreError(
        f"cannot be written ({error.strerror})",
        where=str(path),
        hint="Free some space or mend the permissions, or set HOUNDSMAN_HOME to a folder you can write.",
    )


def _findings_of(staging: Path) -> Iterator[tuple[Path, Path]]:
    """The regular files under `findings/`, by path, each with its path inside; a linked folder is not entered."""
    root = staging / FINDINGS
    if root.is_symlink():
        return
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            path = Path(folder, name)
            if stat.S_ISREG(path.lstat().st_mode):
                yield path, path.relative_to(root)


def _free_name(path: Path) -> Path:
    """`path` where nothing stands there, else the first free `name.2.json`, `name.3.json` and so on."""
    if not os.path.lexists(path):
        return path
    names = (path.with_name(f"{path.stem}.{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not os.path.lexists(name))


def _remove_emptied(root: Path) -> None:
    """Remove the folder `root` with the links and empty folders that are left in it, but no file."""
    if root.is_symlink():
        root.unlink()
        return
    for folder, folders, names in os.walk(root, topdown=False):
        for path in (Path(folder, name) for name in (*folders, *names)):
            if path.is_symlink():
                path.unlink()
            elif path.is_dir():
                path.rmdir()
    if root.exists():
        root.rmdir()


def _refused(error: OSError, folder: Path, verb: str) -> StoreError:
    return StoreError(
        f"the findings files cannot be {verb} ({error.strerror})",
        where=str(error.filename or folder),
        hint="Free some space or mend the permissions, then run the same command again; nothing was lost.",
    )
