"""Haug Example 6.1.1: a tractor on two tyres that only push, pulled at ground level; the book has symbols only.

The numbers are ours: mass 2000 kg, inertia 2500 kg m^2, front axle 1.2 m before and rear axle 0.8 m behind the centre,
free height 1 m, tyres 200 kN/m, traction 1000 N. Reference: the linear equations for small pitch, by their modes.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

M, J, FRONT, REAR, HEIGHT, K, TRACTION, G = 2000.0, 2500.0, 1.2, 0.8, 1.0, 2e5, 1000.0, 9.81
SOURCE = "Haug Example 6.1.1, tractor"
STIFFNESS = K * np.array([[2.0, FRONT - REAR], [FRONT - REAR, FRONT**2 + REAR**2]])
"""Of height and pitch."""


def rest(traction: float) -> np.ndarray:
    """Height above the free one and pitch at which the linear tyres carry weight and traction."""
    return np.linalg.solve(STIFFNESS, [-M * G, traction * HEIGHT])


def linear(t: float) -> tuple[float, float]:
    """Height and pitch by the linear equations, from rest on the tyres when the traction sets in."""
    squares, shapes = np.linalg.eig(np.linalg.solve(np.diag([M, J]), STIFFNESS))
    amounts = np.linalg.solve(shapes, rest(0.0) - rest(TRACTION))
    rise, pitch = rest(TRACTION) + shapes @ (amounts * np.cos(np.sqrt(squares) * t))
    return float(HEIGHT + rise), float(pitch)


def tractor(traction: float, height: float, pitch: float) -> lw.Planar:
    m = lw.Planar("tractor")
    body = m.body("tractor", estimate=(0, height, pitch), points={"front": (FRONT, 0), "rear": (-REAR, 0)})
    m.mass(body, mass=M, inertia=J)
    m.set_gravity(0, -G)
    upright = m.ground.line((0, 0), (0, 1))
    for name in ("front", "rear"):
        tyre = {"stiffness": K, "free_position": HEIGHT, "only": "compression"}
        m.slide_spring(f"{name} tyre", upright, body.at(name), **tyre)
    m.force("traction", body.at(0, -HEIGHT), x=traction)
    return m


@cache
def pulled() -> Run:
    rise, pitch = rest(0.0)
    m = tractor(TRACTION, HEIGHT + rise, pitch)
    hold = {"tractor.x": 0.0, "tractor.y": HEIGHT + rise, "tractor.angle": pitch}
    return m.simulate(1.0, 101, hold=hold, progress=False)


@cache
def dropped() -> Run:
    """Level, wheels 0.2 m above the ground."""
    m = tractor(0.0, HEIGHT + 0.2, 0.0)
    hold = {"tractor.x": 0.0, "tractor.y": HEIGHT + 0.2, "tractor.angle": 0.0}
    return m.simulate(0.6, 61, hold=hold, progress=False)


def _load(name: str) -> float:
    """A tyre's force at the start, where the tractor stands still."""
    place = float(pulled()[f"tractor.{name}.y"][0])
    return K * (HEIGHT - place)


def cases() -> list[Case]:
    found = []
    for t in (0.1, 0.25, 0.5, 1.0):
        for i, name in enumerate(("y", "angle")):
            found.append(
                Case(
                    SOURCE,
                    f"{name} at t = {t:g} s, small pitch",
                    None,
                    lambda a=(t, name): float(pulled()[f"tractor.{a[1]}"][round(100 * a[0])]),
                    0.0,
                    relative=True,
                    exact=linear(t)[i],
                    exact_tolerance=1e-3,
                )
            )
    for name, share in {"front": REAR, "rear": FRONT}.items():
        load = M * G * share / (FRONT + REAR)
        found.append(
            Case(
                SOURCE,
                f"{name} tyre at rest (N)",
                None,
                lambda name=name: _load(name),
                0.0,
                relative=True,
                exact=load,
                exact_tolerance=1e-3,
            )
        )
    found += [
        Case(
            SOURCE,
            "way after 1 s of traction (m)",
            None,
            lambda: float(pulled()["tractor.x"][-1]),
            0.0,
            exact=0.5 * TRACTION / M,
            exact_tolerance=1e-9,
        ),
        Case(
            SOURCE,
            "dropped from 0.2 m: time at which a tyre touches (s)",
            None,
            lambda: dropped().events[0].t,
            0.0,
            exact=float(np.sqrt(0.4 / G)),
            exact_tolerance=1e-8,
        ),
    ]
    return found


test_cases = checks_of(cases)


def test_tyres_push_but_never_pull() -> None:
    run = dropped()
    flying = run.t < np.sqrt(0.4 / G)
    assert np.allclose(run["tractor.ay"][flying], -G, atol=1e-12)
    assert [event.kind for event in run.events[:2]] == ["switch", "switch"]
    assert np.ptp(run["energy.total"]) < 1e-7 * run["energy.total"][0]


def test_a_level_drop_pitches_because_the_centre_is_off_the_middle() -> None:
    assert np.max(dropped()["tractor.angle"]) > 1e-3
