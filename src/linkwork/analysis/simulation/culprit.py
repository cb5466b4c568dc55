"""Which law is at fault when a simulation cannot go on: the first value that is not finite though its inputs are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.elements import contact_point_layout_kernel as point
from linkwork.elements.muscle import LONG, NO_SPEED, RELATIVE, STRETCHED, MuscleForce
from linkwork.places import layout_kernel as layout
from linkwork.system.contact import compliant_layout_kernel as compliant_layout
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.loop.lost_ways import no_way
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.system.loop.moment import Loop

_NEAR = 0.01  # model lengths within which a law is looked at
_SHARES = tuple(10.0**power for power in range(-12, 1))  # of that, from rounding to the whole


def stopped(w: Any, system: System) -> str:
    """Which signal or force is not finite in the workspace, as the end of a sentence.

    Channels of bodies come last: they are not finite only because a law was not before.
    """
    signals, k = system.signals, system.k
    if signals is None:
        return ""
    from linkwork.signals.parts import Algebraic

    memory = w[k[layout.MEMORY] :][: signals.size]
    bad = [name for name, place in signals.places.items() if not np.isfinite(memory[place])]
    named = system.mechanism.signals
    for name in bad:
        if name in named and _inputs_finite(system, memory, name):
            if isinstance(named[name], Algebraic):
                return f": the equation of algebraic '{name}' has no solution near the last one"
            if named[name].without_value:
                return f": {named[name].without_value}"
            return f": signal '{name}' is {memory[signals.places[name]].real:g}"
    for number, name in enumerate(system.forces):
        record = int(k[layout.FORCE_AT]) + layout.RECORD * number
        at = int(k[layout.OUT] + k[record + layout.OUT_AT])
        if not np.all(np.isfinite(w[at : at + system.world.force_results])):
            part = system.mechanism.forces.get(name)
            way = signals.places.get(f"{name}.length")
            if isinstance(part, MuscleForce) and way is not None:
                if not np.isfinite(memory[way]):
                    return f": force '{name}' is not finite; {no_way(w, system, name)}"
                if not np.isfinite(memory[way + RELATIVE]):
                    return f": force '{name}' is not finite; {NO_SPEED}"
                fibre = memory[signals.places[f"{name}.fibre"]].real
                if fibre > LONG:
                    return f": force '{name}' is not finite; {STRETCHED.format(fibre)}; are its lengths in m?"
            return f": force '{name}' is not finite; look at its law there"
    compliant = _compliant(w, system)
    if compliant:
        return compliant
    return f": '{bad[0]}' is {memory[signals.places[bad[0]]].real:g}" if bad else ""


def _compliant(w: Any, system: System) -> str:
    """Which contact presses with a law of the user that is not finite, as the end of a sentence."""
    tables, k = system.contact_tables, system.k
    if tables is None:
        return ""
    first, memory = int(k[int(k[layout.CONTACTS]) + contact_layout.POINT_AT]), w[k[layout.MEMORY] :]
    for number in range(len(tables.points)):
        record = k[first + contact_layout.POINT_RECORD * number :][: contact_layout.POINT_RECORD]
        law = int(record[contact_layout.POINT_LAW])
        if law == 0 or k[law + compliant_layout.LAW_FORM] != compliant_layout.OWN:
            continue
        gap = w[k[layout.OUT] + record[contact_layout.POINT_OUT] + point.GAP]
        closed = memory[record[contact_layout.POINT_MODE]].real != contact_layout.OPEN or gap.real < 0.0
        value = memory[k[law + compliant_layout.LAW_VALUE]]
        if closed and not np.isfinite(value):
            return f": the force law of {tables.name_of(number)} is {value.real:g} at a depth of {-gap.real:.6g} m"
    return ""


def _inputs_finite(system: System, memory: Any, name: str) -> bool:
    """Whether all names that the laws of a signal use have finite values."""
    from linkwork.mechanism.expressions import expressions_of

    assert system.signals is not None
    part, places = system.mechanism.signals[name], system.signals.places
    used = {symbol for expression in expressions_of(part) for symbol in expression.names} - {name}
    used |= {str(getattr(part, "channel", ""))} | set(getattr(part, "reads", ()))
    return all(np.isfinite(memory[places[symbol]]) for symbol in used if symbol in places)


def culprit(moment: Loop) -> str:
    """The law at fault at the last good state or shortly ahead of it, as the end of a sentence.

    Where nothing is wrong there, it is what was not finite where f was asked for last: a step was too long for a law.
    """
    from linkwork.numerics.integrators import integrator_state_kernel as place
    from linkwork.places.layout_kernel import MOTION
    from linkwork.system.constraints.equations_kernel import evaluate
    from linkwork.system.dynamics.forces_kernel import evaluate_forces
    from linkwork.system.loop.simulation_start_kernel import seen

    system, n = moment.system, len(moment.system.coordinates)
    k, w = system.k, moment.w.copy()
    y = np.zeros(max(int(moment.s[place.SIZE]), 2 * n + int(k[layout.STATES])))
    seen(k, system.p, w, moment.z, moment.s, moment.state, y)
    if not np.all(np.isfinite(y)):
        return stopped(moment.w, system)
    t, v = moment.z[place.T], y[n : 2 * n]
    fastest = float(np.max(np.abs(v / system.column_scale), initial=0.0))
    horizon = _NEAR / fastest if fastest else float(np.nan_to_num(abs(moment.z[place.H].real)))
    for ahead in (0.0, *(share * horizon for share in _SHARES)):
        w[k[layout.Q] : k[layout.Q] + n] = y[:n] + ahead * v
        w[k[layout.V] : k[layout.V] + n] = v
        own = int(k[layout.STATES])
        w[k[layout.STATE] : k[layout.STATE] + own] = y[2 * n : 2 * n + own]
        evaluate(k, system.p, w, MOTION, t + ahead)
        evaluate_forces(k, system.p, w, t + ahead)
        culprit = stopped(w, system)
        if culprit:
            return culprit
    within, length = stopped(moment.w, system), moment.options.step
    if within and length:
        within = f"{within.partition(';')[0]} within the step that begins there; give a step shorter than {length:g} s"
        within += ", or a method that chooses its steps"
    return within
