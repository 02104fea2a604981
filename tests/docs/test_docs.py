"""The documentation says what the code does: links resolve, lists are complete, examples are real."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from pydantic import BaseModel

from houndsman.cli.demo import BRANCH, build
from houndsman.cli.main import cli, run
from houndsman.compare.agreement_report import (
    AgreementReport,
    ClusterRow,
    ListRow,
    MemberRow,
    PairRow,
    ReviewerRow,
    UnitsRow,
)
from houndsman.config.load import ENVIRONMENT
from houndsman.config.markdown import read_watchdog
from houndsman.errors import ExitCode
from houndsman.exchange.read import READERS
from houndsman.finalize.notes import Remark
from houndsman.git.samples import SampleRepository
from houndsman.golden.load import load_golden
from houndsman.golden.report import as_json
from houndsman.golden.score import score
from houndsman.hook_relay import OURS
from houndsman.hunt.roster import roster
from houndsman.intake.notes import MEANINGS
from houndsman.intake.severity_words import SEVERITY_WORDS
from houndsman.models.business import BusinessSummary, CommitWords, Fact
from houndsman.models.config import AgentSettings, Budgets, Config, HuntSettings, Priority
from houndsman.models.hunt_notes import HuntedWatchdog, HuntNotes
from houndsman.models.hunt_report import (
    BusinessReport,
    FileCoverage,
    HuntReport,
    PassSpending,
    Tally,
    Totals,
    WatchdogReport,
)
from houndsman.models.imported import Import
from houndsman.models.manifest import Manifest
from houndsman.models.passes import RecordedReply
from houndsman.models.reply import Reply, ReplyFinding, Verdict
from houndsman.models.triage import TriageItem
from houndsman.models.watchdog import Rule, Watchdog
from houndsman.plugin_manager import GROUP, hook_names, load_plugins
from tests.model_server.json_fields import JsonObject
from tests.model_server.script import Conversation, Script, Step, Used
from tests.model_server.server import ModelServer

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = [README, ROOT / "SECURITY.md", *sorted(DOCS.rglob("*.md"))]

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


def _text(*parts: str) -> str:
    return DOCS.joinpath(*parts).read_text(encoding="utf-8")


def _blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def _section(page: str, heading: str) -> str:
    found = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found, f"there is no section '## {heading}'"
    return found[1]


# Links --------------------------------------------------------------------------------------------------------------


def _anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as the usual hosts make them."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in _HEADING.findall(prose)}


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in _LINK.findall(page.read_text(encoding="utf-8")):
        place, _, anchor = link.partition("#")
        if place.startswith("https://"):
            continue
        target = (page.parent / place).resolve() if place else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        assert not anchor or anchor in _anchors(target), link


def test_the_readme_leads_to_every_page() -> None:
    linked = {(ROOT / link.partition("#")[0]).resolve() for link in _LINK.findall(README.read_text(encoding="utf-8"))}
    assert not [_name(page) for page in PAGES if page != README and page.resolve() not in linked]


@pytest.mark.parametrize(
    "wish",
    [
        "add a watchdog",
        "review another target",
        "know why these two findings merged",
        "know how a line is anchored",
        "see what an agent is told",
        "see what no brief shows",
        "find where a configuration key is checked",
        "see what is stored",
        "add a hook",
        "add a command",
    ],
)
def test_the_map_of_the_readme_has_a_place_for_each_wish(wish: str) -> None:
    rows = re.findall(r"^\| (.+?) \| (.+) \|$", README.read_text(encoding="utf-8"), re.MULTILINE)
    places = [place for wanted, place in rows if wanted.startswith(wish)]
    assert len(places) == 1
    assert _LINK.search(places[0])


# Lists --------------------------------------------------------------------------------------------------------------


def _layers() -> list[list[str]]:
    """The built rooms by layer, the lowest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = project["tool"]["importlinter"]["contracts"][0]["layers"]
    built = [re.findall(r"(?<!\()houndsman\.(\w+)(?!\w*\))", line) for line in lines]
    return [rooms for rooms in reversed(built) if rooms]


def test_every_room_stands_in_the_table_at_its_layer() -> None:
    told: dict[str, str] = dict(re.findall(r"^\| `(\w+)` \| (\S+) \|", _text("rooms.md"), re.MULTILINE))
    expected = {room: str(number) for number, rooms in enumerate(_layers()) for room in rooms}
    assert told == expected | {"houndsman_plugins": "–"}


def test_every_room_that_is_there_stands_in_the_table() -> None:
    there = {place.stem for place in (ROOT / "houndsman").iterdir() if (place / "__init__.py").exists()}
    there |= {place.stem for place in (ROOT / "houndsman").glob("*.py") if place.stem != "__init__"}
    table = _text("rooms.md")
    assert not [room for room in sorted(there) if f"| `{room}` |" not in table]


def test_the_reference_has_every_hook_in_the_order_of_the_calls() -> None:
    assert re.findall(r"^## (houndsman_\w+)$", _text("reference", "hooks.md"), re.MULTILINE) == list(hook_names())


def _keys(model: type[BaseModel], before: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield f"{before}{field.alias or name}"


CONFIG_KEYS = [
    *(key for key in _keys(Config) if key not in ("budgets", "hunt", "priorities")),
    *_keys(AgentSettings, "agents.*."),
    *_keys(Budgets, "budgets."),
    *_keys(HuntSettings, "hunt."),
    *_keys(Priority, "priorities[]."),
]


@pytest.mark.parametrize("key", [*CONFIG_KEYS, *_keys(Watchdog), *_keys(Rule)])
def test_the_reference_has_every_key_of_the_configuration(key: str) -> None:
    assert f"| `{key}` |" in _text("reference", "configuration.md")


@pytest.mark.parametrize("variable", ["HOUNDSMAN_HOME", "HOUNDSMAN_CONFIG", *ENVIRONMENT])
def test_the_reference_has_every_environment_variable(variable: str) -> None:
    assert f"| `{variable}` |" in _text("reference", "configuration.md")


def test_the_defaults_of_the_budgets_are_the_documented_ones() -> None:
    page = _text("reference", "configuration.md")
    assert f"| `budgets.maxFilesPerBrief` | integer from 1 | {Budgets().max_files_per_brief} |" in page
    assert f"| `budgets.maxExcerptChars` | integer from 1 | {Budgets().max_excerpt_chars} |" in page


def test_the_examples_of_a_configuration_are_right() -> None:
    project, user = (
        Config.model_validate(tomllib.loads(example), by_alias=True, by_name=False)
        for example in _blocks(_text("reference", "configuration.md"), "toml")
    )
    assert project.budgets.max_files_per_brief == 60
    assert [recruit.name for recruit in roster(user, ()).chain("claude")] == ["claude", "own"]


def _commands(group: click.Group, before: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _commands(command, f"{before} {name}")
        else:
            yield f"{before} {name}", command


COMMANDS = dict(_commands(cli, "houndsman"))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_reference_has_every_command_with_every_option(name: str) -> None:
    page = _text("reference", "commands.md")
    own, shared = _section(page, name), _section(page, "Options that several commands share")
    for parameter in COMMANDS[name].params:
        for option in parameter.opts if isinstance(parameter, click.Option) else ():
            documented = re.compile(rf"`[^`\n]*(?<![\w-]){re.escape(option)}(?![\w-])[^`\n]*`")
            assert documented.search(own) or documented.search(shared), option


def test_the_reference_has_no_option_that_is_not_there() -> None:
    known = {"--version", "--help", "--finalize"}
    for command in COMMANDS.values():
        known |= {option for parameter in command.params for option in parameter.opts}
    page = re.sub(r"`(?:git|python)[^`]*`", "", _text("reference", "commands.md"))
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", page)) <= known


@pytest.mark.parametrize("page", ["README.md", "docs/reference/commands.md"])
def test_exit_codes_are_listed_whole(page: str) -> None:
    table = _section((ROOT / page).read_text(encoding="utf-8"), "Exit codes")
    assert re.findall(r"^\| (\d+) \|", table, re.MULTILINE) == [str(int(code)) for code in sorted(ExitCode)]


#: By section of the reference, the models whose keys it explains; the first is the whole file.
ARTIFACTS: dict[str, tuple[type[BaseModel], ...]] = {
    "manifest.json": (Manifest,),
    "business-summary.json and business-brief.md": (BusinessSummary, Fact, CommitWords),
    "findings/&lt;watchdog&gt;.json": (Reply, ReplyFinding, Verdict),
    "imports.json": (Import,),
    "Recorded replies": (RecordedReply,),
    "hunt-report.json": (HuntReport, WatchdogReport, FileCoverage, Tally, PassSpending, BusinessReport, Totals),
    "hunt.json": (HuntNotes, HuntedWatchdog),
    "Triage": (TriageItem,),
    "Agreement": (AgreementReport, ReviewerRow, PairRow, UnitsRow, ClusterRow, MemberRow, ListRow),
}


@pytest.mark.parametrize("heading", ARTIFACTS)
def test_the_reference_has_every_key_of_an_artifact(heading: str) -> None:
    section = _section(_text("reference", "artifacts.md"), heading)
    keys = {key for model in ARTIFACTS[heading] for key in _keys(model)}
    assert not [key for key in sorted(keys) if f"`{key}`" not in section and f"`{key}[]`" not in section]


def test_the_reference_has_every_note_with_its_meaning() -> None:
    page = _text("reference", "artifacts.md")
    assert not [code for code, meaning in MEANINGS.items() if f"| `{code}` | {meaning} |" not in page]
    assert not [code for code in Remark if f"| `{code}` |" not in page]


def test_the_reference_has_every_format_that_is_read() -> None:
    (row,) = re.findall(r"^\| `--format NAME` \| (What they .*) \|$", _text("reference", "commands.md"), re.MULTILINE)
    assert re.findall(r"`(\w+)`", row.partition(". ")[0]) == sorted(reader.name for reader in READERS)


def test_the_reference_has_every_key_of_a_score(tmp_path: Path) -> None:
    (tmp_path / "set.json").write_text('{"version": 1, "expected": [{"file": "a.py", "line": 1}]}', encoding="utf-8")
    report = as_json(score(load_golden(tmp_path / "set.json"), []))
    section = _section(_text("reference", "artifacts.md"), "Score")
    assert not [key for key in report if f"`{key}`" not in section and f"`{key}[]`" not in section]


def test_the_reference_has_every_word_for_a_severity() -> None:
    page = _text("reference", "artifacts.md")
    for word, severity in SEVERITY_WORDS.items():
        assert re.search(rf"^\| {severity} \|.*`{word}`", page, re.MULTILINE), word


def test_every_dependency_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = _text("explanation", "dependencies.md")
    extras = project["optional-dependencies"]
    named = [*project["dependencies"], *extras["watchdogs"], *extras["test"]]
    packages = [re.split(r"[<>=\[]", each)[0] for each in named]
    assert not [name for name in packages if name != OURS and f"`{name}`" not in page]
    assert not [extra for extra in extras if f"| `{extra}` |" not in page]


# Examples -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["demo", "tests"])
def test_the_readme_marks_the_command_that_ci_runs(name: str) -> None:
    found = re.findall(rf"<!-- command: {name} -->\n```sh\n(.+)\n```", README.read_text(encoding="utf-8"))
    assert len(found) == 1


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_python_example_compiles(page: Path) -> None:
    for block in _blocks(page.read_text(encoding="utf-8"), "python"):
        compile(block, _name(page), "exec")


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_json_example_is_right(page: Path) -> None:
    for block in _blocks(page.read_text(encoding="utf-8"), "json"):
        data = json.loads(block)
        if isinstance(data, dict) and "watchdog" in data:
            Reply.model_validate(data, by_alias=True, by_name=False)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "```markdown" in page.read_text(encoding="utf-8")], ids=_name
)
def test_every_markdown_watchdog_is_one(page: Path) -> None:
    for block in _blocks(page.read_text(encoding="utf-8"), "markdown"):
        watchdog = read_watchdog(block.encode("utf-8"), ".houndsman/watchdogs/example.md")
        assert watchdog.rules and watchdog.guidance


def test_the_watchdog_that_opens_the_readme_has_ten_lines() -> None:
    (block,) = _blocks(README.read_text(encoding="utf-8"), "markdown")
    assert len(block.splitlines()) == 10


def _loaded_hooks(source: str, place: Path) -> tuple[str, ...]:
    place.write_text(source, encoding="utf-8")
    builtin = [f"no:{entry.name}" for entry in entry_points(group=GROUP) if entry.dist and entry.dist.name == OURS]
    relay = load_plugins([*builtin, str(place)])
    assert not relay.failures
    return next(plugin.hooks for plugin in relay.plugins if plugin.name == place.stem)


@pytest.mark.parametrize("hook", hook_names())
def test_every_hook_has_an_example_that_loads_as_a_plugin(hook: str, tmp_path: Path) -> None:
    examples = _blocks(_section(_text("reference", "hooks.md"), hook), "python")
    assert examples
    for number, example in enumerate(examples):
        assert hook in _loaded_hooks(example, tmp_path / f"example_{hook}_{number}.py")


def test_the_plugin_of_the_how_to_loads(tmp_path: Path) -> None:
    (example,) = _blocks(_text("how-to", "write-a-watchdog.md"), "python")
    hooks = _loaded_hooks(example, tmp_path / "example_owners.py")
    assert hooks == ("houndsman_check", "houndsman_watchdogs")


def test_the_readme_quotes_what_the_demo_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (quoted,) = _blocks(README.read_text(encoding="utf-8"), "text")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = CliRunner().invoke(cli, ["demo"], standalone_mode=False)
    assert done.return_value is ExitCode.CLEAN
    assert quoted in done.output


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SampleRepository:
    """The demo's repository with the README's watchdog on `main`, as the current folder, and a home of its own."""
    folder = tmp_path / "shop"
    build(folder)
    shop = SampleRepository(folder)
    (watchdog,) = _blocks(README.read_text(encoding="utf-8"), "markdown")
    shop.switch("main")
    shop.write(".houndsman/watchdogs/money.md", watchdog)
    shop.commit("Guard money")
    shop.switch(BRANCH)
    shop.merge("main")
    for name in [name for name in os.environ if name.startswith("HOUNDSMAN_")]:
        monkeypatch.delenv(name)
    (tmp_path / "config.toml").touch()
    monkeypatch.setenv("HOUNDSMAN_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("HOUNDSMAN_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(folder)
    return shop


def _shown(output: str, home: Path) -> str:
    return output.replace(str(home), "/home/you/.local/share/houndsman")


def test_the_readme_shows_what_houndsman_really_prints(shop: SampleRepository, tmp_path: Path) -> None:
    readme = README.read_text(encoding="utf-8")
    hunted, _, _, finalized = _blocks(readme, "console")
    home = tmp_path / "home"
    first = CliRunner().invoke(cli, ["hunt"], standalone_mode=False)
    assert "$ houndsman hunt\n" + _shown(first.output, home) == hunted
    assert first.return_value is ExitCode.INCOMPLETE

    (answer,) = _blocks(readme, "json")
    (findings,) = home.glob("work/*/findings")
    (findings / "money.json").write_text(answer, encoding="utf-8")
    nothing = {"watchdog": "general", "findings": [], "reviewedFiles": ["README.md", "orders.py", "settings.py"]}
    (findings / "general.json").write_text(json.dumps(nothing), encoding="utf-8")
    second = CliRunner().invoke(cli, ["finalize"], standalone_mode=False)
    assert finalized in second.output
    assert second.return_value is ExitCode.CLEAN


def test_the_readme_shows_what_a_hunt_with_an_agent_really_prints(shop: SampleRepository, tmp_path: Path) -> None:
    _, sent, _, _ = _blocks(README.read_text(encoding="utf-8"), "console")
    script = tmp_path / "own.py"
    (program,) = _blocks(_text("how-to", "send-agents.md"), "python")
    script.write_text(program, encoding="utf-8")
    argv = json.dumps([sys.executable, str(script)])
    (tmp_path / "config.toml").write_text(f"[agents.own]\ncommand = {argv}\n", encoding="utf-8")
    done = CliRunner().invoke(cli, ["hunt", "--agent", "own"], standalone_mode=False)
    assert done.return_value is ExitCode.CLEAN
    printed = "$ houndsman hunt --agent own\n" + _shown(done.output, tmp_path / "home")
    assert _steady(printed) == _steady(sent)


def _well(name: str, marker: str, read: list[str], *checks: str, rules: tuple[str, ...] = ()) -> Conversation:
    """A model that finds nothing, and has a proof for each verdict that it owes."""
    words: JsonObject = {"watchdog": name, "findings": [], "reviewedFiles": [*read]}
    for key, ids in (("checks", checks), ("rules", rules)):
        words[key] = [{"id": each, "verdict": "ok", "at": "orders.py:15", "note": ""} for each in ids]
    return Conversation(name=marker, when=(marker,), steps=(Step(say=words, usage=Used(read=1150, written=50)),))


_SHOP = ["README.md", "orders.py", "settings.py"]
_SAYS_ALL_IS_WELL = (
    _well("money", "as its watchdog `money`", _SHOP[1:], "F1", rules=("1",)),
    _well("general", "You are asked for **verdicts alone**", [], "F1", *(f"C{number}" for number in range(1, 9))),
    _well("general", "# Attack it", _SHOP),
    _well("general", "as its watchdog `general`", _SHOP),
)


def test_the_readme_shows_what_a_hunt_with_an_api_really_prints(
    shop: SampleRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, shown, _ = _blocks(README.read_text(encoding="utf-8"), "console")
    with ModelServer(Script(conversations=_SAYS_ALL_IS_WELL)) as server:
        given = {"HOUNDSMAN_API_BASE": f"{server.url}/v1", "HOUNDSMAN_API_KEY": "none", "HOUNDSMAN_MODEL": "scripted"}
        for name, value in given.items():
            monkeypatch.setenv(name, value)
        done = CliRunner().invoke(cli, ["hunt", "--agent", "api"], standalone_mode=False)
    assert done.return_value is ExitCode.CLEAN
    last = "".join(_shown(done.stdout, tmp_path / "home").splitlines(keepends=True)[-3:])
    assert "$ houndsman hunt --agent api | tail -n 3\n" + last == shown


def _steady(output: str) -> str:
    """Without the order in which agents at work at the same time come to their ends, and what their paths weigh."""
    lines = re.sub(r"about [\d,]+ tokens", "about 9,999 tokens", output).splitlines()
    steps = sorted(line for line in lines if re.match(r"[a-z]+: ", line))
    return "\n".join([*steps, *(line for line in lines if line not in steps)]) + "\n"


def test_the_how_to_of_measuring_shows_what_houndsman_really_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = _text("how-to", "measure-a-reviewer.md")
    for name, content in zip(("golden.json", "comments.json"), _blocks(page, "json"), strict=True):
        (tmp_path / name).write_text(content, encoding="utf-8")
    (shown,) = _blocks(page, "console")
    command, _, printed = shown.partition("\n")
    monkeypatch.chdir(tmp_path)
    assert run(command.removeprefix("$ houndsman ").split()) == ExitCode.CLEAN
    told = capsys.readouterr()
    assert (told.err + told.out).strip() == printed.strip()
