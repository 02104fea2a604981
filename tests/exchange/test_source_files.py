"""Which files a place means, and their text."""

from __future__ import annotations

import codecs
import io
import os
import sys
from pathlib import Path

import pytest

from houndsman.exchange.reader import ForeignFormatError
from houndsman.exchange.source_files import place_name, source_files


def _text(place: Path) -> str:
    (file,) = source_files(place)
    return file.text.text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("é\r\n".encode(), "é\r\n"),
        (codecs.BOM_UTF8 + "é".encode(), "é"),
        (codecs.BOM_UTF16_LE + "é".encode("utf-16-le"), "é"),  # what Windows PowerShell writes behind `>`
        (codecs.BOM_UTF16_BE + "é".encode("utf-16-be"), "é"),
        (codecs.BOM_UTF32_LE + "é".encode("utf-32-le"), "é"),
        (b"<?xml encoding='ISO-8859-1'?><a b='\xe9'/>", "<?xml encoding='ISO-8859-1'?><a b='é'/>"),
        (b"", ""),
    ],
)
def test_the_beginning_tells_the_encoding(tmp_path: Path, raw: bytes, text: str) -> None:
    place = tmp_path / "report"
    place.write_bytes(raw)
    assert _text(place) == text


@pytest.mark.parametrize(
    ("raw", "line", "what"),
    [
        (b"ok\nok\n\xe9\n", 3, "not UTF-8 text"),
        (codecs.BOM_UTF8 + b"\n\xff", 2, "not UTF-8 text"),
        (codecs.BOM_UTF16_LE + b"\x00", 1, "not UTF-16-LE text"),
        (b'<?xml version="1.0" encoding="klingon"?>', 1, "an encoding that nobody knows, klingon"),
    ],
)
def test_bytes_that_are_no_text_are_said_with_their_line(tmp_path: Path, raw: bytes, line: int, what: str) -> None:
    place = tmp_path / "report"
    place.write_bytes(raw)
    with pytest.raises(ForeignFormatError) as caught:
        _text(place)
    assert (caught.value.what, caught.value.where) == (what, f"{place}:{line}")
    assert caught.value.hint


def test_a_folder_is_its_files_by_path_without_hidden_ones(tmp_path: Path) -> None:
    for name in ("b.json", "a/2.json", "a/10.json", "a.json", ".hidden", ".git/config", "a/.cache/x"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    files = list(source_files(tmp_path))
    assert [file.relative for file in files] == ["a.json", "a/10.json", "a/2.json", "b.json"]
    assert [file.text for file in files] == [
        (str(tmp_path / name), name) for name in map(str, (f.relative for f in files))
    ]


def test_a_hidden_folder_that_is_named_is_read(tmp_path: Path) -> None:
    place = tmp_path / ".reports"
    place.mkdir()
    (place / "a.json").write_text("a", encoding="utf-8")
    assert _text(place) == "a"


def test_names_that_are_no_text_are_quoted(tmp_path: Path) -> None:
    name = os.fsdecode(b"bad\xff.json")
    (tmp_path / name).write_text("a", encoding="utf-8")
    (file,) = source_files(tmp_path)
    assert file.relative == '"bad\\377.json"'


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(codecs.BOM_UTF8 + b"[]")))
    (file,) = source_files(Path("-"))
    assert file == (("standard input", "[]"), "")


@pytest.mark.parametrize(("name", "what"), [("gone.json", "cannot be read"), ("empty", "no files in this folder")])
def test_a_place_without_a_file_is_an_error(tmp_path: Path, name: str, what: str) -> None:
    (tmp_path / "empty" / ".hidden").mkdir(parents=True)
    with pytest.raises(ForeignFormatError) as caught:
        list(source_files(tmp_path / name))
    assert what in caught.value.what
    assert caught.value.where == str(tmp_path / name)
    assert caught.value.hint


def test_a_place_is_called_as_messages_call_it() -> None:
    assert (place_name(Path("-")), place_name(Path("out/report.csv"))) == ("standard input", "out/report.csv")
