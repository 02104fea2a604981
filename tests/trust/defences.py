"""The defences, each with the attack that it stops and what is left when it is taken away.

`python tests/trust/defences.py` takes one after the other out of a copy of the project, runs the tests that are named
beside it, and says which defence nobody would miss; words on the command line choose defences by their attack.
`test_defences.py` sees to it that every entry still fits the code, and that `docs/explanation/trust.md` names it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

_TESTS_FAILED = 1  # as pytest says it; anything else would be a test that could not even be begun

#: In one process: a stopped run of pytest-xdist has an exit code of its own.
_PYTEST = ("-P", "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider")

#: What a copy needs to be tested.
_COPIED = ("houndsman", "plugins", "tests", "pyproject.toml")


class Edit(NamedTuple):
    """What taking a defence away does to a file."""

    file: str
    old: str
    """Stands in the file once."""
    new: str


class Defence(NamedTuple):
    """One defence."""

    attack: str
    edits: tuple[Edit, ...]
    test: str
    """In this folder, as pytest names it."""


def _one(attack: str, test: str, file: str, old: str, new: str) -> Defence:
    return Defence(attack, (Edit(file, old, new),), test)


_PYTHON = "plugins/houndsman_plugins/python.py"
_SHADOW = "houndsman/git/shadow.py"
_RUNNER = "houndsman/git/runner.py"
_FOREIGN = "houndsman/prompt/foreign.py"
_PROJECT = "houndsman/config/project.py"
_REDACT = "houndsman/prompt/redact.py"
_PROOF = "houndsman/intake/proof.py"
_ANSWER_FILE = "houndsman/agents/answer_file.py"
_RUN_FILES = "houndsman/store/run_files.py"
_CHOOSE = "houndsman/intent/choose.py"

DEFENCES: tuple[Defence, ...] = (
    # Attributes and marks
    _one(
        "attributes make the change's files undiffable",
        "test_attributes.py::test_attributes_that_the_change_brings_have_no_say",
        "houndsman/session.py",
        "change, notices = read_change(shadow.git, resolved)",
        "change, notices = read_change(self.repository.git, resolved)",
    ),
    _one(
        "attributes rewrite contents in the checkout for agents",
        "test_attributes.py::test_attributes_that_the_change_brings_have_no_say",
        _SHADOW,
        '_ATTRIBUTES = b"* !diff !merge -text -crlf -eol -ident -filter -working-tree-encoding\\n"',
        '_ATTRIBUTES = b""',
    ),
    _one(
        "the change calls its files generated or vendored",
        "test_attributes.py::test_what_is_generated_is_said_by_the_base",
        "houndsman/classify/marks.py",
        "attributes_at(git, change.target.left, paths",
        "attributes_at(git, change.target.head, paths",
    ),
    _one(
        "the change adds a generated-file marker",
        "test_attributes.py::test_a_generated_marker_counts_only_where_the_base_has_it",
        "houndsman/classify/marks.py",
        "there = [file.path for file in marked if file.path not in deleted]",
        "there = [file.path for file in change.files if file.path not in deleted]",
    ),
    # Scanners
    Defence(
        "the change configures ruff, or has it ignore files",
        (
            Edit(_PYTHON, "    faults = _faults(modules)\n", "    faults = _faults(modules, reading_root)\n"),
            Edit(
                _PYTHON, "_faults(modules: list[_Module])", "_faults(modules: list[_Module], reading_root: ReadingRoot)"
            ),
            Edit(
                _PYTHON,
                "        folder = Path(place).resolve()\n",
                "        folder = Path(place).resolve()\n"
                '        __import__("shutil").copytree(reading_root.path, folder, dirs_exist_ok=True)\n',
            ),
            Edit(_PYTHON, '        "--isolated",  # no configuration, ours or the change\'s\n', ""),
            Edit(_PYTHON, '        "--no-respect-gitignore",\n', ""),
        ),
        "test_scanners.py::test_ruff_is_not_silenced",
    ),
    _one(
        "`noqa` silences ruff",
        "test_scanners.py::test_ruff_is_not_silenced",
        _PYTHON,
        '        "--ignore-noqa",\n',
        "",
    ),
    _one(
        "a new `noqa` passes unseen",
        "test_scanners.py::test_a_new_suppression_is_a_finding_itself",
        _PYTHON,
        ", *suppressions])",
        "])",
    ),
    _one(
        "`pragma: allowlist` silences detect-secrets",
        "test_scanners.py::test_detect_secrets_is_not_silenced",
        "plugins/houndsman_plugins/secret_scan.py",
        '            "allowlist.is_line_allowlisted",\n',
        "",
    ),
    _one(
        "a secret stands in a file that no brief shows",
        "test_scanners.py::test_detect_secrets_is_not_silenced",
        "plugins/houndsman_plugins/secrets.py",
        "    sees_excluded=True,\n",
        "",
    ),
    # Configuration
    _one(
        "the change brings configuration or watchdogs",
        "test_configuration.py::test_what_the_change_brings_is_not_obeyed_but_named",
        _PROJECT,
        "files = on_disk if config_from is ConfigFrom.WORKTREE else trusted",
        "files = on_disk",
    ),
    _one(
        "it does so unseen",
        "test_configuration.py::test_what_the_change_brings_is_not_obeyed_but_named",
        _PROJECT,
        "touched = trusted.differing(at_commit(git, change.target.head)) if may_touch(change) else ()",
        "touched: tuple[RepoPath, ...] = ()",
    ),
    _one(
        "a project's file sets `base` or `agents`",
        "test_configuration.py::test_where_it_is_read_it_is_an_error",
        "houndsman/config/check.py",
        "if document.owner is Owner.PROJECT:",
        "if False:",
    ),
    _one(
        "a project's file names a command or a plugin",
        "test_configuration.py::test_where_it_is_read_it_is_an_error",
        "houndsman/models/base.py",
        'extra="forbid"',
        'extra="ignore"',
    ),
    _one(
        "the change lowers the threshold that would fail it",
        "test_configuration.py::test_a_change_cannot_lower_the_threshold_that_fails_it",
        _PROJECT,
        "files = on_disk if config_from is ConfigFrom.WORKTREE else trusted",
        "files = on_disk",
    ),
    _one(
        "the change brings a Python plugin",
        "test_configuration.py::test_python_that_the_change_brings_is_not_loaded",
        "houndsman/plugin_manager.py",
        "    manager = pluggy.PluginManager(hookspecs.PROJECT)\n",
        "    sys.path.insert(0, str(Path.cwd()))\n    manager = pluggy.PluginManager(hookspecs.PROJECT)\n",
    ),
    _one(
        "an odd name among our files stops the review",
        "test_configuration.py::test_an_odd_name_among_our_files_stops_no_review",
        _PROJECT,
        "        name = str(RepoPath(os.fsencode(name)))  # as `at_commit` calls it, also where it is no text\n",
        "",
    ),
    # Modules and programs of the repository's own
    _one(
        "the repository has a `git` of its own",
        "test_shadowing.py::test_none_of_the_repositorys_own_runs",
        _RUNNER,
        'os.environ.get("PATH", "").split(os.pathsep) if Path(folder).is_absolute()]',
        'os.environ.get("PATH", "").split(os.pathsep)]',
    ),
    _one(
        "the repository has scanners of its own",
        "test_shadowing.py::test_none_of_the_repositorys_own_runs",
        "plugins/houndsman_plugins/scanner.py",
        "*(folder for folder in on_path if Path(folder).is_absolute())]",
        "][:0] + on_path",
    ),
    # Break-outs
    _one(
        "words close the fence around them",
        "test_break_outs.py::test_nobodys_words_steer_the_terminal_or_leave_their_place_in_the_summary",
        _FOREIGN,
        'fence = "`" * max(3, longest + 1)',
        'fence = "`" * 3',
    ),
    _one(
        "a name closes its code span",
        "test_break_outs.py::test_contents_and_names_stay_data_in_a_brief",
        _FOREIGN,
        'ticks = "`" * (longest + 1)',
        'ticks = "`"',
    ),
    _one(
        "a name begins a line of its own",
        "test_break_outs.py::test_contents_and_names_stay_data_in_a_brief",
        _FOREIGN,
        "return text if is_plain else c_quote(of.raw)",
        "return text",
    ),
    _one(
        "words steer the terminal",
        "test_break_outs.py::test_nobodys_words_steer_the_terminal_or_leave_their_place_in_the_summary",
        _FOREIGN,
        'return _STEERING.sub(_escape, text.replace("\\r\\n", "\\n"))',
        'return text.replace("\\r\\n", "\\n")',
    ),
    _one(
        "words steer the terminal that shows JSON",
        "test_break_outs.py::test_nobodys_words_steer_the_terminal_or_leave_their_place_in_the_summary",
        "houndsman/cli/output.py",
        "return steering_escaped(text)",
        "return text",
    ),
    _one(
        "words are markup in the summary, or another cell of its table",
        "test_break_outs.py::test_nobodys_words_steer_the_terminal_or_leave_their_place_in_the_summary",
        _FOREIGN,
        'Shown(_MARKUP.sub(r"\\\\\\1", one_line(text, cap)))',
        "Shown(one_line(text, cap))",
    ),
    _one(
        "a message is more than one line of the findings table",
        "test_break_outs.py::test_a_findings_table_has_one_line_a_finding",
        _FOREIGN,
        'folded = visible(" ".join(redact(text).split()))',
        "folded = visible(redact(text))",
    ),
    _one(
        "a branch's name steers the terminal",
        "test_break_outs.py::test_a_branchs_name_is_one_line_of_plain_text",
        "houndsman/cli/prepare.py",
        "{one_line(manifest.target.key)} from",
        "{manifest.target.key} from",
    ),
    _one(
        "an error repeats what steers the terminal",
        "test_break_outs.py::test_an_error_of_the_configuration_repeats_nothing_that_steers",
        "houndsman/cli/main.py",
        "return visible(redact(text))",
        "return redact(text)",
    ),
    _one(
        "Jinja syntax is expanded",
        "test_break_outs.py::test_words_of_the_base_are_not_expanded_either",
        "houndsman/prompt/render.py",
        "return _environment().get_template(template).render(values)",
        'return Environment(finalize=str).from_string("{% raw %}{% endraw %}" + _environment().get_template(template)'
        ".render(values)).render(values)",
    ),
    # Secrets
    _one(
        "a secret of the change stands in a brief",
        "test_secrets.py::test_no_secret_is_printed_or_kept",
        _FOREIGN,
        "body = visible(redact(text))",
        "body = visible(text)",
    ),
    _one(
        "an agent's words put a secret into the triage and `--json`",
        "test_secrets.py::test_no_secret_is_printed_or_kept",
        "houndsman/finalize/pipeline.py",
        "kept = [finding_without_secrets(finding) for finding in anchored]",
        "kept = list(anchored)",
    ),
    _one(
        "a plugin's note does",
        "test_secrets.py::test_no_secret_is_printed_or_kept",
        "houndsman/finalize/pipeline.py",
        "*map(note_without_secrets, notes)",
        "*notes",
    ),
    _one(
        "a refused finding puts a secret into `intake.json`",
        "test_secrets.py::test_no_secret_is_printed_or_kept",
        "houndsman/finalize/report.py",
        "data_without_secrets(_one(intake))",
        "_one(intake)",
    ),
    _one(
        "a plugin's failure puts a secret into the manifest",
        "test_secrets.py::test_no_secret_is_printed_or_kept",
        "houndsman/hook_relay.py",
        "redact(said)",
        "said",
    ),
    _one(
        "a warning does",
        "test_secrets.py::test_no_secret_is_printed_or_kept",
        "houndsman/briefs/manifest.py",
        "message=redact(warning.message)",
        "message=warning.message",
    ),
    _one(
        "a scanner's complaint puts a secret into the database",
        "test_secrets.py::test_no_secret_is_printed_or_kept",
        "houndsman/hunt/dispatch.py",
        "HuntOutcome(state, redact(reason))",
        "HuntOutcome(state, reason)",
    ),
    _one(
        "an account of a finding repeats the raw words",
        "test_secrets.py::test_no_secret_is_printed_or_kept",
        "houndsman/finalize/lineage.py",
        '"words": data_without_secrets(plain(entries[index]))',
        '"words": plain(entries[index])',
    ),
    _one(
        "a name that is a secret stands in a table",
        "test_secrets.py::test_a_name_that_is_a_secret_is_shown_to_nobody",
        "houndsman/cli/output.py",
        "name = redact(path_text(item.file))",
        "name = path_text(item.file)",
    ),
    _one(
        "an error repeats a secret",
        "test_secrets.py::test_an_error_repeats_no_secret",
        "houndsman/cli/main.py",
        "return visible(redact(text))",
        "return visible(text)",
    ),
    _one(
        "the remote's credentials are recorded",
        "test_secrets.py::test_the_credentials_of_the_remote_are_kept_nowhere",
        "houndsman/git/repository.py",
        "    parts = _AUTHORITY.match(rest)\n",
        "    return rest\n    parts = _AUTHORITY.match(rest)\n",
    ),
    _one(
        "a commit's message puts a secret into `business-summary.json`",
        "test_obedient_agent.py::test_no_secret_is_in_anything_that_is_kept_or_said",
        "houndsman/intent/derive.py",
        "cut(visible(redact(text)).strip(), MESSAGE_CHARS)",
        "cut(visible(text).strip(), MESSAGE_CHARS)",
    ),
    Defence(
        "a check in the code does",
        (
            Edit("houndsman/intent/signs.py", 'redact(" ".join(looked_at.split()))', '" ".join(looked_at.split())'),
            Edit(
                "houndsman/intent/derive.py", "title=one_line(told.trace.title, TITLE_CHARS)", "title=told.trace.title"
            ),
        ),
        "test_obedient_agent.py::test_no_secret_is_in_anything_that_is_kept_or_said",
    ),
    _one(
        "an agent's reply puts a secret into the transcript",
        "test_obedient_agent.py::test_no_secret_is_in_anything_that_is_kept_or_said",
        "houndsman/hunt/attempt.py",
        "messages=tuple(map(redact, reply.messages))",
        "messages=reply.messages",
    ),
    _one(
        "it does behind an escape of JSON",
        "test_obedient_agent.py::test_no_secret_is_in_anything_that_is_kept_or_said",
        _REDACT,
        r'_BEGIN = r"(?:\b|(?<=\\[bfnrt])|(?<=\\u[0-9A-Fa-f]{4}))"',
        r'_BEGIN = r"\b"',
    ),
    _one(
        "it does between the quotes of JSON",
        "test_obedient_agent.py::test_no_secret_is_in_anything_that_is_kept_or_said",
        _REDACT,
        r"""(\\{0,3}["'])([^"'\s]{8,256})""",
        r"""(["'])([^"'\s]{8,256})""",
    ),
    # Orders
    _one(
        "names in the code give orders",
        "test_obedient_agent.py::test_what_the_code_calls_itself_is_data",
        "houndsman/briefs/brief.py",
        '"title": inline(fact.title, _TITLE_CHARS)',
        '"title": ours(fact.title)',
    ),
    _one(
        "what the authors say gives orders",
        "test_obedient_agent.py::test_what_the_authors_say_is_data_in_both_briefs",
        "houndsman/briefs/brief.py",
        'block(said, COMMITS_CHARS, mark="… [cut here]") if said else None',
        "ours(said) if said else None",
    ),
    _one(
        "it does so unseen by you",
        "test_obedient_agent.py::test_the_run_says_that_what_it_reviewed_gives_orders",
        "houndsman/session.py",
        "*broken, *orders], stands_for)",
        "*broken], stands_for)",
    ),
    _one(
        "it does so in the intent step alone",
        "test_obedient_agent.py::test_orders_of_a_long_history_are_said_too",
        "houndsman/session.py",
        "orders_in_briefs({**briefs, INTENT_STEP: intent})",
        "orders_in_briefs(briefs)",
    ),
    # Links
    _one(
        "a link of the change leads an agent out of the checkout",
        "test_links.py::test_a_link_of_the_change_shows_its_target_and_not_what_is_there",
        "houndsman/git/reading_root.py",
        '"core.symlinks=false", ',
        "",
    ),
    _one(
        "a findings file is a link",
        "test_links.py::test_a_linked_findings_file_is_no_answer",
        "houndsman/store/run_files.py",
        "kind = place.lstat().st_mode",
        "kind = place.stat().st_mode",
    ),
    _one(
        "the folder of findings files is a link",
        "test_links.py::test_a_linked_findings_folder_holds_no_answer",
        "houndsman/store/run_files.py",
        "        if folder.is_symlink():\n            return found\n",
        "",
    ),
    _one(
        "a folder of staging is a link, through which we write and delete",
        "test_links.py::test_a_link_in_staging_is_replaced_and_not_written_through",
        "houndsman/store/artifacts.py",
        "        if folder.is_symlink():\n            folder.unlink()\n        folder.mkdir",
        "        folder.mkdir",
    ),
    _one(
        "the checkout for agents is a link",
        "test_links.py::test_a_link_in_staging_is_replaced_and_not_written_through",
        "houndsman/git/reading_root.py",
        "is_ours = place.is_dir() and not place.is_symlink()",
        "is_ours = place.is_dir()",
    ),
    _one(
        "it is one when it is removed",
        "test_links.py::test_clean_removes_a_link_and_nothing_behind_it",
        "houndsman/git/reading_root.py",
        "    if place.is_symlink():\n        place.unlink()\n    shutil",
        "    shutil",
    ),
    _one(
        "a link waits at a temporary file's name",
        "test_links.py::test_a_link_at_a_name_that_can_be_guessed_is_not_written_through",
        "houndsman/store/artifacts.py",
        '        return path.open("xb")\n    except FileNotFoundError:',
        '        return path.open("wb")\n    except FileNotFoundError:',
    ),
    _one(
        "a link stands for our configuration",
        "test_links.py::test_a_link_in_place_of_our_configuration_is_refused_where_it_would_be_read",
        _PROJECT,
        "for name in sorted(self.links):\n            if name != PYPROJECT:",
        "for name in sorted(self.links):\n            if False:",
    ),
    _one(
        "a link of the repository leads the skill out of it",
        "test_links.py::test_no_skill_is_written_through_a_link_of_the_repository",
        "houndsman/skill/install.py",
        'if not real.is_relative_to(root) or ".git" in real.relative_to(root).parts:',
        "if False:",
    ),
    # Proofs
    _one(
        "a link of the change proves a verdict",
        "test_links.py::test_a_verdict_is_proved_by_a_line_inside_alone",
        _PROOF,
        "        if self._sources.is_link(path, Side.NEW):\n            return Proof(reason=LINK)\n",
        "",
    ),
    _one(
        "a place behind a link does",
        "test_links.py::test_a_verdict_is_proved_by_a_line_inside_alone",
        _PROOF,
        "Proof(reason=LINK) if self._leaves_a_link(words) else self._within(place, claim)",
        "self._within(place, claim)",
    ),
    _one(
        "a place outside does",
        "test_links.py::test_a_verdict_is_proved_by_a_line_inside_alone",
        "houndsman/intake/paths.py",
        "            if not parts:\n                return None\n            parts.pop()\n",
        "            parts = parts[:-1]\n",
    ),
    _one(
        "a line that is not there does",
        "test_links.py::test_a_verdict_is_proved_by_a_line_inside_alone",
        _PROOF,
        "if first is None or (claim.end or first) > len(lines):",
        "if first is None:",
    ),
    # What agents leave for us, or for one another
    _one(
        "what one session says gives the next one orders",
        "test_obedient_agent.py::test_what_a_session_says_is_data_for_the_next",
        "houndsman/hunt/follow_ups.py",
        'render("adversarial.md.j2", covered=block(_covered(reply), COVERED_CHARS, "json"))',
        'render("adversarial.md.j2", covered=ours(f"```json\\n{_covered(reply)}\\n```\\n"))',
    ),
    _one(
        "a session answers for one that is asked later",
        "test_staging.py::test_a_session_cannot_answer_for_one_that_is_asked_later",
        _ANSWER_FILE,
        "or _signature(state) == self.known ",
        "",
    ),
    _one(
        "an answer is a link",
        "test_staging.py::test_a_linked_answer_is_none",
        _ANSWER_FILE,
        "os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK",
        "os.O_RDONLY | os.O_NONBLOCK",
    ),
    _one(
        "the folder of answers is a link, behind which we make folders",
        "test_staging.py::test_a_link_for_the_folder_of_answers_is_replaced_when_agents_are_sent",
        _RUN_FILES,
        "            own_folder(self.staging / _ANSWERS / watchdog)\n",
        "            pass\n",
    ),
    _one(
        "it cannot be made, and the hunt breaks",
        "test_staging.py::test_an_agent_that_breaks_the_folder_of_answers_breaks_no_hunt",
        _ANSWER_FILE,
        "            with suppress(OSError):\n                place.parent",
        "            if True:\n                place.parent",
    ),
    _one(
        "a word on the change's purpose is a link",
        "test_staging.py::test_a_linked_summary_is_not_read_and_not_written_through",
        _RUN_FILES,
        "if place.is_file() and not place.is_symlink():",
        "if place.is_file():",
    ),
    _one(
        "it fills the memory",
        "test_staging.py::test_a_summary_that_is_none_is_refused_and_said",
        _CHOOSE,
        "if len(offered) > MOST_BYTES:",
        "if False:",
    ),
    _one(
        "it fills the briefs",
        "test_staging.py::test_what_is_said_before_the_hunt_comes_as_data_with_its_bounds",
        _CHOOSE,
        'return words if len(words) <= TEXT_CHARS else f"{words[: TEXT_CHARS - 1].rstrip()}…"',
        "return words",
    ),
    _one(
        "it gives orders",
        "test_staging.py::test_what_is_said_before_the_hunt_comes_as_data_with_its_bounds",
        "houndsman/briefs/brief.py",
        "block(text, PURPOSE_CHARS) if text else None",
        "ours(text) if text else None",
    ),
    _one(
        "it holds a secret",
        "test_staging.py::test_what_is_said_before_the_hunt_comes_as_data_with_its_bounds",
        _CHOOSE,
        "words = visible(redact(value)).strip()",
        "words = visible(value).strip()",
    ),
    _one(
        "it names files outside of the change",
        "test_staging.py::test_what_is_said_before_the_hunt_comes_as_data_with_its_bounds",
        _CHOOSE,
        "        if path in files:\n",
        "        if True:\n",
    ),
    # Programs
    _one(
        "the repository has hooks",
        "test_programs.py::test_no_program_is_run[working tree]",
        _RUNNER,
        '    f"core.hooksPath={os.devnull}",\n',
        "",
    ),
    _one(
        "git is told of a file system monitor",
        "test_programs.py::test_no_program_is_run[working tree]",
        _RUNNER,
        '    "core.fsmonitor=false",\n',
        "",
    ),
    _one(
        "git is told of filters",
        "test_programs.py::test_no_program_is_run[working tree]",
        _SHADOW,
        '    "filter": (("clean", ""), ("process", ""), ("required", "false")),\n',
        '    "filter": (),\n',
    ),
    _one(
        "a submodule has filters",
        "test_programs.py::test_no_program_is_run[working tree]",
        _SHADOW,
        'yield from _with_submodules(Git(place / ".git", place))',
        "pass",
    ),
    Defence(
        "git is told of an external diff or a textconv",
        (
            Edit(_SHADOW, "return Git(self.folder, isolated=True)", "return Git(self.folder)"),
            Edit("houndsman/git/diff.py", '    "--no-ext-diff",\n    "--no-textconv",\n', ""),
        ),
        "test_programs.py::test_no_program_is_run[branch]",
    ),
    _one(
        "a filter that does not run leaves its files out",
        "test_programs.py::test_what_a_filter_would_have_made_is_not_what_is_reviewed",
        _SHADOW,
        '("required", "false")',
        '("required", "true")',
    ),
    _one(
        "the caller's variables point git elsewhere",
        "test_programs.py::test_the_callers_variables_steer_nothing",
        _RUNNER,
        'return name.startswith("GIT_") or name == "LANGUAGE"',
        'return name == "LANGUAGE"',
    ),
    # Trees
    _one(
        "a tree's entry leads out of the folder that scanners see",
        "test_trees.py::test_a_hostile_entry_is_scanned_and_written_nowhere",
        "houndsman/git/reading_root.py",
        "    if not is_hostile(path):\n",
        "    if True:\n",
    ),
)


def without(defence: Defence, tree: Path) -> bool:
    """Whether the test of `defence` fails in `tree`, a copy of the project, once the defence is gone."""
    before = {edit.file: (tree / edit.file).read_text(encoding="utf-8") for edit in defence.edits}
    try:
        for edit in defence.edits:
            place = tree / edit.file
            place.write_text(place.read_text(encoding="utf-8").replace(edit.old, edit.new, 1), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, *_PYTEST, f"tests/trust/{defence.test}"],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tree), str(tree / "plugins")])},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        for file, text in before.items():
            (tree / file).write_text(text, encoding="utf-8")
    return done.returncode == _TESTS_FAILED


def main(words: list[str]) -> int:
    """Take each chosen defence away; the number of those that nobody missed."""
    chosen = [each for each in DEFENCES if not words or any(word in each.attack for word in words)]
    unmissed = 0
    with tempfile.TemporaryDirectory(prefix="defences-") as place:
        tree = Path(place).resolve()
        for name in _COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, tree / name)
        for defence in chosen:
            is_missed = without(defence, tree)
            unmissed += not is_missed
            print(f"{'missed' if is_missed else 'NOT MISSED':10}  {defence.attack}", flush=True)
    return unmissed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
