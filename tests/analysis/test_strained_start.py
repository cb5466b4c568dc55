"""A beam whose joint is drawn elsewhere is told with the energy that closing the joint gave it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from linkwork.analysis.assembly.strained import strained_notes

GALLERY = Path(__file__).parents[2] / "examples" / "gallery"


def guided(height: float) -> Any:
    """A steel beam with a slide at its tip, whose guide is so high above the beam as drawn."""
    m = lw.Planar("guided")
    section = {"type": "stiffness", "EA": 8.4e7, "EI": 2800, "GA": 2.7e7, "mass": 3.1, "inertia": 1e-4}
    arm = m.beam("arm", (0, 0), (1, 0), section=section, elements=8)
    slide = m.body("slide", estimate=(1, height, 0), mass={"mass": 1, "inertia": 0.01})
    m.revolute("O", m.ground.at(0, 0), arm.at("root"))
    m.revolute("P", arm.at("tip"), slide.at(0, 0))
    m.translational("guide", m.ground.line((0, height), (1, height)), slide.line((0, 0), (1, 0)))
    return m


def test_a_beam_drawn_off_its_joint_is_told_with_its_energy() -> None:
    m = guided(0.3)
    notes = m.assemble().notes
    assert len(notes) == 1 and notes[0].startswith("beam 'arm' holds ") and "drawn apart" in notes[0]
    run = m.simulate(1e-5, 2, method="radau")
    assert f"{run['energy.elastic'][0]:.3g} J" in notes[0] and run.notes.count(notes[0]) == 1


def test_a_beam_drawn_in_its_place_is_not_told() -> None:
    assert not guided(0.0).assemble().notes


def test_a_beam_that_is_bent_by_a_held_value_is_not_told() -> None:
    m = guided(0.0)
    drawn, bent = m.assemble(), m.assemble(hold={"arm_4.y": 0.05})
    assert bent["arm_4.y"] == pytest.approx(0.05) and not bent.strained
    assert strained_notes(m, m.system(), drawn.q, bent.q, 0.0)  # which it would be if nobody had asked for it


@pytest.mark.parametrize("name", ["buckling-arch", "flexible-four-bar", "flexible-slider-crank", "leaf-spring-guide"])
def test_flexible_models_of_the_gallery_are_drawn_in_their_places(name: str) -> None:
    assert not lw.load(GALLERY / f"{name}.yaml").assemble().strained
