"""`houndsman` on the command line, and `python -P -m houndsman`."""

from __future__ import annotations

import gc
import sys

from houndsman.cli.main import run

#: A run makes small records by the hundred thousand that live until its end. Looking through them for rubbish at
#: Python's own thresholds took a quarter of the time of `finalize` (benchmarks/finalize.py).
_COLLECT_AFTER = (50_000, 20, 50)


def main() -> None:
    """Run the command line and end the process with its exit code."""
    gc.set_threshold(*_COLLECT_AFTER)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
