"""What one watchdog's agents owe besides findings, and how much of it a reply proves.

In: a reply as JSON data. Out: the ids that are still open. A reply that intake cannot read proves nothing; nothing
fails but git, which reads the files (`GitError`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from houndsman.intake.context import IntakeContext
from houndsman.intake.loads import BadReply
from houndsman.intake.proof import Prover
from houndsman.intake.read import read_reply
from houndsman.intake.tally import pending
from houndsman.models.artifact import artifact_bytes
from houndsman.models.owed import Owed


@dataclass(frozen=True)
class Obligations:
    """The verdicts that a watchdog's agents owe.

    Args:
        owed: their ids.
        context: the watchdog, its files, and where files are looked up.
        prover: who looks up the places that prove a verdict.
    """

    owed: Owed
    context: IntakeContext
    prover: Prover

    def still_open(self, reply: Mapping[str, object]) -> Owed:
        """What `reply` leaves open: neither proved nor said to be out of the question."""
        if self.owed.is_nothing:
            return self.owed
        try:
            intake = read_reply(artifact_bytes(reply), self.context)
        except BadReply:
            return self.owed
        return pending(self.owed, self.context.watchdog, intake.checks, intake.rules, self.prover)
