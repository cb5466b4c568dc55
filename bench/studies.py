"""Ten thousand variants of the slider-crank with ten parameters, 1 s each, by two worker processes.

Processor time of all processes, from the call of `study` to its results: start of the workers, parameters, assembly,
simulation, and keeping what was found. The error is that of the last place of the slider, over twenty variants, against
simulations with tolerances of 1e-11.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np

import linkwork as lw
from bench.peers import common

Row = dict[str, Any]
VARIANTS, WORKERS, CHECKED = 10_000, 2, 20
BAR = 13.0  # s of processor time, for all variants
ALLOWED = 1e-4  # m
SPREAD = "+- 5 %"
TOLERANCES = {"rtol": 5e-4, "atol": 5e-4}
TIGHT = {"rtol": 1e-11, "atol": 1e-11}
RESPONSE = "final(slider.x)"


def described() -> lw.Planar:
    """The slider-crank of `dynamic_problems` with parameters; estimates follow them, so that it starts at rest."""
    data = common.SC
    m = lw.Planar("slider-crank")
    given = {name: data[name] for name in ("l1", "l2", "m1", "m2", "m3", "D", "w0")}
    l1, l2, m1, m2, m3, drag, speed, _, g, inertia = m.parameters(**given, phi=data["phi0"], g=common.G, J3=1e-3)
    m.set_gravity(0, -g)
    far = "(l1*cos(phi) + sqrt(l2^2 - (l1*sin(phi))^2))"
    crank = m.body("crank", estimate=("l1*cos(phi)/2", "l1*sin(phi)/2", "phi"))
    rod = m.body("rod", estimate=(f"(l1*cos(phi) + {far})/2", "l1*sin(phi)/2", "-asin(l1*sin(phi)/l2)"))
    slider = m.body("slider", estimate=(far, 0, 0))
    m.mass("crank", mass=m1, inertia=m1 * l1**2 / 12)
    m.mass("rod", mass=m2, inertia=m2 * l2**2 / 12)
    m.mass("slider", mass=m3, inertia=inertia)
    m.revolute("A", m.ground.at(0, 0), crank.at(-l1 / 2, 0))
    m.revolute("B", crank.at(l1 / 2, 0), rod.at(-l2 / 2, 0))
    m.revolute("C", rod.at(l2 / 2, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.torsion_spring("lag", m.ground, crank, damping=drag)
    m.force("motor", crank.at(0, 0), torque=drag * speed)
    return m


def found(count: int, workers: int, tolerances: dict[str, float]) -> Any:
    """The study; every parameter varies by itself."""
    m = described()
    plan = lw.plans.monte_carlo(count, **dict.fromkeys(m.parameters_by_name, SPREAD))
    return m.study(plan, RESPONSE, until=1.0, points=2, workers=workers, progress=False, **tolerances)


def processor_time() -> float:
    """Of this process and of those that it started and that have ended, s."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def rows(count: int = VARIANTS) -> Iterator[Row]:
    """Everything warm: a study before fills the caches of compiled code and, as an installation does, of bytecode."""
    with TemporaryDirectory() as bytecode, patch.dict(os.environ, PYTHONPYCACHEPREFIX=bytecode):
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        found(CHECKED, WORKERS, TOLERANCES)
        before = processor_time()
        results = found(count, WORKERS, TOLERANCES)
        time = processor_time() - before
    exact = found(CHECKED, 1, TIGHT)
    error = float(np.max(np.abs(results[RESPONSE][:CHECKED] - exact[RESPONSE])))
    good = time <= BAR and error <= ALLOWED and not results.failed
    yield {
        "problem": f"{count} variants of the slider-crank",
        "processor time (s)": time,
        "us a variant": 1e6 * time / count,
        "error (m)": error,
        "failed": len(results.failed),
        f"bar {BAR:g} s": "met" if good else "not met",
    }
