"""Any locale, any encoding, a narrow terminal, none at all, no colours wanted."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.faults.conftest import HOUNDSMAN, NO_SCANNER

if TYPE_CHECKING:
    from tests.faults.conftest import At, Scene

NAMES = ("bestellung-ä.py", "注文.py", "emoji-🐕.py", b"caf\xe9.py")
MARKER = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"

LOCALES: dict[str, dict[str, str]] = {
    "C": {"LC_ALL": "C"},
    "POSIX": {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
}


@pytest.fixture
def foreign(scene: At) -> Scene:
    """A change to files with names that few encodings can write, each with a defect."""
    here = scene("fresh")
    for name in NAMES:
        here.repository.write(name, MARKER)
    here.repository.commit("Names")
    return here


def _run(here: Scene, *words: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    plain = {name: value for name, value in here.environ.items() if not name.startswith(("LC_", "LANG", "PYTHONIO"))}
    return subprocess.run(
        [*HOUNDSMAN, *words], cwd=here.repository.path, env={**plain, **environ}, capture_output=True, check=False
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_any_locale_comes_to_the_same(foreign: Scene, locale: str) -> None:
    hunted = _run(foreign, "hunt", *NO_SCANNER, **LOCALES[locale])
    assert hunted.returncode == 3, hunted.stderr.decode()
    assert b"Traceback" not in hunted.stderr
    listed = _run(foreign, "findings", "list", "--json", **LOCALES[locale])
    usual = foreign.run("findings", "list", "--json")
    assert json.loads(listed.stdout) == json.loads(usual.out)
    files = {item["file"] for item in json.loads(usual.out) if item["rule"] == "debris/conflict-marker"}
    assert files == {"bestellung-ä.py", "注文.py", "emoji-🐕.py", '"caf\\351.py"'}


def _in_terminal(here: Scene, columns: int, *words: str, **environ: str) -> str:
    """What a command shows on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    kept = {name: value for name, value in here.environ.items() if name not in ("COLUMNS", "NO_COLOR", "TERM")}
    with subprocess.Popen(
        [*HOUNDSMAN, *words],
        cwd=here.repository.path,
        env={**kept, "TERM": "xterm", **environ},
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(theirs)
        shown = b"".join(iter(_reader(ours), b""))
    os.close(ours)
    assert process.returncode in (0, 3)
    return shown.decode().replace("\r\n", "\n")


def _reader(descriptor: int) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            return os.read(descriptor, 65_536)
        except OSError:  # how a terminal says that nobody writes any more
            return b""

    return read


def _without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize("columns", [40, 100])
@pytest.mark.parametrize("words", [["findings", "list"], ["plugins"]], ids=" ".join)
def test_a_table_fits_the_terminal_and_says_all(scene: At, columns: int, words: list[str]) -> None:
    here = scene("answered")
    piped, _, _ = here.run(*words).out.partition("\n\nopen:")
    shown, _, _ = _without_colours(_in_terminal(here, columns, *words)).partition("\n\nopen:")
    assert max(map(len, shown.splitlines())) <= columns
    assert len(piped.splitlines()) > 3
    assert not _signs(piped) - _signs(shown), "no letter may be left out"


def _signs(text: str) -> Counter[str]:
    return Counter(sign for sign in text if sign not in " -\n")


def test_colours_are_for_terminals_and_for_those_who_want_them(scene: At, tmp_path: Path) -> None:
    here = scene("answered")
    assert "\x1b[" in _in_terminal(here, 200, "findings", "list")
    assert "\x1b" not in _in_terminal(here, 200, "findings", "list", NO_COLOR="1")
    assert "\x1b" not in _in_terminal(here, 200, "findings", "list", TERM="dumb")
    for command in ("findings list", "hunt", "finalize", "prepare"):
        ended = here.run(*command.split())
        assert "\x1b" not in ended.out + ended.err


def test_a_narrow_terminal_shows_each_finding_as_a_block(scene: At) -> None:
    here = scene("answered")
    here.run("finalize")
    shown = _without_colours(_in_terminal(here, 40, "findings", "list"))
    blocks = shown.rpartition("\n\nopen:")[0].split("\n\n")
    labels = [[line.split()[0] for line in block.splitlines() if not line.startswith(" ")] for block in blocks]
    assert labels == [["id", "severity", "status", "place", "rule", "message", "by"]] * 4
