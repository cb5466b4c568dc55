"""Loops that counting calls stiff, driven, by every formulation: each moves as the kinematics, or is refused by name.

Without masses the order of elimination matters: where a row is eliminated after one column of its own only, its pivot
goes through zero in the motion, and the row was taken for one that others imply.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import linkwork as lw
from hinge_loops import bennett, cube_bricard
from linkwork.run.run import Run
from linkwork.system.formulations.formulation_list import FORMULATIONS

GALLERY = Path(__file__).parents[3] / "examples" / "gallery"
NEEDS_FREEDOM = ("partitioning", "hybrid", "joint-partitioning", "joint-canonical")
UNTIL, POINTS = 0.5, 6


def _gallery_bennett() -> lw.Spatial:
    return lw.load(GALLERY / "bennett.yaml")


def _heavy_bennett() -> lw.Spatial:
    m = bennett().model("Bennett")
    m.drive("motor", joint="J1", angle="1.5*sin(2*t)")
    return m


def _heavy_bricard() -> lw.Spatial:
    m = cube_bricard().model("Bricard")
    m.drive("motor", joint="J1", angle="0.5*sin(2*t)")
    return m


LOOPS = {
    "Bennett without mass": (_gallery_bennett, "H2.angle"),
    "Bennett": (_heavy_bennett, "J2.angle"),
    "Bricard": (_heavy_bricard, "J2.angle"),
}


@cache
def _motion(loop: str) -> Run:
    return LOOPS[loop][0]().kinematics(UNTIL, POINTS, progress=False)


@pytest.mark.parametrize("formulation", ["auto", *FORMULATIONS])
@pytest.mark.parametrize("loop", LOOPS)
def test_every_formulation_moves_it_as_the_kinematics_or_refuses(loop, formulation):
    make, channel = LOOPS[loop]
    if formulation in NEEDS_FREEDOM:
        with pytest.raises(lw.LinkworkError, match=f"'{formulation}' needs a coordinate that is free"):
            make().simulate(UNTIL, POINTS, formulation=formulation, progress=False)
        return
    run = make().simulate(UNTIL, POINTS, formulation=formulation, progress=False)
    assert run.completed
    assert run[channel] == pytest.approx(_motion(loop)[channel], abs=1e-8)
    assert not run.events
    assert run.statistics["steps"] < 300


@pytest.mark.parametrize(
    "options", [{"method": "rk4", "step": 0.002}, {"method": "adams"}, {"method": "radau"}], ids=lambda o: o["method"]
)
@pytest.mark.parametrize("formulation", ["projection", "direct", "augmented", "null-space", "joint"])
def test_other_methods_move_the_one_without_mass(formulation, options):
    run = _gallery_bennett().simulate(UNTIL, POINTS, formulation=formulation, progress=False, **options)
    assert run.completed
    assert run["H2.angle"] == pytest.approx(_motion("Bennett without mass")["H2.angle"], abs=1e-6)
    assert run.statistics["rejected steps"] < 100


def test_a_loop_without_mass_passes_no_singular_position_that_is_not_there():
    run = lw.load(GALLERY / "sarrus.yaml").simulate(1, 11, formulation="projection", progress=False)
    assert run.completed
    assert not run.events
