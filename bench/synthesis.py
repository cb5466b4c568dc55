"""Path synthesis: four-bars through ten points from 200 starts, compiled; and any mechanism, in blocks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw

EGG = [
    (0.5, 1.1),
    (0.3, 1.1),
    (0.1, 0.9),
    (0.02, 0.6),
    (0, 0.4),
    (0.1, 0.25),
    (0.2, 0.3),
    (0.4, 0.5),
    (0.6, 0.9),
    (0.6, 1),
]
STARTS = 200
TARGET = 10.0


def mechanism() -> lw.Planar:
    """A four-bar with fixed pivots, as any other mechanism is described."""
    m = lw.Planar("four-bar")
    l2, l3, l4, px, py = m.parameters(l2=0.3, l3=0.8, l4=0.7, px=0.4, py=0.3)
    crank = m.body("crank", estimate=(0, 0, 0.5))
    coupler = m.body("coupler", estimate=(0.26, 0.14, 0.4), points={"P": (px, py)})
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("pin", crank.at(l2, 0), coupler.at(0, 0))
    m.revolute_revolute("rocker", coupler.at(l3, 0), m.ground.at(1, 0), l4)
    m.drive("motor", joint="A", angle="0.5 + 2*pi*t")
    return m


def rows() -> Iterator[dict[str, Any]]:
    """Processor times, with the errors that were reached."""
    lw.synthesis.four_bar_path(EGG, starts=2, keep=1)
    begin = time.process_time()
    found = lw.synthesis.four_bar_path(EGG, starts=STARTS)
    seconds = time.process_time() - begin
    yield {
        "problem": f"four-bar, 10 points, {STARTS} starts",
        "cpu_s": seconds,
        "target": TARGET,
        "error": found[0].error,
    }
    m = mechanism()
    run = m.kinematics(1.0, 11, progress=False)
    points = np.stack([run["coupler.P.x"], run["coupler.P.y"]], axis=-1)[:10].tolist()
    free = {"l2": (0.1, 0.6), "l3": (0.4, 1.2), "l4": (0.4, 1.2), "px": (0, 0.8), "py": (0, 0.8)}
    m.set(l2=0.2, l3=0.6, l4=0.9, px=0.1, py=0.1)
    starts = 8
    begin = time.process_time()
    general = m.synthesise(lw.synthesis.path("coupler.P", points), free, starts=starts, progress=False)
    seconds = time.process_time() - begin
    yield {"problem": f"any mechanism, 10 points, {starts} starts", "cpu_s": seconds, "error": general[0].error}
