"""How a brief's room for diff is shared among its files. Pure.

Every file gets an equal share; what small files leave over goes to the others, most changed first. So one huge file
takes nothing from the many small ones beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from houndsman.models.change import Change, ChangedFile, FileKind
from houndsman.prompt.foreign import Shown, block, ours
from houndsman.prompt.redact import redact

#: Characters beyond a share that are looked at and not shown: a secret that is cut in half is no longer recognised.
_MARGIN = 8_192

_WITHOUT_TEXT = {
    FileKind.BINARY: "Binary file; its content is not shown.",
    FileKind.MODE_ONLY: "Only the file's mode changed.",
}


def shares(needs: Sequence[int], total: int, cap: int | None = None) -> list[int]:
    """How many characters each of several files gets.

    Args:
        needs: characters that each file could use, the most important file first.
        total: characters that there are.
        cap: at most this many for one file.
    """
    if not needs:
        return []
    wanted = [need if cap is None else min(need, cap) for need in needs]
    equal = total // len(wanted)
    given = [min(want, equal) for want in wanted]
    left = total - sum(given)
    for at, want in enumerate(wanted):
        more = min(want - given[at], left)
        given[at] += more
        left -= more
    return given


def excerpts(change: Change, files: Sequence[ChangedFile], total: int, cap: int | None) -> list[Shown]:
    """The excerpt of each file, in the order of `files`, `total` characters at most (headings not counted)."""
    by_churn = sorted(range(len(files)), key=lambda at: (-files[at].churn, files[at].path))
    # Bytes bound characters from above, and counting them needs no decoding of a huge patch.
    needs = [files[at].patch_end - files[at].patch_start for at in by_churn]
    given = dict(zip(by_churn, shares(needs, total, cap), strict=True))
    return [_excerpt(change, file, given[at]) for at, file in enumerate(files)]


def _excerpt(change: Change, file: ChangedFile, room: int) -> Shown:
    start, end = file.patch_start, file.patch_end
    if start == end or file.kind in _WITHOUT_TEXT:
        modes = f" ({file.old_mode} → {file.new_mode})" if file.old_mode != file.new_mode else ""
        return ours(_WITHOUT_TEXT.get(file.kind, "No line changed.") + modes)
    if end - start <= room:  # whole: redaction may make it longer, which is no reason to cut it
        return block(change.patch[start:end].decode("utf-8", "replace"), None, info="diff")
    # A character is at most four bytes.
    raw = change.patch[start : min(end, start + 4 * (room + _MARGIN))]
    goes_on = start + len(raw) < end
    text = redact(raw.decode("utf-8", "replace"))
    return block(text[:-_MARGIN] if goes_on else text, room, info="diff", goes_on=goes_on)
