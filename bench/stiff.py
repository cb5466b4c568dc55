"""The stiff problem: a slider-crank whose coupler is an elastic strut, from 1e8 to 1e12 N/m.

Geometry, in m: crank 0.15 about the origin, coupler 0.35 at rest, slider on the x axis. Masses: crank 0.5 kg with its
centre at half its length and a central inertia of 0.5 0.15^2 / 12 kg m^2; coupler in two halves of 0.4 kg, each with
its centre 0.0875 from its pin and a central inertia of 0.4 0.175^2 / 12 kg m^2; slider 1 kg. The halves slide along
each other on the coupler's axis, held by a spring of the given stiffness and a damper of damping ratio 0.7 of their
axial mode with both pins free: c = 2 0.7 sqrt(k m), m = 0.2 kg (0.4 kg against 0.4 kg). Gravity 9.81 m/s^2 in -y.
The crank has a speed driver as in the benchmark `slidercrank`: torque D (20 rad/s - speed), D = 2 N m s.

Start: crank at 1 rad with 20 rad/s, the strut at its quasi-static length, its axial force that of the rigid coupler at
that instant, so that the fast mode is not excited. Duration 1 s.

Error of a run: the largest distance in m of crank pin and slider from the reference at 20 equal times. The reference
for each stiffness is Radau at a relative tolerance of 1e-11.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import linkwork as lw

CRANK, COUPLER = 0.15, 0.35
HALF = COUPLER / 2
START, SPEED, DRIVER, DURATION = 1.0, 20.0, 2.0, 1.0
POINTS = 21
DAMPING_RATIO, AXIAL_MASS = 0.7, 0.2
STIFFNESSES = (1e8, 1e9, 1e10, 1e11, 1e12)
REPEATS = 5
EXPLICIT = {"dop853": 1e10, "adams": 1e10}  # the largest stiffness at which an explicit method is tried
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "radau": [{"rtol": tol, "atol": tol} for tol in (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7)]
    + [{"rtol": tol, "atol": tol, "formulation": "joint"} for tol in (1e-4, 1e-5, 1e-6, 1e-7)],
    "alpha": [{"rtol": tol, "atol": tol} for tol in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)],
    "dop853": [{"rtol": tol, "atol": tol} for tol in (1e-3, 1e-4, 1e-6)],
    "adams": [{"rtol": tol, "atol": tol} for tol in (1e-3, 1e-4, 1e-6)],
}


def _add_frame(m: lw.Planar) -> None:
    """Crank, slider, their masses, weight and torque: what rigid and elastic coupler share."""
    crank = m.body("crank", estimate=(0, 0, START))
    slider = m.body("slider", estimate=(_reach(), 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.mass("crank", mass=0.5, center=(CRANK / 2, 0), inertia=0.5 * CRANK**2 / 12)
    m.mass("slider", mass=1.0)
    m.set_gravity(0, -9.81)
    m.force("torque", "crank", torque=DRIVER * SPEED)
    m.torsion_spring("drag", "ground", "crank", damping=DRIVER)


def _reach() -> float:
    """Where the slider is at the start."""
    return CRANK * math.cos(START) + math.sqrt(COUPLER**2 - (CRANK * math.sin(START)) ** 2)


def _half(m: lw.Planar, name: str, pose: tuple[float, float, float], centre: float) -> Any:
    body = m.body(name, estimate=pose)
    m.mass(name, mass=0.4, center=(centre, 0), inertia=0.4 * HALF**2 / 12)
    return body


def _coupler(m: lw.Planar) -> tuple[Any, Any]:
    """The two halves between crank pin and slider, sliding along each other."""
    x, y = CRANK * math.cos(START), CRANK * math.sin(START)
    angle = math.atan2(-y, _reach() - x)
    first = _half(m, "first", (x, y, angle), HALF / 2)
    second = _half(m, "second", (x + HALF * math.cos(angle), y + HALF * math.sin(angle), angle), HALF / 2)
    m.revolute("A", "crank", first.at(0, 0), at=(x, y))
    m.revolute("B", second.at(HALF, 0), "slider")
    return first, second


def rigid() -> lw.Planar:
    """The same machine with the halves welded together."""
    m = lw.Planar("rigid coupler")
    _add_frame(m)
    first, second = _coupler(m)
    m.fixed("weld", first.at(HALF, 0), second.at(0, 0), angle=0)
    return m


def elastic(stiffness: float) -> lw.Planar:
    """The problem: spring and damper from the pin of the first half to the inner end of the second."""
    m = lw.Planar(f"elastic coupler {stiffness:g} N/m")
    _add_frame(m)
    first, second = _coupler(m)
    m.translational("strut", first.line((0, 0), (1, 0)), second.line((0, 0), (1, 0)))
    damping = 2 * DAMPING_RATIO * math.sqrt(stiffness * AXIAL_MASS)
    m.spring("axial", first.at(0, 0), second.at(0, 0), stiffness=stiffness, free_length=HALF, damping=damping)
    return m


def axial_force() -> float:
    """Tension in the rigid coupler at the start."""
    run = rigid().simulate(1e-6, 2, hold={"crank.angle": START}, speeds={"crank.omega": SPEED}, progress=False)
    angle = float(run["first.angle"][0])
    return -float(run["weld.fx"][0] * math.cos(angle) + run["weld.fy"][0] * math.sin(angle))


def start(stiffness: float) -> dict[str, dict[str, float]]:
    """Position and velocity at the start, for `simulate`: the strut stretched by its quasi-static force, at rest."""
    length = COUPLER + axial_force() / stiffness
    x, y = CRANK * math.cos(START), CRANK * math.sin(START)
    slider = x + math.sqrt(length**2 - y**2)
    speed = SPEED * (-y - x * y / (slider - x))
    return {
        "hold": {"crank.angle": START, "slider.x": slider},
        "speeds": {"crank.omega": SPEED, "slider.vx": speed},
    }


def places(run: Any) -> NDArray[np.float64]:
    """Crank pin and slider at the output times after the start."""
    angle = run["crank.angle"][1:]
    pin = np.stack([CRANK * np.cos(angle), CRANK * np.sin(angle)], -1)
    return np.stack([pin, np.stack([run["slider.x"][1:], run["slider.y"][1:]], -1)], 1)


def error(run: Any, reference: NDArray[np.float64]) -> float:
    """Largest distance from the reference, in m; infinite for a run that stopped early."""
    if not run.completed:
        return math.inf
    return float(np.max(np.linalg.norm(places(run) - reference, axis=-1)))


def solve(stiffness: float, method: str, begin: dict[str, Any], **setting: Any) -> tuple[Any, float]:
    """A run and the best processor time of its loop over several repeats."""
    from linkwork.analysis.assembly.assemble import assemble
    from linkwork.analysis.simulation.start import starting_rates
    from linkwork.analysis.simulation.time_loop import begin_loop, run_loop
    from linkwork.system.loop.moment import Options
    from linkwork.system.tables.compile import compile_system

    m = elastic(stiffness)
    assembly = assemble(m, hold=begin["hold"])
    system, v = compile_system(m, dynamics=True), starting_rates(m, assembly, begin["speeds"])[0]
    grid = np.linspace(0.0, DURATION, POINTS)
    loop = begin_loop(system, assembly, v, 0.0, Options(method, **setting))
    best, run = math.inf, None
    for _ in range(REPEATS):
        since = time.process_time()
        run = run_loop(loop, grid)
        best = min(best, time.process_time() - since)
    return run, best


def rows() -> Iterator[dict[str, Any]]:
    """One row a run: every stiffness by the implicit methods, 1e8 to 1e10 N/m by the explicit ones."""
    for stiffness in STIFFNESSES:
        begin = start(stiffness)
        reference = places(
            elastic(stiffness).simulate(
                DURATION, POINTS, method="radau", rtol=1e-11, atol=1e-13, progress=False, **begin
            )
        )
        for method, settings in SETTINGS.items():
            if method in EXPLICIT and stiffness > EXPLICIT[method]:
                continue
            for setting in settings:
                run, seconds = solve(stiffness, method, begin, **setting)
                yield {
                    "problem": f"elastic coupler {stiffness:.0e} N/m",
                    "peer": "linkwork",
                    "method": method,
                    "setting": ", ".join(f"{key}={value}" for key, value in setting.items()),
                    "cpu_s": round(seconds, 6),
                    "steps": run.statistics["steps"],
                    "evaluations": run.statistics["evaluations"],
                    "error_m": error(run, reference),
                }
