"""Every kind that a model may name has a section of the site with its formula, its fields, an example and a picture."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from linkwork.elements.contact_forces import AnyContactForce
from linkwork.elements.contacts import Contact, ContactGroup, Friction
from linkwork.elements.impact_request import ImpactRequest
from linkwork.elements.planar import catalogue as plane
from linkwork.elements.planar.contact.clearance import AnyClearance
from linkwork.elements.spatial import catalogue as space
from linkwork.elements.spatial.contact.clearance import AnyClearance as AnySpatialClearance
from linkwork.elements.spatial.force_catalogue import FORCES as SPACE_FORCES
from linkwork.functions.outlines.outline import Outline
from linkwork.functions.time_function import TimeFunction
from linkwork.networks.catalogue import PARTS
from linkwork.signals.catalogue import SIGNALS
from linkwork.signals.parts import When

DOCS = Path(__file__).resolve().parents[2] / "docs"
_MARK = re.compile(r"^ *<!-- (?:fields|described): ([\w. ]+) -->$", re.MULTILINE)
_HEADING = re.compile(r"^#{1,5} .*$", re.MULTILINE)
_CODE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)


def _of(annotated: object) -> tuple[type, ...]:
    """The kinds in an annotated union."""
    return get_args(get_args(annotated)[0])


IN_PLANE = (*plane.ELEMENTS, *plane.FORCES, *SIGNALS, *PARTS, When, *_of(TimeFunction), *_of(Outline))
WITH_CONTACTS = (Contact, ContactGroup, Friction, ImpactRequest, *_of(AnyContactForce), *_of(AnyClearance))
IN_SPACE = (*space.ELEMENTS, *SPACE_FORCES, *_of(AnySpatialClearance))
NAMES = [kind.__name__ for kind in (*IN_PLANE, *WITH_CONTACTS)] + [f"space.{kind.__name__}" for kind in IN_SPACE]


def _sections() -> dict[str, list[str]]:
    """For every kind the sections that show its fields, from their heading to the next one."""
    found: dict[str, list[str]] = {}
    for page in sorted(DOCS.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        hidden = _CODE.sub(lambda code: re.sub(r"^( *)#", r"\1 ", code[0], flags=re.MULTILINE), text)
        starts = [heading.start() for heading in _HEADING.finditer(hidden)] + [len(text)]
        for start, end in pairwise(starts):
            section = text[start:end]
            for mark in _MARK.finditer(section):
                for name in mark[1].split():
                    found.setdefault(name, []).append(section)
    return found


SECTIONS = _sections()
NEEDED = {
    "formula": r"^ *\$\$",
    "example in Python": r"^ *```python",
    "example in YAML": r"^ *```yaml",
    "picture": r"!\[.+\]\(images/",
}


@pytest.mark.parametrize("name", NAMES)
def test_the_kind_has_a_section_with_formula_fields_example_and_picture(name: str) -> None:
    assert name in SECTIONS, "no page shows its fields"
    for what, pattern in NEEDED.items():
        shown = any(re.search(pattern, section, re.MULTILINE) for section in SECTIONS[name])
        assert shown, f"its section has no {what}"


def test_there_are_as_many_kinds_as_expected() -> None:
    """A registry that was emptied by mistake would make the tests above pass."""
    assert len(NAMES) > 120 and len(set(NAMES)) == len(NAMES)
