"""What prepare says of a change's purpose, on one line. Pure."""

from __future__ import annotations

from houndsman.models.business import BusinessSource, BusinessSummary


def must_dispatch(summary: BusinessSummary, text_files: int) -> bool:
    """Whether an agent must say what the change is for before it is reviewed.

    Args:
        summary: what is known.
        text_files: how many files of text the briefs show.
    """
    is_silent = not (summary.flows or summary.contracts or summary.invariants)
    return summary.source is BusinessSource.DETERMINISTIC and is_silent and text_files > 0


def status_line(summary: BusinessSummary, text_files: int) -> str:
    """Who says what the change is for, how much is known, and whether the intent step must be dispatched."""
    if must_dispatch(summary, text_files):
        why = f"nothing could be read off {_counted(text_files, 'text file')}"
        return f"intent: {summary.source}; {why}: dispatch the intent step (business-brief.md) before the briefs"
    counts = ", ".join(
        f"{count} {kind.removesuffix('s') if count == '1' else kind}" for kind, count in summary.counts.items()
    )
    if summary.source is not BusinessSource.DETERMINISTIC:
        why = f"the {summary.source} said what the change is for"
    elif text_files:
        why = "enough was read off the diff"
    else:
        why = "no text to review"
    return f"intent: {summary.source}; {counts}; intent step not needed: {why}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
