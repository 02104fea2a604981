"""Which rule a finding breaks, and what it may harm.

In: the values of `rule` and `impactClass` and the watchdog that was asked. Out: the rule's global id, or a name for a
finding without one, with notes. A rule id that nobody declares is kept as it is: it is a scanner's code, or the next
reader's clue. Nothing fails.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from houndsman.intake.notes import Repair, note
from houndsman.models.finding import EMERGENT, Note
from houndsman.models.severity import IMPACT_SEVERITY
from houndsman.models.watchdog import Rule, Watchdog

#: What stands for the impact class where it is missing or unknown.
UNCLASSIFIED = "unclassified"

_MAX_RULE = 200  # characters, as in a declaration
_NO_RULE = frozenset({"", "-", "none", "null", "n/a", "na", "emergent"})
_FAMILIES = {"logic": "logic", "logica": "logic", "domain": "domain", "dominio": "domain"}
_NUMBER = re.compile(r"(?:[Rr]|#|[Rr]ule\s*)?(\d{1,6})\Z")
_LEADING = re.compile(r"((?:[Rr]|#|[Rr]ule\s*)?\d{1,6})\s*[:.)–—-]\s*\S")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\s]+")
_NOT_SLUG = re.compile(r"[\W_]+")


class Breach(NamedTuple):
    """What a finding is held against."""

    rule: str
    """A rule's id, a scanner's code, `logic:<slug>`, `domain:<slug>` or `emergent/<impactClass>`."""
    impact_class: str | None
    """One of the known classes."""
    notes: tuple[Note, ...] = ()

    @property
    def has_rule(self) -> bool:
        """Whether a rule was named."""
        return not self.rule.startswith(EMERGENT)


def breach(rule: object, impact: object, watchdog: Watchdog) -> Breach:
    """The rule that the values of `rule` and `impactClass` name."""
    harm, notes = impact_class(impact)
    name, more = _rule_name(rule, watchdog)
    if name is not None and name.casefold().startswith(EMERGENT):
        harm, name = harm or impact_class(name[len(EMERGENT) :])[0], None
    return Breach(name or EMERGENT + (harm or UNCLASSIFIED), harm, (*notes, *more))


def impact_class(value: object) -> tuple[str | None, tuple[Note, ...]]:
    """The known impact class that `value` names, or None."""
    if value is None or value == "":
        return None, ()
    if isinstance(value, str):
        if value in IMPACT_SEVERITY:
            return value, ()
        found = slug(value)
        if found in IMPACT_SEVERITY:
            return found, (note(Repair.IMPACT_SPELLING, value, found),)
    return None, (note(Repair.IMPACT_UNKNOWN, value),)


def slug(text: str) -> str:
    """`text` in lower case without accents, its words joined by `-`; letters of any script stay."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return _NOT_SLUG.sub("-", unicodedata.normalize("NFC", plain).casefold()).strip("-")


def _rule_name(value: object, watchdog: Watchdog) -> tuple[str | None, tuple[Note, ...]]:
    if value is None:
        return None, ()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return _numbered(value, watchdog)
    if not isinstance(value, str):
        return None, (note(Repair.RULE_NOT_TEXT, value),)
    text = _CONTROL.sub(" ", value).strip()
    if text.casefold() in _NO_RULE:
        return None, ()
    declared = _declared(text, watchdog)
    if declared is not None:
        return declared.id, _how_found(value, declared)
    # A scanner's `R0903` is its code; in an agent's words it is a number that the brief does not have.
    if _NUMBER.match(text) and not watchdog.is_code_only:
        return None, (note(Repair.RULE_UNKNOWN_NUMBER, text),)
    named = _family(text) or text[:_MAX_RULE]
    return named, () if named == value else (note(Repair.RULE_SPELLING, value, named),)


def _numbered(number: int, watchdog: Watchdog) -> tuple[str | None, tuple[Note, ...]]:
    rule = watchdog.rule_named(number)
    if rule is None:
        return None, (note(Repair.RULE_UNKNOWN_NUMBER, str(number)),)
    return rule.id, (note(Repair.RULE_BY_NUMBER, str(number), rule.id),)


def _declared(text: str, watchdog: Watchdog) -> Rule | None:
    """The rule of this id or number; else of this id in other case; else of the number in front, as in `3. Title`."""
    by_id = next((rule for rule in watchdog.rules if rule.id == text), None)
    if by_id is not None:
        return by_id
    if watchdog.is_code_only:
        return None  # its codes are a scanner's, where R0001 is no rule number and case tells two apart
    folded = text.casefold()
    leading = _LEADING.match(text)
    return (
        watchdog.rule_named(text)
        or next((rule for rule in watchdog.rules if rule.id.casefold() == folded), None)
        or (watchdog.rule_named(leading[1]) if leading else None)
    )


def _how_found(value: str, rule: Rule) -> tuple[Note, ...]:
    if value == rule.id:
        return ()
    by_number = _NUMBER.match(value.strip()) or _LEADING.match(value.strip())
    return (note(Repair.RULE_BY_NUMBER if by_number else Repair.RULE_SPELLING, value, rule.id),)


def _family(text: str) -> str | None:
    """`logic:<slug>` or `domain:<slug>` for the rules of `general`, in any of their spellings."""
    head, colon, tail = text.partition(":")
    family = _FAMILIES.get(slug(head)) if colon else None
    if family is None:
        return None
    name = slug(tail)[: _MAX_RULE - len(family) - 1]
    return f"{family}:{name}" if name else EMERGENT + UNCLASSIFIED
