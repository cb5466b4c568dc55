"""Many designs in one compiled call answer as one after the other does, and those that it cannot answer are left."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from bench.calls import chain, press

import linkwork as lw
from linkwork import plans
from linkwork.design.studies.batches import IN_BATCHES
from linkwork.design.studies.task import outcome
from linkwork.design.studies.variants import Variants, prepare

TIGHT = {"rtol": 1e-10, "atol": 1e-12}
RUN: dict[str, Any] = {"analysis": "kinematics", "until": 1.0, "points": 21, "progress": False}
OF_PRESS = [
    "max(slide.x)",
    "range(slide.x) / (2*r)",
    "peak(slide.ax)",
    "integral(slide.x * rod.omega)",
    "max(slide.vx - l*sin(crank.angle)) + e",
    "rms(A.omega)",
    "mean(distance(rod, ground))",
    "at(B.angle, 0.3 + r)",
    "initial(rod.vy) - final(rod.ay)",
    "min(hypot(slide.x, rod.y))",
]


def both_ways(variants: Variants, designs: Any) -> tuple[np.ndarray, np.ndarray]:
    """Responses of designs in a batch and one by one."""
    assert variants.way == IN_BATCHES
    together = variants.evaluate_together(designs)
    assert None not in together
    return np.array(together), np.array([variants.evaluate_one(list(design)) for design in designs])


def spread(nominal: Any, count: int = 7, share: float = 0.02) -> np.ndarray:
    random = np.random.default_rng(3)
    return np.asarray(nominal) * (1.0 + share * random.normal(size=(count, len(nominal))))


def test_motions_in_the_plane():
    variants = prepare(press(), ["r", "l", "e"], "kinematics", 1.0, 61, OF_PRESS)
    together, alone = both_ways(variants, spread([0.05, 0.2, 0.02]))
    assert together == pytest.approx(alone, rel=1e-12, abs=1e-13)


def test_a_driver_with_a_parameter_of_its_own():
    m = press()
    m.parameters(top=3.0)
    del m.drivers["motor"]
    m.drive("motor", joint="O", angle="2*t + top*t^2")
    variants = prepare(m, ["r", "top"], "kinematics", 1.0, 61, ["max(slide.x)", "integral(slide.y)"])
    together, alone = both_ways(variants, spread([0.05, 3.0]))
    assert together == pytest.approx(alone, rel=1e-12)


def spatial() -> lw.Spatial:
    m = lw.Spatial("spatial slider-crank")
    m.parameters(r="80 mm", l="300 mm")
    crank, rod = m.body("crank", (0, 0.1, 0.12)), m.body("rod", (0, 0.1, 0.2))
    slider = m.body("slider", (0.2, 0, 0))
    m.revolute("O", m.ground, crank, at=(0, 0.1, 0.12), axis=(1, 0, 0))
    m.spherical("A", crank.at(0, 0, "r"), rod.at(0, 0, 0))
    m.universal("B", rod.frame(at=("l", 0, 0), axis=(0, 0, 1)), slider.frame(axis=(0, 1, 0)))
    m.translational("guide", m.ground, slider, at=(0.2, 0, 0), axis=(1, 0, 0))
    m.drive("motor", joint="O", angle="2*pi*t")
    return m


def test_motions_in_space():
    asked = ["max(slider.x)", "peak(slider.ax)", "rms(rod.wy)", "max(rod.omega.z)"]
    variants = prepare(spatial(), ["r", "l"], "kinematics", 1.0, 61, asked)
    together, alone = both_ways(variants, spread([0.08, 0.3], share=0.01))
    assert together == pytest.approx(alone, rel=1e-11, abs=1e-12)
    turns = prepare(spatial(), ["r"], "kinematics", 1.0, 61, "max(O.angle)")
    assert turns.way == "one by one: the response 'max(O.angle)': 'O.angle' is known of one run at a time"


def test_falling_chains():
    asked = ["final(r3.angle)", "final(J0.force)", "final(r3.center.x)", "max(energy.kinetic)", "mean(r1.vy) / l1"]
    variants = prepare(chain(4), ["l0", "l1", "l3"], "simulate", 0.5, 201, asked, TIGHT)
    together, alone = both_ways(variants, spread([0.1, 0.11, 0.13]))
    assert together == pytest.approx(alone, rel=1e-10)


@pytest.mark.parametrize("formulation", ["projection", "joint"])
@pytest.mark.parametrize("speeds", [None, {"crank.omega": "10*r"}])
def test_closed_loops_from_the_position_nearest_to_their_estimates(formulation: str, speeds: Any):
    m = lw.Planar("slider-crank")
    m.parameters(r=0.2, l=0.5, torque=1.0)
    m.set_gravity(0, -9.81)
    crank = m.body("crank", estimate=(0, 0, 0.5))
    rod = m.body("rod", estimate=("1.1*r", "r/3", -0.2))
    slider = m.body("slider", estimate=("r+l-0.05", 0.02, 0))
    for name, mass in (("crank", 1.0), ("rod", 2.0), ("slider", 0.5)):
        m.mass(name, mass=mass, inertia=f"{mass}*r^2/3")
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at("r", 0), rod.at(0, 0))
    m.revolute("C", rod.at("l", 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.force("push", crank.at(0, 0), torque="torque")
    asked = ["initial(crank.angle)", "final(slider.x)", "final(A.force)", "final(energy.total)"]
    options = {**TIGHT, "formulation": formulation, "speeds": speeds}
    variants = prepare(m, ["r", "l", "torque"], "simulate", 0.3, 11, asked, options)
    together, alone = both_ways(variants, [[0.2, 0.5, 1.0], [0.21, 0.45, 2.0], [0.19, 0.55, -1.0]])
    assert together == pytest.approx(alone, rel=1e-8, abs=1e-9)
    assert together[:, 0] == pytest.approx(alone[:, 0], rel=1e-11)


def test_what_fails_is_told_as_one_by_one():
    lengths = [0.2, 0.03, float("nan"), 0.21]
    variants = prepare(press(), ["l"], "kinematics", 1.0, 21, "max(slide.x)")
    assert [found is None for found in variants.evaluate_together([[one] for one in lengths])] == [
        False,
        True,
        True,
        False,
    ]
    found = press().study(plans.grid(l=[0.2, 0.03, 0.21]), "max(slide.x)", **RUN)
    assert found.way == IN_BATCHES and f"evaluated {IN_BATCHES}" in found.text()
    assert found.failed == {1: outcome(variants, [0.03])[1]} and "lock-up" in found.failed[1]
    assert found["max(slide.x)"] == pytest.approx(
        [np.sqrt((0.05 + one) ** 2 - 0.02**2) for one in (0.2, 0.21)], rel=1e-7
    )


@pytest.mark.parametrize(
    ("asked", "options", "words"),
    [
        (lambda run: run["slide.x"][-1], {}, "is asked of one run at a time"),
        ("max(violation.position)", {}, "'violation.position' is known of one run at a time"),
        ("max(slide.x)", {"hold": {"slide.x": 0.2}}, "more than the drivers decides where the motion starts"),
    ],
)
def test_what_is_not_done_in_batches_says_why(asked: Any, options: Any, words: str):
    variants = prepare(press(), ["r"], "kinematics", 1.0, 21, asked, options)
    assert variants.batches is None and variants.way.startswith("one by one: ") and words in variants.way


def test_designs_that_no_batch_can_hold_together_are_handed_over_in_several():
    variants = prepare(press(), ["r"], "kinematics", 1.0, 61, "max(slide.x)")
    assert variants.together == 1
    for _ in range(20):
        variants.expect(variants.together, 1e-3 * variants.together, 0.25)
    assert 64 <= variants.together <= 125
    variants.expect(variants.together, 50.0, 0.25)
    assert variants.together == 1
