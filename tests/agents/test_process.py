"""A program is held to its limits and ended whole, whatever it does: real processes, real signals."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from houndsman.agents.process import (
    ERRORS,
    OUTPUT,
    PROCESS,
    Command,
    EndedBy,
    ProgramError,
    Ran,
    end,
    follow,
    forget,
    run,
)
from houndsman.agents.process import still_running as runs
from houndsman.models.agent import Limits

Make = Callable[..., Command]

QUICK = Limits(seconds=30, grace_seconds=0.3)


@pytest.fixture
def python(tmp_path: Path) -> Make:
    """A command that runs a Python script in a folder of its own."""

    def make(source: str, stdin: bytes = b"") -> Command:
        folder = tmp_path / "session"
        folder.mkdir(exist_ok=True)
        argv = (sys.executable, "-S", "-c", textwrap.dedent(source))
        environment = {"PATH": os.environ["PATH"], "FOLDER": str(tmp_path)}
        return Command(argv, tmp_path, folder, environment, stdin)

    return make


def ran(command: Command, limits: Limits = QUICK, go_on: Callable[[], bool] = lambda: True) -> Ran:
    """Run it to its end."""
    return asyncio.run(run(command, limits, go_on))


def is_written(place: Path) -> bool:
    """Whether a script has written its process id there, to the end."""
    return place.exists() and place.read_text().endswith("\n")


def pid_in(place: Path) -> int:
    """The process id that a script wrote, once it is there."""
    while not is_written(place):
        time.sleep(0.01)
    return int(place.read_text())


def is_alive(pid: int) -> bool:
    """Whether it runs; one that only waits to be waited for does not."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("", 0),
        ("raise SystemExit(7)", 7),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", -signal.SIGSEGV),
    ],
)
def test_the_exit_status_tells_signals_apart(python: Make, source: str, status: int) -> None:
    assert ran(python(source)) == Ran(status)


def test_output_goes_to_files_byte_for_byte(python: Make) -> None:
    command = python(r"import os; os.write(1, b'\xff out'); os.write(2, b'\xfe err')")
    ran(command)
    assert (command.folder / OUTPUT).read_bytes() == b"\xff out"
    assert (command.folder / ERRORS).read_bytes() == b"\xfe err"


def test_output_of_an_earlier_program_in_the_folder_is_gone(python: Make) -> None:
    ran(python("print('before')"))
    command = python("print('after')")
    ran(command)
    assert (command.folder / OUTPUT).read_text() == "after\n"


@pytest.mark.parametrize("given", [b"a prompt", b"", b"more than a pipe holds" * 10_000])
def test_standard_input_is_what_was_given(python: Make, given: bytes) -> None:
    command = python("import sys; print(len(sys.stdin.buffer.read()))", given)
    ran(command)
    assert (command.folder / OUTPUT).read_text() == f"{len(given)}\n"


def test_nothing_of_our_environment_reaches_it_but_what_is_given(python: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_SECRET", "of ours")
    command = python("import os; print(*sorted(os.environ))")
    ran(command)
    seen = set((command.folder / OUTPUT).read_text().split())
    assert seen - {"LC_CTYPE", "__CF_USER_TEXT_ENCODING"} == {"FOLDER", "HOUNDSMAN_SESSION", "PATH"}


@pytest.mark.parametrize("what", ["missing", "not executable", "no program", "no folder"])
def test_a_program_that_cannot_be_started_is_told(tmp_path: Path, what: str) -> None:
    program = tmp_path / "program"
    if what != "missing":
        program.write_text("just words\n")
        program.chmod(0o644 if what == "not executable" else 0o755)
    folder = tmp_path / "gone" if what == "no folder" else tmp_path
    command = Command((str(program),), folder, tmp_path, {})
    with pytest.raises(ProgramError, match="it cannot be started"):
        ran(command)
    assert not runs(tmp_path)


def test_the_limit_of_time_ends_it(python: Make) -> None:
    assert ran(python("import time; time.sleep(60)"), Limits(seconds=0.3)) == Ran(-signal.SIGTERM, EndedBy.TIME)


def test_who_watches_ends_it(python: Make) -> None:
    asked: list[None] = []

    def go_on() -> bool:
        asked.append(None)
        return len(asked) < 3

    assert ran(python("import time; time.sleep(60)"), go_on=go_on) == Ran(-signal.SIGTERM, EndedBy.WATCHER)


def test_one_that_ignores_being_asked_is_ended(python: Make, tmp_path: Path) -> None:
    command = python(
        """
        import os, pathlib, signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        pathlib.Path(os.environ["FOLDER"], "pid").write_text(f"{os.getpid()}\\n")
        time.sleep(60)
        """
    )
    assert ran(command, QUICK, lambda: not (tmp_path / "pid").exists()) == Ran(-signal.SIGKILL, EndedBy.WATCHER)


def test_one_that_hands_in_what_it_has_when_asked_is_given_the_time(python: Make, tmp_path: Path) -> None:
    command = python(
        """
        import os, pathlib, signal, sys, time
        def hand_in(*_):
            time.sleep(0.2)
            print("what there is")
            sys.exit(0)
        signal.signal(signal.SIGTERM, hand_in)
        pathlib.Path(os.environ["FOLDER"], "pid").write_text("1\\n")
        time.sleep(60)
        """
    )
    limits = Limits(seconds=30, grace_seconds=20)
    assert ran(command, limits, lambda: not (tmp_path / "pid").exists()) == Ran(0, EndedBy.WATCHER)
    assert (command.folder / OUTPUT).read_text() == "what there is\n"


CHILD = """
import os, pathlib, signal, subprocess, sys, time
child = '''
import os, pathlib, signal, time
{ignores}
pathlib.Path(os.environ["FOLDER"], "child").write_text(f"{{os.getpid()}}\\\\n")
time.sleep(60)
'''
subprocess.Popen([sys.executable, "-S", "-c", child], start_new_session={leaves})
told = pathlib.Path(os.environ["FOLDER"], "child")
while not told.exists() or not told.read_text():
    time.sleep(0.01)
{then}
"""


@pytest.mark.parametrize("leaves", [False, True], ids=["in the group", "in a session of its own"])
@pytest.mark.parametrize("ignores", ["", "signal.signal(signal.SIGTERM, signal.SIG_IGN)"], ids=["heeds", "ignores"])
@pytest.mark.parametrize("then", ["", "time.sleep(60)"], ids=["leader exits", "leader stays"])
def test_children_do_not_outlive_it(python: Make, tmp_path: Path, leaves: bool, ignores: str, then: str) -> None:
    command = python(CHILD.format(ignores=ignores, leaves=leaves, then=then))
    how = ran(command, QUICK, lambda: not is_written(tmp_path / "child") or not then)
    assert how.ended_by is (EndedBy.WATCHER if then else EndedBy.ITSELF)
    assert not is_alive(pid_in(tmp_path / "child"))
    assert not runs(command.folder)


def test_cancelling_ends_all_of_it(python: Make, tmp_path: Path) -> None:
    command = python(CHILD.format(ignores="", leaves=True, then="time.sleep(60)"))

    async def cancel_it() -> None:
        task = asyncio.ensure_future(run(command, QUICK, lambda: True))
        while not is_written(tmp_path / "child"):
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel_it())
    assert not is_alive(pid_in(tmp_path / "child"))
    assert not runs(command.folder)


@pytest.mark.parametrize("stream", [1, 2])
def test_output_beyond_the_limit_is_thrown_away_and_said(python: Make, stream: int) -> None:
    command = python(f"import os\nfor _ in range(1000): os.write({stream}, b'x' * 1000)")
    how = ran(command, Limits(output_bytes=5000))
    assert how == Ran(0, cut=(OUTPUT if stream == 1 else ERRORS,))
    assert (command.folder / how.cut[0]).stat().st_size == 5000


@pytest.mark.slow
def test_a_gigabyte_of_output_fills_no_disk(python: Make) -> None:
    command = python("import os\nblock = b'x' * 2**20\nfor _ in range(1024): os.write(1, block)")
    limit, most = 4 * 2**20, 0

    def go_on() -> bool:
        nonlocal most
        most = max(most, (command.folder / OUTPUT).stat().st_size)
        return True

    assert ran(command, Limits(seconds=120, output_bytes=limit), go_on) == Ran(0, cut=(OUTPUT,))
    assert (command.folder / OUTPUT).stat().st_size == limit
    assert most < 512 * 2**20


def test_the_limit_is_kept_whatever_lies_at_the_path_of_the_output(python: Make, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"v" * 100)
    command = python(
        """
        import os, pathlib
        output = pathlib.Path(os.environ["FOLDER"], "session", "output.txt")
        output.unlink()
        output.symlink_to(pathlib.Path(os.environ["FOLDER"], "victim"))
        """
    )
    ran(command, Limits(output_bytes=10))
    assert victim.read_bytes() == b"v" * 100


LEFT = """
import asyncio, os, sys
from pathlib import Path
from houndsman.agents.process import Command, run
from houndsman.models.agent import Limits
folder = Path(sys.argv[1])
child = "import time, pathlib, sys; print('first', flush=True); time.sleep(float(sys.argv[1])); print('last')"
command = Command((sys.executable, "-S", "-c", child, sys.argv[2]), folder, folder, {"PATH": os.environ["PATH"]})
asyncio.run(run(command, Limits(), lambda: True))
"""


@pytest.fixture
def left(tmp_path: Path) -> Callable[[float], Path]:
    """Start a program that takes some seconds in a process of ours, kill that one, and give the program's folder."""

    def make(seconds: float) -> Path:
        ours = subprocess.Popen([sys.executable, "-c", LEFT, str(tmp_path), str(seconds)])
        while not (tmp_path / OUTPUT).exists() or not (tmp_path / OUTPUT).read_text():
            time.sleep(0.01)
        ours.kill()
        ours.wait()
        return tmp_path

    return make


def test_one_that_outlived_us_is_found_and_ended(left: Callable[[float], Path]) -> None:
    folder = left(60)
    assert runs(folder)
    assert end(folder, 0.3)
    assert not runs(folder)
    assert not end(folder)


def test_one_that_outlived_us_is_followed_to_its_end(left: Callable[[float], Path]) -> None:
    folder = left(0.5)
    assert asyncio.run(follow(folder, QUICK, lambda: True)) == Ran(None)
    assert (folder / OUTPUT).read_text() == "first\nlast\n"


def test_one_that_ended_while_nobody_was_there_is_over_and_its_output_is_cut_as_any(
    left: Callable[[float], Path],
) -> None:
    folder = left(0.1)
    while runs(folder):
        time.sleep(0.01)
    assert asyncio.run(follow(folder, QUICK, lambda: True)) == Ran(None)
    assert (folder / OUTPUT).read_text() == "first\nlast\n"
    assert asyncio.run(follow(folder, Limits(output_bytes=5), lambda: True)) == Ran(None, cut=(OUTPUT,))
    assert (folder / OUTPUT).read_text() == "first"


def test_how_it_ended_is_known_where_it_was_waited_for(python: Make) -> None:
    command = python("import sys; sys.exit(3)")
    assert asyncio.run(follow(command.folder, QUICK, lambda: True)) is None
    ran(command)
    assert asyncio.run(follow(command.folder, QUICK, lambda: True)) == Ran(3)
    ended = ran(python("import time; time.sleep(60)"), Limits(seconds=0.1, grace_seconds=0.3))
    assert asyncio.run(follow(command.folder, QUICK, lambda: True)) == ended == Ran(-signal.SIGTERM, EndedBy.TIME)


async def _cancelled_once_it_speaks(working: Coroutine[None, None, object], folder: Path) -> None:
    task = asyncio.create_task(working)
    while not (folder / OUTPUT).exists() or not (folder / OUTPUT).read_text():
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_one_that_we_ended_because_we_were_interrupted_is_none(python: Make, left: Callable[[float], Path]) -> None:
    command = python("import time; print('half', flush=True); time.sleep(60)")
    asyncio.run(_cancelled_once_it_speaks(run(command, QUICK, lambda: True), command.folder))
    assert asyncio.run(follow(command.folder, QUICK, lambda: True)) is None
    folder = left(60)
    asyncio.run(_cancelled_once_it_speaks(follow(folder, QUICK, lambda: True), folder))
    assert asyncio.run(follow(folder, QUICK, lambda: True)) is None


@pytest.mark.parametrize("boot", ["another", None])
def test_one_that_the_machine_was_started_since_is_none(python: Make, boot: str | None) -> None:
    command = python("print('whole')")
    ran(command)
    with (command.folder / PROCESS).open("a") as record:
        record.write(json.dumps({"boot": boot}) + "\n")
    assert asyncio.run(follow(command.folder, QUICK, lambda: True)) is None


def test_limits_hold_for_one_that_outlived_us(left: Callable[[float], Path]) -> None:
    folder = left(60)
    limits = Limits(seconds=0.2, grace_seconds=0.3)
    assert asyncio.run(follow(folder, limits, lambda: True)) == Ran(None, EndedBy.TIME)
    assert not runs(folder)


@pytest.mark.parametrize("torn", ["", '{"pid": 12, "sta'])
def test_one_is_found_although_we_were_killed_before_its_number_was_kept(
    left: Callable[[float], Path], torn: str
) -> None:
    folder = left(60)
    mark, _number = (folder / PROCESS).read_text().splitlines()
    (folder / PROCESS).write_text(f"{mark}\n{torn}")
    assert end(folder, 0.3)
    assert not runs(folder)


@pytest.mark.parametrize("told", ["", "[]", "{}", '{"mark": 5}', '{"mark": "none", "pid": -1, "started": null}'])
def test_a_record_that_says_nothing_is_nobody(tmp_path: Path, told: str) -> None:
    (tmp_path / PROCESS).write_text(told)
    assert not end(tmp_path)


def test_another_process_with_the_same_number_is_let_alone(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"]) as other:
        try:
            (tmp_path / PROCESS).write_text(f'{{"mark": "none", "pid": {other.pid}, "started": "long ago"}}')
            assert not end(tmp_path)
            assert other.poll() is None
        finally:
            other.kill()


@pytest.mark.parametrize("more", ["", "conversation.json", "made/by/the/agent.txt"])
def test_what_is_forgotten_is_gone_with_all_that_is_in_it(python: Make, more: str) -> None:
    command = python("print('a secret')")
    ran(command)
    if more:
        place = command.folder / more
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("more")
    forget(command.folder)
    assert not command.folder.exists()
    forget(command.folder)


def test_a_folder_that_no_program_wrote_to_is_forgotten_as_well(tmp_path: Path) -> None:
    (tmp_path / "session").mkdir()
    (tmp_path / "session" / "conversation.json").write_text("{}")
    forget(tmp_path / "session")
    assert list(tmp_path.iterdir()) == []
