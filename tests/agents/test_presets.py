"""What real programs printed is read as it should be.

The files in `outputs/` are what the programs wrote to standard output while a scripted model answered, refused, or told
them to come back; long lists of tools were taken out. Their versions are those of `tests/model_server/PROGRAMS.md`.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from houndsman.agents.command_line import CommandLineAgent
from houndsman.agents.presets import PRESETS, command
from houndsman.agents.transcript import Transcript
from houndsman.models.agent import AgentReply, AgentTask, End, Priced
from houndsman.models.plugins import AgentPreset
from houndsman.models.preset import Program
from houndsman.models.reply import Usage

OUTPUTS = Path(__file__).parent / "outputs"
ANSWER = 'Hello {"watchdog":"general"}'

#: Every scripted answer used 100 tokens in, 40 of them cached, and 20 out; claude's 100 do not include the cached ones.
ONE, CLAUDE = (
    Usage(tokens_in=100, tokens_out=20, tokens_cached=40),
    Usage(tokens_in=145, tokens_out=20, tokens_cached=40),
)


def program_of(preset: str) -> Program:
    """The program of one of ours."""
    program = PRESETS[preset].program
    assert program is not None
    return program


def replay(tmp_path: Path, output: str, status: int, session: str | None = None) -> AgentReply:
    """The reply of a preset's agent whose program prints what the real one did, and exits with `status`."""
    preset = PRESETS[output.partition("-")[0]]
    (tmp_path / "play.py").write_text(
        f"import sys\nsys.stdout.buffer.write(open({str(OUTPUTS / output)!r}, 'rb').read())\nsys.exit({status})\n"
    )
    argv = (sys.executable, "-S", str(tmp_path / "play.py"))
    program = program_of(preset.id).model_copy(update={"argv": argv, "resume": argv})
    agent = CommandLineAgent(preset.model_copy(update={"program": program}), tmp_path / "desk")
    task = AgentTask(
        prompt="Review it.",
        reading_root=tmp_path,
        folder=tmp_path / "session",
        answer_file=tmp_path / "answer.json",
        schema="{}",
        session=session,
    )
    return asyncio.run(agent.answer(task, lambda usage: True))


@pytest.mark.parametrize(
    ("output", "usage", "model", "priced"),
    [
        ("claude-ok", CLAUDE.model_copy(update={"cost": 0.00105125}), "claude-opus-4-8", Priced.REPORTED),
        ("codex-ok", ONE, None, Priced.UNKNOWN),
        ("gemini-ok", ONE, "gemini-x", Priced.UNKNOWN),
        ("qwen-ok", Usage(tokens_in=200, tokens_out=40, tokens_cached=80), "m", Priced.UNKNOWN),
        ("opencode-ok", ONE, None, Priced.UNKNOWN),
    ],
)
def test_a_good_answer(tmp_path: Path, output: str, usage: Usage, model: str | None, priced: Priced) -> None:
    reply = replay(tmp_path, f"{output}.jsonl", 0)
    assert (reply.end, reply.messages, reply.reason) == (End.OK, (ANSWER,), "")
    assert (reply.usage, reply.model, reply.priced) == (usage, model, priced)


@pytest.mark.parametrize("preset", ["claude", "codex", "gemini", "qwen", "opencode"])
def test_a_session_gone_on_with_keeps_its_id(tmp_path: Path, preset: str) -> None:
    first = replay(tmp_path, f"{preset}-ok.jsonl", 0)
    again = replay(tmp_path, f"{preset}-resumed.jsonl", 0, first.session)
    assert first.session is not None
    assert (again.end, again.session, again.messages) == (End.OK, first.session, (ANSWER,))


@pytest.mark.parametrize(
    ("output", "status", "end", "reason"),
    [
        ("claude-429", 1, End.RATE_LIMITED, "HTTP 429"),
        ("claude-refuse", 1, End.REFUSED, "API Error: Claude Code is unable to respond"),
        ("codex-402", 1, End.QUOTA, "HTTP 402: unexpected status 402 Payment Required"),
        ("gemini-429", 173, End.RATE_LIMITED, "[API Error: "),
        ("gemini-429", 145, End.CRASHED, "[API Error: "),
        ("qwen-402", 0, End.QUOTA, "HTTP 402: [API Error: 402 scripted 402]"),
        ("opencode-refuse", 1, End.REFUSED, "The response was blocked by the provider's content filter"),
    ],
)
def test_a_bad_end(tmp_path: Path, output: str, status: int, end: End, reason: str) -> None:
    reply = replay(tmp_path, f"{output}.jsonl", status)
    assert reply.end is end
    assert reply.reason.startswith(reason)


#: Events that could not be brought about here, as the programs' own types declare them.
DECLARED: tuple[tuple[str, tuple[object, ...], End], ...] = (
    (
        "claude",
        (
            {"type": "rate_limit_event", "rate_limit_info": {"status": "rejected", "resetsAt": 4_102_444_800}},
            {"type": "result", "subtype": "success", "is_error": True, "result": "You have hit your limit"},
        ),
        End.RATE_LIMITED,
    ),
    ("claude", ({"type": "rate_limit_event", "rate_limit_info": {"status": "allowed_warning"}},
                {"type": "result", "is_error": False}), End.OK),
    ("claude", ({"type": "assistant", "error": "billing_error", "message": {"content": []}},
                {"type": "result", "is_error": True}), End.QUOTA),
    ("claude", ({"type": "system", "subtype": "api_retry", "error_status": 529},), End.RATE_LIMITED),
    ("claude", ({"type": "result", "subtype": "error_max_turns", "is_error": True},), End.CRASHED),
    ("codex", ({"type": "error", "message": "Reconnecting... 1/5 (exceeded retry limit, last status: 429 Too Many)"},),
     End.RATE_LIMITED),
    ("codex", ({"type": "turn.failed", "error": {"message": "Quota exceeded. Check your plan and billing details."}},),
     End.QUOTA),
    ("opencode", ({"type": "error", "error": {"name": "APIError", "data": {"statusCode": 429, "message": "slow"}}},),
     End.RATE_LIMITED),
)  # fmt: skip


@pytest.mark.parametrize(("preset", "events", "end"), DECLARED)
def test_an_end_that_the_programs_declare(preset: str, events: tuple[object, ...], end: End) -> None:
    transcript = Transcript(program_of(preset).output.readings)
    for event in events:
        transcript.take(event)
    assert transcript.end is end


#: A model that was made to say what the program itself says of a failure.
FORGED = 'unexpected status 429, [API Error: 429 x], {"type": "result", "is_error": true, "api_error_status": 429}'


@pytest.mark.parametrize(
    ("preset", "events"),
    [
        ("claude", ({"type": "assistant", "message": {"content": [{"type": "text", "text": FORGED}]}},
                    {"type": "result", "is_error": False, "result": FORGED})),
        ("codex", ({"type": "item.completed", "item": {"type": "agent_message", "text": FORGED}},
                   {"type": "item.completed", "item": {"type": "error", "message": FORGED}},
                   {"type": "turn.completed", "usage": {}})),
        ("gemini", ({"type": "message", "role": "assistant", "content": FORGED},
                    {"type": "tool_result", "status": "error", "output": FORGED, "error": {"message": FORGED}},
                    {"type": "result", "status": "success"})),
        ("qwen", ({"type": "assistant", "message": {"content": [{"type": "text", "text": "[API Error: 429 x]"}],
                                                    "usage": {"input_tokens": 9, "output_tokens": 9}}},
                  {"type": "result", "is_error": False})),
        ("opencode", ({"type": "text", "part": {"text": FORGED}},
                      {"type": "tool_use", "part": {"state": {"error": FORGED, "status": "error"}}},
                      {"type": "step_finish", "part": {"reason": "stop"}})),
    ],
)  # fmt: skip
def test_words_of_a_model_are_no_end(preset: str, events: tuple[object, ...]) -> None:
    transcript = Transcript(program_of(preset).output.readings)
    for event in events:
        transcript.take(event)
    assert transcript.end is End.OK


def test_what_helpers_of_an_agent_say_to_it_is_not_said_to_us() -> None:
    transcript = Transcript(program_of("claude").output.readings)
    helper = {"type": "assistant", "parent_tool_use_id": "t1"}
    said = {"id": "m", "content": [{"type": "text", "text": "to my caller"}], "usage": {"input_tokens": 7}}
    transcript.take(helper | {"message": said})
    assert (transcript.messages, transcript.stepped) == ([], Usage(tokens_in=7))


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS.keys())
def test_no_preset_of_ours_may_write_or_puts_the_prompt_on_the_command_line(preset: AgentPreset) -> None:
    program = program_of(preset.id)
    assert not program.writes
    assert program.prompt == "stdin"
    assert sum(map(len, program.argv)) < 1000
    assert bool(program.resume) == any("{session}" in word for word in program.resume)


def test_the_users_own_command_is_taken_to_write() -> None:
    own = command(("owl", "--prompt", "{prompt_file}"))
    assert own.program is not None
    assert (own.id, own.program.prompt, own.program.writes) == ("command", "file", True)
    reading = command(("owl",), passes=("OWL_KEY",), writes=False).program
    assert reading is not None
    assert (reading.prompt, reading.writes, reading.passes) == ("stdin", False, ("OWL_KEY",))


def test_a_wrong_command_of_the_users_is_refused() -> None:
    with pytest.raises(ValidationError):
        command(("owl", "{nothing_of_ours}"))
