"""`houndsman` on the command line, and `python -P -m houndsman`."""

from __future__ import annotations

import sys

from houndsman.cli.main import run


def main() -> None:
    """Run the command line and end the process with its exit code."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
