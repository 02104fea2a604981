"""The command-line agents that we know, as data.

Each was run against a scripted model, on a reading root full of files that configure it (instructions, hooks, servers,
plugins, `.env`): the flags here are those with which none of them was run or obeyed, what it cannot help is in `obeys`,
and the events are those that were seen. "Unverified" in a title: taken from the program's own documentation, never run.

The prompt goes in on standard input everywhere. None of these may write.
"""

from __future__ import annotations

import json
from types import MappingProxyType

from houndsman.models.agent import End
from houndsman.models.plugins import AgentPreset
from houndsman.models.preset import Output, Program, Reading, Tally

#: claude, and whoever speaks like it. Cached tokens are counted apart; the last event counts the whole call.
_CLAUDE_READINGS = (
    Reading(session="session_id"),
    Reading(
        when=("type=assistant",),
        tally=Tally(
            tokens_in=(
                "message.usage.input_tokens",
                "message.usage.cache_read_input_tokens",
                "message.usage.cache_creation_input_tokens",
            ),
            tokens_out=("message.usage.output_tokens",),
            tokens_cached=("message.usage.cache_read_input_tokens",),
            of="step",
            step="message.id",
        ),
    ),
    # A parent is a tool: then one of its own helpers speaks to it, not it to us. An error is the program's own text.
    Reading(
        when=("type=assistant", "parent_tool_use_id=null", "error=null"),
        message="message.content[type=text].text",
        model="message.model",
    ),
    Reading(when=("type=assistant", "error=rate_limit"), end=End.RATE_LIMITED, reason="message.content[*].text"),
    Reading(when=("type=assistant", "error=billing_error"), end=End.QUOTA, reason="message.content[*].text"),
    Reading(when=("type=system", "subtype=api_retry"), status="error_status", reason="error"),
    Reading(
        when=("type=rate_limit_event", "rate_limit_info.status=rejected"),
        end=End.RATE_LIMITED,
        reason="rate_limit_info.rateLimitType",
        resets_at="rate_limit_info.resetsAt",
    ),
    Reading(
        when=("type=result",),
        tally=Tally(
            tokens_in=(
                "usage.input_tokens",
                "usage.cache_read_input_tokens",
                "usage.cache_creation_input_tokens",
            ),
            tokens_out=("usage.output_tokens",),
            tokens_cached=("usage.cache_read_input_tokens",),
            cost=("total_cost_usd",),
        ),
    ),
    Reading(when=("type=result", "is_error=false"), end=End.OK),
    Reading(when=("type=result", "is_error=true"), end=End.CRASHED, status="api_error_status", reason="result"),
    Reading(when=("type=result", "stop_reason=refusal"), end=End.REFUSED, reason="result"),
)

_CLAUDE_COMMAND = (
    *("claude", "--print", "--output-format", "stream-json", "--verbose"),
    *("--tools", "Read,Grep,Glob", "--allowed-tools", "Read,Grep,Glob", "--permission-mode", "dontAsk"),
    # Not the change's CLAUDE.md, hooks, permissions and servers.
    *("--setting-sources", "user", "--strict-mcp-config", "--disable-slash-commands"),
)

_CLAUDE = Program(
    argv=_CLAUDE_COMMAND,
    resume=(*_CLAUDE_COMMAND, "--resume", "{session}"),
    model=("--model", "{model}"),
    sets={"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1"},
    passes=("ANTHROPIC_*", "CLAUDE_*", "IS_SANDBOX", "AWS_REGION", "AWS_PROFILE", "AWS_BEARER_TOKEN_BEDROCK"),
    output=Output(format="json-lines", readings=_CLAUDE_READINGS),
)

#: How codex itself tells an HTTP status; it has no field for it. The words after it may be the provider's.
_CODEX_STATUS = r"(?:Reconnecting\.\.\. \d+/\d+ \()?(?:unexpected status|exceeded retry limit, last status:) (\d{3})\b"

_CODEX_FLAGS = (
    # Instructions and rules of the change; variables that look like secrets are kept from what the model runs.
    *("--json", "--skip-git-repo-check", "--ignore-rules", "-c", "project_doc_max_bytes=0"),
    *("-c", 'sandbox_mode="read-only"', "-c", 'approval_policy="never"', "-c", 'web_search="disabled"'),
    *("-c", 'shell_environment_policy.inherit="core"'),
)

_CODEX = Program(
    argv=("codex", "exec", *_CODEX_FLAGS),
    resume=("codex", "exec", "resume", *_CODEX_FLAGS, "{session}"),
    model=("--model", "{model}"),
    strict=("--output-schema", "{schema_file}"),
    last=("-",),
    passes=("OPENAI_*", "CODEX_*", "AZURE_OPENAI_API_KEY"),
    output=Output(
        format="json-lines",
        readings=(
            Reading(when=("type=thread.started",), session="thread_id"),
            Reading(when=("type=item.completed", "item.type=agent_message"), message="item.text"),
            Reading(
                when=("type=turn.completed",),
                tally=Tally(
                    tokens_in=("usage.input_tokens",),
                    tokens_out=("usage.output_tokens",),
                    tokens_cached=("usage.cached_input_tokens",),
                    of="session",
                ),
                end=End.OK,
            ),
            Reading(when=("type=error",), status="message", status_pattern=_CODEX_STATUS, reason="message"),
            Reading(
                when=("type=turn.failed",),
                end=End.CRASHED,
                status="error.message",
                status_pattern=_CODEX_STATUS,
                reason="error.message",
            ),
            Reading(
                when=("type=turn.failed", r"error.message~Quota exceeded\. Check your plan"),
                end=End.QUOTA,
                reason="error.message",
            ),
        ),
    ),
)

_GEMINI_COMMAND = (
    *("gemini", "--output-format", "stream-json", "--skip-trust", "--approval-mode", "plan"),
    *("--include-directories", "{root}"),
)

_GEMINI = Program(
    argv=_GEMINI_COMMAND,
    resume=(*_GEMINI_COMMAND, "--resume", "{session}"),
    model=("--model", "{model}"),
    sits="desk",  # in the reading root it reads environment variables from the change's .env
    obeys=("GEMINI.md",),
    passes=("GEMINI_*", "GOOGLE_*"),
    output=Output(
        format="json-lines",
        readings=(
            Reading(when=("type=init",), session="session_id"),
            Reading(when=("type=message", "role=assistant"), message="content", in_pieces=True),
            Reading(
                when=("type=result",),
                model="stats.models.$keys",
                tally=Tally(
                    tokens_in=("stats.input_tokens",),
                    tokens_out=("stats.output_tokens",),
                    tokens_cached=("stats.cached",),
                ),
            ),
            Reading(when=("type=result", "status=success"), end=End.OK),
            Reading(when=("type=result", "status=error"), end=End.CRASHED, reason="error.message"),
        ),
        # It exits with the HTTP status, of which eight bits arrive.
        exits={402 % 256: End.QUOTA, 429 % 256: End.RATE_LIMITED, 503 % 256: End.RATE_LIMITED},
    ),
)

_QWEN_COMMAND = (
    *("qwen", "--output-format", "stream-json", "--approval-mode", "plan", "--include-directories", "{root}"),
    "--exclude-tools=agent,edit,run_shell_command,save_memory,send_message,skill,task_stop,todo_write,tool_search,"
    "web_fetch,write_file",
)

_QWEN = Program(
    argv=_QWEN_COMMAND,
    resume=(*_QWEN_COMMAND, "--resume", "{session}"),
    model=("--model", "{model}"),
    sits="desk",  # in the reading root it obeys QWEN.md and AGENTS.md, starts servers, and rewrites its settings there
    passes=("OPENAI_*", "QWEN_*", "DASHSCOPE_*", "BAILIAN_*"),
    output=Output(
        format="json-lines",
        readings=(
            Reading(session="session_id"),
            Reading(
                when=("type=assistant", "parent_tool_use_id=null"),
                message="message.content[type=text].text",
                model="message.model",
            ),
            Reading(
                when=("type=assistant",),
                tally=Tally(
                    tokens_in=("message.usage.input_tokens",),
                    tokens_out=("message.usage.output_tokens",),
                    tokens_cached=("message.usage.cache_read_input_tokens",),
                    of="step",
                    step="message.id",
                ),
            ),
            Reading(
                when=("type=result",),
                tally=Tally(
                    tokens_in=("usage.input_tokens",),
                    tokens_out=("usage.output_tokens",),
                    tokens_cached=("usage.cache_read_input_tokens",),
                    of="session",
                ),
            ),
            Reading(when=("type=result", "is_error=false"), end=End.OK),
            Reading(when=("type=result", "is_error=true"), end=End.CRASHED, reason="error.message"),
            # A failed request is a message of nobody (no token was made) in a session that then "succeeds".
            Reading(
                when=(
                    "type=assistant",
                    "message.usage.output_tokens=0",
                    r"message.content[*].text~\[API Error: ",
                ),
                end=End.CRASHED,
                lasts=True,
                status="message.content[*].text",
                status_pattern=r"\[API Error: (\d{3})\b",
                reason="message.content[*].text",
            ),
        ),
    ),
)

#: The last rule that fits counts. What lies outside of where it sits is asked for apart, with nobody there to be asked.
_OPENCODE_PERMISSION = {
    "*": "deny",
    **dict.fromkeys(("read", "grep", "glob", "list"), "allow"),
    "external_directory": {"*": "deny", "{root}": "allow", "{root}/*": "allow"},
}

_OPENCODE = Program(
    argv=("opencode", "run", "--format", "json", "--pure"),
    resume=("opencode", "run", "--format", "json", "--pure", "--session", "{session}"),
    model=("--model", "{model}"),
    sits="desk",  # in the reading root it runs the change's plugins now and then, whatever it is told
    sets={
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_PROJECT_CONFIG": "1",
        "OPENCODE_PERMISSION": json.dumps(_OPENCODE_PERMISSION),
    },
    passes=("OPENCODE_*", "ANTHROPIC_*", "OPENAI_*", "GEMINI_API_KEY", "OPENROUTER_API_KEY", "DEEPSEEK_API_KEY"),
    output=Output(
        format="json-lines",
        readings=(
            Reading(session="sessionID"),
            Reading(when=("type=text",), message="part.text"),
            Reading(
                when=("type=step_finish",),
                tally=Tally(
                    tokens_in=("part.tokens.input", "part.tokens.cache.read", "part.tokens.cache.write"),
                    tokens_out=("part.tokens.output", "part.tokens.reasoning"),
                    tokens_cached=("part.tokens.cache.read",),
                    cost=("part.cost",),
                    of="step",
                    step="part.id",
                ),
            ),
            Reading(when=("type=step_finish", "part.reason=stop"), end=End.OK),
            Reading(when=("type=step_finish", "part.reason=length"), end=End.OK),
            Reading(when=("type=error",), end=End.CRASHED, status="error.data.statusCode", reason="error.data.message"),
            Reading(when=("type=error", "error.name=ContentFilterError"), end=End.REFUSED, reason="error.data.message"),
        ),
    ),
)

_COPILOT_COMMAND = ("copilot", "-s", "--no-ask-user", "--add-dir={root}", "--deny-tool=shell", "--deny-tool=write")

_COPILOT = Program(
    argv=_COPILOT_COMMAND,
    model=("--model={model}",),
    sits="desk",
    passes=("COPILOT_*", "GH_TOKEN", "GITHUB_TOKEN"),
)

_MAKI_COMMAND = (
    *("maki", "--print", "--output-format", "stream-json", "--verbose"),
    *("--no-plugins", "--no-commands", "--allowed-tools", "read,grep,glob"),
)

_MAKI = Program(
    argv=_MAKI_COMMAND,
    resume=(*_MAKI_COMMAND, "--session", "{session}"),
    model=("--model", "{model}"),
    passes=("ANTHROPIC_*", "OPENAI_*", "GEMINI_API_KEY", "MAKI_*"),
    output=Output(format="json-lines", readings=_CLAUDE_READINGS),
)

#: By their ids, in the order in which `houndsman agents` lists them.
PRESETS = MappingProxyType(
    {
        preset.id: preset
        for preset in (
            AgentPreset(id="claude", title="Claude Code", program=_CLAUDE),
            AgentPreset(id="codex", title="Codex CLI", program=_CODEX),
            AgentPreset(id="gemini", title="Gemini CLI", program=_GEMINI),
            AgentPreset(id="qwen", title="Qwen Code", program=_QWEN),
            AgentPreset(id="opencode", title="opencode", program=_OPENCODE),
            AgentPreset(id="copilot", title="GitHub Copilot CLI (unverified)", program=_COPILOT),
            AgentPreset(id="maki", title="maki (unverified)", program=_MAKI),
        )
    }
)

#: The id of the agent whose command is the user's own.
COMMAND = "command"


def command(argv: tuple[str, ...], *, passes: tuple[str, ...] = (), writes: bool = True) -> AgentPreset:
    """The preset of the user's own command: the prompt on standard input, the answer on standard output or in
    `{answer_file}`.

    `{prompt_file}`, `{root}` and the others of `PLACEHOLDERS` may stand in `argv`. It is taken to write, and so gets a
    reading root of its own, unless the user says otherwise. Wrong placeholders are a `ValueError`.
    """
    prompt = "file" if any("{prompt_file}" in word for word in argv) else "stdin"
    program = Program(argv=argv, prompt=prompt, passes=passes, writes=writes, version=())
    return AgentPreset(id=COMMAND, title="Your own command", program=program)
