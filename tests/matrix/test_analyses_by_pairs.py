"""Every pair of features in the analyses that are not simulations: right in both kinds of coordinates, or refused.

Rest, small motions, driven motions with their forces, and derivatives are held against the scene written by hand.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.optimize import root

import linkwork as lw
from matrix import scene as by_hand
from matrix.scene import (
    CAR,
    FEATURES,
    GAIN,
    PAIRS,
    PUCK,
    PUCK_RADIUS,
    PUSH,
    SPRING,
    STATES,
    UNTIL,
    X0,
    alive,
    begin,
    motion,
    rate,
    scene,
    speeds,
)

Features = tuple[str, ...]
SCENES: tuple[Features, ...] = ((), *((feature,) for feature in FEATURES), *PAIRS)
COORDINATES = ("cartesian", "joint")
HANGING = -1.2  # rad: the cranks are drawn near their place of rest
_PLACES = ("x", "bx", "by", "late", "angle")


@cache
def at_rest(features: Features) -> Any:
    """All states where nothing accelerates; the puck lies on the floor."""
    moving, y = set(features) - {"contact"}, begin()
    y[[STATES.index(name) for name in ("v", "bvx", "bvy", "omega", "vz")]] = 0.0
    y[STATES.index("z")] = PUCK_RADIUS
    places = [STATES.index(name) for name in _PLACES if name in alive(moving)]
    rates = [number if STATES[number] == "late" else number + 1 for number in places]

    def left(values: Any) -> Any:
        there = y.copy()
        there[places] = values
        return rate(moving, there, 1.0)[rates]

    y[STATES.index("angle")] = HANGING
    found = root(left, np.where(np.array(places) == STATES.index("angle"), HANGING, 0.0), tol=1e-13)
    y[places] = found.x
    return y


def eigenvalues(features: Features) -> Any:
    """Of the scene by hand at its place of rest, by complex steps; what lies on the floor stays there."""
    moving, y = set(features) - {"contact"}, at_rest(features)
    kept = [STATES.index(name) for name in alive(moving)]
    columns = []
    for number in kept:
        moved = y.astype(complex)
        moved[number] += 1e-30j
        columns.append(rate(moving, moved, 1.0).imag[kept] / 1e-30)
    matrix = np.array(columns).T
    if "contact" in features:
        matrix[kept.index(STATES.index("v"))] *= CAR / (CAR + PUCK)
    return np.linalg.eigvals(matrix)


@cache
def hung(features: Features) -> lw.Spatial:
    """The scene with its cranks drawn near their rest, and a puck that is drawn on the floor."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_hand, "ANGLE", HANGING)
        patch.setattr(by_hand, "HEIGHT", 0.0)
        return scene(features)


REST = tuple(
    (features, formulation)
    for features in SCENES
    for formulation in COORDINATES
    if formulation == "cartesian" or "contact" not in features  # rest on contacts knows the bodies' coordinates only
)


@pytest.mark.parametrize(("features", "formulation"), REST)
def test_rest_and_small_motions(features: Features, formulation: str) -> None:
    mechanism, expected = hung(features), at_rest(features)
    rest = mechanism.equilibrium(formulation=formulation)
    assert rest["car.x"] == pytest.approx(expected[0], abs=1e-9)
    model = mechanism.linearise(rest, formulation=formulation)
    found, sought = np.linalg.eigvals(model.A), eigenvalues(features)
    for value in sought:
        assert np.min(np.abs(found - value)) < 1e-6
    for value in found[np.abs(found) > 1e-4]:
        assert np.min(np.abs(sought - value)) < 1e-6


@pytest.mark.parametrize("features", SCENES, ids="+".join)
@pytest.mark.parametrize("formulation", COORDINATES)
def test_driven_motion_and_its_force(formulation: str, features: Features) -> None:
    """A driver moves the car; what else is free cannot be driven by it and is named."""
    mechanism = scene(features, driven=True)
    options: dict[str, Any] = {"formulation": formulation, "progress": False}
    if set(features) & {"rolling", "contact", "flat"}:
        with pytest.raises(lw.LinkworkError, match=r"drive"):
            mechanism.inverse_dynamics(1.0, 21, **options)
        if "contact" not in features:
            with pytest.raises(lw.LinkworkError, match=r"drive"):
                mechanism.kinematics(1.0, 21, **options)
            return
        run = mechanism.kinematics(1.0, 21, **options)
        np.testing.assert_allclose(run["car.x"], X0 * np.cos(3 * run.t), atol=1e-10)
        assert any("without a driver: still until a contact pushes there" in note for note in run.notes)
        return
    run = mechanism.kinematics(1.0, 21, **options)
    np.testing.assert_allclose(run["car.x"], X0 * np.cos(3 * run.t), atol=1e-10)
    run = mechanism.inverse_dynamics(1.0, 21, **options)
    x = X0 * np.cos(3 * run.t)
    force = (SPRING - 9 * CAR) * x
    if "states" in features:
        force += GAIN * run["late"]
    if "events" in features:
        force -= PUSH * run["pushed"]
    np.testing.assert_allclose(run["motor.force"], force, atol=1e-6)


@pytest.mark.parametrize("features", SCENES, ids="+".join)
def test_derivative_of_a_simulation(features: Features) -> None:
    """d x / d k at the end against differences of the motion by hand."""
    times = np.linspace(0.0, UNTIL, 13)
    h = 1e-3 * SPRING
    ends = [motion(features, times, SPRING + side * h)[0]["x"][-1] for side in (-2, -1, 1, 2)]
    slope = (ends[0] - 8 * ends[1] + 8 * ends[2] - ends[3]) / (12 * h)
    found = scene(features).sensitivity(
        "final(car.x)", ["k"], analysis="simulate", until=UNTIL, points=13, speeds=speeds(features)
    )
    assert found["final(car.x)", "k"] == pytest.approx(slope, rel=2e-5)
