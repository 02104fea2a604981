"""Sending agents out: 1,000 that do nothing, at 8, beside bare asyncio with 20 kB on standard input, in one run.

Ours includes the journal (two rows for each agent, committed in groups), its reply on the disk for good, its findings,
redaction, and the check of its answer; not the making of the database, which prepare does. Files go where `TMPDIR`
says: give it a folder in memory to leave the file system out. Peers are run where they are installed. Goal: at most
2 x asyncio.
"""

from __future__ import annotations

import asyncio
import gc
import shutil
import statistics
import sys
import tempfile
import time
from functools import partial
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
from houndsman.store.run_passes import RunPasses
from houndsman.store.store import Store

AGENTS = 1_000
AT_A_TIME = 8
PROMPT = "An instruction of forty characters more. " * 500  # 20 kB
ROUNDS = 5
#: The thresholds of the command line (`houndsman/__main__.py`).
COLLECT_AFTER = (50_000, 20, 50)
REVIEW = "bench-00000000"


def answering(folder: Path) -> Path:
    """The least that answers: a shell script that prints an empty findings file."""
    script = folder / "agent.sh"
    script.write_text('#!/bin/sh\necho \'{"watchdog": null, "findings": [], "reviewedFiles": []}\'\n')
    script.chmod(0o755)
    return script


async def bare(script: Path, count: int) -> None:
    """asyncio alone."""
    waiting, prompt = iter(range(count)), PROMPT.encode()

    async def work() -> None:
        for _ in waiting:
            process = await asyncio.create_subprocess_exec(
                script, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
            )
            await process.communicate(prompt)

    await asyncio.gather(*(work() for _ in range(AT_A_TIME)))


def ours(script: Path, count: int) -> float:
    """Seconds that a crew takes, with a store and files of its own, which are taken away together with the script."""
    home, durable = Home(Path(tempfile.mkdtemp(dir=script.parent))), partial(write_bytes, durable=True)
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
            journal=Journal(RunPasses(store, REVIEW, 1), home.run(REVIEW, 1) / "replies", durable, lambda: "t"),
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


def floor(script: Path, count: int) -> float:
    """Seconds that asyncio takes."""
    begun = time.perf_counter()
    asyncio.run(bare(script, count))
    return time.perf_counter() - begun


def main() -> None:
    """Print the table."""
    gc.set_threshold(*COLLECT_AFTER)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else AGENTS
    with tempfile.TemporaryDirectory() as folder:
        script = answering(Path(folder))
        rounds = [(floor(script, count), ours(script, count)) for _ in range(ROUNDS)]  # in turns: machines are noisy
    lowest, measured = (statistics.median(taken) for taken in zip(*rounds, strict=True))
    rows = [
        ["asyncio, 20 kB on stdin", f"{1000 * lowest / count:.2f} ms", "1.00 x", "", ""],
        [
            "houndsman",
            f"{1000 * measured / count:.2f} ms",
            ratio(measured, lowest),
            "at most 2 x",
            "met" if measured <= 2 * lowest else "missed",
        ],
    ]
    absent = [name for name in ("promptfoo", "inspect") if shutil.which(name) is None]
    table(
        f"{count:,} agents that do nothing, {AT_A_TIME} at a time (not installed here: {', '.join(absent) or 'none'})",
        ["", "an agent", "against asyncio", "goal", ""],
        rows,
    )


if __name__ == "__main__":
    main()
