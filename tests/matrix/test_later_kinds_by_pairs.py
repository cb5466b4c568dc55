"""Circuits, bodies with modes and beams, alone and by pairs: every formulation and method is right, or refuses by name.

A car on a guide with a spring. A circuit's current pushes it; a body with one elastic mode is welded onto it; a beam of
two elements ties it to the ground and stretches with it. All of it is linear, so that the reference is the exponential
of a matrix written down here.
"""

from __future__ import annotations

import shutil
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.linalg import expm

import linkwork as lw
from linkwork.system.formulations.formulations import FORMULATIONS

CAR, SPRING, X0, V0 = 2.0, 80.0, 0.3, 0.5
VOLTS, OHMS, HENRY, GAIN = 5.0, 2.0, 0.1, 4.0
LOAD, MODE, STIFF, LOSS, COUPLED = 0.6, 0.3, 90.0, 0.5, 0.35
ROOT, LENGTH, STRETCH, BEAM = -0.7, 1.0, 60.0, 0.9  # where the beam begins, its length, EA, its mass
HALVES = 2.0 * STRETCH / LENGTH  # stiffness of each of its elements
UNTIL, STEP = 0.5, 1e-3
TIMES = np.linspace(0.0, UNTIL, 11)
SCENES = (
    ("circuit",),
    ("modal",),
    ("beam",),
    ("circuit", "modal"),
    ("circuit", "beam"),
    ("modal", "beam"),
)
# as in the other matrix: default tolerances, then steps of 1e-3 s with order 4, 2 and 1
METHODS = {
    "dop853": 1e-7,
    "adams": 1e-7,
    "radau": 1e-6,
    "rk4": 1e-7,
    "alpha": 1e-3,
    "midpoint": 1e-3,
    "trapezoidal": 1e-3,
    "moreau": 1e-2,
}
FIXED = ("rk4", "alpha", "midpoint", "trapezoidal", "moreau")
RIGID = ("canonical", "joint-canonical", "natural", "trapezoidal", "moreau")
"""Formulations and methods for rigid bodies alone."""


def scene(features: tuple[str, ...]) -> lw.Planar:
    """The car with some of the features."""
    m = lw.Planar("car with " + " and ".join(features))
    car = m.body("car", estimate=(X0, 0, 0), mass={"mass": CAR, "inertia": 0.1})
    m.translational("guide", m.ground, car, at=(0, 0), along=(1, 0))
    m.spring("spring", m.ground.at(-10, 0), car.at(0, 0), stiffness=SPRING, free_length=10)
    if "circuit" in features:
        supply = m.circuit("supply")
        supply.voltage_source("E", "plus", "ground", VOLTS)
        supply.resistor("R", "plus", "coil", OHMS)
        supply.inductor("L", "coil", "ground", HENRY)
        m.force("push", car, x=f"{GAIN}*supply.L.current")
    if "modal" in features:
        load = m.modal(
            "load",
            mass={"mass": LOAD, "inertia": 0.02},
            modes={
                "mass": [MODE],
                "stiffness": [STIFF],
                "damping": [LOSS],
                "linear_coupling": [[COUPLED, 0]],
                "angular_coupling": [0],
                "interfaces": {"root": {"at": [0, 0]}},
            },
            estimate=(X0, 0, 0),
        )
        m.fixed("weld", car, load.interface("root"))
    if "beam" in features:
        section = {"type": "stiffness", "EA": STRETCH, "EI": 50, "mass": BEAM / LENGTH, "inertia": 0.01}
        rod = m.beam("rod", (ROOT, 0), (ROOT + LENGTH, 0), section=section, elements=2)
        m.fixed("clamp", m.ground, rod.node("root"), at=(ROOT, 0))
        m.fixed("tie", car, rod.node("tip"), at=(X0, 0))
    return m


def by_hand(features: tuple[str, ...]) -> NDArray[np.float64]:
    """Place of the car, mode, way of the beam's middle, their rates and the current at the times.

    Of y' = A y + b with a 1 for b put behind y. The nodes of the beam have the masses of Simpson's rule.
    """
    modal, current = "modal" in features, GAIN if "circuit" in features else 0.0
    half, beam = (HALVES, BEAM) if "beam" in features else (0.0, 0.0)
    coupled = COUPLED if modal else 0.0
    masses = np.diag([CAR + (LOAD if modal else 0.0) + beam / 6.0, MODE, BEAM * 4.0 / 6.0])
    masses[0, 1] = masses[1, 0] = coupled
    forces = np.zeros((3, 8))  # of x, q, u, x', q', u', i, 1
    forces[0, [0, 2, 6, 7]] = -SPRING - half, half, current, half * X0
    forces[1, [1, 4]] = -STIFF, -LOSS
    forces[2, [0, 2, 7]] = half, -2.0 * half, -half * X0
    matrix = np.zeros((8, 8))
    matrix[:3, 3:6] = np.eye(3)
    matrix[3:6] = np.linalg.solve(masses, forces)
    matrix[6, [6, 7]] = -OHMS / HENRY, VOLTS / HENRY
    start = np.array([X0, 0.0, 0.0, V0, 0.0, 0.0, 0.0, 1.0])
    return np.array([expm(matrix * t) @ start for t in TIMES])


def refusal(features: tuple[str, ...], name: str) -> str | None:
    """Words that refuse a formulation or a method; None for one that must be right."""
    return f"'{name}' does not take the elastic modes of body 'load'" if "modal" in features and name in RIGID else None


def judge(features: tuple[str, ...], allowed: float, words: str | None = None, **options: Any) -> None:
    """Run one cell and hold it against the motion by hand, or against the words of its refusal."""
    speeds = {"car.vx": V0}
    if words is not None:
        with pytest.raises(lw.LinkworkError, match=words):
            scene(features).simulate(UNTIL, len(TIMES), speeds=speeds, progress=False, **options)
        return
    run = scene(features).simulate(UNTIL, len(TIMES), speeds=speeds, progress=False, **options)
    assert run.completed, run.events[-1].text
    expected = by_hand(features)
    channels = {"car.x": 0, "car.vx": 3}
    channels |= {"load.q1": 1} if "modal" in features else {}
    channels |= {"supply.L.current": 6} if "circuit" in features else {}
    for name, column in channels.items():
        assert run[name] == pytest.approx(expected[:, column], abs=allowed), name
    if "beam" in features:
        middle = ROOT + 0.5 * LENGTH + expected[:, 2]
        assert run["rod_1.x"] == pytest.approx(middle, abs=allowed)
        assert run["rod_element_2.strength"][1:] == pytest.approx(
            HALVES * (expected[1:, 0] - X0 - expected[1:, 2]), abs=HALVES * allowed
        )


@pytest.mark.parametrize("features", SCENES, ids="+".join)
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_formulation_follows_circuits_modes_and_beams_or_refuses_them(
    formulation: str, features: tuple[str, ...]
) -> None:
    judge(features, METHODS["dop853"], refusal(features, formulation), formulation=formulation)


@pytest.mark.parametrize("features", SCENES, ids="+".join)
@pytest.mark.parametrize("method", METHODS)
def test_every_method_follows_circuits_modes_and_beams_or_refuses_them(method: str, features: tuple[str, ...]) -> None:
    steps = {"step": STEP} if method in FIXED else {}
    judge(features, METHODS[method], refusal(features, method), method=method, **steps)


@pytest.mark.skipif(shutil.which("cc") is None, reason="compiling a model needs a C compiler")
@pytest.mark.parametrize("features", SCENES, ids="+".join)
def test_a_right_hand_side_of_its_own_follows_circuits_beams_and_modes(features: tuple[str, ...]) -> None:
    judge(features, METHODS["dop853"], None, formulation="joint", compiled="model")
