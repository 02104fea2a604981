"""The hunt of `--houndsman-hunt`: once a session, on xdist's controller or in the only process there is.

In: pytest's configuration. Out: which run it made, or why there is none, as texts that can be sent to a worker. Nothing
fails: a hunt that could not be made is an error of the items that wanted to see it.
"""

from __future__ import annotations

import os

import pytest

from houndsman.desk import Request
from houndsman.errors import HoundsmanError
from houndsman.pytest_plugin import HUNTED, WIRE
from houndsman.session import Session

#: What a hunt comes to: the review's id and the run's number, or an error.
REVIEW, RUN, ERROR = "review", "run", "error"


def hunted(config: pytest.Config) -> dict[str, str]:
    """The hunt of this session: as the controller tells it, else made now, else as it was made before."""
    told = getattr(config, "workerinput", {}).get(WIRE)
    if isinstance(told, dict):
        return told
    if HUNTED not in config.stash:
        config.stash[HUNTED] = _hunt(config)
    return config.stash[HUNTED]


def request_of(config: pytest.Config, review: str | None = None) -> Request:
    """The request that pytest's options make: the current branch of the repository that the root folder is in."""
    variant = config.getoption("houndsman_variant") or None
    return Request(cwd=config.rootpath, environ=dict(os.environ), variant=variant, review=review)


def _hunt(config: pytest.Config) -> dict[str, str]:
    try:
        with Session(request_of(config)) as session:
            manifest = session.hunt().manifest
    except HoundsmanError as error:
        return {ERROR: str(error)}
    return {REVIEW: manifest.review_id, RUN: str(manifest.run)}
