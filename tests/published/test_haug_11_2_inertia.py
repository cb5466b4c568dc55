"""Haug Examples 11.2.1 to 11.2.5: centroids, inertia matrices, principal axes, composite bodies and a hole."""

from __future__ import annotations

from functools import cache
from math import pi, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.bodies.spatial.mass import Resolved3, SpatialMass, evaluate
from linkwork.places.base_row import BaseRow
from linkwork.places.base_scope import BaseScope
from published.case import Case
from published.case import tests_of as checks_of

GAMMA = 3.0
"""Density; the examples leave it open."""
R, L = 0.4, 1.5
A, B, C = 2.0, 0.9, 0.5
WEDGE = {"type": "mesh", "file": str(Path(__file__).parent / "mechanisms" / "haug_11_2_1.obj"), "density": GAMMA}
TRIANGLE = {"type": "triangle", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "area_density": GAMMA}
DOME = {"type": "hemisphere", "radius": R, "density": GAMMA}
ROUNDED_BAR = [
    {"type": "cylinder", "radius": R, "length": L, "axis": [0, 1, 0], "density": GAMMA},
    DOME | {"at": [0, L / 2, 0], "axis": [0, 1, 0]},
    DOME | {"at": [0, -L / 2, 0], "axis": [0, -1, 0]},
]
CAPSULE = {"type": "capsule", "radius": R, "from": [0, -L / 2, 0], "to": [0, L / 2, 0], "density": GAMMA}
DRILLED = [
    {"type": "box", "size": [A, B, C], "density": GAMMA},
    {"type": "cylinder", "radius": C / 2, "length": A, "axis": [1, 0, 0], "density": GAMMA, "hole": True},
]


def of(*shapes: dict[str, Any]) -> Resolved3:
    scope = BaseScope(None, {})
    return evaluate(SpatialMass.model_validate({"shapes": shapes}), scope, BaseRow(scope, "body 'part'", "part"))


@cache
def wedge() -> Resolved3:
    return of(WEDGE)


@cache
def triangle() -> Resolved3:
    return of(TRIANGLE)


@cache
def rounded_bar() -> Resolved3:
    return of(*ROUNDED_BAR)


@cache
def drilled() -> Resolved3:
    return of(*DRILLED)


def _cases(source: str, quantities: dict[str, tuple[float, Any]]) -> list[Case]:
    return [
        Case(source, f"{name}, density {GAMMA:g}", value, computed, 1e-12 * max(1.0, abs(value)))
        for name, (value, computed) in quantities.items()
    ]


def cases() -> list[Case]:
    """The printed formulas with numbers put in."""
    g = GAMMA
    end = 2 * (83 * pi * g * R**5 / 480 + 2 * pi * g * R**3 / 3 * ((4 * L + 3 * R) / 8) ** 2)
    across = pi * g * R**2 * L / 12 * (3 * R**2 + L**2) + end
    bore = pi * g * C**2 * A / 48 * (3 * C**2 / 4 + A**2)
    return [
        *_cases(
            "Haug Example 11.2.1",
            {
                "mass": (400 * g, lambda: wedge().mass),
                "centroid x": (5, lambda: wedge().centre[0]),
                "centroid y": (35 / 6, lambda: wedge().centre[1]),
                "centroid z": (10, lambda: wedge().centre[2]),
            },
        ),
        *_cases(
            "Haug Example 11.2.2",
            {
                "Jxx at the corner": (172000 / 3 * g, lambda: wedge().about((0, 0, 0))[0, 0]),
                "Jyy at the corner": (54000 * g, lambda: wedge().about((0, 0, 0))[1, 1]),
                "Jzz at the corner": (30000 * g, lambda: wedge().about((0, 0, 0))[2, 2]),
                "Jxx at the centroid": (33500 / 9 * g, lambda: wedge().inertia[0, 0]),
                "Jyy at the centroid": (4000 * g, lambda: wedge().inertia[1, 1]),
                "Jzz at the centroid": (57500 / 9 * g, lambda: wedge().inertia[2, 2]),
                "Jxy at the corner": (-400 * 5 * 35 / 6 * g, lambda: wedge().about((0, 0, 0))[0, 1]),
            },
        ),
        *_cases(
            "Haug Example 11.2.3",
            {
                "Jxx at the corner": (2 * g / 24, lambda: triangle().about((0, 0, 0))[0, 0]),
                "Jxy at the corner": (-g / 24, lambda: triangle().about((0, 0, 0))[0, 1]),
                "Jzz at the corner": (4 * g / 24, lambda: triangle().about((0, 0, 0))[2, 2]),
                "Jxx at the centroid": (2 * g / 72, lambda: triangle().inertia[0, 0]),
                "Jxy at the centroid": (g / 72, lambda: triangle().inertia[0, 1]),
                "Jzz at the centroid": (4 * g / 72, lambda: triangle().inertia[2, 2]),
                "first principal moment": (g / 18, lambda: triangle().principal()[0][0]),
                "second principal moment": (g / 24, lambda: triangle().principal()[0][1]),
                "third principal moment": (g / 72, lambda: triangle().principal()[0][2]),
            },
        ),
        *_cases(
            "Haug Example 11.2.4",
            {
                f"Jxx, R = {R:g}, L = {L:g}": (across, lambda: rounded_bar().inertia[0, 0]),
                f"Jyy, R = {R:g}, L = {L:g}": (
                    pi * g * R**4 * L / 2 + 8 * pi * g * R**5 / 15,
                    lambda: rounded_bar().inertia[1, 1],
                ),
                f"Jzz, R = {R:g}, L = {L:g}": (across, lambda: rounded_bar().inertia[2, 2]),
            },
        ),
        *_cases(
            "Haug Example 11.2.5",
            {
                f"Jxx, a, b, c = {A:g}, {B:g}, {C:g}": (
                    g * A * B * C * (B**2 + C**2) / 12 - pi * g * C**4 * A / 32,
                    lambda: drilled().inertia[0, 0],
                ),
                f"Jyy, a, b, c = {A:g}, {B:g}, {C:g}": (
                    g * A * B * C * (A**2 + C**2) / 12 - bore,
                    lambda: drilled().inertia[1, 1],
                ),
                f"Jzz, a, b, c = {A:g}, {B:g}, {C:g}": (
                    g * A * B * C * (A**2 + B**2) / 12 - bore,
                    lambda: drilled().inertia[2, 2],
                ),
            },
        ),
    ]


test_cases = checks_of(cases)


def test_centroidal_products_of_the_symmetric_body_vanish() -> None:
    inertia = wedge().inertia
    assert inertia - np.diag(np.diag(inertia)) == pytest.approx(np.zeros((3, 3)), abs=1e-8)


def test_the_principal_axes_of_the_triangle_are_those_of_the_book() -> None:
    half = 1 / sqrt(2)
    found = triangle().principal()[1].T
    assert found == pytest.approx(np.array([[0, 0, 1], [half, half, 0], [-half, half, 0]]))


def test_the_capsule_is_the_rounded_bar() -> None:
    capsule = of(CAPSULE)
    assert capsule.mass == pytest.approx(rounded_bar().mass, rel=1e-13)
    assert capsule.inertia == pytest.approx(rounded_bar().inertia, rel=1e-12, abs=1e-14)
