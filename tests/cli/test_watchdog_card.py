"""What `watchdogs show` says is what a watchdog declares, in the words of its brief."""

from __future__ import annotations

from houndsman.cli.watchdog_card import answered_by, card, guarded
from houndsman.cli.watchdog_sources import Source
from houndsman.hook_relay import PluginInfo
from houndsman.models.config import Budgets
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Rule, Watchdog
from houndsman.testing import Kennel

PATHS = [RepoPath(raw) for raw in (b"a.py", b"old/b.py", b"c.md", b"\xff.py")]

PAY = Watchdog(
    id="pay",
    title="Money is\x1b exact",
    paths=("*.py",),
    exclude=("old/",),
    rules=(
        Rule(id="pay/log", number=2, title="No token", severity=Severity.NIT, text="Not even\ncut.", match=("F8*",)),
        Rule(id="pay/`tick`", number=1, title="Round once", severity=Severity.BLOCKING),
    ),
    checklist=("What if it is late?",),
    guidance="Amounts are exact.",
    agent="claude",
    max_files_per_brief=12,
)


def _card(watchdog: Watchdog, plugin: PluginInfo | None = None, file: str = "pay.md") -> list[str]:
    return list(card(Source(watchdog, plugin, file), PATHS, Budgets()))


def test_everything_that_is_declared_is_shown() -> None:
    assert "\n".join(_card(PAY)).split("\n") == [
        "pay: Money is\\x1b exact",
        "  from      pay.md",
        "  answers   claude: it gets a brief",
        "  guards    *.py",
        "  but not   old/",
        "  here      2 of 4 files",
        "  budget    12 files a brief, the riskiest first; 6 to 14 reads and as many searches beyond the brief",
        "",
        "Rules",
        "",
        "1. **Round once** (`` pay/`tick` ``, blocking)",
        "2. **No token** (`pay/log`, nit)",
        "   scanner's codes: F8*",
        "",
        "   Not even",
        "   cut.",
        "",
        "Checklist",
        "",
        "- C1 What if it is late?",
        "",
        "Guidance",
        "",
        "Amounts are exact.",
    ]


def test_a_watchdog_of_code_has_no_brief() -> None:
    plugin = PluginInfo("watch", "acme", "2.5", "acme/watch.py")
    shown = _card(Watchdog(id="watch", title="Watch", agent="code", sees_excluded=True), plugin, "acme/watch.py")
    assert shown == [
        "watch: Watch",
        "  from      plugin watch (acme 2.5)",
        "  file      acme/watch.py",
        "  answers   code: the plugin's own; no brief is written",
        "  guards    **",
        "  here      4 of 4 files",
        "  sees      also files that briefs leave out",
        "  budget    all files that it guards",
    ]


def test_general_guards_everything_with_a_budget_of_its_own() -> None:
    general = Watchdog(id="general", title="General")
    assert guarded(general, PATHS) == PATHS
    assert "  budget    10 to 24 reads and as many searches beyond the brief" in _card(general)


def test_who_answers() -> None:
    assert [answered_by(Watchdog(id="a", title="A", agent=agent)) for agent in ("code", "claude", None)] == [
        "code",
        "claude",
        "any agent",
    ]


MARKDOWN = """\
---
title: Money is exact
rules:
  - {id: money/once, title: Round `once`, severity: blocking, text: At the end.}
checklist: ["What if it is *late*?"]
---
Amounts are **exact**.
"""


def test_the_words_are_those_of_the_brief(kennel: Kennel) -> None:
    kennel.repository.write(".houndsman/watchdogs/money.md", MARKDOWN)
    kennel.change({"a.py": ("1\n", "2\n")})
    brief = kennel.brief("money")
    shown = kennel.houndsman("watchdogs", "show", "money").out
    for line in ("1. **Round `once`** (`money/once`, blocking)", "At the end.", "Amounts are **exact**."):
        assert line in brief and line in shown, line
    assert "- **C1** What if it is *late*?" in brief
    assert "- C1 What if it is *late*?" in shown
