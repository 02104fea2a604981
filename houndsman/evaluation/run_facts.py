"""How much of what it was asked a run did, and what it cost, from the artifacts that are kept of it.

In: a run's manifest, its `intake.json` and its `hunt-report.json`. Out: `Coverage` and `Spent`. Nothing fails: what an
artifact does not say is not known. A watchdog that is plain code uses no tokens; of any other nothing is known unless
its reply says it, and a sum that lacks one is no sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import ValidationError

from houndsman.compare.sides import Coverage, Spent
from houndsman.models.hunt_report import HuntReport
from houndsman.models.manifest import Manifest
from houndsman.models.reply import Usage
from houndsman.models.watchdog import CODE_AGENT

_NOTHING = Usage(tokens_in=0, tokens_out=0, tokens_cached=0, cost=0.0)


def coverage_of(manifest: Manifest, intake: object) -> Coverage:
    """What the watchdogs of the manifest read of their files."""
    told = _by_watchdog(intake)
    owed = {watchdog.id: frozenset(map(str, watchdog.files)) for watchdog in manifest.watchdogs}
    read = {name: owed[name] & _texts(told[name].get("reviewedFiles")) for name in owed if name in told}
    return Coverage(len(read), len(owed), sum(map(len, read.values())), sum(map(len, owed.values())))


def read_by_agents(manifest: Manifest, intake: object) -> frozenset[str]:
    """The files of a brief that somebody read; plain code reads what no brief holds, and says nothing by silence."""
    told = _by_watchdog(intake)
    briefs = [watchdog for watchdog in manifest.watchdogs if watchdog.agent != CODE_AGENT and watchdog.id in told]
    read = (frozenset(map(str, each.files)) & _texts(told[each.id].get("reviewedFiles")) for each in briefs)
    return frozenset().union(*read)


def spent_of(manifest: Manifest, intake: object, report: HuntReport | None = None) -> Spent:
    """What their replies say that they cost, and how long their sessions took, added up."""
    told = _by_watchdog(intake)
    usages = [_usage(told.get(watchdog.id, {}), watchdog.agent) for watchdog in manifest.watchdogs]
    return Spent(
        seconds=_seconds(manifest, report),
        tokens_in=_whole(usage.tokens_in for usage in usages),
        tokens_out=_whole(usage.tokens_out for usage in usages),
        tokens_cached=_whole(usage.tokens_cached for usage in usages),
        cost=_sum(usage.cost for usage in usages),
    )


def _seconds(manifest: Manifest, report: HuntReport | None) -> float | None:
    """Null where somebody answered a brief outside of any session: how long that took, nobody saw."""
    timed = {each.watchdog for each in report.watchdogs if each.passes} if report else set()
    briefs = {watchdog.id for watchdog in manifest.watchdogs if watchdog.agent != CODE_AGENT}
    return report.totals.seconds if report is not None and briefs and briefs <= timed else None


def _usage(told: Mapping[str, object], agent: str | None) -> Usage:
    try:
        return Usage.model_validate(told["usage"], by_alias=True)
    except (KeyError, ValidationError):
        return _NOTHING if agent == CODE_AGENT else Usage()


def _by_watchdog(intake: object) -> dict[str, Mapping[str, object]]:
    entries = intake.get("watchdogs") if isinstance(intake, dict) else None
    told = entries if isinstance(entries, list) else []
    return {str(entry["watchdog"]): entry for entry in told if isinstance(entry, dict) and "watchdog" in entry}


def _texts(value: object) -> frozenset[str]:
    return frozenset(map(str, value)) if isinstance(value, list) else frozenset()


def _sum(numbers: Iterable[float | None]) -> float | None:
    given = list(numbers)
    known = [number for number in given if number is not None]
    return sum(known) if len(known) == len(given) else None


def _whole(numbers: Iterable[int | None]) -> int | None:
    total = _sum(numbers)
    return None if total is None else int(total)
