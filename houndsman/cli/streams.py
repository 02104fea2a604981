"""Printing that a reader may stop listening to, to streams that may not be there or may be full.

`houndsman hunt | head` closes our output early. Results go to standard output and words for the person to standard
error; where one is closed, the rest of it goes nowhere, and the exit code still says what the command came to. (Left to
itself, click ends the process with 1, which would mean "findings".) A result that a full disk refuses is an error,
since nobody chose to do without it. A character that a stream cannot hold is written as an escape.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

import click

from houndsman.errors import HoundsmanError


def settle() -> None:
    """Make sure of the standard streams: each is there, and takes any character.

    Where one is closed (`2>&-`), the next file that is opened would get its number, and our words with it.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number is this one
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - for the whole process
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def show(text: str | bytes, *, newline: bool = True) -> None:
    """A result, on standard output. Raises `HoundsmanError` where it cannot be written, unless nobody listens."""
    try:
        click.echo(text, nl=newline)
    except BrokenPipeError:
        divert(sys.stdout)
    except OSError as error:
        divert(sys.stdout)
        raise HoundsmanError(
            f"the result cannot be written ({error.strerror})",
            where="standard output",
            hint="Free some space or write elsewhere, and run the same command again.",
        ) from error


def say(text: str) -> None:
    """A line for the person, on standard error."""
    try:
        click.echo(text, err=True)
    except OSError:
        divert(sys.stderr)


def complain(error: click.ClickException) -> None:
    """What click has to say of a wrong command line, on standard error."""
    try:
        error.show()
    except OSError:
        divert(sys.stderr)


def divert(stream: TextIO) -> None:
    """Let `stream` end nowhere, with what it still holds: the interpreter flushes once more at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
