"""A body with one mode against two rigid bodies with a hinge and a spring: the same for small deflections."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw

LEFT, RIGHT, HINGE, SPRING = 1.0, 0.8, 0.5, 40.0
INERTIA = (0.02, 0.015)
RIGHT_CENTRE = 0.3
"""Masses of the halves, where the hinge is, its stiffness, inertias, and the right centre behind the hinge."""


def hinged(bend: float) -> lw.Planar:
    """Two rigid halves that hang on a pin, the second bent away from the first."""
    m = lw.Planar("hinged")
    m.set_gravity(0, -9.81)
    left = m.body("left", estimate=(0, 0, 0), mass={"mass": LEFT, "center": (0.25, 0), "inertia": INERTIA[0]})
    right = m.body(
        "right", estimate=(HINGE, 0, bend), mass={"mass": RIGHT, "center": (RIGHT_CENTRE, 0), "inertia": INERTIA[1]}
    )
    m.revolute("O", m.ground.at(0, 0), left.at(0, 0))
    m.revolute("H", left.at(HINGE, 0), right.at(0, 0))
    m.torsion_spring("K", left, right, stiffness=SPRING)
    return m


def modal(bend: float) -> lw.Planar:
    """The same as one body whose frame is that of the left half: the mode is the angle of the right half."""
    whole, place = LEFT + RIGHT, HINGE + RIGHT_CENTRE
    centre = (LEFT * 0.25 + RIGHT * place) / whole
    inertia = sum(INERTIA) + LEFT * (0.25 - centre) ** 2 + RIGHT * (place - centre) ** 2
    modes: dict[str, Any] = {
        "mass": [INERTIA[1] + RIGHT * RIGHT_CENTRE**2],
        "stiffness": [SPRING],
        "linear_coupling": [[0.0, RIGHT * RIGHT_CENTRE]],
        "angular_coupling": [INERTIA[1] + RIGHT * place * RIGHT_CENTRE],
        "inertia_curvature": [[RIGHT * RIGHT_CENTRE**2]],
        "interfaces": {
            "root": {},
            "tip": {"at": [HINGE + 0.5, 0.0], "translation": [[0.0, 0.5]], "rotation": [1.0]},
        },
    }
    m = lw.Planar("modal")
    m.set_gravity(0, -9.81)
    mass = {"mass": whole, "center": (centre, 0), "inertia": inertia}
    rod = m.modal("rod", mass=mass, modes=modes, estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), rod.interface("root"))
    m.initially(rod_q1=bend, rod_angle=0)
    return m


def away(size: float) -> float:
    """How far apart the tips are at most, with gravity and the deflection at the start scaled alike."""
    first, second = hinged(0.1 * size), modal(0.1 * size)
    for m in (first, second):
        m.set_gravity(0, -3.0 * size)
    first.initially(left_angle=0, H_angle=0.1 * size)
    options: dict[str, Any] = {"until": 0.5, "points": 21, "rtol": 1e-11, "atol": 1e-12}
    one, other = first.simulate(**options), second.simulate(**options)
    x = one["right.x"] + 0.5 * np.cos(one["right.angle"])
    y = one["right.y"] + 0.5 * np.sin(one["right.angle"])
    assert np.max(np.abs(other["rod.q1"])) > 0.05 * size
    return float(np.max(np.hypot(other["rod@tip.x"] - x, other["rod@tip.y"] - y)))


def test_the_difference_from_rigid_halves_falls_with_the_square_of_the_deflection() -> None:
    sizes = [1.0, 0.5, 0.25]
    distances = [away(size) for size in sizes]
    orders = np.diff(np.log(distances)) / np.diff(np.log(sizes))
    assert orders == pytest.approx(2.0, abs=0.1)
    assert distances[0] < 0.01
