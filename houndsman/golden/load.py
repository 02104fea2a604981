"""Read a golden set from a file or a folder.

- `FILE.json`: one object, `{"version": 1, "commit": "…", "expected": [anchors]}`.
- `FILE.jsonl`: an anchor a line; a line `{"case", "file", "expected": []}` is a case without defects, and the first
  line may be a header with `version`.
- a folder: a file a case, named after its path; a file that does not claim to be a golden set is passed over.

In: where it lies. Out: a `GoldenSet`, with the same content whatever the order of files, lines and keys. What is absent
is told from what is broken: an id is made up, a range written backwards is turned around, a stranger's file in a folder
is passed over, the last two with a warning. A value that the score would have to guess at, and a set with nothing in
it, is a `GoldenError` that names the place: half a golden set is never scored as a whole one. Of several entries that
mean nothing each is named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from houndsman.errors import ExitCode, HoundsmanError
from houndsman.golden.digest import digest
from houndsman.golden.entry import BadEntry, shown
from houndsman.golden.gather import Gathered, with_ids
from houndsman.golden.root import VERSION, Root, read_root, strictest
from houndsman.models.golden import GoldenSet
from houndsman.models.manifest import RunWarning

_LINES = (".jsonl", ".ndjson")
_SUFFIXES = (".json", *_LINES)
_HINT = 'Write {"version": 1, "commit": "…", "expected": [{"id": "…", "file": "…", "line": 1}]}.'
_CLEAN_HINT = 'Write an anchor a line; a case without defects is {"case": "…", "expected": []}.'
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")

#: By one of these a line is known as an anchor and not as a finding.
_ANCHORS_OWN = frozenset({"expected", "match", "note", "tolerance", "version"})


class GoldenError(HoundsmanError):
    """A golden set that cannot be read, or not be scored with."""

    exit_code = ExitCode.USAGE


class BrokenSetError(GoldenError):
    """A golden set of which some entries mean nothing; its words are those of the first.

    Args:
        faults: one an entry, in the set's order; at least one.
    """

    def __init__(self, faults: Sequence[GoldenError]) -> None:
        self.faults = tuple(faults)
        first, more = self.faults[0], len(self.faults) - 1
        others = "one more entry is" if more == 1 else f"{more} more entries are"
        rest = f"\n  And {others} wrong: `houndsman golden check` names each." if more else ""
        super().__init__(first.what, where=first.where, hint=f"{first.hint or ''}{rest}")


class NotGoldenError(GoldenError):
    """A file that does not claim to be a golden set: in a folder it is passed over."""


class _File(NamedTuple):
    path: Path
    name: str
    """As messages name it: relative to the folder that was asked for."""
    case: str
    """The case of entries that name none."""


_Entries = Iterable[tuple[str, object]]
"""Where each stands, and what stands there."""


def load_golden(place: Path) -> GoldenSet:
    """The golden set at `place`, a file or a folder. Raises `GoldenError` for what cannot be read as one."""
    gathered = Gathered()
    if place.is_dir():
        unnamed, stem = None, place.resolve().name
        roots, passed_over = _read_folder(place, gathered)
    else:
        unnamed = stem = place.stem
        roots, passed_over = [_read_file(_File(place, place.name, stem), gathered)], []
    cases = gathered.cases()
    commits = {case.commit for case in cases}
    return GoldenSet(
        path=place.as_posix(),
        stem=stem,
        hash=digest(cases, VERSION, unnamed),
        version=VERSION,
        commit=commits.pop() if len(commits) == 1 else None,
        cases=with_ids(cases),
        thresholds=strictest(root.thresholds for root in roots),
        warnings=(*passed_over, *gathered.warnings.told()),
    )


def golden_files(place: Path) -> tuple[tuple[Path, str], ...]:
    """The files of the golden set at `place`, each with its name in messages. Raises `GoldenError` as loading does."""
    if not place.is_dir():
        return ((place, place.name),)
    found = []
    for file in _candidates(place):
        with suppress(NotGoldenError):
            _read_file(file, Gathered(), among_others=True)
            found.append((file.path, file.name))
    return tuple(found)


def _candidates(folder: Path) -> list[_File]:
    """Files of a folder that may be golden sets, by name."""
    found = {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.suffix.lower() in _SUFFIXES
    }
    return [_File(path, name, name.removesuffix(path.suffix)) for name, path in sorted(found.items()) if path.is_file()]


def _read_folder(folder: Path, gathered: Gathered) -> tuple[list[Root], list[RunWarning]]:
    """What each golden set of a folder says of itself, and a warning for each file that is none."""
    roots, passed_over = [], []
    faults: list[GoldenError] = []
    for file in _candidates(folder):
        try:
            roots.append(_read_file(file, gathered, among_others=True))
        except BrokenSetError as error:
            faults += error.faults
        except NotGoldenError as error:
            message = f"{file.name} is no golden set and was passed over: {error.what}"
            passed_over.append(RunWarning(code="golden-file-skipped", message=message))
    if faults:
        raise BrokenSetError(faults)
    if not roots:
        raise GoldenError("there is no golden set in this folder", where=str(folder), hint=_HINT)
    return roots, passed_over


def _read_file(file: _File, gathered: Gathered, among_others: bool = False) -> Root:
    """Add the entries of one file. Raises `NotGoldenError`, and adds none, where it does not claim to have any."""
    raw = _bytes(file)
    if file.path.suffix.lower() not in _LINES:
        return _read_object(file, raw, gathered)
    entries = _lines(file, _decoded(file, raw, GoldenError))
    if among_others and not any(_is_golden(entry) for _, entry in entries[:1]):
        raise NotGoldenError("its first line is no anchor", where=file.name, hint=_CLEAN_HINT)
    return _add_lines(file, entries, gathered)


def _read_object(file: _File, raw: bytes, gathered: Gathered) -> Root:
    # A stranger's tsconfig.json need not even be JSON; a golden set with a comma too many must not be passed over.
    refusal = GoldenError if b'"version"' in raw and b'"expected"' in raw else NotGoldenError
    value = _value(file.name, _decoded(file, raw, refusal), refusal)
    missing = [key for key in ("version", "expected") if not isinstance(value, dict) or key not in value]
    if not isinstance(value, dict) or missing:
        raise NotGoldenError(f"it is no object with `{missing[0]}`", where=file.name, hint=_HINT)
    root = _root(value, file, file.name, gathered)
    expected = value["expected"]
    if not isinstance(expected, list):
        raise GoldenError(f"`expected` is {shown(expected)}, which is no list", where=file.name, hint=_HINT)
    # A case without defects is its own entry.
    entries = [(f"{file.name}: expected[{at}]", entry) for at, entry in enumerate(expected)] or [(file.name, value)]
    _add(entries, root, file.name, gathered)
    return root


def _lines(file: _File, text: str) -> list[tuple[str, object]]:
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line and not line.isspace()]
    sources = [f"{file.name}:{number}" for number, _ in lines]
    try:
        # One call for all of them costs half of one apiece.
        values = _value(file.name, f"[{','.join(line for _, line in lines)}]", GoldenError)
    except GoldenError:
        values = None
    if not isinstance(values, list) or len(values) != len(lines):  # apart, it is known which line is wrong
        values = _each_value(sources, [line for _, line in lines])
    return list(zip(sources, values, strict=True))


def _each_value(sources: Sequence[str], lines: Sequence[str]) -> list[object]:
    """The value of each line. Raises `BrokenSetError` with all that are none."""
    values: list[object] = []
    faults = []
    for source, line in zip(sources, lines, strict=True):
        try:
            values.append(_value(source, line, GoldenError))
        except GoldenError as fault:
            faults.append(fault)
    if faults:
        raise BrokenSetError(faults)
    return values


def _add_lines(file: _File, entries: list[tuple[str, object]], gathered: Gathered) -> Root:
    root = Root(file.case)
    if entries and isinstance(header := entries[0][1], dict) and _is_header(header):
        root = _root(header, file, entries[0][0], gathered)
        entries = entries[1:]
    if not entries:
        raise GoldenError("there is nothing in this golden set", where=file.name, hint=_CLEAN_HINT)
    _add(entries, root, file.name, gathered)
    return root


def _is_header(line: Mapping[str, object]) -> bool:
    return "version" in line and line.keys().isdisjoint({"id", "file", "line"})


def _is_golden(line: object) -> bool:
    """Whether a line is an anchor's and not a finding's, or anybody's: in a folder they may lie side by side."""
    if not isinstance(line, dict) or line.keys().isdisjoint(_ANCHORS_OWN | {"file", "id"}):
        return False
    return "message" not in line or not line.keys().isdisjoint(_ANCHORS_OWN)


def _root(value: Mapping[str, object], file: _File, source: str, gathered: Gathered) -> Root:
    try:
        return read_root(value, file.case, source, gathered.warnings)
    except BadEntry as fault:
        raise GoldenError(fault.what, where=source, hint=fault.hint) from None


def _add(entries: _Entries, root: Root, name: str, gathered: Gathered) -> None:
    """Add the entries of one file. Raises `BrokenSetError` with all that mean nothing."""
    faults = []
    for source, entry in entries:
        try:
            if not isinstance(entry, dict):
                raise BadEntry("", f"{shown(entry)} is no anchor", "Write an object with `file` and `line`.")
            gathered.add(entry, root, source)
        except BadEntry as fault:
            inside = fault.key and source.endswith("]")  # in a list an entry is looked for by its index, then its key
            where = f"{source}.{fault.key}" if inside else source
            faults.append(GoldenError(fault.what, where=where, hint=fault.hint))
    if faults:
        raise BrokenSetError(faults)
    try:
        gathered.size(root, name)
    except BadEntry as fault:
        raise GoldenError(fault.what, where=name, hint=fault.hint) from None


# Bytes and JSON


def _bytes(file: _File) -> bytes:
    try:
        return file.path.read_bytes()
    except FileNotFoundError:
        hint = "Name a golden set: a .json or .jsonl file, or a folder of them."
        raise GoldenError("there is no such file", where=str(file.path), hint=hint) from None
    except OSError as error:
        hint = "It must be a file that you may read."
        raise GoldenError(f"it cannot be read: {error.strerror}", where=str(file.path), hint=hint) from error


def _decoded(file: _File, raw: bytes, refusal: type[GoldenError]) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        hint = "Save the file as UTF-8."
        raise refusal("it is not UTF-8 text", where=f"{file.name}:{line}", hint=hint) from None


class _RepeatedKey(ValueError):
    pass


def _each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Of two lists of anchors JSON keeps the last and says nothing."""
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in value if keys.count(key) > 1)
        raise _RepeatedKey(f"the key {shown(repeated)} stands twice in one object")
    return value


_DECODER = json.JSONDecoder(object_pairs_hook=_each_key_once)


def _value(where: str, text: str, refusal: type[GoldenError]) -> object:
    """The JSON value that `text` is."""
    try:
        value: object = _DECODER.decode(text)
        if _SURROGATE.search(text):  # only an escape can smuggle half a character into decoded text
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        # A line of a file of lines has said its own number.
        place = f"{where}:{error.lineno}:{error.colno}" if "\n" in text else f"{where}, column {error.colno}"
        hint = "Put the JSON right. One anchor a line is for files that end in .jsonl." if "\n" in text else _CLEAN_HINT
        raise refusal(f"it is not JSON: {error.msg}", where=place, hint=hint) from None
    except UnicodeEncodeError:
        hint = "Write the character itself."
        raise refusal("an escape such as \\ud800 is half a character", where=where, hint=hint) from None
    except RecursionError:
        raise refusal("its JSON is nested too deeply", where=where, hint=_HINT) from None
    except ValueError as error:  # also Python's, for a number of thousands of digits
        said = str(error) if isinstance(error, _RepeatedKey) else "it holds a number that is too long"
        raise refusal(said, where=where, hint="Put the file right by hand.") from None
    return value
