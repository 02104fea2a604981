"""Who is asked for a watchdog: the command line before the watchdog's own agent before the configuration's."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.agents.command_line import CommandLineAgent
from houndsman.agents.presets import PRESETS
from houndsman.errors import ConfigError, UsageError
from houndsman.git.runner import Git
from houndsman.hunt.roster import Recruit, Roster, chosen, roster
from houndsman.models.config import Config
from houndsman.models.plugins import AgentPreset
from houndsman.models.preset import Program
from houndsman.models.watchdog import Watchdog

TEAM = AgentPreset(id="team", title="Whoever is on duty")
OWL = AgentPreset(id="owl", title="Owl", program=Program(argv=("owl",)))


def _config(**keys: object) -> Config:
    return Config.model_validate(keys)


def _names(chain: tuple[Recruit, ...]) -> list[str]:
    return [recruit.name for recruit in chain]


def _everybody(config: Config) -> Roster:
    return roster(config, [TEAM, OWL])


@pytest.mark.parametrize(
    ("named", "own", "configured", "asked"),
    [
        ("codex", "claude", "qwen", ["codex"]),
        (None, "claude", "qwen", ["claude"]),
        (None, None, "qwen", ["qwen"]),
        (None, None, None, []),
        ("codex", "code", None, []),
        (None, "owl", "qwen", ["owl"]),
        (None, "team", "qwen", []),
        (None, "nobody", "qwen", []),
        ("team", None, "qwen", []),
    ],
)
def test_who_is_asked(named: str | None, own: str | None, configured: str | None, asked: list[str]) -> None:
    config = _config(agent=configured)
    watchdog = Watchdog(id="one", title="One", agent=own)
    assert _names(chosen(_everybody(config), watchdog, named, config)) == asked


@pytest.mark.parametrize(
    ("named", "configured", "error", "hint"),
    [
        ("cloude", None, UsageError, "Did you mean 'claude'?"),
        (None, "cloude", ConfigError, "Did you mean 'claude'?"),
        ("xxxxxx", None, UsageError, "There are: claude, codex"),
    ],
)
def test_a_name_that_is_nobodys_is_refused_where_the_user_wrote_it(
    named: str | None, configured: str | None, error: type[ConfigError | UsageError], hint: str
) -> None:
    config = _config(agent=configured)
    with pytest.raises(error) as caught:
        chosen(_everybody(config), Watchdog(id="one", title="One"), named, config)
    assert hint in (caught.value.hint or "")


def test_fallbacks_follow_one_another() -> None:
    config = _config(agents={"claude": {"fallback": "mine"}, "mine": {"command": ["mine"], "fallback": "codex"}})
    assert _names(_everybody(config).chain("claude")) == ["claude", "mine", "codex"]


@pytest.mark.parametrize(
    ("agents", "told"),
    [
        ({"claude": {"fallback": "nobody"}}, "has the fallback 'nobody', which is not there"),
        ({"claude": {"fallback": "codex"}, "codex": {"fallback": "claude"}}, "lead back to 'claude'"),
        ({"claude": {"fallback": "claude"}}, "lead back to 'claude'"),
    ],
)
def test_a_fallback_that_leads_nowhere_is_refused(agents: object, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        _everybody(_config(agents=agents)).chain("claude")


@pytest.mark.parametrize("settings", [{}, {"model": "x"}, {"preset": "nobody"}, {"preset": "team"}])
def test_an_agent_that_is_made_from_nothing_is_refused(settings: object) -> None:
    with pytest.raises(ConfigError, match="the agent 'mine' has no command, and no preset is called"):
        _everybody(_config(agents={"mine": settings}))


def test_a_command_of_the_users_own_gets_a_reading_root_of_its_own_and_presets_share_one() -> None:
    recruits = _everybody(_config(agents={"mine": {"command": ["mine"]}})).recruits
    assert recruits["mine"].writes
    assert not [name for name in PRESETS if recruits[name].writes]


def test_settings_make_another_agent_of_a_preset(tmp_path: Path) -> None:
    config = _config(agents={"quick": {"preset": "claude", "model": "haiku", "environment": ["MY_PROXY"]}})
    everybody = _everybody(config)
    git = Git(tmp_path)
    quick = everybody.recruits["quick"].agent({}, tmp_path, git, "HEAD")
    plain = everybody.recruits["claude"].agent({}, tmp_path, git, "HEAD")
    assert isinstance(quick, CommandLineAgent) and isinstance(plain, CommandLineAgent)
    assert (quick.name, quick.model) == ("quick", "haiku")
    assert quick.program.passes == (*plain.program.passes, "MY_PROXY")
    assert quick.fingerprint != plain.fingerprint


def test_the_model_api_is_an_agent_like_any_other(tmp_path: Path) -> None:
    config = _config(agents={"own": {"preset": "api", "model": "m-2", "fallback": "api"}})
    own, plain = _everybody(config).chain("own")
    ours = {"HOUNDSMAN_API_BASE": "http://127.0.0.1:1/v1", "HOUNDSMAN_API_KEY": "k", "HOUNDSMAN_MODEL": "m-1"}
    assert (own.endpoint(ours).model, plain.endpoint(ours).model) == ("m-2", "m-1")
    agent = own.agent(ours, tmp_path, Git(tmp_path), "HEAD")
    assert (agent.name, own.writes) == ("own", False)
    with pytest.raises(ConfigError, match="there is no model API to ask"):
        plain.agent({}, tmp_path, Git(tmp_path), "HEAD")


def test_a_plugins_preset_takes_the_place_of_ours() -> None:
    other = AgentPreset(id="claude", title="Another", program=Program(argv=("other",)))
    assert roster(Config(), [other]).recruits["claude"].preset is other
