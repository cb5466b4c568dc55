"""Accelerations and reactions that a formulation gives at the states of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.run.loads import arrays_of, empty_loads
from linkwork.run.reactions import required
from linkwork.system.contact.tables import keep_closed

if TYPE_CHECKING:
    from linkwork.run.run import Run

_TOLERANCE = 1e-12
RATE, RENEW, SOLVE = 0, 3, 4


def solved_states(run: Run, formulation: str, frames: Sequence[int]) -> tuple[Array, Array]:
    """Accelerations (frames by coordinates) and wrenches (frames by elements by components) by that formulation.

    The accelerations are those that are integrated, where the state is made of coordinates and velocities themselves.
    """
    from linkwork.system.dynamics.states_kernel import at_states
    from linkwork.system.formulations.formulations import choose

    system = run.mechanism.system(dynamics=True)
    chosen = choose(system, run.q[frames[0]], float(run.t[frames[0]]), formulation, {})
    system, memory, world = chosen.system, required(run).memory, chosen.system.world
    n, own = len(system.coordinates), int(system.k[layout.STATES])
    first = int(system.k[layout.STATE] - system.k[layout.MEMORY])
    accelerations, wrenches, addresses = [], [], chosen.addresses()
    for frame in frames:
        states = np.real(memory[frame, first : first + own])
        plain = np.concatenate([world.charted(system, run.q[frame]), run.v[frame], states])
        rtol, tolerances = chosen.tolerances(_TOLERANCE, _TOLERANCE, np.full(own, _TOLERANCE))
        w = chosen.workspace(rtol, tolerances)
        at = int(system.k[layout.MEMORY])
        w[at : at + memory.shape[1]] = np.real(memory[frame])
        world.put(system, w, run.q[frame], run.v[frame])
        keep_closed(system, w)
        out = np.zeros(2 * (len(plain) + len(chosen.state(run.q[frame], run.v[frame], states))))
        a, loads, t = np.zeros((1, n)), empty_loads(system, 1), run.t[frame : frame + 1]
        tables = system.k, system.p, w, t, plain[None, :].copy(), out, a, arrays_of(loads)
        at_states(addresses[RENEW], *tables)
        at_states(addresses[SOLVE], *tables)
        wrenches.append(loads.wrenches[0].copy())
        if chosen.formulation.plain:
            at_states(addresses[RATE], *tables)
        accelerations.append(a[0])
    return np.array(accelerations), np.array(wrenches)
