"""The real agent programs, as far as a test must know them: how each is pointed at a server. Commands are the presets'.

In: a home folder of the test's own, and the server's address. Out: an environment and files in that home, and a PATH on
which the programs are shut in. A program that is not on PATH is None. What they were seen to do is in PROGRAMS.md.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.model_server.json_fields import JsonObject
from tests.model_server.loopback import LoopbackOnly

_URL = "{url}"

_CODEX = """model = "scripted"
model_provider = "scripted"
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "{url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
"""

_GEMINI: JsonObject = {"security": {"auth": {"selectedType": "gemini-api-key"}}}

#: Left alone it sometimes asks the model to sum up the session for its memory, and counts that with the session.
_QWEN: JsonObject = {"memory": {"enableManagedAutoMemory": False, "enableManagedAutoDream": False}}

_OPENCODE: JsonObject = {
    "model": "scripted/scripted",
    "provider": {
        "scripted": {
            "npm": "@ai-sdk/openai-compatible",
            "name": "scripted",
            "options": {"baseURL": "{url}/v1", "apiKey": "scripted"},
            "models": {"scripted": {"name": "scripted", "limit": {"context": 200_000, "output": 8_000}}},
        }
    },
}


@dataclass(frozen=True)
class RealProgram:
    """One of them."""

    name: str
    package: str
    """On npm."""
    environment: Mapping[str, str]
    files: Mapping[str, str]
    """By their path in the home folder."""
    once: tuple[str, ...] = ()
    """What it is run with, alone, in a new home before it may be run twice at once; empty where nothing is needed."""

    def installed(self) -> str | None:
        """Where it is; None where it is not on PATH."""
        return shutil.which(self.name)

    def point_at(self, url: str, home: Path) -> dict[str, str]:
        """Write the files that it needs into `home`; the environment that it needs besides PATH."""
        home.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            place = home / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text.replace(_URL, url), encoding="utf-8")
        given = {name: value.replace(_URL, url) for name, value in self.environment.items()}
        return {"HOME": str(home), "TERM": "dumb", "LANG": "C.UTF-8"} | given

    def settle_in(self, environ: Mapping[str, str]) -> None:
        """Let it make what it keeps in its home, so that two of it may start at once.

        Raises:
            subprocess.CalledProcessError: it could not.
        """
        if self.once:
            subprocess.run([self.name, *self.once], env=environ, check=True, capture_output=True, timeout=120)


PROGRAMS = (
    RealProgram(
        name="claude",
        package="@anthropic-ai/claude-code",
        environment={"ANTHROPIC_BASE_URL": _URL, "ANTHROPIC_API_KEY": "scripted", "IS_SANDBOX": "1"},
        files={},
    ),
    RealProgram(
        name="codex",
        package="@openai/codex",
        environment={"OPENAI_API_KEY": "scripted"},
        files={".codex/config.toml": _CODEX},
    ),
    RealProgram(
        name="gemini",
        package="@google/gemini-cli",
        environment={"GOOGLE_GEMINI_BASE_URL": _URL, "GEMINI_API_KEY": "scripted"},
        files={".gemini/settings.json": json.dumps(_GEMINI)},
    ),
    RealProgram(
        name="qwen",
        package="@qwen-code/qwen-code",
        environment={"OPENAI_BASE_URL": f"{_URL}/v1", "OPENAI_API_KEY": "scripted", "OPENAI_MODEL": "scripted"},
        files={".qwen/settings.json": json.dumps(_QWEN)},
    ),
    RealProgram(
        name="opencode",
        package="opencode-ai",
        environment={"OPENCODE_DISABLE_MODELS_FETCH": "1"},
        files={".config/opencode/opencode.json": json.dumps(_OPENCODE)},
        once=("session", "list"),
    ),
)


def shut_in(network: LoopbackOnly, folder: Path) -> str:
    """A PATH on which each installed program is one that runs inside `network` alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for program in PROGRAMS:
        found = program.installed()
        if found is not None:
            place = folder / program.name
            place.write_text(f'#!/bin/sh\nexec {shlex.join(network.command([found]))} "$@"\n', encoding="utf-8")
            place.chmod(0o755)
    return os.pathsep.join((str(folder), os.environ.get("PATH", os.defpath)))
