"""The conserving midpoint rule keeps energy and both momenta of bodies that forces alone hold together, at any step.

Springs at the mass centres and beside them, bushings, beams and cables, in the plane and in space; a distance that a
constraint keeps (Garcia Orden and Goicolea 2005: a scalar constraint).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from momenta import momenta

import linkwork as lw

PLACES = [(0, 0, 0), (1, 0.1, 0.2), (0.3, 0.9, -0.1), (1.3, 1.1, 0.4)]
STEEL = {"E": 2e7, "nu": 0.3, "rho": 1000.0, "section": {"type": "rectangle", "width": 0.05, "height": 0.05}}


def bodies(dimensions: int, count: int, off: float) -> Any:
    """Bodies of several masses, with a point P off their mass centres, which lie off their frames."""
    m: Any = lw.Planar("free") if dimensions == 2 else lw.Spatial("free")
    for i, place in enumerate(PLACES[:count]):
        point, centre = (0.02 + off, 0.01 + 0.4 * off, -off), (0.02, 0.01, 0.0)
        inertia = 0.02 + 0.01 * i
        m.body(f"b{i}", estimate=(*place[:2], 0.1 * i) if dimensions == 2 else place, points={"P": point[:dimensions]})
        turning = inertia if dimensions == 2 else (inertia, 0.03, 0.025)
        m.mass(f"b{i}", mass=1.0 + i, inertia=turning, center=centre[:dimensions])
    return m


def springs(dimensions: int, count: int, off: float) -> Any:
    m = bodies(dimensions, count, off)
    for i in range(count):
        for j in range(i):
            m.spring(f"s{i}{j}", f"b{i}.P", f"b{j}.P", stiffness=40.0, free_length=0.7)
    return m


def bushing(dimensions: int) -> Any:
    m = bodies(dimensions, 2, 0.1)
    if dimensions == 2:
        m.bushing("B", "b0", "b1", at=(0.6, 0.1), stiffness=(30.0, 20.0, 3.0))
    else:
        m.bushing("B", "b0.P", "b1.P", stiffness=(30.0, 20.0, 25.0, 3.0, 2.0, 1.0))
    return m


def beam(dimensions: int) -> Any:
    m: Any = lw.Planar("free beam") if dimensions == 2 else lw.Spatial("free beam")
    m.beam("arm", PLACES[0][:dimensions], (1.0, 0.0, 0.0)[:dimensions], elements=3, **STEEL)
    return m


def distance(dimensions: int) -> Any:
    m = bodies(dimensions, 2, 0.0)
    m.relative_distance("L", "b0.P", "b1.P", 1.0) if dimensions == 2 else m.distance("L", "b0.P", "b1.P", 1.0)
    return m


CASES = {
    "two particles": (springs, 2, 0.0),
    "four particles": (springs, 4, 0.0),
    "springs beside the centres": (springs, 3, 0.12),
    "bushing": (bushing,),
    "beam": (beam,),
    "distance": (distance,),
}
"""What makes them, with what is given beside the dimensions."""


def speeds(case: str, m: Any, dimensions: int) -> dict[str, float]:
    """Random speeds of all bodies; of a beam a spin and a wave, which its steps resolve."""
    rng, given = np.random.default_rng(3), {}
    axes = ("vx", "vy", "omega") if dimensions == 2 else ("vx", "vy", "vz", "wx", "wy", "wz")
    there = m.assemble()
    for name in list(m.bodies_by_name)[1:]:
        if case == "beam":
            x = float(there[f"{name}.x"])
            given |= {f"{name}.vy": 3.0 * x + 0.3 * np.sin(6 * x), f"{name}.{axes[-1]}": 3.0 + 1.8 * np.cos(6 * x)}
            given |= {f"{name}.vz": 0.2 * np.cos(5 * x), f"{name}.wy": np.sin(5 * x)} if dimensions == 3 else {}
        else:
            size = 0.3 if case == "bushing" else 1.0  # it turns by less than half a turn
            given |= {f"{name}.{axis}": size * float(rng.normal()) for axis in axes}
    if case == "distance":
        given.pop("b1.vx")
    return given


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("case", CASES)
def test_energy_and_both_momenta_stay(case: str, dimensions: int) -> None:
    make, *given = CASES[case]
    m = make(dimensions, *given)
    given_speeds, away = speeds(case, m, dimensions), []
    truth = m.simulate(until=0.4, points=2, speeds=given_speeds, rtol=1e-10, atol=1e-12, progress=False)
    for step in (0.01, 0.005, 0.0025):
        run = m.simulate(until=0.4, points=41, speeds=given_speeds, method="midpoint", step=step, progress=False)
        kept, energy = momenta(m, run), run["energy.total"]
        assert run.completed
        assert np.abs(kept - kept[0]).max() <= 1e-10 * np.abs(kept).max()
        assert np.abs(energy - energy[0]).max() <= 1e-10 * np.abs(run["energy.kinetic"]).max()
        assert case == "distance" or np.ptp(run["energy.kinetic"]) > 1e-4 * energy[0]  # there is something to keep
        away.append(np.abs(run.q[-1] - truth.q[-1]).max())
    if case != "beam":  # whose fastest vibrations are as fast as the steps
        assert np.log2(away[1] / away[2]) == pytest.approx(2.0, abs=0.3)
