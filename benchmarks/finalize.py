"""Finalize 1k, 100k and 1M findings, beside the floor of the same run: parse the file, and insert bare rows by key.

Goals: at most 3 x the floor, under 1 GB; and linear growth.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import ratio, table

from houndsman.git.samples import SampleRepository

COUNTS = (1_000, 100_000, 1_000_000)
GOAL = 3.0
FILES = 1_000

CHILD = """
import os, resource, sys, time
from pathlib import Path
from houndsman.desk import Request
from houndsman.session import Session
start = time.perf_counter()
with Session(Request(cwd=Path.cwd(), environ=dict(os.environ))) as session:
    session.finalize()
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=COUNTS[-1], help="leave out larger counts")
    most = parser.parse_args().most
    rows = [_measured(count) for count in COUNTS if count <= most]
    table("Finalize", ["findings", "floor", "finalize", "ratio", "goal", "", "a finding", "peak memory"], rows)


def _measured(count: int) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="houndsman-bench-") as place:
        folder = Path(place).resolve()
        sample = _repository(folder / "repository", count)
        environ = {**os.environ, "HOUNDSMAN_HOME": str(folder / "home"), "HOUNDSMAN_CONFIG": os.devnull}
        reply = json.dumps(_reply(count)).encode()
        prepare = [
            sys.executable,
            "-m",
            "houndsman",
            "prepare",
            "--json",
            "-p",
            "no:debris",
            "-p",
            "no:python",
            "-p",
            "no:secrets",
        ]
        manifest = json.loads(
            subprocess.run(prepare, cwd=sample.path, env=environ, capture_output=True, check=True).stdout
        )
        answer = Path(manifest["watchdogs"][0]["brief"]).parents[1] / "findings" / "general.json"
        answer.write_bytes(reply)
        floor = _floor(reply, folder / "floor.db")
        done = subprocess.run(
            [sys.executable, "-c", CHILD], cwd=sample.path, env=environ, capture_output=True, text=True, check=True
        )
        seconds, memory = done.stdout.split()
        ours = float(seconds)
        met = "met" if ours <= GOAL * floor else "missed"
        each = f"{1e6 * ours / count:.0f} us"
        return [
            f"{count:,}",
            f"{floor:.2f} s",
            f"{ours:.2f} s",
            ratio(ours, floor),
            f"{GOAL:g} x",
            met,
            each,
            f"{memory} MB",
        ]


def _repository(folder: Path, count: int) -> SampleRepository:
    lines = "".join(f"value_{n} = compute({n})\n" for n in range(max(2, count // FILES)))
    sample = SampleRepository.create(folder, origin="https://example.com/bench/finalize.git")
    sample.write("README.md", "bench\n")
    sample.commit("Before")
    sample.branch("feature")
    for n in range(FILES):
        sample.write(f"src/file{n:04}.py", lines)
    sample.commit("After")
    return sample


def _reply(count: int) -> dict[str, object]:
    findings = [
        {
            "file": f"src/file{n % FILES:04}.py",
            "line": n // FILES + 1,
            "rule": f"logic:fault-{n % 7}",
            "message": f"The value is computed twice, which costs a call for each of the items (case {n}).",
            "action": "Compute it once.",
            "quote": f"value_{n // FILES} = compute({n // FILES})",
            "impactClass": "performance",
        }
        for n in range(count)
    ]
    return {"watchdog": "general", "findings": findings, "reviewedFiles": [f"src/file{n:04}.py" for n in range(15)]}


def _floor(reply: bytes, database: Path) -> float:
    """Seconds to parse the file and to insert a row for each finding, sorted by its key."""
    start = time.perf_counter()
    findings = json.loads(reply)["findings"]
    rows = [
        (each["file"], each["line"], each["rule"], each["message"], each["action"], each["quote"], each["impactClass"])
        for each in findings
    ]
    rows.sort()
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute(
        "CREATE TABLE f (file, line, rule, message, action, quote, impact, PRIMARY KEY (file, line, rule))"
    )
    connection.executemany("INSERT INTO f VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    connection.commit()
    connection.close()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
