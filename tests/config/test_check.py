"""One TOML file: what is refused, where, with which hint; and what falls back to a default."""

from __future__ import annotations

import pytest

from houndsman.config.check import Document, Layer, Owner, check, parse
from houndsman.errors import ConfigError, ExitCode

NAME = ".houndsman/config.toml"


def _checked(text: str, owner: Owner = Owner.PROJECT, table: tuple[str, ...] = ()) -> Layer:
    document = Document(NAME, text, owner, table)
    return check(document, parse(document) or {})


@pytest.mark.parametrize(
    ("text", "line", "what", "hint"),
    [
        ("a = [", 1, "not TOML", None),
        ("\nprojectName = x", 2, "not TOML", None),
        ("exclusion = []", 1, "unknown key 'exclusion'", "did you mean 'exclusions'?"),
        ("\nfail_on = 'nit'", 2, "unknown key 'fail_on'", "did you mean 'failOn'?"),
        ("project_name = 'x'", 1, "unknown key 'project_name'", "did you mean 'projectName'?"),
        ("[budgets]\nmaxFiles = 3", 2, "unknown key 'maxFiles'", "did you mean 'maxFilesPerBrief'?"),
        ("[budgets]\nmax_files_per_brief = 3", 2, "unknown key", "did you mean 'maxFilesPerBrief'?"),
        ("budgets = 3", 1, "budgets", None),
        ("[[priorities]]\npattern='a'\n[[priorities]]\npatern = 'b'", 3, "the key 'pattern' is missing", "pattern"),
        ("[[priorities]]\npattern = 'a'\nbonuss = 3", 3, "unknown key 'bonuss'", "did you mean 'bonus'?"),
        ("[[priorities]]\nbonus = 3", 1, "the key 'pattern' is missing", "keys: bonus, maxRiskFromChurn, pattern"),
        ("failOn = 'high'", 1, "failOn is 'high', which is no severity", "blocking, attention, suggestion, nit"),
        ("failOn = 3", 1, "failOn is 3", "blocking, attention, suggestion, nit"),
        ("exclusions = 'dist/'", 1, "exclusions", None),
        ("exclusions = ['ok', '!']", 1, "the glob '!' does not compile", None),
        ("exclusions = ['a', '[z-a]']", 1, "the glob '[z-a]' does not compile", None),
        ("exclusions = [\n  'a',\n  3,\n]", 1, "exclusions.1", None),
        ("projectName = ''", 1, "projectName", None),
        ("projectName = 3", 1, "projectName: input should be a valid string (it is 3)", None),
        ("language = true", 1, "language", None),
        ("base = 'main'", 1, "'base' is never taken from a project's own file", "--base, HOUNDSMAN_BASE"),
        ("\n[agents.mine]\ncommand = ['sh']", 2, "'agents' is never taken from a project's own file", "user config"),
        ("[agents.claude]\nmodel = 'opus'", 1, "'agents' is never taken from a project's own file", "user config"),
        ("agents = {}", 1, "'agents' is never taken from a project's own file", "user configuration file"),
        ("agent = ''", 1, "agent", None),
    ],
)
def test_what_is_wrong_is_refused_with_file_line_and_the_way_out(
    text: str, line: int, what: str, hint: str | None
) -> None:
    with pytest.raises(ConfigError) as caught:
        _checked(text)
    assert caught.value.where == f"{NAME}:{line}"
    assert what in caught.value.what
    assert hint is None or hint in (caught.value.hint or "")
    assert caught.value.hint
    assert caught.value.exit_code is ExitCode.USAGE


@pytest.mark.parametrize(
    ("text", "left", "told"),
    [
        ("[budgets]\nmaxFilesPerBrief = 0", {"budgets": {}}, "budgets.maxFilesPerBrief cannot be 0"),
        ("[budgets]\nmaxFilesPerBrief = '40'", {"budgets": {}}, "budgets.maxFilesPerBrief cannot be '40'"),
        ("[budgets]\nmaxFilesPerBrief = true", {"budgets": {}}, "budgets.maxFilesPerBrief cannot be True"),
        ("[budgets]\nmaxFilesPerBrief = 1.5", {"budgets": {}}, "budgets.maxFilesPerBrief cannot be 1.5"),
        ("[budgets]\nmaxExcerptChars = nan", {"budgets": {}}, "budgets.maxExcerptChars cannot be nan"),
        (
            "[[priorities]]\npattern = 'a'\n[[priorities]]\npattern = 'b'\nbonus = 'much'",
            {"priorities": [{"pattern": "a"}, {"pattern": "b"}]},
            "priorities.1.bonus cannot be 'much'",
        ),
        (
            "[[priorities]]\npattern = 'a'\nmaxRiskFromChurn = -1",
            {"priorities": [{"pattern": "a"}]},
            "priorities.0.maxRiskFromChurn cannot be -1",
        ),
    ],
)
def test_only_numeric_tuning_falls_back_to_its_default_and_says_so(
    text: str, left: dict[str, object], told: str
) -> None:
    layer = _checked(text)
    assert layer.data == left
    (warning,) = layer.warnings
    assert warning.code == "config-default"
    assert warning.message == f"{NAME}:{len(text.splitlines())}: {told}; its default is used"


def test_several_wrong_numbers_are_several_warnings_and_another_fault_still_refuses() -> None:
    text = "[budgets]\nmaxFilesPerBrief = 0\nmaxExcerptChars = 'x'\n"
    assert len(_checked(text).warnings) == 2
    with pytest.raises(ConfigError, match="unknown key 'nope'"):
        _checked(f"nope = 1\n{text}")


def test_a_table_of_a_pyproject_is_checked_at_its_own_lines() -> None:
    text = "[project]\nname = 'x'\n\n[tool.houndsman]\nfailOn = 'nit'\nexclude = []\n"
    with pytest.raises(ConfigError) as caught:
        _checked(text, table=("tool", "houndsman"))
    assert caught.value.where == f"{NAME}:6"


def test_a_file_without_our_table_says_nothing() -> None:
    assert parse(Document(NAME, "[tool.other]\nx = 1\n", Owner.PROJECT, ("tool", "houndsman"))) is None
    assert parse(Document(NAME, "tool = 3\n", Owner.PROJECT, ("tool", "houndsman"))) is None


def test_our_table_must_be_a_table() -> None:
    with pytest.raises(ConfigError, match=r"tool\.houndsman must be a table"):
        parse(Document(NAME, "[tool]\nhoundsman = 3\n", Owner.PROJECT, ("tool", "houndsman")))


def test_a_user_may_set_the_base() -> None:
    assert _checked("base = 'develop'", Owner.USER).data == {"base": "develop"}


def test_a_project_may_name_an_agent() -> None:
    assert _checked("agent = 'claude'").data == {"agent": "claude"}


@pytest.mark.parametrize(
    ("text", "line", "what", "hint"),
    [
        ("[agents.mine]\ncomand = ['sh']", 2, "unknown key 'comand'", "did you mean 'command'?"),
        ("[agents.mine]\ncommand = 'sh'", 2, "which is no list", "write ['sh']"),
        ("[agents.mine]\ncommand = []", 2, "agents.mine.command", None),
        ("[agents.mine]\ncommand = ['sh', '{promt_file}']", 2, "{promt_file} is none of", None),
        ("[agents.mine]\ncommand = ['sh']\npreset = 'claude'", 1, "not from both", None),
        ("[agents.mine]\nenvironment = ['A=b']", 2, "agents.mine.environment.0", None),
        ("[agents.mine]\nmaxTokens = 0", 2, "agents.mine.maxTokens", None),
        ("[agents.mine]\nmaxCost = nan", 2, "agents.mine.maxCost", None),
        ("[agents.mine]\ntimeout = -1", 2, "agents.mine.timeout", None),
        ("[agents.'My Own']\nmodel = 'x'", 1, "the id 'My Own' must be", None),
    ],
)
def test_a_wrong_agent_is_refused_also_where_the_user_sets_it_up(
    text: str, line: int, what: str, hint: str | None
) -> None:
    with pytest.raises(ConfigError) as caught:
        _checked(text, Owner.USER)
    assert caught.value.where == f"{NAME}:{line}"
    assert what in caught.value.what
    assert hint is None or hint in (caught.value.hint or "")


def test_every_key_of_an_agent() -> None:
    text = """
        agent = "mine"
        [agents.mine]
        command = ["review", "--in", "{prompt_file}"]
        environment = ["MY_KEY", "MINE_*"]
        fallback = "quick"
        maxTokens = 100000
        maxCost = 1
        timeout = 90.5
        [agents.quick]
        preset = "claude"
        model = "haiku"
    """
    assert _checked(text, Owner.USER).warnings == ()


def test_every_key_at_once() -> None:
    text = """
        projectName = "Shop"
        exclusions = ["fixtures/", "!fixtures/real/"]
        failOn = "attention"
        language = "Portuguese"
        [budgets]
        maxFilesPerBrief = 10
        maxExcerptChars = 20000
        [[priorities]]
        pattern = "db/**"
        bonus = -300
        maxRiskFromChurn = 0
    """
    assert _checked(text).warnings == ()
