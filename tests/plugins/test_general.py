"""The declaration of the reserved watchdog."""

from __future__ import annotations

from houndsman_plugins import general


def test_general_sees_all_files_and_leaves_the_agent_to_the_run() -> None:
    [watchdog] = general.houndsman_watchdogs()
    assert (watchdog.id, watchdog.paths, watchdog.agent) == ("general", ("**",), None)
    assert not watchdog.is_code_only


def test_general_tells_how_to_name_a_finding_and_asks_its_questions() -> None:
    assert "`logic:<slug>`" in general.WATCHDOG.guidance
    assert "`domain:<slug>`" in general.WATCHDOG.guidance
    assert 5 <= len(general.WATCHDOG.checklist) <= 8
