"""SARIF 2.1.0, the format of static analysis.

In: a log, and the least rank and level that are asked for. Out: a finding for each result that reports a defect, in the
file's order. Left out with a remark are results that report none (`kind` is `pass`, `notApplicable` or
`informational`), those that only the baseline had (`baselineState` is `absent`) and those that are no objects. A
*suppressed* result is a finding, with its `suppressions` under `extra`: the tool found it, and a comment in the code
under review must not hide it from whoever measures the tool.

Another version, a log without `runs`, and a run that does not say what it found (it failed, or its results stand in
another file) raise `ForeignFormatError`: none of them means "nothing found".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from houndsman.exchange.json_text import as_list, as_number, as_object, as_text, load
from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Text
from houndsman.exchange.sarif_places import Places, ResultPlace
from houndsman.exchange.sarif_rules import Rule, Rules, category_of, taxon
from houndsman.exchange.severity import severity_named
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

VERSION = "2.1.0"

# Characters at both ends of a text that tell what it is: some tools write `version` last.
_HEAD = 65_536
_TAIL = 512
_SCHEMA = re.compile(r'\s*\{.*?"\$schema"\s*:\s*"[^"]*sarif', re.DOTALL | re.IGNORECASE)
_RUNS = re.compile(r'\s*\{.*?"runs"\s*:', re.DOTALL)
_VERSION = re.compile(r'"version"\s*:\s*"\d+\.\d+\.\d+')

_NO_DEFECT = frozenset({"pass", "notApplicable", "informational"})
_OWN_WORDS: Mapping[str, Severity | None] = {"none": None}
_READ = frozenset({"ruleId", "ruleIndex", "rule", "level", "message", "locations", "guid"})

_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{(\d{1,4})\}")
_EMBEDDED_LINK = re.compile(r"(?<!\\)\[([^\[\]\\]*)\]\(\d+\)")


def recognises(text: Text) -> bool:
    """Whether the ends of the text hold what a log has: its schema, or `runs` and a version; of any version."""
    head, tail = text.text[:_HEAD], text.text[-_TAIL:]
    if _SCHEMA.match(head):
        return True
    return bool(_RUNS.match(head) and (_VERSION.search(head) or _VERSION.search(tail)))


def read(text: Text, options: ReadOptions) -> Iterator[ForeignFinding]:
    """The findings of all runs."""
    log = as_object(load(text))
    version, runs = log.get("version"), log.get("runs")
    if version != VERSION:
        said = f"SARIF of version {version!r}" if isinstance(version, str) else "a log without a `version`"
        raise ForeignFormatError(
            f"{said}, and only {VERSION} is read", where=text.name, hint=f"let the tool write SARIF {VERSION}"
        )
    if not isinstance(runs, list):
        raise ForeignFormatError("a SARIF log without `runs`", where=text.name, hint="run the tool again")
    for index, run in enumerate(runs):
        yield from _run(as_object(run), f"{text.name}: runs[{index}]", options)


def _run(run: Mapping[str, object], where: str, options: ReadOptions) -> Iterator[ForeignFinding]:
    results = _results(run, where, options)
    rules, places = Rules(run), Places(run)
    for index, result in enumerate(results):
        source = f"{where}.results[{index}]"
        if not isinstance(result, dict):
            options.remark("no-finding", "results that are no objects, left out", source)
        elif as_text(result.get("kind")) in _NO_DEFECT:
            options.remark("no-defect", "results that report no defect (pass, notApplicable, …), left out", source)
        elif result.get("baselineState") == "absent":
            options.remark("gone-since-baseline", "results that only the baseline had, left out", source)
        else:
            rule = rules.of(result)
            severity = _severity(result, rule)
            if _is_asked_for(result, rule, severity, options):
                yield _finding(result, rule, severity, source, places)


def _results(run: Mapping[str, object], where: str, options: ReadOptions) -> list[object]:
    """The results of a run that says what it found."""
    results = run.get("results")
    elsewhere = as_list(as_object(run.get("externalPropertyFileReferences")).get("results"))
    if elsewhere:
        raise ForeignFormatError(
            "the results stand in other files", where=where, hint="let the tool write one file, with inline results"
        )
    if not isinstance(results, list):
        raise ForeignFormatError(
            "a run without `results`, which is how a tool says that it did not get so far",
            where=where,
            hint="run the tool again; a run that found nothing has an empty list",
        )
    invocations = [as_object(each) for each in as_list(run.get("invocations"))]
    if any(each.get("executionSuccessful") is False for each in invocations):
        if not results:
            raise ForeignFormatError(
                "the tool says that it failed, and reports nothing",
                where=where,
                hint="see what it printed, and run it again",
            )
        options.remark(
            "tool-failed", "runs whose tool says that it failed, which may have found less than there is", where
        )
    return results


def _severity(result: Mapping[str, object], rule: Rule) -> Severity | None:
    """The level: the result's own, else its rule's, else `warning`; none where the result is no plain failure."""
    own = as_text(result.get("level"))
    if own is None and result.get("kind", "fail") == "fail":
        own = rule.level or "warning"
    return severity_named(own, _OWN_WORDS)


def _is_asked_for(result: Mapping[str, object], rule: Rule, severity: Severity | None, options: ReadOptions) -> bool:
    if options.min_level is not None and (severity is None or not severity.at_least(options.min_level)):
        return False
    rank = as_number(result.get("rank"))
    rank = rule.rank if rank is None else rank
    # Negative is how the format says "no rank".
    return options.min_rank is None or rank is None or rank < 0 or rank >= options.min_rank


def _finding(
    result: Mapping[str, object], rule: Rule, severity: Severity | None, source: str, places: Places
) -> ForeignFinding:
    locations = as_list(result.get("locations"))
    at = _first_place(locations, places)
    extra = {key: value for key, value in result.items() if key not in _READ}
    if len(locations) > 1:
        extra["locations"] = locations
    return ForeignFinding(
        file=at.file,
        line=at.line,
        end_line=at.end_line,
        rule=rule.id,
        message=_message(as_object(result.get("message")), rule),
        action=_action(result),
        quote=at.quote,
        severity=severity,
        category=_category(result) or rule.category,
        id=as_text(result.get("guid")),
        source=source,
        extra=extra,
    )


def _first_place(locations: Sequence[object], places: Places) -> ResultPlace:
    """The first location in a file; the others say more about the same defect."""
    found = (places.of(as_object(location)) for location in locations)
    return next((place for place in found if place.file is not None), ResultPlace())


def _message(message: Mapping[str, object], rule: Rule) -> str:
    """The words of a result, with its arguments in their places; without any, what the rule is about."""
    named = as_object(rule.messages.get(as_text(message.get("id")) or ""))
    words = _words(message) or _words(named) or rule.title
    arguments = as_list(message.get("arguments"))
    if arguments:
        words = _PLACEHOLDER.sub(lambda found: _filled(found, arguments), words)
    return _EMBEDDED_LINK.sub(r"\1", words)


def _words(message: Mapping[str, object]) -> str:
    return as_text(message.get("text")) or as_text(message.get("markdown")) or ""


def _filled(found: re.Match[str], arguments: Sequence[object]) -> str:
    if found[1] is None:
        return found[0][0]  # a brace that stands for itself is doubled
    number = int(found[1])
    return str(arguments[number]) if number < len(arguments) else found[0]


def _action(result: Mapping[str, object]) -> str:
    """What the first fix does, in the tool's words."""
    fixes = as_list(result.get("fixes"))
    return _words(as_object(as_object(fixes[0]).get("description"))) if fixes else ""


def _category(result: Mapping[str, object]) -> str | None:
    taxa = (taxon(as_object(reference)) for reference in as_list(result.get("taxa")))
    return next(filter(None, taxa), None) or category_of(result)


READER = Reader("sarif", "SARIF 2.1.0 (CodeQL, semgrep, ruff, eslint, clang, and most others)", recognises, read)
