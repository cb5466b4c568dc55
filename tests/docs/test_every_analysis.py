"""Every verb of a mechanism and every command of the program is explained on the site, with every option it takes."""

from __future__ import annotations

import importlib.util
import pkgutil
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from linkwork.verbs import Verbs

DOCS = Path(__file__).resolve().parents[2] / "docs"
NO_ANALYSES = {"copied", "validate", "system", "held_system"}
VERBS = sorted(name for name in vars(Verbs) if not name.startswith("_") and name not in NO_ANALYSES)


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


ANALYSES, COMMANDS, ELEMENTS = _module("hooks_analyses"), _module("hooks_commands"), _module("hooks")
MADE = ("published.md", "errata-numbers.md")  # by `make docs`
TEXT = "".join(page.read_text(encoding="utf-8") for page in sorted(DOCS.glob("*.md")))


@pytest.mark.parametrize("verb", VERBS)
def test_the_verb_has_its_box_with_every_option_it_takes(verb: str) -> None:
    assert TEXT.count(f"<!-- verb: {verb} -->") == 1
    said = ANALYSES.analyses()[verb]
    assert set(said.get("options", {})) == set(ANALYSES.parameters(verb))
    assert f"m.{verb}(" in said["python"] and said["answers"].endswith("?")


@pytest.mark.parametrize("page", sorted(page.name for page in DOCS.glob("*.md") if page.name not in MADE))
def test_what_a_page_takes_from_the_sources_is_there(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    made = ELEMENTS.on_page_markdown(re.sub("<!-- include: .* -->", "", text))
    assert not re.search("<!-- (equations|fields|described): ", made)


def test_names_of_the_reference_are_those_of_the_program() -> None:
    pages = [page.read_text(encoding="utf-8") for page in sorted(DOCS.rglob("*.md"))]
    names = {name for text in pages for name in re.findall("^::: ([\\w.]+)", text, re.M)}
    assert len(names) > 100
    assert [name for name in sorted(names) if meaning_of(name) is None] == []


def meaning_of(name: str) -> object:
    """What a dotted name means; nothing where there is no such thing."""
    try:
        return pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return None


def test_the_list_of_analyses_has_no_verb_that_is_gone() -> None:
    assert sorted(ANALYSES.analyses()) == VERBS


def test_calls_on_the_command_line_name_commands_that_exist() -> None:
    commands = COMMANDS.commands()
    called = [said["command"].split() for said in ANALYSES.analyses().values() if "command" in said]
    assert called
    for words in called:
        options = {word for parameter in commands[words[1]].params for word in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= options, words


def test_every_command_is_on_the_page_of_the_command_line() -> None:
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^<!-- command: (\w+) -->$", page, re.M)) == set(COMMANDS.commands())


def test_the_page_of_a_command_names_all_its_options() -> None:
    for name, command in COMMANDS.commands().items():
        shown = COMMANDS.command(name)
        assert all(f"`{parameter.opts[-1]}`" in shown for parameter in command.params if parameter.opts[0][0] == "-")
