"""Plugins for the whole run. pytest takes this list from nowhere but here."""

from __future__ import annotations

pytest_plugins = ["pytester"]
