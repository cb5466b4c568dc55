"""A hydraulic cylinder in one call: push, pressure, ends of the stroke, Euler's load; how springs are drawn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.formats.model_file import dumps, loads
from linkwork.view.scene import build_scene

AREA = math.pi / 4 * 0.08**2
RING = math.pi / 4 * (0.08**2 - 0.05**2)
SIZES: dict[str, Any] = {"bore": "80 mm", "rod": "50 mm", "closed": "0.9 m", "stroke": "600 mm"}


def ram(name: str = "lift", **given: Any) -> Any:
    """A weight of 1000 kg on a vertical guide, on a cylinder that stands on the ground."""
    m = lw.Planar("ram")
    load = m.body("load", estimate=(0, 1.2, 0))
    m.mass(load, mass=1000, inertia=10)
    m.translational("guide", m.ground.line((0, 0), (0, 1)), load.line((0, 0), (0, 1)))
    m.set_gravity(0, -9.81)
    m.hydraulic_cylinder(name, m.ground.at(0, 0), load.at(0, 0), **SIZES | given)
    return m


def test_pressure_on_the_piston_and_on_the_ring_move_the_load() -> None:
    run = ram(pressure="30 bar", back_pressure="5 bar").simulate(until=0.1, points=11)
    push = 30e5 * AREA - 5e5 * RING
    np.testing.assert_allclose(run["lift_push"], push, rtol=1e-9)
    np.testing.assert_allclose(run["lift_pressure"], 30e5, rtol=1e-9)
    np.testing.assert_allclose(run["load.ay"], push / 1000 - 9.81, rtol=1e-6)
    euler = math.pi**2 * 210e9 * math.pi * 0.05**4 / 64 / run["lift.length"] ** 2
    np.testing.assert_allclose(run["lift_buckling"], euler, rtol=1e-9)


def test_a_prescribed_length_tells_the_pressure_it_takes() -> None:
    run = ram(length="1.2 + 0.1*t").inverse_dynamics(until=1, points=11)
    np.testing.assert_allclose(run["lift_push"], 9810, rtol=1e-9)
    np.testing.assert_allclose(run["lift_pressure"], 9810 / AREA, rtol=1e-9)


@pytest.mark.parametrize("name", ["lift-arm", "lift arm", "vérin"])
def test_a_name_may_have_hyphens_spaces_and_accents(name: str) -> None:
    for m in (ram(name, length="1.2 + 0.1*t"), loads(dumps(ram(name, length="1.2 + 0.1*t")))):
        run = m.inverse_dynamics(until=1, points=3)
        np.testing.assert_allclose(run[f"{name}_pressure"], 9810 / AREA, rtol=1e-9)
        euler = math.pi**2 * 210e9 * math.pi * 0.05**4 / 64 / run[f"{name}.length"] ** 2
        np.testing.assert_allclose(run[f"{name}_buckling"], euler, rtol=1e-9)
    run = ram(name, pressure="30 bar").simulate(until=0.1, points=3)
    np.testing.assert_allclose(run[f"{name}_push"], 30e5 * AREA, rtol=1e-9)


def test_the_stroke_has_two_ends() -> None:
    stops = {"stop_damping": "200 kN s/m"}
    down = ram(pressure=0, **stops).simulate(until=2, points=201)
    up = ram(pressure="60 bar", **stops).simulate(until=2, points=201)
    assert down["lift.length"][-1] == pytest.approx(0.9 - 9810 / 5e7, abs=1e-4)
    assert up["lift.length"][-1] == pytest.approx(1.5 + (60e5 * AREA - 9810) / 5e7, abs=1e-4)


def test_it_is_drawn_as_one_and_a_model_file_holds_it() -> None:
    m = ram(pressure="30 bar")
    scene = build_scene(m.simulate(until=0.1, points=3))
    assert [each["kind"] for each in scene["connectors"]] == ["cylinder"]
    again = loads(dumps(m)).simulate(until=0.1, points=3)
    np.testing.assert_allclose(again["lift_push"], 30e5 * AREA, rtol=1e-9)


def test_springs_have_looks_in_plane_and_space() -> None:
    m = lw.Spatial("looks")
    body = m.body("body", mass=lw.SpatialMass(mass=1, inertia=(1, 1, 1)))
    for number, look in enumerate(("spring", "cylinder", "gas_strut", "damper", "none")):
        m.spring(look, m.ground.at(number, 0, 1), body.at(0, 0, 0), stiffness=1, look=look)
    run = m.simulate(until=0.1, points=3)
    assert [each["kind"] for each in build_scene(run)["symbols"]] == ["spring", "cylinder", "gas_strut", "damper"]
    run.draw()


def test_sizes_that_do_not_fit_are_refused() -> None:
    for given, words in (
        ({"pressure": 1, "rod": "90 mm"}, "does not fit a bore"),
        ({"pressure": 1, "stroke": 0}, "stroke must be above zero"),
        ({"pressure": 1, "length": "1"}, "the pressure or the length"),
        ({}, "give its pressure"),
    ):
        with pytest.raises(MechanismError, match=words):
            ram(**given)
