"""Periodic motions of space with a free period: the section is the angle of a joint; flywheels about its axis."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.periodic.cycle import Cycle


def machine(inertia: float = 0.0, wound: float = 0.0) -> lw.Planar:
    """A slider-crank driven by a motor whose torque is D (w0 - w)."""
    m = lw.Planar("machine")
    crank, rod = m.body("crank", estimate=(0, 0, 0.5)), m.body("rod", estimate=(0.13, 0.07, -0.2))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.15, 0), rod.at(0, 0))
    slider = m.body("slider", estimate=(0.47, 0, 0))
    m.revolute("B", rod.at(0.35, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.mass("crank", mass=0.5, center=(0.075, 0), inertia=0.5 * 0.15**2 / 12 + inertia)
    m.mass("rod", mass=0.8, center=(0.175, 0), inertia=0.8 * 0.35**2 / 12)
    m.mass("slider", mass=1, inertia=0.001)
    m.set_gravity(0, -9.81)
    m.joint_spring("motor", "O", stiffness=wound, damping=0.05, force="-0.05*20")
    m.spring("load", m.ground.at(1, 0), slider.at(0, 0), damping=0.1)
    return m


SPEED = {"speeds": {"crank.omega": 20}, "rtol": 1e-10, "points": 91}
TURN = {"speeds": {"O.omega": 20}, "rtol": 1e-10, "points": 91}


@cache
def in_plane() -> Cycle:
    return machine().periodic(section="crank.angle", **SPEED)


@cache
def in_space() -> Cycle:
    return machine().in_space(x=(0, 1, 0), y=(0, 0, 1)).periodic(section="O.angle", **TURN)


def test_the_cycle_of_a_machine_in_space_is_that_of_the_plane() -> None:
    flat, space = in_plane(), in_space()
    assert space.period == pytest.approx(flat.period, rel=1e-8)
    assert space.mean_speed == pytest.approx(flat.mean_speed, rel=1e-8)
    assert space.fluctuation == pytest.approx(flat.fluctuation, rel=1e-6)
    assert np.allclose(np.abs(space.multipliers[:1]), np.abs(flat.multipliers[:1]), rtol=1e-3)
    assert space.mean_torque("motor") == pytest.approx(flat.mean_torque("motor"), rel=1e-6)
    assert "mean speed of O.angle" in space.text()


def test_the_flywheel_of_a_machine_in_space_is_that_of_the_plane() -> None:
    found = in_space().flywheel(0.05)
    assert found.cycle.fluctuation == pytest.approx(0.05, rel=1e-7)
    assert found.inertia == pytest.approx(in_plane().flywheel(0.05).inertia, rel=1e-6)


def test_what_is_no_section_in_space_is_refused() -> None:
    m = machine().in_space()
    for name in ("crank.rx", "crank.x", "guide.position", "O.angel", "crank.angle"):
        with pytest.raises(lw.AnalysisError, match=r"a section\s+is one of them, such as section='O.angle'"):
            m.periodic(section=name)


def test_a_spring_that_winds_up_is_refused_in_space() -> None:
    with pytest.raises(lw.AnalysisError, match="force 'motor' is not the same after a turn"):
        machine(wound=0.001).in_space().periodic(section="O.angle", **TURN)
