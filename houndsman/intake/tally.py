"""How many of the verdicts that are owed came, and came with proof.

In: the ids that are owed, what was answered, and a `Prover`. Out: counts for checks and for rules, the ids that are
still open, by which the hunt asks again, and the gaps themselves. Answers of several sessions lie side by side: of one
id, a gap with proof counts before an ok with proof, so that nobody's ok hides another's gap; proof counts before `n/a`.
Nothing fails.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from houndsman.intake.proof import Prover
from houndsman.models.hunt_report import Gap, Tally
from houndsman.models.owed import Owed
from houndsman.models.reply import Verdict
from houndsman.models.watchdog import Watchdog

_LONGEST = 256  # characters of an id that are looked at: more than a rule's id may have, few enough for any pattern
_AROUND = " \t\r\n`*[](\"'"
_CHECK = re.compile(r"([a-z]+)[\s._#-]*0*(\d+)(?![\w-])")
_TITLED = re.compile(r"((?:[Rr]|#|[Rr]ule)?\s*\d{1,6})\s*[:.)–—-]\s*\S")


class Tallies(NamedTuple):
    """What one watchdog's reviewer answered of what it owes."""

    checks: Tally
    rules: Tally


def tally(
    owed: Owed, watchdog: Watchdog, checks: Sequence[Verdict], rules: Sequence[Verdict], prover: Prover
) -> Tallies:
    """The counts for one watchdog.

    Args:
        owed: the ids that an answer is owed for; any other id counts for nothing.
        watchdog: whose rules may be called by number or id.
        checks: verdicts on flows, invariants and checklist items, of all sessions together.
        rules: the same on rules.
        prover: which knows whether an `at` proves anything.
    """
    by_check, by_rule = _said(owed, watchdog, checks, rules)
    return Tallies(
        _counted(by_check, len(checks) - sum(map(len, by_check.values())), prover),
        _counted(by_rule, len(rules) - sum(map(len, by_rule.values())), prover),
    )


def pending(
    owed: Owed, watchdog: Watchdog, checks: Sequence[Verdict], rules: Sequence[Verdict], prover: Prover
) -> Owed:
    """What of `owed` is still open: neither verified nor answered with `n/a`. Arguments as of `tally`."""
    answered = tally(owed, watchdog, checks, rules, prover)
    return Owed(answered.checks.open, answered.rules.open)


def proved_gaps(
    owed: Owed, watchdog: Watchdog, checks: Sequence[Verdict], rules: Sequence[Verdict], prover: Prover
) -> tuple[Gap, ...]:
    """The gaps that `tally` counts, with the place as it was proved; equal ones once. Arguments as of `tally`."""
    gaps = []
    for answers in _said(owed, watchdog, checks, rules):
        for name, verdicts in answers.items():
            for each in verdicts:
                proof = prover.prove(each.at) if each.verdict == "gap" else None
                if proof is not None and proof.holds and proof.path is not None:
                    gaps.append(Gap(id=name, at=f"{proof.path.text}:{proof.line}", note=each.note))
    return tuple(dict.fromkeys(gaps))


def _said(
    owed: Owed, watchdog: Watchdog, checks: Sequence[Verdict], rules: Sequence[Verdict]
) -> tuple[Mapping[str, list[Verdict]], Mapping[str, list[Verdict]]]:
    """By id that is owed, the verdicts on it: of checks, and of rules."""
    return (
        _by_id(owed.checks, [(_check_called(each.id), each) for each in checks]),
        _by_id(owed.rules, [(_rule_called(each.id, watchdog), each) for each in rules]),
    )


def _by_id(owed: Sequence[str], named: Sequence[tuple[str, Verdict]]) -> Mapping[str, list[Verdict]]:
    found: dict[str, list[Verdict]] = {each: [] for each in owed}
    for name, verdict in named:
        if name in found:
            found[name].append(verdict)
    return found


def _counted(said: Mapping[str, Sequence[Verdict]], unknown: int, prover: Prover) -> Tally:
    verified = gaps = not_applicable = unproven = 0
    still_open = []
    for name, verdicts in said.items():
        claims = [each for each in verdicts if each.verdict != "n/a"]
        proven = {each.verdict for each in claims if prover.prove(each.at).holds}
        if proven:
            verified += 1
            gaps += "gap" in proven
        elif len(claims) < len(verdicts):
            not_applicable += 1
        else:
            unproven += bool(claims)
            still_open.append(name)
    return Tally(
        expected=len(said),
        verified=verified,
        missing=len(still_open),
        not_applicable=not_applicable,
        gaps=gaps,
        unproven=unproven,
        unknown=unknown,
        open=tuple(still_open),
    )


def _check_called(name: str) -> str:
    """The id that `name` spells: `c1`, `C 1`, `C-01` and `C1: its words` are `C1`."""
    found = _CHECK.match(_bare(name).casefold())
    return name if found is None else f"{found[1].upper()}{found[2]}"


def _rule_called(name: str, watchdog: Watchdog) -> str:
    """The number, as text, of the rule that `name` spells: `3`, `R3`, `R 3`, `3. Its title`, or its id."""
    words = _bare(name)
    if words in {str(rule.number) for rule in watchdog.rules}:  # as asked, though another rule's id may be a number
        return words
    titled = _TITLED.match(words)
    spellings = (words, "".join(words.split()), "".join(titled[1].split()) if titled else "")
    rules = (watchdog.rule_named(each) for each in spellings if each)
    return next((str(rule.number) for rule in rules if rule is not None), name)


def _bare(name: str) -> str:
    return name.strip(_AROUND)[:_LONGEST]
