"""Contacts: spheres settling in a box by time-stepping beside MuJoCo, and a ball that bounces a thousand times.

Spheres of one size fall in layers into a box with four walls, with friction 0.5 and no restitution; a step is 1 ms.
`cpu_s` is the processor time of the same 0.6 s, in which the heap comes to lie; `depth` the deepest overlap at its
end, by the radius, and `kinetic_J` the energy still in it; then some steps of the heap as it lies are timed. Ours
solves Coulomb's law for rigid bodies by sweeps to a relative tolerance of 1e-3, `unreached` counts steps that did not
come to it; MuJoCo's contacts are soft (elliptic cones, Newton with its default tolerance), and `at_s` says how far
its heap came in the time allowed. The bouncing ball (restitution 1, 1000 impacts) is event-driven: every impact is
located; `ms` is the whole call of `simulate`, `loop_ms` the compiled loop in it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from bench.dynamics import timed_loop
from bench.peers.heap import LAID, MASS, RADIUS, SIZES, STEP, places, walls
from bench.peers.programs import PROGRAMS
from bench.scaling import exponent
from bench.space import bar
from linkwork.bodies.profiles import circle, wall
from linkwork.places import layout_kernel as layout
from linkwork.system.stepping.layout_kernel import STEPS as TAKEN_STEPS
from linkwork.system.stepping.layout_kernel import UNREACHED

Row = dict[str, Any]
STEPS, REPEATS, CALLS = 50, 3, 25
RTOL = 1e-3
GRAVITY, IMPACTS, BOUNCES_MS = 9.81, 1000, 10.0
LINEAR = 1.15  # exponent that is still linear growth
PATIENCE = 600.0  # seconds by the wall clock, on a machine that has other work
LIMIT = 40.0  # processor seconds in which the other program's heap must lie; else it is timed as far as it got


def heap(count: int) -> lw.Spatial:
    """Spheres above the floor of a box."""
    mechanism = lw.Spatial(f"{count} spheres")
    mechanism.set_gravity(0, 0, -GRAVITY)
    for number, place in enumerate(places(count)):
        name = f"ball{number}"
        mechanism.body(name, estimate=tuple(float(value) for value in place))
        mechanism.mass(name, mass=MASS, inertia=(0.4 * MASS * RADIUS**2,) * 3)
        mechanism.add_solid(name, "skin", {"type": "sphere", "radius": RADIUS})
    for number, (at, normal) in enumerate(walls(count)):
        mechanism.add_solid("ground", f"wall{number}", {"type": "plane", "at": at, "normal": normal})
    mechanism.contacts_among("heap", restitution=0, friction=0.5)
    return mechanism


def number_of(run: Any, what: int) -> float:
    """A number that the time-stepping counts."""
    return float(run.moment.w[int(run.system.k[layout.STEPPING_ROOM]) + what].real)


def spheres(count: int) -> Row:
    """Processor time until the heap lies, and of a step from then on."""
    options: Row = {"method": "moreau", "step": STEP, "rtol": RTOL, "progress": False}
    mechanism = heap(count)
    mechanism.simulate(STEP, 2, **options)
    with timed_loop() as spent:
        laid = mechanism.simulate(LAID, 2, **options)
    whole, best = sum(spent), math.inf
    for _ in range(REPEATS):
        with timed_loop() as spent:
            run = laid.go_on(LAID + STEPS * STEP, 2, progress=False)
        best = min(best, sum(spent) / STEPS)
    contacts = float(run["heap.contacts"][-1])
    return {
        "problem": "spheres in a box",
        "peer": "linkwork",
        "size": count,
        "cpu_s": whole,
        "contacts": contacts,
        "depth": float(laid["heap.depth"][-1]) / RADIUS,
        "kinetic_J": float(laid["energy.kinetic"][-1]),
        "sweeps": (run.statistics["sweeps"] - laid.statistics["sweeps"]) / STEPS,
        "unreached": f"{number_of(run, UNREACHED):.0f} of {number_of(run, TAKEN_STEPS):.0f}",
        "ms_per_step": 1e3 * best,
        "us_per_contact": 1e6 * best / contacts,
    }


def grown(found: list[Row], what: str, value: str) -> Row:
    """Exponent of the growth with the number of contacts."""
    power = exponent([row["contacts"] for row in found], [row[value] for row in found])
    return {"problem": "growth", "what": what, "exponent": round(power, 3)}


def theirs() -> Iterator[Row]:
    """The same heaps in MuJoCo, where it is installed."""
    program = next(program for program in PROGRAMS if program.name == "mujoco")
    if program.missing():
        yield {"problem": "spheres in a box", "peer": program.name, "missing": program.missing()}
        return
    for count in SIZES:
        for line in program.lines(f"heap{count}", LIMIT, PATIENCE):
            yield {"problem": "spheres in a box", **line}


def bounces() -> Row:
    """A ball with restitution 1 up to a thousand impacts, every one located; once warm."""
    mechanism = lw.Planar("ball")
    mechanism.set_gravity(0, -GRAVITY)
    ball = mechanism.body("ball", estimate=(0, 1.1, 0))
    mechanism.mass("ball", mass=1, inertia=0.01)
    floor = mechanism.ground.profile("floor", wall((0, 0), (-1, 0)))
    mechanism.contact("C", floor, ball.profile("rim", circle(0.1)), restitution=1)
    fall = (2.0 / GRAVITY) ** 0.5
    best, loop = math.inf, math.inf
    for _ in range(CALLS):
        begin = time.process_time()
        with timed_loop() as spent:
            run = mechanism.simulate(2.0 * fall * IMPACTS, 2, progress=False)
        best, loop = min(best, time.process_time() - begin), min(loop, sum(spent))
    found = [contact_event.t for contact_event in run.touches if contact_event.kind == "impact"]
    worst = max(abs(t - (2 * number + 1) * fall) for number, t in enumerate(found))
    row = {"problem": "bouncing ball", "peer": "linkwork", "impacts": len(found)}
    return {**row, "ms": 1e3 * best, "loop_ms": 1e3 * loop, "error_s": worst}


def rows() -> Iterator[Row]:
    """All of it, with the bars at the end."""
    ball = bounces()
    yield ball
    found = []
    for count in SIZES:
        found.append(spheres(count))
        yield found[-1]
    yield grown(found, "a step", "ms_per_step")
    per_sweep = [{**row, "per_sweep": row["ms_per_step"] / row["sweeps"]} for row in found]
    yield grown(per_sweep, "a step, by its sweeps", "per_sweep")
    yield from theirs()
    yield bar("bouncing ball, 1000 impacts, whole call, ms", ball["ms"], BOUNCES_MS, False)
    growth = grown(per_sweep, "", "per_sweep")["exponent"]
    yield bar("growth of a sweep with the contacts, exponent", float(np.float64(growth)), LINEAR, False)
