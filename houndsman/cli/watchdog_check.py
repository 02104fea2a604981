"""What is wrong with a watchdog, before a review stumbles over it.

In: what there is to look at, and which watchdog is meant. Out: complaints, the worst first, each with its place and the
next step. An error keeps a watchdog from being what its author means; a warning is for him to look at; a note says what
is so in this repository. A name that is nobody's is a `UsageError`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path

from pydantic import ValidationError

from houndsman.classify.globs import Globs
from houndsman.cli.watchdog_places import MarkdownPlaces, Places, PythonPlaces, place_of_error, shown
from houndsman.cli.watchdog_repeats import repeats
from houndsman.cli.watchdog_sources import Source, Surroundings, named
from houndsman.config.complaints import complaint, nearest
from houndsman.config.markdown import faults_of, read_watchdog
from houndsman.config.project import WATCHDOGS
from houndsman.errors import UsageError
from houndsman.golden.complaint import Complaint, Weight
from houndsman.hook_relay import OURS, PluginFailure
from houndsman.hunt.roster import roster
from houndsman.models.plugins import AgentPreset
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import GENERAL, Rule, Watchdog
from houndsman.plugin_manager import GROUP

_WEIGHTS = tuple(Weight)


@dataclass(frozen=True)
class Subject:
    """What is checked."""

    files: tuple[tuple[str, bytes], ...] = ()
    """Markdown files: name and bytes."""
    sources: tuple[Source, ...] = ()
    """Watchdogs of plugins."""
    failures: tuple[PluginFailure, ...] = ()
    """Plugins that failed and are meant."""

    @property
    def size(self) -> int:
        """How many they are."""
        return len(self.files) + len(self.sources) + len(self.failures)


def plugins_of(wanted: str | None) -> tuple[str, ...]:
    """What `-p` must say so that the plugin's file that `wanted` names is loaded; nothing where it names none.

    It may be installed, too: then the file counts, which its author has open. Raises `UsageError` for no file.
    """
    if wanted is None or not wanted.endswith(".py"):
        return ()
    file = Path(wanted)
    if not file.is_file():
        raise UsageError("there is no such file", where=wanted, hint="Name a file, or a watchdog by its id.")
    strangers = {entry.name for entry in entry_points(group=GROUP) if entry.dist and entry.dist.name != OURS}
    return (f"no:{file.stem}", wanted) if file.stem in strangers else (wanted,)


def subject_of(around: Surroundings, wanted: str | None) -> Subject:
    """What `wanted` names: a Markdown file, a plugin's file, or an id; None for the project's own and those of `-p`.

    Raises:
        UsageError: it names nothing.
    """
    sources, failures = around.by_plugins, around.relay.failures
    if wanted is None:
        own = Subject(
            tuple(around.project.watchdogs.items()),
            tuple(each for each in sources if each.plugin is not None and each.plugin.distribution == "-p"),
            tuple(each for each in failures if each.distribution == "-p"),
        )
        if not own.size:
            hint = "Name a file or an id, or write one with `houndsman watchdogs new NAME`."
            raise UsageError("there is nothing to check: no Markdown watchdog here, and no plugin of -p", hint=hint)
        return own
    if wanted.endswith(".md"):
        return Subject(files=((wanted, _read(wanted)),))
    if wanted.endswith(".py"):
        found = _of_plugin(sources, failures, Path(wanted).stem)
        if not found.size:
            hint = "Return one from a function houndsman_watchdogs that is marked with @hookimpl."
            raise UsageError("the plugin declares no watchdog", where=wanted, hint=hint)
        return found
    file = f"{WATCHDOGS}/{wanted}.md"
    if file in around.project.watchdogs:
        return Subject(files=((file, around.project.watchdogs[file]),))
    if wanted not in {each.watchdog.id for each in sources}:
        broken = _of_plugin((), failures, wanted)
        if broken.failures:
            return broken
    return Subject(sources=(named((*sources, *around.by_files()), wanted),))


def check(around: Surroundings, subject: Subject) -> tuple[Complaint, ...]:
    """All complaints about `subject`: errors, warnings, notes, each by place."""
    found = [each for failure in subject.failures for each in _of_failure(failure)]
    checked: list[tuple[Source, Places]] = []
    for name, raw in subject.files:
        faults = faults_of(raw, name)
        found += [Complaint("declaration", fault.where or name, fault.what, fault.hint or "") for fault in faults]
        if not faults:
            checked.append((Source(read_watchdog(raw, name), None, name), MarkdownPlaces(name, raw)))
    checked += [(source, PythonPlaces(source.file)) for source in subject.sources]
    for source, places in checked:
        found += _of_declaration(around, source, places)
        found += _of_contents(source.watchdog, places)
        found += _of_globs(source.watchdog, places, around.paths)
        if source.plugin is not None:
            found += _of_page(source)
    return tuple(sorted(dict.fromkeys(found), key=lambda each: (_WEIGHTS.index(each.weight), _by_line(each.place))))


def _read(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        told = f"the file cannot be read: {error.strerror or error}"
        raise UsageError(told, where=name, hint="Name a file, or a watchdog by its id.") from None


def _of_plugin(sources: Sequence[Source], failures: Sequence[PluginFailure], name: str) -> Subject:
    own = tuple(each for each in sources if each.plugin is not None and each.plugin.name == name)
    return Subject(sources=own, failures=tuple(each for each in failures if each.plugin == name))


# Plugins that fail


def _of_failure(failure: PluginFailure) -> Iterator[Complaint]:
    """What a plugin raised, in an author's words where it is a declaration that does not hold."""
    cause = failure.cause
    models: dict[str, type[Watchdog] | type[Rule]] = {"Watchdog": Watchdog, "Rule": Rule}
    if not isinstance(cause, ValidationError) or cause.title not in models:
        place = (place_of_error(cause) if cause is not None else None) or f"plugin {failure.plugin}"
        yield Complaint("plugin-failed", place, failure.error)
        return
    keys = list(models[cause.title].model_fields)
    for error in cause.errors():
        key = str(error["loc"][0]) if error["loc"] else ""
        is_missing = error["type"] == "missing"
        place = place_of_error(cause, "" if is_missing else key) or f"plugin {failure.plugin}"
        if error["type"] == "extra_forbidden":
            close = nearest(key, keys)
            hint = f"Did you mean {close!r}?" if close else f"It has: {', '.join(keys)}."
            yield Complaint("declaration", place, f"a {cause.title} has no {key!r}", hint)
        elif is_missing:
            yield Complaint("declaration", place, f"a {cause.title} needs {key!r}", f"It has: {', '.join(keys)}.")
        else:
            told = complaint(error, Watchdog)
            yield Complaint("declaration", place, told.what, told.hint)


# Declarations beside others


def _of_declaration(around: Surroundings, source: Source, places: Places) -> Iterator[Complaint]:
    watchdog, plugin = source.watchdog, source.plugin
    place = places.of(["id"], watchdog.id)
    other = _other(around, source)
    if other is not None:
        hint = "Rename one, or leave the plugin out with -p no:NAME."
        yield Complaint("twice", place, f"the id {watchdog.id!r} is also that of {other}", hint)
    if plugin is not None and watchdog.id == GENERAL and not plugin.is_ours:
        yield Complaint("reserved", place, "the id 'general' is reserved", "Choose another.")
    if plugin is not None and watchdog.is_code_only and "houndsman_check" not in plugin.hooks:
        hint = "Implement houndsman_check, or let an agent answer: leave `agent` out."
        yield Complaint("unanswered", place, f"code answers for {watchdog.id!r}, and the plugin has none", hint)
    presets = around.relay.collect_lists("houndsman_agents", AgentPreset, config=around.config)
    agents = roster(around.config, [preset for _, preset in presets]).names
    if watchdog.agent and not watchdog.is_code_only and watchdog.agent not in agents:
        what = f"{watchdog.agent!r} is none of `houndsman agents`: the brief waits for whoever answers it"
        yield Complaint("unknown-agent", places.of(["agent"], watchdog.agent), what, "", Weight.WARNING)


def _other(around: Surroundings, source: Source) -> str | None:
    """Who else declares a watchdog of this id, in words."""
    file = f"{WATCHDOGS}/{source.watchdog.id}.md"
    if source.plugin is not None and file in around.project.watchdogs:
        return file
    same = [each for each in around.by_plugins if each.watchdog.id == source.watchdog.id]
    others = [each for each in same if each.file != source.file] or same[1:]
    return others[0].said if others else None


# What a watchdog says


def _of_contents(watchdog: Watchdog, places: Places) -> Iterator[Complaint]:
    if not (watchdog.is_code_only or watchdog.rules or watchdog.checklist or watchdog.guidance.strip()):
        hint = "Declare rules, a checklist or guidance."
        yield Complaint("asks-nothing", places.of(["title"], watchdog.id), "it asks nothing", hint, Weight.WARNING)
    if not watchdog.paths:
        what = "it guards nothing: `paths` is empty"
        yield Complaint("guards-nothing", places.of(["paths"], watchdog.id), what, "", Weight.WARNING)
    if watchdog.sees_excluded and not watchdog.is_code_only:
        what = "only code sees what briefs leave out: seesExcluded has no effect here"
        yield Complaint("no-effect", places.of(["seesExcluded"], watchdog.id), what, "Leave it out.", Weight.WARNING)
    for repeat in repeats(watchdog):
        key = list(repeat.key)
        where = f"checklist item C{int(key[1]) + 1}" if len(key) > 1 else "the guidance"
        rule = (
            f"rule {repeat.rule.number} ({repeat.rule.id}, {places.of(_key_of(watchdog, repeat.rule), repeat.rule.id)})"
        )
        what = f"{where} says again what {rule} says: {repeat.sentence!r}"
        hint = "Say it once: what must hold is a rule, what to look into is a question or guidance."
        yield Complaint("repeated-rule", places.of(key, repeat.sentence), what, hint, Weight.WARNING)


def _key_of(watchdog: Watchdog, rule: Rule) -> list[str | int]:
    return ["rules", watchdog.rules.index(rule)]


# What it guards here


def _of_globs(watchdog: Watchdog, places: Places, paths: Sequence[RepoPath]) -> Iterator[Complaint]:
    if not paths:
        return
    for key, globs in (("paths", watchdog.paths), ("exclude", watchdog.exclude)):
        for at, glob in enumerate(globs):
            if not any(map(Globs([glob.removeprefix("!")]).match, paths)):
                what = f"{key}: {glob!r} matches no file of this repository"
                yield Complaint("matches-nothing", places.of([key, at], glob), what, "", Weight.NOTE)


# Its page


def _of_page(source: Source) -> Iterator[Complaint]:
    """The page beside a plugin's module: the name of the module, and a section a rule."""
    module = Path(source.file)
    if module.suffix != ".py":
        return
    page = module.with_suffix(".md") if module.stem != "__init__" else module.parent / f"{module.parent.name}.md"
    if not page.is_file():
        hint = f"Write {page.name} beside it: for each rule what it finds, why that is bad, and an example."
        yield Complaint("no-page", shown(source.file), "the plugin has no page", hint, Weight.WARNING)
        return
    lines = page.read_bytes().decode("utf-8", "replace").split("\n")
    headings = {line.lstrip("# ").strip().strip("`") for line in lines if line.startswith("#")}
    for rule in source.watchdog.rules:
        if rule.id not in headings:
            what = f"the page has no section for the rule {rule.id!r}"
            yield Complaint("no-section", shown(str(page)), what, f"Write `## {rule.id}`.", Weight.WARNING)


def _by_line(place: str) -> tuple[str, int]:
    file, _, line = place.rpartition(":")
    return (file, int(line)) if line.isdigit() else (place, 0)
