"""What is kept of an agent's words is everything but their secrets."""

from __future__ import annotations

from houndsman.finalize.without_secrets import data_without_secrets, finding_without_secrets
from houndsman.models.finding import Finding, Note, Side
from houndsman.models.repo_path import RepoPath

# Put together here, so that no scanner finds it here.
KEY = "AKIA" + "QYLPMN5HHHFPZAM2"
GONE = "[redacted:aws-access-key]"


def test_a_findings_words_lose_their_secrets_and_its_place_stays() -> None:
    finding = Finding(
        watchdog="general",
        index=0,
        path=RepoPath(KEY.encode()),
        line=3,
        end_line=4,
        side=Side.NEW,
        rule="logic:leak",
        message=f"{KEY} leaks",
        action=f"Revoke {KEY}",
        quote=KEY,
        severity_claimed=KEY,
        notes=(Note(code="seen", text=KEY),),
    )
    kept = finding_without_secrets(finding)
    words = (kept.message, kept.action, kept.quote, kept.severity_claimed, kept.notes[0].text)
    assert words == (f"{GONE} leaks", f"Revoke {GONE}", GONE, GONE, GONE)
    assert (kept.path, kept.line, kept.end_line, kept.rule) == (finding.path, 3, 4, "logic:leak")
    assert finding_without_secrets(kept) == kept, "a second finalize finds the same"


def test_plain_data_keeps_its_shape() -> None:
    told = {"a": [KEY, 1, None, {"b": f"x {KEY}"}], "c": True, "d": 1.5}
    assert data_without_secrets(told) == {"a": [GONE, 1, None, {"b": f"x {GONE}"}], "c": True, "d": 1.5}
