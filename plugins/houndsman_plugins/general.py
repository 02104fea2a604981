"""Declares the watchdog that every review has: it sees all changed files and hunts what no rule can name.

Linters know syntax and specialists know their field; what ships to users is mostly neither. It is a condition that is
wrong for one case, an error path that leaves half of the work done, a caller that was not told. Finding it takes
someone who asks what the change is for, and whether it does that in every case.

For example, in a change that adds retries to a payment, this line deserves `logic:retry-not-idempotent`::

    for attempt in range(3):
        gateway.charge(order.total)

In: nothing. Out: the declaration alone; whoever writes its findings file answers. Nothing fails.
"""

from __future__ import annotations

from houndsman import Watchdog, hookimpl

_GUIDANCE = """\
You review the whole change for **logic and domain faults**: code that runs, passes its tests, and does the wrong thing.
Say first, for yourself, what the change is meant to do. Then look for the cases in which it does not.

### What to look for

- **Conditions.** Inverted, too wide or too narrow; `and` for `or`; a new enum value that no branch handles; an early
  return that skips what must always happen; a null, empty, zero or negative value that takes the wrong branch.
- **Bounds.** Off by one, inclusive against exclusive ends, the first and the last page, the empty list, the single
  element, overflow, truncation.
- **Invariants.** Two fields, tables or caches that must agree and of which the change updates one; a check made at one
  entry and missing at another; a value that is validated and then changed.
- **Error paths.** What is already written when step three fails? Look for partial writes without a transaction, locks
  and files that stay open, errors swallowed or turned into success, a retry of what had half happened.
- **Concurrency.** Check-then-act, lost updates, shared state without a lock, work that assumes order, callbacks after
  close.
- **Idempotency.** A handler, job or migration that runs twice: is the money charged, the mail sent, the row inserted
  again?
- **Contracts.** A signature, default, return value, error type, event, JSON key or database column that changed: read
  the callers and consumers, also those outside the diff. A stored form that changed without a migration, or with one
  that breaks while old code still runs.
- **Money and numbers.** Floats for money, rounding at the wrong step or in the wrong direction, currencies and units
  mixed, percentages against fractions, totals that no longer equal the sum of their lines.
- **Time.** Naive against aware, local against UTC, days of 23 and 25 hours, month ends, a date compared with a time,
  clocks that differ.
- **Authorisation.** A new path to data without the check that the old path has; an id from the request used without
  asking whose it is; a tenant filter that one query lacks.
- **What is missing.** The other half of a rename, a flag that is read and never set, a case that a test
  or a text promises and no code handles, a deleted check whose reason still holds.

### How to prove it

A finding names an input or a sequence of events, follows it through the code, and says what goes wrong at the end:
"with an empty cart `total` is None, and line 42 adds it to a number". Read the code that is called and the code that
calls before you claim anything about it. Quote the line that must change. Where you cannot complete the path, say
which step is assumed and lower the confidence; where a guard elsewhere prevents it, drop it.

### What not to report

- Style, naming, formatting, missing comments or type annotations, and tests you would have liked.
- What the language, the type checker or a linter already refuses.
- Faults in lines that the change neither touches nor newly reaches.
- "Might", "consider" and "make sure" without a path to the fault. One proved defect outweighs ten suspicions.

### How to name it

Give each finding the rule `logic:<slug>` where the code contradicts itself or its evident purpose, and
`domain:<slug>` where it contradicts how the business works, with a slug of two to four words for the kind of fault:
`logic:off-by-one`, `logic:partial-write`, `domain:rounding-before-tax`. Use one slug for one kind. Set `impactClass`
to the worst that follows.
"""

WATCHDOG = Watchdog(
    id="general",
    title="Logic and domain faults in the whole change",
    guidance=_GUIDANCE,
    checklist=(
        "Does the change do what it sets out to do, in every case that its names, tests and texts promise?",
        "Is every changed condition and bound right for empty, single, first, last, null and negative values?",
        "Where a step can fail, does everything before it stay consistent, and does the caller learn of it?",
        "Can each new handler, job or write run twice, or at the same time as another, without harm?",
        "Was every caller and consumer of each changed signature, default, event, key or column brought along?",
        "Does stored data in its old form still work, and does the order of deployment not matter?",
        "Are money, units, rounding and time zones the same on both sides of every calculation and comparison?",
        "Does every new path to data or to an action ask who is allowed?",
    ),
)


@hookimpl
def houndsman_watchdogs() -> list[Watchdog]:
    """Declare `general`."""
    return [WATCHDOG]
