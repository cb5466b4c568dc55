"""What coupling costs: a step of one interface, a glued four-bar beside the single model, four heavy parts."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.exchange.coupling import ClusterPart, Coupled, MechanismPart, ProgramPart, Structure

Row = dict[str, Any]
HEAVY = """
import sys
import linkwork as lw
n = 400
k = [[2e4 if i == j else -1e4 if abs(i - j) == 1 else 0.0 for j in range(n)] for i in range(n)]
m = [[float(i == j) for j in range(n)] for i in range(n)]
part = lw.coupling.Structure(m, None, k, interfaces={"p": [0]}, v=[1.0] * n)
lw.coupling.serve(part, sys.stdin.readline, lambda line: print(line, end="", flush=True))
"""


def arm(x: float, angle: float, coupler: bool) -> Any:
    """A crank or rocker; the crank carries the coupler."""
    m = lw.Planar("arm")
    body = m.body("arm", estimate=(x, 0, angle), points={"tip": (0.5, 0)})
    m.revolute("O", m.ground.at(x, 0), body.at(0, 0))
    m.mass(body, mass=2, center=(0.25, 0), inertia=0.1)
    m.set_gravity(0, -9.81)
    if coupler:
        at = (0.5 * math.cos(angle), 0.5 * math.sin(angle), 0)
        rod = m.body("rod", estimate=at, points={"C": (1.2, 0)})
        m.mass(rod, mass=1.5, center=(0.6, 0), inertia=0.15)
        m.revolute("B", "arm.tip", rod.at(0, 0))
    return m


def step_of_one_interface() -> Row:
    """Two mechanisms on a spring, every step once; what the parts themselves take is measured apart."""
    c = Coupled("two arms")
    parts = [MechanismPart(arm(x, 1.2, False), interfaces={"p": "arm.tip"}) for x in (0.0, 0.3)]
    for name, part in zip("ab", parts, strict=True):
        c.add(name, part)
    c.spring("s", "a.p", "b.p", stiffness=100)
    steps, best, own = 2000, math.inf, math.inf
    nothing = np.zeros((3, 2))
    for _ in range(5):
        start = time.process_time()
        c.run(until=2.0, step=2.0 / steps, iterate=False, progress=False, every=steps)
        best = min(best, time.process_time() - start)
        start = time.process_time()
        for part in parts:
            for _ in range(steps):
                part.attempt(1e-3, nothing)
                part.commit()
        own = min(own, time.process_time() - start)
    return {"problem": "a step without iteration, us", "whole": 1e6 * best / steps, "parts": 1e6 * own / steps}


def four_bar() -> Row:
    """Glued beside the single model by the same method and step."""
    angle = 1.2
    c = Coupled("four-bar")
    hold = {"arm.angle": angle, "rod.angle": 0}
    c.add("left", MechanismPart(arm(0.0, angle, True), interfaces={"C": "rod.C"}, hold=hold))
    c.add("right", MechanismPart(arm(1.2, angle, False), interfaces={"C": "arm.tip"}, hold={"arm.angle": angle}))
    c.glue("C", "left.C", "right.C")
    c.run(until=0.1, step=1e-3, progress=False)
    start = time.process_time()
    c.run(until=0.5, step=1e-3, progress=False)
    glued = time.process_time() - start
    m = arm(0.0, angle, True)
    rocker = m.body("rocker", estimate=(1.2, 0, angle), points={"tip": (0.5, 0)})
    m.mass(rocker, mass=2, center=(0.25, 0), inertia=0.1)
    m.revolute("O2", m.ground.at(1.2, 0), rocker.at(0, 0))
    m.revolute("C", "rod.C", "rocker.tip")
    m.simulate(until=0.5, points=501, method="rk4", step=1e-3)
    start = time.process_time()
    m.simulate(until=0.5, points=501, method="rk4", step=1e-3)
    return {"problem": "four-bar, s", "glued": glued, "single": time.process_time() - start}


def car_in_five() -> Row:
    """Chassis and four suspensions, 24 sought forces and moments, beside the car in one model."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from published.mechanisms.car_in_five import WHEELS, in_five, speeds, whole

    c, m = in_five(), whole()
    options: dict[str, Any] = {"until": 0.1, "points": 101, "method": "rk4", "step": 1e-3}
    options |= {"speeds": speeds("chassis", WHEELS), "progress": False}
    glued = single = apart = math.inf
    for _ in range(3):
        start = time.process_time()
        together = c.run(until=0.1, step=1e-3, progress=False)
        glued = min(glued, time.process_time() - start)
        start = time.process_time()
        run = m.simulate(**options)
        single = min(single, time.process_time() - start)
        apart = min(apart, abs(float(together["chassis.z"][-1] - run["chassis.z"][-1])))
    return {"problem": "car in five, s", "glued": glued, "single": single, "apart (m)": apart}


def heavy_parts() -> Row:
    """Four equal structures in processes of their own: wall time asked all at once against one after the other."""
    found: Row = {"problem": "four heavy parts, s of wall time"}
    for how in ("one after the other", "at once"):
        c = Coupled("heavy")
        for number in range(4):
            part = ProgramPart([sys.executable, "-c", HEAVY])
            if how == "one after the other":
                part = _Patient(part)  # type: ignore[assignment]
            c.add(f"p{number}", part)
        for number in range(3):
            c.spring(f"s{number}", f"p{number}.p", f"p{number + 1}.p", stiffness=1e3)
        best = math.inf
        for _ in range(5):
            start = time.perf_counter()
            c.run(until=0.5, step=1e-3, iterate=False, progress=False)
            best = min(best, time.perf_counter() - start)
        found[how] = best
        for each in c.parts.values():
            each.subsystem.close()
    found["speed-up"] = found["one after the other"] / found["at once"]
    return found


class _Patient(Structure):
    """A part in another process that is asked and waited for."""

    def __init__(self, part: ProgramPart) -> None:
        for name in ("describe", "start", "attempt", "derivatives", "commit", "save", "restore", "close"):
            setattr(self, name, getattr(part, name))


def on_a_cluster() -> Row:
    """Two structures on two workers of a loopback cluster: wall time of a step without iteration, in milliseconds."""
    row: Row = {"problem": "a step over Dask, ms"}
    try:
        import distributed
    except ImportError:
        return row | {"note": "no Dask"}
    make = partial(Structure, [[1.0]], stiffness=[[100.0]], interfaces={"p": [0]}, v=[1.0], method="exact")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as started,
        distributed.Client(started, set_as_default=False, direct_to_workers=True) as client,
    ):
        c = Coupled("two blocks")
        for name, worker in zip("ab", client.scheduler_info()["workers"], strict=True):
            c.add(name, ClusterPart(client, make, worker=worker))
        c.spring("s", "a.p", "b.p", stiffness=100)
        steps, best = 200, math.inf
        for _ in range(3):
            start = time.perf_counter()
            c.run(until=1.0, step=1.0 / steps, iterate=False, progress=False)
            best = min(best, time.perf_counter() - start)
        for part in c.parts.values():
            part.subsystem.close()
    return row | {"whole": 1e3 * best / steps}


def rows() -> Iterator[Row]:
    """One row a question."""
    yield step_of_one_interface()
    yield four_bar()
    yield car_in_five()
    yield heavy_parts()
    yield on_a_cluster()
