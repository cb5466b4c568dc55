"""Slender cantilevers: soft in bending beside very stiff along, at rest under small loads and in small motions."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw
from linkwork.mechanism.mechanism import Mechanism

FIRST = 3.516015268500  # rad/s for EI = 1 N m^2, 1 kg/m, 1 m: the square of the first root of cos x cosh x = -1


def cantilever(rigidity: float, elements: int) -> tuple[Mechanism, Any]:
    """One metre with EI = 1 N m^2."""
    m = lw.Planar("cantilever")
    section = {"type": "stiffness", "EA": rigidity, "EI": 1.0, "GA": rigidity, "mass": 1.0, "inertia": 1e-8}
    arm = m.beam("arm", (0, 0), (1, 0), section=section, elements=elements)
    m.fixed("clamp", m.ground, arm.node("root"), at=(0, 0))
    return m, arm


@pytest.mark.parametrize("method", ["energy", "equations"])
@pytest.mark.parametrize("load", [1e-2, 1e-4, 1e-6])
@pytest.mark.parametrize("rigidity", [1e4, 1e6, 1e8, 1e10])
def test_a_small_load_bends_a_beam_however_stiff_along(rigidity: float, load: float, method: str) -> None:
    for elements in (4, 8):  # in full matrices, and on the pattern of the equations
        m, arm = cantilever(rigidity, elements)
        m.force("P", arm.at("tip"), y=-load)
        resting = m.equilibrium(method=method)
        assert resting["arm_tip.y"] == pytest.approx(-load * (1 / 3 + 1 / rigidity), rel=2e-5)
        assert resting.stability == "stable"


def test_a_slender_beam_sags_under_its_own_weight() -> None:
    m, _ = cantilever(1e8, 8)
    m.set_gravity(0, -0.01)
    assert m.equilibrium()["arm_tip.y"] == pytest.approx(-0.01 / 8, rel=1e-5)


def test_a_slender_beam_sags_beside_a_filter_that_comes_to_rest() -> None:
    m, arm = cantilever(1e8, 4)
    m.parameters(tip=1e-4)
    m.filter("late", "tip", 0.1)
    m.force("P", arm.at("tip"), y="-late")
    assert m.equilibrium()["arm_tip.y"] == pytest.approx(-1e-4 / 3, rel=1e-5)


@pytest.mark.parametrize("elements", [8, 16, 36, 40, 44])
def test_the_first_frequency_is_not_lost_beside_the_fastest(elements: int) -> None:
    m, _ = cantilever(1e8, elements)
    model = m.linearise()
    assert model.neutral == 0
    assert model.modes[0].frequency == pytest.approx(FIRST, rel=1e-4)
    assert model.modes[0].kind == "oscillates"


def test_a_free_slender_beam_has_three_neutral_motions_and_no_more() -> None:
    m = lw.Planar("beam")
    section = {"type": "stiffness", "EA": 1e8, "EI": 1.0, "GA": 1e8, "mass": 1.0, "inertia": 1e-8}
    m.beam("beam", (0, 0), (1, 0), section=section, elements=30)
    model = m.linearise()
    assert model.neutral == 6
    assert [mode.frequency for mode in model.modes[:3]] == [0.0, 0.0, 0.0]
    assert model.modes[3].frequency == pytest.approx(4.730040744863**2, rel=1e-4)
