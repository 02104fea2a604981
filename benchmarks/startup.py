"""Start-up: `houndsman --version` and `--help` beside bare Python and bare click, in one run.

Goal: under click + 20 ms.
"""

from __future__ import annotations

import sys

from measure import median_seconds, run, table

ROUNDS = 15
PYTHON = sys.executable
CLICK = "import click; click.command()(lambda: None)(['--help'], standalone_mode=False)"


def main() -> None:
    """Print the table."""
    bare = median_seconds(lambda: run([PYTHON, "-c", "pass"]), ROUNDS)
    click = median_seconds(lambda: run([PYTHON, "-c", CLICK]), ROUNDS)
    rows = []
    for words in (["--version"], ["--help"]):
        ours = median_seconds(lambda words=words: run([PYTHON, "-P", "-m", "houndsman", *words]), ROUNDS)  # type: ignore[misc]
        over = 1000 * (ours - click)
        rows.append(
            [words[0], f"{1000 * ours:.0f} ms", f"{over:+.0f} ms", "under +20 ms", "met" if over < 20 else "missed"]
        )
    table(
        f"Start-up (bare Python {1000 * bare:.0f} ms, a click command {1000 * click:.0f} ms)",
        ["command", "measured", "against click", "goal", ""],
        rows,
    )


if __name__ == "__main__":
    main()
