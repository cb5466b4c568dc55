"""Thin outlines by splines: their tips, where the tangent turns by half a turn at once, touch what they meet."""

from __future__ import annotations

import math
from typing import Any

import pytest

import linkwork as lw
from linkwork.bodies.profiles import Profile

_LONG, _FAR, _SPEED = 0.1, 0.5, 5.0


def _blade(flat: float) -> Profile:
    """Nearly an ellipse, `flat` times as thick as long, by a spline through 16 points, its tips among them."""
    angles = [n * math.pi / 8 for n in range(16)]
    points = [(_LONG * math.cos(angle), flat * _LONG * math.sin(angle)) for angle in angles]
    return Profile.model_validate({"elements": [{"type": "spline", "points": points}], "closed": True})


def _stadium(length: float, radius: float) -> Profile:
    """Two half circles and two straight sides, along x."""
    long = length - radius
    return Profile.model_validate(
        {
            "elements": [
                {"type": "segment", "start": (-long, -radius), "end": (long, -radius)},
                {"type": "arc", "center": (long, 0), "end": (long, radius)},
                {"type": "segment", "end": (-long, radius)},
                {"type": "arc", "center": (-long, 0), "end": (-long, -radius)},
            ]
        }
    )


def _flown(first: Profile, turned: float, second: Profile, angle: float, spin: float, **options: Any) -> Any:
    """A body with the second outline flies down onto the first one, turned on the ground."""
    m = lw.Planar("blade")
    target = m.body("target", estimate=(0, 0, turned))
    m.fixed("weld", m.ground, target, angle=turned)
    target.profile("edge", first)
    blade = m.body("blade", estimate=(0, _FAR, angle))
    m.mass(blade, mass=1, inertia=0.004)
    blade.profile("rim", second)
    m.contact("C", "target.edge", "blade.rim", restitution=0.5)
    return m.simulate(0.12, 61, speeds={"blade.vy": -_SPEED, "blade.omega": spin}, progress=False, **options)


UP = 0.5 * math.pi
AGAINST = {  # what lies below, how it is turned, how high it reaches
    "arc": (lw.circle(0.05), 0.0, 0.05),
    "side": (lw.polygon([(-0.2, -0.1), (0.2, -0.1), (0.2, 0.02), (-0.2, 0.02)]), 0.0, 0.02),
    "curve": (_blade(0.2), 0.0, 0.02),
    "tip": (_blade(0.05), UP, _LONG),
}


@pytest.mark.parametrize("flat", [0.03, 0.1, 0.3])
@pytest.mark.parametrize("against", AGAINST)
def test_a_blade_that_flies_tip_first_strikes_when_its_tip_arrives(against: str, flat: float) -> None:
    below, turned, height = AGAINST[against]
    for options in ({}, {"method": "rk4", "step": 1e-3}):
        run = _flown(below, turned, _blade(flat), UP, 0.0, **options)
        impacts = [event.t for event in run.events if "impact" in event.text]
        assert impacts and impacts[0] == pytest.approx((_FAR - height - _LONG) / _SPEED, rel=1e-9)


@pytest.mark.parametrize("below", [_blade(0.05), _blade(0.1), _stadium(0.1, 0.01)], ids=["thin", "thick", "arcs"])
def test_nothing_overlaps_and_nothing_is_missed_however_blades_are_turned(below: Profile) -> None:
    for n in range(5):
        run = _flown(below, 0.4 * n + 0.1, _blade(0.06), 0.7 * n + 0.2, 8.0, method="rk4", step=1e-3)
        assert run.completed and run.audit.findings == []
        assert any("impact" in event.text for event in run.events)
