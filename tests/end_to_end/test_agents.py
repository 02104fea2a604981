"""`houndsman hunt` with agents: real programs that play one, from the brief to the triage."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.model_server.script import Step, ToolCall, says
from tests.model_server.server import ModelServer

if TYPE_CHECKING:
    from tests.conftest import CommandLine

#: Answers the brief on standard input; `$CALLS` counts how often each watchdog was asked.
PROGRAM = """
import json, os, sys, time
from pathlib import Path
prompt = sys.stdin.read()
with open(os.environ["CALLS"], "a") as file:
    file.write("asked\\n")
{body}
"""

ANSWER = """
reply = {"watchdog": "general", "findings": [{
    "file": "orders.py", "line": 2, "rule": "logic:off-by-one", "message": "One too many.", "action": "Take one off.",
    "quote": "    return len(items) + 1", "impactClass": "correctness"}],
    "reviewedFiles": ["orders.py"]}
print("Here is what I found:\\n```json\\n" + json.dumps(reply) + "\\n```")
"""


#: What is tested here needs no more than one session; how several go together is `test_depth`'s.
ONE_SESSION = "[hunt]\nadversarial = false\nchecklist = false\nsecondOpinion = false\n"


@pytest.fixture
def shop(houndsman: CommandLine) -> CommandLine:
    """A change of one file."""
    houndsman.blocked = ("python", "secrets", "debris")
    repository = houndsman.repository
    repository.write("orders.py", "def count(items):\n    return len(items)\n")
    repository.commit("Before")
    repository.branch("feature")
    repository.write("orders.py", "def count(items):\n    return len(items) + 1\n")
    repository.commit("After")
    config = Path(os.environ["HOUNDSMAN_CONFIG"])
    config.write_text(config.read_text(encoding="utf-8") + ONE_SESSION, encoding="utf-8")
    return houndsman


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a line for each time that an agent was asked."""
    place = tmp_path / "calls"
    place.touch()
    monkeypatch.setenv("CALLS", str(place))
    return place


@pytest.fixture
def play(shop: CommandLine, calls: Path, tmp_path: Path) -> Callable[..., None]:
    """Set up the agent `mine`, a program with this body, which gets `words`; `settings` are lines of its table."""

    def make(body: str, settings: str = "", name: str = "mine", words: str = "") -> None:
        script = tmp_path / f"{name}.py"
        script.write_text(PROGRAM.replace("{body}", body), encoding="utf-8")
        config = Path(os.environ["HOUNDSMAN_CONFIG"])
        argv = json.dumps([sys.executable, str(script), *words.split()])
        table = f"[agents.{name}]\ncommand = {argv}\nenvironment = ['CALLS']\n{settings}\n"
        config.write_text(config.read_text(encoding="utf-8") + table, encoding="utf-8")

    return make


def test_an_agents_answer_becomes_triage(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    play(ANSWER)
    ran = shop("hunt", "--agent", "mine")
    assert ran.code == 0, ran.err
    (item,) = shop.findings()
    assert (str(item.file), item.line, item.rule, item.watchdogs) == ("orders.py", 2, "logic:off-by-one", ("general",))
    assert calls.read_text() == "asked\n"
    assert "general: asking (mine)" in ran.err
    assert "general: done" in ran.err
    assert "agents took about " in ran.out
    assert "an unknown cost" in ran.out, "a cost that nobody told is never zero"


def test_an_answer_that_is_written_counts_like_one_that_is_said(
    shop: CommandLine, calls: Path, play: Callable[..., None]
) -> None:
    play(ANSWER.replace("print(", "Path(sys.argv[1]).write_text("), words="{answer_file}")
    ran = shop("hunt", "--agent", "mine")
    assert ran.code == 0, ran.err
    assert [item.rule for item in shop.findings()] == ["logic:off-by-one"]


@pytest.mark.parametrize("file", ["user", "project"])
def test_the_configured_agent_is_asked_without_an_option(
    shop: CommandLine, calls: Path, play: Callable[..., None], file: str
) -> None:
    if file == "user":
        Path(os.environ["HOUNDSMAN_CONFIG"]).write_text(f"agent = 'mine'\n{ONE_SESSION}", encoding="utf-8")
    else:
        shop.repository.switch("main")
        shop.repository.write(".houndsman/config.toml", "agent = 'mine'\n")
        shop.repository.commit("Name an agent")
        shop.repository.switch("feature")
        shop.repository.merge("main")
    play(ANSWER)
    assert shop("hunt").code == 0
    assert calls.read_text() == "asked\n"


def test_without_an_agent_nothing_is_started_and_the_brief_waits(
    shop: CommandLine, calls: Path, play: Callable[..., None]
) -> None:
    play(ANSWER)
    ran = shop("hunt")
    assert ran.code == 3
    assert "missing general: no findings file" in ran.err
    assert calls.read_text() == ""


def test_of_several_agents_nobody_is_asked_where_one_is_not_there(
    shop: CommandLine, calls: Path, play: Callable[..., None]
) -> None:
    play(ANSWER)
    ran = shop("hunt", "--agents", "mine,mime")
    assert (ran.code, calls.read_text()) == (2, "")
    assert "no agent is called 'mime'" in ran.err


def test_a_project_cannot_say_what_an_agent_runs(shop: CommandLine, calls: Path) -> None:
    shop.repository.switch("main")
    shop.repository.write(".houndsman/config.toml", "[agents.claude]\ncommand = ['touch', 'owned']\n")
    shop.repository.commit("A command of the project's")
    shop.repository.switch("feature")
    shop.repository.merge("main")
    ran = shop("hunt", "--agent", "claude")
    assert ran.code == 2
    assert "'agents' is never taken from a project's own file" in ran.err


def test_an_unknown_agent_is_refused_before_anything_is_done(shop: CommandLine) -> None:
    ran = shop("hunt", "--agent", "nobody")
    assert ran.code == 2
    assert "no agent is called 'nobody'" in ran.err
    assert not (shop.home / "reviews").exists()


def test_what_was_answered_is_not_asked_again(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    play(ANSWER)
    shop.repository.write(".houndsman/watchdogs/money.md", "---\ntitle: Money\nagent: nobody\n---\nCount it.\n")
    words = ("--config-from", "worktree")
    first = shop("hunt", *words, "--agent", "mine", "-k", "general")
    assert first.code == 0, first.err
    second = shop("hunt", *words, "--agent", "mine")
    assert second.code == 3, "the answer is general's, not that of money"
    asked = len(calls.read_text().splitlines())
    shop("hunt", *words, "--agent", "mine")
    assert len(calls.read_text().splitlines()) == asked + 3, "only money, which failed, once more and with its repairs"


WRONG = {
    "nothing": ("pass", "ended without a word"),
    "prose": ("print('I found nothing.')", "general"),
    "crash": ("sys.exit(7)", "7"),
    "another watchdog": (ANSWER.replace('"watchdog": "general"', '"watchdog": "money"'), "you answer for"),
}


@pytest.mark.parametrize(("body", "told"), WRONG.values(), ids=WRONG)
def test_what_is_no_answer_is_never_nothing_found(
    shop: CommandLine, calls: Path, play: Callable[..., None], body: str, told: str
) -> None:
    play(body)
    ran = shop("hunt", "--agent", "mine")
    assert ran.code == 3
    assert "incomplete" in ran.out
    assert "missing general: " in ran.err and told in ran.err
    assert shop.findings() == []


def test_a_file_that_is_no_answer_is_not_taken_for_one_later(
    shop: CommandLine, calls: Path, play: Callable[..., None]
) -> None:
    wrong = ANSWER.replace('"watchdog": "general"', '"watchdog": "money"').replace(
        "print(", "Path(sys.argv[1]).write_text("
    )
    play(wrong, words="{answer_file}")
    assert shop("hunt", "--agent", "mine").code == 3
    assert shop("finalize").code == 3
    assert shop.findings() == []


def test_the_fallback_answers_where_the_agent_cannot(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    play("sys.exit(1)", "fallback = 'other'")
    play(ANSWER, name="other")
    ran = shop("hunt", "--agent", "mine")
    assert ran.code == 0, ran.err
    assert "general: asking (other)" in ran.err
    assert calls.read_text() == "asked\n" * 3, "a crash is tried once more"


def test_an_agent_that_changes_what_it_reads_is_told_and_undone(
    shop: CommandLine, calls: Path, play: Callable[..., None], tmp_path: Path
) -> None:
    play("Path('orders.py').write_text('owned'); Path('new.py').touch()" + ANSWER)
    ran = shop("hunt", "--agent", "mine")
    assert ran.code == 0, ran.err
    assert (
        "general: its agent changed files that it was only to read: new.py (added), orders.py (changed); undone"
        in ran.err
    )
    assert (shop.repository.path / "orders.py").read_text().startswith("def count")


def test_a_ceiling_that_leaves_no_room_sends_nobody_out(
    shop: CommandLine, calls: Path, play: Callable[..., None]
) -> None:
    play(ANSWER)
    ran = shop("hunt", "--agent", "mine", "--max-tokens", "10")
    assert ran.code == 3
    assert "no room under a ceiling: 0 of 10 tokens of the run are spent" in ran.err
    assert calls.read_text() == ""
    assert shop("hunt", "--agent", "mine").code == 0, "with a higher ceiling it goes on"


def test_a_ceiling_holds_over_all_hunts_of_a_run_for_an_agent_that_says_no_tokens(
    shop: CommandLine, calls: Path, play: Callable[..., None]
) -> None:
    play("sys.exit(7)")
    spent = [_tokens(shop("hunt", "--agent", "mine", "--max-tokens", "20000").out) for _ in range(8)]
    asked = calls.read_text()
    assert spent == sorted(spent) and 10_000 < spent[-1] <= 20_000
    assert spent[-1] == spent[-2], "the ceiling is reached"
    assert "no room under a ceiling" in shop("hunt", "--agent", "mine", "--max-tokens", "20000").err
    assert calls.read_text() == asked


def _tokens(out: str) -> int:
    """What the run took by now."""
    told = re.search(r"agents took about ([\d,]+) tokens", out)
    assert told is not None, out
    return int(told[1].replace(",", ""))


#: What an agent says of the one file of its brief, and what is said of it.
WANTING = {
    "read nothing": ({"reviewedFiles": []}, "reviewed none of the 1 file of its brief"),
    "all refused": ({"findings": [{"file": "nowhere.py"}]}, "all it reported was refused"),
}


@pytest.mark.parametrize("how", WANTING)
@pytest.mark.parametrize("words", [(), ("--lf",)])
def test_an_answer_that_was_not_enough_is_asked_for_anew(
    shop: CommandLine, calls: Path, play: Callable[..., None], how: str, words: tuple[str, ...]
) -> None:
    more, told = WANTING[how]
    play(ANSWER + f"\nif not os.path.exists(os.environ['CALLS'] + '.go'): print(json.dumps({{**reply, **{more}}}))")
    first = shop("hunt", "--agent", "mine")
    assert (first.code, calls.read_text()) == (3, "asked\n")
    assert told in first.err
    calls.with_name("calls.go").touch()
    ran = shop("hunt", "--agent", "mine", *words)
    assert (ran.code, calls.read_text()) == (0, "asked\nasked\n"), ran.err
    assert [item.rule for item in shop.findings()] == ["logic:off-by-one"]
    assert " in 2 sessions" in ran.out


def test_an_answer_that_was_not_enough_and_is_mended_by_a_person_is_his(
    shop: CommandLine, calls: Path, play: Callable[..., None]
) -> None:
    play(ANSWER.replace('"reviewedFiles": ["orders.py"]', '"reviewedFiles": []'))
    assert shop("hunt", "--agent", "mine").code == 3
    shop.answer(shop.prepare(), "general")
    assert shop("hunt", "--agent", "mine").code == 0
    assert calls.read_text() == "asked\n"


def test_time_is_a_ceiling_too(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    play("time.sleep(60)")
    ran = shop("hunt", "--agent", "mine", "--timeout", "1")
    assert ran.code == 3
    assert "missing general" in ran.err and "time" in ran.err


def test_a_cost_that_cannot_be_known_is_warned_of(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    play(ANSWER)
    ran = shop("hunt", "--agent", "mine", "--max-cost", "1")
    assert ran.code == 0
    assert "the ceiling of cost does not hold for it" in ran.err


def test_an_answer_in_staging_is_taken_as_it_is(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    play(ANSWER)
    shop.answer(shop.prepare(), "general")
    assert shop("hunt", "--agent", "mine").code == 0
    assert calls.read_text() == ""


def test_a_person_may_answer_what_an_agent_could_not(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    play("sys.exit(7)")
    assert shop("hunt", "--agent", "mine").code == 3
    shop.answer(shop.prepare(), "general")
    assert shop("finalize").code == 0


def test_each_repeat_asks_anew(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    play(ANSWER)
    assert shop("hunt", "--agent", "mine", "--repeat", "2").code == 0
    assert calls.read_text() == "asked\n" * 2


def test_an_agent_sees_no_variable_but_those_it_may(
    shop: CommandLine, calls: Path, play: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = tmp_path / "seen"
    monkeypatch.setenv("SOMEBODYS_SECRET", "hush")
    play(f"Path({str(seen)!r}).write_text(repr(dict(os.environ)))" + ANSWER)
    shop("hunt", "--agent", "mine")
    assert "CALLS" in seen.read_text()
    assert "hush" not in seen.read_text()


def test_json_says_what_was_spent(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    play(ANSWER)
    told = shop("hunt", "--agent", "mine", "--json").json()
    assert isinstance(told, dict)
    assert (told["spent"]["sessions"], told["spent"]["unpriced"]) == (1, 1)


def _results(houndsman: CommandLine, review: str) -> dict[str, bytes]:
    """What must be the same bytes in a replay: findings files, triage, and the reports of the run."""
    run = houndsman.home / "reviews" / review / "runs" / "1"
    names = ("review-resume.md", "intake.json", "classification.json")
    files = {name: (run / name).read_bytes() for name in names}
    manifest = json.loads((run / "manifest.json").read_bytes())
    files["manifest"] = (
        f"{manifest['hash']} {manifest['createdAt']}".encode()
    )  # its estimates grow with the home's path
    files |= {place.name: place.read_bytes() for place in run.glob("findings/*")}
    return {**files, "triage": houndsman("findings", "list", "--json").out.encode()}


@pytest.mark.parametrize("body", [ANSWER, "sys.exit(3)", "print('nothing')"], ids=["answer", "crash", "prose"])
def test_a_replay_in_an_empty_home_gives_the_same_bytes(
    shop: CommandLine,
    calls: Path,
    play: Callable[..., None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    body: str,
) -> None:
    play(body)
    first = shop("hunt", "--agent", "mine")
    (review,) = [place.name for place in (shop.home / "reviews").iterdir()]
    before, asked = _results(shop, review), calls.read_text()
    recording = tmp_path / "recording"
    shutil.copytree(shop.home / "reviews" / review / "runs" / "1", recording)
    empty = type(shop)(shop.repository, tmp_path / "empty")
    empty.blocked = shop.blocked
    monkeypatch.setenv("HOUNDSMAN_HOME", str(empty.home))
    second = empty("hunt", "--agent", f"replay:{recording}")
    after = _results(empty, review)
    own = str(shop.home).encode()
    theirs = str(empty.home).encode()
    assert {name: data.replace(own, b"~") for name, data in before.items()} == {
        name: data.replace(theirs, b"~") for name, data in after.items()
    }
    assert second.code == first.code
    assert calls.read_text() == asked, "a replay starts nothing"


def test_a_replay_of_another_run_of_the_review(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    play(ANSWER)
    shop("hunt", "--agent", "mine")
    ran = shop("hunt", "--agent", "replay:1")
    assert ran.code == 0, ran.err
    assert "agents took" not in ran.out
    assert calls.read_text() == "asked\n"


def test_a_recording_that_is_not_there_is_refused(shop: CommandLine, tmp_path: Path) -> None:
    ran = shop("hunt", "--agent", f"replay:{tmp_path}")
    assert ran.code == 2
    assert "no reply was recorded here" in ran.err


def test_the_how_tos_program_is_an_agent(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    page = Path(__file__).parents[2].joinpath("docs", "how-to", "send-agents.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    play(program.replace("sys.stdin.read()", "prompt"))
    ran = shop("hunt", "--agent", "mine")
    assert ran.code == 0, ran.err
    assert "general" in ran.out and "1/1" in ran.out


def test_a_model_api_is_asked_like_a_program(shop: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = {
        "watchdog": "general",
        "findings": [{"file": "orders.py", "line": 2, "message": "One too many.", "quote": "return len(items) + 1"}],
        "reviewedFiles": ["orders.py"],
    }
    look = Step(say="Let me look.", call=(ToolCall(tool="read", path="orders.py"),))
    with ModelServer(says(look, Step(say=answer))) as server:
        monkeypatch.setenv("HOUNDSMAN_API_BASE", f"{server.url}/v1")
        monkeypatch.setenv("HOUNDSMAN_API_KEY", "no-matter")
        monkeypatch.setenv("HOUNDSMAN_MODEL", "scripted")
        ran = shop("hunt", "--agent", "api")
        (read,) = [text for record in server.requests if record.asked for text in record.asked.results]
    assert ran.code == 0, ran.err
    assert [(str(item.file), item.line) for item in shop.findings()] == [("orders.py", 2)]
    assert "return len(items) + 1" in read


def test_a_model_api_that_is_not_set_up_says_what_to_set(shop: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOUNDSMAN_API_BASE", "HOUNDSMAN_API_KEY", "HOUNDSMAN_MODEL", "HOUNDSMAN_DEEP_SEEK_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    ran = shop("hunt", "--agent", "api")
    assert ran.code == 2
    assert "there is no model API to ask" in ran.err and "HOUNDSMAN_DEEP_SEEK_API_KEY alone" in ran.err
    assert not list(shop.home.glob("reviews/*/runs/*")), "before anything was done"


def test_an_estimate_spends_nothing_and_writes_nothing(
    shop: CommandLine, calls: Path, play: Callable[..., None]
) -> None:
    play(ANSWER)
    ran = shop("hunt", "--agent", "mine", "--estimate")
    assert ran.code == 0
    assert ran.out.splitlines()[2].split()[:2] == ["general", "mine"]
    assert "1 session that asks once: about " in ran.out
    assert ran.out.endswith("and what 1 of 1 watchdogs cost is not known\n")
    rows = shop("hunt", "--agent", "mine", "--estimate", "--json").json()
    assert isinstance(rows, list)
    (row,) = rows
    assert (row["agent"], row["cost"]) == ("mine", None)
    assert calls.read_text() == ""
    assert not (shop.home / "reviews").exists()


def test_the_longest_sessions_are_told(shop: CommandLine, calls: Path, play: Callable[..., None]) -> None:
    play(ANSWER)
    ran = shop("hunt", "--agent", "mine", "--durations")
    assert re.search(r"\d\.\d s  general, flow \(brief\), mine: ok$", ran.err, re.MULTILINE)


BROKEN = """
import houndsman


@houndsman.hookimpl
def houndsman_watchdogs(config):
    return [houndsman.Watchdog(id="broken", title="Broken", agent="code")]


@houndsman.hookimpl
def houndsman_check(watchdog, change, reading_root):
    with open("CALLS", "a") as file:
        file.write("checked\\n")
    raise RuntimeError("out of luck")
"""


def test_once_code_failed_no_agent_is_sent_where_the_user_wants_it_so(
    shop: CommandLine, calls: Path, play: Callable[..., None], tmp_path: Path
) -> None:
    play(ANSWER)
    plugin = tmp_path / "broken.py"
    plugin.write_text(BROKEN.replace("CALLS", str(tmp_path / "checked")), encoding="utf-8")
    assert shop("hunt", "--agent", "mine", "-x", "-p", str(plugin)).code == 3
    assert calls.read_text() == ""
    assert shop("hunt", "--agent", "mine", "-x").code == 0, "a brief that waited is no failure"
    assert calls.read_text() == "asked\n"


def test_only_who_owes_hunts_again_where_the_user_wants_it_so(
    shop: CommandLine, calls: Path, play: Callable[..., None], tmp_path: Path
) -> None:
    plugin, checked = tmp_path / "broken.py", tmp_path / "checked"
    plugin.write_text(BROKEN.replace("CALLS", str(checked)).replace('raise RuntimeError("out of luck")', "return []"))
    play("sys.exit(1)")
    for words in ((), ("--lf",)):
        assert shop("hunt", "--agent", "mine", "-p", str(plugin), *words).code == 3
    assert checked.read_text() == "checked\n"
    assert shop("hunt", "--agent", "mine", "-p", str(plugin)).code == 3
    assert checked.read_text() == "checked\n" * 2


def test_of_several_agents_only_those_hunt_again_that_have_not(
    shop: CommandLine, calls: Path, play: Callable[..., None]
) -> None:
    play(ANSWER)
    play("raise SystemExit(1)", name="other")
    first = shop("hunt", "--agents", "mine,other")
    assert first.code == 3
    before = calls.read_text().count("asked")
    play(ANSWER, name="third")  # what `other` runs is repaired
    config = Path(os.environ["HOUNDSMAN_CONFIG"])
    config.write_text(config.read_text("utf-8").replace("/other.py", "/third.py"), encoding="utf-8")
    again = shop("hunt", "--agents", "mine,other")
    assert again.code == 0, again.err
    assert "mine: has hunted this already; not asked again" in again.err
    assert calls.read_text().count("asked") == before + 1
    assert "alpha" in again.out
    assert shop("hunt", "--agents", "mine,other").code == 0
    assert calls.read_text().count("asked") == before + 3, "all are over: a hunt begins the next run"
