"""A watchdog in a Markdown file: YAML front matter declares it, the text below is its guidance.

Comes in: the bytes of `.houndsman/watchdogs/<id>.md`. Goes out: the same `Watchdog` a plugin would declare. Anything
wrong is a `ConfigError` with file, line and the nearest right key.
"""

from __future__ import annotations

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from houndsman.config.complaints import complaint, first_error
from houndsman.config.places import KeyPath, yaml_line
from houndsman.errors import ConfigError
from houndsman.models.watchdog import CODE_AGENT, GENERAL, Watchdog

_FENCE = "---"
_HINT = "begin the file with a line `---`, keys such as `title: Payments`, and a line `---`"


def read_watchdog(raw: bytes, name: str) -> Watchdog:
    """The watchdog that the file `name` (its path, as messages show it) declares; its id is the file's stem."""
    root, data = _declared(raw, name)
    try:
        return Watchdog.model_validate(data, by_alias=True, by_name=False)
    except ValidationError as errors:
        raise _fault(first_error(errors.errors()), root, data, name) from None


def faults_of(raw: bytes, name: str) -> tuple[ConfigError, ...]:
    """Everything that keeps the file `name` from declaring a watchdog, by line: what `read_watchdog` stops at first."""
    try:
        root, data = _declared(raw, name)
        Watchdog.model_validate(data, by_alias=True, by_name=False)
    except ConfigError as fault:
        return (fault,)
    except ValidationError as errors:
        found = [_fault(error, root, data, name) for error in errors.errors()]
        return tuple(sorted(found, key=lambda fault: int(str(fault.where).rpartition(":")[2])))
    return ()


def line_of(raw: bytes, path: KeyPath) -> int:
    """The line of the key at `path` in a file that `read_watchdog` takes; for `["guidance"]` also where it is the text
    below the front matter."""
    text = _text(raw, "")
    front, body = _split(text, "")
    root = yaml.compose(front, Loader=yaml.SafeLoader)
    if list(path) == ["guidance"] and body.strip():
        return text.count("\n") - body.lstrip().count("\n") + 1
    return _line(root, path)


def _declared(raw: bytes, name: str) -> tuple[yaml.Node | None, dict[str, object]]:
    """The front matter as YAML's nodes, and the data that the whole file comes to. Raises `ConfigError`."""
    front, body = _split(_text(raw, name), name)
    root, data = _load(front, name)
    own_id = name.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".md")
    if own_id == GENERAL:
        raise ConfigError("the id 'general' is reserved", where=f"{name}:1", hint="give the file another name")
    if data.setdefault("id", own_id) != own_id:
        line = _line(root, ["id"])
        raise ConfigError(
            f"the id {data['id']!r} is not the file's name", where=f"{name}:{line}", hint="leave 'id' out"
        )
    if "guidance" in data and body.strip():
        line = _line(root, ["guidance"])
        raise ConfigError("guidance is given twice: by a key, and below the front matter", where=f"{name}:{line}")
    data.setdefault("guidance", body.strip())
    if data.get("agent") == CODE_AGENT:
        line = _line(root, ["agent"])
        hint = "name an agent, or leave 'agent' out"
        raise ConfigError("only a Python plugin can be answered by code", where=f"{name}:{line}", hint=hint)
    _number_rules(data)
    return root, data


def _text(raw: bytes, name: str) -> str:
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise ConfigError(f"this is not UTF-8: {error}", where=name, hint="save the file as UTF-8") from None


def _fault(error: ErrorDetails, root: yaml.Node | None, data: dict[str, object], name: str) -> ConfigError:
    fault = complaint(error, Watchdog)
    path = fault.path if error["loc"] else _repeated(data)
    return ConfigError(fault.what, where=f"{name}:{_line(root, path)}", hint=fault.hint)


def _split(text: str, name: str) -> tuple[str, str]:
    lines = text.split("\n")
    if lines[0].rstrip() != _FENCE:
        raise ConfigError("there is no front matter", where=f"{name}:1", hint=_HINT)
    for at, line in enumerate(lines[1:], 1):
        if line.rstrip() == _FENCE:
            return "\n".join(lines[1:at]), "\n".join(lines[at + 1 :])
    raise ConfigError("the front matter is not closed", where=f"{name}:1", hint=_HINT)


def _load(front: str, name: str) -> tuple[yaml.Node | None, dict[str, object]]:
    try:
        root = yaml.compose(front, Loader=yaml.SafeLoader)
        data = yaml.safe_load(front)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 2 if mark else 1
        problem = getattr(error, "problem", None) or " ".join(str(error).split())
        raise ConfigError(f"the front matter is not YAML: {problem}", where=f"{name}:{line}") from None
    if not isinstance(data, dict) or not isinstance(root, yaml.MappingNode):
        raise ConfigError("the front matter holds no keys", where=f"{name}:1", hint=_HINT)
    _refuse_repeated_keys(root, name)
    return root, {str(key): value for key, value in data.items()}


def _refuse_repeated_keys(node: yaml.Node, name: str) -> None:
    """YAML would silently take the last one."""
    if isinstance(node, yaml.MappingNode):
        seen: set[object] = set()
        for key, value in node.value:
            if key.value in seen:
                raise ConfigError(f"the key {key.value!r} is given twice", where=f"{name}:{key.start_mark.line + 2}")
            seen.add(key.value)
            _refuse_repeated_keys(value, name)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _refuse_repeated_keys(item, name)


def _number_rules(data: dict[str, object]) -> None:
    """Rules that nobody numbered are numbered as they stand."""
    rules = data.get("rules")
    if isinstance(rules, list) and all(isinstance(rule, dict) and "number" not in rule for rule in rules):
        data["rules"] = [{**rule, "number": at} for at, rule in enumerate(rules, 1)]


def _repeated(data: dict[str, object]) -> list[str | int]:
    """The path of the rule that has the number or id of an earlier one: the one fault of a watchdog as a whole."""
    rules = data["rules"]
    assert isinstance(rules, list)  # else the fault would have been that
    for key in ("number", "id"):
        told = [rule[key] for rule in rules]
        twice = next((at for at, value in enumerate(told) if value in told[:at]), None)
        if twice is not None:
            return ["rules", twice, key]
    return ["rules"]


def _line(root: yaml.Node | None, path: KeyPath) -> int:
    """The line in the file: the front matter begins on its second line."""
    return (yaml_line(root, path) or 0) + 1
