"""Write a watchdog that works: declaration, page, golden case and a test that passes.

In: a name, and whether code or an agent is to answer. Out: files, and the commands that come next. It is everything or
nothing: a file that is there already, a name that cannot be an id or that is taken is a `UsageError`, and nothing is
written.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from houndsman.config.project import FOLDER, WATCHDOGS
from houndsman.errors import UsageError
from houndsman.git.repository import Repository
from houndsman.models.watchdog import GENERAL, WatchdogId

_PYPROJECT = "pyproject.toml"

#: The golden case, below its folder: file and template.
_CASE = {
    "before/orders.py": "before.py.txt",
    "after/orders.py": "after.py.txt",
    "golden.jsonl": "golden.jsonl.txt",
}


class Order(NamedTuple):
    """What is to be written."""

    name: str
    code: bool
    """A plugin, instead of Markdown."""
    path: Path | None
    """Where the author wants it; None for the usual place."""
    cwd: Path


class Written(NamedTuple):
    """What was written, and what comes next."""

    files: tuple[str, ...]
    """As seen from the current folder."""
    commands: tuple[tuple[str, str], ...]
    """Command lines, each with what it is good for."""
    remark: str = ""

    def lines(self) -> Iterator[str]:
        """In words."""
        yield from (f"wrote {file}" for file in self.files)
        if self.remark:
            yield from ("", self.remark)
        width = max(len(command) for command, _ in self.commands)
        yield from ("", "Next:")
        yield from (f"  {command:{width}}  # {why}" for command, why in self.commands)


def write(order: Order, repository: Repository | None, taken: Mapping[str, str]) -> Written:
    """Write what `order` asks for.

    Args:
        order: what, and where.
        repository: the one that the current folder is in.
        taken: ids of the plugins' watchdogs, with who declares each.

    Raises:
        UsageError: the name cannot be an id or is taken, or a file is there already. Nothing is written then.
    """
    _refuse_name(order.name, taken)
    return _write_plugin(order) if order.code else _write_markdown(order, repository)


def _write_markdown(order: Order, repository: Repository | None) -> Written:
    root = order.path or (repository and repository.work_tree) or order.cwd
    own, tests = root / WATCHDOGS / f"{order.name}.md", root / FOLDER / "tests"
    case = tests / "cases" / order.name
    texts = {
        own: "watchdog.md.txt",
        tests / f"test_{_module(order.name)}.py": "markdown_test.py.txt",
        **{case / name: template for name, template in _CASE.items()},
        case / "answer.json": "answer.json.txt",
    }
    written = _put(order, texts)
    return Written(
        written,
        (
            (f"pytest {_quoted(order, tests)}", "passes now; change the golden case into yours first"),
            (f"houndsman watchdogs check {_quoted(order, own)}", "says what is wrong with it"),
            ("houndsman prepare --working-tree --config-from worktree --dry-run", "says which files it would get"),
        ),
    )


def _write_plugin(order: Order) -> Written:
    root, module = order.path or order.cwd / order.name, _module(order.name)
    package, case = root / f"houndsman_{module}", root / "tests" / "cases" / order.name
    plugin, project = package / f"{module}.py", root / _PYPROJECT
    texts = {
        **({} if project.exists() else {project: "pyproject.toml.txt"}),
        package / "__init__.py": "package.py.txt",
        plugin: "watchdog.py.txt",
        plugin.with_suffix(".md"): "page.md.txt",
        root / "tests" / f"test_{module}.py": "code_test.py.txt",
        **{case / name: template for name, template in _CASE.items()},
    }
    remark = ""
    if project not in texts:
        remark = (
            f"{_shown(order, project)} was there and is left as it is. For the watchdog to be found once it is\n"
            f"installed, add the package {package.name} and, under [project.entry-points.houndsman]:\n"
            f'  "{order.name}" = "{package.name}.{module}"'
        )
    written = _put(order, texts)
    return Written(
        written,
        (
            (f"pytest {_quoted(order, root)}", "passes now; change the golden case into yours first"),
            (f"houndsman watchdogs check {_quoted(order, plugin)}", "says what is wrong with it"),
            (f"houndsman hunt --working-tree -p {_quoted(order, plugin)}", "tries it on what is not committed yet"),
            (f"pip install -e {_quoted(order, root)}", "and every hunt finds it"),
        ),
        remark,
    )


def _put(order: Order, texts: Mapping[Path, str]) -> tuple[str, ...]:
    """Write each template to its place, all or none."""
    there = [place for place in texts if place.exists() or place.is_symlink()]
    if there:
        hint = "Nothing was written, as nothing is ever overwritten. Choose another name, or remove the file."
        raise UsageError("this is there already", where=_shown(order, there[0]), hint=hint)
    module = _module(order.name)
    names = {"id": order.name, "module": module, "package": f"houndsman_{module}"}
    for place, template in texts.items():
        text = Template((files("houndsman.cli") / "templates" / template).read_text(encoding="utf-8"))
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text.substitute(names))
    return tuple(_shown(order, place) for place in texts)


def _refuse_name(name: str, taken: Mapping[str, str]) -> None:
    try:
        TypeAdapter(WatchdogId).validate_python(name)
    except ValidationError as errors:
        told = errors.errors()[0]["msg"].removeprefix("Value error, ")
        raise UsageError(told, hint="Name it after what it guards, such as `payments`.") from None
    if name == GENERAL or name in taken:
        whose = "reserved" if name == GENERAL else f"taken by {taken[name]}"
        raise UsageError(f"the id {name!r} is {whose}", hint="Choose another name.")


def _module(name: str) -> str:
    """The name as one of a Python module."""
    return re.sub(r"[^a-z0-9]", "_", name)


def _shown(order: Order, place: Path) -> str:
    whole = order.cwd / place
    return whole.relative_to(order.cwd).as_posix() if whole.is_relative_to(order.cwd) else str(place)


def _quoted(order: Order, place: Path) -> str:
    return shlex.quote(_shown(order, place))
