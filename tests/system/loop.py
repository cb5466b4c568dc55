"""Mechanisms of the tests of systems, and the kinematic loop run on them without the analyses around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.elements.spatial.trail import TrailRoom
from linkwork.mechanism.planar import Planar
from linkwork.system.loop import kinematics_kernel as loop
from linkwork.system.system import System


@dataclass
class Moved:
    """Results of the loop, one row a time point."""

    system: System
    q: NDArray
    v: NDArray
    a: NDArray
    sigma: NDArray
    workspace: NDArray
    state: NDArray

    def of(self, coordinate: str) -> NDArray:
        return self.q[:, self.system.index(coordinate)]

    def turned(self, coordinate: str) -> NDArray:
        """Change of a coordinate since the start."""
        return self.of(coordinate) - self.of(coordinate)[0]


def move(system: System, times: Any, budget: int = 10**9, extra: int = 0) -> Moved:
    """Run the compiled loop over the times, `budget` accepted steps at a call."""
    times = np.asarray(times, float)
    k, w = system.k, system.workspace()
    q, v, a = (np.zeros((len(times), len(system.coordinates)), system.dtype) for _ in range(3))
    sigma, s = np.zeros(len(times)), np.zeros(loop.STATE, np.int64)
    s[loop.EXTRA], no_trail = extra, TrailRoom(0, False)
    while s[loop.STATUS] == loop.RUNNING:
        loop.advance(k, system.p, w, s, times, q, v, a, sigma, no_trail.t, no_trail.entries, budget)
    return Moved(system, q, v, a, sigma, w, s)


def slider_crank(speed: str = "2*pi") -> Planar:
    """Crank r, rod l, slider on the x axis; estimates on the right branch."""
    m = Planar("slider-crank")
    r, l = m.parameters(r=0.2, l=0.5)  # noqa: E741
    crank = m.body("crank", estimate=(0, 0, 0.5))
    rod = m.body("rod", estimate=(0.17, 0.1, -0.2))
    slider = m.body("slider", estimate=(0.66, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(r, 0), rod.at(0, 0))
    m.revolute("B", rod.at(l, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle=f"0.5 + {speed}*t")
    return m
