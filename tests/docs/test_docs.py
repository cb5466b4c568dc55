"""The code of the README and of the site runs, the model files in it load, and the pictures it names are made."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from doc_blocks import FIGURES, ROOT

from linkwork.formats.model_file import loads

PAGES = [page for page in FIGURES.pages() if page.name != "published.md"]
TAKEN = {"images/view.png", "images/view-vehicle.png", "images/view-skeleton.png"}
TAKEN |= {"images/push-belt-page.png", "images/stiffness-page.png"}
"""Pictures of the page in a browser, taken by docs/make_screenshots.py."""
ELSEWHERE = {"exact-synthesis.md"}
"""Pages that are run by tests which need what they compute: tests/published/test_numbers_of_solutions.py."""
each_page = pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name not in ELSEWHERE], ids=lambda page: str(page.relative_to(ROOT))
)
def test_python_of_the_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks share their names down the page; one whose title is a file of the package is put where that would be."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": page.stem}
    for block in FIGURES.blocks(page, "python"):
        if block.title.startswith("src/"):
            _install(block, tmp_path, monkeypatch)
        else:
            FIGURES.run_block(page, block, names)
            for part in block.parts:
                _same_as_in_python(part, names["m"])


def _same_as_in_python(text: str, mechanism: Any) -> None:
    """A YAML block of joints, drivers, forces, ... after a Python block says the same as the mechanism `m` does."""
    from pydantic import TypeAdapter
    from ruamel.yaml import YAML

    from linkwork.elements.contacts import ContactGroup, Friction
    from linkwork.elements.planar import catalogue
    from linkwork.elements.planar.contact.clearance import AnyClearance
    from linkwork.elements.spatial import catalogue as in_space
    from linkwork.elements.spatial import force_catalogue
    from linkwork.elements.spatial.contact.clearance import AnyClearance as AnySpatialClearance
    from linkwork.expression.part import plain
    from linkwork.networks.catalogue import Circuit
    from linkwork.signals.catalogue import AnySignal
    from linkwork.signals.parts import When

    space = mechanism.world_name == "space"
    library: Any = in_space if space else catalogue
    kinds: dict[str, Any] = {"joints": library.AnyJoint, "drivers": library.AnyDriver}
    kinds["forces"] = force_catalogue.AnyForce if space else catalogue.AnyForce
    kinds |= {
        "circuits": Circuit,
        "signals": AnySignal,
        "events": When,
        "frictions": Friction,
        "contact_groups": ContactGroup,
    }
    kinds["beams"], kinds["cables"] = mechanism.strand_kinds
    kinds["clearances"] = AnySpatialClearance if space else AnyClearance
    for section, content in YAML(typ="safe").load(text).items():
        for name, data in content.items():
            written = TypeAdapter(kinds[section]).validate_python(data)
            described = getattr(mechanism, section)[name]
            assert type(written) is type(described)
            assert plain(written) == plain(described), name


def _install(block: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python find a file of the page as if it stood in the package."""
    import importlib

    path = folder / block.title
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text, encoding="utf-8")
    package = importlib.import_module(".".join(path.relative_to(folder / "src").parent.parts))
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(path.parent)])


@each_page
def test_model_files_of_the_page_load(page: Path) -> None:
    for block in FIGURES.blocks(page, "yaml"):
        if block.text.startswith("linkwork:"):
            loads(block.text, f"{page.name}, line {block.line}")


@cache
def _made() -> set[str]:
    return {block.picture for page in PAGES for block in FIGURES.blocks(page, "python")}


@each_page
def test_every_picture_of_the_page_is_made_beside_its_code(page: Path) -> None:
    shown = set(re.findall(r"!\[[^\]]*\]\((?:\.\./)?(?:docs/)?(images/[\w.-]+)\)", page.read_text(encoding="utf-8")))
    assert shown <= _made() | TAKEN


@pytest.mark.parametrize("file", ["slider-crank.png", "spatial-slider-crank.png", "four-bar.gif", "view.png"])
def test_pictures_of_the_readme_are_small(file: str) -> None:
    assert 0 < (ROOT / "docs" / "images" / file).stat().st_size < 300_000


def test_every_joint_of_space_stands_in_a_table_with_its_equations() -> None:
    from linkwork.elements.spatial.catalogue import ELEMENTS

    text = (ROOT / "docs" / "space-joints.md").read_text(encoding="utf-8")
    told = {word: int(count) for word, count in re.findall(r"^\| `(\w+)` \| (\d) \|", text, re.M)}
    assert told == {kind.model_fields["type"].default: len(kind.equations) for kind in ELEMENTS}
    carries = {word: tree == "yes" for word, tree in re.findall(r"^\| `(\w+)` \| \d \|[^|]*\| (yes|no) \|", text, re.M)}
    kinds = {kind.model_fields["type"].default: kind for kind in ELEMENTS}
    assert carries == {word: kinds[word].freedoms is not None for word in carries}


def test_every_shape_has_its_fields_on_the_page_of_bodies() -> None:
    from linkwork.bodies.spatial.shapes import SHAPES

    text = (ROOT / "docs" / "space-bodies.md").read_text(encoding="utf-8")
    lists = re.findall(r"^<!-- described: (.*) -->$", text, re.M)
    assert {name.removeprefix("space.") for names in lists for name in names.split()} == {
        kind.__name__ for kind in SHAPES
    }
