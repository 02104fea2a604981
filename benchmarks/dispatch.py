"""Sending agents out: 1,000 that read 20 kB and find nothing, at 8, beside bare asyncio that does the same, in one run.

Ours includes the journal (two rows for each agent, committed in groups), its reply on the disk for good, its findings,
redaction, and the check of its answer; not the making of the database, which prepare does. It is measured with files
in memory, where there is such a folder, which leaves the file system out, and with files where `TMPDIR` says; there
also beside asyncio that puts each answer on the disk for good, which is what the disk alone takes. Goal: at most 2 x
asyncio.
"""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from measure import ratio, table

from houndsman.agents.command_line import CommandLineAgent
from houndsman.agents.presets import command
from houndsman.hunt.crew import Crew
from houndsman.hunt.errand import Errand
from houndsman.hunt.grounds import Grounds
from houndsman.hunt.journal import Journal
from houndsman.models.records import ReviewRecord, RunPlan, WatchdogState
from houndsman.models.target import Target, TargetKind
from houndsman.store.artifacts import write_bytes
from houndsman.store.home import Home
from houndsman.store.reply_files import ReplyFiles
from houndsman.store.run_passes import RunPasses
from houndsman.store.store import Store

AGENTS = 1_000
AT_A_TIME = 8
PROMPT = "An instruction of forty characters more. " * 500  # 20 kB
ROUNDS = 5
IN_MEMORY = Path("/dev/shm")
#: The thresholds of the command line (`houndsman/__main__.py`).
COLLECT_AFTER = (50_000, 20, 50)
REVIEW = "bench-00000000"


def answering(folder: Path) -> Path:
    """The least that answers: a program that reads its prompt and prints an empty findings file."""
    script = folder / "agent.sed"
    script.write_text('#!/bin/sed -nf\n$ c {"watchdog": null, "findings": [], "reviewedFiles": []}\n')
    script.chmod(0o755)
    return script


async def bare(script: Path, count: int, keep: Path | None) -> None:
    """asyncio alone; with `keep`, each answer is put there for good, in a thread."""
    waiting, prompt = iter(range(count)), PROMPT.encode()

    async def work() -> None:
        for number in waiting:
            process = await asyncio.create_subprocess_exec(
                script, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
            )
            said, _ = await process.communicate(prompt)
            if keep is not None:
                await asyncio.to_thread(write_bytes, keep / str(number), said, durable=True)

    await asyncio.gather(*(work() for _ in range(AT_A_TIME)))


def ours(script: Path, count: int) -> float:
    """Seconds that a crew takes, with a store and files of its own, which are taken away together with the script."""
    home = Home(Path(tempfile.mkdtemp(dir=script.parent)))
    root = home.reading_root(REVIEW)
    root.mkdir(parents=True)
    target = Target(kind=TargetKind.BRANCH, key="bench", base="a" * 40, head="b" * 40, merge_base="c" * 40)
    with Store(home) as store:
        review = ReviewRecord(REVIEW, "example.org/bench", "bench", None, "bench", "t")
        store.begin_run(review, RunPlan("hash", target, (), "t"))
        grounds = Grounds(
            reading_root=lambda watchdog, agent: root,
            sessions=home.sessions(REVIEW, 1),
            schema="{}",
            journal=Journal(RunPasses(store, REVIEW, 1), ReplyFiles(home.run(REVIEW, 1) / "replies"), lambda: "t"),
            slots=asyncio.Semaphore(AT_A_TIME),
        )
        findings = home.staging(REVIEW) / "findings"
        agent = CommandLineAgent(command((str(script),), writes=False), home.desk)
        crew = Crew(grounds, lambda name, data: write_bytes(findings / f"{name}.json", data), AT_A_TIME)
        errands = [Errand(f"w{n}", PROMPT, [agent], findings / f"w{n}.json") for n in range(count)]
        begun = time.perf_counter()
        answered = asyncio.run(crew.hunt(errands))
        taken = time.perf_counter() - begun
    failed = [each for each in answered if each.record.state is not WatchdogState.ANSWERED]
    if failed:
        raise SystemExit(f"{len(failed)} agents did not answer: {failed[0].record.reason}")
    return taken


def floor(script: Path, count: int, keep: Path | None = None) -> float:
    """Seconds that asyncio takes."""
    begun = time.perf_counter()
    asyncio.run(bare(script, count, keep))
    return time.perf_counter() - begun


@dataclass(frozen=True)
class Measured:
    """Median seconds of several rounds, in turns: machines are noisy."""

    asyncio: float
    storing: float
    """asyncio that puts each answer on the disk for good."""
    ours: float


def measured(place: Path | None, count: int) -> Measured:
    """With files in `place`; None: where `TMPDIR` says."""
    with tempfile.TemporaryDirectory(dir=place) as folder:
        script = answering(Path(folder))
        rounds = [
            (
                floor(script, count),
                floor(script, count, Path(tempfile.mkdtemp(dir=folder))),
                ours(script, count),
            )
            for _ in range(ROUNDS)
        ]
    return Measured(*(statistics.median(taken) for taken in zip(*rounds, strict=True)))


def rows(where: str, taken: Measured, count: int) -> Iterator[list[str]]:
    """Rows of the table."""

    def row(name: str, seconds: float, *goal: str) -> list[str]:
        return [name, f"{1000 * seconds / count:.2f} ms", ratio(seconds, taken.asyncio), *(goal or ("", ""))]

    yield row(f"{where}: asyncio, 20 kB on stdin", taken.asyncio)
    yield row(f"{where}: asyncio, and each answer on the disk for good", taken.storing)
    yield row(f"{where}: houndsman", taken.ours, "at most 2 x", "met" if taken.ours <= 2 * taken.asyncio else "missed")


def main() -> None:
    """Print the table."""
    gc.set_threshold(*COLLECT_AFTER)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else AGENTS
    places = {"memory": IN_MEMORY, "disk": None} if os.access(IN_MEMORY, os.W_OK) else {"disk": None}
    absent = ", ".join(name for name in ("promptfoo", "inspect") if shutil.which(name) is None) or "none"
    table(
        f"{count:,} agents that find nothing, {AT_A_TIME} at a time (not installed here: {absent})",
        ["", "an agent", "against asyncio", "goal", ""],
        [row for where, place in places.items() for row in rows(where, measured(place, count), count)],
    )


if __name__ == "__main__":
    main()
