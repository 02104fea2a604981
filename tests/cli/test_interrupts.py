"""SIGTERM and SIGHUP interrupt as Ctrl-C does, once, and only where nobody else has a say: real signals."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from houndsman.cli.interrupts import interrupts


@pytest.fixture(autouse=True)
def as_in_a_shell() -> Iterator[None]:
    """The handlers that a program begins with, whatever runs the tests."""
    before = {sign: signal.signal(sign, signal.SIG_DFL) for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("ctrl_c", [signal.default_int_handler, signal.SIG_IGN], ids=["heard", "ignored"])
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_interrupts(sign: signal.Signals, code: int, ctrl_c: signal.Handlers) -> None:
    signal.signal(signal.SIGINT, ctrl_c)
    with interrupts() as heard:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(sign)
        assert (heard.exit_code, str(heard)) == (code, f"interrupted by {sign.name}")
    assert signal.getsignal(sign) is signal.SIG_DFL


def test_a_second_one_does_not_disturb_how_the_first_is_heeded() -> None:
    with interrupts() as heard:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGHUP)
    assert heard.exit_code == 143


def test_what_is_ignored_stays_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with interrupts() as heard:
        signal.raise_signal(signal.SIGHUP)
    assert (heard.exit_code, str(heard)) == (130, "interrupted")
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
