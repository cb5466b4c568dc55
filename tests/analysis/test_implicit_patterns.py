"""Implicit methods with their matrix on the pattern of the system and in full make the same motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import parallelogram
from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.run.run import Run
from linkwork.system.methods import sparse_methods
from matrix.scene import scene
from system.contact.test_compliant_formulations import crank


def linked(count: int = 8) -> lw.Planar:
    """Rods with mass centres off the pins, springs and dampers, a servo with own states and a driver."""
    m = lw.Planar("linked")
    m.set_gravity(0, -9.81)
    before: Any = m.ground.at(0, 0)
    for i in range(count):
        rod = m.body(f"rod{i}", estimate=(0.2 * i, 0, 0), points={"tip": (0.2, 0)})
        m.mass(rod, mass=0.2 + 0.02 * i, center=(0.09, 0.02), inertia=1e-3)
        m.revolute(f"J{i}", before, rod.at(0, 0))
        m.joint_spring(f"S{i}", f"J{i}", stiffness=4.0, damping=0.05)
        before = rod.at(0.2, 0)
    m.spring("long", m.ground.at(0.3, 0.4), "rod5.tip", stiffness=60.0, damping=0.5, free_length=0.5)
    m.motor("servo", "J3", position="0.2*sin(9*t)", proportional=2.0, derivative=0.02, integral=3.0)
    m.drive("crank", joint="J0", angle="0.3*sin(4*t)")
    return m


def redundant() -> lw.Planar:
    """A parallelogram with a third crank, whose pins say twice what the others say."""
    m = parallelogram(drive=False)
    for name in ("coupler", "bar0", "bar1", "bar2"):
        m.mass(name, mass=0.6, center=(0.1, 0), inertia=0.03)
    m.set_gravity(0, -9.81)
    return m


def in_space(count: int = 4) -> lw.Spatial:
    """Rods on ball joints and pins, with a bushing."""
    m = lw.Spatial("rods in space")
    m.set_gravity(0, 0, -9.81)
    before: Any = m.ground.at(0, 0, 0)
    for i in range(count):
        rod = m.body(f"rod{i}", estimate=(0.3 * i, 0, 0))
        m.mass(rod, mass=0.4, center=(0.15, 0.01, 0.02), inertia=(2e-3, 4e-3, 5e-3))
        if i % 2:
            m.revolute(f"J{i}", f"rod{i - 1}", f"rod{i}", at=(0.3 * i, 0, 0), axis=(0.1, 1, 0.2))
        else:
            m.spherical(f"J{i}", before, rod.at(0, 0, 0))
        before = rod.at(0.3, 0, 0)
    return m


def on_a_stop() -> lw.Planar:
    """A slider-crank that falls onto a soft stop, which rubs."""
    return crank("kelvin-voigt")


def rolling() -> lw.Spatial:
    """A car on a spring with a ball that rolls on it, and a filter with an own state."""
    return scene(("rolling", "states"))


def run_of(build: Callable[[], Any], monkeypatch: pytest.MonkeyPatch, sparse: bool, **options: Any) -> Run:
    monkeypatch.setattr(sparse_methods, "_SMALL", 0 if sparse else 10**9)
    monkeypatch.setattr(sparse_methods, "_INDIRECT", 0 if sparse else 6)
    run = build().simulate(0.5, 11, formulation="cartesian", progress=False, **options)
    assert bool(run.moment.s[place.OWN_TABLE]) is sparse
    return run


METHODS = {
    "alpha": {"method": "alpha", "step": 1e-3, "rtol": 1e-10, "atol": 1e-12},
    "radau": {"method": "radau", "rtol": 1e-9, "atol": 1e-11},  # at 1e-8 its own errors are 6e-9 and 1.4e-8
    "midpoint": {"method": "midpoint", "step": 2e-3},
}


CASES = [(build, method) for build in (linked, redundant, in_space) for method in METHODS]
CASES += [(on_a_stop, "alpha"), (on_a_stop, "radau"), (rolling, "radau")]


@pytest.mark.parametrize(("build", "method"), CASES, ids=[f"{build.__name__}-{method}" for build, method in CASES])
def test_matrix_on_the_pattern_and_in_full_make_the_same_motion(
    build: Callable[[], Any], method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run_of(build, monkeypatch, False, **METHODS[method])
    found = run_of(build, monkeypatch, True, **METHODS[method])
    allowed = {"alpha": 1e-8, "radau": 1e-8, "midpoint": 1e-10}[method]
    assert np.abs(found.q - whole.q).max() <= allowed
    assert found.statistics["steps"] <= 1.1 * whole.statistics["steps"] + 2
    assert found.statistics["Newton iterations"] <= 1.5 * whole.statistics["Newton iterations"] + 5
