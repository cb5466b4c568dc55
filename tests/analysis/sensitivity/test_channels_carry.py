"""Every channel of a run that carries a derivative carries the channel's: compared with central differences."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from analysis.sensitivity.sensitive_models import engine, spatial_engine
from linkwork.analysis.overlay import restore
from linkwork.analysis.sensitivity.motion import differentiated
from linkwork.expression import resolve_parameters
from linkwork.numerics.analytic import derivative
from linkwork.run.run import Run

PLANE = (
    "distance(rod.tip, ground)",
    "distance(rod.tip, ground).rate",
    "angle(crank, rod)",
    "transmission(B)",
    "pressure(B)",
    "advantage(O, guide)",
    "centre(rod).x",
    "curvature(rod.middle)",
    "speed(rod.middle)",
    "reaction(A, rod).x",
    "bending(rod, A, B, 0.4)",
    "axial(rod, A, B, 0.4)",
    "shear(crank, O, A, 0.5)",
)
SPACE = (
    "distance(rod.middle, ground)",
    "angle(crank.x, rod.z)",
    "axis(rod, x).z",
    "euler(rod, zxz).1",
    "bryant(rod).3",
    "speed(rod.middle)",
    "curvature(rod.middle)",
    "advantage(O, G)",
    "reaction(B, rod).fx",
    "on(B, crank).fx",
    "on(C, rod).tz",
    "on(spring, slider).fx",
    "bending(rod, B, C, 0.4)",
    "torsion(rod, B, C, 0.4)",
)


def moved(m: lw.Planar | lw.Spatial) -> Run:
    return m.inverse_dynamics(0.31, 6, progress=False)


@pytest.mark.parametrize(
    ("m", "calls"), [(engine(), PLANE), (spatial_engine(), SPACE)], ids=["in the plane", "in space"]
)
def test_every_channel_carries_its_derivative(m: lw.Planar | lw.Spatial, calls: tuple[str, ...]) -> None:
    run, names = moved(m), list(m.parameters_by_name)
    wrong = []
    for name, carried in zip(names, differentiated(m, run, names), strict=True):
        value, before = float(resolve_parameters(m.parameters_by_name)[name]), {name: m.parameters_by_name[name]}
        step, sides = 1e-4 * value, []
        for share in (1, -1, 2, -2):
            m.set(**{name: value + share * step})
            sides.append(moved(m))
        restore(m, before)
        for channel in (*run.channels(), *calls):
            if channel.startswith("violation"):
                continue
            near = [side[channel] for side in sides]
            slope = (8 * (near[0] - near[1]) - (near[2] - near[3])) / (12 * step)
            size = max(float(np.max(np.abs(slope))), float(np.max(np.abs(run[channel]))) / value, 1e-2)
            apart = float(np.max(np.abs(derivative(carried[channel]) - slope))) / size
            if not apart < 5e-7:
                wrong.append((name, channel, apart))
    assert not wrong
