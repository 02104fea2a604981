"""Words in a text that give orders to an agent: the signs of a change that wants to steer its own review.

In: a text that an agent gets. Out: the phrases that look like orders to it, as they stand there. Pure. It finds what is
plain, and no more: orders in other words or languages are not found, and a text about such orders is. So it is there to
warn a person, who decides; what keeps an order from being obeyed is that foreign text is fenced as data.
"""

from __future__ import annotations

import re

#: Between two words: also the signs with which a comment or a diff goes on in the next line, and those of a file name.
_GAP = r"[\s+#/*_.>\"'`-]{1,16}"


def _words(*alternatives: str) -> str:
    return "(?:" + "|".join(each.replace(" ", _GAP) for each in alternatives) + ")"


_EARLIER = _words("previous", "prior", "above", "earlier", "preceding", "foregoing", "other")
_ORDERS = _words("instructions?", "prompts?", "rules", "directions", "guidelines", "orders")
_READER = _words(
    "reviewers?", "agents?", "assistants?", "ai", "llms?", "language models?", "bots?", "claude", "chatgpt"
)
_PRESSED = _words("must", "should", "shall", "please", "now", "you", "to")
_DEED = _words(
    "approve", "ignore", "skip", "print", "reveal", "output", "write", "run", "execute", "send", "say", "answer"
)
_SECRET = _words(
    "environment variables", "environment", "env vars", "system prompt", "api keys?", "credentials", "secrets"
)

_PATTERNS = (
    rf"(?:ignore|disregard|forget|override){_GAP}(?:(?:all|any|the|your|of){_GAP}){{0,3}}{_EARLIER}{_GAP}"
    rf"(?:(?:system|review){_GAP})?{_ORDERS}",
    rf"(?:dear|attention|note{_GAP}to|message{_GAP}(?:for|to)){_GAP}(?:(?:the|all|any|code|review){_GAP}){{0,3}}{_READER}\b",
    # Either is needed between them: `agent.run()` is code.
    rf"{_READER}(?:{_GAP}(?={_PRESSED})|[,:]\s{{0,4}})(?:{_PRESSED}{_GAP}){{0,3}}{_DEED}\b",
    rf"(?:please{_GAP})?approve{_GAP}(?:this|the){_GAP}(?:whole{_GAP})?"
    + _words("change", "pull request", "pr", "merge request", "commit", "diff", "review", "code"),
    rf"(?:print|reveal|show|dump|output|send|leak|exfiltrate){_GAP}(?:(?:all|out|of|your|the|every){_GAP}){{0,3}}{_SECRET}\b",
    rf"you{_GAP}are{_GAP}(?:now{_GAP})?(?:an?{_GAP})?(?:ai|llm|language{_GAP}model|code{_GAP}reviewer|assistant)"
    r"(?![A-Za-z])",
    r"<\|(?:im_start|system|endoftext)\|>|\[/?INST\]",
)

_ANY = re.compile("|".join(f"(?:(?<![A-Za-z]){pattern})" for pattern in _PATTERNS), re.IGNORECASE)


def orders_in(text: str) -> tuple[str, ...]:
    """The phrases of `text` that look like orders to an agent, each once, in order, with their white space folded."""
    return tuple(dict.fromkeys(" ".join(found[0].split()) for found in _ANY.finditer(text)))
