"""Whether a watchdog came back with too little from where much may go wrong, so that another should look. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from houndsman.models.owed import Owed

#: The risk of a brief's files, added up, from which on a thin answer is doubted: that of one file with the most churn
#: that counts.
RISKY = 200

#: An answer is thin that leaves more than this share of what is owed without a proof.
_THIN_SHARE = 1 / 3


def why_thin(reply: Mapping[str, object], owed: Owed, still_open: Owed, risk: int) -> str:
    """Why another should look, in words that go on from "the first"; empty where nobody need.

    Args:
        reply: the answer.
        owed: the verdicts that were asked for.
        still_open: those of them that are not proved.
        risk: of the brief's files, added up.
    """
    if risk < RISKY:
        return ""
    asked, left = (len(each.checks) + len(each.rules) for each in (owed, still_open))
    if not reply.get("findings"):
        return f"found nothing in files whose risk adds up to {risk}"
    if asked and left > asked * _THIN_SHARE:
        return f"left {left} of {asked} questions open in files whose risk adds up to {risk}"
    return ""
