"""A bushing in the plane against closed forms: frequencies, the energy of a turn, what it refuses."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw


def mounted(at: tuple[float, float] = (0.0, 0.0), **fields: Any) -> lw.Planar:
    """A body on one bushing at its mass centre, whose first axis is turned by 30 degrees."""
    m = lw.Planar("mounted")
    block = m.body("block", estimate=(*at, 0.0))
    m.mass("block", mass=2.0, inertia=0.5)
    m.bushing("mount", m.ground, block, at=at, along=(math.sqrt(3.0), 1.0), **fields)
    return m


def test_a_bushing_swings_with_the_frequencies_of_its_stiffnesses() -> None:
    modes = mounted(stiffness=(800.0, 200.0, 72.0)).linearise().modes
    assert sorted(2 * math.pi * mode.hertz for mode in modes) == pytest.approx([10.0, 12.0, 20.0], rel=1e-9)


def test_its_components_lie_along_and_across_its_first_axis() -> None:
    m = mounted(at=(0.3, -0.1), stiffness=(800.0, 200.0, 72.0))
    m.set_gravity(0.0, -10.0)
    rest = m.equilibrium()
    along, across = -20.0 * 0.5 / 800.0, -20.0 * math.sqrt(0.75) / 200.0
    assert (rest["mount.x"], rest["mount.y"], rest["mount.rz"]) == pytest.approx((along, across, 0.0), abs=1e-12)
    down = along * math.sqrt(0.75) - across * 0.5, along * 0.5 + across * math.sqrt(0.75)
    assert (rest["block.x"], rest["block.y"]) == pytest.approx((0.3 + down[0], -0.1 + down[1]), abs=1e-12)


def test_whole_turns_wind_it_up() -> None:
    m = mounted(stiffness=(800.0, 200.0, 0.5))
    run = m.simulate(until=0.25 * 2.0 * math.pi, points=11, speeds={"block.omega": 10.0}, rtol=1e-11, atol=1e-11)
    assert run["mount.rz"][-1] == pytest.approx(10.0, rel=1e-9)
    assert run["mount.energy"][-1] == pytest.approx(0.25 * 10.0**2, rel=1e-9)
    assert np.max(np.abs(run["energy.balance"])) < 1e-8


def test_a_curve_reads_its_own_component_between_frames_that_are_turned() -> None:
    """The curve of a component is a spring of the same stiffness, whatever the frames are."""
    frames = (0.7, 0.2), (1.3, 0.9)
    ends = []
    for fields in ({"stiffness": (50, 60, 3)}, {"stiffness": (50, 60, 0), "curves": {"rz": "3*value"}}):
        m = lw.Planar("turned frames")
        block = m.body("block", estimate=(0.5, 0.2, 0.3))
        m.mass("block", mass=2.0, inertia=0.5)
        m.bushing("mount", m.ground.line((0, 0), frames[0]), block.line((0.1, 0), frames[1]), **fields)
        ends.append(m.simulate(until=1.0, points=3, rtol=1e-11, atol=1e-11).q[-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"stiffness": (1, 2)}, "three numbers are needed, for x, y, rz, or a matrix of 3 by 3"),
        ({"stiffness": ((1, 2, 0), (0, 1, 0), (0, 0, 1))}, "force 'mount': stiffness is not symmetric"),
        ({"damping": (1, 1, -1)}, "force 'mount': damping has a negative value"),
        ({"curves": {"angle": 3}}, "rz"),
    ],
)
def test_it_refuses_numbers_that_make_no_bushing(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(lw.LinkworkError, match=words):
        mounted(**fields).check()


def test_a_body_alone_needs_a_place() -> None:
    m = lw.Planar("nowhere")
    m.mass(m.body("block", estimate=(0, 0, 0)), mass=1, inertia=1)
    with pytest.raises(lw.LinkworkError, match="force 'mount': body 'ground' needs a line"):
        m.bushing("mount", "ground", "block", stiffness=(1, 1, 1))
        m.check()


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_derivatives_by_its_stiffness_agree_both_ways(formulation: str) -> None:
    m = lw.Planar("swinging")
    m.parameters(k=40.0, c=0.3)
    m.set_gravity(0, -9.81)
    arm = m.body("arm", estimate=(0, 0, 0.4), points={"tip": (0.6, 0)})
    m.mass("arm", mass=1.0, center=(0.3, 0), inertia=0.03)
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    ends = m.ground.line((0.5, 0), (1, 0.2)), arm.line((0.5, 0.1), (1, 0))
    m.bushing("pad", *ends, stiffness=("k", 30, 2), damping=(1, "c", 0.1))
    options: dict[str, Any] = {"until": 0.5, "points": 6, "rtol": 1e-10, "atol": 1e-10, "formulation": formulation}
    found = m.sensitivity("final(arm.tip.y)", ["k", "c"], analysis="simulate", **options)
    for name, value in (("k", 40.0), ("c", 0.3)):
        tips = []
        for step in (-1e-4, 1e-4):
            m.set(**{name: value * (1 + step)})
            tips.append(float(m.simulate(progress=False, **options)["arm.tip.y"][-1]))
        m.set(**{name: value})
        assert found["final(arm.tip.y)", name] == pytest.approx((tips[1] - tips[0]) / (2e-4 * value), rel=1e-5)
