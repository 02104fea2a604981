"""What a SARIF run says about its rules, found from a result.

In: one entry of `runs`. Out: for a result, its rule's id and what the rule's descriptor adds: level, rank, texts,
category. Descriptors stand in the tool's driver or its extensions and are found by index or by id (SARIF 2.1.0,
sections 3.27.5 to 3.27.7, 3.52.4 and 3.54). A rule without a descriptor is one about which nothing more is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from houndsman.exchange.cwe import cwe_named, cwe_numbered
from houndsman.exchange.json_text import as_list, as_number, as_object, as_text


@dataclass(frozen=True, slots=True)
class Rule:
    """What is known of the rule that a result breaks."""

    id: str | None
    level: str | None = None
    """Of its default configuration."""
    rank: float | None = None
    title: str = ""
    """Its short description."""
    category: str | None = None
    messages: Mapping[str, object] = field(default_factory=dict)
    """Message strings by id, those of the whole tool component included."""


class Rules:
    """The rules of one run."""

    def __init__(self, run: Mapping[str, object]) -> None:
        tool = as_object(run.get("tool"))
        self._driver = _Component(as_object(tool.get("driver")))
        self._extensions = [_Component(as_object(each)) for each in as_list(tool.get("extensions"))]

    def of(self, result: Mapping[str, object]) -> Rule:
        """The rule that `result` breaks."""
        reference = as_object(result.get("rule"))
        component = self._component(as_object(reference.get("toolComponent")))
        rule_id = as_text(result.get("ruleId")) or as_text(reference.get("id"))
        index = as_number(result.get("ruleIndex", reference.get("index")))
        rule = component.rule(rule_id, index)
        if rule is None and rule_id is not None:  # many tools name an extension's rule and not the extension
            rule = next(filter(None, (each.rule(rule_id, None) for each in self._extensions)), None)
        if rule is None:
            return Rule(rule_id, messages=component.messages)
        return rule if rule_id in (None, rule.id) else _renamed(rule, rule_id)

    def _component(self, reference: Mapping[str, object]) -> _Component:
        if not reference:
            return self._driver
        index = as_number(reference.get("index"))
        if index is not None:
            return self._extensions[int(index)] if 0 <= index < len(self._extensions) else self._driver
        names = {reference[key] for key in ("guid", "name") if isinstance(reference.get(key), str)}
        return next((each for each in self._extensions if names & each.names), self._driver)


class _Component:
    """The driver or an extension; a descriptor is read when the first result asks for it."""

    def __init__(self, component: Mapping[str, object]) -> None:
        self.names = {component[key] for key in ("guid", "name") if isinstance(component.get(key), str)}
        self.messages = as_object(component.get("globalMessageStrings"))
        self._descriptors = [as_object(each) for each in as_list(component.get("rules"))]
        self._places: dict[str, int] = {}
        for place, descriptor in enumerate(self._descriptors):
            if name := as_text(descriptor.get("id")):
                self._places.setdefault(name, place)
        self._rules: dict[int, Rule] = {}

    def rule(self, rule_id: str | None, index: float | None) -> Rule | None:
        place = self._place(rule_id, index)
        if place is None:
            return None
        if place not in self._rules:
            self._rules[place] = _rule(self._descriptors[place], self.messages)
        return self._rules[place]

    def _place(self, rule_id: str | None, index: float | None) -> int | None:
        if index is not None and 0 <= index < len(self._descriptors):
            return int(index)
        while rule_id:
            if rule_id in self._places:
                return self._places[rule_id]
            rule_id = rule_id.rpartition("/")[0]  # `CA1000/1` is a case of the rule `CA1000`
        return None


def _rule(descriptor: Mapping[str, object], shared: Mapping[str, object]) -> Rule:
    default = as_object(descriptor.get("defaultConfiguration"))
    return Rule(
        id=as_text(descriptor.get("id")),
        level=as_text(default.get("level")),
        rank=as_number(default.get("rank")),
        title=as_text(as_object(descriptor.get("shortDescription")).get("text")) or "",
        category=category_of(descriptor) or next(_related(descriptor), None),
        messages={**shared, **as_object(descriptor.get("messageStrings"))},
    )


def _renamed(rule: Rule, rule_id: str | None) -> Rule:
    return Rule(rule_id, rule.level, rule.rank, rule.title, rule.category, rule.messages)


def category_of(holder: Mapping[str, object]) -> str | None:
    """The category that the properties of a result or of a rule's descriptor give, a CWE before any other word."""
    properties = as_object(holder.get("properties"))
    cwe = properties.get("cwe")
    for value in as_list(cwe) or [cwe]:
        if named := cwe_numbered(value):
            return named
    tagged = next(filter(None, map(cwe_named, as_list(properties.get("tags")))), None)
    return tagged or as_text(properties.get("category"))


def taxon(reference: Mapping[str, object]) -> str | None:
    """The CWE that a reference to an entry of a taxonomy names."""
    component = as_text(as_object(reference.get("toolComponent")).get("name")) or ""
    word = reference.get("id")
    return cwe_numbered(word) if component.casefold() == "cwe" else cwe_named(word)


def _related(descriptor: Mapping[str, object]) -> Iterator[str]:
    for relationship in map(as_object, as_list(descriptor.get("relationships"))):
        if "incomparable" not in as_list(relationship.get("kinds")):
            named = taxon(as_object(relationship.get("target")))
            if named is not None:
                yield named
