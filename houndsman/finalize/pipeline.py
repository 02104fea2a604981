"""A run's replies to the review after it: one stage after the other, models in, models out.

In: `FinalizeInput`. Out: `Outcome`. The stages are intake, anchor, severity, exact merge, carry
over, near-duplicate groups (whose labels outlive a run), triage, the plugins' notes, and the summary. A reply that is
missing or cannot be read makes the run incomplete and nothing else: the others' findings are kept, and nothing of the
missing watchdog becomes `done`. The same input gives the same outcome, also when what comes out is stored and the run
is finalized again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from houndsman.finalize.anchor import anchor_findings
from houndsman.finalize.carry_over import carry_over
from houndsman.finalize.caveat import caveat_of
from houndsman.finalize.coverage import NO_FILE_REASON, coverage_of, incomplete_reasons
from houndsman.finalize.dedupe import merge_findings
from houndsman.finalize.groups import grouped
from houndsman.finalize.hunt_report import hunt_report
from houndsman.finalize.ids import shortest_ids, to_item
from houndsman.finalize.inputs import FinalizeInput
from houndsman.finalize.outcome import Outcome, verdict_of
from houndsman.finalize.severity import weigh_findings
from houndsman.finalize.source_lines import SourceLines
from houndsman.finalize.summary import SummaryInput, render_summary
from houndsman.finalize.triage import Hunt, Triaged, review_order, triage
from houndsman.finalize.without_secrets import finding_without_secrets, note_without_secrets
from houndsman.intake.context import Intake, IntakeContext
from houndsman.intake.loads import BadReply
from houndsman.intake.read import read_reply
from houndsman.models.classification import declared
from houndsman.models.finding import Finding, MergedFinding
from houndsman.models.manifest import NOTHING_TO_REVIEW
from houndsman.models.triage import Sighting, StoredFinding
from houndsman.models.watchdog import GENERAL


def finalize(inputs: FinalizeInput) -> Outcome:
    """The review after the run of `inputs.manifest`."""
    replies = read_replies(inputs)
    lines = SourceLines(inputs.sources, inputs.change)
    findings = [finding for intake in replies.intakes.values() for finding in intake.findings]
    merged = merge_run(findings, inputs, lines)
    hunt = _hunt(inputs, replies)
    carried = grouped(carry_over(merged, inputs.stored, hunt.sighting.sha, inputs.carrier, lines))
    triaged = triage(carried, inputs.decisions, hunt)
    ids = shortest_ids(
        (item.fingerprint for item in (*triaged.present, *triaged.absent)), inputs.repository_fingerprints
    )
    present = annotated(triaged.present, inputs, ids)
    review = tuple(sorted((*present, *triaged.absent), key=review_order))
    return _outcome(inputs, replies, triaged, review, ids)


class Replies(NamedTuple):
    """What came back."""

    intakes: dict[str, Intake]
    """By watchdog, in the order of the classification: what could be read."""
    missing: dict[str, str]
    """By watchdog: why there is nothing to read, or why what was read is not the whole answer."""
    unexpected: tuple[str, ...]


def read_replies(inputs: FinalizeInput) -> Replies:
    """Read every findings file that is owed. A hunt that failed counts as missing even where it left one."""
    intakes: dict[str, Intake] = {}
    missing: dict[str, str] = {}
    for assignment in inputs.classification.assignments:
        name = assignment.watchdog.id
        if name in inputs.failures:
            missing[name] = inputs.failures[name]
        raw = inputs.replies.get(name)
        if raw is None:
            missing.setdefault(name, NO_FILE_REASON)
            continue
        context = IntakeContext(assignment.watchdog, assignment.files, inputs.sources, inputs.roots)
        try:
            intakes[name] = read_reply(raw, context)
        except BadReply as error:
            missing.setdefault(name, f"{error.where}: {error.what}")
    owed = frozenset(inputs.classification.expected)
    return Replies(intakes, missing, tuple(sorted(inputs.replies.keys() - owed)))


def merge_run(findings: Sequence[Finding], inputs: FinalizeInput, lines: SourceLines) -> list[MergedFinding]:
    """The run's findings at their proved places, weighed, and merged where equal."""
    anchored = anchor_findings(findings, inputs.change, lines)
    kept = [finding_without_secrets(finding) for finding in anchored]
    return merge_findings(weigh_findings(kept, {each.id: each for each in inputs.classification.declared}))


def annotated(
    present: Sequence[StoredFinding], inputs: FinalizeInput, ids: Mapping[str, str]
) -> tuple[StoredFinding, ...]:
    """The run's records with the plugins' notes after their own."""
    if inputs.annotate is None:
        return tuple(present)
    result = []
    for item in present:
        short_id = ids[item.fingerprint]
        notes = inputs.annotate(to_item(item, inputs.decisions.get(item.fingerprint), short_id))
        result.append(replace(item, notes=(*item.notes, *map(note_without_secrets, notes))) if notes else item)
    return tuple(result)


def _hunt(inputs: FinalizeInput, replies: Replies) -> Hunt:
    return Hunt(
        sighting=Sighting(run=inputs.manifest.run, sha=inputs.manifest.target.head),
        watchdogs=declared(inputs.classification.assignments),
        reviewed={
            name: frozenset(intake.reviewed) for name, intake in replies.intakes.items() if name not in replies.missing
        },
        missing=frozenset(replies.missing),
        changed=frozenset(path for file in inputs.change.files for path in (file.path, file.path_at_base)),
        recognised=inputs.recognised,
        imported=inputs.imported,
    )


def _outcome(
    inputs: FinalizeInput,
    replies: Replies,
    triaged: Triaged,
    review: tuple[StoredFinding, ...],
    ids: dict[str, str],
) -> Outcome:
    manifest, classification = inputs.manifest, inputs.classification
    coverage = coverage_of(classification, replies.intakes, replies.missing, inputs.imported)
    incomplete = incomplete_reasons(
        manifest, classification, coverage, inputs.plugin_failures(), allow_missing=inputs.allow_missing
    )
    verdict = verdict_of(
        review,
        incomplete=bool(incomplete),
        nothing_to_review=manifest.status == NOTHING_TO_REVIEW,
        nothing_in_scope=classification.nothing_in_scope,
    )
    refusals = tuple(refusal for intake in replies.intakes.values() for refusal in intake.refusals)
    general = replies.intakes.get(GENERAL)
    told = None if general is None else general.business_summary
    business = None if inputs.purpose is None else inputs.purpose(told)
    report = hunt_report(inputs, replies.intakes, coverage, business)
    caveat = caveat_of(verdict, report, classification)
    summary = render_summary(
        SummaryInput(
            manifest=manifest,
            classification=classification,
            business=None if business is None else business.summary,
            told=told,
            verdict=verdict,
            caveat=caveat,
            incomplete=incomplete,
            report=report,
            unexpected=replies.unexpected,
            findings=review,
            refused=len(refusals),
        )
    )
    return Outcome(
        findings=review,
        observations=triaged.observations,
        refusals=refusals,
        intakes=tuple(replies.intakes.values()),
        coverage=coverage,
        incomplete=incomplete,
        unexpected=replies.unexpected,
        lapsed=triaged.lapsed,
        reasons=triaged.reasons,
        reply_hashes={name: sha256(inputs.replies[name]).hexdigest() for name in replies.intakes},
        ids=ids,
        verdict=verdict,
        caveat=caveat,
        report=report,
        business=None if business is None else business.summary,
        summary=summary,
    )
