"""Hooks are called plugin by plugin: who answers, and who is blamed for what."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from houndsman.hook_relay import PluginFailure, describe
from houndsman.hookspecs import hookimpl
from houndsman.models.config import Config
from houndsman.models.plugins import AgentPreset
from houndsman.models.watchdog import Watchdog
from houndsman.plugin_manager import load_alone
from tests.written_plugins import GOOD, Install, Load, failures_of, hook, watchdogs_of


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("raise RuntimeError('oh no')", "RuntimeError: oh no"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("raise NotImplementedError", "NotImplementedError"),
        ("return 'good'", "must return a list of Watchdog, not str"),
        ("return ['good', 3]", "must return a list of Watchdog, not a list of int, str"),
        ("return (x for x in ())", "must return a list of Watchdog, not generator"),
        ("return [Watchdog(id='good', title='T', colour='red')]", "colour"),
    ],
)
def test_a_hook_that_fails_is_its_plugins_failure_alone(install: Install, load: Load, body: str, told: str) -> None:
    install("acme", {"bad": hook(body)})
    install("other", {"good": GOOD})
    relay = load()
    assert failures_of(relay) == []
    assert watchdogs_of(relay) == [("good", "good")]
    [(plugin, stage, error)] = failures_of(relay)
    assert (plugin, stage) == ("bad", "houndsman_watchdogs")
    assert told in error
    assert watchdogs_of(relay) == [("good", "good")]
    assert len(failures_of(relay)) == 1, "a failure is remembered once, however often it happens"


def test_none_and_an_empty_list_are_no_failures(install: Install, load: Load) -> None:
    install("acme", {"nothing": hook("return None"), "empty": hook("return []")})
    relay = load()
    assert watchdogs_of(relay) == []
    assert relay.failures == ()


def test_a_ctrl_c_in_a_hook_is_not_the_plugins_failure(install: Install, load: Load) -> None:
    install("acme", {"slow": hook("raise KeyboardInterrupt")})
    with pytest.raises(KeyboardInterrupt):
        load().collect("houndsman_watchdogs", config=Config())


def test_the_first_result_is_asked_of_the_last_in_order(install: Install, load: Load) -> None:
    install("acme", {"inner": hook("return FileVerdict(excluded='inner')", "houndsman_classify_file", "file")})
    install("zeta", {"outer": hook("return FileVerdict(excluded='outer')", "houndsman_classify_file", "file")})
    relay = load()
    answer = relay.first("houndsman_classify_file", file=None, config=Config())
    assert answer is not None
    assert answer.plugin.name == "outer"


def test_who_raises_before_the_first_result_is_said_with_the_answer(install: Install, load: Load) -> None:
    install("acme", {"inner": hook("return FileVerdict(excluded='inner')", "houndsman_classify_file", "file")})
    install("zeta", {"outer": hook("return 1 / 0", "houndsman_classify_file", "file")})
    answer, failures, _ = load().ask("houndsman_classify_file", file=None, config=Config())
    assert answer is not None and answer.plugin.name == "inner"
    assert [failure.error for failure in failures] == ["ZeroDivisionError: division by zero"]


def test_only_a_check_may_say_that_it_is_unavailable(install: Install, load: Load) -> None:
    says_so = "raise CheckUnavailable('no scanner', hint='pip install scanner')"
    install("acme", {"tool": hook(says_so, "houndsman_check", "watchdog"), "other": hook(says_so)})
    relay = load()
    asked = relay.ask("houndsman_check", watchdog=None, change=None, reading_root=None)
    assert [(each.plugin.name, each.reason) for each in asked.unavailable] == [
        ("tool", "no scanner — pip install scanner")
    ]
    assert failures_of(relay) == []
    assert watchdogs_of(relay) == []
    assert [(plugin, stage) for plugin, stage, _ in failures_of(relay)] == [("other", "houndsman_watchdogs")]


def test_who_cannot_answer_silences_nobody(install: Install, load: Load) -> None:
    install("acme", {"able": hook("return []", "houndsman_check", "watchdog")})
    install("zeta", {"unable": hook("raise CheckUnavailable('no scanner')", "houndsman_check", "watchdog")})
    answer, _, unavailable = load().ask("houndsman_check", watchdog=None, change=None, reading_root=None)
    assert answer is not None and answer.plugin.name == "able"
    assert [each.plugin.name for each in unavailable] == ["unable"]


@pytest.mark.parametrize("fault", [ZeroDivisionError("x"), SystemExit(0)], ids=["raises", "exits"])
def test_what_a_plugin_handed_out_is_guarded_too(install: Install, load: Load, fault: BaseException) -> None:
    install("acme", {"tool": hook("return []")})
    relay = load()

    def work() -> int:
        raise fault

    assert relay.guarded(relay.plugins[0], "format 'x'", work) is None
    assert relay.guarded(relay.plugins[0], "format 'y'", lambda: 7) == 7
    assert [(plugin, stage) for plugin, stage, _ in failures_of(relay)] == [("tool", "format 'x'")]


def test_a_watchdog_that_is_none_is_told_in_one_line(install: Install, load: Load) -> None:
    install("acme", {"odd": hook("return [Watchdog(id='x', title='X', pathz=('a',))]")})
    relay = load()
    relay.collect("houndsman_watchdogs", config=Config())
    ((_, _, error),) = failures_of(relay)
    assert error == "ValidationError: Watchdog: pathz: Extra inputs are not permitted"


def test_threads_may_share_a_relay(install: Install, load: Load) -> None:
    install(
        "acme", {"good": GOOD, "bad": "from houndsman import hookimpl\n@hookimpl\ndef houndsman_watchdogs():\n    1/0"}
    )
    relay = load()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: watchdogs_of(relay), range(64)))
    assert answers == [[("good", "good")]] * 64
    assert [failure.plugin for failure in relay.failures] == ["bad"]


def test_failures_are_told_once_and_in_a_fixed_order(load: Load) -> None:
    relay = load()
    told = [
        PluginFailure("zoo", "acme", "load", "E"),
        PluginFailure("debris", "houndsman", "houndsman_check", "E"),
        PluginFailure("ape", "acme", "load", "E"),
    ]
    for failure in [*told, *told]:
        relay.add_failure(failure)
    assert [failure.plugin for failure in relay.failures] == ["debris", "ape", "zoo"]


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("two\n  lines"), "ValueError: two lines"),
        (KeyError(), "KeyError"),
        (TypeError("<Thing object at 0x7f0012ab> is odd"), "TypeError: <Thing object> is odd"),
    ],
)
def test_an_error_is_described_in_one_line_that_is_the_same_in_every_run(error: Exception, text: str) -> None:
    assert describe(error) == text


@pytest.mark.parametrize(
    ("stage", "place"),
    [("load", "while loading"), ("register", "while registering"), ("houndsman_check", "in houndsman_check")],
)
def test_a_failure_says_where(stage: str, place: str) -> None:
    assert str(PluginFailure("a", "acme", stage, "E")) == f"plugin 'a' (acme) failed {place}: E"


def test_presets_of_agents_are_collected(install: Install, load: Load) -> None:
    body = "from houndsman import AgentPreset; return (AgentPreset(id='owl', title='Owl'),)"
    install("acme", {"presets": hook(body, "houndsman_agents", "")})
    found = load().collect_lists("houndsman_agents", AgentPreset, config=Config())
    assert [(plugin.name, preset.id) for plugin, preset in found] == [("presets", "owl")]


def test_a_failure_keeps_its_exception_for_whoever_wants_the_line() -> None:
    class Plugin:
        @hookimpl
        def houndsman_watchdogs(self) -> list[Watchdog]:
            raise KeyError("a key")

    relay = load_alone(Plugin(), "alone")
    relay.collect("houndsman_watchdogs", config=Config())
    (failure,) = relay.failures
    assert isinstance(failure.cause, KeyError)
    assert failure == PluginFailure("alone", "-p", "houndsman_watchdogs", "KeyError: 'a key'")
