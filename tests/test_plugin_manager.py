"""The one door: what is loaded, in which order, and who is blamed for what does not load."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.errors import ConfigError
from houndsman.hookspecs import hookimpl
from houndsman.models.config import Config
from houndsman.models.watchdog import Watchdog
from houndsman.plugin_manager import hook_names, load_alone, load_plugins
from tests.written_plugins import GOOD, Install, Load, declares, failures_of, hook, watchdogs_of


@pytest.mark.parametrize(
    ("source", "stage", "told"),
    [
        ("raise RuntimeError('not today')", "load", "RuntimeError: not today"),
        ("import sys\nsys.exit(0)", "load", "SystemExit: 0"),
        ("import pytest\npytest.skip('no', allow_module_level=True)", "load", "no"),
        ("def broken(:\n", "load", "SyntaxError"),
        ("import nothing_of_this_name", "load", "No module named 'nothing_of_this_name'"),
        (
            hook(name="houndsman_watchdog"),
            "register",
            "there is no hook 'houndsman_watchdog'; did you mean 'houndsman_watchdogs'?",
        ),
        (hook(name="hounds_watchdogs"), "register", "there is no hook 'hounds_watchdogs'"),
        (hook(mark=""), "register", "houndsman_watchdogs is not marked"),
        (hook(arguments="settings"), "register", "settings"),
        (hook("return (yield)", mark="@hookimpl(wrapper=True)"), "register", "houndsman_watchdogs is a wrapper"),
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
    assert watchdogs_of(relay) == [("good", "good")]


def test_a_plugin_with_one_good_and_one_unknown_hook_is_out_as_a_whole(install: Install, load: Load) -> None:
    install("acme", {"half": GOOD + "\n@hookimpl\ndef houndsman_agent(config):\n    return []\n"})
    relay = load()
    assert [failure.plugin for failure in relay.failures] == ["half"]
    assert not relay.implements("houndsman_watchdogs")
    assert watchdogs_of(relay) == []


def test_lists_are_collected_by_distribution_and_then_by_name(install: Install, load: Load) -> None:
    install("zeta", {"b": declares("zb"), "a": declares("za")})
    install("acme", {"c": declares("ac")})
    assert watchdogs_of(load()) == [("c", "ac"), ("a", "za"), ("b", "zb")]


def test_ours_stand_first_and_each_is_found_with_version_and_place(install: Install) -> None:
    install("acme", {"aaa": GOOD}, version="3.2.1")
    plugins = load_plugins().plugins
    assert plugins[0].is_ours
    assert [plugin.is_ours for plugin in plugins] == sorted((plugin.is_ours for plugin in plugins), reverse=True)
    outsider = plugins[-1]
    assert (outsider.name, outsider.distribution, outsider.version) == ("aaa", "acme", "3.2.1")
    assert outsider.hooks == ("houndsman_watchdogs",)
    assert outsider.location.endswith("acme_aaa.py")


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
    assert watchdogs_of(relay) == [("my watch", "good")]
    assert relay.plugins[0].location == str(file)


def test_p_takes_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, load: Load) -> None:
    (tmp_path / "kennel").mkdir()
    (tmp_path / "kennel" / "dogs.py").write_text(GOOD)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert watchdogs_of(load("kennel.dogs")) == [("kennel.dogs", "good")]


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
    assert failures_of(load("rabid.dog")) == [("rabid.dog", "load", "RuntimeError: bites")]


def test_a_file_may_not_take_an_installed_plugins_name_but_may_replace_it(
    tmp_path: Path, install: Install, load: Load
) -> None:
    install("acme", {"good": declares("installed")})
    file = tmp_path / "good.py"
    file.write_text(declares("own"))
    with pytest.raises(ConfigError, match="another plugin 'good'"):
        load(str(file))
    assert watchdogs_of(load("no:good", str(file))) == [("good", "own")]


def test_two_distributions_with_one_plugin_name_are_not_mixed_up(install: Install, load: Load) -> None:
    install("acme", {"good": declares("acmes")})
    install("zeta", {"good": declares("zetas")})
    relay = load()
    assert watchdogs_of(relay) == [("good", "acmes")]
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


def test_hooks_are_listed_in_the_arrows_order() -> None:
    assert hook_names()[0] == "houndsman_watchdogs"
    assert hook_names()[-1] == "houndsman_exporters"


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
