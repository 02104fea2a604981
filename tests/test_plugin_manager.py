"""The one door: what is loaded, in which order, and who is blamed for what."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from houndsman.errors import ConfigError
from houndsman.hookspecs import hookimpl
from houndsman.models.config import Config
from houndsman.models.plugins import AgentPreset
from houndsman.models.watchdog import Watchdog
from houndsman.plugin_manager import HookRelay, PluginFailure, describe, hook_names, load_alone, load_plugins

Install = Callable[..., None]
Load = Callable[..., HookRelay]

#: One hook of the plugin that a test is about.
HOOK = """
from houndsman import CheckUnavailable, FileVerdict, Watchdog, hookimpl

{mark}
def {name}({arguments}):
    {body}
"""


def _hook(
    body: str = "return []", name: str = "houndsman_watchdogs", arguments: str = "config", mark: str = "@hookimpl"
) -> str:
    return HOOK.format(body=body, name=name, arguments=arguments, mark=mark)


def _declares(watchdog: str) -> str:
    return _hook(f"return [Watchdog(id={watchdog!r}, title='One')]")


GOOD = _declares("good")


def _failures(relay: HookRelay) -> list[tuple[str, str, str]]:
    return [(failure.plugin, failure.stage, failure.error) for failure in relay.failures]


def _watchdogs(relay: HookRelay) -> list[tuple[str, str]]:
    found = relay.collect_lists("houndsman_watchdogs", Watchdog, config=Config())
    return [(plugin.name, watchdog.id) for plugin, watchdog in found]


@pytest.mark.parametrize(
    ("source", "stage", "told"),
    [
        ("raise RuntimeError('not today')", "load", "RuntimeError: not today"),
        ("import sys\nsys.exit(0)", "load", "SystemExit: 0"),
        ("import pytest\npytest.skip('no', allow_module_level=True)", "load", "no"),
        ("def broken(:\n", "load", "SyntaxError"),
        ("import nothing_of_this_name", "load", "No module named 'nothing_of_this_name'"),
        (
            _hook(name="houndsman_watchdog"),
            "register",
            "there is no hook 'houndsman_watchdog'; did you mean 'houndsman_watchdogs'?",
        ),
        (_hook(name="hounds_watchdogs"), "register", "there is no hook 'hounds_watchdogs'"),
        (_hook(mark=""), "register", "houndsman_watchdogs is not marked"),
        (_hook(arguments="settings"), "register", "settings"),
        (_hook("return (yield)", mark="@hookimpl(wrapper=True)"), "register", "houndsman_watchdogs is a wrapper"),
    ],
    ids=["raises", "exits", "skips", "syntax", "import", "misspelled", "prefix", "unmarked", "argument", "wrapper"],
)
def test_a_plugin_that_does_not_load_is_named_and_the_others_work(
    install: Install, load: Load, source: str, stage: str, told: str
) -> None:
    install("acme", {"bad": source})
    install("other", {"good": GOOD})
    relay = load()
    (failure,) = relay.failures
    assert (failure.plugin, failure.distribution, failure.stage) == ("bad", "acme", stage)
    assert told in failure.error
    assert "'bad' (acme)" in str(failure)
    assert [plugin.name for plugin in relay.plugins] == ["good"]
    assert _watchdogs(relay) == [("good", "good")]


def test_a_plugin_with_one_good_and_one_unknown_hook_is_out_as_a_whole(install: Install, load: Load) -> None:
    install("acme", {"half": GOOD + "\n@hookimpl\ndef houndsman_agent(config):\n    return []\n"})
    relay = load()
    assert [failure.plugin for failure in relay.failures] == ["half"]
    assert not relay.implements("houndsman_watchdogs")
    assert _watchdogs(relay) == []


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
    install("acme", {"bad": _hook(body)})
    install("other", {"good": GOOD})
    relay = load()
    assert _failures(relay) == []
    assert _watchdogs(relay) == [("good", "good")]
    [(plugin, stage, error)] = _failures(relay)
    assert (plugin, stage) == ("bad", "houndsman_watchdogs")
    assert told in error
    assert _watchdogs(relay) == [("good", "good")]
    assert len(_failures(relay)) == 1, "a failure is remembered once, however often it happens"


def test_none_and_an_empty_list_are_no_failures(install: Install, load: Load) -> None:
    install("acme", {"nothing": _hook("return None"), "empty": _hook("return []")})
    relay = load()
    assert _watchdogs(relay) == []
    assert relay.failures == ()


def test_a_ctrl_c_in_a_hook_is_not_the_plugins_failure(install: Install, load: Load) -> None:
    install("acme", {"slow": _hook("raise KeyboardInterrupt")})
    with pytest.raises(KeyboardInterrupt):
        load().collect("houndsman_watchdogs", config=Config())


def test_lists_are_collected_by_distribution_and_then_by_name(install: Install, load: Load) -> None:
    install("zeta", {"b": _declares("zb"), "a": _declares("za")})
    install("acme", {"c": _declares("ac")})
    assert _watchdogs(load()) == [("c", "ac"), ("a", "za"), ("b", "zb")]


def test_ours_stand_first_and_each_is_found_with_version_and_place(install: Install) -> None:
    install("acme", {"aaa": GOOD}, version="3.2.1")
    plugins = load_plugins().plugins
    assert plugins[0].is_ours
    assert [plugin.is_ours for plugin in plugins] == sorted((plugin.is_ours for plugin in plugins), reverse=True)
    outsider = plugins[-1]
    assert (outsider.name, outsider.distribution, outsider.version) == ("aaa", "acme", "3.2.1")
    assert outsider.hooks == ("houndsman_watchdogs",)
    assert outsider.location.endswith("acme_aaa.py")


def test_the_first_result_is_asked_of_the_last_in_order(install: Install, load: Load) -> None:
    install("acme", {"inner": _hook("return FileVerdict(excluded='inner')", "houndsman_classify_file", "file")})
    install("zeta", {"outer": _hook("return FileVerdict(excluded='outer')", "houndsman_classify_file", "file")})
    relay = load()
    answer = relay.first("houndsman_classify_file", file=None, config=Config())
    assert answer is not None
    assert answer.plugin.name == "outer"


def test_who_raises_before_the_first_result_is_said_with_the_answer(install: Install, load: Load) -> None:
    install("acme", {"inner": _hook("return FileVerdict(excluded='inner')", "houndsman_classify_file", "file")})
    install("zeta", {"outer": _hook("return 1 / 0", "houndsman_classify_file", "file")})
    answer, failures, _ = load().ask("houndsman_classify_file", file=None, config=Config())
    assert answer is not None and answer.plugin.name == "inner"
    assert [failure.error for failure in failures] == ["ZeroDivisionError: division by zero"]


def test_only_a_check_may_say_that_it_is_unavailable(install: Install, load: Load) -> None:
    says_so = "raise CheckUnavailable('no scanner', hint='pip install scanner')"
    install("acme", {"tool": _hook(says_so, "houndsman_check", "watchdog"), "other": _hook(says_so)})
    relay = load()
    asked = relay.ask("houndsman_check", watchdog=None, change=None, reading_root=None)
    assert [(each.plugin.name, each.reason) for each in asked.unavailable] == [
        ("tool", "no scanner — pip install scanner")
    ]
    assert _failures(relay) == []
    assert _watchdogs(relay) == []
    assert [(plugin, stage) for plugin, stage, _ in _failures(relay)] == [("other", "houndsman_watchdogs")]


def test_who_cannot_answer_silences_nobody(install: Install, load: Load) -> None:
    install("acme", {"able": _hook("return []", "houndsman_check", "watchdog")})
    install("zeta", {"unable": _hook("raise CheckUnavailable('no scanner')", "houndsman_check", "watchdog")})
    answer, _, unavailable = load().ask("houndsman_check", watchdog=None, change=None, reading_root=None)
    assert answer is not None and answer.plugin.name == "able"
    assert [each.plugin.name for each in unavailable] == ["unable"]


@pytest.mark.parametrize("fault", [ZeroDivisionError("x"), SystemExit(0)], ids=["raises", "exits"])
def test_what_a_plugin_handed_out_is_guarded_too(install: Install, load: Load, fault: BaseException) -> None:
    install("acme", {"tool": _hook("return []")})
    relay = load()

    def work() -> int:
        raise fault

    assert relay.guarded(relay.plugins[0], "format 'x'", work) is None
    assert relay.guarded(relay.plugins[0], "format 'y'", lambda: 7) == 7
    assert [(plugin, stage) for plugin, stage, _ in _failures(relay)] == [("tool", "format 'x'")]


def test_a_watchdog_that_is_none_is_told_in_one_line(install: Install, load: Load) -> None:
    install("acme", {"odd": _hook("return [Watchdog(id='x', title='X', pathz=('a',))]")})
    relay = load()
    relay.collect("houndsman_watchdogs", config=Config())
    ((_, _, error),) = _failures(relay)
    assert error == "ValidationError: Watchdog: pathz: Extra inputs are not permitted"


# -p


def test_p_no_blocks_before_anything_is_imported(install: Install, load: Load) -> None:
    install("acme", {"bad": "raise RuntimeError"})
    relay = load("no:bad")
    assert relay.plugins == () and relay.failures == ()


def test_p_takes_a_file(tmp_path: Path, load: Load) -> None:
    file = tmp_path / "my watch.py"
    file.write_text("from __future__ import annotations\nfrom dataclasses import dataclass\n"
                    "@dataclass\nclass Here:\n    x: int\n" + GOOD)  # fmt: skip
    relay = load(str(file), str(file))
    assert _watchdogs(relay) == [("my watch", "good")]
    assert relay.plugins[0].location == str(file)


def test_p_takes_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, load: Load) -> None:
    (tmp_path / "kennel").mkdir()
    (tmp_path / "kennel" / "dogs.py").write_text(GOOD)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert _watchdogs(load("kennel.dogs")) == [("kennel.dogs", "good")]


def test_p_names_of_installed_plugins_change_nothing(install: Install, load: Load) -> None:
    install("acme", {"good": GOOD})
    assert load("good").plugins == load().plugins


@pytest.mark.parametrize("name", ["nothing_of_this_name", "nothing.of.this", "", ".relative", "missing/watch.py"])
def test_p_refuses_what_is_neither_plugin_nor_module_nor_file(load: Load, name: str) -> None:
    with pytest.raises(ConfigError, match="there is no plugin"):
        load(name)


def test_p_does_not_run_a_package_to_find_out_whether_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, load: Load
) -> None:
    (tmp_path / "rabid").mkdir()
    (tmp_path / "rabid" / "__init__.py").write_text("raise RuntimeError('bites')")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert _failures(load("rabid.dog")) == [("rabid.dog", "load", "RuntimeError: bites")]


def test_a_file_may_not_take_an_installed_plugins_name_but_may_replace_it(
    tmp_path: Path, install: Install, load: Load
) -> None:
    install("acme", {"good": _declares("installed")})
    file = tmp_path / "good.py"
    file.write_text(_declares("own"))
    with pytest.raises(ConfigError, match="another plugin 'good'"):
        load(str(file))
    assert _watchdogs(load("no:good", str(file))) == [("good", "own")]


def test_two_distributions_with_one_plugin_name_are_not_mixed_up(install: Install, load: Load) -> None:
    install("acme", {"good": _declares("acmes")})
    install("zeta", {"good": _declares("zetas")})
    relay = load()
    assert _watchdogs(relay) == [("good", "acmes")]
    assert [(failure.plugin, failure.distribution) for failure in relay.failures] == [("good", "zeta")]


def test_a_distribution_that_is_found_twice_is_loaded_once(install: Install, load: Load, tmp_path: Path) -> None:
    install("acme", {"good": GOOD})
    twin = tmp_path / "site" / "acme" / "acme-1.1.dist-info"
    twin.mkdir()
    for name in ("METADATA", "entry_points.txt"):
        twin.joinpath(name).write_bytes((twin.parent / "acme-1.0.dist-info" / name).read_bytes())
    relay = load()
    assert [plugin.name for plugin in relay.plugins] == ["good"]
    assert relay.failures == ()


# Threads


def test_threads_may_share_a_relay(install: Install, load: Load) -> None:
    install(
        "acme", {"good": GOOD, "bad": "from houndsman import hookimpl\n@hookimpl\ndef houndsman_watchdogs():\n    1/0"}
    )
    relay = load()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: _watchdogs(relay), range(64)))
    assert answers == [[("good", "good")]] * 64
    assert [failure.plugin for failure in relay.failures] == ["bad"]


# Failures


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


def test_hooks_are_listed_in_the_arrows_order() -> None:
    assert hook_names()[0] == "houndsman_watchdogs"
    assert hook_names()[-1] == "houndsman_exporters"


def test_presets_of_agents_are_collected(install: Install, load: Load) -> None:
    body = "from houndsman import AgentPreset; return (AgentPreset(id='owl', title='Owl'),)"
    install("acme", {"presets": _hook(body, "houndsman_agents", "")})
    found = load().collect_lists("houndsman_agents", AgentPreset, config=Config())
    assert [(plugin.name, preset.id) for plugin, preset in found] == [("presets", "owl")]


def test_one_plugin_alone_comes_in_by_the_same_door() -> None:
    class Plugin:
        @hookimpl
        def houndsman_watchdogs(self) -> list[Watchdog]:
            return [Watchdog(id="alone", title="Alone")]

    class Misspelt:
        def houndsman_watchdogs(self) -> list[Watchdog]:
            return []

    relay = load_alone(Plugin(), "alone")
    assert [plugin.name for plugin in relay.plugins] == ["alone"]
    ((plugin, watchdog),) = relay.collect_lists("houndsman_watchdogs", Watchdog, config=Config())
    assert (plugin.name, watchdog.id) == ("alone", "alone")
    (failure,) = load_alone(Misspelt(), "misspelt").failures
    assert "not marked with @houndsman.hookimpl" in failure.error


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
