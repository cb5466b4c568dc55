"""What an event does to a simulation: put values into flags, make speeds jump."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analysis.hold import held_rates
from linkwork.analysis.moment import Array, Loop
from linkwork.errors import AnalysisError
from linkwork.mechanism.expression import as_expression
from linkwork.signals.parts import When
from linkwork.system import layout_kernel as layout
from linkwork.system.compile import compile_system
from linkwork.system.equations import Equations


def apply_actions(moment: Loop, event: When) -> None:
    """Do what the event asks for at the present state, then let the switches look again."""
    from linkwork.numerics.integrator_state_kernel import SIZE
    from linkwork.system.simulation_kernel import go_from, seen

    system, n, size = moment.system, len(moment.system.coordinates), int(moment.s[SIZE])
    y, scratch = np.zeros(size), np.zeros(3 * size)
    seen(system.k, system.p, moment.w, moment.z, moment.s, moment.state, y)
    env = dict(system.env)
    if event.put and system.signals is not None:
        for flag, value in event.put.items():
            moment.w[system.k[layout.MEMORY] + system.signals.places[flag]] = value.value(env)
    if event.jump:
        factors = {name: float(value.value(env).real) for name, value in event.jump.items()}
        y[n : 2 * n] = jumped(moment, y[:n], y[n : 2 * n], factors)
    go_from(system.k, system.p, moment.w, moment.z, moment.s, moment.state, scratch, y)


def jumped(moment: Loop, q: Array, v: Array, factors: dict[str, float]) -> Array:
    """Velocities after an impulse that multiplies each named speed by its factor; joints and drivers are kept.

    M (v+ - v) = J' impulse, where J holds the rows of the constraints and of the named speeds.
    """
    system = moment.system
    mechanism, t = system.mechanism, float(moment.z[0].real)
    rates: dict[str, Any] = {name: as_expression(0) for name in factors}
    held = compile_system(mechanism, held=held_rates(mechanism, rates))
    equations, masses = Equations(held), Equations(system)
    equations.evaluate(q, t, v)
    masses.evaluate(q, t, v)
    rows, side = equations.jacobian(), equations.velocity_side()
    scaled = v / system.column_scale
    mass = masses.mass_matrix()
    for number, equation in enumerate(held.equations):
        if equation.element in factors:
            side[number] = factors[equation.element] * float(rows[number] @ scaled)
    count = len(rows)
    matrix = np.block([[mass, rows.T], [rows, np.zeros((count, count))]])
    right = np.concatenate([np.zeros(len(v)), side - rows @ scaled])
    found, *_ = np.linalg.lstsq(matrix, right, rcond=1e-12)
    change = found[: len(v)]
    if np.max(np.abs(rows @ change - right[len(v) :]), initial=0.0) > 1e-8 * (1.0 + np.max(np.abs(scaled))):
        raise AnalysisError(f"the jump of {', '.join(factors)} contradicts the joints; name fewer speeds")
    return np.asarray((scaled + change) * system.column_scale)
