"""The procedure cannot go stale: its commands and flags are those of the command line, and followed to the letter it
leads from a request to a report, whatever the sub-agents do.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from houndsman.cli.main import cli
from houndsman.cli.options import target_options
from houndsman.errors import ExitCode
from houndsman.intent.status import status_line
from houndsman.models.business import BusinessSource, BusinessSummary
from houndsman.models.manifest import NOTHING_TO_REVIEW, Manifest
from houndsman.skill.wording import Section, SkillFile, procedure

if TYPE_CHECKING:
    from tests.conftest import CommandLine, Ran

PREPARE, PING, STATUS, FINALIZE, FINDINGS = re.findall(r"^houndsman (.+)$", procedure(), re.MULTILINE)
FLAGS = [
    span
    for row in re.findall(r"^\|.+\| (.*`-.*) \|$", procedure(), re.MULTILINE)
    for span in re.findall(r"`(-.+?)`", row)
]


# What it says -------------------------------------------------------------------------------------------------------


def _parsed(line: str) -> click.Command:
    """The command that a line runs. Raises `click.UsageError` where it could not run."""
    words = shlex.split(line)
    command, context = click.Command("none"), click.Context(cli)
    group: click.Command = cli
    while isinstance(group, click.Group) and words and words[0] in group.list_commands(context):
        found = group.get_command(context, words.pop(0))
        assert found is not None
        group = command = found
    command.make_context(command.name, words)
    return command


@pytest.mark.parametrize("line", [PREPARE.replace("FLAGS", ""), PING, STATUS, FINALIZE, FINDINGS])
def test_every_command_and_its_options_are_there(line: str) -> None:
    assert _parsed(line).name in ("prepare", "ping", "status", "finalize", "list")


@pytest.mark.parametrize("flags", FLAGS)
def test_every_row_of_flags_can_be_prepared(flags: str) -> None:
    assert _parsed(PREPARE.replace("FLAGS", flags)).name == "prepare"


def test_every_way_to_name_a_target_has_its_row() -> None:
    @click.command()
    @target_options
    def target(**options: object) -> None: ...

    named = {flags.split()[0] for flags in FLAGS}
    assert [parameter.opts[0] for parameter in target.params if not named & {*parameter.opts}] == []


def test_no_option_is_named_that_no_command_of_it_has() -> None:
    commands = [_parsed(line) for line in (PREPARE.replace("FLAGS", ""), PING, STATUS, FINALIZE, FINDINGS)]
    known = {option for command in commands for parameter in command.params for option in parameter.opts}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", procedure())) <= known


@pytest.mark.parametrize("text", [procedure(), SkillFile().written(None), Section().written(None)])
def test_it_never_hunts(text: str) -> None:
    """Houndsman would send out agents of its own, beside those that read this."""
    assert not re.search(r"\bhunts?\b", text, re.IGNORECASE)


def test_its_exit_codes_are_ours() -> None:
    told = re.findall(r"^\| (\d+) \|", procedure(), re.MULTILINE)
    assert told == [str(int(code)) for code in sorted(ExitCode) if code is not ExitCode.INTERRUPTED]


def test_it_knows_the_line_on_which_prepare_asks_for_the_intent_step() -> None:
    silent = BusinessSummary(base="a", head="b")
    told = silent.model_copy(update={"source": BusinessSource.AI})
    begins, asks = "intent:", "dispatch the intent step"
    assert f"`{begins}`" in procedure() and f"`{asks}`" in procedure()
    assert [status_line(each, text_files=3).startswith(begins) for each in (silent, told)] == [True, True]
    assert [asks in status_line(each, text_files=3) for each in (silent, told)] == [True, False]


# What it leads to ---------------------------------------------------------------------------------------------------

MONEY = """---
title: Money is exact
paths: ["*.py"]
rules:
  - id: money/float
    title: An amount is no float
    severity: blocking
---
Amounts are `Decimal`.
"""
OFF = {"file": "shop.py", "line": 1, "rule": "money/float", "message": "A float.", "quote": "total = 1.0  # charged"}


def prepared(houndsman: CommandLine, flags: str) -> Ran:
    """The procedure's first command."""
    return houndsman(*shlex.split(PREPARE.replace("FLAGS", flags)))


class Conductor:
    """An agent that does what the procedure says, and its sub-agents."""

    def __init__(self, houndsman: CommandLine, flags: str = "") -> None:
        self.houndsman = houndsman
        self.manifest = Manifest.model_validate(prepared(houndsman, flags).json())

    def run(self, line: str) -> Ran:
        """One of the procedure's later commands, to the letter."""
        return self.houndsman(*shlex.split(line.replace("REVIEW", self.manifest.review_id)))

    @property
    def staging(self) -> Path:
        """The folder that holds the folder `briefs`."""
        (staging,) = {Path(each.brief).parents[1] for each in self.manifest.watchdogs if each.brief}
        return staging

    def dispatch(self, **findings: list[dict[str, object]]) -> None:
        """Each sub-agent gets the path of its brief, and learns from it where to write."""
        for watchdog in self.manifest.watchdogs:
            if watchdog.brief is not None and watchdog.id in findings:
                brief = Path(watchdog.brief).read_text(encoding="utf-8")
                told = re.search(r"^- \*\*Write the answer to\*\*: `+([^`]+)`", brief, re.MULTILINE)
                assert told is not None
                place = Path(told[1].strip())
                assert place == self.staging / "findings" / f"{watchdog.id}.json"
                files = [str(path) for path in watchdog.files]
                answer = {"watchdog": watchdog.id, "findings": findings[watchdog.id], "reviewedFiles": files}
                place.write_text(json.dumps(answer), encoding="utf-8")

    def finalize(self) -> tuple[int, dict[str, object]]:
        """The exit code, and what was printed."""
        ran = self.run(FINALIZE)
        printed = ran.json()
        assert isinstance(printed, dict)
        return ran.code, printed

    def findings(self) -> list[dict[str, object]]:
        """What there is to report."""
        listed = self.run(FINDINGS).json()
        assert isinstance(listed, list)
        return listed


@pytest.fixture
def shop(houndsman: CommandLine) -> CommandLine:
    """A branch on which money became a float; nobody but agents looks at it."""
    houndsman.blocked = ("python", "secrets", "debris")
    repository = houndsman.repository
    repository.write(".houndsman/watchdogs/money.md", MONEY)
    repository.write("shop.py", "total = 1\n")
    repository.commit("Before")
    repository.branch("feature")
    repository.write("shop.py", "total = 1.0  # charged\n")
    repository.commit("After")
    return houndsman


def test_followed_to_the_letter_it_leads_to_the_findings(shop: CommandLine) -> None:
    agent = Conductor(shop)
    assert agent.manifest.status == "ready"
    assert {each.id for each in agent.manifest.watchdogs if each.brief} == {"general", "money"}
    agent.dispatch(general=[], money=[OFF])
    assert agent.run(PING).code == 0
    told = agent.run(STATUS)
    assert (told.code, "last sign of life" in told.out) == (0, True)
    code, printed = agent.finalize()
    assert (code, printed["status"], printed["incomplete"]) == (0, "changes needed", [])
    summary = Path(str(printed["summary"]))
    assert summary.name == "review-resume.md"
    assert "changes needed" in summary.read_text(encoding="utf-8")
    (found,) = agent.findings()
    assert {name: found[name] for name in ("file", "line", "severity", "status")} == {
        "file": "shop.py",
        "line": 1,
        "severity": "blocking",
        "status": "open",
    }


def test_a_missing_answer_makes_it_incomplete_until_it_was_asked_for_again(shop: CommandLine) -> None:
    agent = Conductor(shop)
    agent.dispatch(general=[])
    code, printed = agent.finalize()
    assert (code, printed["status"]) == (3, "incomplete")
    assert any("money" in reason for reason in _texts(printed["incomplete"]))
    agent.dispatch(money=[OFF])
    code, printed = agent.finalize()
    assert (code, printed["status"]) == (0, "changes needed")


def test_an_answer_that_is_no_json_is_told_so_and_asked_for_again(shop: CommandLine) -> None:
    agent = Conductor(shop)
    agent.dispatch(general=[])
    (agent.staging / "findings" / "money.json").write_text("I found nothing.", encoding="utf-8")
    assert agent.finalize()[0] == 3
    agent.dispatch(money=[])
    assert agent.finalize()[0] == 0


def test_what_the_project_does_not_let_pass_is_exit_1_of_a_complete_review(shop: CommandLine) -> None:
    shop.repository.switch("main")
    shop.repository.write(".houndsman/config.toml", 'failOn = "blocking"\n')
    shop.repository.commit("No blocking ones")
    shop.repository.switch("feature")
    shop.repository.merge("main")
    agent = Conductor(shop)
    agent.dispatch(general=[], money=[OFF])
    code, printed = agent.finalize()
    assert (code, printed["incomplete"]) == (1, [])


@pytest.mark.parametrize("flags", ["--staged", "--working-tree", "--commit HEAD", "--variant mine", '-k "money"'])
def test_the_review_id_stands_for_whatever_the_flags_were(shop: CommandLine, flags: str) -> None:
    shop.repository.write("shop.py", "total = 1.0  # charged\nmore = 2.0\n")
    shop.repository.stage()
    agent = Conductor(shop, flags)
    agent.dispatch(general=[], money=[])
    assert agent.run(PING).code == 0
    code, printed = agent.finalize()
    assert (code, printed["reviewId"]) == (0, agent.manifest.review_id)
    assert agent.findings() == []


def test_nothing_to_review_is_told_by_the_status(shop: CommandLine) -> None:
    shop.repository.switch("main")
    ran = prepared(shop, "--staged")
    printed = ran.json()
    assert isinstance(printed, dict)
    assert (ran.code, printed["status"]) == (0, NOTHING_TO_REVIEW)
    assert f"`{NOTHING_TO_REVIEW}`" in procedure()


def test_a_wrong_flag_is_exit_2_with_words_to_tell(shop: CommandLine) -> None:
    ran = prepared(shop, "--commit nowhere")
    assert (ran.code, "nowhere" in ran.err) == (2, True)


def _texts(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(each) for each in value]
