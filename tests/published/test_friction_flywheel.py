"""Flywheels slowed down by dry friction, closed forms: a pin in the plane; journals, collars and bearings in space."""

from __future__ import annotations

import math
from typing import Any

import pytest

import linkwork as lw

pytestmark = pytest.mark.both_coordinates

EXACT: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-13, "progress": False}
MU, RADIUS, INERTIA, MASS, G, OMEGA = 0.2, 0.05, 0.5, 10.0, 9.81, 5.0
CIRCLE = MU / math.sqrt(1 + MU * MU)


def stop_time(run: Any) -> float:
    (stop,) = [item for item in run.touches if item.t > 0]
    assert stop.kind == "sticks"
    return float(stop.t)


def test_a_planar_pin_slows_a_flywheel_by_its_friction_circle() -> None:
    m = lw.Planar("flywheel")
    m.body("wheel", estimate=(0, 0, 0))
    m.revolute("pin", "ground", "wheel", at=(0, 0))
    m.mass("wheel", mass=MASS, inertia=INERTIA)
    m.set_gravity(0, -G)
    m.friction("rubs", "pin", MU, radius=RADIUS)
    run = m.simulate(6, 7, speeds={"wheel.omega": OMEGA}, **EXACT)
    slowing = CIRCLE * RADIUS * MASS * G / INERTIA
    assert stop_time(run) == pytest.approx(OMEGA / slowing, rel=1e-11)
    assert run["wheel.angle"][-1] - run["wheel.angle"][0] == pytest.approx(OMEGA**2 / 2 / slowing, rel=1e-10)


def test_an_unbalanced_flywheel_loses_what_its_friction_takes() -> None:
    """The reaction turns with the mass: energy adds up, and friction is the circle times the whole reaction."""
    m = lw.Planar("unbalanced flywheel")
    m.body("wheel", estimate=(0, 0, 0))
    m.revolute("pin", "ground", "wheel", at=(0, 0))
    m.mass("wheel", mass=MASS, center=(0.1, 0), inertia=INERTIA)
    m.set_gravity(0, -G)
    m.friction("rubs", "pin", MU, radius=RADIUS)
    run = m.simulate(2, 101, speeds={"wheel.omega": 20}, **EXACT)
    reaction = (run["pin.fx"] ** 2 + run["pin.fy"] ** 2) ** 0.5
    assert run["rubs.normal"] == pytest.approx(reaction, rel=1e-10)
    assert abs(run["rubs.friction"]) == pytest.approx(CIRCLE * reaction, rel=1e-10)
    assert abs(run["energy.balance"]).max() <= 1e-8


def rotor(axis: tuple[float, float, float], reach: float, length: float | None) -> lw.Spatial:
    """A rotor whose mass lies on its axis, `reach` away from the middle of its bearing."""
    m = lw.Spatial("rotor")
    m.body("rotor", estimate=(0, 0, 0))
    m.revolute("bearing", "ground", "rotor", at=(0, 0, 0), axis=axis)
    centre = tuple(reach * part for part in axis)
    m.mass("rotor", mass=MASS, center=centre, inertia=(INERTIA, INERTIA, INERTIA))
    m.set_gravity(0, 0, -G)
    m.friction("rubs", "bearing", MU, radius=RADIUS, length=length)
    return m


@pytest.mark.parametrize(
    ("axis", "reach", "length", "load"),
    [
        ((1.0, 0.0, 0.0), 0.0, None, CIRCLE),  # a journal: its friction is a part of the reaction
        ((1.0, 0.0, 0.0), 0.05, 0.2, CIRCLE),  # the weight between two bearings
        ((1.0, 0.0, 0.0), 0.3, 0.2, CIRCLE * 3.0),  # beyond them: two opposed forces, 2 reach / length of the weight
        ((0.0, 0.0, 1.0), 0.0, None, MU),  # a collar
        ((0.6, 0.0, 0.8), 0.0, None, 0.6 * CIRCLE + 0.8 * MU),  # both
    ],
)
def test_bearings_in_space_slow_a_rotor_by_what_presses_in_them(
    axis: tuple[float, float, float], reach: float, length: float | None, load: float
) -> None:
    run = rotor(axis, reach, length).simulate(
        12, 3, speeds={f"rotor.w{name}": OMEGA * part for name, part in zip("xyz", axis, strict=True)}, **EXACT
    )
    assert stop_time(run) == pytest.approx(OMEGA * INERTIA / (load * RADIUS * MASS * G), rel=1e-10)
