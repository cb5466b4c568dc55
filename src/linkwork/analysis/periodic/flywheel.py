"""Flywheel: the inertia that keeps the speed of a machine within a wanted fluctuation, by its steady motion itself."""

from __future__ import annotations

import numpy as np

from linkwork.analysis.periodic.cycle import Cycle, Flywheel
from linkwork.analysis.periodic.section import Section
from linkwork.base.errors import AnalysisError
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System

_STEPS = 20


def flywheel(cycle: Cycle, fluctuation: float) -> Flywheel:
    """Secant steps on 1 / fluctuation, which grows nearly in proportion to the inertia."""
    from linkwork.analysis.periodic.periodic import cycle_of
    from linkwork.analysis.periodic.shooting import Shooting

    if not fluctuation > 0.0:
        raise AnalysisError("flywheel: the wanted coefficient of fluctuation must be above zero")
    shooting, orbit, now = cycle.shooting, cycle.orbit, cycle.fluctuation
    section = shooting.section
    assert section is not None
    inertia = 2.0 * float(np.mean(cycle.run["energy.kinetic"])) / cycle.mean_speed**2
    points = [(0.0, now)]
    added = inertia * (now / fluctuation - 1.0)
    for _ in range(_STEPS):
        system = with_inertia(shooting.system, section, added)
        trial = Shooting(
            system, shooting.start, section, shooting.integration.rtol, shooting.integration.options.method
        )
        with_wheel = cycle_of(
            trial, trial.solve(orbit.q, orbit.v, orbit.own, orbit.period), cycle.section, len(cycle.run.t)
        )
        orbit, now = with_wheel.orbit, with_wheel.fluctuation
        if abs(now - fluctuation) <= 1e-8 * fluctuation:
            return Flywheel(added, with_wheel)
        points.append((added, now))
        (j0, c0), (j1, c1) = points[-2:]
        added = j1 + (1.0 / fluctuation - 1.0 / c1) * (j1 - j0) / (1.0 / c1 - 1.0 / c0)
    raise AnalysisError(f"flywheel: no inertia found that gives a fluctuation of {fluctuation:g}")


def with_inertia(system: System, section: Section, added: float) -> System:
    """The tables with more inertia on the body that carries the section's angle."""
    body, entries, moment = section.inertia()
    at = int(system.k[layout.MASS_AT])
    bodies = list(system.k[at : at + int(system.k[layout.MASSES])])
    number = system.bodies.index(body)
    if number not in bodies:
        raise AnalysisError(f"flywheel: body '{body}' has no mass; give it one, however small, with mass(...)")
    p, size = system.p.copy(), system.world.mass_numbers
    place = int(system.k[layout.MASS_NUMBERS]) + size * bodies.index(number)
    if float(p[place : place + size] @ moment) + added < 0.0:
        raise AnalysisError(f"flywheel: '{body}' would need {-added:g} kg m^2 less inertia than it has")
    p[place : place + size] += added * entries
    return system.replaced(p=p)
