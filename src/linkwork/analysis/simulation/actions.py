"""What an event does to a simulation: put values into flags, make speeds jump, strike with impulses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.simulation.driver_jumps import driven_impulse
from linkwork.analysis.simulation.impulses import AppliedImpulse, struck
from linkwork.base.errors import AnalysisError
from linkwork.expression import as_expression
from linkwork.functions.sample import BESIDE
from linkwork.mechanism.hold import held_rates
from linkwork.numerics.least_squares import least_squares
from linkwork.places import layout_kernel as layout
from linkwork.run.impulses import Impulse
from linkwork.system.constraints.equations import Equations
from linkwork.system.loop.moment import Array, Loop
from linkwork.system.tables.compile import compile_system

if TYPE_CHECKING:
    from linkwork.signals.parts import When

_AHEAD = 1e-6  # model lengths by which the state is moved on to see where an event's number goes


def apply_actions(moment: Loop, events: Mapping[str, When]) -> list[Impulse]:
    """Do what the events ask for at the present state, then let the switches look again; the known impulses."""
    from linkwork.numerics.integrators.integrator_state_kernel import SIZE
    from linkwork.numerics.switch_kernel import FROZEN, STATE
    from linkwork.system.loop.simulation_start_kernel import go_from, seen
    from linkwork.system.loop.watches_kernel import UNARMED

    system, n, size = moment.system, len(moment.system.coordinates), int(moment.s[SIZE])
    size = max(size, 2 * n + int(system.k[layout.STATES]))
    y: Array = np.zeros(size, system.dtype)
    scratch: Array = np.zeros(3 * size, system.dtype)
    tables = moment.tables
    seen(tables.k, tables.p, moment.w, moment.z, moment.s, moment.state, y)
    env = dict(system.env)
    signals = system.signals
    assert signals is not None
    sides = {name: bool(moment.w[_watched(moment, name) + STATE].real > 0.5) for name in events}
    impulses: list[Impulse] = []
    for name, event in events.items():
        for flag, value in event.put.items():
            moment.w[system.k[layout.MEMORY] + signals.places[flag]] = value.value(env)
        if event.jump:
            factors = {name: value.value(env) for name, value in event.jump.items()}
            lost = _jump(moment, y, factors)
            y[2 * n + list(signals.states).index("energy.lost")] += lost
        if event.impulse:
            impulses.append(_strike(moment, y, name, event))
    returning = {name for name, event in events.items() if event.strikes and _turned(moment, name, y, sides[name])}
    struck_any = any(event.strikes for event in events.values())
    go_from(tables.k, tables.p, moment.w, moment.z, moment.s, moment.state, scratch, y, struck_any)
    for name, above in sides.items():
        at = _watched(moment, name)
        moment.w[at + STATE], moment.w[at + FROZEN] = float(above != (name in returning)), UNARMED
    return impulses


def apply_driver_jump(moment: Loop) -> AppliedImpulse:
    """Give the present state the velocities that the drivers ask for from now on; what that took.

    It is seen as of just before: formulations may take the velocities of what is driven from the drivers.
    """
    from linkwork.numerics.integrators.integrator_state_kernel import SIZE
    from linkwork.system.loop.simulation_start_kernel import go_from, seen

    system, n = moment.system, len(moment.system.coordinates)
    size = max(int(moment.s[SIZE]), 2 * n + int(system.k[layout.STATES]))
    y: Array = np.zeros(size, system.dtype)
    scratch: Array = np.zeros(3 * size, system.dtype)
    now = moment.z[0]
    moment.z[0] = now - BESIDE * max(1.0, abs(now.real))
    seen(system.k, system.p, moment.w, moment.z, moment.s, moment.state, y)
    moment.z[0] = now
    chart, world = y[:n], system.world
    q, v = world.position(system, moment.w, chart), world.speeds(system, moment.w, chart, y[n : 2 * n])
    impulse = driven_impulse(system, q, v, moment.z[0].item())
    y[n : 2 * n] = world.rates(system, chart, impulse.after)
    assert system.signals is not None
    y[2 * n + list(system.signals.states).index("energy.driven")] += impulse.driven
    go_from(system.k, system.p, moment.w, moment.z, moment.s, moment.state, scratch, y, True)
    return impulse


def _strike(moment: Loop, y: Array, name: str, event: When) -> Impulse:
    """Put the velocities after known impulses into the state y, and their work."""
    system, n, t = moment.system, len(moment.system.coordinates), moment.z[0].item()
    chart, world = y[:n], system.world
    q, v = world.position(system, moment.w, chart), world.speeds(system, moment.w, chart, y[n : 2 * n])
    impulse = struck(system, q, v, t, name, event.impulse)
    y[n : 2 * n] = world.rates(system, chart, impulse.after)
    assert system.signals is not None
    names = list(system.signals.states)
    y[2 * n + names.index("energy.given")] += impulse.work
    y[2 * n + names.index("energy.driven")] += impulse.driven
    return Impulse(t.real, name, impulse.work, impulse.reactions)


def _jump(moment: Loop, y: Array, factors: Mapping[str, Any]) -> Any:
    """Put the velocities after a jump into the state y; returns the kinetic energy that is lost."""
    system, n = moment.system, len(moment.system.coordinates)
    chart, world = y[:n], system.world
    q, v = world.position(system, moment.w, chart), world.speeds(system, moment.w, chart, y[n : 2 * n])
    after, lost = jumped(moment, q, v, factors)
    y[n : 2 * n] = world.rates(system, chart, after)
    return lost


def _watched(moment: Loop, name: str) -> int:
    """Where in the workspace the three numbers of an event lie."""
    system = moment.system
    assert system.signals is not None
    place = next(switch.place for switch in system.signals.switches if switch.kind and switch.owner == name)
    return int(system.k[layout.MEMORY]) + place


def _turned(moment: Loop, name: str, y: Array, above: bool) -> bool:
    """Whether the speeds after a jump bring the event's number back to the side from which it came."""
    from linkwork.numerics.switch_kernel import NUMBER
    from linkwork.places.layout_kernel import MOTION
    from linkwork.system.constraints.equations_kernel import evaluate
    from linkwork.system.dynamics.forces_kernel import evaluate_forces

    system, n = moment.system, len(moment.system.coordinates)
    fastest = float(np.max(np.abs(y[n : 2 * n].real / system.column_scale), initial=0.0))
    if fastest == 0.0:
        return False
    k, w, numbers = system.k, moment.w.copy(), []
    for share in (0.0, _AHEAD / fastest):
        w[k[layout.Q] : k[layout.Q] + n] = y[:n] + share * y[n : 2 * n]
        w[k[layout.V] : k[layout.V] + n] = y[n : 2 * n]
        evaluate(k, system.p, w, MOTION, moment.z[0])
        evaluate_forces(k, system.p, w, moment.z[0])
        numbers.append(float(w[_watched(moment, name) + NUMBER].real))
    return numbers[1] < numbers[0] if above else numbers[1] > numbers[0]


def jumped(moment: Loop, q: Array, v: Array, factors: Mapping[str, Any]) -> tuple[Array, Any]:
    """Velocities after an impulse that multiplies each named speed by its factor, and the kinetic energy that is lost.

    Joints and drivers are kept. Coordinates and velocities are plain ones.

    M (v+ - v) = J' impulse, where J holds the rows of the constraints and of the named speeds.
    """
    system = moment.system
    mechanism, t = system.mechanism, moment.z[0].item()
    rates: dict[str, Any] = {name: as_expression(0) for name in factors}
    held = compile_system(
        mechanism,
        held=held_rates(mechanism, rates, "jump of"),
        rolling=True,
        overrides=dict(system.env),
        scalar=system.scalar,
    )
    equations, masses = Equations(held), Equations(system)
    equations.evaluate(q, t, v)
    masses.evaluate(q, t, v)
    rows, side = equations.jacobian(), equations.velocity_side()
    scaled = v / system.column_scale
    mass = masses.mass_matrix()
    for number, equation in enumerate(held.equations):
        if equation.element in factors:
            side[number] = factors[equation.element] * (rows[number] @ scaled)
    count = len(rows)
    matrix = np.block([[mass, rows.T], [rows, np.zeros((count, count))]])
    right = np.concatenate([np.zeros(len(v)), side - rows @ scaled])
    change = least_squares(matrix, right, 1e-12)[: len(v)]
    if np.max(np.abs(rows @ change - right[len(v) :]), initial=0.0) > 1e-8 * (1.0 + np.max(np.abs(scaled))):
        raise AnalysisError(f"the jump of {', '.join(factors)} contradicts the joints; name fewer speeds")
    after, size = scaled + change, system.p[int(system.k[layout.MASS_SCALE])].real
    lost = 0.5 * size * (scaled @ mass @ scaled - after @ mass @ after)
    return np.asarray(after * system.column_scale), lost
