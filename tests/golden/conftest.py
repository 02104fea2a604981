"""The golden sets here are data: what their defects are found by is said in the tests, not by a run of ours."""

from __future__ import annotations

collect_ignore = ["extracts"]
