"""Haug 7.2, Example 7.2.1 and the slider-crank of Example 6.3.5: the equations of motion in one coordinate."""

from __future__ import annotations

import math

import numpy as np

import linkwork as lw
from linkwork.run.run import Run
from linkwork.system.constraints.reduction import Reduction, reduce
from linkwork.system.tables.compile import compile_system
from published.case import Case
from published.case import tests_of as checks_of

PHI, MASS, INERTIA = 0.7, 1.5, 0.5


def pendulum() -> Reduction:
    m = lw.Planar("pendulum")
    bar = m.body("bar", estimate=(1, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bar.at(-1, 0))
    m.mass(bar, mass=MASS, inertia=INERTIA)
    m.set_gravity(0, -9.81)
    c, s = math.cos(PHI), math.sin(PHI)
    system = compile_system(m, dynamics=True)
    return reduce(system, np.array([c, s, PHI]), 2.0 * np.array([-s, c, 1.0]), 0.0)


def slider_crank(speed: float) -> Run:
    """Bars of 2 m and 4 m, 1 kg each, frames at their centres (l1 = 1, l2 = 2)."""
    m = lw.Planar("two-body slider-crank")
    one = m.body("one", estimate=(0.7, 0.7, math.pi / 4))
    two = m.body("two", estimate=(3.2, 0.7, -0.36))
    m.revolute("O", m.ground.at(0, 0), one.at(-1, 0))
    m.revolute("A", one.at(1, 0), two.at(-2, 0))
    m.absolute_y("guide", two.at(2, 0), 0)
    m.mass(one, mass=1, inertia="1/3")
    m.mass(two, mass=1, inertia="4/3")
    m.set_gravity(0, -9.81)
    hold, speeds = {"one.angle": math.pi / 4}, {"one.omega": speed}
    return m.simulate(0.01, 2, hold=hold, speeds=speeds, formulation="null-space", progress=False)


def reduced(speed: float) -> Reduction:
    run = slider_crank(speed)
    return reduce(run.system, run.q[0], run.v[0], 0.0)


def cases() -> list[Case]:
    book, other = "Haug 7.2, Example 7.2.1", "Haug 6.3, Example 6.3.5 (numbers: own)"
    accelerations = [1.574379, -2.988593, -3.226509, 3.972900, -2.988593, 1.543475]
    found = [
        Case(
            book,
            "Mhat = J' + m l^2 (kg m^2)",
            None,
            lambda: float(pendulum().mass[0, 0]),
            0.0,
            exact=MASS + INERTIA,
            exact_tolerance=1e-14,
        ),
        Case(
            book,
            "Qhat = -m g cos(phi) (N m)",
            None,
            lambda: float(pendulum().force[0]),
            0.0,
            exact=-MASS * 9.81 * math.cos(PHI),
            exact_tolerance=1e-13,
        ),
        Case(other, "Mhat (kg m^2)", 4.851167, lambda: float(reduced(1.0).mass[0, 0]), 1e-6),
        Case(other, "Qhat at 1 rad/s (N m)", -15.652333, lambda: float(reduced(1.0).force[0]), 1e-6),
        Case(other, "Qhat at rest (N m)", -13.873435, lambda: float(reduced(0.0).force[0]), 1e-6),
        Case(other, "phi1'' at rest (rad/s^2)", -2.859814, lambda: float(slider_crank(0.0).a[0, 2]), 1e-6),
    ]
    for index, value in enumerate(accelerations):
        found.append(
            Case(other, f"q''[{index}] at 1 rad/s", value, lambda i=index: float(slider_crank(1.0).a[0, i]), 1e-6)
        )
    return found


test_cases = checks_of(cases)


def test_the_angle_is_the_independent_coordinate() -> None:
    assert pendulum().independent == ("bar.angle",)
    assert reduced(1.0).independent == ("one.angle",)
    assert np.allclose(pendulum().basis, [[-math.sin(PHI), math.cos(PHI), 1.0]], atol=1e-15)
