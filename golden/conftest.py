"""The planted repository is data: its tests are not ours."""

from __future__ import annotations

collect_ignore = ["planted"]
