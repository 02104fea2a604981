"""Each real program shows its model the skill where it was installed.

The programs are those on PATH, shut into a network of loopback with a scripted model; CI provides them.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from houndsman.git.samples import SampleRepository
from houndsman.skill.install import install
from houndsman.skill.targets import Target, in_home, in_project
from houndsman.skill.wording import DESCRIPTION
from tests.model_server.loopback import LoopbackOnly, unavailable
from tests.model_server.programs import PROGRAMS, RealProgram
from tests.model_server.script import Step, says
from tests.model_server.server import ModelServer

_NO_NETWORK = unavailable()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(_NO_NETWORK is not None and os.environ.get("CI") != "true", reason=_NO_NETWORK or ""),
]

QUESTION = "What can you do?"

#: One question, with nobody there to be asked back. Out of its mode for plans, gemini first asks its model which model
#: to ask, again and again for a minute and a half, because the scripted one has no opinion.
ASKS = {
    "claude": ("claude", "--print", QUESTION),
    "codex": ("codex", "exec", QUESTION),
    "gemini": ("gemini", "--skip-trust", "--approval-mode", "plan", "--prompt", QUESTION),
    "opencode": ("opencode", "run", QUESTION),
}


@pytest.fixture
def network() -> Iterator[LoopbackOnly]:
    with LoopbackOnly() as made:
        yield made


@pytest.mark.parametrize("where", ["project", "home"])
@pytest.mark.parametrize("program", [each for each in PROGRAMS if each.name in ASKS], ids=lambda program: program.name)
def test_a_real_program_finds_the_skill(
    program: RealProgram, where: str, network: LoopbackOnly, sample: SampleRepository, tmp_path: Path
) -> None:
    if program.installed() is None:
        pytest.skip(f"{program.name} is not on PATH (npm install {program.package})")
    sample.write("README.md", "# A\n")
    sample.commit("A project")
    target, home = Target(program.name), tmp_path / "agent-home"
    install([in_project(target, sample.path) if where == "project" else in_home(target, {"HOME": str(home)})])
    with ModelServer(says(Step(say="Nothing.")), listening=network.listen()) as server:
        environ = {"PATH": os.environ["PATH"], **program.point_at(server.url, home)}
        subprocess.run(
            network.command(ASKS[program.name]),
            cwd=sample.path,
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
            check=False,
        )
        server.settle()
        told = b"\n".join(record.request.body for record in server.requests)
    assert DESCRIPTION.partition(".")[0].encode() in told
