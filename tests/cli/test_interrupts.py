"""SIGTERM and SIGHUP interrupt as Ctrl-C does, where nobody has said otherwise."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Iterator

import pytest

from houndsman.cli.interrupts import interrupts

SIGNALS = [signal.SIGTERM, signal.SIGHUP]


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """What the signals do is put back, whatever a test made of it."""
    before = {sign: signal.getsignal(sign) for sign in (*SIGNALS, signal.SIGINT)}
    for sign in SIGNALS:
        signal.signal(sign, signal.SIG_DFL)
    yield
    for sign, handler in before.items():
        signal.signal(sign, handler)


@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_the_exit_code_is_the_one_that_a_shell_expects(sign: signal.Signals, code: int) -> None:
    with interrupts() as heard:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(sign)
        assert heard.exit_code == code
        assert str(heard) == ("interrupted" if sign is signal.SIGINT else f"interrupted by {sign.name}")


@pytest.mark.parametrize("sign", SIGNALS)
def test_an_event_loop_ends_its_tasks_first(sign: signal.Signals) -> None:
    ended = []

    async def work() -> None:
        try:
            signal.raise_signal(sign)
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    with interrupts() as heard, pytest.raises(KeyboardInterrupt):
        asyncio.run(work())
    assert (ended, heard.by) == ([True], sign)


@pytest.mark.parametrize("sign", SIGNALS)
def test_it_is_heard_where_ctrl_c_is_ignored(sign: signal.Signals) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interrupts(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(sign)


def test_what_is_ignored_stays_ignored_and_nothing_is_left_behind() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with interrupts() as heard:
        signal.raise_signal(signal.SIGHUP)
        assert heard.by is None
        assert signal.getsignal(signal.SIGTERM) == heard.hear
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_another_thread_changes_nothing() -> None:
    seen = []

    def work() -> None:
        with interrupts():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.SIG_DFL]
