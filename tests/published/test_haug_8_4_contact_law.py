"""Haug 8.4.2 again, with outlines that touch and a force law in place of a one-sided spring: the same chatter."""

from __future__ import annotations

from functools import cache

import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.mechanisms.coil_spring import BODIES, CELL, coil_spring, start_places

SEPARATIONS = (0.0492, 0.5473, 1.1000)
CONTACTS = (0.4973, 1.0502, 1.6193)
RADIUS = 0.05


@cache
def run() -> Run:
    """The spring of k = 50 N/m struck by 100 kg at 0.1 m/s; the contact has 10 kN/m and pushes only."""
    m = coil_spring(2.5, 50)
    m.body("striker", estimate=(CELL * BODIES, 0, 0))
    m.mass("striker", mass=100, inertia=1)
    m.translational("slide 8", m.ground.line((0, 0), (1, 0)), {"striker": [[0, 0], [1, 0]]})
    m.add_profile(f"mass {BODIES}", "face", lw.circle(RADIUS, (-RADIUS, 0)))
    m.add_profile("striker", "face", lw.circle(RADIUS, (RADIUS, 0)))
    force = {"type": "kelvin-voigt", "stiffness": 1e4, "damping": 0}
    m.contact("touch", f"mass {BODIES}.face", "striker.face", force=force)
    speeds = {f"mass {i}.vx": 0.0 for i in range(1, BODIES + 1)} | {"striker.vx": -0.1}
    hold = start_places() | {"striker.x": CELL * BODIES}
    return m.simulate(2.0, 201, hold=hold, speeds=speeds, rtol=1e-9, progress=False)


def times(kind: str) -> list[float]:
    return [item.t for item in run().touches if item.kind == kind]


def test_separations_and_contacts_are_those_of_the_one_sided_spring() -> None:
    assert times("parts")[:3] == pytest.approx(SEPARATIONS, abs=1e-4)
    assert [t for t in times("presses") if t > 0.01][:3] == pytest.approx(CONTACTS, abs=1e-4)


def test_energy_is_kept_by_the_contact() -> None:
    energy = run()["energy.total"]
    assert max(abs(energy - energy[0])) < 1e-8
