"""Garcia Orden, Goicolea 2005, 5.1: what a step keeps of two free particles.

By a scalar constraint, a function of their distance (23): energy, momentum and angular momentum; here a spring in the
place of the penalty, and a distance kept exactly. By a vector constraint (30): energy and momentum, not the angular
momentum, which the chapter does not promise. Masses 1 and 2 kg, 1 m apart; k = 40 N/m with 0.7 m free; numbers ours.
"""

from __future__ import annotations

from functools import cache, partial

import numpy as np

import linkwork as lw
from published.case import Case
from published.case import tests_of as checks_of

SPEEDS = {"a.vx": 0.3, "a.vy": -0.5, "a.vz": 0.2, "b.vx": 0.3, "b.vy": 0.7, "b.vz": -0.4}
MASSES = {"a": 1.0, "b": 2.0}


@cache
def off(constraint: str, what: str) -> float:
    """Largest change over two seconds with steps of 0.01 s: of the energy, the momentum or the angular momentum."""
    m = lw.Spatial("two particles")
    for name, mass in MASSES.items():
        m.body(name, estimate=(0, 0, 0) if name == "a" else (1, 0, 0), points={"P": (0, 0, 0)})
        m.mass(name, mass=mass, inertia=(0.1, 0.1, 0.1))
    if constraint == "spring":
        m.spring("tie", "a.P", "b.P", stiffness=40, free_length=0.7)
    else:
        m.distance("tie", "a.P", "b.P", 1.0)
    run = m.simulate(2.0, 41, speeds=SPEEDS, method="midpoint", step=0.01, progress=False)
    assert run.completed
    places = {name: np.stack([run[f"{name}.{axis}"] for axis in "xyz"], axis=1) for name in MASSES}
    moved = {name: MASSES[name] * np.stack([run[f"{name}.v{axis}"] for axis in "xyz"], axis=1) for name in MASSES}
    kept = {
        "energy": run["energy.total"],
        "momentum": moved["a"] + moved["b"],
        "angular momentum": np.cross(places["a"], moved["a"]) + np.cross(places["b"], moved["b"]),
    }[what]
    return float(np.abs(kept - kept[0]).max())


def cases() -> list[Case]:
    source = "Garcia Orden and Goicolea 2005, 5.1.1"
    return [
        Case(
            source,
            f"two free particles, {tie}: change of {what}",
            None,
            partial(off, tie, what),
            0,
            exact=0,
            exact_tolerance=1e-11,
        )
        for tie in ("spring", "distance")
        for what in ("energy", "momentum", "angular momentum")
    ]


test_published = checks_of(cases)
