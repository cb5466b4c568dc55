"""What gradients cost, in simulations: the slider-crank by 10 parameters, chains of rods, also in space, by 100.

Whole calls, and the compiled loops alone, in processor time beside the same of one simulation.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import linkwork as lw
from bench.peers import common
from bench.timing import seconds
from linkwork.analysis.sensitivity.adjoint import adjoint
from linkwork.analysis.sensitivity.dynamic import simulate_tangents
from linkwork.elements.spatial.catalogue import Spherical

UNTIL, POINTS, RODS = 1.0, 21, 20
REPEATS = 5


def slider_crank() -> lw.Planar:
    """The slider-crank of `bench.dynamic_problems` with ten parameters."""
    data = common.SC
    m = lw.Planar("slider-crank")
    l1, l2, m1, m2, m3, j1, j2, d, w0, g = m.parameters(
        **{name: data[name] for name in ("l1", "l2", "m1", "m2", "m3")},
        J1=data["m1"] * data["l1"] ** 2 / 12,
        J2=data["m2"] * data["l2"] ** 2 / 12,
        D=data["D"],
        w0=data["w0"],
        g=common.G,
    )
    m.set_gravity(0, -g)
    angle = data["phi0"]
    pin = data["l1"] * complex(math.cos(angle), math.sin(angle))
    tilt = -math.asin(pin.imag / data["l2"])
    far = pin.real + data["l2"] * math.cos(tilt)
    crank = m.body("crank", estimate=(pin.real / 2, pin.imag / 2, angle))
    rod = m.body("rod", estimate=((pin.real + far) / 2, pin.imag / 2, tilt))
    slider = m.body("slider", estimate=(far, 0, 0))
    m.mass("crank", mass=m1, inertia=j1)
    m.mass("rod", mass=m2, inertia=j2)
    m.mass("slider", mass=m3, inertia=1e-3)
    m.revolute("A", m.ground.at(0, 0), crank.at(-l1 / 2, 0))
    m.revolute("B", crank.at(l1 / 2, 0), rod.at(-l2 / 2, 0))
    m.revolute("C", rod.at(l2 / 2, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.torsion_spring("lag", m.ground, crank, damping=d)
    m.force("motor", crank.at(0, 0), torque=d * w0)
    return m


def chain() -> lw.Planar:
    """Rods in a row with dampers in their joints, five parameters each."""
    m = lw.Planar("chain")
    m.set_gravity(0, -9.81)
    before, other = m.ground.at(0, 0), m.ground
    for i in range(RODS):
        values = {f"l{i}": 0.1, f"c{i}": 0.05 + 0.001 * i, f"m{i}": 0.1 + 0.01 * i, f"J{i}": 1e-4, f"d{i}": 1e-3}
        length, centre, mass, inertia, damping = m.parameters(**values)
        rod = m.body(f"rod{i}", estimate=(0.1 * i * math.cos(-0.5), 0.1 * i * math.sin(-0.5), -0.5))
        m.mass(rod, mass=mass, center=(centre, 0), inertia=inertia)
        m.revolute(f"J{i}", before, rod.at(0, 0))
        m.torsion_spring(f"s{i}", other, rod, damping=damping)
        before, other = rod.at(length, 0), rod
    return m


def spatial_chain() -> lw.Spatial:
    """The same in space: rods on ball joints, five parameters each."""
    m = lw.Spatial("chain in space")
    m.set_gravity(0, 0, -9.81)
    before: Any = "ground"
    for i in range(RODS):
        m.parameters(**{f"l{i}": 0.1, f"c{i}": 0.05 + 0.001 * i, f"m{i}": 0.1 + 0.01 * i, f"J{i}": 1e-4, f"I{i}": 2e-4})
        mass = {"mass": f"m{i}", "center": [f"c{i}", 0, 0], "inertia": [f"J{i}", f"I{i}", f"I{i}"]}
        m.body(f"rod{i}", (0.1 * i, 0, 0), mass=mass)
        start = [0, 0, 0] if i == 0 else [f"l{i - 1}", 0, 0]
        m.joint(f"B{i}", Spherical, between=[{before: start}, {f"rod{i}": [0, 0, 0]}])
        before = f"rod{i}"
    return m


class _Timed:
    """Processor time spent in a function of a module while it is watched."""

    def __init__(self, module: Any, name: str) -> None:
        self.module, self.name, self.inner, self.seconds = module, name, getattr(module, name), 0.0

    def __enter__(self) -> _Timed:
        setattr(self.module, self.name, self)
        return self

    def __exit__(self, *_: object) -> None:
        setattr(self.module, self.name, self.inner)

    def __call__(self, *arguments: Any) -> Any:
        begin = time.process_time()
        found = self.inner(*arguments)
        self.seconds += time.process_time() - begin
        return found


def _in_loops(call: Callable[[], Any]) -> float:
    """The same of the compiled loops alone."""
    from linkwork.system.adjoint import tangent_adjoint_kernel
    from linkwork.system.loop import simulation_kernel

    best = float("inf")
    for _ in range(REPEATS):
        with _Timed(simulation_kernel, "simulate") as forth, _Timed(tangent_adjoint_kernel, "go_back") as back:
            call()
        best = min(best, forth.seconds + back.seconds)
    return best


def rows() -> Iterator[dict[str, Any]]:
    """One row a way of finding a gradient, with its cost in simulations: of whole calls, and of compiled loops."""
    tip = f"rod{RODS - 1}.x"
    for m, last in ((slider_crank(), "slider.x"), (chain(), tip), (spatial_chain(), tip)):
        names = list(m.parameters_by_name)

        def simulated(m: Any = m) -> Any:
            return m.simulate(UNTIL, POINTS, progress=False)

        def response(run: Any, last: str = last) -> Any:
            return run[last][-1]

        ways: dict[str, Callable[[], Any]] = {
            "direct, 10 parameters": lambda m=m, names=names: simulate_tangents(
                m, names[:10], UNTIL, POINTS, progress=False
            ),
            f"adjoint, {len(names)} parameters": lambda m=m, names=names, response=response: adjoint(
                m, names, [response], UNTIL, POINTS
            ),
        }
        whole, loops = seconds(simulated, REPEATS), _in_loops(simulated)
        for way, call in ways.items():
            yield {
                "problem": f"{m.name}: {way}",
                "simulate_ms": 1e3 * whole,
                "gradient_ms": 1e3 * seconds(call, REPEATS),
                "simulations": seconds(call, REPEATS) / whole,
                "simulations_in_loops": _in_loops(call) / loops,
            }
