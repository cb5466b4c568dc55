"""The same call again and again on one mechanism, parameters changed before it or not: what is no work of the loop.

Overhead is the processor time of a whole call, `m.set` included, without that in the compiled loop; all of it where
there is no loop. Medians and leasts over many calls, everything warm. A line tells whether the bar holds.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import linkwork as lw
from bench.calls import chain

Row = dict[str, Any]
REPEATS, FIRST = 300, 40  # calls that are measured, and calls before them: tables are recorded after a few changes
BARS = {11: 1.0, 31: 2.0}  # ms of overhead, by moving bodies
MOTION: dict[str, Any] = {"until": 1.0, "points": 61, "progress": False}
FALL: dict[str, Any] = {"until": 1.0, "points": 11, "rtol": 1e-3, "atol": 1e-4, "progress": False}


def chain_in_space(rods: int) -> lw.Spatial:
    """Rods on universal joints hanging from each other, with their lengths as parameters."""
    m = lw.Spatial(f"chain of {rods} in space")
    m.set_gravity(0, 0, -9.81)
    m.parameters(**{f"l{number}": 0.1 + 0.01 * number for number in range(rods)})
    before, at = m.ground.frame(axis=(0, 1, 0)), 0.0
    for number in range(rods):
        rod = m.body(f"r{number}", (at, 0, 0))
        m.mass(rod, mass=0.1, center=(f"l{number}/2", 0, 0), inertia=(1e-5, 1e-4, 1e-4))
        m.universal(f"J{number}", before, rod.frame(axis=(0, 0, 1)))
        before, at = rod.frame(at=(f"l{number}", 0, 0), axis=(0, 1, 0)), at + 0.1 + 0.01 * number
    return m


def engine(cylinders: int) -> lw.Planar:
    """Rods and pistons on one crank, side by side, with lengths as parameters."""
    m = lw.Planar(f"engine with {cylinders} cylinders")
    m.parameters(l0="200 mm", **{f"r{number}": 0.05 + 0.002 * number for number in range(cylinders)})
    crank = m.body("crank", estimate=(0, 0, 0.3))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    for number in range(cylinders):
        rod, piston = m.body(f"rod{number}", estimate=(0.05, 0, -0.1)), m.body(f"piston{number}", estimate=(0.25, 0, 0))
        m.revolute(f"A{number}", crank.at(f"r{number}", 0), rod.at(0, 0))
        m.revolute(f"B{number}", rod.at("l0", 0), piston.at(0, 0))
        m.translational(f"guide{number}", m.ground.line((0, 0), (1, 0)), piston.line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle="0.3 + 2*pi*t")
    return m


def engine_in_space(cylinders: int) -> lw.Spatial:
    """Spatial slider-cranks on one crank, with lengths as parameters."""
    m = lw.Spatial(f"spatial engine with {cylinders} cylinders")
    m.parameters(l0=0.3, **{f"r{number}": 0.08 + 0.002 * number for number in range(cylinders)})
    crank = m.body("crank", (0, 0.1, 0.12))
    m.revolute("O", m.ground, crank, at=(0, 0.1, 0.12), axis=(1, 0, 0))
    for number in range(cylinders):
        rod, piston = m.body(f"rod{number}", (0, 0.1, 0.2)), m.body(f"piston{number}", (0.2, 0, 0))
        m.spherical(f"A{number}", crank.at(0, 0, f"r{number}"), rod.at(0, 0, 0))
        ends = rod.frame(at=("l0", 0, 0), axis=(0, 0, 1)), piston.frame(axis=(0, 1, 0))
        m.universal(f"B{number}", *ends)
        m.translational(f"guide{number}", m.ground, piston, at=(0.2, 0, 0), axis=(1, 0, 0))
    m.drive("motor", joint="O", angle="2*pi*t")
    return m


def loops() -> list[tuple[Any, str]]:
    """Where the doors to the compiled loops stand: of simulations, and of motions."""
    from linkwork.analysis.simulation import time_loop
    from linkwork.system.loop import kinematics_kernel

    return [(time_loop, "_simulate"), (kinematics_kernel, "advance")]


class Loops:
    """Processor time in the compiled loops while they are watched, s."""

    def __init__(self) -> None:
        self.spent = 0.0

    def __enter__(self) -> Loops:
        self.doors = [(module, name, getattr(module, name)) for module, name in loops()]
        for module, name, door in self.doors:
            setattr(module, name, self._watched(door))
        return self

    def __exit__(self, *_: object) -> None:
        for module, name, door in self.doors:
            setattr(module, name, door)

    def _watched(self, door: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*args: Any) -> Any:
            begin = time.process_time()
            try:
                return door(*args)
            finally:
                self.spent += time.process_time() - begin

        return watched


def overheads(call: Callable[[], Any], repeats: int = REPEATS) -> list[float]:
    """Of each of many calls the processor time outside of the loop, ms."""
    for _ in range(FIRST):
        call()
    found = []
    with Loops() as loops:
        for _ in range(repeats):
            loops.spent, begin = 0.0, time.process_time()
            call()
            found.append(1e3 * (time.process_time() - begin - loops.spent))
    return found


def _calls(m: Any, name: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What is called: as it stands, and with a length that changes before."""
    verb = getattr(m, name)
    options = {"simulate": FALL, "kinematics": MOTION}.get(name, {})
    length, first = itertools.count(1), m.parameters_by_name["l0"].value()

    def changed() -> None:
        m.set(l0=first * (1.0 + 1e-6 * next(length)))
        verb(**options)

    yield name, lambda: verb(**options)
    yield f"m.set and {name}", changed


def cases() -> Iterator[tuple[Any, str]]:
    """Mechanisms, and what is asked of them."""
    for make in (chain, chain_in_space):
        for rods in (10, 30):
            yield make(rods), "simulate"
            yield make(rods), "assemble"
    for build in (engine, engine_in_space):
        for cylinders in (5, 15):
            yield build(cylinders), "kinematics"
            yield build(cylinders), "assemble"


def rows() -> Iterator[Row]:
    """One row a mechanism and call."""
    for m, name in cases():
        for asked, call in _calls(m, name):
            found = overheads(call)
            bar = next(bar for bodies, bar in BARS.items() if len(m.bodies_by_name) - 1 <= bodies)
            median = float(np.median(found))
            yield {
                "problem": f"{m.name}: {asked}",
                "median_ms": median,
                "least_ms": min(found),
                f"bar {bar:g} ms": "met" if median < bar else "not met",
            }
