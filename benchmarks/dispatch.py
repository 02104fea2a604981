"""Sending agents out: 1,000 that do nothing, at 8, beside bare asyncio with 20 kB on standard input, in one run.

Ours includes the journal (two commits for each agent), its reply on the disk for good, redaction, and the check of its
answer. Peers are run where they are installed. Goal: at most 2 x asyncio.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from measure import median_seconds, ratio, table

from houndsman.agents.command_line import CommandLineAgent
from houndsman.agents.presets import command
from houndsman.hunt.crew import Crew
from houndsman.hunt.grounds import Grounds, Pass
from houndsman.hunt.journal import Journal
from houndsman.models.passes import PassRecord
from houndsman.models.records import ReviewRecord, RunPlan, WatchdogState
from houndsman.models.target import Target, TargetKind
from houndsman.store.artifacts import write_bytes
from houndsman.store.home import Home
from houndsman.store.store import Store

AGENTS = 1_000
AT_A_TIME = 8
PROMPT = "An instruction of forty characters more. " * 500  # 20 kB
ROUNDS = 3
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


class Rows:
    """Run 1 in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def passes(self) -> tuple[PassRecord, ...]:
        """Its rows."""
        return self._store.passes(REVIEW, 1)

    def begin_pass(self, record: PassRecord) -> None:
        """Commit one."""
        self._store.begin_pass(REVIEW, 1, record)

    def finish_pass(self, record: PassRecord) -> None:
        """Commit its end."""
        self._store.finish_pass(REVIEW, 1, record)


def ours(script: Path, count: int) -> None:
    """The crew, with a store and files of its own, which are taken away together with the script."""
    home, durable = Home(Path(tempfile.mkdtemp(dir=script.parent))), partial(write_bytes, durable=True)
    root = home.reading_root(REVIEW)
    root.mkdir(parents=True)
    target = Target(kind=TargetKind.BRANCH, key="bench", base="a" * 40, head="b" * 40, merge_base="c" * 40)
    with Store(home) as store:
        review = ReviewRecord(REVIEW, "example.org/bench", "bench", None, "bench", "t")
        store.begin_run(review, RunPlan("hash", target, (), "t"))
        grounds = Grounds(
            reading_root=lambda watchdog, agent: root,
            sessions=home.staging(REVIEW) / "sessions",
            schema="{}",
            journal=Journal(Rows(store), home.run(REVIEW, 1) / "replies", durable, lambda: "t"),
        )
        findings = home.staging(REVIEW) / "findings"
        agent = CommandLineAgent(command((str(script),), writes=False), home.root / "desk")
        crew = Crew(grounds, lambda name, data: durable(findings / f"{name}.json", data), AT_A_TIME)
        passes = [Pass(f"w{n}", PROMPT, [agent], findings / f"w{n}.json") for n in range(count)]
        answered = asyncio.run(crew.hunt(passes))
    failed = [each for each in answered if each.record.state is not WatchdogState.ANSWERED]
    if failed:
        raise SystemExit(f"{len(failed)} agents did not answer: {failed[0].record.reason}")


def main() -> None:
    """Print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else AGENTS
    with tempfile.TemporaryDirectory() as folder:
        script = answering(Path(folder))
        floor = median_seconds(lambda: asyncio.run(bare(script, count)), ROUNDS)
        measured = median_seconds(lambda: ours(script, count), ROUNDS)
    rows = [
        ["asyncio, 20 kB on stdin", f"{1000 * floor / count:.2f} ms", "1.00 x", "", ""],
        [
            "houndsman",
            f"{1000 * measured / count:.2f} ms",
            ratio(measured, floor),
            "at most 2 x",
            "met" if measured <= 2 * floor else "missed",
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
