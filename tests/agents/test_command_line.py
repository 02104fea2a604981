"""A program is sent out as an agent, and whatever it does becomes a reply: real programs, written by the test."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from houndsman.agents.command_line import CommandLineAgent
from houndsman.agents.presets import command
from houndsman.agents.process import OUTPUT, PROCESS, still_running
from houndsman.errors import ConfigError
from houndsman.models.agent import AgentReply, AgentTask, End, Limits, Priced
from houndsman.models.plugins import AgentPreset
from houndsman.models.preset import Output, Program, Reading, Tally
from houndsman.models.reply import Usage

#: What the agents of these tests speak: events in the manner of the real ones.
EVENTS = Output(
    format="json-lines",
    readings=(
        Reading(when=("type=start",), session="session", model="model"),
        Reading(when=("type=said",), message="text"),
        Reading(when=("type=piece",), message="text", in_pieces=True),
        Reading(
            when=("type=step",),
            tally=Tally(
                tokens_in=("in",), tokens_out=("out",), tokens_cached=("cached",), cost=("cost",), of="step", step="id"
            ),
        ),
        Reading(when=("type=used",), tally=Tally(tokens_in=("in",), tokens_out=("out",), cost=("cost",))),
        Reading(when=("type=all",), tally=Tally(tokens_in=("in",), tokens_out=("out",), of="session")),
        Reading(when=("type=end", "ok=true"), end=End.OK),
        Reading(when=("type=end", "ok=false"), end=End.CRASHED, status="status", reason="why"),
        Reading(when=("type=end", "kind=refused"), end=End.REFUSED, reason="why"),
        Reading(when=("type=limit",), end=End.RATE_LIMITED, resets_in="seconds", resets_at="at"),
    ),
    exits={41: End.QUOTA},
)


_SAY = """
import json, os, sys, time
def say(type, **facts): print(json.dumps({"type": type} | facts), flush=True)
"""


def no_ceiling(usage: Usage) -> bool:
    """A meter that lets it go on."""
    return True


@dataclass
class Kennel:
    """Makes agents of Python scripts, and sends them out."""

    place: Path
    ours: dict[str, str] = field(default_factory=lambda: {"PATH": os.environ["PATH"], "A_SECRET": "s", "OWL_KEY": "k"})

    def agent(self, source: str, **program: object) -> CommandLineAgent:
        """One whose program is `source`; `say(type, **facts)` prints an event."""
        script = self.place / "owl.py"
        script.write_text(_SAY + textwrap.dedent(source))
        argv = (sys.executable, "-S", str(script))
        declared = {"argv": argv, "output": EVENTS, "passes": ("OWL_*",), **program}
        preset = AgentPreset(id="owl", title="Owl", program=Program.model_validate(declared))
        return CommandLineAgent(preset, self.place / "desk", ours=self.ours)

    def task(self, **given: object) -> AgentTask:
        """A task in folders of its own."""
        (self.place / "root").mkdir(exist_ok=True)
        task = AgentTask(
            prompt="Review this: é\n",
            reading_root=self.place / "root",
            folder=self.place / "session",
            answer_file=self.place / "staging" / "owl.json",
            schema="{}",
            limits=Limits(seconds=30, grace_seconds=0.3),
        )
        return replace(task, **given)  # type: ignore[arg-type]

    def reply(self, source: str, task: AgentTask | None = None, **program: object) -> AgentReply:
        """What the agent whose program is `source` replies."""
        return asyncio.run(self.agent(source, **program).answer(task or self.task(), no_ceiling))


@pytest.fixture
def kennel(tmp_path: Path) -> Kennel:
    """Where the agents of a test live."""
    return Kennel(tmp_path)


WELL = "say('start', session='s1', model='gpt-5'); say('said', text='one'); say('said', text='two'); "
END = "say('end', ok=True)"


def test_messages_session_and_model_are_read(kennel: Kennel) -> None:
    reply = kennel.reply(WELL + END, resume=("owl", "{session}"))
    assert reply == AgentReply(End.OK, ("one", "two"), session="s1", model="gpt-5")


def test_a_session_that_cannot_be_gone_on_with_is_none(kennel: Kennel) -> None:
    assert kennel.reply(WELL + END).session is None


def test_pieces_are_joined_until_something_else_comes(kennel: Kennel) -> None:
    source = "say('piece', text='a'); say('piece', text='b'); say('step'); say('piece', text='c'); " + END
    assert kennel.reply(source).messages == ("ab", "c")


@pytest.mark.parametrize("prompt", ["stdin", "file"])
def test_the_prompt_goes_in_by_standard_input_or_by_a_file(kennel: Kennel, prompt: str) -> None:
    where = "sys.stdin.buffer.read().decode()" if prompt == "stdin" else "open(sys.argv[1], encoding='utf-8').read()"
    source = f"say('said', text={where}); say('said', text=repr(sys.stdin.read())); {END}"
    words = ("{prompt_file}",) if prompt == "file" else ()
    argv = (sys.executable, "-S", str(kennel.place / "owl.py"), *words)
    assert kennel.reply(source, prompt=prompt, argv=argv).messages == ("Review this: é\n", "''")


@pytest.mark.parametrize(
    ("system", "session", "sent"),
    [("Prove it.", None, "Prove it.\n\nReview this: é\n"), ("Prove it.", "s1", "Review this: é\n")],
    ids=["a session begins", "it goes on"],
)
def test_what_holds_for_every_task_is_said_where_a_session_begins(
    kennel: Kennel, system: str, session: str | None, sent: str
) -> None:
    argv = (sys.executable, "-S", str(kennel.place / "owl.py"))
    source = f"say('said', text=sys.stdin.buffer.read().decode()); {END}"
    task = kennel.task(system=system, session=session)
    assert kennel.reply(source, task, argv=argv, resume=argv).messages == (sent,)


def test_a_prompt_of_any_size_and_any_text_goes_in(kennel: Kennel) -> None:
    task = kennel.task(prompt="x" * 3_000_000 + "\ud800")
    assert kennel.reply(f"say('said', text=str(len(sys.stdin.read()))); {END}", task).messages == ("3000001",)


def test_placeholders_are_filled_once(kennel: Kennel) -> None:
    words = ("{root}", "{folder}", "{answer_file}", "{schema_file}", '{"a": {}}', "--s={session}")
    argv = (sys.executable, "-S", str(kennel.place / "owl.py"))
    source = f"[say('said', text=word) for word in sys.argv[1:]]; say('said', text=os.environ['SET']); {END}"
    task = kennel.task(session="{root}")
    told = kennel.reply(source, task, argv=argv, resume=(*argv, *words), sets={"SET": "{root}-x"}).messages
    place = kennel.place
    session = place / "session"
    files = (str(place / "root"), str(session), str(place / "staging" / "owl.json"), str(session / "schema.json"))
    assert told == (*files, '{"a": {}}', "--s={root}", f"{session.with_name('root')}-x")


def test_what_names_model_and_schema_stands_before_the_last_words(kennel: Kennel) -> None:
    argv = (sys.executable, "-S", str(kennel.place / "owl.py"))
    parts = {"argv": argv, "model": ("--model", "{model}"), "strict": ("--schema", "{schema_file}"), "last": ("-",)}
    agent = kennel.agent(f"say('said', text=' '.join(sys.argv[1:])); {END}", **parts)
    told = {
        (model, strict): asyncio.run(replace(agent, model=model).answer(kennel.task(strict=strict), no_ceiling))
        for model in (None, "m")
        for strict in (False, True)
    }
    schema = kennel.place / "session" / "schema.json"
    assert {how: reply.messages for how, reply in told.items()} == {
        (None, False): ("-",),
        (None, True): (f"--schema {schema} -",),
        ("m", False): ("--model m -",),
        ("m", True): (f"--model m --schema {schema} -",),
    }


@pytest.mark.parametrize(("sits", "folder"), [("root", "root"), ("desk", "desk")])
def test_it_sits_in_the_reading_root_or_at_its_desk(kennel: Kennel, sits: str, folder: str) -> None:
    assert kennel.reply(f"say('said', text=os.getcwd()); {END}", sits=sits).messages == (str(kennel.place / folder),)


def test_it_sees_what_it_may_of_our_environment(kennel: Kennel) -> None:
    (seen,) = kennel.reply(f"say('said', text=' '.join(sorted(os.environ))); {END}", sets={"SET": "1"}).messages
    assert set(seen.split()) - {"LC_CTYPE"} == {"HOUNDSMAN_SESSION", "OWL_KEY", "PATH", "SET"}


def test_a_program_of_the_change_is_not_run_in_its_place(kennel: Kennel) -> None:
    task = kennel.task()
    (task.reading_root / "owl-program").write_text('#!/bin/sh\necho \'{"type": "end", "ok": true}\'\n')
    (task.reading_root / "owl-program").chmod(0o755)
    kennel.ours["PATH"] = f".:{os.environ['PATH']}"
    for argv in (("owl-program",), ("./owl-program",)):
        reply = kennel.reply("", task, argv=argv)
        assert reply.end is End.CRASHED
        assert "not installed" in reply.reason


@pytest.mark.parametrize(
    ("source", "end", "reason"),
    [
        (WELL + END, End.OK, ""),
        ("say('said', text='x'); say('end', ok=False, why='no')", End.CRASHED, "no"),
        ("say('said', text='x'); say('end', ok=False, status=429, why='slow')", End.RATE_LIMITED, "HTTP 429: slow"),
        ("say('end', ok=False, status=402)", End.QUOTA, "HTTP 402"),
        ("say('end', ok=False, status=529)", End.RATE_LIMITED, "HTTP 529"),
        ("say('end', ok=False, status=401, why='key')", End.CRASHED, "HTTP 401: key"),
        ("say('end', ok=False, status=200, why='?')", End.CRASHED, "?"),
        ("say('end', ok=False, kind='refused', why='will not')", End.REFUSED, "will not"),
        ("say('limit'); say('end', ok=False, why='limit')", End.RATE_LIMITED, "it exited with 0"),
        ("say('limit'); say('said', text='x'); say('end', ok=True)", End.OK, ""),
        ("say('end', ok=False); say('said', text='x'); say('end', ok=True)", End.OK, ""),
        ("say('end', ok=False, why='quota'); sys.exit(41)", End.QUOTA, "quota"),
        ("sys.exit(41)", End.QUOTA, "it exited with 41"),
        ("say('said', text='x'); say('end', ok=True); sys.exit(1)", End.OK, ""),
        ("say('said', text='x'); sys.exit(3)", End.CRASHED, "it exited with 3"),
        ("say('said', text='x'); os.kill(os.getpid(), 9)", End.CRASHED, "it was ended by SIGKILL"),
        ("say('said', text='x')", End.CRASHED, "its output ends before it says how it ended"),
        ("say('end', ok=True)", End.CRASHED, "it ended without a word"),
        ("", End.CRASHED, "it ended without a word"),
        ("sys.stderr.write('\\x1b[31mno\\nluck\\n'); sys.exit(1)", End.CRASHED, "it exited with 1: no luck"),
    ],
)
def test_the_end_is_told_by_status_and_typed_events(kennel: Kennel, source: str, end: End, reason: str) -> None:
    reply = kennel.reply(source)
    assert (reply.end, reply.reason) == (end, reason)


FREE_WORDS = "HTTP 429 rate limit exceeded, quota exhausted, insufficient_quota, I must refuse, timeout, status 402"


@pytest.mark.parametrize(
    ("output", "source"),
    [
        (EVENTS, f"say('said', text={FREE_WORDS!r}); say('tool', text={FREE_WORDS!r}, status=429); {END}"),
        (EVENTS, f"sys.stderr.write({FREE_WORDS!r}); say('said', text='x'); {END}"),
        (EVENTS, f"print({FREE_WORDS!r}); say('said', text='x'); {END}"),
        (Output(), f"print({FREE_WORDS!r})"),
    ],
)
def test_words_that_reviewed_code_could_hold_decide_nothing(kennel: Kennel, output: Output, source: str) -> None:
    assert kennel.reply(source, output=output).end is End.OK


def test_a_secret_in_its_last_words_is_not_shown(kennel: Kennel) -> None:
    reply = kennel.reply("sys.stderr.write('key sk-ant-abcdefghijklmnopqrstuvwxyz'); sys.exit(1)")
    assert reply.reason == "it exited with 1: key [redacted:openai-key]"


@pytest.mark.parametrize(("said", "seconds"), [("seconds=90", 90), ("at=time.time() + 90", 90), ("at=5", 0)])
def test_when_a_limit_is_lifted_is_told(kennel: Kennel, said: str, seconds: float) -> None:
    reply = kennel.reply(f"say('limit', {said})")
    assert reply.end is End.RATE_LIMITED
    assert reply.resets_in == pytest.approx(seconds, abs=20)


def test_an_end_that_lasts_is_not_taken_back(kennel: Kennel) -> None:
    readings = (Reading(when=("type=said", "text~API Error"), end=End.CRASHED, lasts=True, reason="text"),)
    output = EVENTS.model_copy(update={"readings": EVENTS.readings + readings})
    assert kennel.reply("say('said', text='API Error: 401'); " + END, output=output).end is End.CRASHED


ANSWER = "open({place!r}, 'w').write('written')"


@pytest.mark.parametrize(
    ("output", "source", "messages"),
    [
        (EVENTS, f"say('said', text='done'); {ANSWER}; {END}", ("done", "written")),
        (EVENTS, f"{ANSWER}; {END}", ("written",)),
        (Output(), f"print('done'); {ANSWER}", ("done\n", "written")),
        (Output(), ANSWER, ("written",)),
        (Output(), "print('done')", ("done\n",)),
    ],
)
def test_saying_and_writing_the_answer_are_both_taken(
    kennel: Kennel, output: Output, source: str, messages: tuple[str, ...]
) -> None:
    task = kennel.task()
    task.answer_file.parent.mkdir()
    task.answer_file.write_text("of an earlier session")
    reply = kennel.reply(source.replace("{place!r}", repr(str(task.answer_file))), task, output=output)
    assert (reply.end, reply.messages) == (End.OK, messages)


def test_output_may_be_any_bytes(kennel: Kennel) -> None:
    reply = kennel.reply("sys.stdout.buffer.write(b'caf\\xe9 \\x00')", output=Output())
    assert reply.messages == ("caf\ufffd \x00",)


def test_what_is_said_at_the_end_of_one_json_object_is_read(kennel: Kennel) -> None:
    readings = (Reading(message="response", session="id", end=End.OK),)
    reply = kennel.reply(
        "print('a warning'); print(json.dumps({'response': 'yes', 'id': 's'}, indent=1))",
        output=Output(format="json", readings=readings),
    )
    assert (reply.end, reply.messages) == (End.OK, ("yes",))


@pytest.mark.parametrize(
    ("source", "usage", "priced"),
    [
        ("", Usage(), Priced.UNKNOWN),
        (
            "say('used', **{'in': 5, 'out': 2, 'cost': 0.5});",
            Usage(tokens_in=5, tokens_out=2, cost=0.5),
            Priced.REPORTED,
        ),
        (
            "say('step', id='1', **{'in': 5, 'out': 1}); say('step', id='1', **{'in': 5, 'out': 3});"
            "say('step', id='2', **{'in': 7, 'out': 1, 'cached': 4});",
            Usage(tokens_in=12, tokens_out=4, tokens_cached=4),
            Priced.UNKNOWN,
        ),
        ("say('step', **{'in': 5}); say('used', **{'in': 9});", Usage(tokens_in=9), Priced.UNKNOWN),
        ("say('step', **{'in': 5, 'out': 5, 'cost': 0});", Usage(tokens_in=5, tokens_out=5), Priced.UNKNOWN),
        (
            "say('start', model='gpt-5'); say('used', **{'in': 100_000, 'out': 0});",
            Usage(tokens_in=100_000, tokens_out=0, cost=0.125),
            Priced.ESTIMATED,
        ),
    ],
)
def test_usage_is_counted_and_priced(kennel: Kennel, source: str, usage: Usage, priced: Priced) -> None:
    reply = kennel.reply(source + "say('said', text='x'); " + END)
    assert (reply.usage, reply.priced) == (usage, priced)


def test_the_configured_model_prices_where_the_program_names_none(kennel: Kennel) -> None:
    agent = kennel.agent("say('used', **{'in': 100_000, 'out': 0}); say('said', text='x'); " + END)
    reply = asyncio.run(replace(agent, model="openai/gpt-5").answer(kennel.task(), no_ceiling))
    assert (reply.priced, reply.usage.cost, reply.model) == (Priced.ESTIMATED, 0.125, None)


def test_of_a_session_gone_on_with_only_what_is_new_counts(kennel: Kennel) -> None:
    total = "say('start', session='s'); say('all', **{'in': IN, 'out': 1}); say('said', text='x'); "
    script = kennel.place / "owl.py"
    resume = (sys.executable, "-S", str(script), "{session}")
    agent = kennel.agent(total.replace("IN", "300 if sys.argv[1:] else 100") + END, resume=resume)
    first = asyncio.run(agent.answer(kennel.task(), no_ceiling))
    second = asyncio.run(agent.answer(kennel.task(session=first.session), no_ceiling))
    assert [first.usage.tokens_in, second.usage.tokens_in] == [100, 200]
    stranger = replace(agent, called="another")
    assert asyncio.run(stranger.answer(kennel.task(session="s"), no_ceiling)).usage.tokens_in == 300


def test_a_ceiling_stops_it_and_keeps_what_there_is(kennel: Kennel) -> None:
    seen: list[Usage] = []

    def meter(usage: Usage) -> bool:
        seen.append(usage)
        return (usage.tokens_in or 0) < 300

    source = """
    say('said', text='so far')
    for turn in range(100):
        say('step', **{'in': 100, 'out': 1})
        time.sleep(0.2)
    """
    reply = asyncio.run(kennel.agent(source).answer(kennel.task(), meter))
    assert (reply.end, reply.messages, reply.usage.tokens_in) == (End.CEILING, ("so far",), 300)
    assert [usage.tokens_in for usage in seen] == [100, 200, 300]


def test_the_limit_of_time_keeps_what_there_is_and_what_was_last_known(kennel: Kennel) -> None:
    task = kennel.task(limits=Limits(seconds=1, grace_seconds=0.2))
    source = "say('said', text='so far'); say('end', ok=False, status=429); time.sleep(60)"
    reply = kennel.reply(source, task)
    assert (reply.end, reply.messages) == (End.TIMEOUT, ("so far",))
    assert reply.reason == "it did not end within 1 seconds; its last word was rate-limited (HTTP 429)"


@pytest.mark.parametrize("output", [EVENTS, Output()], ids=["events", "text"])
def test_more_output_than_the_limit_is_no_whole_answer(kennel: Kennel, output: Output) -> None:
    task = kennel.task(limits=Limits(output_bytes=1000))
    reply = kennel.reply(f"say('said', text='first'); say('said', text='x' * 5000); {END}", task, output=output)
    assert reply.end is End.CRASHED
    assert "the rest was thrown away" in reply.reason
    assert "first" in reply.messages[0]


def test_a_program_that_is_not_there_is_a_reply(kennel: Kennel) -> None:
    reply = kennel.reply("", argv=("no-such-owl",))
    assert reply.end is End.CRASHED
    assert reply.reason.startswith("no-such-owl: the program is not installed. Install it")


def test_cancelling_ends_it(kennel: Kennel) -> None:
    async def cancel_it() -> None:
        task = kennel.task()
        asked = asyncio.ensure_future(kennel.agent("say('start'); time.sleep(60)").answer(task, no_ceiling))
        while not (task.folder / OUTPUT).exists() or not (task.folder / OUTPUT).read_bytes():
            await asyncio.sleep(0.01)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked

    asyncio.run(cancel_it())
    assert not still_running(kennel.place / "session")


def test_many_may_be_asked_at_the_same_moment(kennel: Kennel) -> None:
    agent = kennel.agent(f"say('said', text=sys.stdin.read()); {END}")
    tasks = [kennel.task(prompt=f"{each}", folder=kennel.place / f"s{each}") for each in range(8)]

    async def all_of_them() -> list[AgentReply]:
        return await asyncio.gather(*(agent.answer(task, no_ceiling) for task in tasks))

    assert [reply.messages for reply in asyncio.run(all_of_them())] == [(f"{each}",) for each in range(8)]


def test_going_on_where_it_cannot_is_a_fault_of_ours(kennel: Kennel) -> None:
    with pytest.raises(ValueError, match="owl cannot go on"):
        kennel.reply(END, kennel.task(session="s"))


OURSELVES = """
import asyncio, sys
from pathlib import Path
from tests.agents.test_command_line import Kennel, no_ceiling
kennel = Kennel(Path(sys.argv[1]))
asyncio.run(kennel.agent(sys.argv[2]).answer(kennel.task(), no_ceiling))
"""


@pytest.fixture
def left(kennel: Kennel) -> Callable[[str], CommandLineAgent]:
    """Send an agent out from a process of ours that is killed once the agent has begun; the agent, and its task."""

    def make(source: str) -> CommandLineAgent:
        repository = Path(__file__).parents[2]
        ours = subprocess.Popen([sys.executable, "-c", OURSELVES, str(kennel.place), source], cwd=repository)
        output = kennel.place / "session" / OUTPUT
        while not output.exists() or not output.read_bytes():
            time.sleep(0.01)
        ours.kill()
        ours.wait()
        return kennel.agent(source)

    return make


@pytest.mark.parametrize(
    ("source", "end", "messages"),
    [
        (WELL + "time.sleep(0.5); say('said', text='late'); " + END, End.OK, ("one", "two", "late")),
        (WELL + "time.sleep(0.5)", End.CRASHED, ("one", "two")),
    ],
)
def test_one_that_outlived_us_is_adopted(
    kennel: Kennel, left: Callable[[str], CommandLineAgent], source: str, end: End, messages: tuple[str, ...]
) -> None:
    reply = asyncio.run(left(source).adopt(kennel.task(), no_ceiling))
    assert reply is not None
    assert (reply.end, reply.messages) == (end, messages)


@pytest.mark.parametrize(
    ("source", "end", "messages"),
    [
        (WELL + END, End.OK, ("one", "two")),
        (WELL + "say('limit', seconds=9)", End.RATE_LIMITED, ("one", "two")),
        (WELL, End.CRASHED, ("one", "two")),
        ("open('../staging/owl.json', 'w').write('all'); print('words')", End.OK, ("all",)),
    ],
)
def test_one_that_ended_while_we_were_gone_is_adopted_by_what_it_left(
    kennel: Kennel, left: Callable[[str], CommandLineAgent], source: str, end: End, messages: tuple[str, ...]
) -> None:
    (kennel.place / "staging").mkdir()
    agent, task = left(source), kennel.task()
    while still_running(task.folder):
        time.sleep(0.01)
    reply = asyncio.run(agent.adopt(task, no_ceiling))
    assert reply is not None
    assert (reply.end, reply.messages, reply.is_untold) == (end, messages, False)


def test_of_a_program_that_does_not_say_how_it_ends_nobody_knows_it(kennel: Kennel) -> None:
    task = kennel.task()
    agent = kennel.agent("print('words', flush=True)", output=Output())
    asyncio.run(agent.answer(task, no_ceiling))
    record = task.folder / PROCESS
    record.write_text("".join(record.read_text().splitlines(keepends=True)[:2]))  # we were killed before it ended
    reply = asyncio.run(agent.adopt(task, no_ceiling))
    assert reply is not None
    assert (reply.end, reply.messages, reply.is_untold) == (End.CRASHED, ("words\n",), True)
    assert reply.reason == "houndsman was ended before it, and nobody knows how it ended"


def test_nobody_is_adopted_where_nobody_was_left(kennel: Kennel) -> None:
    task = kennel.task()
    task.folder.mkdir()
    assert asyncio.run(kennel.agent(END).adopt(task, no_ceiling)) is None


def test_a_preset_that_is_only_a_name_cannot_be_sent_out(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="'owl' is only a name"):
        CommandLineAgent(AgentPreset(id="owl", title="Owl"), tmp_path)


def test_the_users_own_command_says_or_writes_its_answer(kennel: Kennel) -> None:
    script = kennel.place / "own.sh"
    script.write_text('cat "$1" > "$2"; echo said\n')
    preset = command(("sh", str(script), "{prompt_file}", "{answer_file}"))
    agent = CommandLineAgent(preset, kennel.place / "desk", called="mine", ours=kennel.ours)
    reply = asyncio.run(agent.answer(kennel.task(), no_ceiling))
    assert (agent.name, agent.can_resume, reply.end) == ("mine", False, End.OK)
    assert reply.messages == ("said\n", "Review this: é\n")


Change = Callable[[CommandLineAgent], CommandLineAgent]


@pytest.mark.parametrize(
    ("change", "is_other"),
    [
        (lambda agent: replace(agent, model="m"), True),
        (lambda agent: replace(agent, version="2"), True),
        (lambda agent: replace(agent, ours={**agent.ours, "OWL_BASE_URL": "http://x"}), True),
        (lambda agent: replace(agent, ours={**agent.ours, "OWL_MODEL": "x"}), True),
        (lambda agent: replace(agent, ours={**agent.ours, "OWL_KEY": "another"}), False),
        (lambda agent: replace(agent, ours={**agent.ours, "OTHER_BASE_URL": "http://x"}), False),
        (lambda agent: replace(agent, called="another"), False),
    ],
)
def test_the_fingerprint_is_of_what_makes_answers_others(kennel: Kennel, change: Change, is_other: bool) -> None:
    agent = kennel.agent(END)
    assert (change(agent).fingerprint != agent.fingerprint) is is_other
    assert agent.fingerprint == kennel.agent(END).fingerprint
    assert kennel.agent(END, sets={"FAST": "1"}).fingerprint != agent.fingerprint


@pytest.mark.parametrize(
    ("strict", "files"),
    [
        ((), set()),
        (("--schema", "{schema_file}"), {"schema.json"}),
        (("--prompt", "{prompt_file}"), {"prompt.md"}),
    ],
)
def test_everything_of_a_session_lies_in_its_folder(kennel: Kennel, strict: tuple[str, ...], files: set[str]) -> None:
    kennel.reply(WELL + END, strict=strict)
    folder = kennel.place / "session"
    assert {place.name for place in folder.iterdir()} == {"output.txt", "errors.txt", "process.jsonl", *files}
