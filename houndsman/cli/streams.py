"""Printing that a reader may stop listening to.

`houndsman hunt | head` closes our output early. Results go to standard output and words for the person to standard
error; where one is closed, the rest of it goes nowhere, and the exit code still says what the command came to. (Left to
itself, click ends the process with 1, which would mean "findings".)
"""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click


def show(text: str | bytes, *, newline: bool = True) -> None:
    """A result, on standard output."""
    try:
        click.echo(text, nl=newline)
    except BrokenPipeError:
        divert(sys.stdout)


def say(text: str) -> None:
    """A line for the person, on standard error."""
    try:
        click.echo(text, err=True)
    except BrokenPipeError:
        divert(sys.stderr)


def divert(stream: TextIO) -> None:
    """Let `stream` end nowhere, with what it still holds: the interpreter flushes once more at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
