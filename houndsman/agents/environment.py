"""Which environment variables an agent may see: an allow-list, never what is left after taking some away.

In: our environment, and the names that a preset passes. Out: the variables of a new process, with a PATH that does not
depend on where it runs. Nothing fails.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

#: What a program needs to run at all, to find its own files, and to reach the network as the user does.
COMMON: tuple[str, ...] = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TERM", "NO_COLOR", "TZ", "XDG_*"),
    *("LANG", "LANGUAGE", "LC_*"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"),
)


def allowed(ours: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Those of `ours` that are common or named; a name's final `*` stands for any ending."""
    every = (*COMMON, *names)
    exact = {name for name in every if not name.endswith("*")}
    beginnings = tuple(name[:-1] for name in every if name.endswith("*"))
    taken = {name: value for name, value in ours.items() if name in exact or name.startswith(beginnings)}
    if "PATH" in taken:
        taken["PATH"] = _absolute(taken["PATH"])
    return taken


def _absolute(path: str) -> str:
    """`path` without what depends on the working folder, which may be the change under review."""
    folders = [folder for folder in path.split(os.pathsep) if Path(folder).is_absolute()]
    return os.pathsep.join(folders) or os.defpath
