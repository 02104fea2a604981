"""A rule that is said again is found, whatever the form; what only shares a word or denies it is not."""

from __future__ import annotations

import pytest

from houndsman.cli.watchdog_repeats import repeats, sentences
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Rule, Watchdog
from houndsman.plugin_manager import load_plugins


def _watchdog(rule: str, checklist: str = "", guidance: str = "", text: str = "") -> Watchdog:
    rules = (
        Rule(id="pay/other", number=1, title="Refunds are booked on the day of the sale", severity=Severity.NIT),
        Rule(id="pay/rule", number=2, title=rule, severity=Severity.NIT, text=text),
    )
    return Watchdog(id="pay", title="Pay", rules=rules, checklist=(checklist or "?",), guidance=guidance)


@pytest.mark.parametrize(
    ("rule", "again"),
    [
        (
            "A call that moves money carries an idempotency key",
            "Does every call that moves money carry an idempotency key?",
        ),
        ("No card number and no token reaches a log", "No card number may reach a log, and no token."),
        ("Every lock is released on every path", "Is a lock released on every path, also when the call raises?"),
        ("Each amount is an exact decimal", "Is every amount an exact decimal?"),
    ],
)
def test_a_rule_said_again_is_found_in_both_places(rule: str, again: str) -> None:
    (found,) = repeats(_watchdog(rule, again))
    assert (found.rule.id, found.key, found.sentence) == ("pay/rule", ("checklist", 0), again)
    assert 75 <= found.alike <= 100
    (found,) = repeats(_watchdog(rule, guidance=f"The gateway repeats itself.\n\n- {again}\n- And more of this kind."))
    assert (found.rule.id, found.key, found.sentence) == ("pay/rule", ("guidance",), again)


@pytest.mark.parametrize(
    ("rule", "other"),
    [
        (
            "A call that moves money carries an idempotency key",
            "What happens when the gateway answers after our timeout?",
        ),
        ("A call that moves money carries an idempotency key", "Look for calls that move money without a key."),
        ("No card number and no token reaches a log", "Logs are kept for a year, and all of support can read a log."),
        ("A public function names the errors that it raises", "Read each public function as its caller would."),
        ("Log no token", "Log every token?"),
    ],
)
def test_what_is_merely_near_is_not(rule: str, other: str) -> None:
    assert list(repeats(_watchdog(rule, other, other))) == []


def test_the_text_of_a_rule_counts_too() -> None:
    (found,) = repeats(
        _watchdog("Logs", "Is a token never written to a log file?", text="A token is never written to a log file.")
    )
    assert found.rule.id == "pay/rule"


def test_sentences_are_those_of_markdown() -> None:
    text = "One. Two\ngoes on?\n\n- Three\n  goes on\n* Four\n1. Five"
    assert sentences(text) == ["One.", "Two goes on?", "Three goes on", "Four", "Five"]
    assert sentences("") == []


def test_the_built_in_watchdogs_say_everything_once() -> None:
    from houndsman.models.config import Config

    found = load_plugins().collect_lists("houndsman_watchdogs", Watchdog, config=Config())
    assert len(found) >= 8
    assert [repeat for _, watchdog in found for repeat in repeats(watchdog)] == []
